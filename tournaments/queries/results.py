"""Every version of a match's result, with whom it was played by: nothing that was announced once disappears."""

from dataclasses import dataclass
from datetime import datetime

from scoring.models import Sheet
from tournaments.models import Game, Result, Team
from tournaments.queries.matches import TeamLabel, team_label


@dataclass(frozen=True)
class VersionView:
    """A version; ``reason`` is empty for a match that was set aside unfinished. ``levels`` are None where none was
    played; ``sheets`` those of its games that were set aside, played by this pair and shown for no other."""

    version: int
    at: datetime
    home: TeamLabel | None
    away: TeamLabel | None
    winner: TeamLabel | None
    reason: str
    note: str
    remedy: str
    counts: bool
    levels: tuple[int | None, int | None]
    sheets: tuple[Sheet, ...]


def versions(match_id: int) -> tuple[VersionView, ...]:
    """The versions of a match, the newest first; a fixed number of queries."""
    rows = Result.objects.filter(match=match_id).select_related("home_team__branch", "away_team__branch")
    aside = Game.every.filter(match=match_id).exclude(replaced_at=None).select_related("sheet")
    sheets: dict[int | None, list[Sheet]] = {}
    for game in aside.prefetch_related("sheet__deals", "sheet__penalties").order_by("number"):
        sheets.setdefault(game.result_id, []).append(game.sheet)
    return tuple(_view(row, tuple(sheets.get(row.pk, ()))) for row in rows.order_by("-version"))


def _view(row: Result, sheets: tuple[Sheet, ...]) -> VersionView:
    home, away = _label(row.home_team), _label(row.away_team)
    return VersionView(
        version=row.version,
        at=row.at,
        home=home,
        away=away,
        winner={"home": home, "away": away}.get(row.winner),
        reason=row.reason,
        note=row.note,
        remedy=row.remedy,
        counts=row.withdrawn_at is None,
        levels=(row.home_standing.get("level"), row.away_standing.get("level")),
        sheets=sheets,
    )


def _label(team: Team | None) -> TeamLabel | None:
    return team_label(team) if team else None
