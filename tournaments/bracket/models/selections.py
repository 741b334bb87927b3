"""Which matches and games a query is about, unless it says otherwise."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from tournaments.bracket.models.matches import Game, Match


class BracketMatches(models.Manager["Match"]):
    """What stages are made of: team matches, but not their boards."""

    def get_queryset(self) -> models.QuerySet["Match"]:
        return super().get_queryset().filter(team_match=None)


class MatchesAtTables(models.Manager["Match"]):
    """What is played at tables: boards, but not the team matches that they decide."""

    def get_queryset(self) -> models.QuerySet["Match"]:
        return super().get_queryset().filter(Q(stage__tournament__boards=1) | Q(team_match__isnull=False))


class CurrentGames(models.Manager["Game"]):
    """Games between the teams that the match has now: what was played by another pair stays with them."""

    def get_queryset(self) -> models.QuerySet["Game"]:
        return super().get_queryset().filter(replaced_at=None)
