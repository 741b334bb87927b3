"""The sheets of a match."""

from scoring.models import Sheet
from tournaments.models import Match


def current_sheet(match: Match) -> Sheet:
    """The sheet of the game being played, or of the last one."""
    return match.games.select_related("sheet__clock", "sheet__journal").order_by("-number")[0].sheet


def has_deals(match: Match) -> bool:
    """Does a deal of this match count? Then both teams were there."""
    return match.games.filter(sheet__deals__struck_at=None, sheet__deals__isnull=False).exists()
