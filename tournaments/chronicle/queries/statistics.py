"""统计: an event in numbers, by branch, by game, and (for the office alone) by gender. Every reading costs a fixed
number of queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q

from guandan_rules import Reason
from scoring import clocks
from scoring.games.guandan import Guandan
from scoring.games.win_loss import WinLoss
from scoring.models import Clock, Deal
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import present_teams
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import final_places, is_decided, stages_of
from tournaments.entries.models import Gender
from tournaments.models import Player, Team, Tournament
from tournaments.states import UNPLAYED, SlotKind, TeamState

ABSENT = frozenset({Reason.FORFEIT, Reason.BOTH_ABSENT})
_DOUBLE = r"^(NS|SN|WE|EW)"


@dataclass(frozen=True)
class BranchNumbers:
    """A branch, ``number`` its place in the annex. Teams: ``entered`` (also those that withdrew since), ``came`` (once
    all its players at a match, or with a deal on a sheet), ``withdrew``, ``forfeited`` (absent at a match at least
    once). Its ``matches`` that were played, those ``won``, and their ``deals``; of two teams of its own both count.
    ``best``: its best place in the event, 0 until every match is over."""

    number: int
    name: str
    quota: int
    entered: int
    came: int
    withdrew: int
    forfeited: int
    players: int
    matches: int
    won: int
    deals: int
    best: int


@dataclass(frozen=True)
class GameNumbers:
    """One of the games of the event (``presets.named_games``): matches played, deals that count, and 双下 among them
    (None where the game knows none)."""

    game: str
    matches: int
    deals: int
    doubles: int | None


@dataclass(frozen=True)
class Statistics:
    """An event as far as it has come. Matches: ``planned`` (every match but byes), ``played``, ``unplayed`` (forfeits,
    withdrawals, walkovers), ``byes``, ``drawn``. ``minutes``: of all matches played together, each from the start of
    its clock to its result, at the latest to its bell; ``longest`` of one. ``reasons``: how many results each
    ``Reason`` has, the most frequent first; ``written``: of those by points the ones of which the winner alone was
    written down."""

    branches: tuple[BranchNumbers, ...]
    games: tuple[GameNumbers, ...]
    planned: int
    played: int
    unplayed: int
    byes: int
    drawn: int
    deals: int
    minutes: int
    longest: int
    reasons: tuple[tuple[str, int], ...]
    written: int

    @property
    def taking_part(self) -> int:
        """Branches with a team."""
        return sum(branch.entered > 0 for branch in self.branches)

    @property
    def total(self) -> BranchNumbers:
        """All branches as one, each match and deal counted once; without a ``best``."""
        names = ("quota", "entered", "came", "withdrew", "forfeited", "players", "won")
        sums = {name: sum(getattr(branch, name) for branch in self.branches) for name in names}
        return BranchNumbers(0, "", **sums, matches=self.played, deals=self.deals, best=0)


@dataclass(frozen=True)
class GenderNumbers:
    """Players of a branch: entered, and of these in a team that came; ``unknown``: no gender was given."""

    number: int
    name: str
    men: int
    women: int
    unknown: int
    men_came: int
    women_came: int
    unknown_came: int


def statistics(tournament: Tournament, known: Sequence[RoundView] | None = None) -> Statistics:
    """The event in numbers, nothing of it personal. ``known``: its rounds, if they were read already. Of team matches
    minutes, deals and how they ended are those of the boards."""
    read = rounds(tournament) if known is None else known
    matches = [(match, part) for round_ in read for part in round_.parts for match in part.matches]
    played = [match for match, _ in matches if is_played(match)]
    met = [match for match, _ in matches if not match.is_bye]
    tables = [(table, part) for match, part in matches for table in match.boards or (match,)]
    at_tables = [table for table, _ in tables if not table.is_bye]
    spent = [_minutes(part.clock, table) for table, part in tables if is_played(table)]
    deals = _deals(tournament)

    by_game: defaultdict[str, list[MatchView]] = defaultdict(list)
    for table, part in tables:
        by_game[part.stage.game].append(table)
    games = []
    for game, of_game in by_game.items():
        counts = [deals.get(match.id, (0, 0)) for match in of_game]
        doubles = sum(double for _, double in counts) if game == Guandan.name else None
        games.append(GameNumbers(game, sum(map(is_played, of_game)), sum(counted for counted, _ in counts), doubles))
    return Statistics(
        branches=tuple(_branches(tournament, read, deals)),
        games=tuple(games),
        planned=len(met),
        played=len(played),
        unplayed=sum(match.is_over and not is_played(match) for match in met),
        byes=sum(match.is_bye and any(line.team for line in match.lines) for match, _ in matches),
        drawn=sum(match.reason == Reason.DRAW for match in met),
        deals=sum(counted for counted, _ in deals.values()),
        minutes=sum(spent),
        longest=max(spent, default=0),
        reasons=tuple(Counter(table.reason for table in at_tables if table.is_over).most_common()),
        written=sum(table.board.is_entered and table.reason == Reason.POINTS for table in at_tables),
    )


def is_played(match: MatchView) -> bool:
    """Was it played to its end?"""
    return match.is_over and match.reason not in UNPLAYED


def gender_numbers(tournament: Tournament) -> tuple[GenderNumbers, ...]:
    """男女人数 by branch, in the order of the annex: for the office alone (``Permission.ENTRY_EDIT``)."""
    came = present_teams(tournament)
    counted: Counter[tuple[int, str, bool]] = Counter()
    playing = Player.objects.filter(team__branch__tournament=tournament, left_at=None)
    for branch, team, gender in playing.exclude(team__state=TeamState.DRAFT).values_list(
        "team__branch_id", "team_id", "gender"
    ):
        counted[branch, gender, team in came] += 1

    def of(branch: int, gender: str) -> tuple[int, int]:
        there = counted[branch, gender, True]
        return there + counted[branch, gender, False], there

    rows = []
    for pk, number, name in tournament.branches.order_by("number").values_list("pk", "number", "name"):
        (men, men_came), (women, women_came), (others, others_came) = (
            of(pk, gender) for gender in (Gender.MAN, Gender.WOMAN, Gender.UNKNOWN)
        )
        rows.append(GenderNumbers(number, name, men, women, others, men_came, women_came, others_came))
    return tuple(rows)


def _deals(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """By match: the deals that count, and how many of them are 双下; of games whose result is entered at once none."""
    counting = Deal.objects.filter(
        struck_at=None, sheet__match_game__replaced_at=None, sheet__match_game__match__stage__tournament=tournament
    ).exclude(sheet__game=WinLoss.name)
    by_match = counting.order_by().values_list("sheet__match_game__match")
    doubles = Count("pk", filter=Q(entry__type="deal", entry__order__regex=_DOUBLE))
    rows = by_match.annotate(counted=Count("pk"), doubles=doubles)
    return {match: (counted, double) for match, counted, double in rows}


def _minutes(clock: Clock, match: MatchView) -> int:
    """A table has more time than its whole clock where it was opened again on another day: the days between are no
    play."""
    if clock.started_at is None or match.decided_at is None:
        return 0
    allowed, spent = clocks.length(clock), match.decided_at - clock.started_at - clock.held
    if match.extra > allowed:
        spent -= match.extra
    else:
        allowed += match.extra
    return max(0, min(spent, allowed) // timedelta(minutes=1))


def _branches(
    tournament: Tournament, read: Sequence[RoundView], deals: Mapping[int, tuple[int, int]]
) -> Iterable[BranchNumbers]:
    # branch → its teams but drafts → state and how many play in it
    states: defaultdict[int, dict[int, tuple[str, int]]] = defaultdict(dict)
    players = Count("players", filter=Q(players__left_at=None))
    teams = Team.objects.filter(branch__tournament=tournament).exclude(state=TeamState.DRAFT).annotate(playing=players)
    for branch, pk, state, playing in teams.order_by().values_list("branch_id", "pk", "state", "playing"):
        states[branch][pk] = (state, playing)

    # branch → its best place, once every match is over
    best: dict[int, int] = {}
    stages = stages_of(read)
    for place, labels in sorted(final_places(stages).items()) if is_decided(stages) else ():
        for label in labels:
            best.setdefault(label.branch_id, place)

    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    dealt: Counter[int] = Counter()
    absent: set[int] = set()
    for match in (match for round_ in read for match in round_.matches):
        for line in match.lines:
            if line.team is None or line.slot != SlotKind.TEAM:
                continue
            if match.is_over and match.reason in ABSENT and line.outcome == "lost":
                absent |= {one.id for one in line.each}
            for one in line.each if is_played(match) else ():
                played[one.branch_id] += 1
                won[one.branch_id] += line.outcome == "won"
                dealt[one.branch_id] += sum(deals.get(m.id, (0, 0))[0] for m in match.boards or (match,))

    came = present_teams(tournament)
    for pk, number, name, quota in tournament.branches.order_by("number").values_list("pk", "number", "name", "quota"):
        own = states[pk]
        yield BranchNumbers(
            number=number,
            name=name,
            quota=quota,
            entered=len(own),
            came=len(came & own.keys()),
            withdrew=sum(state == TeamState.WITHDRAWN for state, _ in own.values()),
            forfeited=len(absent & own.keys()),
            players=sum(playing for _, playing in own.values()),
            matches=played[pk],
            won=won[pk],
            deals=dealt[pk],
            best=best.get(pk, 0),
        )
