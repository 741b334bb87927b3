"""What holds for every test."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def empty_valkey(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nothing is left in Valkey by the test before; those that use no database use no Valkey either."""
    uses_servers = {"db", "transactional_db", "live_server"} & set(request.fixturenames)
    if uses_servers or request.node.get_closest_marker("django_db"):
        from django.core.cache import cache

        cache.clear()
    yield
