"""Every version of a match's result, with whom it was played by: nothing that was announced once disappears."""

from dataclasses import dataclass
from datetime import datetime

from journal.models import Event
from scoring.models import Sheet
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.matches import team_label
from tournaments.codes import TournamentEvent
from tournaments.models import Game, Match, Result, Team


@dataclass(frozen=True)
class SetAside:
    """By which correction, of this or an earlier match (its ``number``), a version counts no more."""

    at: datetime
    number: int
    reason: str


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
    set_aside: SetAside | None
    levels: tuple[int | None, int | None]
    sheets: tuple[Sheet, ...]


def versions(match_id: int) -> tuple[VersionView, ...]:
    """The versions of a match, the newest first; a fixed number of queries."""
    rows = Result.objects.filter(match=match_id).select_related("home_team__branch", "away_team__branch")
    results = list(rows.order_by("-version"))
    aside = Game.every.filter(match=match_id).exclude(replaced_at=None).select_related("sheet")
    sheets: dict[int | None, list[Sheet]] = {}
    for game in aside.prefetch_related("sheet__deals", "sheet__penalties").order_by("number"):
        sheets.setdefault(game.result_id, []).append(game.sheet)
    aside_by = _set_aside(match_id, results)
    return tuple(_view(row, aside_by.get(row.pk), tuple(sheets.get(row.pk, ()))) for row in results)


def _set_aside(match_id: int, rows: list[Result]) -> dict[int, SetAside]:
    gone = {row.pk for row in rows if row.withdrawn_at is not None}
    if not gone:
        return {}
    journal = Match.objects.filter(pk=match_id).values("stage__tournament__journal")
    kinds = (TournamentEvent.REMEDY_SIGNED, TournamentEvent.RESULT_CORRECTED)
    return {
        pk: SetAside(event.at, event.data["number"], event.data["reason"])
        for event in Event.objects.filter(journal__in=journal, kind__in=kinds).order_by("number")
        for pk in gone.intersection(event.data["withdrawn"])
    }


def _view(row: Result, set_aside: SetAside | None, sheets: tuple[Sheet, ...]) -> VersionView:
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
        set_aside=set_aside,
        levels=(row.home_standing.get("level"), row.away_standing.get("level")),
        sheets=sheets,
    )


def _label(team: Team | None) -> TeamLabel | None:
    return team_label(team) if team else None
