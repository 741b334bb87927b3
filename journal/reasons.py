"""理由: why something was done, in the words of whoever did it. It becomes part of the record."""

from enum import StrEnum

from journal.refusals import Problem
from journal.texts import storable

LONGEST = 200


class ReasonCode(StrEnum):
    REASON_MISSING = "reason_missing"
    REASON_TOO_LONG = "reason_too_long"


def reason_problems(reason: str, where: str = "reason", *, required: bool = True) -> list[Problem]:
    """What is wrong with a reason as typed: missing (if it is ``required``), or longer than 200 characters."""
    text = storable(reason)
    if required and not text:
        return [Problem(ReasonCode.REASON_MISSING, where)]
    return [Problem(ReasonCode.REASON_TOO_LONG, where, {"most": LONGEST})] if len(text) > LONGEST else []
