"""Words for codes: a page never breaks for a word that is missing."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

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
