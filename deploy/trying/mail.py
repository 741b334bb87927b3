"""A mail server: it wants TLS and a password, and keeps what it is sent."""

import base64
import contextlib
import socketserver
import ssl
import threading
from pathlib import Path


class Conversation(socketserver.StreamRequestHandler):
    """As much of SMTP as a client with STARTTLS needs."""

    server: "MailServer"

    def handle(self) -> None:
        self.is_known = False
        self._say("220 mail.example.org")
        with contextlib.suppress(OSError):
            while line := self.rfile.readline().decode().strip():
                if not self._answer(line):
                    return

    def _answer(self, line: str) -> bool:
        word = line.upper().split()[0]
        if word == "EHLO":
            self._say("250-mail.example.org")
            self._say("250 AUTH PLAIN" if self._is_sealed else "250 STARTTLS")
        elif word == "STARTTLS":
            self._say("220 go on")
            self.request = self.server.tls.wrap_socket(self.request, server_side=True)
            self.rfile, self.wfile = self.request.makefile("rb"), self.request.makefile("wb", 0)
        elif word == "AUTH":
            _, user, password = base64.b64decode(line.split()[2]).decode().split("\0")
            self.is_known = self._is_sealed and (user, password) == self.server.account
            self._say("235 welcome" if self.is_known else "535 who is this?")
        elif word == "DATA" and self.is_known:
            self._say("354 go on")
            self.server.letters.append("".join(iter(lambda: self.rfile.readline().decode(), ".\r\n")))
            self._say("250 kept")
        elif word == "QUIT":
            self._say("221 good-bye")
            return False
        else:
            self._say("250 well" if self.is_known else "530 who is this?")
        return True

    @property
    def _is_sealed(self) -> bool:
        return isinstance(self.request, ssl.SSLSocket)

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class MailServer(socketserver.ThreadingTCPServer):
    """At every address of this machine; ``letters`` is what was sent by the account (user, password)."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, certificate: Path, key: Path, account: tuple[str, str]) -> None:
        super().__init__(("0.0.0.0", 587), Conversation)  # noqa: S104 - the containers must reach it
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(certificate, key)
        self.account, self.letters = account, list[str]()
        threading.Thread(target=self.serve_forever, daemon=True).start()
