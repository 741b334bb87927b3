"""The parts of a sheet: its sides with their players at their seats; 处罚, what a side's next offence costs, and what a
person gives for it; what phones sent to it and nobody has settled yet, beside what stands there; and 请裁判长, the
calls that nobody answered yet, read from the journal."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from guandan_rules import (
    COUNTED_TOGETHER,
    WITHOUT_CONSEQUENCE,
    Effect,
    EffectKind,
    Seat,
    Side,
    effects_due,
    order_problems,
)
from journal.models import Event
from journal.refusals import Problem, Refused
from scoring.games.entries import given_effects
from scoring.games.game import EntryResult, Terms
from scoring.models import Deal, Penalty, Submission
from scoring.queries import Row, unsettled
from scoring.states import Operation, ScoringCode
from tournaments.bracket.queries.match_views import Line, MatchView
from tournaments.bracket.rules.starts import LineUps, Person
from tournaments.codes import TournamentEvent
from tournaments.day.queries.sheet_views import (
    Finisher,
    OffenceChoice,
    PenaltyLine,
    PlayerView,
    SheetView,
    SideView,
    SubmissionLine,
)
from tournaments.entries.seats import lined_up, seated
from tournaments.models import CheckIn, Match, Tournament


def player_views(people: Sequence[Person], side: str, seats: int, ticked: Collection[int]) -> tuple[PlayerView, ...]:
    """The players of a side by their number: the order stays as it is, whoever of them plays."""
    playing_first = lined_up(people, seats, lambda one: one.pk in ticked)
    letters = {one.pk: seat for one, seat in seated(playing_first, side, seats)}
    return tuple(PlayerView(one.pk, one.name, letters[one.pk], one.pk in ticked, one.team_id) for one in people)


def sides_of(tournament: Tournament, matches: Iterable[MatchView]) -> dict[int, tuple[SideView, SideView]]:
    """Home and away by the id of each match; two queries, three of boards. What stands on their sheets is not read."""
    by_id = {match.id: match for match in matches}
    teams = {one.id for match in by_id.values() for line in match.lines for one in line.each}
    line_ups = LineUps(tournament, teams)
    ticked: dict[int, set[int]] = {}
    for match, player in CheckIn.objects.filter(match__in=by_id).values_list("match", "player"):
        ticked.setdefault(match, set()).add(player)

    def side(match: MatchView, name: str, line: Line) -> SideView:
        boards = [line_ups.at_board(one.id, match.team_match, match.nth_board) for one in line.each]
        players = [person for people in boards for person in people]
        views = player_views(players, name, tournament.seats, ticked.get(match.id, ()))
        return SideView(name, line.team, views, colour=line.colour)

    return {m.id: (side(m, "home", m.home), side(m, "away", m.away)) for m in by_id.values()}


ENDING = (EffectKind.MATCH_LOST, EffectKind.DISQUALIFIED)
MEASURED = (EffectKind.OPPONENTS_UP, EffectKind.OFFENDER_DOWN)
NOTED = (Effect(EffectKind.NOTE),)


def penalty_line(penalty: Penalty, change: EntryResult | None = None) -> PenaltyLine:
    """A penalty with the levels or points after it; ``change``: what it did, None for a struck one."""
    return PenaltyLine(
        id=penalty.pk,
        after_deal=penalty.after_deal,
        side=penalty.side,
        offence=penalty.offence,
        effects=given_effects(penalty.effects),
        note=penalty.note,
        home=change.shown[1].home if change else 0,
        away=change.shown[1].away if change else 0,
        entered_at=penalty.entered_at,
        entered_by=str(penalty.entered_by) if penalty.entered_by else "",
        struck=penalty.struck_at is not None,
        reason=penalty.struck_reason,
    )


def offence_choices(terms: Terms, entered: Sequence[Row]) -> tuple[OffenceChoice, ...]:
    """处罚表: the offences of the rule set in their order, then the others that the game knows, with what is due for
    either side."""
    table = terms.penalties
    committed = [(row.side, row.offence) for row in entered if isinstance(row, Penalty)]
    choices = []
    for offence in dict.fromkeys([*(row.offence for row in table), *terms.offences]):
        home, away = (committed.count((side.value, offence.value)) for side in Side)
        if offence in COUNTED_TOGETHER:
            home = away = home + away
        due = [effects_due(table, offence, times + 1) for times in (home, away)]
        choices.append(OffenceChoice(offence.value, home, away, *due))
    return tuple(choices)


@dataclass(frozen=True)
class Due:
    """What a side's next offence of a kind costs, the ``times``-th in this game: ``by_table`` what the rule set's table
    has for it, else it is noted, which has no consequence and needs no table."""

    value: str
    offence: str
    times: int
    effects: tuple[Effect, ...]
    by_table: bool


def penalties_due(view: SheetView, *, may_end: bool) -> list[tuple[SideView, tuple[Due, ...]]]:
    """处罚表 for either side, as far as the person may give it: who may not end a match only notes such an offence."""
    by_side = []
    for side in view.sides:
        dues = []
        for choice in view.offences:
            is_home = side.side == "home"
            times, effects = (choice.home_times, choice.home) if is_home else (choice.away_times, choice.away)
            by_table = bool(effects) and (may_end or not any(effect.kind in ENDING for effect in effects))
            key, cost = f"{side.side}:{choice.offence}", effects if by_table else NOTED
            dues.append(Due(key, choice.offence, times + 1, cost, by_table))
        by_side.append((side, tuple(dues)))
    return by_side


def effects_to_give(
    view: SheetView | None, penalty: str, kind: str, amount: int, *, may_rule: bool, may_end: bool
) -> list[Effect] | None:
    """The effects of a ``penalty`` (side:offence) for ``enter_penalty``; None: those of the table.

    ``kind`` is given instead of what is due, with ``amount`` levels where it has any: one without consequence, or any
    by whoever may rule. Refused for another kind, and for an offence that the sheet does not list.
    """
    if kind:
        if kind not in (tuple(EffectKind) if may_rule else WITHOUT_CONSEQUENCE):
            raise Refused(Problem(ScoringCode.OFFENCE_UNKNOWN, "effect"))
        return [Effect(EffectKind(kind), amount if kind in MEASURED else 0)]
    listed = penalties_due(view, may_end=may_end) if view else []
    chosen = next((due for _side, dues in listed for due in dues if due.value == penalty), None)
    if chosen is None:
        raise Refused(Problem(ScoringCode.OFFENCE_UNKNOWN, "penalty"))
    return None if chosen.by_table else [Effect(EffectKind.NOTE)]


NAME_LETTERS = 4
"""The short name of a phone is the end of its random id, in capitals."""


def phone_name(device: str) -> str:
    """The short name of the phone with that random id."""
    return device[-NAME_LETTERS:].upper()


def submission_lines(
    received: Sequence[Submission], deals: Sequence[Deal], names: Mapping[str, str]
) -> tuple[SubmissionLine, ...]:
    """Those that conflict, wait or were refused, as they came; ``names``: the players by seat."""
    entered = {deal.number: deal for deal in deals}
    return tuple(line_of(row, entered.get(row.number), names) for row in unsettled(received))


def by_device(received: Sequence[Submission], marks: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """What became of the entries of each phone, as plain JSON; ``deal`` is the mark of the deal that later entries rest
    on. ``marks``: of the deals on the sheet.

    A deal that came in after the sheet was read is left for the next reading, lest the phone lets it go before it is
    shown.
    """
    entries: dict[str, list[dict[str, Any]]] = {}
    for row in received:
        if row.operation == Operation.DEAL and row.deal is not None and row.deal.mark not in marks:
            continue
        names = ("key", "operation", "number", "builds_on", "body", "state", "problems")
        entry = {"id": row.pk, **{name: getattr(row, name) for name in names}}
        entries.setdefault(row.device, []).append({**entry, "deal": row.deal.mark if row.deal else ""})
    return entries


def line_of(row: Submission, stood: Deal | None, names: Mapping[str, str]) -> SubmissionLine:
    """One entry beside the deal of its number that stands, if there is one."""
    order = str(row.body.get("order", ""))
    return SubmissionLine(
        id=row.pk,
        key=row.key,
        device=phone_name(row.device),
        operation=row.operation,
        number=row.number,
        state=row.state,
        order=order,
        finishers=() if order_problems(order) else finishers(order, names),
        kind=str(row.body.get("kind", "")),
        in_hand=row.body.get("in_hand"),
        on_sheet=stood.order if stood else "",
        finishers_on_sheet=finishers(stood.order, names) if stood else (),
        kind_on_sheet=stood.kind if stood else "",
        problems=tuple((problem["code"], problem["field"]) for problem in row.problems),
        received_at=row.received_at,
        by=str(row.by) if row.by else "",
        entry=row.body.get("entry"),
        entry_on_sheet=stood.entry if stood and not stood.order else None,
    )


def finishers(order: str, names: Mapping[str, str]) -> tuple[Finisher, ...]:
    """A finish order with the players' names."""
    seats = [(place, Seat(letter)) for place, letter in enumerate(order, start=1)]
    return tuple(Finisher(place, seat.value, seat.side.value, names.get(seat.value, "")) for place, seat in seats)


KINDS = (TournamentEvent.REFEREE_CALLED, TournamentEvent.REFEREE_CAME)


@dataclass(frozen=True)
class CallView:
    """A call as the desk shows it; ``table`` is 0 where the match has none, ``note`` says why, or nothing."""

    match: int
    table: int
    note: str
    at: datetime
    by: str


def open_calls(tournament: Tournament) -> tuple[CallView, ...]:
    """The calls of an event that wait for the chief referee, the longest first. One query."""
    rows = Event.objects.filter(journal=tournament.journal, kind__in=KINDS)
    return _unanswered(rows.select_related("by").order_by("number"))


def open_call(match: Match | int) -> CallView | None:
    """The call of one match, or of the match of that id, that waits; None if there is none. One query."""
    pk = match if isinstance(match, int) else match.pk
    rows = Event.objects.filter(subject=f"match:{pk}", kind__in=KINDS)
    calls = _unanswered(rows.select_related("by").order_by("number"))
    return calls[0] if calls else None


def _unanswered(events: Iterable[Event]) -> tuple[CallView, ...]:
    """The newest call of each match, unless it was answered after it; in the order of the first unanswered ones."""
    waiting: dict[str, CallView] = {}
    for event in events:
        if event.kind == TournamentEvent.REFEREE_CAME:
            waiting.pop(event.subject, None)
        else:
            data, by = event.data, str(event.by) if event.by else ""
            waiting[event.subject] = CallView(data["number"], data["table"], data["note"], event.at, by)
    return tuple(waiting.values())
