"""The games of a match, deal by deal: what each deal did to the levels, told by the fold over the sheet's log."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from guandan_rules import Step
from journal.queries import last_event_numbers
from scoring.models import Deal, Penalty, Sheet
from scoring.queries import effects_of, race, rows
from scoring.standings import Standing
from tournaments.models import Game, Tournament
from tournaments.queries.matches import MatchView, match_view, stage_matches
from tournaments.queries.penalties import effect_views
from tournaments.queries.play import EffectView


@dataclass(frozen=True)
class LevelPair:
    """Levels 2…14 of both sides."""

    home: int
    away: int


@dataclass(frozen=True)
class DealView:
    """一副: its finish order, the level it was played at, who won it, and the levels before and after."""

    number: int
    kind: str
    order: str
    level: int | None
    winner: str
    before: LevelPair
    after: LevelPair
    passed: str
    entered_at: datetime


@dataclass(frozen=True)
class PenaltyView:
    """处罚 for everybody, behind deal ``after_deal``: who, for what, what it did, and the levels before and after."""

    after_deal: int
    side: str
    offence: str
    effects: tuple[EffectView, ...]
    before: LevelPair
    after: LevelPair


@dataclass(frozen=True)
class GameView:
    """局: its deals that count and where they lead. ``seen`` is the number of the sheet's last event."""

    number: int
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
    wanted = Q(number=number) | Q(winner_to__number=number) | Q(loser_to__number=number)
    found = stage_matches(tournament).filter(wanted).prefetch_related("games__sheet__deals", "games__sheet__penalties")
    by_number = {match.number: match for match in found}
    if number not in by_number:
        return None
    match = by_number[number]
    return MatchRecord(match_view(match, by_number), _game_views(tournament, match.games.all()))


def _game_views(tournament: Tournament, games: Iterable[Game]) -> tuple[GameView, ...]:
    seen = last_event_numbers(tournament.journal, [game.sheet.subject for game in games])
    return tuple(game_view(game.number, game.sheet, seen.get(game.sheet.subject, 0)) for game in games)


def game_view(number: int, sheet: Sheet, seen: int) -> GameView:
    """The view of one game by its sheet."""
    return GameView(
        number=number,
        state=sheet.state,
        winner=sheet.winner,
        reason=sheet.reason,
        standing=Standing.from_dict(sheet.standing),
        seen=seen,
        deals=deal_views(sheet),
        penalties=penalty_views(sheet),
    )


def deal_views(sheet: Sheet) -> tuple[DealView, ...]:
    """The deals that count, in order. Uses ``sheet.deals`` and ``sheet.penalties`` if they were prefetched."""
    entered = rows(sheet)
    steps = zip(entered, race(sheet, entered).steps, strict=True)
    return tuple(_deal_view(row, step) for row, step in steps if isinstance(row, Deal))


def deal_view(deal: Deal) -> DealView:
    """One deal that counts; of one entered a moment ago nothing is read."""
    if deal.step is not None:
        return _deal_view(deal, deal.step)
    return next(view for view in deal_views(deal.sheet) if view.number == deal.number)


def penalty_views(sheet: Sheet) -> tuple[PenaltyView, ...]:
    """The penalties that count, in order; their notes are not for everybody."""
    entered = rows(sheet)
    steps = zip(entered, race(sheet, entered).steps, strict=True)
    return tuple(_penalty_view(row, step) for row, step in steps if isinstance(row, Penalty))


def _penalty_view(penalty: Penalty, step: Step) -> PenaltyView:
    return PenaltyView(
        after_deal=penalty.after_deal,
        side=penalty.side,
        offence=penalty.offence,
        effects=effect_views(effects_of(penalty)),
        before=LevelPair(step.before.home, step.before.away),
        after=LevelPair(step.after.home, step.after.away),
    )


def _deal_view(deal: Deal, step: Step) -> DealView:
    return DealView(
        number=deal.number,
        kind=deal.kind,
        order=deal.order,
        level=step.level,
        winner=step.winner or "",
        before=LevelPair(step.before.home, step.before.away),
        after=LevelPair(step.after.home, step.after.away),
        passed=step.passed or "",
        entered_at=deal.entered_at,
    )
