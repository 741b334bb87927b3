"""At the table: the call, the check-in, every deal and penalty, and the result that both sides confirm."""

from collections.abc import Iterable

from django.db.models import F

from accounts.models import User
from guandan_rules import Effect, Offence, Pending, Verdict
from journal import clock as journal_clock
from journal.actions import action, record
from journal.reasons import reason_problems
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.texts import storable
from scoring import actions as scoring
from scoring.models import Confirmation, Deal, Penalty, Sheet, Submission
from scoring.queries import answers, sheet_verdict
from scoring.states import ClockState, DealKind, ScoringCode
from scoring.submissions import Entry
from scoring.values import Replacement
from tournaments.models import CheckIn, Match, Player, Result
from tournaments.presence import both_present
from tournaments.progress import SIDES, locked, locked_by_name, match_facts, settle_games
from tournaments.sheets import current_sheet, has_deals
from tournaments.states import TO_BE_PLAYED, Code, MatchState, TournamentEvent
from tournaments.tables import lacks_table

BEFORE_PLAY = (MatchState.READY, MatchState.CALLED)


def _playable(match: Match, states: tuple[MatchState, ...] = TO_BE_PLAYED) -> Match:
    return _in_state(locked(match), states)


def _in_state(match: Match, states: tuple[MatchState, ...]) -> Match:
    if match.state not in states:
        raise WrongState(match.subject, match.state)
    return match


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
        begin_if_complete(match, by=by)
    return ticked


def _expected(match: Match, player: Player) -> None:
    if player.team_id not in (match.home_team_id, match.away_team_id) or player.left_at is not None:
        raise Refused(Problem(Code.PLAYER_NOT_HERE, "player", {"player": player.name}))


@action
def begin_if_complete(match: Match, *, by: User) -> None:
    """Play begins at the (locked) match if its round runs, both teams are there, and it has its table."""
    began = match.state == MatchState.PLAYING or match.round.clock.state == ClockState.SET
    if not began and both_present(match) and not lacks_table(match):
        scoring.begin_sheet(current_sheet(match), by=by, facts=match_facts(match))
        _play(match)


@action
def check_out(match: Match, player: Player, *, by: User) -> None:
    """取消签到: the tick was a mistake; only before the match is being played."""
    match = _playable(match, BEFORE_PLAY)
    _expected(match, player)
    deleted, _ = CheckIn.objects.filter(match=match, player=player).delete()
    if deleted:
        facts = {**match_facts(match), "player": player.name}
        record(match.stage.tournament.journal, TournamentEvent.PLAYER_CHECKED_OUT, match.subject, by=by, **facts)


@action
def enter_deal(
    match: Match,
    order: str,
    *,
    by: User,
    seen: int | None = None,
    kind: str = DealKind.REGULAR,
    mark: str = "",
) -> Deal:
    """记一副: the finish order as seat letters (home sits N and S, away W and E); see ``scoring.actions.enter_deal``.

    Whoever plays a deal is there: the match is being played from its first deal on, ticked or not.
    """
    match = _in_state(locked_by_name(match), TO_BE_PLAYED)
    sheet, facts = current_sheet(match), match_facts(match)
    deal = scoring.enter_deal(sheet, order, by=by, seen=seen, kind=kind, mark=mark, facts=facts)
    _play(match)
    return deal


def _play(match: Match) -> None:
    if match.state in BEFORE_PLAY:
        match.state = MatchState.PLAYING
        match.save(update_fields=["state"])


@action
def undo_deal(match: Match, *, by: User, seen: int | None = None) -> Deal:
    """撤回 the last deal of the game being played."""
    match = _in_state(locked_by_name(match), TO_BE_PLAYED)
    return scoring.undo_deal(current_sheet(match), by=by, seen=seen, facts=match_facts(match))


@action
def correct_deal(match: Match, number: int, order: str, *, by: User, reason: str, seen: int | None = None) -> Deal:
    """更正一副 of the game being played, with a reason; see ``scoring.actions.correct_deal``."""
    match = _playable(match)
    sheet, facts = current_sheet(match), match_facts(match)
    return scoring.correct_deal(sheet, number, Replacement(order), by=by, reason=reason, seen=seen, facts=facts)


@action
def enter_penalty(
    match: Match,
    side: str,
    offence: str,
    *,
    by: User,
    effects: Iterable[Effect] | None = None,
    note: str = "",
    seen: int | None = None,
) -> Penalty:
    """处罚 (rules.md §7) as the table of the rule set has it, or, from whoever may rule, with other ``effects``.

    Whoever is penalised is at the table, and the match is being played, unless it is for being late.
    """
    match = _playable(match)
    sheet, facts = current_sheet(match), match_facts(match)
    penalty = scoring.enter_penalty(sheet, side, offence, by=by, effects=effects, note=note, seen=seen, facts=facts)
    if offence != Offence.LATE:
        scoring.begin_sheet(sheet, by=by, facts=facts)
        _play(match)
    return penalty


@action
def strike_penalty(match: Match, penalty_id: int, *, by: User, reason: str, seen: int | None = None) -> Penalty:
    """撤销处罚 with a reason."""
    match = _playable(match)
    sheet, facts = current_sheet(match), match_facts(match)
    return scoring.strike_penalty(sheet, penalty_id, by=by, reason=reason, seen=seen, facts=facts)


@action
def answer_bell(match: Match, in_hand: bool, *, by: User, seen: int | None = None) -> Sheet:
    """响铃时是否正在打牌."""
    match = _playable(match)
    return scoring.answer_bell(current_sheet(match), in_hand, by=by, seen=seen, facts=match_facts(match))


@action
def extend_match(match: Match, minutes: int, *, by: User, reason: str) -> Sheet:
    """本桌加时 by whole minutes, with a reason; see ``scoring.actions.extend_sheet``."""
    match = _playable(match)
    return scoring.extend_sheet(current_sheet(match), minutes, by=by, reason=reason, facts=match_facts(match))


@action
def submit(match: Match, entry: Entry, *, by: User) -> Submission:
    """提交一条 from a device (``scoring.actions.submit``): stored whatever the state of the match, then judged.

    An entry that names its sheet, or builds on one of an earlier game, belongs there. ``WrongState`` only where the
    match has no sheet yet: its opponents are not known.
    """
    match = locked_by_name(match)
    sheet = _sheet_of(match, entry)
    place = _place(match, is_open=match.state in TO_BE_PLAYED)
    sent = scoring.submit(sheet, entry, by=by, place=place)
    if match.state in BEFORE_PLAY and has_deals(match):
        _play(match)
    return sent


def _place(match: Match, *, is_open: bool) -> scoring.Place:
    return scoring.Place(match.subject, match_facts(match), is_open)


def _sheet_of(match: Match, entry: Entry) -> Sheet:
    """The sheet that the entry is meant for: a game may have ended while it was on its way."""
    games = Sheet.objects.filter(game__match=match).only("pk")
    sheets = list(games.order_by(F("game__replaced_at").asc(nulls_last=True), "game__number"))
    if not sheets:
        raise WrongState(match.subject, match.state)
    named = [sheet for sheet in sheets if sheet.pk == entry.sheet]
    if named or len(sheets) == 1:
        return (named or sheets)[0]
    marks = [mark for mark in (entry.key, entry.builds_on) if mark]
    known = Submission.objects.filter(sheet__in=sheets, key__in=marks).values_list("sheet", flat=True)
    dealt = Deal.objects.filter(sheet__in=sheets, mark__in=marks).values_list("sheet", flat=True)
    met = {*known, *dealt}
    return next((sheet for sheet in sheets if sheet.pk in met), sheets[-1])


@action
def choose_submission(match: Match, submission_id: int, *, by: User, take: bool, reason: str) -> Submission:
    """裁判长选定: take what a device sent instead of what stands, or drop it; see ``scoring.actions``."""
    match = locked(match)
    sheet = Sheet.objects.filter(submissions=submission_id, game__match=match).first()
    if sheet is None:
        raise Refused(Problem(ScoringCode.SUBMISSION_UNKNOWN, "submission"))
    place = _place(match, is_open=match.state in TO_BE_PLAYED)
    return scoring.choose_submission(sheet, submission_id, by=by, take=take, reason=reason, place=place)


@action
def agree(match: Match, side: str, *, by: User, seen: int, agrees: bool = True, note: str = "") -> Confirmation:
    """双方确认: what a side says of the result that the referee's phone shows, ``seen`` being the sheet's last event.

    When both agree to the present sheet, the result is confirmed in the same transaction. A side that does not agree
    opens a dispute (待裁定): the match stands still until the chief referee upholds, resumes or decides it.
    """
    match = _playable(match, (MatchState.PLAYING,))
    sheet = current_sheet(match)
    _settled(sheet)
    answer = scoring.Answer(side, agrees, note)
    given = scoring.answer_sheet(sheet, answer, by=by, seen=seen, subject=match.subject, facts=match_facts(match))
    if not agrees:
        match.state = MatchState.DISPUTED
        match.save(update_fields=["state"])
    elif {said.side for said in answers(sheet, seen).values() if said.agrees} == set(SIDES):
        confirm_result(match, by=by, seen=seen)
    return given


def _settled(sheet: Sheet) -> Verdict:
    """The verdict of the sheet, which has a winner; ``Refused`` while something is still awaited."""
    verdict = sheet_verdict(sheet, journal_clock.now(sheet.journal))
    if isinstance(verdict, Pending) or verdict.winner is None:
        awaited = verdict.awaits.value if isinstance(verdict, Pending) else "referee"
        raise Refused(Problem(Code.VERDICT_PENDING, data={"awaited": awaited}))
    return verdict


@action
def confirm_result(match: Match, *, by: User, seen: int | None = None) -> Result | None:
    """确认结果: close the game with the verdict the program proposes; the winner advances in the same transaction.

    Returns None when a best-of-n match goes on with the next game. Refused while something is still awaited.
    """
    return _confirm(_playable(match), "", by=by, seen=seen)


def _confirm(match: Match, note: str, *, by: User, seen: int | None = None) -> Result | None:
    sheet = current_sheet(match)
    verdict = _settled(sheet)
    facts = {**match_facts(match), **({"ruling": note} if note else {})}
    scoring.close_sheet(sheet, verdict, by=by, seen=seen, facts=facts)
    return settle_games(match, str(verdict.winner), verdict.reason.value, by=by, note=note)


@action
def uphold(match: Match, *, by: User, reason: str) -> Result | None:
    """驳回异议: the result stands as calculated, with the chief referee's reason."""
    match = _playable(match, (MatchState.DISPUTED,))
    refuse_if(reason_problems(reason))
    return _confirm(match, storable(reason), by=by)


@action
def resume(match: Match, *, by: User, reason: str) -> Match:
    """异议成立: the match is being played again, so that its deals can be corrected; both sides confirm anew."""
    match = _playable(match, (MatchState.DISPUTED,))
    refuse_if(reason_problems(reason))
    scoring.resume_sheet(current_sheet(match), by=by, reason=storable(reason), facts=match_facts(match))
    match.state = MatchState.PLAYING
    match.save(update_fields=["state"])
    return match
