"""What a confirmed draw makes: the frozen rules and named rounds of its stage, and its matches; how far a ceremony is
at a moment, and how it ends with its draw."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from journal import clock
from journal.recording import record
from journal.refusals import Problem
from journal.states import become
from scoring.models import Clock
from tournaments.bracket.rules.bracket_moves import team_facts
from tournaments.bracket.rules.building import build_matches
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.rounds import clock_terms
from tournaments.bracket.rules.rule_sets import frozen_options
from tournaments.codes import Code, TournamentEvent
from tournaments.draw.method import showing
from tournaments.draw.method.showing import DrawnLot
from tournaments.formats import FORMATS
from tournaments.models import Ceremony, Draw, Round, Stage, Team, Tournament
from tournaments.states import CeremonyPace, CeremonyState, DrawState

LONGEST_SEED = 64


def publish(draw: Draw, tournament: Tournament, teams: Sequence[Team], *, by: User | None) -> None:
    """The stage of a confirmed draw gets its names of rounds, its rule set and clocks as they are now, and its matches;
    everybody hears of it. Planned rounds that it does not need are dropped, and the rounds of later stages move up, so
    that they count through the event without a gap.
    """
    by_id = {team.pk: team for team in teams}
    stage, size = draw.stage, len(draw.positions)
    stage.size, stage.rule_set = size, frozen_options(stage)
    stage.save(update_fields=["size", "rule_set"])
    numbers = list(stage.rounds.filter(sitting=1).order_by("number").values_list("number", flat=True))
    names = format_of(stage).rounds(size)
    for number, entrants in zip(numbers, names, strict=False):
        stage.rounds.filter(number=number).update(entrants=entrants)
    dropped = numbers[len(names) :]
    for round_ in stage.rounds.filter(number__in=dropped).select_related("clock"):
        round_.delete()
        round_.clock.delete()
    later = Round.objects.filter(stage__tournament=stage.tournament_id, stage__number__gt=stage.number)
    for round_ in later.order_by("number") if dropped else ():
        round_.number -= len(dropped)
        round_.save(update_fields=["number"])
    Clock.objects.filter(round__stage=stage).update(**clock_terms(stage))
    build_matches(stage, draw.positions, list(tournament.tables.order_by("number")))
    record(
        tournament.journal,
        TournamentEvent.DRAW_CONFIRMED,
        draw.subject,
        by=by,
        **draw_facts(draw),
        seed=draw.seed,
        breaches=len(draw.breaches),
        reason=draw.reason,
        rounds_dropped=len(dropped),
        positions=[team_facts(by_id[team]) if team else None for team in draw.positions],
    )


def seed_problems(seed: str) -> list[Problem]:
    """At the field ``seed``."""
    return [Problem(Code.TEXT_TOO_LONG, "seed", {"most": LONGEST_SEED})] if len(seed) > LONGEST_SEED else []


def next_number(tournament: Tournament) -> int:
    """Draws are counted through the event."""
    return Draw.objects.filter(stage__tournament=tournament).count() + 1


def draw_facts(draw: Draw) -> dict[str, Any]:
    """For its line in the journal."""
    size = len(draw.positions)
    return {
        "draw": draw.pk,
        "number": draw.number,
        "method": draw.method,
        "teams": len(draw.teams),
        "size": size,
        "byes": max(0, size - len(draw.teams)),
    }


def lots_of(ceremony: Ceremony) -> tuple[DrawnLot, ...]:
    """All its lots in their order; of lots drawn by hand those that are typed."""
    if ceremony.by_hand:
        return showing.typed(ceremony.lots)
    assert ceremony.draw is not None  # only lots drawn by hand come before their draw
    is_sheet = FORMATS[ceremony.stage.format].is_drawn_in_pairs
    return showing.in_turn(ceremony.teams, ceremony.draw.positions, is_sheet=is_sheet)


def shown_at(ceremony: Ceremony, now: datetime) -> int:
    """How many lots are shown: all of a draw that is published, else what the row and the clock say."""
    if ceremony.draw and ceremony.draw.state == DrawState.CONFIRMED:
        return len(ceremony.teams)
    if not counts(ceremony) or ceremony.since is None:
        return ceremony.shown
    return showing.turned(ceremony.shown, len(ceremony.teams), ceremony.since, now, ceremony.seconds)


def counts(ceremony: Ceremony) -> bool:
    """Does the clock turn the lots?"""
    return not ceremony.by_hand and ceremony.state == CeremonyState.RUNNING and ceremony.pace == CeremonyPace.AUTO


def moments_of(ceremony: Ceremony) -> Iterator[datetime]:
    """When a lot will be shown although nobody does anything."""
    if counts(ceremony) and ceremony.since is not None:
        yield from showing.moments(ceremony.shown, len(ceremony.teams), ceremony.since, ceremony.seconds)


def of_stage(stage: Stage) -> Ceremony | None:
    """The ceremony that is on, locked."""
    rows = Ceremony.objects.select_for_update(of=("self",)).select_related("stage__tournament__journal", "draw")
    return rows.filter(stage=stage).exclude(state=CeremonyState.OVER).first()


def end(ceremony: Ceremony, draw: Draw | None, *, by: User | None) -> None:
    """Nothing more is shown; ``draw`` is what was drawn by hand, or what was shown."""
    journal = ceremony.stage.tournament.journal
    shown = shown_at(ceremony, clock.now(journal))
    become(ceremony, CeremonyState.OVER, shown=shown, since=None, draw=draw)
    record(journal, TournamentEvent.CEREMONY_OVER, ceremony.subject, by=by, shown=shown)
