"""抽签组队: teams of people who entered alone (S001-1: 个人报名, 搭档由抽签决定; S003: 先抓桌, 六人再抓组)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournaments.draw.method.chance import Chance

MAN = "m"


@dataclass(frozen=True, slots=True)
class Single:
    """``gender``: m, f or "" where it is not said."""

    id: int
    gender: str = ""


@dataclass(frozen=True, slots=True)
class Partners:
    """Ids of each team, in the order drawn, and of those who are ``left`` without one."""

    teams: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]


def draw_partners(singles: Sequence[Single], seed: str, *, seats: int = 2, mixed: bool = False) -> Partners:
    """Everybody in the given order is shuffled by the seed; the first ``seats`` are a team, the next ones, and so on.
    Whoever draws a table first and then a side of it draws just that: the first two teams sit at the first table.

    ``mixed``: a man and a woman each (混合双人); men are shuffled, then women; each man has the woman of his number.
    Whoever remains, and who has no gender where it counts, is left.
    """
    chance = Chance(seed)
    if not mixed:
        drawn = chance.shuffled(single.id for single in singles)
        full = len(drawn) // seats * seats
        return Partners(tuple(tuple(drawn[at : at + seats]) for at in range(0, full, seats)), tuple(drawn[full:]))
    men = chance.shuffled(single.id for single in singles if single.gender == MAN)
    women = chance.shuffled(single.id for single in singles if single.gender not in (MAN, ""))
    unsaid = tuple(single.id for single in singles if not single.gender)
    both = min(len(men), len(women))
    left = [one for pair in zip_longest(men[both:], women[both:]) for one in pair if one is not None]
    return Partners(tuple(zip(men[:both], women[:both], strict=True)), (*left, *unsaid))
