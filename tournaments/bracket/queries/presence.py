"""到场: which teams came."""

from collections import Counter

from django.db.models import Q

from tournaments.models import CheckIn, Game, Tournament


def present_teams(tournament: Tournament) -> set[int]:
    """到场: ids of the teams of whom a whole side was ticked at a match, or that have a deal on a sheet: two queries.

    A game that was set aside speaks for the pair that played it.
    """
    ticks = CheckIn.objects.filter(match__stage__tournament=tournament)
    counted = Counter(ticks.values_list("match_id", "player__team_id"))
    ticked = {team for (_, team), players in counted.items() if players >= tournament.seats}
    counted_deals = Q(sheet__deals__isnull=False, sheet__deals__struck_at=None)
    games = Game.every.filter(counted_deals, match__stage__tournament=tournament).distinct()
    sides = ("match__home_team", "match__away_team", "result__home_team", "result__away_team")
    rows = games.values_list("replaced_at", *sides)
    pairs = [row[:2] if replaced_at is None else row[2:] for replaced_at, *row in rows]
    return ticked | {team for pair in pairs for team in pair if team}
