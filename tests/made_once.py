"""What a module makes once and every test of it finds as it was made."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest


def once_a_module(make: Callable[[], Any]) -> tuple[Any, Any]:
    """Two fixtures, of which the first must be called ``made_once``: what ``make`` made in the transaction of the
    module, and the copy of it that a test may change. Its rows go back by themselves, its objects do not.
    """

    @pytest.fixture(scope="module")
    def made_once(module_db: None) -> Any:
        return make()

    @pytest.fixture
    def own(made_once: Any) -> Any:
        return deepcopy(made_once)

    return made_once, own
