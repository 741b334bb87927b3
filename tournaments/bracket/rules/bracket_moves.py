"""How a bracket moves on in the database: the teams of a decided match advance, and what follows without play follows.

The rule itself is ``formats.matches.settle``. Rows are always locked from a match to the one it feeds, never back, so
two referees who save both feeders at the same moment wait for each other at most; they never meet head on. A team match
is locked before its boards: whoever holds it alone may lock them all.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet

from accounts.models import User
from guandan_rules import Reason
from journal import clock
from journal.joins import Joined
from journal.recording import record
from journal.refusals import WrongState
from journal.states import become
from scoring import clocks
from scoring.models import Sheet
from scoring.standings import Standing
from scoring.states import ClockState, SheetState
from tournaments.bracket.rules.boards import follow_team_match, played_at_tables, score_of_boards, verdict_of
from tournaments.bracket.rules.current_sheets import new_result, open_game
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sides import SEATED, SIDES, fed_side, place_of, seated_ids, side_ids
from tournaments.bracket.rules.tables import book, release
from tournaments.codes import TournamentEvent
from tournaments.formats.matches import BYE, NOBODY, OPEN, Outcome, Slot, handed_on, settle
from tournaments.formats.matches import Reason as Outcomes
from tournaments.models import Match, Result, Team
from tournaments.states import BY_BOARDS, NOT_PLAYED, SHORT, TO_BE_PLAYED, WALKOVER, MatchState, SlotKind, TeamState

NAMED = ("round", "table", *(path for column in SEATED for path in (column, f"{column}__branch")))
EVENT = ("stage", "stage__tournament", "stage__tournament__journal")
VACANT = {SlotKind.OPEN: OPEN, SlotKind.BYE: BYE, SlotKind.NOBODY: NOBODY}
"""Why no team stands on a side, as a format knows it."""
_SLOT_KINDS = {vacant: kind for kind, vacant in VACANT.items()}
_REASONS = {
    Outcomes.WALKOVER: WALKOVER,
    Outcomes.WITHDRAWAL: Reason.WITHDRAWAL.value,
    Outcomes.BOTH_ABSENT: Reason.BOTH_ABSENT.value,
    Outcomes.DECISION: Reason.DECISION.value,
    Outcomes.FORFEIT: Reason.FORFEIT.value,
    Outcomes.DISQUALIFICATION: Reason.DISQUALIFICATION.value,
    Outcomes.DRAWN: Reason.DRAW.value,
}
_OUTCOMES = {reason: outcome for outcome, reason in _REASONS.items()}

_BY_NAME = Joined(Match, *NAMED)
_WHOLE = Joined(Match, *NAMED, *EVENT, "round__clock", "result")


def slot_fields(side: str, slot: Slot) -> dict[str, Any]:
    """The fields of that side of a match: a team, or the reason why there is none."""
    if isinstance(slot, int):
        return {f"{side}_slot": SlotKind.TEAM, f"{side}_team_id": slot}
    return {f"{side}_slot": _SLOT_KINDS[slot], f"{side}_team_id": None}


def locked(match: Match, *states: MatchState) -> Match:
    """The row, locked until the end of the transaction, with what every change of it needs; ``WrongState`` if it is in
    none of the ``states``, where they are named. A board is locked with its team match, and that with its boards, since
    what becomes of one may decide about all."""
    row = _whole(match.pk, match.team_match_id)
    if states and row.state not in states:
        raise WrongState(row.subject, row.state)
    return row


def locked_together(matches: QuerySet[Match]) -> list[Match]:
    """The same of several rows, by their numbers: two queries."""
    rows = matches.order_by("number").select_for_update(of=("self",), no_key=True)
    held = list(rows.values_list("pk", flat=True))
    return list(_WHOLE.where('"it".id = any(%s) order by "it".number', held))


def _whole(pk: int, team_match: int | None = None) -> Match:
    return _locked(Q(pk__in=[key for key in (pk, team_match) if key]) | Q(team_match=pk), pk, _WHOLE)


def locked_by_name(match: Match) -> Match:
    """The row, locked until the end of the transaction, with what names it (``match_facts``) and nothing else. A board
    is locked alone."""
    return _locked(Q(pk=match.pk), match.pk, _BY_NAME)


def _locked(rows: Q, pk: int, read: Joined[Match]) -> Match:
    # locked first and read after: what is joined to a row that had to be waited for would be as old as the waiting
    in_order = Match.every.filter(rows).order_by(F("team_match").asc(nulls_first=True), "number")
    list(in_order.select_for_update(of=("self",), no_key=True).values_list("pk"))
    return next(read.where('"it".id = %s', pk))


def follow(match: Match, *, by: User | None, seated: Sequence[str] = ()) -> None:
    """Take the (locked) match to the state that its two sides call for: waiting, ready, or decided without play.
    ``seated``: fields of sides that have changed and are still to be saved."""
    teams = [team for team in (match.home_team, match.away_team) if team is not None]
    out = {team.pk for team in teams if team.state == TeamState.WITHDRAWN}
    if is_short(match):
        decide_match(match, "", SHORT, by=by, automatic=True)
        return
    outcome = settle(slot_of(match, "home"), slot_of(match, "away"), out)
    changes = {name: getattr(match, name) for name in seated}
    if outcome is None:
        both = match.home_slot == match.away_slot == SlotKind.TEAM
        become(match, MatchState.READY if both else MatchState.WAITING, **changes)
        if both:
            if not match.has_boards:
                open_game(match)
            book(match)
        follow_team_match(match)
    elif outcome.reason is Outcomes.BYE:
        become(match, MatchState.BYE, **changes)
        follow_team_match(match)
        _advance(match, outcome, by=by)
    else:
        if seated:
            match.save(update_fields=seated)
        teams_by_side = {"home": match.home_team_id, "away": match.away_team_id}
        winner = next((side for side, team in teams_by_side.items() if team == outcome.winner), "")
        decide_match(match, winner, _REASONS[outcome.reason], by=by, automatic=True)


def slot_of(match: Match, side: str) -> Slot:
    """The side as the format knows it."""
    slot = SlotKind(getattr(match, f"{side}_slot"))
    return getattr(match, f"{side}_team_id") if slot == SlotKind.TEAM else VACANT[slot]


def decide_match(
    match: Match,
    winner: str,
    reason: str,
    *,
    by: User | None,
    note: str = "",
    automatic: bool = False,
    remedy: str = "",
    games: Sequence["_ClosedGame"] | None = None,
) -> Result:
    """Give the (locked) match its result and let its teams advance, in the same transaction.

    ``winner`` is home, away or "" (nobody advances). Disqualified and withdrawn teams do not play for third place.
    ``remedy``: the chief referee signed this version as such. ``games``: the match's, where they were read
    already.
    """
    if match.has_boards:
        home, away = score_of_boards(match)
    else:
        home, away = _standings(_closed_games(match) if games is None else games)
    result = new_result(
        match, winner=winner, reason=reason, note=note, home_standing=home, away_standing=away, by=by, remedy=remedy
    )
    become(match, MatchState.OVER, result=result)
    release(match)
    record(
        match.stage.tournament.journal,
        TournamentEvent.RESULT_CONFIRMED,
        match.subject,
        by=by,
        **match_facts(match),
        winner=winner,
        reason=reason,
        note=note,
        version=result.version,
        automatic=automatic,
        levels=[home.get("level"), away.get("level")],
    )
    follow_team_match(match)
    _advance(match, outcome_of(match), by=by)
    if match.team_match_id:
        settle_team_match(_whole(match.team_match_id), by=by)
    return result


def settle_team_match(match: Match, *, by: User | None) -> Result | None:
    """The result of a (locked) team match that is to be played, once its boards decide it. Where they leave it open and
    its format needs a winner, the chief referee decides."""
    if match.state not in TO_BE_PLAYED:
        return None
    verdict = verdict_of(match)
    if verdict is None or (not verdict.winner and not format_of(match.stage).takes_draws):
        become(match, MatchState.PLAYING)
        return None
    reason = BY_BOARDS[verdict.decided_by] if verdict.winner else Reason.DRAW.value
    return decide_match(match, verdict.winner, reason, by=by, automatic=True)


def settle_games(
    match: Match, winner: str, reason: str, *, by: User | None, note: str = "", closed: Sheet | None = None
) -> Result | None:
    """After a game of the (locked) match is closed: the match's result, or the next game. ``closed``: that game's
    sheet, where it was read already.

    Where one clock is for the whole match (每场限时), no game begins after its bell while one side has won more games:
    the match is that side's.
    """
    is_alone = match.stage.tournament.best_of == 1
    games = [_ClosedGame(closed.winner, closed.standing)] if closed is not None and is_alone else _closed_games(match)
    won = Counter(game.winner for game in games)
    if won[winner] * 2 > match.stage.tournament.best_of:
        return decide_match(match, winner, reason, by=by, note=note, games=games)
    if match.round.clock.games == 1 and won["home"] != won["away"]:
        last = match.games.select_related("sheet__clock").order_by("number").last()
        if last is not None and clocks.sheet_has_rung(last.sheet, clock.now(match.stage.tournament.journal)):
            ahead = max(SIDES, key=lambda side: won[side])
            reason = reason if ahead == winner else Reason.LEVEL_AT_TIME
            return decide_match(match, ahead, reason, by=by, note=note, games=games)
    game = open_game(match)
    if match.state == MatchState.DISPUTED:  # it was this game that was disputed
        become(match, MatchState.PLAYING)
    facts = {**match_facts(match), "game": game.number - 1, "winner": winner, "reason": reason}
    record(match.stage.tournament.journal, TournamentEvent.GAME_CONFIRMED, match.subject, by=by, **facts)
    return None


class _ClosedGame(NamedTuple):
    winner: str
    standing: dict[str, Any]


def _closed_games(match: Match) -> list[_ClosedGame]:
    """All that the match has, in order."""
    rows = match.games.order_by("number").values_list("sheet__winner", "sheet__standing")
    return [_ClosedGame(*row) for row in rows]


def _standings(games: Sequence[_ClosedGame]) -> tuple[dict[str, Any], dict[str, Any]]:
    if not games:
        return {}, {}
    last = Standing(**games[-1].standing)
    home, away = (
        {
            "level": last.level(side),
            "passed": last.passed(side),
            "games": sum(game.winner == side for game in games),
            "points": last.points(side),
        }
        for side in SIDES
    )
    return home, away


def outcome_of(match: Match) -> Outcome:
    """The result of a decided match as the format knows it."""
    assert match.result is not None
    reason = _OUTCOMES.get(match.result.reason, Outcomes.PLAYED)
    if reason is Outcomes.DRAWN:
        return Outcome(slot_of(match, "home"), slot_of(match, "away"), reason)
    if not match.result.winner:
        return Outcome(NOBODY, BYE if SlotKind.BYE in (match.home_slot, match.away_slot) else NOBODY, reason)
    loser = "away" if match.result.winner == "home" else "home"
    return Outcome(slot_of(match, match.result.winner), slot_of(match, loser), reason)


def _advance(match: Match, outcome: Outcome, *, by: User | None) -> None:
    pair = slot_of(match, "home"), slot_of(match, "away")
    teams = {team.pk: team for team in (match.home_team, match.away_team) if team is not None}
    for target, is_winner in ((match.winner_to_id, True), (match.loser_to_id, False)):
        if target is None:
            continue
        row = _whole(target)
        side, source = fed_side(row, match, is_winner=is_winner)
        slot = handed_on(source, outcome, pair)
        if slot_of(row, side) == slot:
            continue  # a remedy that leaves this side as it is leaves what was built upon it, too
        seat(row, side, slot)
        if slot in teams:
            setattr(row, f"{side}_team", teams[slot])
        follow(row, by=by, seated=(f"{side}_slot", f"{side}_team"))


def seat(match: Match, side: str, slot: Slot) -> None:
    """Without saving."""
    for name, value in slot_fields(side, slot).items():
        setattr(match, name, value)


def has_begun(match: Match) -> bool:
    """开始了没有: called, a player checked in, its round's clock started, a deal entered, or decided by a person.

    What was settled without play (a walkover, the match of a team that had withdrawn) has not begun, nor has one that
    became ready after its round's clock had started: its time begins with it.
    """
    if match.called_at or match.state in (MatchState.CALLED, MatchState.PLAYING, MatchState.DISPUTED):
        return True
    if match.has_boards and any(has_begun(board) for board in played_at_tables(match)):
        return True
    if match.check_ins.exists() or match.games.filter(sheet__deals__isnull=False).exists():
        return True
    if match.result is not None and follows_by_itself(match):
        started_at = match.round.clock.started_at
        return started_at is not None and match.result.at > started_at
    if match.state == MatchState.READY and match.round.clock.state != ClockState.SET and not match.has_boards:
        return not match.games.filter(sheet__waits=True).exists()
    return match.state == MatchState.OVER


def follows_by_itself(match: Match) -> bool:
    """Does the result follow from the two sides alone, as ``formats.matches.settle`` has it? Nobody decided it."""
    if match.result is None or match.result.remedy:
        return False
    if match.result.reason == Reason.BOTH_ABSENT:
        last = match.games.select_related("sheet").order_by("number").last()
        return last is None or last.sheet.state == SheetState.OPEN
    return match.result.reason in (WALKOVER, Reason.WITHDRAWAL, NOT_PLAYED, SHORT)


def is_short(match: Match) -> bool:
    """缺人: has one of the four at a table left the event, or was one sent away (每轮换搭档)?"""
    if match.home_partner_id is None:
        return False
    four = seated_ids(match)
    if Team.objects.filter(pk__in=four, state=TeamState.WITHDRAWN).exists():
        return True
    sent = Match.objects.filter(stage=match.stage_id, result__reason=Reason.DISQUALIFICATION).exclude(pk=match.pk)
    lost = (
        (row, "away" if row.result and row.result.winner == "home" else "home") for row in sent.select_related("result")
    )
    return any({*four} & {*side_ids(row, side)} for row, side in lost)


def begun_after(match: Match) -> Match | None:
    """The match that keeps this one's result from being taken back: the first one after it that has begun, if any."""
    match = match.team_match or match
    for target in (match.winner_to, match.loser_to):
        if target is None:
            continue
        if has_begun(target):
            return target
        further = begun_after(target) if target.state in (MatchState.OVER, MatchState.BYE) else None
        if further is not None:
            return further
    return None


def match_facts(match: Match) -> dict[str, Any]:
    """What sentences and notices need to name a match; nothing private."""
    return place_of(match).facts()


def team_facts(team: Team | None) -> dict[str, Any] | None:
    """A team's name as journal data."""
    return {"id": team.pk, "branch": team.branch.name, "ordinal": team.ordinal} if team else None
