"""How a season's table is written, in public and in the office."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby

from django import template
from django.utils import timezone
from django.utils.translation import gettext, pgettext

from tournaments.bracket.words.names import listed
from tournaments.entries.names import APART
from tournaments.series.queries import BranchLine, Season, SeasonEvent, SeasonLine
from tournaments.series.season import Score
from tournaments.series.words import CRITERIA, SCALE_NAMES, standing_reason

register = template.Library()
register.filter("listed", listed)


@register.simple_tag
def why_there(season: Season, line: SeasonLine | BranchLine) -> str:
    """为什么在此位: the sentence of a row."""
    is_team = isinstance(line, SeasonLine)
    scoring = season.scoring if is_team else season.branch_scoring
    beside = (season.by_key if is_team else season.branch_by_key).get(line.ranked.beside)
    return standing_reason(line.ranked, beside.ranked if beside else None, scoring.criteria[0])


@register.simple_tag
def row_class(season: Season, line: SeasonLine | BranchLine, mine: int | str = 0) -> str:
    """The classes of a row: the first, who goes into the final, who is followed."""
    classes = {"first": line.rank == 1, "in": line in season.qualified, "mine": bool(mine) and mine in line.branches}
    return " ".join(name for name, holds in classes.items() if holds)


@dataclass(frozen=True)
class Leg:
    """What a row got in an event: no ``scores`` where it did not take part."""

    event: SeasonEvent
    scores: tuple[Score, ...]

    @property
    def points(self) -> Fraction:
        return sum((score.points for score in self.scores), Fraction(0))

    @property
    def counts(self) -> bool:
        return any(score.counts for score in self.scores)

    @property
    def places(self) -> str:
        """1、4, and 5×2 where two teams of a branch share a place."""
        runs = [(place, len(list(run))) for place, run in groupby(score.place for score in self.scores if score.place)]
        return listed(f"{place}×{count}" if count > 1 else str(place) for place, count in runs)


@register.filter
def legs(season: Season, line: SeasonLine | BranchLine) -> list[Leg]:
    """Each event that counts with what the row got in it."""
    return [Leg(event, scores) for event, scores in zip(season.counting, line.legs, strict=True)]


@register.filter
def table_name(season: Season) -> str:
    """What the first of its tables is called."""
    return gettext("Branch totals") if season.counts.has_branches else gettext("Season table")


@register.filter
def month_day(moment: datetime | None) -> str:
    """11/27, for the head of a narrow column."""
    if moment is None:
        return "–"
    local = timezone.localtime(moment)
    return f"{local.month}/{local.day}"


@register.filter
def events_name(season: Season) -> str:
    """What its events are called together; a sports meeting is no season."""
    return gettext("Events of the season") if season.counts.has_teams else gettext("Events")


@register.simple_tag
def column_head(season: Season, event: SeasonEvent) -> str:
    """The day of an event; at a sports meeting, where all may be on one day, its name."""
    if not season.counts.has_teams:
        return event.tournament.name
    with event.tournament.at_home():
        return month_day(event.starts_at)


@register.filter
def line_names(lines: Iterable[SeasonLine]) -> str:
    """甲乙（机电分会）、…"""
    return listed(f"{listed(line.competitor.players)} ({line.competitor.branch})" for line in lines)


@register.filter
def key_words(key: str) -> str:
    """A competitor by its key alone: 机电分会 甲、乙."""
    branch, *players = key.split(APART)
    return f"{branch} {listed(players)}"


@register.filter
def criteria_names(criteria: Iterable[str]) -> str:
    """In which order competitors are told apart."""
    return pgettext("criteria", ", ").join(str(CRITERIA[name]) for name in criteria)


@register.filter
def scale_words(scale: tuple[int, ...]) -> str:
    """Points by place as a regulation writes them, or that those of the events count."""
    if not scale:
        return str(SCALE_NAMES["own"])
    # 64, 48, 32×2, 16×4: what follows each other is counted
    runs = [(points, len(list(run))) for points, run in groupby(scale)]
    return pgettext("scale", " · ").join(f"{points}×{count}" if count > 1 else str(points) for points, count in runs)
