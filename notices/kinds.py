"""The kinds of notices, a row each: where the words stand, who hears it by mail, where it leads, and who may read it.

A new kind is a name in `NoticeKind`, a row here, a template, and in `receivers` the event that gives occasion to it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from notices import audience
from notices.models import Notice
from notices.states import NoticeKind


@dataclass(frozen=True)
class Kind:
    """``template`` stands in templates/notices/, ``audience`` finds mail addresses, ``page`` is the name of the page of
    the event to which it leads (a match's own page where it is about one), ``on_board``: everybody may read it.
    """

    template: str
    audience: Callable[[Notice, audience.People], Iterable[str]]
    page: str = "event"
    on_board: bool = True


KINDS: Final[dict[NoticeKind, Kind]] = {
    NoticeKind.DRAW_PUBLISHED: Kind("draw", audience.everybody_in_charge, "bracket"),
    NoticeKind.ROUND_DAY_BEFORE: Kind("round", audience.office_of, "rounds"),
    NoticeKind.ROUND_SOON: Kind("round", audience.office_of, "rounds"),
    NoticeKind.MATCH_DAY_BEFORE: Kind("match", audience.own_team, on_board=False),
    NoticeKind.MATCH_SOON: Kind("match", audience.own_team, on_board=False),
    NoticeKind.ROUND_MOVED: Kind("moved", audience.candidates_of_round, "timetable"),
    NoticeKind.MATCH_CALLED: Kind("called", audience.own_team, on_board=False),
    NoticeKind.CALL_UNDONE: Kind("call_undone", audience.told_wrong, on_board=False),
    NoticeKind.RESULT: Kind("result", audience.both_teams),
    NoticeKind.AWARDS: Kind("awards", audience.everybody_in_charge, "results"),
    NoticeKind.DAILY_REPORT: Kind("daily_report", audience.office_of, "report"),
    NoticeKind.RECALL: Kind("recall", audience.told_wrong),
    NoticeKind.ENTRY_REMINDER: Kind("entry_reminder", audience.own_branch, on_board=False),
    NoticeKind.ENTRY_RETURNED: Kind("entry_returned", audience.own_branch, on_board=False),
    NoticeKind.ENTRY_ACCEPTED: Kind("entry_accepted", audience.own_branch, on_board=False),
    NoticeKind.ANNOUNCEMENT: Kind("announcement", audience.of_announcement, "notices", on_board=False),
    NoticeKind.WITHDRAWN: Kind("withdrawn", audience.told_wrong, on_board=False),
    NoticeKind.CHANNEL_TEST: Kind("channel_test", audience.told_wrong, on_board=False),
    NoticeKind.PERSONAL_DATA: Kind("personal_data", audience.office_of, "archive", on_board=False),
}
ON_BOARD: Final = tuple(code for code, kind in KINDS.items() if kind.on_board)


def kind_of(notice: Notice) -> Kind:
    """The row of the notice's kind."""
    return KINDS[NoticeKind(notice.kind)]


def addresses(notice: Notice, people: audience.People) -> list[str]:
    """The mail addresses of the notice's audience as it is now, each once, however it is capitalised."""
    unique: dict[str, str] = {}
    for address in kind_of(notice).audience(notice, people):
        if address.strip():
            unique.setdefault(address.strip().casefold(), address.strip())
    return list(unique.values())
