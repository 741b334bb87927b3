"""看点: the closest match, the most 双下, the longest run of deals, the fastest A, the greatest comeback; of finished
matches alone.

The facts of a match are worked out once for each result and cached: replaying its sheets takes some milliseconds, and
an event may have thousands of matches.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from itertools import groupby
from typing import Any, Final

from django.core.cache import cache
from redis import RedisError

from guandan_rules import Side
from scoring.models import Sheet
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.chronicle.queries.statistics import is_played
from tournaments.chronicle.queries.stories import Story, story_of
from tournaments.models import Game, Match

AT_ONCE: Final = 200
"""How many matches one reading works out; the others are left to the next one."""
CACHED_SECONDS: Final = 30 * 24 * 3600
BEHIND: Final = 0.45
"""A winner came from behind if his chance was once below that."""


class Feat(StrEnum):
    """The kinds of highlights: 最接近, 领先易手最多, 双下最多 (of a match, of a team), 连胜最长, 最快过A (in deals, in
    minutes), 逆转."""

    CLOSEST = "closest"
    LEADS = "leads"
    DOUBLES = "doubles"
    TEAM_DOUBLES = "team_doubles"
    STREAK = "streak"
    FASTEST_DEALS = "fastest_deals"
    FASTEST_MINUTES = "fastest_minutes"
    COMEBACK = "comeback"


@dataclass(frozen=True)
class Holder:
    """Whose feat it is: a match, a team, or a team in a match. ``leads``: how often the lead went over in it."""

    match: MatchView | None = None
    team: TeamLabel | None = None
    leads: int = 0


@dataclass(frozen=True)
class Highlight:
    """The ``value`` is a number of levels, deals, minutes, or a chance from 0 to 1; all who share it hold it."""

    feat: Feat
    value: float
    holders: tuple[Holder, ...]


@dataclass(frozen=True)
class Highlights:
    """``counted`` of the ``played`` matches are worked out so far."""

    played: int
    counted: int
    feats: tuple[Highlight, ...]

    @property
    def is_complete(self) -> bool:
        return self.counted == self.played


@dataclass(frozen=True)
class _Facts:
    """A match over all its games, home and away. ``gap``: levels between the sides at the end, None where points are
    counted. ``passed``: the side that passed A, after how many deals and minutes, the faster of several.
    ``lowest``: the least chance of the winner in a game that it won."""

    doubles: Sequence[int]
    streaks: Sequence[int]
    leads: int
    gap: int | None
    passed: str = ""
    deals: int = 0
    minutes: int | None = None
    lowest: float | None = None


_NAMES = {field.name for field in fields(_Facts)}


def highlights(matches: Iterable[MatchView], at_once: int = AT_ONCE) -> Highlights:
    """看点 of these matches as far as they were played, and not decided by a referee: six queries at most."""
    played = {m.id: m for m in matches if is_played(m) and not m.is_bye and not m.is_decided}
    games = [(played[pk], facts) for pk, facts in _facts_by_match(played, at_once).items()]
    levels = [(facts.gap, facts.leads, match) for match, facts in games if facts.gap is not None]
    closest = [((gap, -leads), Holder(match, leads=leads)) for gap, leads, match in levels]
    comebacks = [
        (facts.lowest, _holder(match, match.winner))
        for match, facts in games
        if facts.lowest is not None and facts.lowest < BEHIND
    ]
    passed = [(facts, _holder(match, facts.passed)) for match, facts in games if facts.passed]

    doubles: Counter[int] = Counter()
    teams: dict[int, TeamLabel] = {}
    for match, facts in games:
        for line, number in zip(match.lines, facts.doubles, strict=True):
            for one in line.each if number else ():
                doubles[one.id] += number
                teams[one.id] = one

    feats = [
        *_best(Feat.CLOSEST, closest, least=True),
        *_best(Feat.LEADS, [(facts.leads, Holder(match)) for match, facts in games if facts.leads > 1]),
        *_best(Feat.COMEBACK, comebacks, least=True),
        *_best(Feat.DOUBLES, _by_side(games, "doubles", above=1)),
        *_best(Feat.TEAM_DOUBLES, [(number, Holder(team=teams[pk])) for pk, number in doubles.items()]),
        *_best(Feat.STREAK, _by_side(games, "streaks", above=2)),
        *_best(Feat.FASTEST_DEALS, [(facts.deals, holder) for facts, holder in passed], least=True),
        *_best(Feat.FASTEST_MINUTES, [(f.minutes, holder) for f, holder in passed if f.minutes], least=True),
    ]
    return Highlights(len(played), len(games), tuple(feats))


def _best(feat: Feat, candidates: Sequence[tuple[Any, Holder]], *, least: bool = False) -> list[Highlight]:
    if not candidates:
        return []
    best = (min if least else max)(value for value, _ in candidates)
    value = best[0] if isinstance(best, tuple) else best
    return [Highlight(feat, value, tuple(holder for own, holder in candidates if own == best))]


def _holder(match: MatchView, side: str) -> Holder:
    return Holder(match, (match.home if side == Side.HOME else match.away).team)


def _by_side(games: Sequence[tuple[MatchView, _Facts]], name: str, *, above: int) -> list[tuple[int, Holder]]:
    return [
        (number, _holder(match, side))
        for match, facts in games
        for side, number in zip(Side, getattr(facts, name), strict=True)
        if number > above
    ]


def _facts_by_match(played: Mapping[int, MatchView], at_once: int) -> dict[int, _Facts]:
    """From the cache, else worked out, at most ``at_once``; none for a match without a deal or of which only the result
    was written down. Where the cache does not answer, the next reading works them out again."""
    results = Match.every.filter(pk__in=played, result__isnull=False).values_list("pk", "result_id", "result__at")
    keys = {pk: f"told:{result}:{at.timestamp()}" for pk, result, at in results}
    cached: dict[str, dict[str, Any]] = {}
    with suppress(RedisError):
        cached = cache.get_many(keys.values())
    # what has other fields was written by another release
    known = {pk: cached[key] for pk, key in keys.items() if key in cached and cached[key].keys() == _NAMES}
    missing = sorted(pk for pk in keys if pk not in known)[:at_once]
    if missing:
        games = Game.objects.filter(match__in=missing).select_related("sheet__clock")
        sheets: defaultdict[int, list[Sheet]] = defaultdict(list)
        for game in games.prefetch_related("sheet__deals", "sheet__penalties").order_by("match", "number"):
            sheets[game.match_id].append(game.sheet)
        for pk in missing:
            stories = [story for sheet in sheets[pk] if (story := story_of(sheet))]
            known[pk] = asdict(_facts_of(played[pk], stories))
        with suppress(RedisError):
            cache.set_many({keys[pk]: known[pk] for pk in missing}, CACHED_SECONDS)
    return {pk: _Facts(**facts) for pk, facts in known.items()}


def _facts_of(match: MatchView, stories: Sequence[Story]) -> _Facts:
    deals = [[moment for moment in story.moments if moment.is_deal] for story in stories]
    passed = [
        (len(own), own[-1].minutes, story.passed) for own, story in zip(deals, stories, strict=True) if story.passed
    ]
    fastest = min(passed, key=lambda way: way[0], default=(0, None, ""))
    won = [story for story in stories if story.winner and story.winner == match.winner]
    chances = [story.lowest.chance_of(story.winner) for story in won if story.lowest]
    gaps = [story.end.stood[0] - story.end.stood[1] for story in stories if story.levels]
    streaks = dict.fromkeys(Side, 0)
    for own in deals:
        for side, run in groupby(own, lambda deal: deal.side):
            if side:
                streaks[Side(side)] = max(streaks[Side(side)], len(list(run)))
    return _Facts(
        doubles=[sum(m.is_double and m.side == side for own in deals for m in own) for side in Side],
        streaks=list(streaks.values()),
        leads=sum(story.leads for story in stories),
        gap=abs(sum(gaps)) if gaps else None,
        passed=fastest[2],
        deals=fastest[0],
        minutes=fastest[1],
        lowest=min((chance for chance in chances if chance is not None), default=None),
    )
