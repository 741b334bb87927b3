"""颁奖: who has won what, as far as it is decided, and who gets a souvenir."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from guandan_rules import Reason
from tournaments.models import CheckIn, Game, Player, Team, Tournament
from tournaments.queries.matches import MatchView, TeamLabel, rounds, team_label
from tournaments.states import SlotKind

PLAYERS_A_TEAM = 2
FINALISTS = 2
SOUVENIR = 0


@dataclass(frozen=True)
class Podium:
    """冠军, 亚军, 季军, 纪念奖; None and empty while open, or, once all is ``decided``, where nobody stands."""

    champion: TeamLabel | None
    runner_up: TeamLabel | None
    thirds: tuple[TeamLabel, ...]
    decided: bool
    souvenirs: tuple[TeamLabel, ...] = ()


@dataclass(frozen=True)
class Winner:
    """A team on the list of awards, with the names of its players."""

    team: TeamLabel
    players: tuple[str, ...]


@dataclass(frozen=True)
class Award:
    """A prize. ``rank`` 1 champion, 2 runner-up, 3 third place …, 0 the souvenir; ``planned`` is how many the notice
    promises (0: as many as there are)."""

    rank: int
    name: str
    planned: int
    winners: tuple[Winner, ...]

    @property
    def is_souvenir(self) -> bool:
        return self.rank == SOUVENIR


@dataclass(frozen=True)
class AwardList:
    """All prizes of the event in the order of the notice; ``decided`` once the last match is over."""

    awards: tuple[Award, ...]
    decided: bool
    confirmed_at: datetime | None
    open_matches: int

    @property
    def placed(self) -> tuple[Award, ...]:
        return tuple(award for award in self.awards if not award.is_souvenir)

    @property
    def souvenir(self) -> Award | None:
        return next((award for award in self.awards if award.is_souvenir), None)


def podium(tournament: Tournament) -> Podium:
    """领奖台, as far as it is decided: a fixed number of queries."""
    places = places_of(_matches(tournament))
    if not places.decided:
        return places
    placed = {team.id for team in (places.champion, places.runner_up, *places.thirds) if team}
    return replace(places, souvenirs=_souvenirs(tournament, placed))


def places_of(matches: Iterable[MatchView]) -> Podium:
    """The first three places alone, from matches that were read already."""
    known = tuple(matches)
    ranks = _ranks(known)
    first, second, thirds = (ranks.get(rank, ()) for rank in (1, 2, 3))
    return Podium(first[0] if first else None, second[0] if second else None, thirds, _is_over(known))


def award_list(tournament: Tournament) -> AwardList:
    """The prizes of the notice with their teams and players: a fixed number of queries."""
    matches = _matches(tournament)
    ranks, decided = _ranks(matches), _is_over(matches)
    ordered = sorted(tournament.awards, key=lambda award: (award["rank"] == SOUVENIR, award["rank"]))
    placed = {team.id for award in ordered for team in ranks.get(award["rank"], ())}
    won = ranks | {SOUVENIR: _souvenirs(tournament, placed) if decided else ()}
    players = _players(team.id for teams in won.values() for team in teams)
    return AwardList(
        awards=tuple(
            Award(a["rank"], a["name"], a.get("count") or 0, _winners(won.get(a["rank"], ()), players)) for a in ordered
        ),
        decided=decided,
        confirmed_at=tournament.awards_confirmed_at,
        open_matches=sum(not (match.is_over or match.is_bye) for match in matches),
    )


def _matches(tournament: Tournament) -> tuple[MatchView, ...]:
    return tuple(match for round_ in rounds(tournament) for match in round_.matches)


def _is_over(matches: Iterable[MatchView]) -> bool:
    """Is the last match over, and the one for third place if there is one?"""
    last = [match for match in matches if _is_last(match)]
    return bool(last) and all(match.is_over or match.is_bye for match in last)


def _is_last(match: MatchView) -> bool:
    """The final, or the match for third place: nobody goes on from there."""
    return match.entrants == FINALISTS


def _ranks(matches: tuple[MatchView, ...]) -> dict[int, tuple[TeamLabel, ...]]:
    """Rank → teams, as far as decided. Whoever loses among ``entrants`` shares the rank behind those who go on: the
    semi-finals' losers are 3rd, the quarter-finals' 5th; with a third-place match its winner is 3rd, its loser 4th.

    A disqualified team has no rank.
    """
    third_place = any(match.third_place for match in matches)
    found: defaultdict[int, list[TeamLabel]] = defaultdict(list)
    for match in matches:
        first, second = (3, 4) if match.third_place else (1, match.entrants // 2 + 1)
        winner, loser = _parted(match)
        if winner and _is_last(match):
            found[first].append(winner)
        if loser and not (third_place and second == 3):
            found[second].append(loser)
    return {rank: tuple(teams) for rank, teams in found.items()}


def _parted(match: MatchView) -> tuple[TeamLabel | None, TeamLabel | None]:
    """Winner and loser: nobody has lost to a bye, and where nobody advances there is none of the two."""
    teams = [line.team if line.slot == SlotKind.TEAM else None for line in match.lines]
    if match.is_bye:
        return teams[0] or teams[1], None
    if not match.winner:
        return None, None
    winner, loser = teams if match.winner == "home" else reversed(teams)
    return winner, None if match.reason == Reason.DISQUALIFICATION else loser


def _souvenirs(tournament: Tournament, placed: set[int]) -> tuple[TeamLabel, ...]:
    """到场参赛未获名次的队伍均有纪念奖 (S000 七): present at a match, or played one, and no place."""
    teams = Team.objects.filter(pk__in=present_teams(tournament) - placed).select_related("branch")
    return tuple(map(team_label, teams.order_by("branch__number", "ordinal")))


def present_teams(tournament: Tournament) -> set[int]:
    """到场: ids of the teams that once were all ticked at a match, or have a deal on a sheet: two queries.

    A game that was set aside speaks for the pair that played it.
    """
    ticks = CheckIn.objects.filter(match__stage__tournament=tournament)
    counted = Counter(ticks.values_list("match_id", "player__team_id"))
    ticked = {team for (_, team), players in counted.items() if players >= PLAYERS_A_TEAM}
    counted_deals = Q(sheet__deals__isnull=False, sheet__deals__struck_at=None)
    games = Game.every.filter(counted_deals, match__stage__tournament=tournament).distinct()
    sides = ("match__home_team", "match__away_team", "result__home_team", "result__away_team")
    rows = games.values_list("replaced_at", *sides)
    pairs = [row[:2] if replaced_at is None else row[2:] for replaced_at, *row in rows]
    return ticked | {team for pair in pairs for team in pair if team}


def _winners(teams: Iterable[TeamLabel], players: Mapping[int, tuple[str, ...]]) -> tuple[Winner, ...]:
    return tuple(Winner(team, players[team.id]) for team in teams)


def _players(teams: Iterable[int]) -> defaultdict[int, tuple[str, ...]]:
    names: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    found = Player.objects.filter(team__in=set(teams), left_at=None).order_by("team", "number")
    for team, name in found.values_list("team_id", "name"):
        names[team] += (name,)
    return names
