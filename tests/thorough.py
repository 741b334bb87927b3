"""How much of the same kind is tried: enough for one's own machine, or with ``THOROUGH=1`` everything, as .ci/run does.

What is left out of the short run differs from what stays by size or language, never in kind.
"""

import os

import pytest

THOROUGH = os.environ.get("THOROUGH") == "1"

LANGUAGES = ("zh-hans", "en") if THOROUGH else ("zh-hans",)
"""In which every page is opened in a browser."""


def tries(number: int) -> int:
    """So many by chance in .ci/run; otherwise a quarter of them, at least two."""
    return number if THOROUGH else max(number // 4, 2)


in_ci_only = pytest.mark.skipif(not THOROUGH, reason="tried by .ci/run: THOROUGH=1")
"""For a test that costs a minute and protects what others protect more cheaply."""
