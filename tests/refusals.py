"""A change that must not happen: refused, or too late; and then nothing is changed."""

from collections.abc import Callable
from typing import Any

import pytest

from journal.refusals import Refused, WrongState
from tests.rows import all_rows


def refused_at(change: Callable[[], Any]) -> list[tuple[str, str]]:
    """Field and code of each problem of the refusal, after which everything is as before."""
    before = all_rows()
    with pytest.raises(Refused) as refused:
        change()
    assert all_rows() == before
    return [(problem.field, problem.code) for problem in refused.value.problems]


def refused_codes(change: Callable[[], Any]) -> set[str]:
    return {code for _field, code in refused_at(change)}


def too_late(change: Callable[[], Any]) -> str:
    """The state that was met instead; everything is as before."""
    before = all_rows()
    with pytest.raises(WrongState) as wrong:
        change()
    assert all_rows() == before
    return wrong.value.present
