"""What notices hear of: a shell that fetches and calls one function of the plan, inside the action's transaction."""

from collections.abc import Callable
from datetime import datetime

from django.utils.dateparse import parse_datetime

from journal.recording import Happening
from notices import plan
from notices.recalls import Wrongs
from scoring.states import ScoringEvent
from tournaments.models import Match, Round, Tournament
from tournaments.states import TournamentEvent


def make_notices(happening: Happening) -> None:
    """For ``journal.recording.on_record``."""
    make = _MAKERS.get(happening.kind)
    if make is not None:
        make(happening)


def _tournament(happening: Happening) -> Tournament:
    return Tournament.objects.select_related("journal").get(journal=happening.journal)


def _row(happening: Happening) -> int:
    return int(happening.subject.partition(":")[2])


def _draw_confirmed(happening: Happening) -> None:
    plan.publish_draw(_tournament(happening), happening.subject)


def _draw_discarded(happening: Happening) -> None:
    plan.forget_draw(_tournament(happening), happening.subject)


def _match(happening: Happening) -> Match:
    rows = Match.objects.select_related("stage__tournament__journal", "round", "result")
    return rows.get(pk=_row(happening))


def _called(happening: Happening) -> None:
    plan.announce_call(_match(happening))


def _call_undone(happening: Happening) -> None:
    plan.forget_call(_match(happening))


def _result_changed(happening: Happening) -> None:
    plan.announce_result(_match(happening))


def _corrected(happening: Happening) -> None:
    said = happening.data
    sides = [(int(match), str(side)) for match, side in said["moved"]]
    wrongs = Wrongs(said["withdrawn"], sides, awards=said["awards_opened"])
    plan.announce_correction(_match(happening), said["version"], wrongs)


def _round_moved(happening: Happening) -> None:
    round_ = Round.objects.select_related("stage__tournament__journal").get(pk=_row(happening))
    plan.announce_move(round_, _moment(happening.data.get("before")))


def _moment(text: object) -> datetime | None:
    return parse_datetime(text) if isinstance(text, str) else None


def _bracket_changed(happening: Happening) -> None:
    plan.plan_reminders(_tournament(happening))


def _awards_confirmed(happening: Happening) -> None:
    plan.announce_awards(_tournament(happening))


def _awards_reopened(happening: Happening) -> None:
    plan.forget_awards(_tournament(happening))


_MAKERS: dict[str, Callable[[Happening], None]] = {
    TournamentEvent.DRAW_CONFIRMED: _draw_confirmed,
    TournamentEvent.DRAW_DISCARDED: _draw_discarded,
    TournamentEvent.MATCH_CALLED: _called,
    TournamentEvent.MATCH_CALL_UNDONE: _call_undone,
    ScoringEvent.CLOCK_START_UNDONE: _bracket_changed,
    TournamentEvent.RESULT_CONFIRMED: _result_changed,
    TournamentEvent.RESULT_CORRECTED: _corrected,
    TournamentEvent.REMEDY_SIGNED: _corrected,
    TournamentEvent.MATCH_RESET: _result_changed,
    TournamentEvent.ROUND_MOVED: _round_moved,
    TournamentEvent.ROUNDS_PLANNED: _bracket_changed,
    TournamentEvent.MATCH_MOVED: _bracket_changed,
    TournamentEvent.TEAM_WITHDRAWN: _bracket_changed,
    TournamentEvent.AWARDS_CONFIRMED: _awards_confirmed,
    TournamentEvent.AWARDS_REOPENED: _awards_reopened,
}
