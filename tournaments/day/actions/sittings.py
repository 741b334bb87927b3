"""分批: a round with more matches than tables is played in several sittings, each with its own start and clock."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, Refused, ask_about, refuse_if, refuse_overtaken
from scoring import clocks
from scoring.models import Sheet
from scoring.states import ClockState
from tournaments.bracket.queries.versions import rounds_version
from tournaments.bracket.rules.bracket_moves import has_begun
from tournaments.bracket.rules.rounds import add_sittings, following_round, sittings_of
from tournaments.bracket.rules.sides import place_of
from tournaments.bracket.rules.tables import (
    WITHOUT_TABLE,
    book,
    book_all,
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
from tournaments.day.actions.timetable import arrange_tables
from tournaments.day.queries.timetable import sitting_doubts
from tournaments.locks import locked_event, locked_matches
from tournaments.models import Match, Round
from tournaments.states import MatchState


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
    begun = _begun_problems([r for r, _, _ in moved] if stays else [first, *later])
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
    refuse_if([Problem(p.code, field, p.data) for p in _begun_problems([target])])
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
    """排桌 in a sitting (``timetable.arrange_tables``), and to another one whichever match has its number there."""
    moved = {number for number, sitting in sittings.items() if sitting != round_.sitting}
    stay = {number: table for number, table in tables.items() if number not in moved}
    arrange_tables(round_, stay, by=by, seen=seen)
    for match in Match.every.filter(round=round_, number__in=moved).order_by("number"):
        move_to_sitting(match, sittings[match.number], by=by)


def _begun_problems(sittings: Sequence[Round]) -> list[Problem]:
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
