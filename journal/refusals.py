"""The two exceptions that cross layers: the user can mend it, or someone was faster."""

import dataclasses
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class ConflictCode(StrEnum):
    """Why a repeated or belated change was not carried out: HTTP's 409."""

    CHANGED_MEANWHILE = "changed_meanwhile"
    KEY_REUSED = "key_reused"
    NOT_SAVED_YET = "not_saved_yet"


@dataclass(frozen=True)
class Problem:
    """What is wrong (``code``), where (``field``, a form's field name or ""), and the values its sentence needs."""

    code: StrEnum
    field: str = ""
    data: dict[str, Any] = dataclasses.field(default_factory=dict)


class Refused(Exception):
    """The rules refuse it; nothing was changed. Carries every problem at once, never only the first."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(p.code for p in problems))
        self.problems = problems


class WrongState(Exception):
    """The thing is no longer in the state that this step starts from; ``present`` is its state now."""

    def __init__(self, subject: str, present: str) -> None:
        super().__init__(f"{subject} is {present}")
        self.subject, self.present = subject, present


def refuse_if(problems: list[Problem] | tuple[Problem, ...]) -> None:
    """Raise ``Refused`` with all problems, if there are any."""
    if problems:
        raise Refused(*problems)
