"""What phones sent to a sheet and nobody has settled yet, beside what stands there."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from guandan_rules import Seat, order_problems
from scoring.models import Deal, Sheet, Submission
from scoring.queries import unsettled
from scoring.states import Operation
from tournaments.day.queries.sheet_views import Finisher, SubmissionLine

NAME_LETTERS = 4
"""The short name of a phone is the end of its random id, in capitals."""


def phone_name(device: str) -> str:
    """The short name of the phone with that random id."""
    return device[-NAME_LETTERS:].upper()


def received_by(sheet: Sheet) -> list[Submission]:
    """提交: what devices sent to the sheet, as it came. One query."""
    return list(sheet.submissions.select_related("by", "deal").order_by("pk"))


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
