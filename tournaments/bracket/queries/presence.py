"""到场: which teams came, and which left."""

from collections import Counter
from collections.abc import Collection

from django.db.models import Q

from guandan_rules import Reason
from tournaments.bracket.rules.sides import SEATED
from tournaments.models import CheckIn, Game, Match, Tournament
from tournaments.states import TeamState


def present_teams(tournament: Tournament) -> set[int]:
    """到场: ids of the teams of whom a whole side was ticked at a match, or that have a deal on a sheet: two queries.

    A game that was set aside speaks for the pair that played it.
    """
    ticks = CheckIn.objects.filter(match__stage__tournament=tournament)
    counted = Counter(ticks.values_list("match_id", "player__team_id"))
    own = min(tournament.seats, tournament.fewest_players)
    ticked = {team for (_, team), players in counted.items() if players >= own}
    counted_deals = Q(sheet__deals__isnull=False, sheet__deals__struck_at=None)
    games = Game.every.filter(counted_deals, match__stage__tournament=tournament).distinct()
    # who partners whom stays as it is, whatever is corrected
    partners = ("match__home_partner", "match__away_partner")
    present = ("match__home_team", "match__away_team")
    rows = games.values_list("replaced_at", *partners, *present, "result__home_team", "result__away_team")
    pairs = [row[:4] if replaced_at is None else [*row[:2], *row[4:]] for replaced_at, *row in rows]
    return ticked | {team for pair in pairs for team in pair if team}


def left_of(stages: Collection[int]) -> dict[int, frozenset[int]]:
    """By the id of each match of these stages (ids) that was not played since its table was short of one (每轮换搭档):
    who had left the event. One query, none without a stage."""
    if not stages:
        return {}
    rows = Match.objects.filter(stage__in=stages, result__reason=Reason.WITHDRAWAL).values_list(
        "pk", *(f"{column}{what}" for column in SEATED for what in ("", "__state"))
    )
    return {
        pk: frozenset(team for team, state in zip(four[::2], four[1::2], strict=True) if state == TeamState.WITHDRAWN)
        for pk, *four in rows
    }
