"""样例: entries to look at and to rehearse with. Players are 队员甲, 队员乙 …, never invented people."""

from tournaments.entry_forms import BranchEntry, PlayerEntry, TeamEntry

LETTERS = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥"


def sample_player(number: int) -> str:
    """队员甲 is number 0; after 队员亥 they are numbered."""
    return f"队员{LETTERS[number]}" if number < len(LETTERS) else f"队员第{number + 1}号"


def sample_entry(quota: int) -> BranchEntry:
    """A full form: 队员甲 leads and plays in 一队 with 队员乙, 队员丙 and 队员丁 are 二队, and so on."""
    teams = tuple(
        TeamEntry(n + 1, (PlayerEntry(sample_player(2 * n), "m"), PlayerEntry(sample_player(2 * n + 1), "f")))
        for n in range(quota)
    )
    return BranchEntry(leader=sample_player(0), teams=teams)
