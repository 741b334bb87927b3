"""赛制编排 in words: who comes into a stage, and what the office should know about the plan."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event.queries.shape import Outlook, StageShape
from tournaments.event.words.advice import late_words, takes_words
from tournaments.forecast.legs import Leg
from tournaments.forecast.timetable import ForecastRound
from tournaments.formats import made


@dataclass(frozen=True)
class StageNode:
    """A stage in the picture of who goes where, with the stages that its teams go on to."""

    stage: StageShape
    leg: Leg | None
    entrance: str
    takes: str
    rounds: tuple[ForecastRound, ...]
    later: "tuple[StageNode, ...]"

    @property
    def matches(self) -> int:
        return sum(round_.matches for round_ in self.rounds)


def stage_tree(seen: Outlook) -> tuple[StageNode, ...]:
    """The first stage, and behind it all that follow."""
    return _nodes(seen, source=0)


def _nodes(seen: Outlook, source: int) -> tuple[StageNode, ...]:
    stages = enumerate(seen.shape.stages, start=1)
    return tuple(
        StageNode(stage, seen.legs[number - 1], _entrance(stage, seen.teams), _takes(stage),
                  seen.of_stages[number - 1], _nodes(seen, number))
        for number, stage in stages
        if stage.source == source
    )  # fmt: skip


def _entrance(stage: StageShape, teams: int) -> str:
    if not stage.source:
        return ngettext("%(n)s team, by lot", "%(n)s teams, by lot", teams) % {"n": teams}
    by_lot, by_place = _("places %(first)s to %(last)s, by lot"), _("the places %(first)s to %(last)s go on")
    words = by_lot if stage.by_lot else by_place
    return words % {"first": stage.first_place, "last": stage.first_place + stage.places - 1}


def _takes(stage: StageShape) -> str:
    format_ = made(stage.format, dict(stage.settings))
    return takes_words(format_.fewest, format_.most)


def shape_warnings(seen: Outlook) -> list[str]:
    """What does not hold: too few or too many teams for a format, too few matches for somebody, days that get too
    long."""
    warnings = []
    if not seen.teams:
        warnings.append(_("Please say how many teams are expected; the rest follows from it."))
    for number, (stage, leg) in enumerate(zip(seen.shape.stages, seen.legs, strict=True), start=1):
        if leg is None and (seen.teams or number > 1):
            entries = stage.places or seen.teams
            words = _("Stage %(number)s does not take %(teams)s teams.") % {"number": number, "teams": entries}
            warnings.append(f"{words} {_takes(stage)}")
    warnings += [seldom_words(seen)] if seen.is_too_seldom else []
    warnings += [late_words(late.day, late.number, late.ends)] if (late := seen.late) else []
    return warnings


def seldom_words(seen: Outlook) -> str:
    """Of an outlook in which somebody plays less often than was wished."""
    least = seen.first.least if seen.first else 0
    words = ngettext(
        "With %(teams)s teams some play %(least)s match only; %(wish)s are wanted for everybody.",
        "With %(teams)s teams some play %(least)s matches only; %(wish)s are wanted for everybody.",
        least,
    )
    return words % {"teams": seen.teams, "least": least, "wish": seen.shape.plan.least}
