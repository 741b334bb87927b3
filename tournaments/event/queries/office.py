"""What the office must do next, worked out from the state of the event; the path of the event; the lists of events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce

from accounts.models import User
from tournaments.bracket.queries.advancement import stage_to_place
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import stages_of
from tournaments.day.queries.desk import current_round
from tournaments.day.queries.timetable import planned_of
from tournaments.entries.queries.entries import EntryList, entry_list
from tournaments.event.queries.tournaments import with_first_start
from tournaments.models import Branch, Draw, Role, Round, Team, Tournament
from tournaments.states import DrawState, TeamState, TournamentState

FEWEST_TEAMS = 2


class Step(StrEnum):
    """报名 → 抽签 → 赛程 → 比赛日 → 颁奖."""

    ENTRIES = "entries"
    DRAW = "draw"
    PLAN = "plan"
    DAY = "day"
    AWARDS = "awards"


class NextThing(StrEnum):
    """The one next thing to do."""

    ADD_BRANCHES = "add_branches"
    COLLECT = "collect"
    MEND_DRAFTS = "mend_drafts"
    TOO_FEW = "too_few"
    MAKE_DRAW = "make_draw"
    CONFIRM_DRAW = "confirm_draw"
    ROUND_OWN_DAYS = "round_own_days"
    ARRANGE_TABLES = "arrange_tables"
    ROUND_AHEAD = "round_ahead"
    ROUND_TODAY = "round_today"
    ROUND_OVERDUE = "round_overdue"
    ROUND_RUNNING = "round_running"
    ROUND_UNDECIDED = "round_undecided"
    PLACE_STAGE = "place_stage"
    GIVE_AWARDS = "give_awards"
    NOTHING = "nothing"


@dataclass(frozen=True)
class NextStep:
    """The next thing to do, with what its sentence needs: the ``round`` that it is about; of all rounds ahead the
    matches ``without_table``, and whether there are fewer tables than the round has matches."""

    code: NextThing
    step: Step
    entries: EntryList | None = None
    round: RoundView | None = None
    without_table: int = 0
    is_crowded: bool = False

    @property
    def open_matches(self) -> int:
        """Matches of the round that have no result yet."""
        return sum(not match.is_over for match in self.round.played) if self.round else 0


@dataclass(frozen=True)
class EventPath:
    """The five steps with their facts. ``drawn_at``: when the first stage was drawn, None before; ``starts`` are the
    rounds' starts, ``minutes`` the length of the first clock."""

    here: Step
    past: frozenset[Step]
    closes_at: datetime
    draw_at: datetime | None
    drawn_at: datetime | None
    rounds: int
    tables: int
    starts: tuple[datetime, ...]
    minutes: int
    now: datetime
    zone: ZoneInfo

    @property
    def entered_at(self) -> datetime:
        """When registration ended: at its deadline, or by a draw before it."""
        return min(self.closes_at, self.drawn_at or self.closes_at)

    @property
    def daily(self) -> datetime | None:
        """The first start, if every round begins at that time of its day."""
        times = {start.astimezone(self.zone).time() for start in self.starts}
        return self.starts[0] if len(times) == 1 else None


def event_path(tournament: Tournament, now: datetime) -> EventPath:
    """The course of the event: a fixed number of queries."""
    first = Round.objects.filter(stage__tournament=tournament, sitting=1)
    planned = list(first.select_related("clock").order_by("number"))
    confirmed = Draw.objects.filter(stage__tournament=tournament, state=DrawState.CONFIRMED)
    first_day = min((r.starts_at for r in planned), default=now).astimezone(tournament.tzinfo).date()
    if tournament.state == TournamentState.ENTRY:
        here = Step.DRAW if _entries_are_in(tournament, now) else Step.ENTRIES
    elif tournament.state == TournamentState.FINISHED or tournament.awards_confirmed_at:
        here = Step.AWARDS
    elif tournament.state == TournamentState.RUNNING or now.astimezone(tournament.tzinfo).date() >= first_day:
        here = Step.DAY
    else:
        here = Step.PLAN
    order = list(Step)
    return EventPath(
        here=here,
        past=frozenset(order[: order.index(here)]),
        closes_at=tournament.closes_at,
        draw_at=tournament.draw_at,
        drawn_at=confirmed.order_by("confirmed_at").values_list("confirmed_at", flat=True).first(),
        rounds=len(planned),
        tables=tournament.tables.count(),
        starts=tuple(r.starts_at for r in planned),
        minutes=planned[0].clock.minutes if planned else 0,
        now=now,
        zone=tournament.tzinfo,
    )


def _entries_are_in(tournament: Tournament, now: datetime) -> bool:
    """Nothing is missing, or the deadline has passed and no draft is left."""
    counts = Team.objects.filter(branch__tournament=tournament).aggregate(
        teams=Count("pk", filter=~Q(state=TeamState.DRAFT)),
        drafts=Count("pk", filter=Q(state=TeamState.DRAFT)),
    )
    entered = Count("teams", filter=~Q(teams__state=TeamState.DRAFT))
    short = Branch.objects.filter(tournament=tournament).annotate(entered=entered).filter(entered__lt=F("quota"))
    is_full = not short.filter(Q(handed_in_at=None) | Q(entered=0)).exists()
    return bool((is_full or now > tournament.closes_at) and counts["teams"] >= FEWEST_TEAMS and not counts["drafts"])


def next_step(tournament: Tournament, now: datetime, entries: EntryList | None = None) -> NextStep:
    """还差什么: the one thing that the event waits for, from its state alone. ``entries`` if they are known already."""
    if tournament.awards_confirmed_at:
        return NextStep(NextThing.NOTHING, Step.AWARDS)
    if tournament.state == TournamentState.ENTRY:
        return _next_before_the_draw(tournament, now, entries or entry_list(tournament))
    return _next_round(tournament, now)


def _next_before_the_draw(tournament: Tournament, now: datetime, entries: EntryList) -> NextStep:
    if Draw.objects.filter(stage__tournament=tournament, state=DrawState.PREVIEW).exists():
        return NextStep(NextThing.CONFIRM_DRAW, Step.DRAW, entries)
    if not entries.branches:
        return NextStep(NextThing.ADD_BRANCHES, Step.ENTRIES, entries)
    if entries.unfinished and now <= tournament.closes_at:
        return NextStep(NextThing.COLLECT, Step.ENTRIES, entries)
    if entries.drafts:
        return NextStep(NextThing.MEND_DRAFTS, Step.ENTRIES, entries)
    if entries.entered < FEWEST_TEAMS:
        return NextStep(NextThing.TOO_FEW, Step.ENTRIES, entries)
    return NextStep(NextThing.MAKE_DRAW, Step.DRAW, entries)


def _next_round(tournament: Tournament, now: datetime) -> NextStep:
    known = rounds(tournament)
    current = current_round(known)
    if current is None or current.is_over or not current.is_live:
        waiting = stage_to_place(stages_of(known))
        if waiting and (current is None or current.is_over or waiting.rounds[0].starts_at <= current.starts_at):
            return NextStep(NextThing.PLACE_STAGE, Step.DRAW)
    if current is None or current.is_over:
        return NextStep(NextThing.GIVE_AWARDS, Step.AWARDS)
    if tournament.own_days:
        return NextStep(NextThing.ROUND_OWN_DAYS, Step.DAY, round=current)
    lacking = [part for part in planned_of(known) if part.without_table and not part.begun]
    if lacking and not current.is_live and current.clock.started_at is None:
        first, tables = lacking[0].round, tournament.tables.count()
        without = sum(part.without_table for part in lacking)
        is_crowded = len(lacking[0].whole.in_need_of_tables) > tables
        return NextStep(NextThing.ARRANGE_TABLES, Step.PLAN, None, first, without, is_crowded)

    # a round is played, or ahead
    zone = tournament.tzinfo
    if current.is_live:
        code = NextThing.ROUND_RUNNING
    elif current.clock.started_at is not None:
        code = NextThing.ROUND_UNDECIDED
    elif current.starts_at <= now:
        code = NextThing.ROUND_OVERDUE
    elif current.starts_at.astimezone(zone).date() == now.astimezone(zone).date():
        code = NextThing.ROUND_TODAY
    else:
        code = NextThing.ROUND_AHEAD
    return NextStep(code, Step.DAY, round=current)


@dataclass(frozen=True)
class EventRow:
    """An event in a list, with the roles of whoever looks."""

    tournament: Tournament
    starts_at: datetime | None
    teams: int
    roles: frozenset[str]


def events_of(user: User) -> QuerySet[Tournament]:
    """The events in which the person has a role (all, for the union office), without the archived: those that are not
    over first, then the newest; `event_rows` makes rows of some."""
    mine = Tournament.objects.filter(archived_at=None)
    if not user.is_staff:
        mine = mine.filter(Exists(Role.objects.filter(tournament=OuterRef("pk"), user=user, user__handed_out_by=None)))
    is_over = Q(state=TournamentState.FINISHED)
    return _with_facts(mine).annotate(is_over=ExpressionWrapper(is_over, BooleanField())).order_by(
        "is_over", "-created_at", "pk"
    )  # fmt: skip


def every_event() -> QuerySet[Tournament]:
    """All events of the site, the archived ones too, the newest first; `event_rows` makes rows of some."""
    return _with_facts(Tournament.objects.all()).order_by("-created_at", "pk")


def event_rows(events: Sequence[Tournament], user: User) -> tuple[EventRow, ...]:
    """With the roles of whoever looks: one query."""
    office = {"office"} if user.is_staff else set()
    kinds_by_event: dict[int, set[str]] = {event.pk: set(office) for event in events}
    roles = Role.objects.filter(user=user, user__handed_out_by=None, tournament__in=list(kinds_by_event))
    for tournament_id, kind in roles.values_list("tournament_id", "kind"):
        kinds_by_event[tournament_id].add(kind)
    return tuple(
        EventRow(event, event.first_start, event.entered, frozenset(kinds_by_event[event.pk]))  # type: ignore[attr-defined]
        for event in events
    )


def _with_facts(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Counted for those alone that are fetched."""
    entered = Team.objects.filter(branch__tournament=OuterRef("pk"), state=TeamState.ENTERED).order_by()
    counted = entered.values("branch__tournament").values(n=Count("pk"))
    facts = with_first_start(events).select_related("journal")
    return facts.annotate(entered=Coalesce(Subquery(counted, output_field=IntegerField()), 0))


def free_slug(base: str) -> str:
    """``base``, or base-2, base-3 … whichever no event has."""
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
