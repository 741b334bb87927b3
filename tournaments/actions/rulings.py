"""裁判长的裁定: forfeit, both absent, disqualification, a decision, and the correction of a result."""

from datetime import timedelta

from accounts.models import User
from guandan_rules import Reason, awarded
from guandan_rules import Side as RuleSide
from journal import clock as journal_clock
from journal.actions import action, record
from journal.reasons import reason_problems
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.texts import storable
from scoring import actions as scoring
from scoring.queries import race, rule_set
from scoring.states import ClockState, SheetState
from tournaments.bookings import book
from tournaments.models import Match, Result
from tournaments.presence import both_present, is_present
from tournaments.progress import (
    SIDES,
    decide_match,
    follows_by_itself,
    locked,
    match_facts,
    open_awards,
    settle_games,
    take_back,
)
from tournaments.sheets import current_sheet, has_deals
from tournaments.states import TO_BE_PLAYED, UNDECIDED, Code, MatchState, TournamentEvent
from tournaments.tables import guarded


def _open_match(match: Match, states: tuple[MatchState, ...] = TO_BE_PLAYED) -> Match:
    row = locked(match)
    if row.state not in states:
        raise WrongState(row.subject, row.state)
    return row


def _side_problems(side: str) -> list[Problem]:
    return [] if side in SIDES else [Problem(Code.NOT_A_SIDE, "side")]


def _note_problems(note: str) -> list[Problem]:
    return reason_problems(note, "note", required=False)


def _late_problems(match: Match) -> list[Problem]:
    grace = rule_set(current_sheet(match)).grace_minutes
    due = match.round.starts_at + timedelta(minutes=grace)
    tournament = match.stage.tournament
    if journal_clock.now(tournament.journal) < due:
        return [Problem(Code.NOT_LATE_YET, data={"due": f"{due.astimezone(tournament.tzinfo):%H:%M}"})]
    return []


def _presence_problems(match: Match, sides: tuple[str, ...]) -> list[Problem]:
    there = [side for side in sides if has_deals(match) or is_present(match, side)]
    return [Problem(Code.TEAM_PRESENT, "side", {"side": side}) for side in there]


def _close_open_sheet(match: Match, reason: Reason, winner: str, *, by: User) -> None:
    sheet = current_sheet(match)
    if sheet.state == SheetState.OPEN:
        side = RuleSide(winner) if winner else None
        scoring.close_sheet(sheet, awarded(reason, side, race(sheet)), by=by, facts=match_facts(match))


def _opponent(side: str) -> str:
    return "away" if side == "home" else "home"


@action
def forfeit(match: Match, absent: str, *, by: User, note: str = "") -> Result:
    """弃权: one team did not come in time (S000 六); the other advances. Not before the start and the grace."""
    match = _open_match(match)
    refuse_if([*_side_problems(absent), *_note_problems(note)])
    refuse_if([*_late_problems(match), *_presence_problems(match, (absent,))])
    _close_open_sheet(match, Reason.FORFEIT, _opponent(absent), by=by)
    return decide_match(match, _opponent(absent), Reason.FORFEIT, by=by, note=storable(note))


@action
def both_absent(match: Match, *, by: User, note: str = "") -> Result:
    """双方缺席: nobody advances; the next opponent gets a walkover."""
    match = _open_match(match)
    refuse_if([*_note_problems(note), *_late_problems(match), *_presence_problems(match, SIDES)])
    _close_open_sheet(match, Reason.BOTH_ABSENT, "", by=by)
    return decide_match(match, "", Reason.BOTH_ABSENT, by=by, note=storable(note))


@action
def disqualify(match: Match, side: str, *, by: User, reason: str) -> Result:
    """取消资格: the side loses the match, disputed or not, with a reason that everybody may read."""
    match = _open_match(match, UNDECIDED)
    refuse_if([*_side_problems(side), *reason_problems(reason)])
    _close_open_sheet(match, Reason.DISQUALIFICATION, _opponent(side), by=by)
    return decide_match(match, _opponent(side), Reason.DISQUALIFICATION, by=by, note=storable(reason))


@action
def decide(match: Match, winner: str, *, by: User, reason: str) -> Result | None:
    """裁定胜负: the chief referee decides the game being played, where all tie rules leave it open, or a dispute."""
    match = _open_match(match, UNDECIDED)
    refuse_if([*_side_problems(winner), *reason_problems(reason)])
    _close_open_sheet(match, Reason.DECISION, winner, by=by)
    return settle_games(match, winner, Reason.DECISION, by=by, note=storable(reason))


@action
def correct_result(match: Match, *, by: User, reason: str) -> Match:
    """更正: take a confirmed result back, with a reason, while no match that it feeds has begun.

    The old result stays readable; the sheet is open again, so deals can be undone, entered and confirmed anew. Awards
    that were confirmed upon it are open again, too.
    """
    match = locked(match)
    if match.state != MatchState.OVER or match.result is None:
        raise WrongState(match.subject, match.state)
    refuse_if(reason_problems(reason))
    if follows_by_itself(match):
        raise Refused(Problem(Code.NOT_DECIDED_HERE))
    old = match.result
    undone = take_back(match, by=by)
    with guarded():
        book(match)
    _take_up(match)
    awards_opened = open_awards(match.stage.tournament)
    record(
        match.stage.tournament.journal,
        TournamentEvent.RESULT_CORRECTED,
        match.subject,
        by=by,
        **match_facts(match),
        reason=storable(reason),
        winner=old.winner,
        old_reason=old.reason,
        version=old.version,
        awards_opened=awards_opened,
        **undone.facts(),
    )
    return match


def _take_up(match: Match) -> None:
    """The state in which the match goes on: playing, if it has deals, or if the clock runs and all are there."""
    started = match.round.clock.state != ClockState.SET
    if has_deals(match) or (started and both_present(match)):
        match.state = MatchState.PLAYING
    elif match.called_at:
        match.state = MatchState.CALLED
    match.save(update_fields=["state"])
