"""Changes of clocks and sheets. Teams, matches and who may act are the caller's business."""

from scoring.actions.clocks import (
    LONGEST_EXTENSION,
    extend_clock,
    extend_sheet,
    pause_clock,
    resume_clock,
    start_clock,
    undo_extension,
    undo_pause,
    undo_sheet_extension,
    undo_start,
)
from scoring.actions.deals import answer_bell, correct_deal, enter, undo_deal
from scoring.actions.penalties import enter_penalty, strike_penalty
from scoring.actions.sheets import (
    Answer,
    answer_sheet,
    begin_sheet,
    close_sheet,
    correct_closed_sheet,
    reopen_sheet,
    resume_sheet,
)
from scoring.actions.submissions import choose_submission, submit

__all__ = [
    "LONGEST_EXTENSION",
    "Answer",
    "answer_bell",
    "answer_sheet",
    "begin_sheet",
    "choose_submission",
    "close_sheet",
    "correct_closed_sheet",
    "correct_deal",
    "enter",
    "enter_penalty",
    "extend_clock",
    "extend_sheet",
    "pause_clock",
    "reopen_sheet",
    "resume_clock",
    "resume_sheet",
    "start_clock",
    "strike_penalty",
    "submit",
    "undo_deal",
    "undo_extension",
    "undo_pause",
    "undo_sheet_extension",
    "undo_start",
]
