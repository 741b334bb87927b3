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
class KindRow:
    """``template`` stands in templates/notices/, ``audience`` finds mail addresses, ``page`` is the name of the page of
    the event to which it leads (a match's own page where it is about one), ``on_board``: everybody may read it.
    """

    template: str
    audience: Callable[[Notice, audience.People], Iterable[str]]
    page: str = "event"
    on_board: bool = True


KINDS: Final[dict[NoticeKind, KindRow]] = {
    NoticeKind.DRAW_PUBLISHED: KindRow("draw", audience.everybody_in_charge, "bracket"),
    NoticeKind.ROUND_DAY_BEFORE: KindRow("round", audience.office_of, "rounds"),
    NoticeKind.ROUND_SOON: KindRow("round", audience.office_of, "rounds"),
    NoticeKind.MATCH_DAY_BEFORE: KindRow("match", audience.own_team, on_board=False),
    NoticeKind.MATCH_SOON: KindRow("match", audience.own_team, on_board=False),
    NoticeKind.ROUND_MOVED: KindRow("moved", audience.candidates_of_round, "timetable"),
    NoticeKind.CHALLENGED: KindRow("challenged", audience.own_contact, on_board=False),
    NoticeKind.CHALLENGE_UNDONE: KindRow("challenge_undone", audience.already_addressed, on_board=False),
    NoticeKind.DAY_PROPOSED: KindRow("day_proposed", audience.own_contact, on_board=False),
    NoticeKind.DAY_AGREED: KindRow("day_agreed", audience.own_contact, on_board=False),
    NoticeKind.DAY_AWAITED: KindRow("day_awaited", audience.own_contact, on_board=False),
    NoticeKind.RESULT_AWAITED: KindRow("result_awaited", audience.own_contact, on_board=False),
    NoticeKind.ROUND_CLOSES: KindRow("round_closes", audience.office_of, "rounds", on_board=False),
    NoticeKind.MATCH_CALLED: KindRow("called", audience.own_team, on_board=False),
    NoticeKind.CALL_UNDONE: KindRow("call_undone", audience.already_addressed, on_board=False),
    NoticeKind.RESULT: KindRow("result", audience.both_teams),
    NoticeKind.AWARDS: KindRow("awards", audience.everybody_in_charge, "results"),
    NoticeKind.DAILY_REPORT: KindRow("daily_report", audience.office_of, "report"),
    NoticeKind.RECALL: KindRow("recall", audience.already_addressed),
    NoticeKind.ENTRY_REMINDER: KindRow("entry_reminder", audience.own_branch, on_board=False),
    NoticeKind.ENTRY_RETURNED: KindRow("entry_returned", audience.own_branch, on_board=False),
    NoticeKind.ENTRY_ACCEPTED: KindRow("entry_accepted", audience.own_branch, on_board=False),
    NoticeKind.ANNOUNCEMENT: KindRow("announcement", audience.of_announcement, "notices", on_board=False),
    NoticeKind.WITHDRAWN: KindRow("withdrawn", audience.already_addressed, on_board=False),
    NoticeKind.CHANNEL_TEST: KindRow("channel_test", audience.already_addressed, on_board=False),
    NoticeKind.PERSONAL_DATA: KindRow("personal_data", audience.office_of, "archive", on_board=False),
}
ON_BOARD: Final = tuple(code for code, kind in KINDS.items() if kind.on_board)


def kind_of(notice: Notice) -> KindRow:
    """The row of the notice's kind."""
    return KINDS[NoticeKind(notice.kind)]


def addresses(notice: Notice, people: audience.People) -> list[str]:
    """The mail addresses of the notice's audience as it is now, each once, however it is capitalised."""
    unique: dict[str, str] = {}
    for address in kind_of(notice).audience(notice, people):
        if address.strip():
            unique.setdefault(address.strip().casefold(), address.strip())
    return list(unique.values())
