"""Who is outside: visitors with forms as they stand on a page, a stream, a crowd that asks all the while; and a mail
server, which wants TLS and a password, and keeps what it is sent."""

import base64
import http.client
import socketserver
import ssl
import threading
import time
from collections import Counter
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

NAME = "guandan.example.org"
PATIENCE = 30.0


class Forms(HTMLParser):
    """The forms of a page: their address, and what their fields hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((attributes.get("action", ""), {}))
        fields, name = self.forms[-1][1] if self.forms else {}, attributes.get("name", "")
        if tag == "select" and name:
            self._select = name
            fields[name] = ""
        elif tag == "option" and "selected" in attributes:
            fields[self._select] = attributes.get("value", "")
        elif tag == "textarea" and name:
            fields[name] = ""
        elif tag == "input" and name and attributes.get("type") not in ("checkbox", "radio", "submit"):
            fields[name] = attributes.get("value", "")


class Answer:
    """Status, headers, text, and the path that it was found at in the end."""

    def __init__(self, path: str, status: int, headers: http.client.HTTPMessage, text: str) -> None:
        self.path, self.status, self.headers, self.text = path, status, headers, text

    def form(self, ending: str = "") -> tuple[str, dict[str, str]]:
        """Address and fields of the form whose address ends so."""
        for action, fields in Forms(self.text).forms:
            if (action or self.path).endswith(ending):
                return urljoin(self.path, action), fields
        raise AssertionError(f"{self.path} ({self.status}) has no form {ending}")


class Visitor:
    """A browser without the browser, which trusts the authority of the certificate."""

    def __init__(self, authority: str, host: str = "127.0.0.1") -> None:
        self.host, self.context = host, ssl.create_default_context(cafile=authority)
        self.cookies: dict[str, str] = {}

    def link(self, patience: float = PATIENCE) -> http.client.HTTPSConnection:
        return Link(self.host, self.context, patience)

    def ask(self, path: str, fields: dict[str, str] | None = None, headers: dict[str, str] | None = None) -> Answer:
        """A page, or what a form is answered with; redirects are followed."""
        link = self.link()
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **(headers or {})}
        body = None
        if fields is not None:
            body = urlencode(fields)
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "Referer": f"https://{NAME}{path}"}
        link.request("GET" if fields is None else "POST", path, body, {k: v for k, v in sent.items() if v})
        answer = link.getresponse()
        text = answer.read().decode("utf-8", "replace")
        link.close()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.status in (301, 302, 303):
            where = urlsplit(urljoin(f"https://{NAME}{path}", answer.headers["Location"]))
            return self.ask(where.path + (f"?{where.query}" if where.query else ""), headers=headers)
        return Answer(path, answer.status, answer.headers, text)

    def fill(self, page: Answer, ending: str = "", **values: str) -> Answer:
        """Send the form of that page with these values in it."""
        address, fields = page.form(ending)
        return self.ask(address, {**fields, **values})

    def refused_by_the_door(self, claimed: str) -> None:
        """Send more than the door takes, as if for that address."""
        link = self.link()
        headers = {"Content-Length": "7000000", **({"X-Forwarded-For": claimed} if claimed else {})}
        link.request("POST", "/", headers=headers)
        if (status := link.getresponse().status) != 413:
            raise AssertionError(f"7 MB are answered with {status}")

    def sign_in(self, username: str, password: str) -> Answer:
        return self.fill(self.ask("/sign-in/"), "", username=username, password=password)


class Link(http.client.HTTPSConnection):
    """A connection to the door by the site's name, wherever the door is."""

    def __init__(self, host: str, context: ssl.SSLContext, patience: float) -> None:
        super().__init__(NAME, 443, context=context, timeout=patience)
        self.address, self.tls = host, context

    def connect(self) -> None:
        self.host, name = self.address, self.host
        http.client.HTTPConnection.connect(self)
        self.host = name
        self.sock = self.tls.wrap_socket(self.sock, server_hostname=NAME)


class Stream:
    """An open page's stream of what is new; ``news`` collects its messages."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self.link = visitor.link()
        self.link.request("GET", path)
        self.answer = self.link.getresponse()
        self.news: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError, ValueError, AttributeError):
            while line := self.answer.readline().decode():
                if line.startswith("data:") and line.strip() != "data: null":
                    self.news.append(line.strip())


class Crowd:
    """Visitors who ask for public pages all the while, by a new connection each time; ``answers`` counts them."""

    HANDS = 10

    def __init__(self, visitor: Visitor, paths: list[str], each_second: int) -> None:
        self.visitor, self.paths, self.pause = visitor, paths, self.HANDS / each_second
        self.answers: Counter[Any] = Counter()
        self.longest = 0.0
        self._ended = threading.Event()
        self._hands = [threading.Thread(target=self._ask, args=(n,)) for n in range(self.HANDS)]

    def __enter__(self) -> "Crowd":
        for hand in self._hands:
            hand.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for hand in self._hands:
            hand.join()

    def _ask(self, number: int) -> None:
        due = time.monotonic() + number * self.pause / self.HANDS
        while not self._ended.wait(max(0.0, due - time.monotonic())):
            due += self.pause
            began = time.monotonic()
            try:
                link = self.visitor.link(10.0)
                link.request("GET", self.paths[number % len(self.paths)])
                with link.getresponse() as answer:
                    answer.read()
                link.close()
                self.answers[answer.status] += 1
            except OSError as error:
                self.answers[type(error).__name__] += 1
            self.longest = max(self.longest, time.monotonic() - began)


class Conversation(socketserver.StreamRequestHandler):
    """As much of SMTP as a client with STARTTLS needs."""

    server: "MailServer"

    def handle(self) -> None:
        is_known = False
        self._say("220 mail.example.org")
        with suppress(OSError):
            while line := self.rfile.readline().decode().strip():
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
                    is_known = self._is_sealed and (user, password) == self.server.account
                    self._say("235 welcome" if is_known else "535 who is this?")
                elif word == "DATA" and is_known:
                    self._say("354 go on")
                    self.server.letters.append("".join(iter(lambda: self.rfile.readline().decode(), ".\r\n")))
                    self._say("250 kept")
                elif word == "QUIT":
                    self._say("221 good-bye")
                    return
                else:
                    self._say("250 well" if is_known else "530 who is this?")

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
