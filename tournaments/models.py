"""The event in tables. Foreign keys point down: to scoring (sheets, clocks), journal and accounts, never up."""

from tournaments.bracket.models.bracket import Booking, CheckIn, Game, Match, Result, Round, Stage, Table
from tournaments.bracket.models.placings import Placing
from tournaments.draw.models.ceremony import Ceremony
from tournaments.draw.models.draw import Draw
from tournaments.entries.models import Branch, Player, Substitution, Team
from tournaments.event.models.access import AccessDevice, AccessLink
from tournaments.event.models.tournament import CertificateStyle, OwnFile, Role, Tournament
from tournaments.series.models import Series

__all__ = [
    "AccessDevice",
    "AccessLink",
    "Booking",
    "Branch",
    "Ceremony",
    "CertificateStyle",
    "CheckIn",
    "Draw",
    "Game",
    "Match",
    "OwnFile",
    "Placing",
    "Player",
    "Result",
    "Role",
    "Round",
    "Series",
    "Stage",
    "Substitution",
    "Table",
    "Team",
    "Tournament",
]
