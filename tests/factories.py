"""Things to test with: functions with keyword arguments that write plain rows, with defaults that are legal."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import count
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from accounts.models import User
from guandan_rules import named
from journal.models import Journal
from scoring.games import GAMES
from scoring.models import Clock
from scoring.states import ClockState
from tournaments.bracket.rules.building import build_matches
from tournaments.entries.names import sort_key
from tournaments.formats import KNOCKOUT, made
from tournaments.models import Branch, Draw, Match, Player, Role, Round, Stage, Table, Team, Tournament
from tournaments.states import DrawMethod, DrawState, MatchState, RoleKind, TeamState, TournamentState

_serial = count(1)
SHANGHAI = ZoneInfo("Asia/Shanghai")
FIRST_START = datetime(2123, 11, 29, 12, 30, tzinfo=SHANGHAI)  # a Monday, far ahead
PLAYERS = "甲乙丙丁戊己庚辛"
_sort_key = cache(sort_key)


class Drawn(NamedTuple):
    """What a draw writes on a stage, and the entrants of each of its rounds."""

    size: int
    settings: dict[str, Any]
    entrants: Sequence[int]


def a_user(*, username: str = "", name: str = "", is_staff: bool = False, password: str = "") -> User:
    """An account; without a password it can only be signed in with ``client.force_login``."""
    user = User(username=username or f"user{next(_serial)}", name=name, is_staff=is_staff)
    user.set_password(password) if password else user.set_unusable_password()
    user.save()
    return user


def a_role(tournament: Tournament, kind: str = RoleKind.REFEREE, *, user: User | None = None) -> User:
    """A person with that role in the event."""
    person = user or a_user()
    Role.objects.create(tournament=tournament, user=person, kind=kind)
    return person


def a_referee(tournament: Tournament) -> User:
    """A referee of the event."""
    return a_role(tournament, RoleKind.REFEREE)


def a_tournament(
    *,
    slug: str = "",
    name: str = "掼蛋比赛",
    zone: str = "Asia/Shanghai",
    starts_at: datetime = FIRST_START,
    closes_at: datetime | None = None,
    rounds: int = 5,
    tables: int = 10,
    minutes: int = 60,
    branches: int = 0,
    teams: int = 0,
    rehearsal: bool = False,
    format_: str = KNOCKOUT,
    game: str = "guandan",
    drawn: Drawn | None = None,
    **more: object,
) -> Tournament:
    """An event in registration: ``rounds`` on following days, tables, and ``branches`` with ``teams`` entered each.

    ``drawn``: what the draw will write on its stage and rounds, of which there are as many as that says.
    """
    tournament = Tournament.objects.create(
        slug=slug or f"event-{next(_serial)}",
        name=name,
        zone=zone,
        journal=Journal.objects.create(rehearsal=rehearsal),
        closes_at=closes_at or starts_at - timedelta(minutes=30),
        draw_at=closes_at or starts_at - timedelta(minutes=30),
        **more,
    )
    rules = named(str(more.get("rule_set", "s000"))).to_dict()
    if game != "guandan":
        rules = GAMES[game].plain_options(GAMES[game].options_of({}))
    size, settings, entrants = drawn or Drawn(0, {}, [0] * rounds)
    stage = Stage.objects.create(
        tournament=tournament, format=format_, game=game, rule_set=rules, size=size, settings=settings
    )
    rings = rules["minutes"] is not None
    clocks = Clock.objects.bulk_create(Clock(minutes=minutes, rings=rings) for _ in entrants)
    Round.objects.bulk_create(
        Round(stage=stage, number=i + 1, starts_at=starts_at + timedelta(days=i), clock=clock, entrants=entrants[i])
        for i, clock in enumerate(clocks)
    )
    Table.objects.bulk_create(Table(tournament=tournament, number=i + 1) for i in range(tables))
    entered = Branch.objects.bulk_create(
        Branch(tournament=tournament, number=number, name=f"第{number}分会", quota=2)
        for number in range(1, branches + 1)
    )
    _enter(
        Team(branch=branch, ordinal=ordinal + 1, state=TeamState.ENTERED)
        for branch in entered
        for ordinal in range(teams)
    )
    return tournament


def a_branch(tournament: Tournament, *, name: str = "", quota: int = 2, teams: int = 0, **more: object) -> Branch:
    """The next branch of the event, with ``teams`` entered."""
    number = tournament.branches.count() + 1
    branch = Branch.objects.create(
        tournament=tournament, number=number, name=name or f"第{number}分会", quota=quota, **more
    )
    _enter(Team(branch=branch, ordinal=ordinal + 1, state=TeamState.ENTERED) for ordinal in range(teams))
    return branch


def a_team(
    branch: Branch, *, players: tuple[str, ...] | None = None, state: str = TeamState.ENTERED, ordinal: int = 0
) -> Team:
    """The next team of the branch, with 队员甲 and 队员乙 (一队), 队员丙 and 队员丁 (二队) …"""
    (team,) = _enter([Team(branch=branch, ordinal=ordinal or branch.teams.count() + 1, state=state)], players)
    return team


def _enter(teams: Iterable[Team], players: tuple[str, ...] | None = None) -> list[Team]:
    entered = Team.objects.bulk_create(teams)
    Player.objects.bulk_create(
        Player(team=team, number=number, name=player, pinyin=_sort_key(player))
        for team in entered
        for number, player in enumerate(_letters(team) if players is None else players, start=1)
    )
    return entered


def _letters(team: Team) -> tuple[str, ...]:
    if team.branch.tournament.changing_partners:
        return (f"队员{PLAYERS[team.ordinal - 1]}",)
    first = 2 * (team.ordinal - 1)
    return tuple(f"队员{letter}" for letter in PLAYERS[first : first + 2])


def a_drawn_tournament(
    *,
    branches: int = 2,
    teams: int = 2,
    started: bool = False,
    format_: str = KNOCKOUT,
    settings: dict[str, Any] | None = None,
    **more: Any,
) -> Tournament:
    """A drawn event: teams in annex order from the top, byes against the first ones, a table each while there are some.

    ``started``: the clock of the first round runs since now.
    """
    drawn_by = made(format_, settings or {})
    size = drawn_by.size(branches * teams)
    drawn = Drawn(size, settings or {}, drawn_by.rounds(size))
    tournament = a_tournament(
        branches=branches, teams=teams, format_=format_, drawn=drawn, state=TournamentState.DRAWN, **more
    )
    stage = tournament.stages.get()
    positions = _positions(tournament, size)
    Draw.objects.create(
        stage=stage,
        number=1,
        state=DrawState.CONFIRMED,
        method=DrawMethod.LOTS,
        teams=[team for team in positions if team],
        positions=positions,
        made_at=tournament.draw_at,
        confirmed_at=tournament.draw_at,
    )
    build_matches(stage, positions)
    playable = Match.at_tables.filter(stage=stage).exclude(state=MatchState.BYE).order_by("number")
    seated = list(zip(playable, tournament.tables.all(), strict=False))
    for match, table in seated:
        match.table = table
    Match.every.bulk_update([match for match, _ in seated], ["table"])
    if started:
        clocks = Clock.objects.filter(round__stage=stage, round__number=1)
        clocks.update(state=ClockState.RUNNING, started_at=timezone.now())
    return tournament


def _positions(tournament: Tournament, size: int) -> list[int | None]:
    teams = [
        team.pk for team in Team.objects.filter(branch__tournament=tournament).order_by("branch__number", "ordinal")
    ]
    byes = size - len(teams)
    with_byes = [position for team in teams[:byes] for position in (team, None)]
    return [*with_byes, *teams[byes:]]
