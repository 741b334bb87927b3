"""A provider that answers what a test wants: well signed unless told otherwise, and then not at all as it should."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey, RSAKey

from tests.identity_provider import CLIENT

RSA = RSAKey.generate_key(2048, {"kid": "1"})
OTHER = RSAKey.generate_key(2048, {"kid": "1"})
NEXT = RSAKey.generate_key(2048, {"kid": "2"})
EC = ECKey.generate_key("P-256", {"kid": "3"})
SHARED = OctKey.import_key("a secret that both know, long enough", {"kid": "1"})


class Crooked:
    """``claims`` and ``document`` are changed by a test, ``key`` and ``algorithm`` sign, ``published`` is what is
    said to sign; ``answer`` replaces what is given for the code: a status and a body."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.key: Any = RSA
        self.algorithm = "RS256"
        self.published: list[Any] = [RSA]
        self.change: Callable[[dict[str, Any]], object] = lambda claims: None
        self.document = {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}/token",
            "userinfo_endpoint": f"{issuer}/userinfo",
            "jwks_uri": f"{issuer}/keys",
        }
        self.userinfo: dict[str, Any] = {"sub": "1", "name": "队员甲"}
        self.answer: tuple[int, bytes] | None = None
        self.nonce = ""

    def id_token(self) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer, "sub": "1", "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": self.nonce,
            "name": "队员甲",
        }  # fmt: skip
        self.change(claims)
        header = {"alg": self.algorithm, "kid": self.key.kid}
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])

    def answers(self, path: str) -> tuple[int, bytes]:
        if path == "/token":
            token = {"token_type": "Bearer", "access_token": "x"}
            return self.answer or (200, json.dumps(token | {"id_token": self.id_token()}).encode())
        told = {
            "/.well-known/openid-configuration": self.document,
            "/keys": KeySet(self.published).as_dict(),
            "/userinfo": self.userinfo,
        }[path]
        return 200, json.dumps(told).encode()

    def way_back(self, address: str) -> dict[str, str]:
        """Of a browser that was sent to ``address``: what it comes back with."""
        asked = parse_qs(urlsplit(address).query)
        self.nonce = asked["nonce"][0]
        return {"state": asked["state"][0], "code": "x"}


@contextmanager
def a_crooked_provider() -> Iterator[Crooked]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = crooked.answers(self.path)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    crooked = Crooked(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield crooked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
