"""The one order in which actions lock rows, so that no two ever wait for each other in a circle.

The series, the stages, their matches by number, their rounds and clocks, the event, its draw, its branches, its teams;
each only if the action needs it. Whoever locks one match alone does not lock the stage.
"""

from django.db.models import F

from journal.queries import last_event_number
from journal.recording import Happening
from journal.refusals import Problem, Refused, WrongState
from tournaments.codes import Code, TournamentEvent
from tournaments.models import Branch, Draw, Match, Round, Series, Stage, Team, Tournament
from tournaments.states import DRAW_TRANSITIONS

OF_THE_ARCHIVE = (
    TournamentEvent.TOURNAMENT_ARCHIVED, TournamentEvent.TOURNAMENT_RESTORED, TournamentEvent.TOURNAMENT_IMPORTED,
    TournamentEvent.PERSON_FORGOTTEN, TournamentEvent.PEOPLE_FORGOTTEN,
)  # fmt: skip
"""What may happen to an event in the archive: it moves, and people are forgotten in it."""


def refuse_in_archive(happening: Happening) -> None:
    """For ``journal.recording.on_record``: an archived event is taken out of the archive before anything changes."""
    tournament = getattr(happening.journal, "tournament", None)  # read already where the journal came with it
    if happening.kind not in OF_THE_ARCHIVE and tournament and tournament.archived_at:
        raise Refused(Problem(Code.ARCHIVED))


def locked_matches(stage: Stage) -> list[Match]:
    """All matches of the stage: whoever calls one, or saves a deal, meanwhile waits. Their boards are locked with them.

    The stage goes first, lest a draw makes matches between the look and the lock.
    """
    Stage.objects.select_for_update(no_key=True).get(pk=stage.pk)
    rows = Match.every.select_for_update(of=("self",), no_key=True).filter(stage=stage)
    # team matches before their boards, as whoever decides one of them does
    in_order = list(rows.order_by(F("team_match").asc(nulls_first=True), "number"))
    return [match for match in in_order if not match.board]


def locked_event(tournament: Tournament, *states: str) -> Tournament:
    """The event with all its matches, its rounds and their clocks, which nobody starts meanwhile; ``states`` as of
    ``locked_tournament``."""
    stages = list(tournament.stages.order_by("number"))
    for stage in stages:
        locked_matches(stage)
    for stage in stages:
        rounds = Round.objects.select_for_update(of=("self", "clock"), no_key=True).filter(stage=stage)
        list(rounds.select_related("clock").order_by("number", "sitting"))
    return locked_tournament(tournament, *states)


def locked_tournament(tournament: Tournament, *states: str) -> Tournament:
    """The event; ``WrongState`` unless it is in one of ``states`` (any, if none is given)."""
    rows = Tournament.objects.select_for_update(of=("self",), no_key=True).select_related("journal")
    row = rows.get(pk=tournament.pk)
    if states and row.state not in states:
        raise WrongState(row.subject, row.state)
    return row


def locked_series(series: Series) -> Series:
    """The series with its journal: its settings and which events are in it do not change meanwhile."""
    rows = Series.objects.select_for_update(of=("self",), no_key=True).select_related("journal")
    return rows.get(pk=series.pk)


def locked_matches_of(round_: Round) -> list[Match]:
    """What is played at tables in the round, by number, locked and then read, with its clock and the journal."""
    rows = Match.every.filter(round=round_).order_by(F("team_match").asc(nulls_first=True), "number")
    list(rows.select_for_update(no_key=True).values_list("pk"))
    at_tables = Match.at_tables.filter(round=round_).order_by("number")
    return list(at_tables.select_related("stage__tournament__journal", "round__clock"))


def locked_draw(draw: Draw, target: str, *, seen: int | None = None) -> Draw:
    """The draw, which may become ``target`` and did not change since the event ``seen``; else ``WrongState``."""
    rows = Draw.objects.select_for_update(of=("self",)).select_related("stage__tournament__journal")
    row = rows.get(pk=draw.pk)
    if target not in DRAW_TRANSITIONS[row.state]:
        raise WrongState(row.subject, row.state)
    if seen is not None and seen != last_event_number(row.stage.tournament.journal, row.subject):
        raise WrongState(row.subject, "changed")
    return row


def lock_entries(tournament: Tournament) -> None:
    """Entries and withdrawals that come now wait until the draw stands."""
    list(Branch.objects.select_for_update(no_key=True).filter(tournament=tournament).order_by("pk"))
    list(Team.objects.select_for_update(of=("self",), no_key=True).filter(branch__tournament=tournament).order_by("pk"))
