"""Rounds of a stage before its draw, each with its clock."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max

from scoring.models import Clock
from tournaments.models import Round, Stage
from tournaments.play.rule_sets import stage_rules

USUAL_MINUTES = 60


def new_clock(stage: Stage) -> Clock:
    """As long as the rule set of the stage has it; not saved."""
    return Clock(minutes=stage_rules(stage).minutes or USUAL_MINUTES)


def add_rounds(stage: Stage, starts: Sequence[datetime]) -> list[Round]:
    """Rounds after the last one of the event, which is one of this stage or of the one before."""
    last = Round.objects.filter(stage__tournament=stage.tournament_id).aggregate(last=Max("number"))["last"] or 0
    clocks = Clock.objects.bulk_create(new_clock(stage) for _ in starts)
    return Round.objects.bulk_create(
        Round(stage=stage, number=number, starts_at=start, clock=clock)
        for number, (start, clock) in enumerate(zip(starts, clocks, strict=True), start=last + 1)
    )
