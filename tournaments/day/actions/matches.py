"""At the table: the call, the check-in, every deal and penalty, and the result that both sides confirm."""

from collections.abc import Callable, Collection, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import User
from guandan_rules import Offence, Pending, Verdict
from journal import clock as journal_clock
from journal.reasons import reason_problems
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.statements import Objects, hand_over
from journal.states import become
from journal.texts import storable
from scoring import actions as scoring
from scoring.games.guandan import raw_deal
from scoring.models import Confirmation, Deal, Penalty, Sheet, Submission
from scoring.queries import answers, sheet_verdict
from scoring.states import ClockState, DealKind, ScoringCode
from scoring.submissions import Entry
from tournaments.bracket.rules.bracket_moves import NAMED, SIDES, locked, locked_by_name, settle_games
from tournaments.bracket.rules.current_sheets import current_sheet, has_deals
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.places import place_of
from tournaments.bracket.rules.starts import both_present, expected_players
from tournaments.bracket.rules.tables import lacks_table
from tournaments.codes import Code, TournamentEvent
from tournaments.models import CheckIn, Game, Match, Player, Result
from tournaments.states import TO_BE_PLAYED, MatchState

BEFORE_PLAY = (MatchState.READY, MatchState.CALLED)
P = ParamSpec("P")
R = TypeVar("R")


def _in_state(match: Match, states: tuple[MatchState, ...] = TO_BE_PLAYED) -> Match:
    if match.state not in states:
        raise WrongState(match.subject, match.state)
    return match


def _play(match: Match) -> None:
    if match.state in BEFORE_PLAY:
        become(match, MatchState.PLAYING)


def _on_its_sheet(change: Callable[Concatenate[Sheet, P], R]) -> Callable[Concatenate[Match, P], R]:
    """A change of scoring, of the game that a match plays: the match is locked first, and names it in the journal."""

    @action
    @wraps(change)
    def run(match: Match, /, *args: P.args, **more: P.kwargs) -> R:
        match = _in_state(locked_by_name(match))
        sheet, place = current_sheet(match), place_of(match)
        result = change(sheet, *args, **{**more, "place": place})  # type: ignore[arg-type]
        if isinstance(result, Penalty) and _is_at_the_table(result):
            scoring.begin_sheet(sheet, by=cast("User", more["by"]), place=place)
        if isinstance(result, Deal | Penalty) and _is_at_the_table(result):
            _play(match)
        return result

    return run


def _is_at_the_table(row: Deal | Penalty) -> bool:
    """Whoever plays a deal, or is penalised but for being late, is there: the match is played, ticked or not."""
    return row.struck_at is None and not (isinstance(row, Penalty) and row.offence == Offence.LATE)


enter = _on_its_sheet(scoring.enter)
undo_deal = _on_its_sheet(scoring.undo_deal)
correct_deal = _on_its_sheet(scoring.correct_deal)
strike_penalty = _on_its_sheet(scoring.strike_penalty)
answer_bell = _on_its_sheet(scoring.answer_bell)
extend_match = _on_its_sheet(scoring.extend_sheet)
undo_match_extension = _on_its_sheet(scoring.undo_sheet_extension)
enter_penalty = _on_its_sheet(scoring.enter_penalty)


@action
def enter_deal(match: Match, order: str, *, by: User, seen: int | None = None, kind: str = DealKind.REGULAR) -> Deal:
    """记一副 of 掼蛋: the finish order as seat letters (home sits N and S, away W and E)."""
    return enter(match, raw_deal(order, kind), by=by, seen=seen)


@action
def call_match(match: Match, *, by: User) -> Match:
    """点名: call the two teams to their table."""
    match = _in_state(locked(match), (MatchState.READY,))
    journal = match.stage.tournament.journal
    become(match, MatchState.CALLED, called_at=journal_clock.now(journal))
    record(journal, TournamentEvent.MATCH_CALLED, match.subject, by=by, **place_of(match).facts())
    return match


@action
def check_in(match: Match, player: Player, *, by: User) -> CheckIn:
    """签到: this player is at the table; twice is the same as once. With both teams complete the match may begin."""
    match = _in_state(locked(match))
    _expected(match, player)
    journal = match.stage.tournament.journal
    defaults = {"at": journal_clock.now(journal), "by": by}
    ticked, new = CheckIn.objects.get_or_create(match=match, player=player, defaults=defaults)
    if new:
        facts = {**place_of(match).facts(), "player": player.name}
        record(journal, TournamentEvent.PLAYER_CHECKED_IN, match.subject, by=by, **facts)
        begin_if_complete(match, by=by)
    return ticked


@action
def check_in_all(match: Match, *, by: User) -> Match:
    """本桌到齐: everybody of both teams is at the table; twice is the same as once."""
    match = _in_state(locked(match))
    journal = match.stage.tournament.journal
    now, ticked = journal_clock.now(journal), set(match.check_ins.values_list("player_id", flat=True))
    missing = [p for side in SIDES for p in expected_players(match, side) if p.pk not in ticked]
    CheckIn.objects.bulk_create(CheckIn(match=match, player=player, at=now, by=by) for player in missing)
    if missing:
        facts = {**place_of(match).facts(), "players": [player.name for player in missing]}
        record(journal, TournamentEvent.MATCH_CHECKED_IN, match.subject, by=by, **facts)
        begin_if_complete(match, by=by)
    return match


def _expected(match: Match, player: Player) -> None:
    if player.team_id not in (match.home_team_id, match.away_team_id) or player.left_at is not None:
        raise Refused(Problem(Code.PLAYER_NOT_HERE, "player", {"player": player.name}))


@action
def begin_if_complete(match: Match, *, by: User) -> None:
    """Play begins at the (locked) match if its round runs, both teams are there, and it has its table."""
    began = match.state == MatchState.PLAYING or match.round.clock.state == ClockState.SET
    if not began and both_present(match) and not lacks_table(match):
        scoring.begin_sheet(current_sheet(match), by=by, place=place_of(match))
        _play(match)


@action
def check_out(match: Match, player: Player, *, by: User) -> None:
    """取消签到: the tick was a mistake; only before the match is being played."""
    match = _in_state(locked(match), BEFORE_PLAY)
    _expected(match, player)
    deleted, _ = CheckIn.objects.filter(match=match, player=player).delete()
    if deleted:
        facts = {**place_of(match).facts(), "player": player.name}
        journal = match.stage.tournament.journal
        record(journal, TournamentEvent.PLAYER_CHECKED_OUT, match.subject, by=by, **facts)


@action
def submit(match: Match, entry: Entry, *, by: User) -> Submission:
    """提交一条 from a device (``scoring.actions.submit``): stored whatever the state of the match, then judged.

    An entry that names its sheet, or builds on one of an earlier game, belongs there; one that names a sheet of
    another match (a draw may have been replaced) is refused. ``WrongState`` only where the match has no sheet yet: its
    opponents are not known.
    """
    games = _held_games(match)
    if not games:
        raise WrongState(match.subject, match.state)
    match, sheet = games[0].match, _meant_for(entry, games)
    sent = scoring.submit(sheet, entry, by=by, place=place_of(match))
    if match.state in BEFORE_PLAY and has_deals(match):
        _play(match)
    return sent


def _of(matches: Collection[int]) -> QuerySet[Game]:
    penalised = Exists(Penalty.objects.filter(sheet=OuterRef("sheet")))
    games = Game.every.filter(match__in=matches).annotate(penalised=penalised)
    return games.order_by(F("replaced_at").asc(nulls_last=True), "number")


_LOCK = """
    select sheet_id from tournaments_game join tournaments_match on tournaments_match.id = match_id
    join scoring_sheet on scoring_sheet.id = sheet_id
    where match_id = %s order by sheet_id for no key update of tournaments_match, scoring_sheet
"""
_GAMES = Objects(
    Game, _of, "match", *(f"match__{name}" for name in NAMED),
    *("sheet", "sheet__clock", "sheet__journal", "sheet__journal__tournament"), more=("penalised",),
)  # fmt: skip


def _held_games(match: Match) -> list[Game]:
    """All games of the match, those that count first, with what names it; match and sheets are locked.

    Locked first and read after: what is joined to a row that had to be waited for would be as old as the waiting. A
    sheet that was made meanwhile is not held.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [match.pk])
        held = {sheet for (sheet,) in cursor.fetchall()}
    read: list[Any] = list(_GAMES.by([match.pk]))
    for game in read:
        game.sheet.is_held = game.sheet_id in held
        if not game.penalised:
            hand_over(game.sheet, "penalties", [])
    return read


def _meant_for(entry: Entry, games: Sequence[Game]) -> Sheet:
    """The sheet that the entry is meant for: a game may have ended while it was on its way."""
    sheets = [game.sheet for game in games]
    if entry.sheet:
        named = next((sheet for sheet in sheets if sheet.pk == entry.sheet), None)
        if named is None:
            raise Refused(Problem(ScoringCode.SUBMISSION_UNKNOWN, "sheet"))
        return named
    if len(sheets) == 1:
        return sheets[0]
    marks = [mark for mark in (entry.key, entry.builds_on) if mark]
    known = Submission.objects.filter(sheet__in=sheets, key__in=marks).values_list("sheet", flat=True)
    dealt = Deal.objects.filter(sheet__in=sheets, mark__in=marks).values_list("sheet", flat=True)
    met = {*known, *dealt}
    return next((sheet for sheet in sheets if sheet.pk in met), sheets[-1])


@action
def choose_submission(match: Match, submission_id: int, *, by: User, take: bool, reason: str) -> Submission:
    """裁判长选定: take what a device sent instead of what stands, or drop it; see ``scoring.actions``."""
    match = locked(match)
    sheet = Sheet.objects.filter(submissions=submission_id, match_game__match=match).first()
    if sheet is None:
        raise Refused(Problem(ScoringCode.SUBMISSION_UNKNOWN, "submission"))
    place = place_of(match)
    return scoring.choose_submission(sheet, submission_id, by=by, take=take, reason=reason, place=place)


@action
def agree(match: Match, side: str, *, by: User, seen: int, agrees: bool = True, note: str = "") -> Confirmation:
    """双方确认: what a side says of the result that the referee's phone shows, ``seen`` being the sheet's last event.

    When both agree to the present sheet, the result is confirmed in the same transaction. A side that does not agree
    opens a dispute (待裁定): the match stands still until the chief referee upholds, resumes or decides it.
    """
    match = _in_state(locked(match), (MatchState.PLAYING,))
    sheet = current_sheet(match)
    _settled(match, sheet)
    answer = scoring.Answer(side, agrees, note)
    confirmation = scoring.answer_sheet(sheet, answer, by=by, seen=seen, place=place_of(match))
    if not agrees:
        become(match, MatchState.DISPUTED)
    elif {each.side for each in answers(sheet, seen).values() if each.agrees} == set(SIDES):
        confirm_result(match, by=by, seen=seen)
    return confirmation


def _settled(match: Match, sheet: Sheet) -> Verdict:
    """The verdict of the sheet, which has a winner unless the format takes draws; ``Refused`` while something is still
    awaited."""
    verdict = sheet_verdict(sheet, journal_clock.now(sheet.journal))
    needs_winner = not format_of(match.stage).takes_draws
    if isinstance(verdict, Pending) or (verdict.winner is None and needs_winner):
        awaited = verdict.awaits.value if isinstance(verdict, Pending) else "referee"
        raise Refused(Problem(Code.VERDICT_PENDING, data={"awaited": awaited}))
    return verdict


@action
def confirm_result(match: Match, *, by: User, seen: int | None = None) -> Result | None:
    """确认结果: close the game with the verdict the program proposes; the winner advances in the same transaction.

    Returns None when a best-of-n match goes on with the next game. Refused while something is still awaited.
    """
    return _confirm(_in_state(locked(match)), "", by=by, seen=seen)


def _confirm(match: Match, ruling: str, *, by: User, seen: int | None = None) -> Result | None:
    sheet = current_sheet(match)
    verdict = _settled(match, sheet)
    closed = scoring.close_sheet(sheet, verdict, by=by, seen=seen, ruling=ruling, place=place_of(match))
    return settle_games(match, verdict.winner or "", verdict.reason.value, by=by, note=ruling, closed=closed)


@action
def uphold(match: Match, *, by: User, reason: str) -> Result | None:
    """驳回异议: the result stands as calculated, with the chief referee's reason."""
    match = _in_state(locked(match), (MatchState.DISPUTED,))
    refuse_if(reason_problems(reason))
    return _confirm(match, storable(reason), by=by)


@action
def resume(match: Match, *, by: User, reason: str) -> Match:
    """异议成立: the match is being played again, so that its deals can be corrected; both sides confirm anew."""
    match = _in_state(locked(match), (MatchState.DISPUTED,))
    refuse_if(reason_problems(reason))
    scoring.resume_sheet(current_sheet(match), by=by, reason=storable(reason), place=place_of(match))
    become(match, MatchState.PLAYING)
    return match
