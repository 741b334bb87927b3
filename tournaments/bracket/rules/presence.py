"""到场: a team is present at a match when all its players are ticked."""

from collections import defaultdict
from collections.abc import Sequence

from tournaments.models import CheckIn, Match, Player


def expected_players(match: Match, side: str) -> list[Player]:
    """The players of that side who should come, by their number."""
    team_id = match.home_team_id if side == "home" else match.away_team_id
    return list(Player.objects.filter(team_id=team_id, left_at=None).order_by("number")) if team_id else []


def is_present(match: Match, side: str) -> bool:
    """Have all players of that side checked in at this match?"""
    expected = {p.pk for p in expected_players(match, side)}
    ticked = set(CheckIn.objects.filter(match=match, player__in=expected).values_list("player_id", flat=True))
    return bool(expected) and expected == ticked


def both_present(match: Match) -> bool:
    """Can this match begin?"""
    return bool(ready_to_start([match]))


def empty(matches: Sequence[Match]) -> list[Match]:
    """The matches where nobody has checked in (one query)."""
    ticked = set(CheckIn.objects.filter(match__in=matches).values_list("match_id", flat=True))
    return [match for match in matches if match.pk not in ticked]


def ready_to_start(matches: Sequence[Match]) -> list[Match]:
    """The matches where every player of both teams has checked in (two queries)."""
    teams = {match.pk: {match.home_team_id, match.away_team_id} for match in matches}
    expected: dict[int | None, set[int]] = defaultdict(set)
    players = Player.objects.filter(team__in=set().union(*teams.values()), left_at=None)
    for team, player in players.values_list("team_id", "pk"):
        expected[team].add(player)
    ticked: dict[int, set[int]] = defaultdict(set)
    for match, player in CheckIn.objects.filter(match__in=teams).values_list("match_id", "player_id"):
        ticked[match].add(player)
    return [m for m in matches if all(expected[team] and expected[team] <= ticked[m.pk] for team in teams[m.pk])]
