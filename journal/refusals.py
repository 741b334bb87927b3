"""The two exceptions that cross layers: the user can mend it, or someone was faster."""

import dataclasses
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class ConflictCode(StrEnum):
    """Why a repeated or belated change was not carried out: HTTP's 409."""

    CHANGED_MEANWHILE = "changed_meanwhile"
    SAVED_MEANWHILE = "saved_meanwhile"
    KEY_REUSED = "key_reused"
    NOT_SAVED_YET = "not_saved_yet"


@dataclass(frozen=True)
class Problem:
    """What is wrong (``code``), where (``field``, a form's field name or ""), and the values its sentence needs."""

    code: StrEnum
    field: str = ""
    data: dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def signature(self) -> str:
        """What a form sends along once this was shown and is insisted on."""
        return " ".join([str(self.code), self.field, *(f"{name}={value}" for name, value in sorted(self.data.items()))])


class Refused(Exception):
    """The rules refuse it; nothing was changed. Carries every problem at once, never only the first."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(p.code for p in problems))
        self.problems = problems


class Doubtful(Refused):
    """Allowed, and perhaps a mistake: asked once. Sent again with the signatures of all these problems it is done."""


class WrongState(Exception):
    """The thing is no longer in the state that this step starts from; ``present`` is its state now."""

    def __init__(self, subject: str, present: str) -> None:
        super().__init__(f"{subject} is {present}")
        self.subject, self.present = subject, present


class Overtaken(WrongState):
    """Somebody else saved what the form was made from; saved over it is only what was seen."""


def ask_about(doubts: Sequence[Problem], sure: Collection[str] | None) -> None:
    """Raise ``Doubtful`` with all doubts while one of them is not in ``sure``; None: there is nobody to ask."""
    if sure is not None and any(doubt.signature not in sure for doubt in doubts):
        raise Doubtful(*doubts)


def refuse_overtaken(subject: str, seen: int | None, present: int) -> None:
    """Raise ``Overtaken`` if a form was made from another version than the present one; None: it was no form."""
    if seen is not None and seen != present:
        raise Overtaken(subject, "changed")


def refuse_with_doubts(problems: Sequence[Problem], doubts: Sequence[Problem], sure: Collection[str] | None) -> None:
    """Raise ``Refused`` with all problems and what would be asked next, if there are problems, or doubts and nobody to
    ask: such a doubt is a problem."""
    unsettled = [doubt for doubt in doubts if sure is None or doubt.signature not in sure]
    refuse_if([*problems, *unsettled] if problems or sure is None else [])


def refuse_if(problems: list[Problem] | tuple[Problem, ...]) -> None:
    """Raise ``Refused`` with all problems, if there are any."""
    if problems:
        raise Refused(*problems)
