"""Every version of a match's result, with whom it was played by: nothing that was announced once disappears."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from journal.models import Event
from scoring.models import Sheet
from tournaments.bracket.queries.labels import PEOPLE_OF_RESULT, side_label
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.rules.sides import SIDES
from tournaments.codes import TournamentEvent
from tournaments.models import Game, Match, Result
from tournaments.presets.named_games import has_colours


@dataclass(frozen=True)
class SupersededBy:
    """By which correction, of this or an earlier match (its ``number``), a version was superseded."""

    at: datetime
    number: int
    reason: str


@dataclass(frozen=True)
class VersionView:
    """A version; ``reason`` is empty for a match that was replaced unfinished. ``levels`` are None where none was
    played; ``sheets`` those of its replaced games, played by this pair and shown for no other; ``has_colours`` as of
    its game."""

    version: int
    at: datetime
    home: TeamLabel | None
    away: TeamLabel | None
    winner: TeamLabel | None
    reason: str
    note: str
    remedy: str
    counts: bool
    superseded_by: SupersededBy | None
    levels: tuple[int | None, int | None]
    sheets: tuple[Sheet, ...]
    has_colours: bool


def versions(match_id: int) -> tuple[VersionView, ...]:
    """The versions of a match, the newest first; a fixed number of queries."""
    rows = Result.objects.filter(match=match_id).select_related(
        "match__stage", "home_team__branch", "away_team__branch", *(f"match__{side}_partner__branch" for side in SIDES)
    )
    results: Any = list(rows.annotate(**PEOPLE_OF_RESULT).order_by("-version"))
    replaced_games = Game.every.filter(match=match_id).exclude(replaced_at=None).select_related("sheet")
    sheets: dict[int | None, list[Sheet]] = {}
    for game in replaced_games.prefetch_related("sheet__deals", "sheet__penalties").order_by("number"):
        sheets.setdefault(game.result_id, []).append(game.sheet)

    withdrawn = {row.pk for row in results if row.withdrawn_at is not None}
    journal = Match.every.filter(pk=match_id).values("stage__tournament__journal")
    kinds = (TournamentEvent.REMEDY_SIGNED, TournamentEvent.RESULT_CORRECTED)
    corrections = Event.objects.filter(journal__in=journal, kind__in=kinds).order_by("number")
    superseded_by = {
        pk: SupersededBy(event.at, event.data["number"], event.data["reason"])
        for event in (corrections if withdrawn else ())
        for pk in withdrawn.intersection(event.data["withdrawn"])
    }
    views = []
    for row in results:
        home, away = (side_label(row, side) for side in SIDES)
        stage = row.match.stage
        views.append(
            VersionView(
                version=row.version,
                at=row.at,
                home=home,
                away=away,
                winner={"home": home, "away": away}.get(row.winner),
                reason=row.reason,
                note=row.note,
                remedy=row.remedy,
                counts=row.withdrawn_at is None,
                superseded_by=superseded_by.get(row.pk),
                levels=(row.home_standing.get("level"), row.away_standing.get("level")),
                sheets=tuple(sheets.get(row.pk, ())),
                has_colours=has_colours(stage.game, stage.rule_set),
            )
        )
    return tuple(views)
