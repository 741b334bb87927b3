"""How much of the same kind is tried: enough for one's own machine, or with ``THOROUGH=1`` everything, as .ci/run does.

What is left out of the short run differs from what stays by size or language, never in kind.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

Case = TypeVar("Case")

THOROUGH = os.environ.get("THOROUGH") == "1"

LANGUAGES = ("zh-hans", "en") if THOROUGH else ("zh-hans",)
"""In which every page is opened in a browser."""


def tries(number: int) -> int:
    """So many by chance in .ci/run; otherwise an eighth of them, at least two."""
    return number if THOROUGH else max(number // 8, 2)


def some(cases: Iterable[Case], of: int = 4) -> list[Case]:
    """Of many cases of one kind one in ``of``, the first among them; in .ci/run all of them."""
    return list(cases)[:: 1 if THOROUGH else of]


in_ci_only = pytest.mark.skipif(not THOROUGH, reason="tried by .ci/run: THOROUGH=1")
"""For a test that costs much and protects what others protect more cheaply, or one page of many alone."""
