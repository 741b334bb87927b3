"""赛制编排 (the shape of an event): its stages, tables, minutes and hours as the office plans them, and what follows
from them: matches, tables, the end of each day, and how often everybody plays."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property
from itertools import groupby
from math import ceil
from typing import Any

from django.db.models import Sum

from guandan_rules import RuleSet
from journal import clock
from journal.queries import last_number_of
from scoring.games import GAMES
from scoring.games.win_loss import WinLoss
from tournaments.bracket.rules.rounds import USUAL_MINUTES
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.codes import TournamentEvent
from tournaments.forecast.legs import Leg
from tournaments.forecast.plan import Plan
from tournaments.forecast.timetable import BREAK, STEP, ForecastDay, ForecastRound, Length, day_ends, laid_out
from tournaments.formats import FORMATS
from tournaments.models import Branch, Round, Stage, Team, Tournament
from tournaments.presets.named_games import GUANDAN
from tournaments.states import TeamState, TournamentState

HOUR, DAY = 60, timedelta(days=1)
Starts = tuple[datetime, ...]
"""Of a round: the start of each of its sittings."""


@dataclass(frozen=True)
class StageShape:
    """A stage as it is planned. Who comes is said as in `actions.stages.Entrance`; the first has none of that.
    ``is_drawn``: it stays as it is."""

    format: str
    settings: Mapping[str, Any]
    places: int = 0
    source: int = 0
    first_place: int = 1
    by_lot: bool = False
    minutes: int | None = None
    is_drawn: bool = False


@dataclass(frozen=True)
class Shape:
    """``minutes`` a match by the clock of the event, None: there is none. ``first_day`` and ``days``: when it is
    played."""

    stages: tuple[StageShape, ...]
    tables: int
    minutes: int | None
    first_day: date
    days: int
    plan: Plan


@dataclass(frozen=True)
class Outlook:
    """What follows from a shape for so many ``teams``. Of a stage whose format does not take so many there is no leg,
    and then there are no rounds either. ``own_days``: those of a round among which sides choose theirs; its hours say
    nothing then."""

    shape: Shape
    teams: int
    legs: tuple[Leg | None, ...]
    rounds: tuple[ForecastRound, ...] = ()
    days: tuple[ForecastDay, ...] = ()
    own_days: int = 0

    @property
    def first(self) -> Leg | None:
        return self.legs[0]

    @property
    def is_too_seldom(self) -> bool:
        """Does somebody play less often than was wished? On a ladder that is his own affair."""
        return bool(self.first and not self.first.format.season_days and self.first.least < self.shape.plan.least)

    @property
    def late(self) -> ForecastRound | None:
        """The first round that is over later than a day may last, or on a day after the last."""
        if self.own_days:
            return None
        latest, days = self.shape.plan.latest, self.shape.days
        return next((r for r in self.rounds if (latest and r.ends > latest) or r.day > days), None)

    @property
    def matches(self) -> int:
        return sum(round_.matches for round_ in self.rounds)

    @property
    def at_once(self) -> int:
        return max((round_.matches for round_ in self.rounds), default=0)

    @cached_property
    def of_stages(self) -> tuple[tuple[ForecastRound, ...], ...]:
        """The rounds of each stage."""
        counts = [len(leg.matches) if leg else 0 for leg in self.legs]
        ends = [sum(counts[: number + 1]) for number in range(len(counts))]
        return tuple(self.rounds[end - count : end] for count, end in zip(counts, ends, strict=True))


def shape_version(tournament: Tournament) -> int:
    """Which version of the shape a page shows."""
    kinds = (
        TournamentEvent.TOURNAMENT_EDITED, TournamentEvent.STAGE_ADDED, TournamentEvent.STAGE_REMOVED,
        TournamentEvent.TABLES_SET, TournamentEvent.ROUND_MOVED, TournamentEvent.ROUNDS_PLANNED,
    )  # fmt: skip
    return last_number_of(tournament.journal, *kinds)


def shape_of(tournament: Tournament) -> Shape:
    """As it is now."""
    stages = list(tournament.stages.select_related("tournament", "source").order_by("number"))
    plan = Plan.of(tournament.plan)
    hours = [start for of_round in hours_of(tournament) for start in of_round]
    walls = [hour.astimezone(tournament.tzinfo) for hour in hours] or [clock.now(tournament.journal)]
    if not tournament.plan:
        earliest = min(wall.time() for wall in walls)
        plan = replace(plan, start=earliest.hour * HOUR + earliest.minute)
    return Shape(
        stages=tuple(_stage_shape(stage) for stage in stages),
        tables=tournament.tables.count(),
        minutes=event_minutes(stages[0]),
        first_day=min(walls).date(),
        days=len({wall.date() for wall in walls}),
        plan=plan,
    )


def _stage_shape(stage: Stage) -> StageShape:
    source = stage.source.number if stage.source else 0
    return StageShape(
        stage.format, stage.settings, stage.places, source, stage.first_place, stage.by_lot, stage.minutes,
        bool(stage.size),
    )  # fmt: skip


def event_minutes(first: Stage) -> int | None:
    """限时 of the stages that have none of their own."""
    if first.game == GUANDAN:
        return rule_set(first.tournament).minutes
    return GAMES[first.game].terms(GAMES[first.game].options_of(first.rule_set)).minutes


def known_teams(tournament: Tournament) -> int:
    """How many teams it is planned for: those that are entered once nobody else can, before that those that may be; 0
    as long as there are no branches."""
    entered = entered_teams(tournament)
    if tournament.state != TournamentState.ENTRY or clock.now(tournament.journal) > tournament.closes_at:
        return entered
    quota = Branch.objects.filter(tournament=tournament).aggregate(quota=Sum("quota"))["quota"] or 0
    return max(entered, quota)


def entered_teams(tournament: Tournament) -> int:
    """Those that would be drawn, or were."""
    teams = Team.objects.filter(branch__tournament=tournament).exclude(state=TeamState.DRAFT)
    return (teams.exclude(state=TeamState.WITHDRAWN) if tournament.state == TournamentState.ENTRY else teams).count()


def hours_of(tournament: Tournament, *, undrawn: bool = False) -> list[Starts]:
    """The starts of each round of the event, or of the stages that are not drawn, its sittings together."""
    rows = Round.objects.filter(stage__tournament=tournament, **({"stage__size": 0} if undrawn else {}))
    starts = rows.order_by("number", "sitting").values_list("number", "starts_at")
    return [tuple(at for _, at in of_round) for _, of_round in groupby(starts, key=lambda row: row[0])]


def outlook(tournament: Tournament, shape: Shape, teams: int) -> Outlook:
    """What the shape would bring. Raises SettingsError for a setting that its format does not take."""
    third = {"third_place": True} if tournament.third_place_match else {}
    legs: list[Leg | None] = []
    for stage in shape.stages:
        settings = {**third, **stage.settings} if "third_place" in _fields(stage.format) else stage.settings
        leg = Leg(stage.format, stage.places or teams, tuple(settings.items()))
        legs.append(leg if leg.takes else None)
    if None in legs:
        return Outlook(shape, teams, tuple(legs))
    known = [leg for leg in legs if leg]
    first = tournament.stages.earliest("number")
    lengths = [_length(tournament, shape, stage, first) for stage in shape.stages]
    of_rounds = [length for leg, length in zip(known, lengths, strict=True) for _ in leg.matches]
    matches = [count for leg in known for count in leg.matches]
    tables = max(shape.tables // tournament.boards, 1)  # a match takes as many as it has boards
    rounds = laid_out(matches, tables=tables, days=shape.days, sessions=shape.plan.sessions, length=of_rounds)
    days = day_ends(rounds, tables=tables, length=of_rounds)
    return Outlook(shape, teams, tuple(legs), rounds, days, tournament.own_days)


def too_seldom(tournament: Tournament) -> Outlook | None:
    """The outlook of an event in which, as things are, somebody would play less often than its plan says."""
    plan = Plan.of(tournament.plan)
    teams = entered_teams(tournament)
    if plan.least < 2 or teams < 2:
        return None
    seen = outlook(tournament, shape_of(tournament), teams)
    return seen if seen.is_too_seldom else None


def laid_out_hours(tournament: Tournament, seen: Outlook) -> list[list[Starts]]:
    """The hours that follow from it, for each stage: its days are those of the present timetable from the first day on,
    and the next ones after them."""
    present = sorted({at.astimezone(tournament.tzinfo).date() for of_round in hours_of(tournament) for at in of_round})
    gaps = [day - present[0] for day in present] or [timedelta()]
    last = max((round_.day for round_ in seen.rounds), default=1)
    gaps += [gaps[-1] + number * DAY for number in range(1, last - len(gaps) + 1)]

    def moment(day: int, minutes: int) -> datetime:
        on_wall = datetime.combine(seen.shape.first_day + gaps[day - 1], time()) + timedelta(minutes=minutes)
        return on_wall.replace(tzinfo=tournament.tzinfo)

    return [[tuple(moment(r.day, at) for at in r.starts) for r in of_stage] for of_stage in seen.of_stages]


def present_hours(tournament: Tournament, seen: Outlook) -> list[list[Starts]]:
    """The hours of the present timetable, which the rounds of the stages that are not drawn fill one after the other;
    further ones follow them: on the same day as long as it lasts where a day has several, else a day later. All of them
    move along with the first day."""
    every, hours = hours_of(tournament), hours_of(tournament, undrawn=True)
    of_stages = [
        () if stage.is_drawn else rounds for stage, rounds in zip(seen.shape.stages, seen.of_stages, strict=True)
    ]
    plan, zone = seen.shape.plan, tournament.tzinfo
    moved = seen.shape.first_day - min(at for of_round in every for at in of_round).astimezone(zone).date()
    span = timedelta(minutes=ceil(((seen.shape.minutes or USUAL_MINUTES) + BREAK) / STEP) * STEP)
    has_full_days = len({of_round[0].astimezone(zone).date() for of_round in every}) < len(every)
    last = (hours or every)[-1][-1].astimezone(zone)
    for _ in range(sum(map(len, of_stages)) - len(hours)):
        following = last + span
        over = following + span
        in_time = over.date() == last.date() and (not plan.latest or over.hour * HOUR + over.minute <= plan.latest)
        next_day = (last + DAY).replace(hour=plan.start // HOUR, minute=plan.start % HOUR)
        last = following if has_full_days and in_time else next_day
        hours.append((last,))
    filled = (tuple(at.astimezone(zone) + moved for at in of_round) for of_round in hours)
    return [[next(filled) for _ in rounds] for rounds in of_stages]


def is_laid_out(tournament: Tournament, seen: Outlook) -> bool:
    """Are the hours those that follow from the shape, so that they may follow its changes?"""
    follow = [hours for of_stage in laid_out_hours(tournament, seen) for hours in of_stage]
    return bool(follow) and follow == hours_of(tournament)


def _fields(name: str) -> set[str]:
    return {each.name for each in fields(FORMATS[name])}  # type: ignore[arg-type]


def _length(tournament: Tournament, shape: Shape, planned: StageShape, stage: Stage) -> Length:
    """Of a match in that stage; ``stage`` is one of the same game: how a match of 掼蛋 goes is known where it is a
    single game."""
    minutes = planned.minutes or shape.minutes
    if stage.game == GUANDAN and tournament.best_of == 1:
        return replace(RuleSet.from_dict(stage.rule_set), minutes=minutes)
    games = 1 if tournament.match_clock or stage.game == WinLoss.name else tournament.best_of
    return (minutes or USUAL_MINUTES) * games
