"""The gate before passwords: how often somebody may be wrong, and how much of a process strangers may take.

Wrong passwords count by name and place. On a device on which the name has signed in before (accounts/devices.py) the
place is the device: whatever strangers do, they do not touch its count. A stranger's place is his address, perhaps a
whole hall's, so the address alone shuts nobody out: where very much is guessed, each name gets fewer tries, and names
that nobody has are refused without calculating. What is counted stands in Valkey, for all processes together, and
counts anew from each quarter of an hour of the clock: so a refusal says until when, and trying prolongs nothing. While
Valkey is away, only the bound of each process holds.

Refusing costs next to nothing, for whoever guesses does so without end: no session, no page of the site, and once a
process knows that a name is shut, nothing outside of it.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from time import monotonic, thread_time, time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from redis import RedisError

from accounts.devices import device_of, known_device
from accounts.models import LINK_MARK, User
from web.requests.middleware import chosen_language
from web.requests.numbers import OFFICE_ZONE
from web.requests.visitors import address_of, count
from web.site.forms import SignInForm

QUARTER = 15 * 60
WRONG = 8
"""Passwords for one name in one place, in a quarter of an hour."""
CROWD, WRONG_IN_CROWD = 30, 4
"""From so many wrong ones of strangers at one address on, whatever the names, each name may be tried so often there."""
SAVED_UP = 0.4
"""Seconds of calculating for strangers that may come at once; the second half is for names that somebody has."""
PAUSE = 2
"""Seconds until a process that has no time left for strangers has some again."""

NAMES_LAST, MOST_KNOWN = 2, 4096
"""Seconds for which a process knows all names; refused ones that it remembers."""
HIDDEN = ("next", "kept", "identity", "csrfmiddlewaretoken")
"""Fields of the sign-in that nobody typed."""

logger = logging.getLogger(__name__)


class Allowance:
    """A purse of seconds that fills by ``settings.SIGN_IN_SHARE`` of the time that passes. It may be overdrawn by the
    one password that is being calculated, and is then closed until that is made up for."""

    def __init__(self) -> None:
        self._left, self._at = SAVED_UP, monotonic()

    @property
    def left(self) -> float:
        now = monotonic()
        self._left = min(SAVED_UP, self._left + (now - self._at) * settings.SIGN_IN_SHARE)
        self._at = now
        return self._left

    def spend(self, seconds: float) -> None:
        self._left -= seconds


for_strangers = Allowance()


@dataclass(frozen=True)
class Refusal:
    """Not before ``until``; ``is_guessed``: so many wrong passwords were typed, else there is no time for more now."""

    until: datetime
    is_guessed: bool
    is_stranger: bool

    @property
    def seconds(self) -> int:
        return max(1, int(self.until.timestamp() - time()) + 1)

    @property
    def hour(self) -> str:
        """14:15:00, by the office's clock."""
        return f"{self.until.astimezone(OFFICE_ZONE):%H:%M:%S}"


@dataclass(frozen=True)
class Tries:
    """At one name in one place. ``address``: a stranger's, "" on a device that knows him."""

    name: str
    place: str
    address: str = ""

    @property
    def refusal(self) -> Refusal | None:
        """Why not now; asking counts nothing."""
        if has_reached(self.key, WRONG_IN_CROWD if self.in_crowd else WRONG):
            return Refusal(_moment((_quarter() + 1) * QUARTER), is_guessed=True, is_stranger=bool(self.address))
        if self.address and for_strangers.left <= 0:
            return Refusal(_moment(int(time()) + PAUSE), is_guessed=False, is_stranger=True)
        return None

    @property
    def is_in_vain(self) -> bool:
        """Nobody has the name, and there is no time to calculate all the same, which would hide that nobody has it."""
        has_no_time = self.in_crowd or for_strangers.left < SAVED_UP / 2
        return bool(self.address) and has_no_time and self.name not in _names(int(time()) // NAMES_LAST)

    @property
    def in_crowd(self) -> bool:
        return bool(self.address) and has_reached(_key(self.address), CROWD)

    @property
    def key(self) -> str:
        return _key(self.place, self.name)

    @contextmanager
    def calculating(self) -> Iterator[None]:
        """What it takes of a process: of the processor, for on a busy machine the clock says nothing about it."""
        begun = thread_time()
        yield
        if self.address:
            for_strangers.spend(thread_time() - begun)

    def failed(self) -> None:
        try:
            if count(self.key, QUARTER) == WRONG:
                logger.warning("%s wrong passwords for one name from %s.", WRONG, self.address or "a device it knows")
            if self.address and count(_key(self.address), QUARTER) == CROWD:
                logger.warning("%s wrong passwords from %s in a quarter of an hour.", CROWD, self.address)
        except RedisError:
            logger.warning("Wrong passwords are not counted: Valkey does not answer.")

    def passed(self) -> None:
        with suppress(RedisError):
            cache.delete(self.key)


class Reached:
    """Whether a count has reached so much. It stays so until its quarter is over, so it is asked for no more."""

    def __init__(self) -> None:
        self.known: set[str] = set()

    def __call__(self, key: str, most: int) -> bool:
        if key in self.known:
            return True
        try:
            is_reached = bool(cache.get(key, 0) >= most)
        except RedisError:
            return False
        if is_reached:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known.add(key)
        return is_reached


has_reached = Reached()


class SignInGate:
    """Middleware: what is refused at the sign-in comes no further. A view finds its ``tries`` at the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or request.path != reverse(settings.LOGIN_URL):
            return self.get_response(request)
        tries = at_sign_in(request, request.POST.get("username", "").replace("\0", "").strip())
        refusal = None if (is_in_vain := tries.is_in_vain) else tries.refusal
        if is_in_vain or refusal:
            return _turned_away(request, tries.name, refusal)
        request.tries = tries  # type: ignore[attr-defined]
        return self.get_response(request)


def at_sign_in(request: HttpRequest, name: str) -> Tries:
    """Of the name that was typed."""
    device, address = device_of(request, name), address_of(request)
    return Tries(name, device) if device else Tries(name, address, address)


def refusal_of_identity(request: HttpRequest) -> Refusal | None:
    """Why nobody comes back from the house's identity provider to this browser now: so much was made up there."""
    if not has_reached(_place_of_identity(request), CROWD):
        return None
    return Refusal(_moment((_quarter() + 1) * QUARTER), is_guessed=True, is_stranger=True)


def identity_failed(request: HttpRequest) -> None:
    """What came back had to be asked about, and was nothing."""
    with suppress(RedisError):
        count(_place_of_identity(request), QUARTER)


def _place_of_identity(request: HttpRequest) -> str:
    return _key(known_device(request) or address_of(request), "\0identity")


def not_before(answer: HttpResponse, refusal: Refusal) -> HttpResponse:
    answer.status_code, answer.headers["Retry-After"] = HTTPStatus.TOO_MANY_REQUESTS, str(refusal.seconds)
    return answer


def _turned_away(request: HttpRequest, name: str, refusal: Refusal | None) -> HttpResponse:
    """The form again: until when, or that it was wrong."""
    language, typed = chosen_language(request), request.POST
    page = _turned_away_page(language, *((True, refusal.is_guessed, refusal.is_stranger) if refusal else (False,)))
    values = {"name": name, "hour": refusal.hour if refusal else ""}
    values |= {field: typed.get(field, "") for field in HIDDEN}
    answer = HttpResponse(page % {field: escape(value) for field, value in values.items()})
    answer.headers["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    answer.headers["Cache-Control"] = "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # guessing shall not fill the log, too
    if refusal:
        return not_before(answer, refusal)
    answer.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    return answer


@lru_cache
def _turned_away_page(language: str, is_refused: bool, is_guessed: bool = False, is_stranger: bool = False) -> str:
    """With blanks for what was typed, and for the hour."""
    blanks = {field: f"%({field})s" for field in ("name", *HIDDEN)}
    refusal = {"is_guessed": is_guessed, "is_stranger": is_stranger, "hour": "%(hour)s"} if is_refused else None
    wrong = SignInForm.error_messages["invalid_login"]
    with translation.override(language):
        return render_to_string("site/turned_away.html", {**blanks, "refusal": refusal, "wrong": wrong})


@lru_cache(maxsize=1)
def _names(moment: int) -> frozenset[str]:
    return frozenset(User.objects.exclude(username__startswith=LINK_MARK).values_list("username", flat=True))


def _quarter() -> int:
    return int(time()) // QUARTER


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _key(place: str, name: str = "") -> str:
    # of fixed length, whatever somebody typed
    return f"sign-in:{_quarter()}:{sha256(f'{place} {name}'.encode()).hexdigest()[:32]}"
