"""How a season's table is written, in public and in the office."""

from collections.abc import Iterable
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.translation import pgettext

from tournaments.bracket.words.names import listed
from tournaments.entries.names import APART
from tournaments.series.queries import Season, SeasonEvent, SeasonLine
from tournaments.series.season import Score
from tournaments.series.words import CRITERIA, SCALE_NAMES, standing_reason

register = template.Library()
register.filter("listed", listed)


@register.simple_tag
def why_there(season: Season, line: SeasonLine) -> str:
    """为什么在此位: the sentence of a row."""
    beside = season.by_key.get(line.ranked.beside)
    return standing_reason(line.ranked, beside.ranked if beside else None, season.scoring.criteria[0])


@register.simple_tag
def row_class(season: Season, line: SeasonLine, mine: int | str = 0) -> str:
    """The classes of a row: the first, who goes into the final, who is followed."""
    found = {"first": line.rank == 1, "in": line in season.qualified, "mine": bool(mine) and mine in line.branches}
    return " ".join(name for name, holds in found.items() if holds)


@register.filter
def legs(season: Season, line: SeasonLine) -> list[tuple[SeasonEvent, Score | None]]:
    """Each event that counts with what the row got in it."""
    return list(zip(season.counting, line.scores, strict=True))


@register.filter
def month_day(moment: datetime | None) -> str:
    """11/27, for the head of a narrow column."""
    if moment is None:
        return "–"
    local = timezone.localtime(moment)
    return f"{local.month}/{local.day}"


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
    return pgettext("scale", " · ").join(map(str, _shortened(list(scale))))


def _shortened(scale: list[int]) -> list[str]:
    """64, 48, 32×2, 16×4: what follows each other is counted."""
    found: list[list[int]] = []
    for points in scale:
        if found and found[-1][0] == points:
            found[-1][1] += 1
        else:
            found.append([points, 1])
    return [f"{points}×{count}" if count > 1 else str(points) for points, count in found]
