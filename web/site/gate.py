"""The gate before passwords: how often somebody may be wrong, and how much of a process strangers may take.

Wrong passwords count by name and place. On a device on which the name has signed in before (accounts/devices.py) the
place is the device: whatever strangers do, they do not touch its count. A stranger's place is his address, perhaps a
whole hall's, so the address alone shuts nobody out: where very much is guessed, each name gets fewer tries, and names
that nobody has are refused without calculating. What is counted stands in Valkey, for all processes together, and
counts anew from each quarter of an hour of the clock: so a refusal says until when, and trying prolongs nothing. While
Valkey is away, only the bound of each process holds.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from time import monotonic, time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from redis import RedisError

from accounts.devices import device_of
from accounts.models import User
from web.site.zone import OFFICE_ZONE
from web.visitors import address_of, count

QUARTER = 15 * 60
WRONG = 8
"""Passwords for one name in one place, in a quarter of an hour."""
CROWD, WRONG_IN_CROWD = 60, 4
"""From so many wrong ones of strangers at one address on, whatever the names, each name may be tried so often there."""
SAVED_UP = 0.4
"""Seconds of calculating for strangers that may come at once."""
PAUSE = 2
"""Seconds until a process that has no time left for strangers has some again."""

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
    """What was tried at one name in one place: how often a wrong password, and whether very much is guessed there.
    ``address``: a stranger's, "" on a device that knows him."""

    name: str
    key: str
    address: str
    wrong: int
    in_crowd: bool

    @property
    def refusal(self) -> Refusal | None:
        """Why not now; asking counts nothing."""
        if self.wrong >= (WRONG_IN_CROWD if self.in_crowd else WRONG):
            return Refusal(_moment((_quarter() + 1) * QUARTER), is_guessed=True, is_stranger=bool(self.address))
        if self.address and for_strangers.left <= 0:
            return Refusal(_moment(int(time()) + PAUSE), is_guessed=False, is_stranger=True)
        return None

    @property
    def is_in_vain(self) -> bool:
        """Nobody has the name, and there is no time to calculate all the same, which would hide that nobody has it."""
        if not self.address or not (self.in_crowd or for_strangers.left < SAVED_UP / 2):
            return False
        return not User.objects.filter(username=self.name).exists()

    @contextmanager
    def calculating(self) -> Iterator[None]:
        """What it takes of a process."""
        begun = monotonic()
        yield
        if self.address:
            for_strangers.spend(monotonic() - begun)

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


def at_sign_in(request: HttpRequest, name: str) -> Tries:
    """Of the name that was typed at the sign-in."""
    device, address = device_of(request, name), address_of(request)
    return _tries(name, device, "") if device else _tries(name, address, address)


def at_password(user: User, session_key: str) -> Tries:
    """Of the present password, named again by somebody who is signed in."""
    return _tries(user.username, session_key, "")


def _tries(name: str, place: str, address: str) -> Tries:
    key, around = _key(place, name), _key(address)
    try:
        found = cache.get_many([key, around] if address else [key])
    except RedisError:
        found = {}
    return Tries(name, key, address, wrong=found.get(key, 0), in_crowd=found.get(around, 0) >= CROWD)


def _quarter() -> int:
    return int(time()) // QUARTER


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _key(place: str, name: str = "") -> str:
    # of fixed length, whatever somebody typed
    return f"sign-in:{_quarter()}:{sha256(f'{place} {name}'.encode()).hexdigest()[:32]}"
