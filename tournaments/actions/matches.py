"""At the table: the call, the check-in, every deal, and the confirmed result that hands the winner on."""

from accounts.models import User
from guandan_rules import Pending
from journal import clock as journal_clock
from journal.actions import action, record
from journal.refusals import Problem, Refused, WrongState
from scoring import actions as scoring
from scoring.models import Deal, Sheet
from scoring.queries import sheet_verdict
from scoring.states import ClockState, DealKind
from tournaments.models import CheckIn, Match, Player, Result
from tournaments.presence import both_present
from tournaments.progress import locked, match_facts, settle_games
from tournaments.sheets import current_sheet
from tournaments.states import TO_BE_PLAYED, Code, MatchState, TournamentEvent


def _playable(match: Match, states: tuple[MatchState, ...] = TO_BE_PLAYED) -> Match:
    row = locked(match)
    if row.state not in states:
        raise WrongState(row.subject, row.state)
    return row


@action
def call_match(match: Match, *, by: User) -> Match:
    """点名: call the two teams to their table."""
    match = _playable(match, (MatchState.READY,))
    match.state, match.called_at = MatchState.CALLED, journal_clock.now(match.stage.tournament.journal)
    match.save(update_fields=["state", "called_at"])
    record(match.stage.tournament.journal, TournamentEvent.MATCH_CALLED, match.subject, by=by, **match_facts(match))
    return match


@action
def check_in(match: Match, player: Player, *, by: User) -> CheckIn:
    """签到: this player is at the table; twice is the same as once. With both teams complete the match may begin."""
    match = _playable(match)
    _expected(match, player)
    now = journal_clock.now(match.stage.tournament.journal)
    ticked, new = CheckIn.objects.get_or_create(match=match, player=player, defaults={"at": now, "by": by})
    if new:
        facts = {**match_facts(match), "player": player.name}
        record(match.stage.tournament.journal, TournamentEvent.PLAYER_CHECKED_IN, match.subject, by=by, **facts)
        _begin_if_complete(match)
    return ticked


def _expected(match: Match, player: Player) -> None:
    if player.team_id not in (match.home_team_id, match.away_team_id) or player.left_at is not None:
        raise Refused(Problem(Code.PLAYER_NOT_HERE, "player", {"player": player.name}))


def _begin_if_complete(match: Match) -> None:
    if match.state != MatchState.PLAYING and match.round.clock.state != ClockState.SET and both_present(match):
        match.state = MatchState.PLAYING
        match.save(update_fields=["state"])


@action
def check_out(match: Match, player: Player, *, by: User) -> None:
    """取消签到: the tick was a mistake; only before the match is being played."""
    match = _playable(match, (MatchState.READY, MatchState.CALLED))
    _expected(match, player)
    deleted, _ = CheckIn.objects.filter(match=match, player=player).delete()
    if deleted:
        facts = {**match_facts(match), "player": player.name}
        record(match.stage.tournament.journal, TournamentEvent.PLAYER_CHECKED_OUT, match.subject, by=by, **facts)


@action
def enter_deal(match: Match, order: str, *, by: User, seen: int | None = None, kind: str = DealKind.REGULAR) -> Deal:
    """记一副: the finish order as seat letters (home sits N and S, away W and E); see ``scoring.actions.enter_deal``.

    Whoever plays a deal is there: the match is being played from its first deal on, ticked or not.
    """
    match = _playable(match)
    deal = scoring.enter_deal(current_sheet(match), order, by=by, seen=seen, kind=kind, facts=match_facts(match))
    if match.state != MatchState.PLAYING:
        match.state = MatchState.PLAYING
        match.save(update_fields=["state"])
    return deal


@action
def undo_deal(match: Match, *, by: User, seen: int | None = None) -> Deal:
    """撤回 the last deal of the game being played."""
    match = _playable(match)
    return scoring.undo_deal(current_sheet(match), by=by, seen=seen, facts=match_facts(match))


@action
def answer_bell(match: Match, in_hand: bool, *, by: User, seen: int | None = None) -> Sheet:
    """响铃时是否正在打牌."""
    match = _playable(match)
    return scoring.answer_bell(current_sheet(match), in_hand, by=by, seen=seen, facts=match_facts(match))


@action
def confirm_result(match: Match, *, by: User, seen: int | None = None) -> Result | None:
    """确认结果: close the game with the verdict the program proposes; the winner advances in the same transaction.

    Returns None when a best-of-n match goes on with the next game. Refused while something is still awaited.
    """
    match = _playable(match)
    sheet = current_sheet(match)
    verdict = sheet_verdict(sheet, journal_clock.now(sheet.journal))
    if isinstance(verdict, Pending) or verdict.winner is None:
        awaited = verdict.awaits.value if isinstance(verdict, Pending) else "referee"
        raise Refused(Problem(Code.VERDICT_PENDING, data={"awaited": awaited}))
    scoring.close_sheet(sheet, verdict, by=by, seen=seen, facts=match_facts(match))
    return settle_games(match, str(verdict.winner), verdict.reason.value, by=by)
