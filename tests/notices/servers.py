"""A real mail server for the tests, on a free port of 127.0.0.1, which can refuse and which can be held up."""

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from threading import Condition
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from launch.servers import free_port

TAKEN = "250 taken"


@dataclass
class Received:
    """A mail as the server took it."""

    to: list[str]
    message: EmailMessage

    @property
    def message_id(self) -> str:
        return str(self.message["Message-ID"])


@dataclass
class MailServer:
    """``refuse`` maps an address to the answer to RCPT.

    ``before_data`` runs when a recipient is named, ``before_answer`` when the mail is there, just before the 250.
    """

    starttls: bool = False
    port: int = field(default_factory=free_port)
    received: list[Received] = field(default_factory=list)
    refuse: dict[str, str] = field(default_factory=dict)
    before_data: Callable[[str], None] = lambda address: None
    before_answer: Callable[[Received], None] = lambda mail: None
    _arrived: Condition = field(default_factory=Condition)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.before_data(address)
        if address in self.refuse:
            return self.refuse[address]
        envelope.rcpt_tos.append(address)
        return TAKEN

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content or b"", policy=policy.default)  # type: ignore[arg-type]
        mail = Received(list(envelope.rcpt_tos), message)
        self.before_answer(mail)
        with self._arrived:
            self.received.append(mail)
            self._arrived.notify_all()
        return TAKEN

    def wait_for(self, mails: int, seconds: float = 120) -> list[Received]:
        """The mails received, at least that many; fails when they do not come."""
        with self._arrived:
            came = self._arrived.wait_for(lambda: len(self.received) >= mails, seconds)
        assert came, f"only {len(self.received)} of {mails} mails came"
        return self.received

    @property
    def url(self) -> str:
        return f"{'smtp+tls' if self.starttls else 'smtp'}://127.0.0.1:{self.port}"

    @property
    def addresses(self) -> list[str]:
        return sorted(address for mail in self.received for address in mail.to)


@contextmanager
def a_mail_server(certificate: Path | None = None, *, starttls: bool = False) -> Iterator[MailServer]:
    """The server; with a ``certificate`` (key and certificate in one file) it speaks TLS from the first byte, or takes
    no mail before STARTTLS."""
    server = MailServer(starttls=starttls)
    encrypted: dict[str, Any] = {}
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        encrypted = {"tls_context": context, "require_starttls": True} if starttls else {"ssl_context": context}
    controller = Controller(server, hostname="127.0.0.1", port=server.port, **encrypted)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


@contextmanager
def mails_of(settings: Any) -> Iterator[MailServer]:
    """The server, to which all mails go by these settings."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with a_mail_server() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server
