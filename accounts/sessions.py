"""Sessions that know whose they are, so that a person sees where he is signed in and ends it there; and the log of
sign-ins, in the tables and pages of django-axes: who came in, and what was refused."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessFailureLog
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as Store
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import Session, User

BEGAN, SEEN, AGENT, BY_IDENTITY = "began", "seen", "agent", "by_identity"
LONGEST = timedelta(days=90)
"""Nobody stays signed in for longer."""
SEEN_AGAIN = timedelta(minutes=10)
"""So exactly is known when somebody was here last."""
LONGEST_AGENT = 200


class SessionStore(Store):
    """Django's sessions in the database, with their person."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.user_id = data.get(SESSION_KEY)
        return row


@dataclass(frozen=True)
class SignIn:
    """Where and since when somebody is signed in. ``handle`` names it without opening it; ``by_identity``: by the
    house's account, not by the password."""

    handle: str
    agent: str
    began: datetime | None
    seen: datetime | None
    is_here: bool
    by_identity: bool


def began(session: SessionBase, agent: str, now: datetime, silence: timedelta) -> None:
    """Somebody signed in: the session ends after so much ``silence``."""
    session[BEGAN], session[AGENT] = now.timestamp(), agent[:LONGEST_AGENT]
    seen(session, now, silence)


def seen(session: SessionBase, now: datetime, silence: timedelta) -> None:
    """Somebody is here: the silence begins anew, within the longest span."""
    left = LONGEST - timedelta(seconds=now.timestamp() - session[BEGAN])
    session[SEEN] = now.timestamp()
    session.set_expiry(max(1, int(min(silence, left).total_seconds())))


def is_due(session: SessionBase, now: datetime) -> bool:
    """Is it time to note that somebody is here? Never for a session that no person began."""
    return SEEN in session and now.timestamp() - session[SEEN] > SEEN_AGAIN.total_seconds()


def sign_ins(user: User, here: str | None, now: datetime) -> list[SignIn]:
    """The person's sign-ins that still hold, the newest first; ``here`` is the key of the one that asks."""
    active = []
    for row in Session.objects.filter(user=user, expire_date__gt=now):
        data = row.get_decoded()
        if constant_time_compare(data.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()):
            since, last = _moment(data.get(BEGAN)), _moment(data.get(SEEN))
            sign_in = SignIn(
                _handle(row), data.get(AGENT, ""), since, last,
                is_here=row.session_key == here, by_identity=bool(data.get(BY_IDENTITY)),
            )  # fmt: skip
            active.append(sign_in)
    return sorted(active, key=lambda one: (not one.is_here, -(one.seen.timestamp() if one.seen else 0)))


def end(user: User, handle: str) -> int:
    """Sign the person out there; how many sessions that was."""
    keys = [row.session_key for row in Session.objects.filter(user=user) if _handle(row) == handle]
    return Session.objects.filter(session_key__in=keys).delete()[0]


def end_others_by_identity(user: User, here: str | None, now: datetime) -> None:
    """Sign the person out wherever he came by the house's account, but for the session that asks."""
    for one in sign_ins(user, here, now):
        if one.by_identity and not one.is_here:
            end(user, one.handle)


def _handle(row: Session) -> str:
    return sha256(row.session_key.encode()).hexdigest()[:16]


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, tz=timezone.get_current_timezone())


class SignInLog(AxesDatabaseHandler):
    """A failure is a row; nothing of what was typed but the name stands in it. Who may try how often is for the gate to
    say (web/site/gate.py)."""

    def user_login_failed(
        self, sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **_: object
    ) -> None:
        noted: Any = request
        if noted is not None:
            AccessFailureLog.objects.create(
                username=credentials.get("username"),
                ip_address=noted.axes_ip_address,
                user_agent=noted.axes_user_agent,
                http_accept=noted.axes_http_accept,
                path_info=noted.axes_path_info,
            )
