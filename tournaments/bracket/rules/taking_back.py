"""What a correction takes back: a result, what followed from it without play, and awards that rested on it."""

from typing import Any

from accounts.models import User
from journal.recording import record
from journal.refusals import Problem, Refused
from journal.states import become
from scoring.actions.sheets import reopen_sheet
from scoring.states import ClockState, SheetState
from tournaments.bracket.rules.boards import begin_team_match, follow_team_match, played_at_tables
from tournaments.bracket.rules.bracket_moves import SIDES, has_begun, locked, match_facts, slot_fields, slot_of
from tournaments.bracket.rules.current_sheets import has_deals, open_game, withdraw_result
from tournaments.bracket.rules.sides import fed_side, place_of
from tournaments.bracket.rules.starts import both_present
from tournaments.bracket.rules.tables import book_if_free, guarded, lacks_table
from tournaments.codes import Code, TournamentEvent
from tournaments.formats.matches import Slot, handed_on
from tournaments.locks import locked_tournament
from tournaments.models import Match, Tournament
from tournaments.states import MatchState, SlotKind, TournamentState


def reopen_match(match: Match, reason: str, *, by: User | None) -> None:
    """The (locked) match, which has a result, is to be played, or goes on, and nothing that followed from its result
    without play stands; awards that were confirmed upon it are open again. Refused once a next match has begun.

    A match whose opponents are not both there waits: whoever calls says what follows.
    """
    old = match.result
    assert old is not None
    undone: dict[str, list[Any]] = {"withdrawn": [], "moved": []}
    if match.team_match is not None and match.team_match.state == MatchState.OVER:
        team_match = locked(match.team_match)
        _take_back(team_match, {side: slot_of(team_match, side) for side in SIDES}, undone, by=by)
        book_if_free(team_match)
        begin_team_match(match)
        match = locked(match)
    if match.state == MatchState.OVER:
        _take_back(match, {side: slot_of(match, side) for side in SIDES}, undone, by=by)
    if match.has_boards:
        book_if_free(match)
        if any(has_begun(board) for board in played_at_tables(match)):
            become(match, MatchState.PLAYING)
    elif match.state == MatchState.READY:
        sheet = open_game(match).sheet
        with guarded():
            book_if_free(match)
        # it goes on: playing, if it has deals, or if the clock runs and all are at its table
        clock_, is_played = match.round.clock, has_deals(match)
        if clock_.started_at and old.at <= clock_.started_at and not is_played:
            sheet.waits = True  # the clock was started without this table
            sheet.save(update_fields=["waits"])
        runs = clock_.state != ClockState.SET and not sheet.waits
        if is_played or (runs and both_present(match) and not lacks_table(match)):
            become(match, MatchState.PLAYING)
        elif match.called_at:
            become(match, MatchState.CALLED)
    awards_opened = open_awards(match.stage.tournament)
    facts = match_facts(match) | {"reason": reason, "winner": old.winner, "old_reason": old.reason}
    facts |= {"version": old.version, "awards_opened": awards_opened, **undone}
    record(match.stage.tournament.journal, TournamentEvent.RESULT_CORRECTED, match.subject, by=by, **facts)


def _take_back(match: Match, pair: dict[str, Slot], facts: dict[str, list[Any]], *, by: User | None) -> None:
    """``pair``: the two sides as they will be. ``facts`` for the journal (notices read from it who was told wrong): the
    results ``withdrawn`` (ids), and the sides ``moved``, [match id, home or away], where others stand now."""
    for next_match, is_winner in ((match.winner_to, True), (match.loser_to, False)):
        if next_match is None:
            continue
        row = locked(next_match)
        side, source = fed_side(row, match, is_winner=is_winner)
        slot = handed_on(source, None, (pair["home"], pair["away"]))
        if slot_of(row, side) == slot:
            continue  # beside a bye nobody loses, whoever comes
        if has_begun(row):
            raise Refused(Problem(Code.NEXT_MATCH_BEGUN, data={"number": row.number}))
        if row.state in (MatchState.OVER, MatchState.BYE):
            _take_back(row, {each: slot_of(row, each) for each in SIDES} | {side: slot}, facts, by=by)
        facts["moved"].append([row.pk, side])
        become(row, MatchState.WAITING, **slot_fields(side, slot))
        follow_team_match(row)
        book_if_free(row)  # it keeps its table, if nobody has it by now

    old = withdraw_result(match)
    facts["withdrawn"] += [old.pk] if old else []
    both = match.home_slot == match.away_slot == SlotKind.TEAM
    become(match, MatchState.READY if both else MatchState.WAITING, result=None)
    follow_team_match(match)
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
