"""颁奖: who has won what, as far as it is decided, and who gets a souvenir."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from guandan_rules import Reason
from tournaments.models import CheckIn, Match, Player, Tournament
from tournaments.queries.matches import TeamLabel, team_label
from tournaments.states import MatchState, SlotKind

PLAYERS_A_TEAM = 2
SOUVENIR = 0


@dataclass(frozen=True)
class Podium:
    """冠军, 亚军, 季军 and 纪念奖; None and empty while they are open, or where nobody stands there."""

    champion: TeamLabel | None
    runner_up: TeamLabel | None
    thirds: tuple[TeamLabel, ...]
    souvenirs: tuple[TeamLabel, ...]


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
    """领奖台: five queries whatever the size. Without a third-place match both losers of the semi-finals are third."""
    matches = _matches(tournament)
    ranks = _ranks(matches)
    first, second = ranks.get(1, ()), ranks.get(2, ())
    thirds = ranks.get(3, ())
    placed = {team.id for rank in (1, 2, 3) for team in ranks.get(rank, ())}
    return Podium(
        champion=first[0] if first else None,
        runner_up=second[0] if second else None,
        thirds=thirds,
        souvenirs=_souvenirs(tournament, matches, placed),
    )


def award_list(tournament: Tournament) -> AwardList:
    """The prizes of the notice with their teams and players: six queries whatever the size."""
    matches = _matches(tournament)
    ranks = _ranks(matches)
    ordered = sorted(tournament.awards, key=lambda award: (award["rank"] == SOUVENIR, award["rank"]))
    placed = {team.id for award in ordered for team in ranks.get(award["rank"], ())}
    won = ranks | {SOUVENIR: _souvenirs(tournament, matches, placed)}
    players = _players(team.id for teams in won.values() for team in teams)
    return AwardList(
        awards=tuple(
            Award(a["rank"], a["name"], a.get("count") or 0, _winners(won.get(a["rank"], ()), players)) for a in ordered
        ),
        decided=_is_over(matches),
        confirmed_at=tournament.awards_confirmed_at,
        open_matches=sum(match.state not in (MatchState.OVER, MatchState.BYE) for match in matches),
    )


def is_decided(tournament: Tournament) -> bool:
    """Is the last match over, and the one for third place if there is one?"""
    return _is_over(_matches(tournament))


def _matches(tournament: Tournament) -> list[Match]:
    rows = Match.objects.filter(stage__tournament=tournament)
    return list(rows.select_related("round", "result", "home_team__branch", "away_team__branch").order_by("number"))


def _is_over(matches: list[Match]) -> bool:
    last = [m for m in matches if m.winner_to_id is None]
    return bool(last) and all(m.state in (MatchState.OVER, MatchState.BYE) for m in last)


def _ranks(matches: list[Match]) -> dict[int, tuple[TeamLabel, ...]]:
    """Rank → teams, as far as decided. Whoever loses among ``entrants`` shares the rank behind those who go on: the
    semi-finals' losers are 3rd, the quarter-finals' 5th; with a third-place match its winner is 3rd, its loser 4th.

    A disqualified team has no rank.
    """
    third_place = any(m.third_place for m in matches)
    ranks: defaultdict[int, list[TeamLabel]] = defaultdict(list)
    for match in matches:
        if match.result is None:
            continue
        first, second = (3, 4) if match.third_place else (1, match.round.entrants // 2 + 1)
        winner, loser = _parted(match)
        if winner and match.winner_to_id is None:
            ranks[first].append(winner)
        if loser and not (third_place and second == 3):
            ranks[second].append(loser)
    return {rank: tuple(teams) for rank, teams in ranks.items()}


def _parted(match: Match) -> tuple[TeamLabel | None, TeamLabel | None]:
    """Winner and loser of a match that is over; where nobody advances, none of the two."""
    if match.result is None or not match.result.winner:
        return None, None
    home, away = (_label(match, "home"), _label(match, "away"))
    winner, loser = (home, away) if match.result.winner == "home" else (away, home)
    return winner, None if match.result.reason == Reason.DISQUALIFICATION else loser


def _label(match: Match, side: str) -> TeamLabel | None:
    team = match.home_team if side == "home" else match.away_team
    slot = match.home_slot if side == "home" else match.away_slot
    return team_label(team) if team and slot == SlotKind.TEAM else None


def _souvenirs(tournament: Tournament, matches: list[Match], placed: set[int]) -> tuple[TeamLabel, ...]:
    """到场参赛未获名次的队伍均有纪念奖 (S000 七): present at a match, or played one, and no place. Open to the end."""
    if not _is_over(matches):
        return ()
    present = present_teams(tournament)
    teams = {}
    for match in matches:
        for team in (match.home_team, match.away_team):
            if team and team.pk in present and team.pk not in placed:
                teams[team.pk] = team
    return tuple(map(team_label, sorted(teams.values(), key=lambda t: (t.branch.number, t.ordinal))))


def present_teams(tournament: Tournament) -> set[int]:
    """到场: ids of the teams that once were all ticked at a match, or have a deal on a sheet: two queries."""
    ticks = CheckIn.objects.filter(match__stage__tournament=tournament)
    counted = Counter(ticks.values_list("match_id", "player__team_id"))
    ticked = {team for (_, team), players in counted.items() if players >= PLAYERS_A_TEAM}
    played = Match.objects.filter(
        stage__tournament=tournament, games__sheet__deals__isnull=False, games__sheet__deals__struck_at=None
    )
    pairs = played.distinct().values_list("home_team_id", "away_team_id")
    return ticked | {team for pair in pairs for team in pair if team}


def _winners(teams: Iterable[TeamLabel], players: Mapping[int, tuple[str, ...]]) -> tuple[Winner, ...]:
    return tuple(Winner(team, players[team.id]) for team in teams)


def _players(teams: Iterable[int]) -> defaultdict[int, tuple[str, ...]]:
    names: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    found = Player.objects.filter(team__in=set(teams), left_at=None).order_by("team", "number")
    for team, name in found.values_list("team_id", "name"):
        names[team] += (name,)
    return names
