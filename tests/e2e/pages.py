"""Every page of web/: each address with an example of its arguments, and who may see most on it.

A new page is found by itself; one with an argument of a new kind must be given an example here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, resolve, reverse

from accounts.models import User
from notices.models import Notice
from tests.e2e.busy import Busy
from tournaments.actions.links import issue_slips
from tournaments.models import Branch, Team
from tournaments.permissions import GRANTED, Permission
from tournaments.queries.links import token_of
from tournaments.states import RoleKind
from web.urls import urlpatterns

ROLES = ("member", "office", "chief referee")
OF_THE_CHIEF = {Permission.DESK_READ, Permission.CHECK_IN}
LEADS_ELSEWHERE = {"language", "sign_out", "worker"}
NO_SCREEN, SIGN_IN = ("application/json", "application/pdf"), "/sign-in/"
NO_PAGE = {HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.FOUND}  # what is only sent to
Route = tuple[str, frozenset[str]]


@dataclass(frozen=True)
class Address:
    """A page and the role that sees most of it."""

    view: str
    path: str
    role: str


def pages(busy: Busy, *roles: str) -> list[Address]:
    """The pages of these roles (of all): whatever answers a GET with a document, in whatever module it is named.

    An AssertionError where an address answers neither so nor as one that is only sent to.
    """
    found = []
    browsers = {role: _browser(busy, role) for role in roles or ROLES}
    for address in _addresses(busy):
        if address.role not in browsers:
            continue
        answer = browsers[address.role].get(address.path)
        if answer.status_code in NO_PAGE and SIGN_IN not in answer.headers.get("Location", ""):
            continue
        assert answer.status_code == HTTPStatus.OK, f"{address.path} answered {answer.status_code}"
        if answer.headers["Content-Type"] not in NO_SCREEN:
            found.append(address)
    return found


def user_of(busy: Busy, role: str) -> User | None:
    return {"member": None, "office": busy.office, "chief referee": busy.chief}[role]


def _browser(busy: Busy, role: str) -> Client:
    browser, user = Client(), user_of(busy, role)
    if user:
        browser.force_login(user)
    return browser


def _addresses(busy: Busy) -> Iterator[Address]:
    for name, arguments in _routes(urlpatterns):
        for example in [] if name in LEADS_ELSEWHERE else _examples(busy, name, arguments):
            path = reverse(name, kwargs={argument: example[argument] for argument in arguments})
            yield Address(name, path, _role(resolve(path).func.permission))  # type: ignore[attr-defined]


def _routes(patterns: list[URLPattern | URLResolver], above: frozenset[str] = frozenset()) -> Iterator[Route]:
    for pattern in patterns:
        arguments = above | set(pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, arguments)
        else:
            yield str(pattern.name), arguments


def _role(permission: Permission) -> str:
    if permission == Permission.PUBLIC:
        return "member"
    if permission not in GRANTED:
        return "office"
    return "office" if RoleKind.OFFICE in GRANTED[permission] - _left_to_chief(permission) else "chief referee"


def _left_to_chief(permission: Permission) -> set[str]:
    return {RoleKind.OFFICE} if permission in OF_THE_CHIEF else set()


def _examples(busy: Busy, name: str, arguments: frozenset[str]) -> list[dict[str, Any]]:
    event = {"slug": busy.tournament.slug, "kind": RoleKind.REFEREE.value}
    if "token" in arguments:
        return [{"token": token_of(issue_slips(busy.day.round, by=busy.chief)[0])}]
    if "pk" in arguments:
        return [event | {"pk": _pk(busy, name)}]
    if "number" in arguments:
        return [event | {"number": number} for number in _numbers(busy, name)]
    return [event]


def _pk(busy: Busy, name: str) -> int:
    if name.startswith("branch"):
        return Branch.objects.filter(tournament=busy.tournament)[1].pk
    if name.startswith("team"):
        return Team.objects.filter(branch__tournament=busy.tournament, branch__number=2)[0].pk
    if name.startswith("outbox"):
        return Notice.objects.filter(tournament=busy.tournament)[0].pk
    assert name.startswith("people"), f"{name}: which row is an example of pk?"
    return busy.referee.pk


def _numbers(busy: Busy, name: str) -> list[int]:
    """Matches in every state; of entries a branch with a long name, of rounds the first and the second."""
    if name in ("match", "sheet", "desk_match", "match_slip", "remedies"):
        return busy.numbers[:8]
    if name.startswith(("desk_round", "slips")):
        return [1, 2]
    return [2]
