"""What the page with a branch's entry form sends."""

from journal.queries import last_event_number
from tournaments.models import Branch


def fields(branch: Branch, **typed: str) -> dict[str, str]:
    """Its hidden fields and everything typed."""
    seen = str(last_event_number(branch.tournament.journal, branch.subject))
    return {"branch": str(branch.pk), "seen": seen, **typed}


def team(ordinal: int, first: str, second: str) -> dict[str, str]:
    return {f"team{ordinal}_player1_name": first, f"team{ordinal}_player2_name": second}
