"""What became of a match before: when it last changed where, when and against whom it is played (改动), as the journal
tells, and every version of its result, with whom it was played by: nothing that was announced once disappears."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max

from journal.models import Event
from scoring.models import Sheet
from tournaments.bracket.queries.labels import PEOPLE_OF_RESULT, side_label
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.rules.sides import SIDES
from tournaments.codes import TournamentEvent
from tournaments.models import Game, Match, Result, Tournament
from tournaments.presets.named_games import has_colours

OF_ONE = (
    TournamentEvent.ROUND_MOVED,
    TournamentEvent.ROUND_PAIRED,
    TournamentEvent.ROUND_DRAWN,
    TournamentEvent.ROUND_UNPAIRED,
    TournamentEvent.TABLES_ASSIGNED,
    TournamentEvent.MATCH_MOVED,
    TournamentEvent.DAY_AGREED,
    TournamentEvent.CHALLENGE_MADE,
    TournamentEvent.RESULT_CONFIRMED,
    TournamentEvent.RESULT_CORRECTED,
)
"""They change the matches of their round, their match, and those that its teams go on to."""
OF_ALL = (
    TournamentEvent.TOURNAMENT_CREATED,
    TournamentEvent.TOURNAMENT_IMPORTED,
    TournamentEvent.TOURNAMENT_EDITED,
    TournamentEvent.BRANCH_EDITED,
    TournamentEvent.TEAM_WITHDRAWN,
    TournamentEvent.TEAM_RESTORED,
    TournamentEvent.DRAW_CONFIRMED,
    TournamentEvent.DRAW_DISCARDED,
    TournamentEvent.ROUNDS_PLANNED,
    TournamentEvent.TABLES_SET,
    TournamentEvent.REMEDY_SIGNED,
    TournamentEvent.MATCH_RESET,
)
"""They may change any match."""


class LastChange(NamedTuple):
    """The journal's ``number`` of what happened last, and when."""

    number: int
    at: datetime


def last_changes(tournament: Tournament, matches: Sequence[MatchView]) -> dict[int, LastChange]:
    """By the number of each of these matches, which are all of the event: one query.

    A change that touched none of the three may be among them; none that did is left out. So the number never falls,
    and rises whenever a match is moved.
    """
    events = Event.objects.filter(journal=tournament.journal_id, kind__in=(*OF_ONE, *OF_ALL)).order_by()
    of_all, of_one = LastChange(0, tournament.created_at), dict[str, LastChange]()
    for kind, subject, *newest in events.values_list("kind", "subject").annotate(Max("number"), Max("at")):
        change = LastChange(*newest)
        if kind in OF_ALL:
            of_all = max(of_all, change)
        else:
            of_one[subject] = max(of_one.get(subject, change), change)
    own = {}
    for match in matches:
        subjects = (f"match:{match.id}", f"round:{match.round_id}")
        own[match.number] = max(of_all, *(of_one.get(subject, of_all) for subject in subjects))

    by_number = {match.number: match for match in matches}
    changes = {}
    for number in by_number:
        before: set[int] = set()  # the match and all from which its teams come
        reached = {number}
        while reached:
            before |= reached
            sources = (line.source for other in reached for line in by_number[other].lines)
            reached = {source.number for source in sources if source.is_match} - before
        changes[number] = max(own[other] for other in before)
    return changes


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
