"""抽签: previewed as often as it takes, confirmed once, then frozen; drawn again only while no match has begun."""

import secrets
from collections.abc import Mapping, Sequence

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if, refuse_overtaken
from journal.states import become, become_all
from journal.texts import reason_problems, storable
from scoring.models import Sheet
from tournaments.bracket.rules.bracket_moves import has_begun
from tournaments.bracket.rules.formats import format_of
from tournaments.codes import Code, TournamentEvent
from tournaments.draw import method as drawing
from tournaments.draw.queries.draws import change_problems, entered_teams, entries, first_stage, prospect
from tournaments.draw.queries.lots import constraints_of, list_problems, lot_problem, lots_version, sheet_fields
from tournaments.draw.queries.records import basis_text
from tournaments.draw.rules.ceremony import end, of_stage, shown_at
from tournaments.draw.rules.drawn import draw_facts, next_number, publish, seed_problems
from tournaments.locks import lock_entries, locked_draw, locked_event
from tournaments.models import Draw, Match, Stage, Team, Tournament
from tournaments.permissions import Permission, may
from tournaments.series.queries import ranks_of_final
from tournaments.states import DrawMethod, DrawState, MatchState, TournamentState


@action
def preview_draw(tournament: Tournament, *, by: User | None, seed: str = "", without_drafts: bool = False) -> Draw:
    """抽签预览 by the program, from ``seed`` (words or numbers called out in the hall) or a fresh one.

    Every preview is kept. Drafts stop it unless they are left out; too few teams or rounds always do.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    teams = _locked_teams(tournament)
    seed = storable(seed)
    refuse_if([*list_problems(tournament, without_drafts), *seed_problems(seed)])
    seed = seed or secrets.token_hex(16)
    drawn = drawing.draw_sheet(entries(teams), constraints_of(tournament, teams), seed)
    draw = Draw(method=DrawMethod.PROGRAM, seed=seed, sampling=drawn.method.value, uniform=drawn.uniform)
    return _keep_preview(draw, tournament, teams, drawn.positions, by=by)


@action
def preview_ranks(tournament: Tournament, *, by: User | None, seed: str = "", without_drafts: bool = False) -> Draw:
    """按赛季位次排位: a preview of a season's final in which the best of the table meet as late as can be. Who shares a
    rank, and, behind them all, who stands in no table, comes in the order of lots from ``seed`` or a fresh one.

    Refused: the event is no final; as ``preview_draw``. Two of a branch that meet early stand in ``breaches``.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    teams = _locked_teams(tournament)
    seed = storable(seed)
    missing = [] if tournament.is_season_final else [Problem(Code.FINAL_MISSING)]
    refuse_if([*missing, *list_problems(tournament, without_drafts), *seed_problems(seed)])
    seed = seed or secrets.token_hex(16)
    ranks, numbers = ranks_of_final(tournament), {team.pk: number for number, team in enumerate(teams, start=1)}
    lots = drawing.shuffled(sorted(numbers), seed)
    ranking = sorted(lots, key=lambda team: ranks.get(team, len(ranks) + 1))
    slots = format_of(first_stage(tournament)).placed(ranking)
    positions = [numbers[slot] if isinstance(slot, int) else None for slot in slots]
    return _keep_preview(Draw(method=DrawMethod.RANKS, seed=seed), tournament, teams, positions, by=by, ranks=ranks)


@action
def keep_lots(
    tournament: Tournament, lots: Mapping[int, int | None], *, by: User | None, seen: int | None = None
) -> None:
    """暂存: the lots typed so far, to go on with later. Refused: a position that is none, or stands twice."""
    tournament = locked_event(tournament, TournamentState.ENTRY)
    refuse_overtaken(tournament.subject, seen, lots_version(tournament))
    problems = _lot_problems(tournament, _locked_teams(tournament), lots)
    refuse_if([problem for problem in problems if problem.code != Code.POSITION_MISSING])
    typed = sorted((team, position) for team, position in lots.items() if position is not None)
    record(tournament.journal, TournamentEvent.LOTS_KEPT, tournament.subject, by=by, public=False, lots=typed)


@action
def preview_lots(
    tournament: Tournament,
    lots: Mapping[int, int | None],
    *,
    by: User | None,
    without_drafts: bool = False,
    seen: int | None = None,
) -> Draw:
    """现场抽签: the positions (from 1) that the teams drew by hand, by team id; positions nobody drew are byes.

    Refused while they are no sheet: a team without position, a position outside the sheet or drawn twice, each at its
    field ``position-<team id>``. What is unfair but a sheet is kept in ``breaches``. ``Overtaken`` if ``seen`` is old.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    refuse_overtaken(tournament.subject, seen, lots_version(tournament))
    teams = _locked_teams(tournament)
    refuse_if([*list_problems(tournament, without_drafts), *_lot_problems(tournament, teams, lots)])
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    by_number = {numbers[team]: int(position or 0) for team, position in lots.items()}
    sheet = drawing.from_lots(by_number, entries(teams), constraints_of(tournament, teams))
    draw = Draw(method=DrawMethod.LOTS, uniform=True)
    return _keep_preview(draw, tournament, teams, sheet.positions, by=by)


@action
def confirm_draw(
    draw: Draw, *, by: User | None, seen: int | None = None, accept: bool = False, reason: str = ""
) -> Draw:
    """确认并公布: freeze the sheet and the rule set, make the matches, give them tables; registration is over.

    Breaches need the chief referee's acceptance with a reason. Rounds planned beyond the final are dropped and named in
    the record. Refused if the entered teams or the constraint are no longer those that were drawn with, and while a
    ceremony still has lots to show.
    """
    tournament = locked_event(draw.stage.tournament, TournamentState.ENTRY)
    draw = locked_draw(draw, DrawState.CONFIRMED, seen=seen)
    ceremony = of_stage(draw.stage)
    teams = _locked_teams(tournament)
    left = len(ceremony.teams) - shown_at(ceremony, clock.now(tournament.journal)) if ceremony else 0
    is_unfinished = ceremony is not None and (left > 0 or ceremony.by_hand)
    refuse_if(
        [
            *([Problem(Code.CEREMONY_UNFINISHED, data={"left": left})] if is_unfinished else []),
            *change_problems(draw, tournament, [team.pk for team in teams]),
            *list_problems(tournament, without_drafts=True),
            *_acceptance_problems(draw, tournament, by, accept, reason),
        ]
    )
    become(
        draw,
        DrawState.CONFIRMED,
        confirmed_at=clock.now(tournament.journal),
        confirmed_by=by,
        reason=storable(reason) if draw.breaches else "",
    )
    become(tournament, TournamentState.DRAWN)
    if ceremony is not None:
        end(ceremony, draw, by=by)
    publish(draw, tournament, teams, by=by)
    return draw


@action
def discard_draw(draw: Draw, *, by: User | None, reason: str = "") -> Draw:
    """重新抽签: throw away a preview, or, with a reason and while no match has begun, a confirmed draw and its matches.

    The discarded draw stays readable; registration is open to the office again, unless the teams came from an earlier
    stage.
    """
    tournament = locked_event(draw.stage.tournament)
    draw = locked_draw(draw, DrawState.DISCARDED)
    was_confirmed = draw.state == DrawState.CONFIRMED
    if was_confirmed:
        is_first = draw.stage.source is None
        if is_first and tournament.state != TournamentState.DRAWN:
            raise WrongState(tournament.subject, tournament.state)
        matches = draw.stage.matches.select_related("round__clock", "result").exclude(state=MatchState.BYE)
        begun = [str(match.number) for match in matches.order_by("number") if has_begun(match)]
        stands = [Problem(Code.MATCH_BEGUN, data={"numbers": ", ".join(begun)})] if begun else []
        refuse_if([*reason_problems(reason), *stands])
        _clear_stage(draw.stage)
        if is_first:
            become(tournament, TournamentState.ENTRY)
    else:
        refuse_if(reason_problems(reason, required=False))
    ceremony = of_stage(draw.stage)
    if ceremony and ceremony.draw_id == draw.pk:
        end(ceremony, draw, by=by)
    become(draw, DrawState.DISCARDED, reason=storable(reason) or draw.reason)
    record(
        tournament.journal,
        TournamentEvent.DRAW_DISCARDED,
        draw.subject,
        by=by,
        **draw_facts(draw),
        was_confirmed=was_confirmed,
        reason=storable(reason),
    )
    return draw


@action
def discard_former(tournament: Tournament, *, by: User | None) -> None:
    """What was previewed or sealed makes room for the next."""
    for former in first_stage(tournament).draws.filter(state__in=(DrawState.SEALED, DrawState.PREVIEW)):
        discard_draw(former, by=by)


def _locked_teams(tournament: Tournament) -> list[Team]:
    lock_entries(tournament)
    return entered_teams(tournament)


def _lot_problems(tournament: Tournament, teams: Sequence[Team], lots: Mapping[int, int | None]) -> list[Problem]:
    """Every typed number that is none or stands twice, at its own field; teams that left since the page was opened."""
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    if any(team not in numbers for team in lots):
        return [Problem(Code.TEAMS_CHANGED)]
    if not prospect(tournament).size:
        return []
    by_number = {numbers[team]: position for team, position in lots.items() if position is not None}
    sheet = drawing.from_lots(by_number, entries(teams), constraints_of(tournament, teams))
    problems = [
        lot_problem(sheet, number, team, f"position-{team.pk}", by_number) for number, team in enumerate(teams, start=1)
    ]
    return [problem for problem in problems if problem]


def _keep_preview(
    draw: Draw,
    tournament: Tournament,
    teams: Sequence[Team],
    positions: Sequence[int | None],
    *,
    by: User | None,
    ranks: Mapping[int, int] | None = None,
) -> Draw:
    """Number and save a preview (``positions`` by number in the closed list); the one before it is discarded."""
    discard_former(tournament, by=by)
    draw.stage, draw.number = first_stage(tournament), next_number(tournament)
    by_program = draw.method == DrawMethod.PROGRAM
    for name, value in sheet_fields(tournament, teams, positions, by_program=by_program).items():
        setattr(draw, name, value)
    draw.basis = basis_text(draw, teams, ranks=ranks)
    draw.made_at, draw.made_by = clock.now(tournament.journal), by
    draw.save()
    record(tournament.journal, TournamentEvent.DRAW_PREVIEWED, draw.subject, by=by, **draw_facts(draw))
    return draw


def _acceptance_problems(
    draw: Draw, tournament: Tournament, by: User | None, accept: bool, reason: str
) -> list[Problem]:
    """不合规的签表: only the chief referee takes it, and says why."""
    if not draw.breaches:
        return []
    if not accept:
        return [Problem(Code.DRAW_BREACH, "accept", {"count": len(draw.breaches)})]
    if by is None or not may(by, Permission.BREACH_ACCEPT, tournament):
        return [Problem(Code.ACCEPT_NEEDS_CHIEF, "accept")]
    return reason_problems(reason)


def _clear_stage(stage: Stage) -> None:
    """Take the matches away again; none has begun, so no deal and no check-in goes with them."""
    sheets = list(Sheet.objects.filter(match_game__match__stage=stage).values_list("pk", flat=True))
    become_all(Match.every.filter(stage=stage, state=MatchState.OVER), MatchState.WAITING, result=None)
    Match.every.filter(stage=stage).delete()
    Sheet.objects.filter(pk__in=sheets).delete()
    stage.rounds.update(entrants=0)
    stage.size = 0
    stage.save(update_fields=["size"])
