"""Words for codes: a page never breaks for a word that is missing; and an event's own words.

Within ``worded`` every Chinese message of the catalogue says 班级 where it says 分会, on pages, papers, mails and
channels alike. Only messages are changed: what somebody typed comes into them afterwards, and the name of a blank
(``{{分会}}``) stays.
"""

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from typing import Any, Final

log = logging.getLogger(__name__)


class Words(dict[Any, Any]):
    """A table of words by code: ``Words() | {code: word}``. A code without a word is shown as it is, and logged.

    ``instead`` makes of the code what stands there for a word, where a word is more than a text.
    """

    def __init__(self, words: Mapping[Any, Any] | None = None, *, instead: Callable[[str], Any] = str) -> None:
        super().__init__(words or {})
        self.instead = instead

    def __or__(self, words: Mapping[Any, Any]) -> "Words":
        return Words({**self, **words}, instead=self.instead)

    def __missing__(self, code: Any) -> Any:
        if type(code) is str and hasattr(dict, code):  # a template asks for table["items"] before table.items
            raise KeyError(code)
        log.error("There is no word for %s %s.", type(code).__name__, code)
        return self.instead(str(code))


FULL_WIDTH: Final = str.maketrans("{}", "｛｝")
_NOTHING: Final[tuple[tuple[str, str], ...]] = ()
_present: ContextVar[tuple[tuple[str, str], ...]] = ContextVar("own words", default=_NOTHING)


@contextmanager
def worded(instead: Mapping[str, str]) -> Iterator[None]:
    """Say each word of ``instead`` as it has it, in everything that is translated inside; its braces full-width, for
    in a template of Word two of them would be a blank."""
    plain = {word: own.translate(FULL_WIDTH) for word, own in instead.items()}
    before = _present.set(tuple((word, own) for word, own in plain.items() if word != own))
    try:
        yield
    finally:
        _present.reset(before)


def own_words() -> tuple[tuple[str, str], ...]:
    """The words that are used now, each with what it stands for."""
    return _present.get()


def in_own_words(text: str) -> str:
    """The text with the words that are used now."""
    words = _present.get()
    if not words:
        return text
    own = dict(words)
    return _pattern(words).sub(lambda found: own.get(found[0], found[0]), text)


@cache
def _pattern(words: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """Blanks are found before words, and left as they are, unless a word begins with one, such as ``%(n)s队``; longer
    words before those that begin like them."""
    longest_first = sorted((word for word, _ in words), key=len, reverse=True)
    with_blank = [re.escape(word) for word in longest_first if word.startswith("%(")]
    plain = [re.escape(word) for word in longest_first if not word.startswith("%(")]
    return re.compile("|".join((r"\{[{%].*?[%}]\}", *with_blank, r"%\(\w+\)s", *plain)))


def teach(catalogue: type) -> None:
    """Make the catalogues of that class (Django's) answer in the words that are used now."""

    def answering(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def answer(*args: Any) -> Any:
            return in_own_words(method(*args))

        return answer

    for name in ("gettext", "ngettext"):
        setattr(catalogue, name, answering(getattr(catalogue, name)))
