"""更正 of a result that others were built upon: one remedy, signed by the chief referee with a reason."""

from collections.abc import Sequence

from accounts.models import User
from guandan_rules import Reason, Side, awarded
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.states import become, become_all
from journal.texts import reason_problems, storable
from scoring.actions.sheets import correct_closed_sheet
from scoring.models import Sheet
from scoring.states import SheetState
from tournaments.bracket.queries.advancement import later_stage_problems
from tournaments.bracket.queries.remedies import Corrected, RemedyPlan, moved_sides, plan, withdrawn_results
from tournaments.bracket.rules.boards import follow_team_match, played_at_tables
from tournaments.bracket.rules.bracket_moves import decide_match, follow, locked, match_facts, slot_fields
from tournaments.bracket.rules.current_sheets import close_open_sheet, has_deals, new_result, withdraw_result
from tournaments.bracket.rules.sides import SIDES, place_of
from tournaments.bracket.rules.tables import book_if_free, guarded, release
from tournaments.bracket.rules.taking_back import open_awards
from tournaments.codes import Code, TournamentEvent
from tournaments.formats.matches import OPEN
from tournaments.formats.remedies import Change, Fate, Kind, Remedy
from tournaments.locks import locked_event
from tournaments.models import Match, Stage
from tournaments.states import MatchState

LEAVES = (Reason.WITHDRAWAL.value, Reason.DISQUALIFICATION.value)


@action
def sign_remedy(
    match: Match, kind: str, *, by: User, reason: str, corrected: Corrected, side: str = "", seen: str
) -> Match:
    """更正: carry out one of ``queries.remedies.plan``, with a reason that everybody may read.

    ``seen`` is the plan that was shown: ``WrongState`` if the bracket has moved meanwhile, or leaves no plan. ``side``:
    to whom the later match is awarded (walkover alone). Refused without a reason, and if the remedy is not offered.
    What was played by another pair stays with it; awards that were confirmed upon it are open again.
    """
    locked_event(match.stage.tournament)
    match = locked(match)
    if match.state != MatchState.OVER or match.result is None:
        raise WrongState(match.subject, match.state)
    refuse_if(later_stage_problems(match))
    try:
        plan_ = plan(match, corrected)
    except Refused as refused:  # it was shown, so somebody was faster: what is right stands there already, perhaps
        raise WrongState(match.subject, "changed") from refused
    if seen != plan_.seen:
        raise WrongState(match.subject, "changed")
    remedy = plan_.remedy(kind, side)
    refuse_if([*reason_problems(reason), *([] if remedy else [Problem(Code.REMEDY_NOT_OFFERED)])])
    assert remedy is not None
    reason = storable(reason)

    _record(match, remedy, plan_, reason, by=by)
    with guarded():
        for change in reversed(remedy.changes[1:]):
            _clear(_numbered(match.stage, change.number), change, reason, by=by)
        if remedy.kind is Kind.REMATCH:
            again = locked(plan_.match)
            facts = match_facts(again)
            _replace_games(again, reason)
            _reopen_match(again)
            record(match.stage.tournament.journal, TournamentEvent.MATCH_RESET, again.subject, by=by, **facts)
            follow(locked(again), by=by)
        else:
            _sign_result(match, remedy, plan_, reason, by=by)
        rows = Match.objects.filter(stage=match.stage, number__in=[change.number for change in remedy.changes])
        for row in rows.select_related("round__clock", "stage__tournament").order_by("number"):
            if row.state in (MatchState.OVER, MatchState.BYE):
                release(row)
            else:
                book_if_free(row)
    match.refresh_from_db()
    return match


def _sign_result(match: Match, remedy: Remedy, plan_: RemedyPlan, reason: str, *, by: User) -> None:
    """The corrected match's new version. A kept result says so: whoever advanced stays, by the chief's decision. Of a
    board that is its team match's; the board itself has the result that it should have had."""
    place, finding = place_of(match), plan_.finding
    if finding.orders:
        assert finding.verdict is not None
        sheet = match.games.select_related("sheet").get(number=finding.game).sheet
        correct_closed_sheet(sheet, finding.orders, finding.verdict, by=by, reason=reason, place=place)
    if match.board:
        withdraw_result(match)
        decide_match(match, finding.winner, finding.reason, by=by, note=reason, remedy=remedy.kind.value)
        match = locked(plan_.match)
    old = withdraw_result(match)
    assert old is not None
    winner, why = plan_.winner, plan_.reason
    if remedy.kind is Kind.KEEP and winner != old.winner:
        winner = old.winner
        why = old.reason if old.reason in LEAVES or not old.winner else Reason.DECISION
    elif remedy.kind is Kind.KEEP and old.reason in LEAVES:
        why = old.reason
    decide_match(match, winner, why, by=by, note=reason, remedy=remedy.kind.value)

    if remedy.awarded and remedy.side is not None:
        later = _numbered(match.stage, remedy.awarded)
        close_open_sheet(later, awarded(Reason.DECISION, Side(remedy.side.value)), by=by)
        decide_match(later, remedy.side.value, Reason.DECISION, by=by, note=reason, remedy=Kind.WALKOVER.value)


def _numbered(stage: Stage, number: int) -> Match:
    return locked(Match.objects.get(stage=stage, number=number))


def _record(match: Match, remedy: Remedy, plan_: RemedyPlan, reason: str, *, by: User) -> None:
    """Written first, with everything as it still is: whoever reads it learns who was told what is wrong now."""
    rows = {row.number: row for row in Match.objects.filter(stage=match.stage_id)}
    moves = remedy.kind is not Kind.KEEP
    record(
        match.stage.tournament.journal,
        TournamentEvent.REMEDY_SIGNED,
        match.subject,
        by=by,
        **match_facts(match),
        remedy=remedy.kind.value,
        awarded=remedy.awarded,
        winner=plan_.winner,
        reason=reason,
        version=match.result.version if match.result else 0,
        replayed=[change.number for change in remedy.changes if change.fate is Fate.SET_ASIDE],
        withdrawn=list(withdrawn_results(remedy, rows)),
        moved=[list(moved) for moved in moved_sides(remedy, rows)],
        awards_opened=moves and open_awards(match.stage.tournament),
    )


def _clear(match: Match, change: Change, reason: str, *, by: User) -> None:
    """Take a later match back: its result, the games that led to it, and whoever no longer comes to it."""
    facts = match_facts(match)
    if change.begun or match.result is not None:
        _replace_games(match, reason, keep_ticks=change.fate is Fate.SIGNED)
    sides = zip(SIDES, change.pair_before, change.pair_after, strict=True)
    _reopen_match(match, [side for side, before, after in sides if before != after])
    if change.fate is Fate.SET_ASIDE:
        record(match.stage.tournament.journal, TournamentEvent.MATCH_RESET, match.subject, by=by, **facts)


def _replace_games(match: Match, reason: str, *, keep_ticks: bool = False) -> None:
    """What was played stays with the result it led to; if it led to none yet, with one that says who played."""
    if match.has_boards:
        for board in played_at_tables(match):
            _replace_games(board, reason, keep_ticks=keep_ticks)
        return
    now = clock.now(match.stage.tournament.journal)
    result = match.result
    if result is None and has_deals(match):
        result = new_result(match, note=reason, at=now, withdrawn_at=now)
    sheets = match.games.values_list("sheet_id", flat=True)
    become_all(Sheet.objects.filter(pk__in=list(sheets), state=SheetState.OPEN), SheetState.CLOSED)
    match.games.update(replaced_at=now, result=result)
    if not keep_ticks:
        match.check_ins.all().delete()


def _reopen_match(match: Match, sides: Sequence[str] = ()) -> None:
    """No result, and nobody on those sides; what stands there next comes to it from the matches before."""
    withdraw_result(match)
    nobody = {name: value for side in sides for name, value in slot_fields(side, OPEN).items()}
    become(match, MatchState.WAITING, result=None, called_at=None, **nobody)
    release(match)
    follow_team_match(match)
