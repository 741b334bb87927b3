"""抽签仪式: the lots of a draw are shown in the hall one after the other, or typed there as they are drawn by hand.

What is shown follows from the row alone, so that a crash loses nothing. Every press names the lot that it means: the
second of two presses, or of two people, changes nothing.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from accounts.models import User
from journal import clock
from journal.models import Journal
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if
from journal.states import become
from tournaments.bracket.rules.bracket_moves import team_facts
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.actions.draws import keep_lots, preview_lots
from tournaments.draw.method.showing import stood_still
from tournaments.draw.queries.draws import change_problems, entered_teams, entries, first_stage
from tournaments.draw.queries.lots import list_problems, lot_problem, lot_rows
from tournaments.draw.queries.sheets import constraints
from tournaments.draw.rules import counts, end, lots_of, shown_at
from tournaments.locks import locked_event
from tournaments.models import Branch, Ceremony, Draw, Team, Tournament
from tournaments.states import CeremonyPace, CeremonyState, DrawState, TournamentState

SHORTEST, LONGEST = 3, 120
"""Seconds from one lot to the next."""
SPOILT_BY_LOT = {
    drawing.BreachCode.SAME_BRANCH: Code.LOT_MEETS_BRANCH,
    drawing.BreachCode.BRANCH_NOT_SPLIT: Code.LOT_IN_SAME_HALF,
    drawing.BreachCode.BRANCH_TOO_SOON: Code.LOT_TOO_SOON,
}


@action
def open_ceremony(
    tournament: Tournament, *, by: User | None, by_hand: bool = False, without_drafts: bool = False
) -> Ceremony:
    """抽签仪式开始: show the previewed draw, or take lots drawn by hand, beginning with those that were kept.

    Refused: nothing is drawn, entries changed since, and by hand whatever keeps lots from being drawn at all.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    stage, teams = first_stage(tournament), entered_teams(tournament)
    former = stage.ceremonies.exclude(state=CeremonyState.OVER).first()
    if former is not None:
        raise WrongState(former.subject, former.state)
    draw = None if by_hand else stage.draws.filter(state=DrawState.PREVIEW).first()
    if by_hand:
        refuse_if(list_problems(tournament, without_drafts))
    elif draw is None:
        refuse_if([Problem(Code.NO_PREVIEW)])
    else:
        refuse_if(change_problems(draw, tournament, [team.pk for team in teams]))
    lots = [[row.team.id, row.position] for row in lot_rows(tournament, None) if row.position] if by_hand else []
    ceremony = Ceremony.objects.create(
        stage=stage,
        draw=draw,
        by_hand=by_hand,
        teams=draw.teams if draw else [team.pk for team in teams],
        lots=lots,
        shown=len(lots),
        opened_at=clock.now(tournament.journal),
        opened_by=by,
    )
    facts: dict[str, Any] = {"by_hand": by_hand, "teams": len(ceremony.teams), "shown": len(lots)}
    record(tournament.journal, TournamentEvent.CEREMONY_OPENED, ceremony.subject, by=by, **facts)
    return ceremony


@action
def show_lot(ceremony: Ceremony, number: int, *, by: User | None, branch: Branch | None = None) -> Ceremony:
    """下一签: turn lot ``number`` of the draw; nothing happens if it is shown already. ``branch``: its leader pressed.

    Refused: it is not that branch's turn, entries changed since. ``WrongState``: lots before it are not shown, the
    ceremony is over, or, for a leader, held or turned by somebody else.
    """
    row = _locked(ceremony)
    shown, lots = _shown(row), lots_of(row)
    if number <= shown:
        return row
    is_leaders = row.pace == CeremonyPace.LEADERS and row.state == CeremonyState.RUNNING
    if row.by_hand or number != shown + 1 or number > len(lots) or not (branch is None or is_leaders):
        raise WrongState(row.subject, row.state)
    lot = lots[number - 1]
    team = _entered(row)[lot.team]
    if branch is not None and team.branch_id != branch.pk:
        refuse_if([Problem(Code.TURN_OF_ANOTHER, data={"branch": branch.name})])
    began = CeremonyState.RUNNING if row.state == CeremonyState.READY else row.state
    become(row, began, shown=number, since=clock.now(_journal(row)))
    _record_lot(row, TournamentEvent.LOT_SHOWN, team, lot.position, by=by)
    return row


@action
def type_lot(
    ceremony: Ceremony, team: int, position: int, *, by: User | None, sure: Collection[str] | None = None
) -> Ceremony:
    """现场抽签: the team (id) drew that position, which is kept and shown at once.

    Refused: it has drawn already, there is no such position, or it is taken, at the field ``team`` or ``position``.
    Asked: a lot that spoils what the draw has to keep, whatever is drawn after it.
    """
    row = _locked(ceremony)
    if not row.by_hand:
        raise WrongState(row.subject, row.state)
    teams, positions = _entered(row), dict(row.lots)
    refuse_if([] if team in teams else [Problem(Code.VALUE_INVALID, "team")])
    drew = teams[team]
    if team in positions:
        facts = {"branch": drew.branch.name, "ordinal": drew.ordinal, "position": positions[team]}
        refuse_if([Problem(Code.LOT_DRAWN_ALREADY, "team", facts)])

    listed = entries(list(teams.values()))
    conditions = constraints(row.stage, len(teams), row.stage.tournament.branches_apart)
    numbers = {team_id: number for number, team_id in enumerate(teams, start=1)}
    lots = {numbers[team_id]: at for team_id, at in (positions | {team: position}).items()}
    wrong = lot_problem(drawing.from_lots(lots, listed, conditions), numbers[team], drew, "position", lots)
    refuse_if([wrong] if wrong else [])
    data = {"branch": drew.branch.name, "position": position}
    doubts = drawing.doubts(lots, numbers[team], listed, conditions)
    ask_about([Problem(SPOILT_BY_LOT[code], "position", data) for code in doubts], sure)

    began = CeremonyState.RUNNING if row.state == CeremonyState.READY else row.state
    become(row, began, lots=[*row.lots, [team, position]], shown=len(row.lots) + 1)
    _record_lot(row, TournamentEvent.LOT_SHOWN, drew, position, by=by)
    return row


@action
def take_back_lot(ceremony: Ceremony, number: int, *, by: User | None) -> Ceremony:
    """撤回: the last lot typed, which is ``number``, was a mistake. Nothing happens if it is taken back already."""
    row = _locked(ceremony)
    if not row.by_hand or number < len(row.lots):
        raise WrongState(row.subject, row.state)
    if number > len(row.lots) or not row.lots:
        return row
    teams, (team, position) = _entered(row), row.lots[-1]
    become(row, row.state, lots=row.lots[:-1], shown=len(row.lots) - 1)
    _record_lot(row, TournamentEvent.LOT_TAKEN_BACK, teams[team], position, by=by)
    return row


@action
def run_ceremony(ceremony: Ceremony, *, by: User | None) -> Ceremony:
    """开始, 继续: where the clock turns the lots, the next comes after its seconds."""
    return _changed(_locked(ceremony), CeremonyState.RUNNING, by=by)


@action
def pause_ceremony(ceremony: Ceremony, *, by: User | None) -> Ceremony:
    """暂停: no clock and no leader turns a lot; the operator still may."""
    return _changed(_locked(ceremony), CeremonyState.PAUSED, by=by)


@action
def note_shown(ceremony: Ceremony, *, by: User | None) -> Ceremony:
    """What the clock has shown is written down. Where that was not done for too long the site stood still: the clock
    goes on from the lot that was shown last, so that none lands unseen."""
    row = _locked(ceremony)
    now, shown = clock.now(_journal(row)), _shown(row)
    if not counts(row) or row.since is None or shown == row.shown:
        return row
    if stood_still(row.since, now, row.seconds) and shown < len(row.teams):
        return _changed(row, row.state, by=by)
    since = row.since + timedelta(seconds=row.seconds) * (shown - row.shown)
    become(row, row.state, shown=shown, since=since)
    return row


@action
def repeat_lot(ceremony: Ceremony, *, by: User | None) -> Ceremony:
    """重放: the last lot is turned once more on every screen."""
    row = _locked(ceremony)
    return _changed(row, row.state, by=by, repeats=row.repeats + 1)


@action
def set_pace(ceremony: Ceremony, pace: str, *, by: User | None, seconds: int = 10) -> Ceremony:
    """Who turns the next lot, and every how many ``seconds`` the clock does. What is shown stays shown."""
    row = _locked(ceremony)
    problems = [] if pace in CeremonyPace.values else [Problem(Code.VALUE_INVALID, "pace")]
    if not SHORTEST <= seconds <= LONGEST:
        problems.append(Problem(Code.NUMBER_OUT_OF_RANGE, "seconds", {"low": SHORTEST, "high": LONGEST}))
    refuse_if(problems)
    return _changed(row, row.state, by=by, pace=pace, seconds=seconds)


@action
def end_ceremony(ceremony: Ceremony, *, by: User | None) -> Draw | None:
    """结束仪式: nothing more is shown. Lots drawn by hand become a preview, or, if some are missing, are kept."""
    tournament = locked_event(ceremony.stage.tournament, TournamentState.ENTRY)
    row = _locked(ceremony)
    entered = [team.pk for team in entered_teams(tournament)]
    lots, draw = {team: position for team, position in row.lots if team in entered}, row.draw
    if row.by_hand and len(lots) == len(row.teams) and entered == row.teams:
        draw = preview_lots(tournament, lots, by=by, without_drafts=True)
    elif row.by_hand:
        keep_lots(tournament, lots, by=by)
    end(row, draw, by=by)
    return draw


def _changed(row: Ceremony, state: str, *, by: User | None, **changes: object) -> Ceremony:
    """What the clock has shown so far is written down; from now on it counts anew."""
    shown = _shown(row)
    become(row, state, shown=shown, since=clock.now(_journal(row)), **changes)
    facts: dict[str, Any] = {"state": row.state, "pace": row.pace, "seconds": row.seconds, "shown": shown}
    record(_journal(row), TournamentEvent.CEREMONY_CHANGED, row.subject, by=by, **facts)
    return row


def _locked(ceremony: Ceremony) -> Ceremony:
    rows = Ceremony.objects.select_for_update(of=("self",)).select_related("stage__tournament__journal", "draw")
    row = rows.get(pk=ceremony.pk)
    if row.state == CeremonyState.OVER:
        raise WrongState(row.subject, row.state)
    return row


def _journal(row: Ceremony) -> Journal:
    return row.stage.tournament.journal


def _entered(row: Ceremony) -> dict[int, Team]:
    """The teams by id; Refused if they are no longer those that the ceremony began with."""
    teams = {team.pk: team for team in entered_teams(row.stage.tournament)}
    refuse_if([] if list(teams) == row.teams else [Problem(Code.TEAMS_CHANGED)])
    return teams


def _shown(row: Ceremony) -> int:
    return shown_at(row, clock.now(_journal(row)))


def _record_lot(row: Ceremony, kind: TournamentEvent, team: Team, position: int, *, by: User | None) -> None:
    record(_journal(row), kind, row.subject, by=by, team=team_facts(team), position=position)
