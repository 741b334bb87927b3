"""What a correction takes back: a result, what followed from it without play, and awards that rested on it."""

from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from journal import clock
from journal.refusals import Problem, Refused
from journal.states import become
from scoring.actions.sheets import reopen_sheet
from scoring.states import SheetState
from tournaments.bracket.rules.bookings import book
from tournaments.bracket.rules.bracket_moves import has_begun, locked, slot_fields
from tournaments.bracket.rules.places import place_of
from tournaments.bracket.rules.sources import fed_side
from tournaments.codes import Code
from tournaments.formats.matches import OPEN
from tournaments.locks import locked_tournament
from tournaments.models import Match, Result, Tournament
from tournaments.states import MatchState, SlotKind, TournamentState


@dataclass
class Undone:
    """What a correction took back: results (ids), and the sides (match id, home or away) where others stand now."""

    results: list[int] = field(default_factory=list)
    sides: list[tuple[int, str]] = field(default_factory=list)

    def facts(self) -> dict[str, Any]:
        """For the journal; notices read from it who was told wrong."""
        return {"withdrawn": self.results, "moved": [list(side) for side in self.sides]}


def take_back(match: Match, *, by: User | None) -> Undone:
    """Withdraw the (locked) match's result and all that followed without play; refused once a next match has begun."""
    undone = Undone()
    _take_back(match, undone, by=by)
    return undone


def _take_back(match: Match, undone: Undone, *, by: User | None) -> None:
    for target, is_winner in ((match.winner_to, True), (match.loser_to, False)):
        if target is not None:
            row = locked(target)
            side, _ = fed_side(row, match, is_winner=is_winner)
            _take_back_side(row, side, undone, by=by)
    old = withdraw_result(match)
    undone.results += [old.pk] if old else []
    both = match.home_slot == match.away_slot == SlotKind.TEAM
    become(match, MatchState.READY if both else MatchState.WAITING, result=None)
    reopen_game(match, by=by)


def withdraw_result(match: Match) -> Result | None:
    """The (locked) match's result counts no more and stays readable; without saving the match."""
    old = match.result
    if old is not None:
        old.withdrawn_at = clock.now(match.stage.tournament.journal)
        old.save(update_fields=["withdrawn_at"])
    match.result = None
    return old


def _take_back_side(target: Match, side: str, undone: Undone, *, by: User | None) -> None:
    if has_begun(target):
        raise Refused(Problem(Code.NEXT_MATCH_BEGUN, data={"number": target.number}))
    if target.state in (MatchState.OVER, MatchState.BYE):
        _take_back(target, undone, by=by)
    undone.sides.append((target.pk, side))
    become(target, MatchState.WAITING, **slot_fields(side, OPEN))
    book(target)  # it keeps its table


def reopen_game(match: Match, *, by: User | None) -> None:
    """Open the sheet of the last game again, if it was closed."""
    last = match.games.select_related("sheet").order_by("number").last()
    if last is not None and last.sheet.state == SheetState.CLOSED:
        reopen_sheet(last.sheet, by=by, place=place_of(match))


def open_awards(tournament: Tournament) -> bool:
    """Awards that were confirmed upon results which no longer stand are open again; True if they were confirmed."""
    row = locked_tournament(tournament)
    if row.state != TournamentState.FINISHED:
        return False
    become(row, TournamentState.RUNNING, awards_confirmed_at=None)
    return True
