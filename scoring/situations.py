"""A sheet with all that was sent to it, read as ``scoring.submissions`` judges it."""

from collections.abc import Iterable, Sequence

from scoring.models import Deal, Sheet, Submission
from scoring.submissions import Entry, Sent, Situation, Stood


def situation(sheet: Sheet, sent: Iterable[Submission]) -> Situation:
    """The sheet as an entry meets it now, ``sent`` being all its submissions. Uses ``sheet.deals`` if prefetched."""
    deals = sorted(sheet.deals.all(), key=lambda deal: deal.pk)
    marks = {deal.pk: deal.mark for deal in deals}
    counting = sorted((deal for deal in deals if deal.struck_at is None), key=lambda deal: deal.number)
    struck = [deal for deal in deals if deal.struck_at is not None]
    return Situation(
        deals=tuple(Stood(deal.number, deal.mark, deal.order, deal.kind) for deal in counting),
        undone=frozenset(deal.mark for deal in struck if not deal.struck_reason),
        replaced=frozenset(deal.mark for deal in struck if deal.struck_reason),
        before=_before(deals),
        in_hand=sheet.in_hand,
        sent={row.key: _sent(row, marks) for row in sent},
    )


def _before(deals: Sequence[Deal]) -> dict[str, str]:
    """What each deal rested on: the newest one of the number before it that stood when it was entered."""
    newest: dict[int, str] = {}
    found = {}
    for deal in deals:
        found[deal.mark] = newest.get(deal.number - 1, "")
        newest[deal.number] = deal.mark
    return found


def _sent(row: Submission, marks: dict[int, str]) -> Sent:
    rests = marks[row.deal_id] if row.deal_id else ""
    return Sent(row.device, row.operation, row.number, row.state, rests, row.body.get("in_hand"))


def entry_of(row: Submission) -> Entry:
    """A submission as it was sent."""
    return Entry(row.device, row.key, row.operation, row.number, row.builds_on, row.body, row.sheet_id)
