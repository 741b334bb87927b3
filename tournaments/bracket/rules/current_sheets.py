"""The sheets of a match."""

from journal.statements import Objects
from scoring.models import Sheet
from tournaments.models import Game, Match

_GAMES = Objects(
    Game,
    lambda matches: Game.objects.filter(match__in=matches).order_by("-number")[:1],
    "sheet",
    "sheet__clock",
    "sheet__journal",
)


def current_sheet(match: Match) -> Sheet:
    """The sheet of the game being played, or of the last one."""
    return next(iter(_GAMES.by([match.pk]))).sheet


def has_deals(match: Match) -> bool:
    """Does a deal of this match count? Then both teams were there."""
    return match.games.filter(sheet__deals__struck_at=None, sheet__deals__isnull=False).exists()
