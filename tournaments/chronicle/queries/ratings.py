"""等级分: the ratings of those who played in rated events that are over, a list for each game. Nothing of it is stored:
it is reckoned anew whenever a page is made, so that a correction and a name that is forgotten follow through."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Min, Q, QuerySet

from guandan_rules import Reason, Side
from tournaments.bracket.rules.sides import SEATED
from tournaments.chronicle.queries.records import Person, PlayerName, finished_events, renamed_people
from tournaments.chronicle.rating import Change, RatedMatch, Rating, ratings, strength
from tournaments.entries.names import likeness
from tournaments.entries.seats import lined_up
from tournaments.models import CheckIn, Match, Player, Team, Tournament
from tournaments.presets.named_games import NAMED_GAMES, named_game
from tournaments.states import UNPLAYED, MatchState

PLAYED: Final = Q(state=MatchState.OVER) & ~Q(result__reason__in=UNPLAYED) & (
    ~Q(result__winner="") | Q(result__reason=Reason.DRAW)
)  # fmt: skip
"""Both sides were there, and one has won or neither."""


@dataclass(frozen=True)
class RatedPlayer:
    """Somebody with a rating. ``rank`` is shared by equals, 0 while it is provisional; ``branch`` is the row of the
    last event."""

    rank: int
    player: PlayerName
    branch: int
    branch_name: str
    rating: Rating


@dataclass(frozen=True)
class RatingList:
    """等级分榜 of a ``game``, the best first, then those that are provisional; ``games`` are those that have one."""

    game: str
    games: tuple[str, ...]
    events: int
    rows: tuple[RatedPlayer, ...]


@dataclass(frozen=True)
class RatedLine:
    """A match as the reason of a ``change``: with whom and against whom, in which event."""

    event: Tournament
    number: int
    starts_at: datetime
    partners: tuple[PlayerName, ...]
    opponents: tuple[PlayerName, ...]
    change: Change


@dataclass(frozen=True)
class RatingOf:
    """The rating of a player in a ``game``, with its reasons, the newest first."""

    game: str
    rating: Rating
    lines: tuple[RatedLine, ...]


@dataclass(frozen=True)
class _Stay:
    """Somebody in a team, from when he ``came`` as a substitute until he ``left`` for one."""

    player: int
    person: Person
    came: datetime | None
    left: datetime | None

    def covers(self, moment: datetime) -> bool:
        return (self.came is None or self.came <= moment) and (self.left is None or moment < self.left)


def rated_events() -> QuerySet[Tournament]:
    """Those that count, the newest first: over, rated, and with the names that people have."""
    return finished_events().filter(is_rated=True, names_public=True, forgotten_at=None)


def rating_list(game: str = "") -> RatingList:
    """Of that game, or of the first that has one; empty where none has. A fixed number of queries."""
    book = _Book(rated_events())
    games = tuple(key for key in NAMED_GAMES if key in book.matches)
    game = game or next(iter(games), "")
    rated = ratings(book.matches.get(game, ()))
    points = [rating.points for rating in rated.values() if rating.is_settled]
    rows = [
        RatedPlayer(
            1 + sum(other > rating.points for other in points) if rating.is_settled else 0, *book.faces[person], rating
        )
        for person, rating in rated.items()
    ]
    rows.sort(key=lambda row: (not row.rank, -row.rating.points, row.branch_name, row.player.name))
    events = {book.facts[match.key][0].pk for match in book.matches.get(game, ())}
    return RatingList(game, games, len(events), tuple(rows))


def ratings_of(player: int) -> tuple[RatingOf, ...]:
    """Of the player with that id in any event, in each game; empty where there is none. A fixed number of queries."""
    row = Player.objects.select_related("team__branch").filter(pk=player).first()
    if row is None:
        return ()
    book = _Book(rated_events())
    own = book.person(row.team.branch.name, row.name)
    found = []
    for game, matches in book.matches.items():
        by_key = {match.key: match for match in matches}
        if rating := ratings(matches).get(own):
            lines = [book.line(own, by_key[change.match], change) for change in reversed(rating.changes)]
            found.append(RatingOf(game, rating, tuple(lines)))
    return tuple(sorted(found, key=lambda of: list(NAMED_GAMES).index(of.game)))


def best_rated(game: str, teams: Sequence[Team], count: int) -> tuple[int, ...]:
    """Ids of at most ``count`` of the ``teams`` by the mean rating of their players, the best first; only teams of
    which anybody has played. Of equals, the earlier in the list first."""
    book = _Book(rated_events())
    rated = ratings(book.matches.get(game, ()))
    people: defaultdict[int, list[Person]] = defaultdict(list)
    players = Player.objects.filter(team__in=[team.pk for team in teams], left_at=None)
    for team, branch, name in players.values_list("team", "team__branch__name", "name"):
        people[team].append(book.person(branch, name))
    known = [team.pk for team in teams if any(person in rated for person in people[team.pk])]
    return tuple(sorted(known, key=lambda team: -strength(rated, people[team]))[:count])


class _Book:
    """The matches of these events by game, in the order in which they were played: five queries."""

    def __init__(self, events: Iterable[Tournament]) -> None:
        self.renamed = renamed_people()
        self.matches: defaultdict[str, list[RatedMatch[Person]]] = defaultdict(list)
        self.facts: dict[int, tuple[Tournament, int, datetime]] = {}
        # as everybody was shown in the last event: the player, and the branch with its name
        self.faces: dict[Person, tuple[PlayerName, int, str]] = {}
        by_id = {event.pk: event for event in events}
        rows = Match.at_tables.filter(PLAYED, stage__tournament__in=by_id).annotate(first=Min("results__at"))
        columns: Any = (
            "pk", "number", "stage__tournament", "stage__game", "stage__rule_set__name", "round__starts_at", "first",
            *SEATED, "result__winner",
        )  # fmt: skip
        stays = self._stays(by_id)
        # who was seen at each match of an event whose teams have more people than seats: of others all have played
        of = [event.pk for event in by_id.values() if event.reserves or event.boards > 1]
        ticked: defaultdict[int, set[int]] = defaultdict(set)
        for match, player in CheckIn.objects.filter(match__stage__tournament__in=of).values_list("match", "player"):
            ticked[match].add(player)
        in_order = rows.order_by("round__starts_at", "pk").values_list(*columns)
        for pk, number, event, game, name, starts_at, first, *four, winner in in_order:
            home, away = (
                tuple(one for team in side if team for one in self._side(stays[team], by_id[event], first, ticked[pk]))
                for side in (four[:2], four[2:])
            )
            # a name on both sides stands for two people, who cannot be told apart
            if home and away and not {*home} & {*away}:
                self.facts[pk] = (by_id[event], number, starts_at)
                self.matches[named_game(game, {"name": name})].append(RatedMatch(pk, home, away, winner))

    def person(self, branch: str, name: str) -> Person:
        own = (likeness(branch), likeness(name))
        return self.renamed.get(own, own)

    def line(self, own: Person, match: RatedMatch[Person], change: Change) -> RatedLine:
        sides = {Side.HOME: match.home, Side.AWAY: match.away}
        partners = tuple(self.faces[one][0] for one in sides[change.side] if one != own)
        opponents = tuple(self.faces[one][0] for one in sides[change.side.other])
        return RatedLine(*self.facts[match.key], partners, opponents, change)

    def _side(
        self, team: Sequence[_Stay], event: Tournament, moment: datetime, ticked: Collection[int]
    ) -> tuple[Person, ...]:
        """Who played of a team at that moment; at a board nobody but who was seen there."""
        here = [stay for stay in team if stay.covers(moment)]
        people = [stay for stay in here if event.boards == 1 or stay.player in ticked]
        seats = event.seats
        return tuple(stay.person for stay in lined_up(people, seats, lambda stay: stay.player in ticked)[:seats])

    def _stays(self, events: Mapping[int, Tournament]) -> Mapping[int, list[_Stay]]:
        """Of each team, who played for it from when to when. How everybody is shown is read by the way."""
        stays: defaultdict[int, list[_Stay]] = defaultdict(list)
        columns: Any = (
            "team__branch__tournament", "team", "pk", "name", "team__branch", "team__branch__name",
            "substitute_of__at", "left_at",
        )  # fmt: skip
        players = Player.objects.filter(team__branch__tournament__in=events).order_by("team", "number", "pk")
        newest_last = {event: place for place, event in enumerate(reversed(events))}
        rows = sorted(players.values_list(*columns), key=lambda row: newest_last[row[0]])
        for _event, team, pk, name, branch, branch_name, came, left in rows:
            person = self.person(branch_name, name)
            stays[team].append(_Stay(pk, person, came, left))
            self.faces[person] = (PlayerName(pk, name), branch, branch_name)
        return stays
