"""抽签: previewed as often as it takes, confirmed once, then frozen; drawn again only while no match has begun.
封存抽签: the closed list is sealed under a fingerprint before anything is drawn, and drawn by numbers called out.
"""

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
from tournaments.draw.method import records
from tournaments.draw.method.records import MOST_CALLS, MOST_DIGITS, read_calls
from tournaments.draw.queries.draws import change_problems, entered_teams, entries, first_stage, prospect
from tournaments.draw.queries.lots import constraints_of, list_problems, lots_version, read_lots, sheet_fields
from tournaments.draw.queries.records import basis_text
from tournaments.draw.queries.wishes import WishRequest, wish_problems, wishes_for, with_rated_seeds
from tournaments.draw.rules import draw_facts, end, next_number, of_stage, publish, seed_problems, shown_at
from tournaments.entries.names import likeness
from tournaments.locks import lock_entries, locked_draw, locked_event
from tournaments.models import Draw, Match, Team, Tournament
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
    teams = _locked_teams(tournament)
    _sheet, problems = read_lots(teams, lots, _conditions(tournament, teams))
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
    sheet, problems = read_lots(teams, lots, _conditions(tournament, teams))
    refuse_if([*list_problems(tournament, without_drafts), *problems])
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
    problems = [Problem(Code.CEREMONY_UNFINISHED, data={"left": left})] if is_unfinished else []
    problems += change_problems(draw, tournament, [team.pk for team in teams])
    problems += list_problems(tournament, without_drafts=True)
    # 不合规的签表: only the chief referee takes it, and says why
    if draw.breaches and not accept:
        problems.append(Problem(Code.DRAW_BREACH, "accept", {"count": len(draw.breaches)}))
    elif draw.breaches and (by is None or not may(by, Permission.BREACH_ACCEPT, tournament)):
        problems.append(Problem(Code.ACCEPT_NEEDS_CHIEF, "accept"))
    elif draw.breaches:
        problems += reason_problems(reason)
    refuse_if(problems)
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
        # the matches go again; none has begun, so no deal and no check-in goes with them
        stage = draw.stage
        sheets = list(Sheet.objects.filter(match_game__match__stage=stage).values_list("pk", flat=True))
        become_all(Match.every.filter(stage=stage, state=MatchState.OVER), MatchState.WAITING, result=None)
        Match.every.filter(stage=stage).delete()
        Sheet.objects.filter(pk__in=sheets).delete()
        stage.rounds.update(entrants=0)
        stage.size = 0
        stage.save(update_fields=["size"])
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


def _conditions(tournament: Tournament, teams: Sequence[Team]) -> drawing.Constraints | None:
    """None if no sheet takes so many teams."""
    return constraints_of(tournament, teams) if prospect(tournament).size else None


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


@action
def seal_draw(
    tournament: Tournament, *, by: User | None, without_drafts: bool = False, wishes: WishRequest | None = None
) -> Draw:
    """封存: close the list under a fingerprint that everybody may note down; what was previewed or sealed before is
    discarded, and counted.

    Refused as ``preview_draw`` is, and for wishes that do not fit the stage or its teams.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    teams = _locked_teams(tournament)
    request = with_rated_seeds(tournament, teams, wishes or WishRequest())
    refuse_if([*list_problems(tournament, without_drafts), *wish_problems(tournament, teams, request)])
    discard_former(tournament, by=by)
    draw = Draw(
        stage=first_stage(tournament),
        number=next_number(tournament),
        state=DrawState.SEALED,
        method=DrawMethod.PROGRAM,
        branches_apart=tournament.branches_apart,
        teams=[team.pk for team in teams],
        made_by=by,
    )
    secret = secrets.token_hex(32)
    draw.basis = basis_text(draw, teams, secret=secret, wishes=wishes_for(tournament, teams, request))
    draw.made_at = draw.sealed_at = clock.now(tournament.journal)
    draw.save()
    facts = {**draw_facts(draw), "fingerprint": draw.fingerprint}
    record(tournament.journal, TournamentEvent.DRAW_SEALED, draw.subject, by=by, **facts)
    return draw


@action
def draw_sealed(draw: Draw, called: str, *, by: User | None) -> Draw:
    """按报数抽签: the numbers that were ``called`` out, each with the name of its branch if one is given, mixed
    with the secret, are the seed; a preview is made of it.

    Refused if a team or the constraint changed since (it must be sealed again), and without any number.
    """
    tournament = locked_event(draw.stage.tournament, TournamentState.ENTRY)
    draw = locked_draw(draw, DrawState.PREVIEW)
    teams = _locked_teams(tournament)
    problems = change_problems(draw, tournament, [team.pk for team in teams])
    branches = {likeness(name): name for name in tournament.branches.values_list("name", flat=True)}
    calls, unreadable = read_calls(called)
    unreadable += tuple(call.by for call in calls if call.by and likeness(call.by) not in branches)
    if unreadable:
        data = {"line": storable(unreadable[0])[:40], "most": MOST_DIGITS}
        problems.append(Problem(Code.NUMBERS_UNREADABLE, "called", data))
    elif not calls:
        problems.append(Problem(Code.NUMBERS_MISSING, "called"))
    elif len(calls) > MOST_CALLS:
        problems.append(Problem(Code.NUMBERS_TOO_MANY, "called", {"most": MOST_CALLS}))
    refuse_if(problems)
    basis = records.read_basis(draw.basis)
    seed = records.mixed_seed(basis.secret, [call.number for call in calls])
    drawn = drawing.draw_sheet(basis.teams, basis.constraints, seed, basis.wishes)
    become(
        draw,
        DrawState.PREVIEW,
        seed=seed,
        numbers=[{"by": branches.get(likeness(call.by), ""), "number": call.number} for call in calls],
        sampling=drawn.method.value,
        uniform=drawn.uniform,
        made_at=clock.now(tournament.journal),
        made_by=by,
        **sheet_fields(tournament, teams, drawn.positions, by_program=True),
    )
    facts = {**draw_facts(draw), "numbers": ", ".join(call.number for call in calls)}
    record(tournament.journal, TournamentEvent.DRAW_OPENED, draw.subject, by=by, **facts)
    return draw
