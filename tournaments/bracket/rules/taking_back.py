"""What a correction takes back: a result, what followed from it without play, and awards that rested on it."""

from typing import Any

from accounts.models import User
from journal import clock
from journal.refusals import Problem, Refused
from journal.states import become
from scoring.actions import reopen_sheet
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


def take_back(match: Match, *, by: User | None) -> dict[str, Any]:
    """Withdraw the (locked) match's result and all that followed without play; refused once a next match has begun.

    What it took back, for the journal (notices read from it who was told wrong): the results ``withdrawn`` (ids), and
    the sides ``moved``, [match id, home or away], where others stand now.
    """
    facts: dict[str, list[Any]] = {"withdrawn": [], "moved": []}
    _take_back(match, facts, by=by)
    return facts


def _take_back(match: Match, facts: dict[str, list[Any]], *, by: User | None) -> None:
    for next_match, is_winner in ((match.winner_to, True), (match.loser_to, False)):
        if next_match is None:
            continue
        row = locked(next_match)
        side, _ = fed_side(row, match, is_winner=is_winner)
        if has_begun(row):
            raise Refused(Problem(Code.NEXT_MATCH_BEGUN, data={"number": row.number}))
        if row.state in (MatchState.OVER, MatchState.BYE):
            _take_back(row, facts, by=by)
        facts["moved"].append([row.pk, side])
        become(row, MatchState.WAITING, **slot_fields(side, OPEN))
        book(row)  # it keeps its table

    old = withdraw_result(match)
    facts["withdrawn"] += [old.pk] if old else []
    both = match.home_slot == match.away_slot == SlotKind.TEAM
    become(match, MatchState.READY if both else MatchState.WAITING, result=None)
    last = match.games.select_related("sheet").order_by("number").last()
    if last is not None and last.sheet.state == SheetState.CLOSED:
        reopen_sheet(last.sheet, by=by, place=place_of(match))


def withdraw_result(match: Match) -> Result | None:
    """The (locked) match's result counts no more and stays readable; without saving the match."""
    old = match.result
    if old is not None:
        old.withdrawn_at = clock.now(match.stage.tournament.journal)
        old.save(update_fields=["withdrawn_at"])
    match.result = None
    return old


def open_awards(tournament: Tournament) -> bool:
    """Awards that were confirmed upon results which no longer stand are open again; True if they were confirmed."""
    row = locked_tournament(tournament)
    if row.state != TournamentState.FINISHED:
        return False
    become(row, TournamentState.RUNNING, awards_confirmed_at=None)
    return True
