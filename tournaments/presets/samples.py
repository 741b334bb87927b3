"""样例: entries to look at and to rehearse with. Players are 队员甲, 队员乙 …, never invented people."""

from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.seats import USUAL

LETTERS = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥"


def sample_player(number: int) -> str:
    """队员甲 is number 0; after 队员亥 they are numbered."""
    return f"队员{LETTERS[number]}" if number < len(LETTERS) else f"队员第{number + 1}号"


def sample_entry(quota: int, seats: int = USUAL, first: int = 0) -> BranchEntry:
    """A full form: 队员甲 leads and plays in 一队 with 队员乙, 队员丙 and 队员丁 are 二队 …, counted from ``first``."""

    def player(number: int) -> PlayerEntry:
        return PlayerEntry(sample_player(first + number), "f" if number % 2 else "m")

    teams = tuple(TeamEntry(n + 1, tuple(player(seats * n + i) for i in range(seats))) for n in range(quota))
    return BranchEntry(leader=sample_player(first), teams=teams)
