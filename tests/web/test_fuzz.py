"""Anything at any address by anybody: refused in some manner, never an error, never without an answer.

2,000 requests made from the list of addresses, 250 outside .ci/run; ``FUZZ=100000`` makes so many,
``FUZZ_SEED=7`` others.
"""

import json
import os
import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from types import FrameType
from urllib.parse import unquote_to_bytes, urlencode

import pytest
from django.db import transaction
from django.test import Client

from tests.addresses import ADDRESSES, Address
from tests.factories import a_drawn_tournament, a_role, a_tournament, a_user
from tests.thorough import in_ci_only
from tests.web.test_garbage import GARBAGE, IN_REGISTRATION, ON_THE_DAY
from tournaments.day.actions.links import issue_branch_links, issue_slips
from tournaments.entries.queries.links import token_of
from tournaments.models import Round, Tournament
from tournaments.states import RoleKind

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_advice")]
REQUESTS, SEED = int(os.environ.get("FUZZ", "2000")), int(os.environ.get("FUZZ_SEED", "1"))
HUNG_SECONDS = 60

METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW")
FORM, PARTS, JSON = "application/x-www-form-urlencoded", "multipart/form-data", "application/json"
TYPES = (
    FORM,
    f"{FORM}; charset=utf-16",
    PARTS,
    f"{PARTS}; boundary=x",
    JSON,
    f"{JSON}; charset=utf-7",
    "text/plain",
    "",
)
BODIES = (
    b"", b"\xff\xfe", b"--x\r\n\r\n--x--", b"[" * 5000, b'{"a":', b"a=%FF&b=%00", b"a&" * 1200, b"null", b'"\\ud800"',
)  # fmt: skip
PATHS = (
    "", "%FF/", "%00/", "..%2f..%2f", "甲/", "e//", "%2e%2e/", "e/x/" + "y/" * 200, "t/", "admin/axes/", "static/x",
    "e" * 3000,
)  # fmt: skip
HEADERS = {
    "Host": ("testserver", "elsewhere.example", "[", ""), "Origin": ("http://testserver", "null", "https://e.example"),
    "Referer": ("\x00", "http://testserver/", "x" * 3000), "Cookie": ("sessionid=\x7f", "csrftoken=x", "wrote=9"),
    "Accept-Encoding": ("br;q=0", "*", ",,"), "Accept": ("*/*", "application/xml"), "X-Language": ("en", "de", "\xff"),
    "If-None-Match": ("*", 'W/"', "x" * 500), "If-Modified-Since": ("x", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "HX-Request": ("true",), "HX-Current-URL": ("x", "http://[", "\xff"), "Idempotency-Key": ("", "\x00", "k" * 300),
    "Range": ("bytes=0-",), "X-Forwarded-For": ("::", "x"), "X-CSRFToken": ("x", "\xff"), "Content-Length": ("-1",),
}  # fmt: skip
QUERY = ("page", "branch", "section", "stage", "round", "board", "next", "shelf", "device", "all", "_to_field", "o")
KEYS = (
    "order", "kind", "seen", "entry", "device", "key", "operation", "number", "builds_on", "body", "sheet", "in_hand",
    "side", "agrees", "note", "reason", "deal", "penalty", "effect", "amount", "take", "submission", "version", "hands",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """One request as it is sent; the name in ``person`` may be "" for nobody."""

    method: str
    path: str
    query: str
    type: str
    body: bytes
    person: str
    headers: dict[str, str] = field(default_factory=dict)


class Fuzz:
    """Requests by chance, most parts right, so that many get far."""

    def __init__(self, random: Random, values: dict[str, tuple[str, ...]], people: tuple[str, ...]) -> None:
        self.random, self.values, self.people = random, values, people

    def requests(self, number: int) -> Iterator[Request]:
        for _ in range(number):
            address = self.random.choice(ADDRESSES)
            type_ = self.random.choice(TYPES) if self._now_and_then() else JSON if address.is_api else FORM
            body = self.random.choice(BODIES) if self._now_and_then() else self._body(address)
            yield Request(
                self.random.choice(METHODS), self._path(address), self._query(), type_, body,
                self.random.choice(self.people), self._headers(),
            )  # fmt: skip

    def _now_and_then(self) -> bool:
        return self.random.random() < 0.15

    def _path(self, address: Address) -> str:
        if self._now_and_then():
            return "/" + self.random.choice(PATHS) + self.random.choice(PATHS)
        return re.sub(r"<(?:\w+:)?(\w+)>", self._part, str(address))

    def _part(self, match: re.Match[str]) -> str:
        bad = ("0", "-1", "9" * 30, "%00", "%FF", "甲", "x" * 300, "1.5", "٣")
        return self.random.choice(bad if self._now_and_then() else self.values.get(match[1], bad))

    def _query(self) -> str:
        names = self.random.sample(QUERY, self.random.choice((0, 0, 1, 3)))
        return urlencode({name: self.random.choice((*GARBAGE, "1", "2", "/desks/", "//e.example")) for name in names})

    def _body(self, address: Address) -> bytes:
        if address.is_api:
            return json.dumps(
                {key: self._json() for key in self.random.sample(KEYS, self.random.randint(0, 8))}
            ).encode()
        right = {**IN_REGISTRATION, **ON_THE_DAY}.get(address.name, {"reason": "x", "number": "1"})
        return urlencode(
            {name: self.random.choice(GARBAGE) if self._now_and_then() else value for name, value in right.items()}
        ).encode()

    def _json(self, depth: int = 0) -> object:
        plain = (None, True, 0, 1, -1, 10**30, 1.5, "NS", "WE", "regular", "home", "deal", "undo", "x" * 41, *GARBAGE)
        if depth < 3 and self._now_and_then():
            return self.random.choice(([self._json(depth + 1)], {"order": self._json(depth + 1)}, [], {}))
        return self.random.choice(plain)

    def _headers(self) -> dict[str, str]:
        names = self.random.sample(sorted(HEADERS), self.random.choice((0, 0, 0, 1, 2)))
        return {name: self.random.choice(HEADERS[name]) for name in names}


def an_event_to_fuzz() -> tuple[Tournament, dict[str, str], dict[str, tuple[str, ...]]]:
    """A running event with everything in it, the sessions of its people, and the values of its addresses."""
    event = a_drawn_tournament(slug="fuzz", started=True)
    planned = a_tournament(slug="planned", branches=2, teams=2)
    office, stranger = a_user(username="office", is_staff=True), a_user()
    people = {"office": office, "stranger": stranger, **{kind.value: a_role(event, kind) for kind in RoleKind}}
    a_role(planned, RoleKind.CHIEF_REFEREE, user=people[RoleKind.CHIEF_REFEREE])
    slips = issue_slips(Round.objects.get(stage__tournament=event, number=1), by=office)
    people["slip"] = slips[0].account
    people["contact"] = issue_branch_links(planned, by=office)[0].account
    sessions = {"": ""}
    for name, person in people.items():
        client = Client()
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        sessions[name] = client.cookies["sessionid"].value
    team, other = event.branches.first().teams.first(), planned.branches.first()
    values = {
        "slug": (event.slug, event.slug, planned.slug, "nothing"), "number": ("1", "1", "2", "3", "99"),
        "pk": (str(team.pk), str(team.branch_id), str(other.pk), str(stranger.pk)), "code": ("en", "zh-hans", "de"),
        "kind": (*RoleKind.values, "x"), "token": (token_of(slips[0]), "1.x", "x"),
        "paper": ("circular", "seal", "no-such-paper"),
        "key": ("timetable", "sign-in", "no-such-document"),
    }  # fmt: skip
    return event, sessions, values


def answered(request: Request, session: str) -> int:
    """The status, 0 where no answer came; nothing of it stays in the database."""
    client = Client(raise_request_exception=False, enforce_csrf_checks=request.query == "" and request.person == "")
    headers = {"Cookie": f"sessionid={session}; django_language=en", **request.headers}
    path = unquote_to_bytes(request.path).decode("latin-1")
    extra = {"PATH_INFO": path, "QUERY_STRING": request.query}
    with transaction.atomic():
        try:
            return client.generic(request.method, "/", request.body, request.type, headers=headers, **extra).status_code
        except Hung:
            return 0
        finally:
            transaction.set_rollback(True)


class Hung(BaseException):
    """An answer does not come."""


@pytest.fixture
def impatient() -> Iterator[None]:
    """Somebody looks at the clock."""

    def hang_up(number: int, frame: FrameType | None) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, hang_up)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@in_ci_only
def test_nothing_that_is_sent_is_an_error_or_goes_without_an_answer(impatient):
    _, sessions, values = an_event_to_fuzz()
    met: dict[int, int] = {}
    wrong = []
    for request in Fuzz(Random(SEED), values, tuple(sessions)).requests(REQUESTS):
        signal.alarm(HUNG_SECONDS)
        status = answered(request, sessions[request.person])
        met[status] = met.get(status, 0) + 1
        if status == 0 or status >= 500:
            wrong.append((status, request))
    assert not wrong
    seldom = {400, 422} if REQUESTS >= 2000 else set()  # a request that is refused for what it says
    assert {200, 302, 403, 404, 405} | seldom <= set(met), met
