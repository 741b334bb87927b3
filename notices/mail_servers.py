"""发信服务器: which server takes the mails, how its password is kept, and what it answers to a test."""

from smtplib import SMTP, SMTP_SSL, SMTPException, SMTPRecipientsRefused, SMTPResponseException
from socket import socket
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend
from django.utils.translation import gettext as _

from accounts.models import User
from notices.addressing import seal, unseal
from notices.models import MailServer
from notices.outside import Forbidden, addresses_of
from notices.states import Security

LONGEST_ANSWER = 200


def outgoing() -> MailServer | None:
    """The server in use: the environment's, else the one that was set up, else none."""
    if not settings.MAIL_IS_FIXED:
        return MailServer.objects.first()
    security = Security.STARTTLS if settings.EMAIL_USE_TLS else Security.NONE
    server = MailServer(
        host=settings.EMAIL_HOST, port=settings.EMAIL_PORT, username=settings.EMAIL_HOST_USER,
        security=Security.TLS if settings.EMAIL_USE_SSL else security, sender=settings.DEFAULT_FROM_EMAIL,
    )  # fmt: skip
    server.is_fixed, server.is_open = True, not server.username or bool(settings.EMAIL_HOST_PASSWORD)
    return server


def way_out() -> BaseEmailBackend | None:
    """Django's connection to the server in use, not yet opened; None where there is no server."""
    if settings.MAIL_IS_FIXED:
        return get_connection()
    row = MailServer.objects.first()
    return _way_through(row) if row else None


def _way_through(row: MailServer) -> BaseEmailBackend:
    return _Backend(
        host=row.host,
        port=row.port,
        username=row.username,
        password=unseal(row.secret),
        use_ssl=row.security == Security.TLS,
        use_tls=row.security == Security.STARTTLS,
        timeout=settings.EMAIL_TIMEOUT,
    )


class _Checked(SMTP):
    """Connects where an office may send it: to one of the addresses that were looked at."""

    def _get_socket(self, host: str, port: int, timeout: Any) -> socket:
        try:
            addresses = addresses_of(host, port, may_be_private=settings.MAIL_MAY_BE_PRIVATE)
        except Forbidden as error:
            raise OSError(_("The address leads into a private network.")) from error
        for address in addresses[:-1]:
            try:
                return self._connected(address, port, timeout)
            except OSError:
                continue
        return self._connected(addresses[-1], port, timeout)

    def _connected(self, address: str, port: int, timeout: Any) -> socket:
        connection: socket = super()._get_socket(address, port, timeout)  # type: ignore[misc]
        return connection


class _CheckedTls(_Checked, SMTP_SSL):
    """The same by TLS from the beginning."""


class _Backend(EmailBackend):
    @property
    def connection_class(self) -> type[SMTP]:
        return _CheckedTls if self.use_ssl else _Checked


def set_up(server: MailServer, password: str, *, by: User) -> None:
    """Take this server from now on. An empty ``password`` leaves the kept one, unless another host or user is named."""
    server = _with_password(server, password)
    about = {name: getattr(server, name) for name in ("host", "port", "security", "username", "sender", "secret")}
    MailServer.objects.update_or_create(pk=1, defaults={**about, "changed_by": by})


def _with_password(server: MailServer, password: str) -> MailServer:
    row = MailServer.objects.first()
    same = row is not None and (row.host, row.username) == (server.host, server.username)
    server.secret = seal(password) if password else (row.secret if row and same else "")
    return server


def take_down() -> None:
    """Have no server any more: what is due from now on is not sent."""
    MailServer.objects.all().delete()


def try_out(address: str, typed: MailServer | None = None, password: str = "") -> str:
    """Send a test to the address, by the server in use or as ``typed`` and not saved; returns what went wrong, in the
    server's words, or "" if the server took it."""
    known = _with_password(typed, password) if typed else outgoing()
    server = _way_through(known) if typed and known else way_out()
    if server is None or known is None:
        return _("No mail server is set up.")
    words = _("This is a test. Whoever reads it knows that notices of this site arrive.")
    message = EmailMessage(_("Test of the mail server"), words, known.sender, [address], connection=server)
    try:
        message.send()
    except (SMTPException, OSError, ValueError) as error:
        return answer(error)
    return ""


def answer(error: Exception) -> str:
    """What the server said, or why it could not be reached, at most 200 characters."""
    if isinstance(error, SMTPRecipientsRefused):
        answers = (f"{code} {_readable(text)}" for code, text in error.recipients.values())
        return "; ".join(answers)[:LONGEST_ANSWER]
    if isinstance(error, SMTPResponseException):
        return f"{error.smtp_code} {_readable(error.smtp_error)}"[:LONGEST_ANSWER]
    return (str(error) or type(error).__name__)[:LONGEST_ANSWER]


def _readable(text: bytes | str) -> str:
    return text.decode(errors="replace") if isinstance(text, bytes) else text
