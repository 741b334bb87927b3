"""裁判长的裁定: forfeit, both absent, disqualification, a decision, and the correction of a result."""

from datetime import timedelta
from functools import reduce
from operator import or_

from accounts.models import User
from guandan_rules import Reason, awarded
from guandan_rules import Side as RuleSide
from journal import clock as journal_clock
from journal.recording import action
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.texts import reason_problems, storable
from tournaments.bracket.queries.advancement import later_stage_problems
from tournaments.bracket.rules.boards import played_at_tables
from tournaments.bracket.rules.bracket_moves import decide_match, follows_by_itself, is_short, locked, settle_games
from tournaments.bracket.rules.current_sheets import close_open_sheet, current_sheet, has_deals
from tournaments.bracket.rules.sides import SIDES, side_ids, side_of, stands_in
from tournaments.bracket.rules.starts import expected_at, is_present
from tournaments.bracket.rules.taking_back import reopen_match
from tournaments.codes import Code
from tournaments.models import Match, Result
from tournaments.states import BY_BOARDS, SHORT, TO_BE_PLAYED, UNDECIDED, MatchState


def _side_problems(side: str) -> list[Problem]:
    return [] if side in SIDES else [Problem(Code.NOT_A_SIDE, "side")]


def _late_problems(match: Match) -> list[Problem]:
    sheet = current_sheet(played_at_tables(match)[0])
    grace = sheet.played.terms(sheet.options).grace_minutes
    expected = expected_at(match.round, sheet, match.called_at, agreed_at=match.agreed_at, until=match.until)
    if expected is None:
        return [Problem(Code.NOT_EXPECTED_YET)]
    due = expected + timedelta(minutes=grace)
    tournament = match.stage.tournament
    now = journal_clock.now(tournament.journal)
    if now < due:
        return [Problem(Code.NOT_LATE_YET, data={"due": due, "now": now})]
    return []


def _presence_problems(match: Match, sides: tuple[str, ...]) -> list[Problem]:
    tables = played_at_tables(match)
    there = [side for side in sides if any(has_deals(table) or is_present(table, side) for table in tables)]
    return [Problem(Code.TEAM_PRESENT, "side", {"side": side}) for side in there]


def _close_open_sheet(match: Match, reason: Reason, winner: str, *, by: User) -> None:
    close_open_sheet(match, awarded(reason, RuleSide(winner) if winner else None), by=by)


def _opponent(side: str) -> str:
    return "away" if side == "home" else "home"


@action
def forfeit(match: Match, absent: str, *, by: User, note: str = "") -> Result:
    """弃权: one team did not come in time (S000 六); the other advances. Not before the start and the grace."""
    match = locked(match, *TO_BE_PLAYED)
    refuse_if([*_side_problems(absent), *reason_problems(note, "note", required=False)])
    refuse_if([*_late_problems(match), *_presence_problems(match, (absent,))])
    _close_open_sheet(match, Reason.FORFEIT, _opponent(absent), by=by)
    return decide_match(match, _opponent(absent), Reason.FORFEIT, by=by, note=storable(note))


@action
def both_absent(match: Match, *, by: User, note: str = "") -> Result:
    """双方缺席: nobody advances; the next opponent gets a walkover."""
    match = locked(match, *TO_BE_PLAYED)
    refuse_if(
        [*reason_problems(note, "note", required=False), *_late_problems(match), *_presence_problems(match, SIDES)]
    )
    _close_open_sheet(match, Reason.BOTH_ABSENT, "", by=by)
    return decide_match(match, "", Reason.BOTH_ABSENT, by=by, note=storable(note))


@action
def disqualify(match: Match, side: str, *, by: User, reason: str) -> Result:
    """取消资格: the side loses the match, disputed or not, and any other it had left, with a reason for everybody. At a
    board it is the team match that it loses."""
    match = locked(match.team_match or match, *UNDECIDED)
    refuse_if([*_side_problems(side), *reason_problems(reason)])
    out = side_ids(match, side)
    _close_open_sheet(match, Reason.DISQUALIFICATION, _opponent(side), by=by)
    result = decide_match(match, _opponent(side), Reason.DISQUALIFICATION, by=by, note=storable(reason))
    others = Match.objects.filter(reduce(or_, map(stands_in, out)), state__in=UNDECIDED).order_by("number")
    for other in others:  # in a format that goes on after a defeat
        row = locked(other)
        # with other partners the table is short of one, and nobody's
        if row.home_partner_id:
            _close_open_sheet(row, Reason.WITHDRAWAL, "", by=by)
            decide_match(row, "", SHORT, by=by, automatic=True)
            continue
        winner = _opponent(side_of(row, out[0]))
        _close_open_sheet(row, Reason.DISQUALIFICATION, winner, by=by)
        decide_match(row, winner, Reason.DISQUALIFICATION, by=by, note=storable(reason))
    return result


@action
def decide(match: Match, winner: str, *, by: User, reason: str) -> Result | None:
    """裁定胜负: the chief referee decides the game being played, where all tie rules leave it open, or a dispute."""
    match = locked(match, *UNDECIDED)
    refuse_if([*_side_problems(winner), *reason_problems(reason)])
    _close_open_sheet(match, Reason.DECISION, winner, by=by)
    note = storable(reason)
    if match.has_boards:
        return decide_match(match, winner, Reason.DECISION, by=by, note=note)
    return settle_games(match, winner, Reason.DECISION, by=by, note=note)


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
    if follows_by_itself(match) or match.result.reason in BY_BOARDS.values():
        raise Refused(Problem(Code.NOT_DECIDED_HERE))
    refuse_if(later_stage_problems(match))
    was = match.result
    reopen_match(match, storable(reason), by=by)
    if match.home_partner_id and was.reason == Reason.DISQUALIFICATION:
        # nobody sent these away: their other tables are played, unless they are short of somebody else
        theirs = reduce(or_, map(stands_in, side_ids(match, _opponent(was.winner))))
        others = Match.objects.filter(theirs, stage=match.stage_id, result__reason=SHORT)
        for other in others.order_by("number"):
            row = locked(other)
            if not is_short(row):
                reopen_match(row, storable(reason), by=by)
    return match
