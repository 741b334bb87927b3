"""The event in tables. Foreign keys point down: to scoring (sheets, clocks), journal and accounts, never up."""

from tournaments.models.access import AccessDevice, AccessLink
from tournaments.models.bracket import Booking, CheckIn, Game, Match, Result, Round, Stage, Table
from tournaments.models.ceremony import Ceremony
from tournaments.models.draw import Draw
from tournaments.models.entries import Branch, Player, Substitution, Team
from tournaments.models.papers import CertificateStyle, OwnFile
from tournaments.models.placings import Placing
from tournaments.models.series import Series
from tournaments.models.tournament import Role, Tournament

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
