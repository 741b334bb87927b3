"""The event in tables. Foreign keys point down: to scoring (sheets, clocks), journal and accounts, never up."""

from tournaments.bracket.models.honours import PlaceDecision, Placing, Prize
from tournaments.bracket.models.matches import (
    BoardPlayer,
    Booking,
    CheckIn,
    Game,
    Match,
    Result,
    Round,
    Stage,
    Table,
)
from tournaments.draw.models import Ceremony, Draw
from tournaments.entries.models import Branch, Player, Substitution, Team
from tournaments.event.models.access import AccessDevice, AccessLink
from tournaments.event.models.tournament import CertificateStyle, OwnFile, Role, Tournament
from tournaments.series.models import Series

__all__ = [
    "AccessDevice",
    "AccessLink",
    "BoardPlayer",
    "Booking",
    "Branch",
    "Ceremony",
    "CertificateStyle",
    "CheckIn",
    "Draw",
    "Game",
    "Match",
    "OwnFile",
    "PlaceDecision",
    "Placing",
    "Player",
    "Prize",
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
