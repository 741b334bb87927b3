"""比赛日: the days on which an event plays, on the calendar of its zone, and what each brought."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.db.models import Exists, OuterRef

from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView, stages_of
from tournaments.formats.format import Drawing
from tournaments.models import Match, Round, Tournament
from tournaments.states import MatchState

SETTLED = (MatchState.OVER, MatchState.BYE)


@dataclass(frozen=True)
class DayReport:
    """``number`` counts the playing days from 1; ``rounds``, or sittings, of the day with their decided matches;
    ``open``: how many are not over. Of stages that are drawn as a tree: ``through``, the teams of the day that are in a
    later round, and ``out``, those that lost and are in none (nobody on the last day, which has a podium). ``tables``:
    stages of which the day played and whose places follow from points. ``next``: the rounds of the next playing day."""

    number: int
    starts_at: datetime
    rounds: tuple[RoundView, ...]
    open: int
    through: tuple[TeamLabel, ...]
    out: tuple[TeamLabel, ...]
    tables: tuple[StageView, ...]
    next: tuple[RoundView, ...]

    @property
    def decided(self) -> tuple[RoundView, ...]:
        return tuple(r for r in self.rounds if r.matches)

    @property
    def matches(self) -> tuple[MatchView, ...]:
        """Those that are over."""
        return tuple(match for r in self.rounds for match in r.matches)

    @property
    def has_two_lives(self) -> bool:
        """Is a defeat not the end?"""
        return any(r.stage.shape.has_parts for r in self.rounds)

    @property
    def is_last(self) -> bool:
        return not self.next


@dataclass(frozen=True)
class PlayingDay:
    """A day of play: its first start, and whether there are matches of it that are still open, and that are over."""

    date: date
    starts_at: datetime
    has_open: bool
    has_over: bool

    @property
    def is_over(self) -> bool:
        return self.has_over and not self.has_open


def days_of_play(tournament: Tournament, now: datetime) -> list[PlayingDay]:
    """Today, and yesterday where play went on over midnight, as far as they are playing days: one query."""
    midnight = datetime.combine(_date(tournament, now), time(), tournament.tzinfo)
    begins, ends = midnight - timedelta(days=1), midnight + timedelta(days=1)
    matches = Match.objects.filter(round=OuterRef("pk"))
    open_, over = Exists(matches.exclude(state__in=SETTLED)), Exists(matches.filter(state=MatchState.OVER))
    days: dict[date, PlayingDay] = {}
    rounds = Round.objects.filter(stage__tournament=tournament, starts_at__gte=begins, starts_at__lt=ends)
    rows = rounds.order_by("starts_at", "pk").annotate(open=open_, over=over).values_list("starts_at", "open", "over")
    for starts_at, is_open, is_over in rows:
        day = _date(tournament, starts_at)
        before = days.get(day, PlayingDay(day, starts_at, has_open=False, has_over=False))
        days[day] = replace(before, has_open=before.has_open or is_open, has_over=before.has_over or is_over)
    return list(days.values())


def playing_days(tournament: Tournament, rounds: Sequence[RoundView]) -> list[datetime]:
    """The first start of each day with rounds, in the event's zone, in order."""
    first: dict[date, datetime] = {}
    for r in _sittings(rounds):
        day = _date(tournament, r.starts_at)
        first[day] = min(r.starts_at, first.get(day, r.starts_at))
    return [first[day] for day in sorted(first)]


def present_day(tournament: Tournament, rounds: Sequence[RoundView], now: datetime) -> int:
    """The number of today if it is a playing day, else of the last one before, else 1; of the last one once all is
    played, be it before its day."""
    today, days = _date(tournament, now), playing_days(tournament, rounds)
    if days and all(r.is_over for r in rounds):
        return len(days)
    return max(1, sum(_date(tournament, day) <= today for day in days))


def day_report(tournament: Tournament, rounds: Sequence[RoundView], number: int) -> DayReport:
    """The playing day ``number`` from 1. IndexError for one that there is not."""
    days = playing_days(tournament, rounds)
    today = _date(tournament, days[number - 1])
    of_day = [r for r in _sittings(rounds) if _date(tournament, r.starts_at) == today]
    coming = _date(tournament, days[number]) if number < len(days) else None
    played = {r.stage.id for r in of_day if r.matches}
    stages = [stage for stage in stages_of(rounds) if stage.label.id in played]
    trees = [stage for stage in stages if _is_tree(stage)]
    last = max((r.number for r in of_day), default=0)

    # of trees: whoever of the day stands in a later round, matches for a place left out; whoever lost and is in none
    through: list[TeamLabel] = []
    out: list[TeamLabel] = []
    present = _teams_in(match for r in of_day for match in r.matches)
    for stage in trees:
        later = _teams_in(m for m in stage.matches if m.round_number > last and not m.place_for)
        through += [team for pk, team in later.items() if pk in present]
        ahead = _teams_in(m for m in stage.matches if m.round_number > last or not (m.is_over or m.is_bye))
        over = [match for r in of_day if r.stage.id == stage.label.id for match in r.matches if match.is_over]
        lost = [line.team for match in over for line in match.lines if line.team and line.outcome == "lost"]
        out += [team for team in {team.id: team for team in lost}.values() if coming and team.id not in ahead]
    return DayReport(
        number=number,
        starts_at=days[number - 1],
        rounds=tuple(replace(r, matches=tuple(m for m in r.matches if m.is_over)) for r in of_day),
        open=sum(not (m.is_over or m.is_bye) for r in of_day for m in r.matches),
        through=tuple(through),
        out=tuple(out),
        tables=tuple(stage for stage in stages if not _is_tree(stage) and any(m.is_over for m in stage.matches)),
        next=tuple(r for r in _sittings(rounds) if _date(tournament, r.starts_at) == coming),
    )


def _teams_in(matches: Iterable[MatchView]) -> dict[int, TeamLabel]:
    return {one.id: one for match in matches for line in match.lines for one in line.each}


def _is_tree(stage: StageView) -> bool:
    return stage.drawing is Drawing.BRACKET or stage.label.shape.has_parts


def _sittings(rounds: Sequence[RoundView]) -> list[RoundView]:
    return [part for round_ in rounds for part in round_.parts]


def _date(tournament: Tournament, moment: datetime) -> date:
    return moment.astimezone(tournament.tzinfo).date()
