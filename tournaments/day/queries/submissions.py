"""What phones sent to a sheet and nobody has settled yet, beside what stands there."""

from collections.abc import Collection, Mapping, Sequence

from guandan_rules import Seat, order_problems
from journal.statements import Objects
from scoring.models import Deal, Sheet, Submission
from scoring.queries import unsettled
from scoring.states import Operation
from tournaments.day.queries.sheet_views import Finisher, OwnSubmission, SubmissionLine

NAME_LETTERS = 4


_RECEIVED = Objects(Submission, lambda ids: Submission.objects.filter(sheet__in=ids).order_by("pk"), "by", "deal")


def received_by(sheet: Sheet) -> list[Submission]:
    """提交: what devices sent to the sheet, as it came. One query."""
    return list(_RECEIVED.by([sheet.pk]))


def device_name(device: str) -> str:
    """The short name of a phone: the end of its random id, in capitals."""
    return device[-NAME_LETTERS:].upper()


def submission_lines(
    received: Sequence[Submission], deals: Sequence[Deal], names: Mapping[str, str]
) -> tuple[SubmissionLine, ...]:
    """Those that conflict, wait or were refused, as they came; ``names``: the players by seat."""
    entered = {deal.number: deal for deal in deals}
    return tuple(line_of(row, entered.get(row.number), names) for row in unsettled(received))


def by_device(received: Sequence[Submission], marks: Collection[str]) -> dict[str, tuple[OwnSubmission, ...]]:
    """What became of the entries of each phone; ``marks``: of the deals on the sheet. A deal that came in after the
    sheet was read is left for the next reading, lest the phone lets it go before it is shown."""
    entries: dict[str, tuple[OwnSubmission, ...]] = {}
    for row in received:
        if row.operation != Operation.DEAL or row.deal is None or row.deal.mark in marks:
            entries[row.device] = (*entries.get(row.device, ()), _own_submission(row))
    return entries


def _own_submission(row: Submission) -> OwnSubmission:
    return OwnSubmission(
        id=row.pk,
        key=row.key,
        operation=row.operation,
        number=row.number,
        builds_on=row.builds_on,
        body=row.body,
        state=row.state,
        problems=tuple(row.problems),
        deal=row.deal.mark if row.deal else "",
    )


def line_of(row: Submission, stood: Deal | None, names: Mapping[str, str]) -> SubmissionLine:
    """One entry beside the deal of its number that stands, if there is one."""
    order = str(row.body.get("order", ""))
    return SubmissionLine(
        id=row.pk,
        key=row.key,
        device=device_name(row.device),
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
