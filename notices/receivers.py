"""What notices hear of: a shell that fetches and calls one function of the plan, inside the action's transaction."""

from collections.abc import Callable
from datetime import datetime

from django.utils.dateparse import parse_datetime

from journal.recording import Happening
from notices import plan
from notices.models import Mailing, Wording
from notices.recalls import Wrongs
from notices.states import NoticeKind
from scoring.states import ScoringEvent
from tournaments.codes import TournamentEvent
from tournaments.models import Match, Round, Tournament


def make_notices(happening: Happening) -> None:
    """For ``journal.recording.on_record``."""
    make = _MAKERS.get(happening.kind)
    if make is not None:
        make(happening)


def _tournament(happening: Happening) -> Tournament:
    return Tournament.objects.select_related("journal").get(journal=happening.journal)


def _draw_confirmed(happening: Happening) -> None:
    plan.publish_draw(_tournament(happening), happening.row)


def _draw_discarded(happening: Happening) -> None:
    plan.forget_draw(_tournament(happening), happening.row)


def _match(happening: Happening) -> Match:
    rows = Match.objects.select_related("stage__tournament__journal", "round", "result")
    return rows.get(pk=happening.row)


def _called(happening: Happening) -> None:
    plan.announce_call(_match(happening))


def _call_undone(happening: Happening) -> None:
    plan.forget_call(_match(happening))


def _result_confirmed(happening: Happening) -> None:
    if happening.data["version"] == 1 and not happening.data["automatic"]:
        plan.announce_first_result(happening.journal.tournament, happening.row)
    else:
        _result_changed(happening)


def _result_changed(happening: Happening) -> None:
    plan.announce_result(_match(happening))


def _corrected(happening: Happening) -> None:
    data = happening.data
    sides = [(int(match), str(side)) for match, side in data["moved"]]
    wrongs = Wrongs(data["withdrawn"], sides, awards=data["awards_opened"])
    plan.announce_correction(_match(happening), data["version"], wrongs)


def _round_moved(happening: Happening) -> None:
    round_ = Round.objects.select_related("stage__tournament__journal").get(pk=happening.row)
    plan.announce_move(round_, _moment(happening.data.get("before")))


def _moment(text: object) -> datetime | None:
    return parse_datetime(text) if isinstance(text, str) else None


def _bracket_changed(happening: Happening) -> None:
    plan.plan_reminders(_tournament(happening))


def _awards_confirmed(happening: Happening) -> None:
    plan.announce_awards(_tournament(happening))
    plan.plan_expiry(_tournament(happening))


def _awards_reopened(happening: Happening) -> None:
    plan.forget_awards(_tournament(happening))
    plan.plan_expiry(_tournament(happening))


def _expiry_changed(happening: Happening) -> None:
    plan.plan_expiry(_tournament(happening))


def _edited(happening: Happening) -> None:
    if "personal_months" in happening.data["fields"]:
        _expiry_changed(happening)


def _copied(happening: Happening) -> None:
    """The words that the event before had for its notices are the new one's too, and what it did not mail."""
    before, made = happening.data["of"], _tournament(happening)
    words = Wording.objects.filter(tournament=before).values("kind", "title", "text")
    Wording.objects.bulk_create(Wording(tournament=made, **row) for row in words)
    silenced = Mailing.objects.filter(tournament=before).values("silenced")
    Mailing.objects.bulk_create(Mailing(tournament=made, **row) for row in silenced)


def _entry_reminded(happening: Happening) -> None:
    plan.tell_branch(_tournament(happening), NoticeKind.ENTRY_REMINDER, happening.row)


def _entry_returned(happening: Happening) -> None:
    plan.tell_branch(_tournament(happening), NoticeKind.ENTRY_RETURNED, happening.row)


def _entry_accepted(happening: Happening) -> None:
    plan.tell_branch(_tournament(happening), NoticeKind.ENTRY_ACCEPTED, happening.row)


def _entry_handed_in(happening: Happening) -> None:
    plan.forget_entry(_tournament(happening), happening.row)


_MAKERS: dict[str, Callable[[Happening], None]] = {
    TournamentEvent.DRAW_CONFIRMED: _draw_confirmed,
    TournamentEvent.DRAW_DISCARDED: _draw_discarded,
    TournamentEvent.MATCH_CALLED: _called,
    TournamentEvent.MATCH_CALL_UNDONE: _call_undone,
    ScoringEvent.CLOCK_START_UNDONE: _bracket_changed,
    TournamentEvent.RESULT_CONFIRMED: _result_confirmed,
    TournamentEvent.RESULT_CORRECTED: _corrected,
    TournamentEvent.REMEDY_SIGNED: _corrected,
    TournamentEvent.MATCH_RESET: _result_changed,
    TournamentEvent.ROUND_MOVED: _round_moved,
    TournamentEvent.ROUNDS_PLANNED: _bracket_changed,
    TournamentEvent.MATCH_MOVED: _bracket_changed,
    TournamentEvent.TEAM_WITHDRAWN: _bracket_changed,
    TournamentEvent.AWARDS_CONFIRMED: _awards_confirmed,
    TournamentEvent.AWARDS_REOPENED: _awards_reopened,
    TournamentEvent.ENTRY_REMINDED: _entry_reminded,
    TournamentEvent.ENTRY_RETURNED: _entry_returned,
    TournamentEvent.ENTRY_ACCEPTED: _entry_accepted,
    TournamentEvent.ENTRY_HANDED_IN: _entry_handed_in,
    TournamentEvent.TOURNAMENT_COPIED: _copied,
    TournamentEvent.TOURNAMENT_EDITED: _edited,
    TournamentEvent.TOURNAMENT_ARCHIVED: _expiry_changed,
    TournamentEvent.TOURNAMENT_RESTORED: _expiry_changed,
    TournamentEvent.PEOPLE_FORGOTTEN: _expiry_changed,
}
