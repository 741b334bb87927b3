"""赛程: when each round starts, and who plays at which table; no team and no table is taken twice at a time.

分批: a round with more matches than tables is played in several sittings, each with its own start and clock.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, ask_about, refuse_if, refuse_overtaken
from scoring import clocks
from scoring.models import Sheet
from scoring.states import ClockState
from tournaments.bracket.queries.versions import rounds_version, table_versions, tables_version
from tournaments.bracket.rules.bracket_moves import has_begun
from tournaments.bracket.rules.rounds import (
    add_rounds,
    add_sittings,
    following_round,
    new_clock,
    planned_span,
    rounds_in_sittings,
    sittings_of,
)
from tournaments.bracket.rules.sides import place_of
from tournaments.bracket.rules.tables import (
    WITHOUT_TABLE,
    book,
    book_all,
    fill_tables,
    give_out,
    guarded,
    move_rounds,
    open_matches,
    record_move,
    record_tables,
    seat_in_order,
    stamp,
)
from tournaments.calendar import is_reckonable
from tournaments.codes import Code, TournamentEvent
from tournaments.day.queries.timetable import is_announced, moment_doubts, order_problems, rounds_ahead, sitting_doubts
from tournaments.formats import FORMATS
from tournaments.locks import locked_event, locked_matches
from tournaments.models import Match, Round, Stage, Table, Tournament
from tournaments.presets.preset import MOST_TABLES
from tournaments.states import MatchState, TournamentState

MOST_ROUNDS = 12


@action
def plan_rounds(
    tournament: Tournament,
    starts: Sequence[datetime],
    *,
    by: User | None,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> list[Round]:
    """赛程安排: the start (aware) of every round of the event, first round first, all moved at once; later sittings
    move along.

    Before the draw the number of those of the last stage may change; after it each round stays, and one whose clock was
    started cannot move.
    A round must not start before the one ahead of it is over. Problems stand at the fields ``round-1``, ``round-2`` …
    Asked about: a new start in the past, at night, or far from what stands beside it.
    """
    tournament = locked_event(tournament)
    refuse_overtaken(tournament.subject, seen, rounds_version(tournament))
    stage = tournament.stages.select_related("tournament").latest("number")
    sittings = rounds_in_sittings(tournament)
    rounds = [of_round[0] for of_round in sittings]
    unreckonable = [
        Problem(Code.MOMENT_INVALID, f"round-{number}", {"round": number})
        for number, start in enumerate(starts, start=1)
        if not is_reckonable(start)
    ]
    refuse_if([*_number_problems(stage, len(rounds), len(starts)), *unreckonable])
    moved = [
        (r, r.starts_at, start + (r.starts_at - of_round[0].starts_at))
        for of_round, start in zip(sittings, starts, strict=False)
        for r in of_round
        if of_round[0].starts_at != start
    ]
    spans = [planned_span(of_round) for of_round in sittings]
    spans = spans or [clocks.planned(new_clock(stage))]
    ahead = rounds_ahead([round_.stage for round_ in rounds])
    refuse_if([*_begun_problems([r for r, _, _ in moved]), *order_problems(starts, spans, ahead)])
    before = [r.starts_at for r in rounds]
    ask_about(moment_doubts(starts, before, clock.now(tournament.journal), tournament.tzinfo), sure)
    for round_ in rounds[len(starts) :]:
        round_.delete()
        round_.clock.delete()
    planned = [*rounds[: len(starts)], *add_rounds(stage, starts[len(rounds) :])]
    move_rounds(moved, by=by)
    if len(planned) != len(rounds):
        facts: dict[str, Any] = {
            "rounds": len(planned),
            "before": len(rounds),
            "starts": [stamp(start) for start in starts],
        }
        record(tournament.journal, TournamentEvent.ROUNDS_PLANNED, tournament.subject, by=by, **facts)
    return planned


@action
def announce_timetable(tournament: Tournament, *, by: User | None) -> None:
    """公布赛程: from now on whoever is concerned is told when a round moves. Nothing happens if it is announced."""
    tournament = locked_event(tournament, TournamentState.DRAWN)
    if not is_announced(tournament):
        record(tournament.journal, TournamentEvent.TIMETABLE_ANNOUNCED, tournament.subject, by=by)


@action
def move_round(
    round_: Round,
    starts_at: datetime,
    *,
    by: User | None,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> Round:
    """改期: one round to another start (aware), see ``plan_rounds``; of a later sitting: ``move_sitting``."""
    rounds = list(_rounds(round_.stage.tournament))
    starts = [starts_at if r.number == round_.number else r.starts_at for r in rounds]
    return plan_rounds(round_.stage.tournament, starts, by=by, seen=seen, sure=sure)[rounds.index(round_)]


@action
def set_tables(tournament: Tournament, count: int, *, by: User | None, seen: int | None = None) -> list[Table]:
    """The hall has tables 1 to ``count`` (at most `MOST_TABLES`). A table that a match needs or has used cannot go."""
    tournament = locked_event(tournament)
    refuse_overtaken(tournament.subject, seen, tables_version(tournament))
    if not (0 if tournament.own_days else 1) <= count <= MOST_TABLES:
        raise Refused(Problem(Code.TABLES_OUT_OF_RANGE, "tables", {"most": MOST_TABLES}))
    tables = list(tournament.tables.select_for_update().order_by("number"))
    used = Match.every.filter(table__in=[t for t in tables if t.number > count]).order_by("table__number", "number")
    taken = [{"table": table, "number": number} for table, number in used.values_list("table__number", "number")]
    refuse_if([Problem(Code.TABLE_TAKEN, "tables", data) for data in taken])
    tournament.tables.filter(number__gt=count).delete()
    present = {table.number for table in tables}
    Table.objects.bulk_create(Table(tournament=tournament, number=n) for n in range(1, count + 1) if n not in present)
    if count != len(tables):
        facts: dict[str, Any] = {"tables": count, "before": len(tables)}
        record(tournament.journal, TournamentEvent.TABLES_SET, tournament.subject, by=by, **facts)
    return list(tournament.tables.order_by("number"))


@action
def assign_tables(round_: Round, *, by: User | None) -> Round:
    """按顺序排桌: tables 1, 2, … to the matches of the round from the top; byes get none. Not once the round has begun.

    Refused if there are fewer tables than matches.
    """
    round_ = _locked_round(round_)
    matches = open_matches(round_)
    tables = round_.stage.tournament.tables.count()
    problems = _begun_problems([round_])
    if any(match.state in (MatchState.CALLED, MatchState.PLAYING) for match in matches) and not problems:
        problems.append(Problem(Code.ROUND_BEGUN, data={"round": round_.number}))
    if len(matches) > tables:
        data = {"matches": len(matches), "tables": tables, "missing": len(matches) - tables}
        problems.append(Problem(Code.TOO_FEW_TABLES, data={"entrants": round_.entrants, **data}))
    refuse_if(problems)
    record_tables(round_, fill_tables(round_), by=by)
    return round_


@action
def set_table(match: Match, table: Table | None, *, by: User | None) -> Match:
    """换桌: this match at that table, or at none, until it is over."""
    arrange_tables(match.round, {match.number: table.number if table else 0}, by=by)
    match.refresh_from_db()
    return match


@action
def arrange_tables(round_: Round, tables: Mapping[int, int], *, by: User | None, seen: int | None = None) -> Round:
    """排桌: several matches of a round at once (match number → table number, 0 for none); two may change places.

    Refused, at the field ``table-<match number>``: a table that does not exist, or one that two matches would share.
    """
    round_ = _locked_round(round_)
    refuse_overtaken(round_.subject, seen, table_versions(round_.stage.tournament).get(round_.subject, 0))
    matches = {match.number: match for match in open_matches(round_)}
    closed = sorted(number for number in tables if number not in matches)
    if closed:
        raise WrongState(f"match:{closed[0]}", MatchState.OVER)
    known = {table.number: table for table in round_.stage.tournament.tables.all()}
    present = {n: m.table.number if m.table else 0 for n, m in matches.items()}
    wanted = present | dict(tables)
    touched = {n for n in wanted if wanted[n] != present[n]}
    problems = [
        Problem(Code.TABLE_UNKNOWN, f"table-{number}", {"table": table, "tables": len(known)})
        for number, table in tables.items()
        if table and table not in known
    ]
    for number in sorted(touched):  # of two that would share a table, at the later one that was touched
        others = [n for n, t in wanted.items() if t == wanted[number] and n != number and t]
        if others and (number > min(others) or min(others) not in touched):
            data = {"table": wanted[number], "number": min(others)}
            problems.append(Problem(Code.TABLE_TAKEN, f"table-{number}", data))
    refuse_if(problems)
    changed = [matches[n] for n in matches if n in touched]
    with guarded():
        for match in changed:
            match.table = known.get(wanted[match.number])
        Match.every.bulk_update(changed, ["table"])
        book_all(changed)
    if changed:
        record_tables(round_, {match.number: wanted[match.number] for match in changed}, by=by)
    return round_


def _locked_round(round_: Round) -> Round:
    """The round, read after its matches were locked, so that its clock is what it is now."""
    locked_matches(round_.stage)
    return Round.objects.select_related("clock", "stage__tournament__journal").get(pk=round_.pk)


def _rounds(tournament: Tournament) -> QuerySet[Round]:
    """The first sitting of each."""
    return Round.objects.filter(stage__tournament=tournament, sitting=1).order_by("number")


def _number_problems(stage: Stage, before: int, after: int) -> list[Problem]:
    """``stage`` is the last one; those before it keep their rounds."""
    if after > MOST_ROUNDS:
        return [Problem(Code.TOO_MANY_ROUNDS, "rounds", {"most": MOST_ROUNDS})]
    earlier = _rounds(stage.tournament).filter(stage__number__lt=stage.number).count()
    if after <= earlier:
        fewest, needed = FORMATS[stage.format].fewest, earlier + 1
        data = {"teams": fewest, "needed": needed, "planned": after, "missing": needed - after}
        return [Problem(Code.TOO_FEW_ROUNDS, "rounds", data)]
    tournament = stage.tournament
    if tournament.state != TournamentState.ENTRY and before != after:
        raise WrongState(tournament.subject, tournament.state)
    return []


def _begun_problems(rounds: Sequence[Round]) -> list[Problem]:
    return [
        Problem(Code.ROUND_BEGUN, f"round-{r.number}", {"round": r.number})
        for r in rounds
        if r.clock.state != ClockState.SET
    ]


@action
def plan_sittings(
    round_: Round,
    starts: Sequence[datetime],
    *,
    by: User | None,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> list[Round]:
    """The second and further sittings of the round start at ``starts`` (aware); without any it is played at once.

    With another number of sittings the matches are given out anew from the top, to each as many as there are tables,
    and get their tables. Refused once a clock was started or a match called, and at ``start-2``, ``start-3`` … a
    sitting that would start before the one ahead of it is over, or reach into the next round. Asked about: a new start
    in the past, at night, or far from the one ahead of it.
    """
    tournament = locked_event(round_.stage.tournament)
    refuse_overtaken(tournament.subject, seen, rounds_version(tournament))
    first, *later = sittings_of(round_)
    pairs = zip(later, starts, strict=False)
    moved = [(r, r.starts_at, start) for r, start in pairs if r.starts_at != start]
    stays = len(starts) == len(later)
    begun = _begun_sittings([r for r, _, _ in moved] if stays else [first, *later])
    refuse_if(begun or _start_problems(first, starts))
    before = [r.starts_at for r in later]
    ask_about(sitting_doubts(first, starts, before, clock.now(tournament.journal), tournament.tzinfo), sure)
    if stays:
        move_rounds(moved, by=by)
        return [first, *later]
    # all matches in the first sitting, the later ones gone; then new ones
    Match.every.filter(round__in=later).update(round=first)
    Sheet.objects.filter(clock__round__in=later).update(clock=first.clock)
    for sitting in later:
        sitting.delete()
        sitting.clock.delete()
    made = add_sittings(first, starts)
    _give_out([first, *made])
    for sitting in made:
        record_move(sitting, first.starts_at, by=by)
    if not made:
        record_move(first, later[-1].starts_at, by=by)
    for sitting in (first, *made):
        rows = open_matches(sitting)
        record_tables(sitting, {m.number: m.table.number if m.table else 0 for m in rows}, by=by)
    return [first, *made]


@action
def move_sitting(
    sitting: Round,
    starts_at: datetime,
    *,
    by: User | None,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> Round:
    """改期: a later sitting of a round to another start (aware); see ``plan_sittings``."""
    later = sittings_of(sitting)[1:]
    starts = [starts_at if r.pk == sitting.pk else r.starts_at for r in later]
    plan_sittings(sitting, starts, by=by, seen=seen, sure=sure)
    return Round.objects.get(pk=sitting.pk)


@action
def move_to_sitting(match: Match, sitting: int, *, by: User | None) -> Match:
    """This match in another sitting of its round; it keeps its table if that is free there.

    Refused at ``sitting-<match number>`` if there is no such sitting, its clock was started, or the match has begun.
    """
    locked_matches(match.stage)
    rows = Match.every.select_related("stage__tournament__journal", "round__clock", "table", "result")
    match = rows.get(pk=match.pk)
    field = f"sitting-{match.number}"
    target = next((r for r in sittings_of(match.round) if r.sitting == sitting), None)
    if target is None:
        raise Refused(Problem(Code.SITTING_UNKNOWN, field, {"sitting": sitting}))
    if target.pk == match.round_id:
        return match
    refuse_if([Problem(Code.MATCH_UNDER_WAY, field, {"number": match.number})] if has_begun(match) else [])
    refuse_if([Problem(p.code, field, p.data) for p in _begun_sittings([target])])
    before = match.round.starts_at
    if Match.every.filter(round=target).exclude(state__in=WITHOUT_TABLE).filter(table=match.table_id).exists():
        match.table = None
    match.round = target
    with guarded():
        match.save(update_fields=["round", "table"])
        book(match)
    Sheet.objects.filter(match_game__match=match).update(clock=target.clock, waits=False, extra=clocks.NO_TIME)
    facts = place_of(match).facts() | {"before": stamp(before), "after": stamp(target.starts_at)}
    record(match.stage.tournament.journal, TournamentEvent.MATCH_MOVED, match.subject, by=by, **facts)
    return match


@action
def arrange_sitting(
    round_: Round, tables: Mapping[int, int], sittings: Mapping[int, int], *, by: User | None, seen: int | None = None
) -> None:
    """排桌 in a sitting (``arrange_tables``), and to another one whichever match has its number there."""
    moved = {number for number, sitting in sittings.items() if sitting != round_.sitting}
    stay = {number: table for number, table in tables.items() if number not in moved}
    arrange_tables(round_, stay, by=by, seen=seen)
    for match in Match.every.filter(round=round_, number__in=moved).order_by("number"):
        move_to_sitting(match, sittings[match.number], by=by)


def _begun_sittings(sittings: Sequence[Round]) -> list[Problem]:
    begun = [Problem(Code.ROUND_BEGUN, data={"round": r.number}) for r in sittings if r.clock.state != ClockState.SET]
    called = Match.every.filter(round__in=sittings, state=MatchState.CALLED).order_by("number")
    return begun[:1] or [Problem(Code.MATCH_UNDER_WAY, data={"number": match.number}) for match in called]


def _start_problems(first: Round, starts: Sequence[datetime]) -> list[Problem]:
    invalid = [
        Problem(Code.MOMENT_INVALID, f"start-{number}", {"round": first.number})
        for number, start in enumerate(starts, start=2)
        if not is_reckonable(start)
    ]
    span, ahead = clocks.planned(first.clock), [first.starts_at, *starts]
    early = [
        Problem(Code.SITTING_TOO_EARLY, f"start-{number}")
        for number, start in enumerate(starts, start=2)
        if start < ahead[number - 2] + span
    ]
    following = following_round(first)
    late = following is not None and bool(starts) and following.starts_at < starts[-1] + span
    data = {"round": first.number + 1, "before": first.number}
    reached = [Problem(Code.ROUNDS_OUT_OF_ORDER, f"start-{len(starts) + 1}", data)] if late else []
    return invalid or [*early, *reached]


def _give_out(sittings: Sequence[Round]) -> None:
    """The open matches to the sittings, with their tables and clocks."""
    matches = open_matches(sittings[0])
    tables = list(sittings[0].stage.tournament.tables.order_by("number"))
    with guarded():
        for sitting, own in zip(sittings, give_out(matches, sittings, len(tables)), strict=True):
            seat_in_order(own, tables)
            Sheet.objects.filter(match_game__match__in=own).update(clock=sitting.clock)
        Match.every.bulk_update(matches, ["round", "table"])
        book_all(matches)
