"""Every address of the site, with the view behind it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.permissions import Permission

APART = {"admin", "livez", "readyz", "healthz", "metrics"}  # tests/test_admin.py, tests/config/


@dataclass(frozen=True)
class Address:
    """A route of the site with the view behind it; ``name`` is empty where nothing links to it."""

    route: str
    name: str
    view: Any

    @property
    def permission(self) -> Permission | None:
        holder = getattr(self.view, "cls", None) or getattr(self.view, "view_class", None) or self.view
        return getattr(holder, "permission", None)

    @property
    def is_api(self) -> bool:
        return self.route.startswith("api/")

    def __str__(self) -> str:
        return f"/{self.route}"


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[Address]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if route.rstrip("/") in APART:
            continue
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield Address(route, pattern.name or "", pattern.callback)


ADDRESSES = tuple(addresses(get_resolver().url_patterns))
