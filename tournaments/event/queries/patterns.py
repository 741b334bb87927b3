"""An event as the pattern of another one: what it was made from, with all that the office has changed of it since."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Prefetch

from accounts.models import User
from scoring.games import GAMES
from tournaments.bracket.queries.settings import on_the_wall
from tournaments.event.queries.office import free_slug
from tournaments.event.queries.people import people_to_take
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Round, Stage, Tournament
from tournaments.presets.again import next_name, next_slug
from tournaments.presets.named_games import GUANDAN
from tournaments.presets.preset import Award, Blueprint, BranchPlan, DayTime, PrizePlan, StagePlan
from tournaments.states import RoleKind

SLUG_BASE = 36
"""Characters of an address before the number that tells it from a taken one."""
SHOWN = 4
"""Of the events that a new one may be held as."""
SAME_COLUMNS = (
    "name", "organiser", "document", "place", "zone", "check_in_minutes", "last_bell_minutes", "best_of", "seats",
    "reserves", "boards", "boards_equal", "stop_early", "own_days", "match_clock",
    "branches_apart", "third_place_match", "rule_set", "rule_options", "names_public",
    "is_rated", "committees", "plan", "own_rules", "branch_word", "member_word", "leader_word",
)  # fmt: skip
"""What an event and its blueprint both call so."""


@dataclass(frozen=True)
class Again:
    """What is said about an event that is held again; all the rest is as it was.

    ``closes``, ``draw`` and ``starts`` (of every round, first round first) are times on the wall of its zone.
    """

    name: str
    slug: str
    document: str
    closes: datetime
    draw: datetime | None
    starts: tuple[datetime, ...]
    with_branches: bool = True
    with_contacts: bool = True
    roles: tuple[tuple[User, RoleKind], ...] = ()

    @property
    def first_day(self) -> date:
        return min(self.starts).date()

    def pattern(self, before: Blueprint) -> Blueprint:
        """The event as it was, with what is said here instead."""

        def moment(at: datetime) -> DayTime:
            return DayTime((at.date() - self.first_day).days, at.time())

        def at_new_hours(rounds: Sequence[DayTime]) -> tuple[DayTime, ...]:
            """Further sittings so many days after the first one as they were."""
            moved = []
            for planned in rounds:
                first = next(starts)
                days = first.day - planned.day
                further = tuple(replace(sitting, day=sitting.day + days) for sitting in planned.sittings)
                moved.append(replace(first, sittings=further))
            return tuple(moved)

        starts = iter(map(moment, self.starts))
        return replace(
            before,
            name=self.name,
            document=self.document,
            closes=moment(self.closes),
            draw=moment(self.draw) if self.draw else None,
            branches=before.branches if self.with_branches else (),
            rounds=at_new_hours(before.rounds),
            later=tuple(replace(stage, rounds=at_new_hours(stage.rounds)) for stage in before.later),
        )


def again(tournament: Tournament, first_day: date) -> Again:
    """The event with all its days moved on as far as the first one."""
    plan = pattern_of(tournament)

    def on_that_day(planned: DayTime) -> datetime:
        return datetime.combine(first_day + timedelta(days=planned.day), planned.at)

    return Again(
        name=next_name(tournament.name, first_day),
        slug=free_slug(next_slug(tournament.slug, first_day)[:SLUG_BASE].rstrip("-")),
        document="",
        closes=on_that_day(plan.closes),
        draw=on_that_day(plan.draw) if plan.draw else None,
        starts=tuple(map(on_that_day, plan.all_rounds)),
        roles=tuple((person.user, kind) for person in people_to_take(tournament) for kind in person.kinds),
    )


def pattern_of(tournament: Tournament) -> Blueprint:
    """The event as a blueprint, its days counted from that of its first round."""
    rounds = Prefetch("rounds", Round.objects.order_by("number", "sitting"))
    first, *later = tournament.stages.select_related("source").prefetch_related(rounds).order_by("number")
    starts = [planned.starts_at for stage in (first, *later) for planned in stage.rounds.all()]
    first_day = on_the_wall(min(starts), tournament.tzinfo).date()

    def moment(at: datetime) -> DayTime:
        wall = on_the_wall(at, tournament.tzinfo)
        return DayTime((wall.date() - first_day).days, time(wall.hour, wall.minute))

    def moments(stage: Stage) -> tuple[DayTime, ...]:
        sittings = groupby(stage.rounds.all(), key=lambda planned: planned.number)
        of_rounds = ([moment(sitting.starts_at) for sitting in of_round] for _number, of_round in sittings)
        return tuple(replace(first, sittings=tuple(further)) for first, *further in of_rounds)

    columns: dict[str, Any] = {name: getattr(tournament, name) for name in SAME_COLUMNS}
    # of another game than 掼蛋 what was chosen; where nothing says so, what differs from the usual
    options = {} if first.game == GUANDAN else first.rule_options
    if first.game != GUANDAN and not options:
        played = GAMES[first.game]
        usual = played.plain_options(played.options_of({}))
        options = {name: value for name, value in first.rule_set.items() if usual.get(name) != value}
    return Blueprint(
        **columns,
        key=tournament.preset,
        first_day=first_day,
        tables=tournament.tables.count(),
        format=first.format,
        settings=_settings(first),
        game=first.game,
        game_options=options,
        later=tuple(
            StagePlan(
                format=stage.format,
                places=stage.places,
                rounds=moments(stage),
                source=stage.source.number if stage.source else 0,
                first_place=stage.first_place,
                by_lot=stage.by_lot,
                settings=_settings(stage),
                rule_options=stage.rule_options,
                minutes=stage.minutes,
            )
            for stage in later
        ),
        closes=moment(tournament.closes_at),
        draw=moment(tournament.draw_at) if tournament.draw_at else None,
        branches=tuple(BranchPlan(b.name, b.quota) for b in tournament.branches.order_by("number")),
        rounds=moments(first),
        awards=tuple(Award(**award) for award in tournament.awards),
        prizes=tuple(PrizePlan(prize.name, prize.rule, prize.count) for prize in tournament.prizes.all()),
    )


def _settings(stage: Stage) -> dict[str, Any]:
    """Equals go by the number drawn only where an event was drawn before there was another way."""
    order = [each for each in stage.settings.get("criteria", ()) if each != TieBreak.LOT]
    return {**stage.settings, **({"criteria": order} if order else {})}


def events_to_hold_again() -> list[Tournament]:
    """The events made last, rehearsals apart: one query."""
    return list(Tournament.objects.filter(journal__rehearsal=False).order_by("-created_at", "-pk")[:SHOWN])
