"""Rounds of a stage before its draw, each with its clock."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Max

from scoring import clocks
from scoring.games.win_loss import WinLoss
from scoring.models import Clock
from scoring.states import ClockState
from tournaments.bracket.rules.rule_sets import frozen_options, stage_minutes
from tournaments.models import Round, Stage, Tournament

USUAL_MINUTES = 60


def new_clock(stage: Stage) -> Clock:
    """A clock as the rules of the stage have it; not saved."""
    return Clock(**clock_terms(stage))


def clock_terms(stage: Stage) -> dict[str, Any]:
    """As long as the rules of the stage have it, for each game of a match unless one clock is for all; where they limit
    no time, or each match is played on a day of its own, the timetable reckons with the usual minutes and nothing
    rings. Fields of ``Clock``."""
    one_for_all = stage.tournament.match_clock or stage.game == WinLoss.name
    minutes, games = stage_minutes(stage), 1 if one_for_all else stage.tournament.best_of
    rings = minutes is not None and not stage.tournament.own_days
    return {"minutes": minutes or USUAL_MINUTES, "games": games, "rings": rings}


def sittings_of(round_: Round) -> list[Round]:
    """The sittings of the round of that number, the first one first."""
    rows = Round.objects.filter(stage=round_.stage_id, number=round_.number)
    return list(rows.select_related("clock", "stage__tournament__journal").order_by("sitting"))


def rounds_in_sittings(tournament: Tournament) -> list[list[Round]]:
    """All rounds of the event, the sittings of each together."""
    rows = Round.objects.filter(stage__tournament=tournament)
    in_order = rows.select_related("clock", "stage__tournament__journal", "stage__source").order_by("number", "sitting")
    return [list(of_round) for _, of_round in groupby(in_order, key=lambda round_: round_.number)]


def planned_span(sittings: Sequence[Round]) -> timedelta:
    """From the start of the first sitting of a round to the end of its last."""
    return sittings[-1].starts_at - sittings[0].starts_at + clocks.planned(sittings[-1].clock)


def following_round(round_: Round) -> Round | None:
    """The round after it in its stage."""
    later = Round.objects.filter(stage=round_.stage_id, number__gt=round_.number)
    return later.order_by("number", "sitting").first()


def add_rounds(stage: Stage, starts: Sequence[datetime]) -> list[Round]:
    """Rounds after the last one of the event, which is one of this stage or of the one before."""
    last = Round.objects.filter(stage__tournament=stage.tournament_id).aggregate(last=Max("number"))["last"] or 0
    clocks = Clock.objects.bulk_create(new_clock(stage) for _ in starts)
    return Round.objects.bulk_create(
        Round(stage=stage, number=number, starts_at=start, clock=clock)
        for number, (start, clock) in enumerate(zip(starts, clocks, strict=True), start=last + 1)
    )


def add_sittings(first: Round, starts: Sequence[datetime]) -> list[Round]:
    """分批: the second and further sittings of a round, with clocks as long as its own."""
    return [
        Round.objects.create(
            stage=first.stage, number=first.number, entrants=first.entrants, sitting=sitting, starts_at=start,
            clock=Clock.objects.create(minutes=first.clock.minutes, games=first.clock.games, rings=first.clock.rings),
        )
        for sitting, start in enumerate(starts, start=2)
    ]  # fmt: skip


def freeze_rules(tournament: Tournament) -> None:
    """What the options of the event and its stages come to, with the minutes of clocks that have not run."""
    for stage in Stage.objects.filter(tournament=tournament).select_related("tournament"):
        stage.rule_set = frozen_options(stage)
        stage.save(update_fields=["rule_set"])
        Clock.objects.filter(round__stage=stage, state=ClockState.SET).update(**clock_terms(stage))
