"""到场: a team is present at a match when all its players are ticked."""

from tournaments.models import CheckIn, Match, Player


def expected_players(match: Match, side: str) -> list[Player]:
    """The players of that side who should come, by their number."""
    team_id = match.home_team_id if side == "home" else match.away_team_id
    return list(Player.objects.filter(team_id=team_id, left_at=None).order_by("number")) if team_id else []


def is_present(match: Match, side: str) -> bool:
    """Are all players of that side ticked at this match?"""
    expected = {p.pk for p in expected_players(match, side)}
    ticked = set(CheckIn.objects.filter(match=match, player__in=expected).values_list("player_id", flat=True))
    return bool(expected) and expected == ticked


def both_present(match: Match) -> bool:
    """Can this match begin?"""
    return is_present(match, "home") and is_present(match, "away")
