"""A real server in the place of a chat service, on a free port of 127.0.0.1: it writes down what comes, and answers as
it is told."""

import json
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

OK = '{"errcode":0,"errmsg":"ok"}'
LONGEST = 30.0


@dataclass(frozen=True)
class Said:
    """An answer: status, body and headers."""

    status: int = 200
    body: str = OK
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Heard:
    """A request as the server read it."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def id(self) -> str:
        return self.headers["idempotency-key"]

    @property
    def text(self) -> str:
        """What the group reads, of whichever service."""
        payload = self.json
        return str(payload.get("text", {}).get("content") if "msgtype" in payload else payload["content"]["text"])


class Robot:
    """``answers`` are given in their order, then ``OK``; ``before_answer`` runs when a request is there."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.answers: list[Said] = []
        self.before_answer: Callable[[Heard], None] = lambda request: None
        self.closing = Event()
        self.arrived = Condition()
        self.port = 0
        self.scheme = "http"

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def address(self, key: str = "0a1b2c3d-4e5f") -> str:
        """As a group robot of 企业微信 has it."""
        return f"{self.url}/cgi-bin/webhook/send?key={key}"

    def take(self, request: Heard) -> Said:
        with self.arrived:
            self.heard.append(request)
            self.arrived.notify_all()
        self.before_answer(request)
        return self.answers.pop(0) if self.answers else Said()

    def wait_for(self, messages: int) -> list[Heard]:
        with self.arrived:
            came = self.arrived.wait_for(lambda: len(self.heard) >= messages, LONGEST)
        assert came, f"only {len(self.heard)} of {messages} messages came"
        return self.heard

    def hold(self, _heard: Heard) -> None:
        """Answer nothing until the server closes."""
        self.closing.wait(LONGEST)


@contextmanager
def a_robot(certificate: Path | None = None) -> Iterator[Robot]:
    """The server; with a ``certificate`` (key and certificate in one file) it speaks TLS."""
    robot = Robot()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = robot.take(Heard(self.path, headers, self.rfile.read(int(headers["content-length"]))))
            try:
                self.send_response(answer.status)
                for name, value in {"Content-Length": str(len(answer.body.encode())), **answer.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.body.encode())
            except OSError:
                return  # the other side did not wait

        def log_message(self, *_arguments: object) -> None:
            """Nothing on the terminal of the tests."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_arguments: object) -> None:
            """Who refuses the certificate breaks off."""

    server = Server(("127.0.0.1", 0), Handler)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        robot.scheme = "https"
    robot.port = server.server_port
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield robot
    finally:
        robot.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def a_certificate(folder: Path) -> Path:
    """One for 127.0.0.1 that nobody else has signed; it is verified by whoever names it in ``SSL_CERT_FILE``."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "robot.example")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
    signed = made.sign(key, hashes.SHA256())
    key_pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "robot.pem"
    path.write_bytes(key_pem + signed.public_bytes(serialization.Encoding.PEM))
    return path
