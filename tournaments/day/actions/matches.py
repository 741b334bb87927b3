"""At the table: the call, the check-in, deals and penalties, the result that both sides confirm, the chief referee."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from django.db import connection

from accounts.models import User
from guandan_rules import Offence, Pending, Verdict
from journal import clock as journal_clock
from journal.joins import Joined
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.states import become
from journal.texts import reason_problems, storable
from scoring.actions import clocks, entries, sheets, submissions
from scoring.actions.submissions import SentEntry
from scoring.games.guandan import raw_deal
from scoring.models import Confirmation, Deal, Penalty, Sheet, Submission
from scoring.queries import answers, sheet_verdict
from scoring.states import ClockState, DealKind, ScoringCode
from tournaments.bracket.rules.boards import begin_team_match, may_be_drawn
from tournaments.bracket.rules.bracket_moves import EVENT, NAMED, locked, locked_by_name, settle_games
from tournaments.bracket.rules.current_sheets import current_sheet, has_deals
from tournaments.bracket.rules.sides import SIDES, place_of, side_ids
from tournaments.bracket.rules.starts import both_present, expected_players, may_play
from tournaments.bracket.rules.tables import lacks_table
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.own_days import open_round
from tournaments.day.queries.sheet_parts import open_call
from tournaments.entries.queries.links import branch_of
from tournaments.models import CheckIn, Game, Match, Player, Result
from tournaments.states import TO_BE_PLAYED, MatchState

BEFORE_PLAY = (MatchState.READY, MatchState.CALLED)
P = ParamSpec("P")
R = TypeVar("R")


def _play(match: Match) -> None:
    if match.state in BEFORE_PLAY:
        become(match, MatchState.PLAYING)
        begin_team_match(match)


def _on_its_sheet(change: Callable[Concatenate[Sheet, P], R]) -> Callable[Concatenate[Match, P], R]:
    """A change of scoring, of the game that a match plays: the match is locked first, and names it in the journal."""

    @action
    @wraps(change)
    def run(match: Match, /, *args: P.args, **more: P.kwargs) -> R:
        match = locked_by_name(match)
        if match.state not in TO_BE_PLAYED:
            raise WrongState(match.subject, match.state)
        sheet, place = current_sheet(match), place_of(match)
        result = change(sheet, *args, **{**more, "place": place})  # type: ignore[arg-type]
        if isinstance(result, Penalty) and _is_at_the_table(result):
            sheets.begin_sheet(sheet, by=cast("User", more["by"]), place=place)
        if isinstance(result, Deal | Penalty) and _is_at_the_table(result):
            _play(match)
        return result

    return run


def _is_at_the_table(row: Deal | Penalty) -> bool:
    """Whoever plays a deal, or is penalised but for being late, is there: the match is played, ticked or not."""
    return row.struck_at is None and not (isinstance(row, Penalty) and row.offence == Offence.LATE)


enter = _on_its_sheet(entries.enter)
undo_deal = _on_its_sheet(entries.undo_deal)
correct_deal = _on_its_sheet(entries.correct_deal)
strike_penalty = _on_its_sheet(entries.strike_penalty)
answer_bell = _on_its_sheet(entries.answer_bell)
extend_match = _on_its_sheet(clocks.extend_sheet)
undo_match_extension = _on_its_sheet(clocks.undo_sheet_extension)
enter_penalty = _on_its_sheet(entries.enter_penalty)


@action
def enter_deal(match: Match, order: str, *, by: User, seen: int | None = None, kind: str = DealKind.REGULAR) -> Deal:
    """记一副 of 掼蛋: the finish order as seat letters (home sits N and S, away W and E)."""
    return enter(match, raw_deal(order, kind), by=by, seen=seen)


@action
def call_match(match: Match, *, by: User) -> Match:
    """点名: call the two teams to their table."""
    match = locked(match, MatchState.READY)
    become(match, MatchState.CALLED, called_at=_now(match))
    _note(match, TournamentEvent.MATCH_CALLED, by=by)
    return match


@action
def check_in(match: Match, player: Player, *, by: User) -> CheckIn:
    """签到: this player is at the table; twice is the same as once. With both teams complete the match may begin."""
    match = locked(match, *TO_BE_PLAYED)
    _expected(match, player)
    defaults = {"at": _now(match), "by": by}
    ticked, new = CheckIn.objects.get_or_create(match=match, player=player, defaults=defaults)
    if new:
        _note(match, TournamentEvent.PLAYER_CHECKED_IN, by=by, player=player.name)
        begin_if_complete(match, by=by)
    return ticked


@action
def check_in_all(match: Match, *, by: User) -> Match:
    """本桌到齐: everybody of both teams is at the table; twice is the same as once."""
    match = locked(match, *TO_BE_PLAYED)
    now, ticked = _now(match), set(match.check_ins.values_list("player_id", flat=True))
    missing = [p for side in SIDES for p in expected_players(match, side) if p.pk not in ticked]
    CheckIn.objects.bulk_create(CheckIn(match=match, player_id=player.pk, at=now, by=by) for player in missing)
    if missing:
        _note(match, TournamentEvent.MATCH_CHECKED_IN, by=by, players=[player.name for player in missing])
        begin_if_complete(match, by=by)
    return match


def _expected(match: Match, player: Player) -> None:
    if all(player.pk != person.pk for side in SIDES for person in may_play(match, side)):
        raise Refused(Problem(Code.PLAYER_NOT_HERE, "player", {"player": player.name}))


@action
def begin_if_complete(match: Match, *, by: User) -> None:
    """Play begins at the (locked) match if its round runs, both teams are there, and it has its table. Where the sides
    choose their day the round runs from its first match on."""
    own_day, set_ = bool(match.stage.tournament.own_days), match.round.clock.state == ClockState.SET
    began = match.state == MatchState.PLAYING or (set_ and not own_day)
    if not began and both_present(match) and not lacks_table(match):
        if set_:
            open_round(match.round, by=by)
        sheets.begin_sheet(current_sheet(match), by=by, place=place_of(match))
        _play(match)


@action
def check_out(match: Match, player: Player, *, by: User) -> None:
    """取消签到: the tick was a mistake; only before the match is being played."""
    match = locked(match, *BEFORE_PLAY)
    _expected(match, player)
    deleted, _ = CheckIn.objects.filter(match=match, player=player).delete()
    if deleted:
        _note(match, TournamentEvent.PLAYER_CHECKED_OUT, by=by, player=player.name)


@action
def submit(match: Match, entry: SentEntry, *, by: User) -> Submission:
    """提交一条 from a device (``scoring.actions.submit``): stored whatever the state of the match, then judged.

    An entry that names its sheet, or builds on one of an earlier game, belongs there; one that names a sheet of
    another match (a draw may have been replaced) is refused. ``WrongState`` only where the match has no sheet yet: its
    opponents are not known.
    """
    games = _held_games(match)
    if not games:
        raise WrongState(match.subject, match.state)
    match, sheet = games[0].match, _meant_for(entry, [game.sheet for game in games])
    sent = submissions.submit(sheet, entry, by=by, place=place_of(match))
    if match.state in BEFORE_PLAY and has_deals(match):
        _play(match)
    return sent


_LOCK = """
    select sheet_id from tournaments_game join tournaments_match on tournaments_match.id = match_id
    join scoring_sheet on scoring_sheet.id = sheet_id
    where match_id = %s order by sheet_id for no key update of tournaments_match, scoring_sheet
"""
_GAMES = Joined(Game, "match", *(f"match__{name}" for name in (*NAMED, *EVENT)), "sheet", "sheet__clock")


def _held_games(match: Match) -> list[Game]:
    """All games of the match, those that were replaced first, with what names it; match and sheets are locked.

    Locked first and read after: what is joined to a row that had to be waited for would be as old as the waiting. A
    sheet that was made meanwhile is not held.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [match.pk])
        held = {sheet for (sheet,) in cursor.fetchall()}
    games = list(_GAMES.where('"it".match_id = %s order by "it".replaced_at nulls last, "it".number', match.pk))
    for game in games:
        game.sheet.is_held = game.sheet_id in held
        game.sheet.journal = game.match.stage.tournament.journal
    return games


def _meant_for(entry: SentEntry, candidates: Sequence[Sheet]) -> Sheet:
    """The one of the match's sheets that the entry is meant for: a game may have ended while it was on its way."""
    if entry.sheet:
        named = next((sheet for sheet in candidates if sheet.pk == entry.sheet), None)
        if named is None:
            raise Refused(Problem(ScoringCode.SUBMISSION_UNKNOWN, "sheet"))
        return named
    if len(candidates) == 1:
        return candidates[0]
    marks = [mark for mark in (entry.key, entry.builds_on) if mark]
    known = Submission.objects.filter(sheet__in=candidates, key__in=marks).values_list("sheet", flat=True)
    dealt = Deal.objects.filter(sheet__in=candidates, mark__in=marks).values_list("sheet", flat=True)
    met = {*known, *dealt}
    return next((sheet for sheet in candidates if sheet.pk in met), candidates[-1])


@action
def choose_submission(match: Match, submission_id: int, *, by: User, take: bool, reason: str) -> Submission:
    """裁判长选定: take what a device sent instead of what stands, or drop it; see ``scoring.actions``."""
    match = locked(match)
    sheet = Sheet.objects.filter(submissions=submission_id, match_game__match=match).first()
    if sheet is None:
        raise Refused(Problem(ScoringCode.SUBMISSION_UNKNOWN, "submission"))
    place = place_of(match)
    return submissions.choose_submission(sheet, submission_id, by=by, take=take, reason=reason, place=place)


@action
def agree(match: Match, side: str, *, by: User, seen: int, agrees: bool = True, note: str = "") -> Confirmation:
    """双方确认: what a side says of the result that the referee's phone shows, ``seen`` being the sheet's last event.

    When both agree to the present sheet, the result is confirmed in the same transaction. A side that does not agree
    opens a dispute (待裁定): the match stands still until the chief referee upholds, resumes or decides it.
    Refused: the link of a branch that answers for the other side.
    """
    match = locked(match, MatchState.PLAYING)
    branch = branch_of(by)
    if branch is not None and not branch.teams.filter(pk__in=side_ids(match, side)).exists():
        raise Refused(Problem(Code.ANSWER_OF_OTHER_SIDE))
    sheet = _held_sheet(match)
    _settled(match, sheet)
    place = place_of(match)
    confirmation = sheets.answer_sheet(sheet, side, agrees=agrees, note=note, by=by, seen=seen, place=place)
    if not agrees:
        become(match, MatchState.DISPUTED)
    elif {each.side for each in answers(sheet, seen).values() if each.agrees} == set(SIDES):
        confirm_result(match, by=by, seen=seen)
    return confirmation


def _held_sheet(match: Match) -> Sheet:
    """The sheet of the game being played, locked before it is read."""
    return _held_games(match)[-1].sheet


def _settled(match: Match, sheet: Sheet) -> Verdict:
    """The verdict of the sheet, which has a winner unless it may be drawn; ``Refused`` while something is still
    awaited."""
    verdict = sheet_verdict(sheet, journal_clock.now(sheet.journal))
    if isinstance(verdict, Pending) or (verdict.winner is None and not may_be_drawn(match)):
        awaited = verdict.awaits.value if isinstance(verdict, Pending) else "referee"
        raise Refused(Problem(Code.VERDICT_PENDING, data={"awaited": awaited}))
    return verdict


@action
def confirm_result(match: Match, *, by: User, seen: int | None = None) -> Result | None:
    """确认结果: close the game with the verdict the program proposes; the winner advances in the same transaction.

    Returns None when a best-of-n match goes on with the next game. Refused while something is still awaited.
    """
    return _confirm(locked(match, *TO_BE_PLAYED), "", by=by, seen=seen)


def _confirm(match: Match, ruling: str, *, by: User, seen: int | None = None) -> Result | None:
    sheet = _held_sheet(match)
    verdict = _settled(match, sheet)
    closed = sheets.close_sheet(sheet, verdict, by=by, seen=seen, ruling=ruling, place=place_of(match))
    return settle_games(match, verdict.winner or "", verdict.reason.value, by=by, note=ruling, closed=closed)


@action
def uphold(match: Match, *, by: User, reason: str) -> Result | None:
    """驳回异议: the result stands as calculated, with the chief referee's reason."""
    match = locked(match, MatchState.DISPUTED)
    refuse_if(reason_problems(reason))
    return _confirm(match, storable(reason), by=by)


@action
def resume(match: Match, *, by: User, reason: str) -> Match:
    """异议成立: the match is being played again, so that its deals can be corrected; both sides confirm anew."""
    match = locked(match, MatchState.DISPUTED)
    refuse_if(reason_problems(reason))
    sheets.resume_sheet(current_sheet(match), by=by, reason=storable(reason), place=place_of(match))
    become(match, MatchState.PLAYING)
    return match


@action
def call_referee(match: Match, *, by: User, note: str = "") -> None:
    """请裁判长 to the table of a match that is to be played; nothing changes but that the desk shows it until answered.

    ``note`` says why, for the staff, and may stay empty. Calling again is heard, with its new note. The event is not
    public, so it raises no version: whoever shows calls asks for them now and then.
    """
    refuse_if(reason_problems(note, "note", required=False))
    match = locked(match)
    if match.state in (MatchState.BYE, MatchState.WAITING):
        raise WrongState(match.subject, match.state)
    _note(match, TournamentEvent.REFEREE_CALLED, by=by, public=False, note=storable(note))


@action
def answer_call(match: Match, *, by: User) -> None:
    """裁判长已到: the open call of that match is answered; ``WrongState`` if there is none."""
    match = locked(match)
    if open_call(match) is None:
        raise WrongState(match.subject, match.state)
    _note(match, TournamentEvent.REFEREE_CAME, by=by, public=False)


def _note(match: Match, kind: TournamentEvent, *, by: User, public: bool = True, **facts: Any) -> None:
    place = place_of(match).facts()
    record(match.stage.tournament.journal, kind, match.subject, by=by, public=public, **place, **facts)


def _now(match: Match) -> datetime:
    return journal_clock.now(match.stage.tournament.journal)
