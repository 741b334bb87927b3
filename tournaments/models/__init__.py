"""The event in tables. Foreign keys point down: to scoring (sheets, clocks), journal and accounts, never up."""

from tournaments.models.access import AccessDevice, AccessLink
from tournaments.models.bracket import Booking, CheckIn, Game, Match, Result, Round, Stage, Table
from tournaments.models.draw import Draw
from tournaments.models.entries import Branch, Player, Substitution, Team
from tournaments.models.tournament import Role, Tournament

__all__ = [
    "AccessDevice",
    "AccessLink",
    "Booking",
    "Branch",
    "CheckIn",
    "Draw",
    "Game",
    "Match",
    "Player",
    "Result",
    "Role",
    "Round",
    "Stage",
    "Substitution",
    "Table",
    "Team",
    "Tournament",
]
