"""The games of a match, deal by deal: what each deal did to the levels, told by the fold over the sheet's log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from guandan_rules import Effect, Sides
from journal.queries import last_event_numbers
from scoring.games.entries import given_effects
from scoring.games.game import EntryResult
from scoring.models import Deal, Sheet
from scoring.queries import replayed_rows, rows
from scoring.standings import Standing
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import single_view, stage_matches
from tournaments.models import Tournament


@dataclass(frozen=True)
class DealView:
    """一副: its entry in the JSON form of the game (the finish order of 掼蛋), the level it was played at, who won it
    if that is said, the levels before and after, and where points stand in their place, the ``points`` after it."""

    number: int
    kind: str
    order: str
    entry: Mapping[str, Any]
    level: int | None
    winner: str
    before: Sides[int] | Sides[int | None]
    after: Sides[int] | Sides[int | None]
    passed: str
    entered_at: datetime
    points: Sides[int] | None

    @property
    def shown(self) -> tuple[int | None, int | None]:
        """What stood on the scoreboard after it."""
        pair = self.points or self.after
        return pair.home, pair.away


@dataclass(frozen=True)
class PenaltyView:
    """处罚 for everybody, behind deal ``after_deal``: who, for what, what it did, and the levels before and after."""

    after_deal: int
    side: str
    offence: str
    effects: tuple[Effect, ...]
    before: Sides[int] | Sides[int | None]
    after: Sides[int] | Sides[int | None]


@dataclass(frozen=True)
class GameView:
    """局 of the ``game`` of that name: its deals that count and where they lead. ``seen`` is the number of the sheet's
    last event."""

    number: int
    game: str
    state: str
    winner: str
    reason: str
    standing: Standing
    seen: int
    deals: tuple[DealView, ...]
    penalties: tuple[PenaltyView, ...]


@dataclass(frozen=True)
class MatchRecord:
    """A match with all its games."""

    match: MatchView
    games: tuple[GameView, ...]


def match_record(tournament: Tournament, number: int) -> MatchRecord | None:
    """The match of that number with its games and deals, None if there is none; a fixed number of queries."""
    rows = stage_matches(tournament).prefetch_related("games__sheet__deals", "games__sheet__penalties")
    match = rows.filter(number=number).first()
    if match is None:
        return None
    games = match.games.all()
    seen = last_event_numbers(tournament.journal, [game.sheet.subject for game in games])
    views = (game_view(game.number, game.sheet, seen.get(game.sheet.subject, 0)) for game in games)
    return MatchRecord(single_view(match), tuple(views))


def game_view(number: int, sheet: Sheet, seen: int) -> GameView:
    """The view of one game by its sheet. Uses ``sheet.deals`` and ``sheet.penalties`` if they were prefetched."""
    deals, penalties = [], []
    for row, change in replayed_rows(sheet, rows(sheet)):
        if isinstance(row, Deal):
            deals.append(_deal_view(row, change))
            continue
        effects = given_effects(row.effects)
        view = PenaltyView(row.after_deal, row.side, row.offence, effects, change.before, change.after)
        penalties.append(view)
    return GameView(
        number=number,
        game=sheet.game,
        state=sheet.state,
        winner=sheet.winner,
        reason=sheet.reason,
        standing=Standing(**sheet.standing),
        seen=seen,
        deals=tuple(deals),
        penalties=tuple(penalties),
    )


def deal_view(deal: Deal) -> DealView:
    """One deal that counts; of one entered a moment ago nothing is read."""
    if deal.result is not None:
        return _deal_view(deal, deal.result)
    entered = replayed_rows(deal.sheet, rows(deal.sheet))
    return next(_deal_view(row, change) for row, change in entered if row == deal and isinstance(row, Deal))


def _deal_view(deal: Deal, change: EntryResult) -> DealView:
    return DealView(
        number=deal.number,
        kind=deal.kind,
        order=deal.order,
        entry=deal.entry,
        level=change.level,
        winner=change.winner or "",
        before=change.before,
        after=change.after,
        passed=change.passed or "",
        entered_at=deal.entered_at,
        points=change.points[1] if change.points else None,
    )
