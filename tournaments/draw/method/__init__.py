"""抽签 (the draw): which team stands on which position.

`sheets` says what a legal sheet is and reads lots drawn by hand as one, `wishes` what is asked beyond, `sampling` draws
one, or groups, or partners; `chance` turns a seed into numbers; `records` reads a record and says whether it holds;
`showing` says in which order lots are shown.
"""

from tournaments.draw.method.chance import Chance, shuffled
from tournaments.draw.method.sampling import NO_WISHES, Method, draw_sheet
from tournaments.draw.method.sheets import (
    BranchPair,
    Breach,
    BreachCode,
    Constraints,
    Entrant,
    Lots,
    Unavoidable,
    breaches,
    doubts,
    from_lots,
    same_branch_pairs,
    unavoidable,
)
from tournaments.draw.method.wishes import Missed, Wishes, missed

__all__ = [
    "NO_WISHES",
    "BranchPair",
    "Breach",
    "BreachCode",
    "Chance",
    "Constraints",
    "Entrant",
    "Lots",
    "Method",
    "Missed",
    "Unavoidable",
    "Wishes",
    "breaches",
    "doubts",
    "draw_sheet",
    "from_lots",
    "missed",
    "same_branch_pairs",
    "shuffled",
    "unavoidable",
]
