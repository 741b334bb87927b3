"""A thing that somebody does in a certain minute of a round."""

from collections.abc import Callable
from dataclasses import dataclass

from rehearsal.browser import Browser

Act = Callable[[Browser], "list[Moment]"]


@dataclass(frozen=True)
class Moment:
    """A minute from the planned start, what is done at a browser, and what it leads to.

    ``by_chief``: in the chief referee's browser, after what the referees do in that minute; else in any free referee's.
    """

    minute: int
    act: Act
    by_chief: bool = False
