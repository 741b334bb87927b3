"""A person at a browser, without the browser: pages, forms as they stand on the page, and what came back.

台票的手机: a phone without an account that keeps what is tapped until it can be sent, as static/js/queue.js does.
"""

import json
import random
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx
from lxml import html

PATIENCE = 30.0
FILES = ("application/pdf", "application/vnd", "text/csv", "image/")
ON_ITS_WAY = ("waiting", "conflicting")
SETTLED = ("accepted", "duplicate")
"""States of what a phone has sent."""


class RehearsalFailed(AssertionError):
    """Something went otherwise than the script says."""


class FormMissing(AssertionError):
    """The page does not offer the form that the person looks for."""


@dataclass
class Page:
    """What came back: address (path and query), status, and the parsed page; and to whose browser. A file is no page
    (``is_file``) and has an empty tree."""

    url: str
    status: int
    text: str
    tree: Any = field(repr=False)
    browser: "Browser | None" = field(default=None, repr=False)
    is_file: bool = False

    @property
    def refused(self) -> bool:
        """The form came back with its problems."""
        return self.status in (HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.CONFLICT)

    @property
    def problems(self) -> list[str]:
        """The sentences of the box that lists everything wrong."""
        return [" ".join(item.text_content().split()) for item in self.tree.xpath("//*[@id='problems']//li")]

    def form(self, action: str = "", **fields: str) -> Any:
        """The form whose address ends so and which has these values; ``FormMissing`` if there is none."""
        for form in self._forms():
            values = dict(form.form_values())
            if self._address(form).endswith(action) and all(
                values.get(name) == value for name, value in fields.items()
            ):
                return form
        raise FormMissing(f"{self.url} ({self.status}) has no form for {action or 'itself'} {fields or ''}")

    def has_form(self, action: str, **fields: str) -> bool:
        try:
            self.form(action, **fields)
        except FormMissing:
            return False
        return True

    def values_of(self, action: str, name: str) -> list[str]:
        """What the forms with such an address have in that field."""
        forms = [form for form in self._forms() if self._address(form).endswith(action)]
        return [str(dict(form.form_values()).get(name) or "") for form in forms]

    def _forms(self) -> list[Any]:
        """Those that are shown; what a script may show later (a template) is not there yet."""
        return list(self.tree.xpath("//form[not(ancestor::template)]"))

    def _address(self, form: Any) -> str:
        return urlsplit(urljoin(self.url, form.get("action") or self.url)).path

    def embedded(self, name: str) -> dict[str, Any]:
        """What the page carries for its script under that id; empty if it carries nothing."""
        scripts = self.tree.xpath("//script[@id=$name]", name=name)
        return dict(json.loads(scripts[0].text)) if scripts else {}

    @property
    def links(self) -> set[str]:
        """Every address on the page that leads to the same site, without fragments."""
        addresses = {urldefrag(urljoin(self.url, a.get("href"))).url for a in self.tree.xpath("//a[@href]")}
        return {address for address in addresses if urlsplit(address).netloc == "" and address.startswith("/")}


class Browser:
    """One person's session. Forms are sent with all their hidden fields, as a browser would.

    ``transport``: how the site is reached, by the network where it is None. ``shown``: the page that the person has
    before him; none once a script has sent something from it.
    """

    def __init__(self, site: str, *, name: str = "", transport: httpx.BaseTransport | None = None) -> None:
        self.name = name
        self.client = httpx.Client(
            base_url=site, follow_redirects=True, timeout=PATIENCE, trust_env=False, transport=transport
        )
        self.shown: Page | None = None

    def close(self) -> None:
        self.client.close()

    def get(self, url: str) -> Page:
        """A page, redirects followed."""
        return self._page(self.client.get(url))

    def submit(self, page: Page, form: Any, values: Mapping[str, Any] | None = None, *, button: str = "") -> Page:
        """Fill in and send a form of the page; ``button`` is ``name=value`` of the button that is pressed."""
        data: dict[str, Any] = {}
        blank = set(form.xpath(".//input[@type='radio'][@checked][@value='']/@name"))  # which lxml takes for "on"
        for name, value in form.form_values():
            data.setdefault(name, []).append("" if name in blank else value)
        data.update(values or {})
        if button:
            name, _, value = button.partition("=")
            data[name] = value
        address = urljoin(page.url, form.get("action") or page.url)
        if (form.get("method") or "get").lower() == "get":
            return self._page(self.client.get(address, params=data))
        return self._page(
            self.client.post(address, data=data, headers={"Referer": urljoin(str(self.client.base_url), page.url)})
        )

    def send(self, address: str, body: Mapping[str, Any]) -> httpx.Response:
        """What the script of a page sends: JSON, with the token against forgery."""
        self.shown = None
        headers = {"X-CSRFToken": self.client.cookies.get("csrftoken") or "", "Referer": str(self.client.base_url)}
        return self.client.post(address, json=dict(body), headers=headers)

    def sign_in(self, username: str, password: str) -> Page:
        """Through the sign-in page; an AssertionError if it is refused."""
        page = self.get("/sign-in/")
        response = self.submit(page, page.form(), {"username": username, "password": password})
        if response.status != HTTPStatus.OK or response.has_form("/sign-in/"):
            raise AssertionError(f"{username} could not sign in: {response.problems}")
        return response

    def _page(self, response: httpx.Response) -> Page:
        url = response.url.raw_path.decode()
        is_file = response.headers.get("Content-Type", "").startswith(FILES)
        tree = html.document_fromstring(("" if is_file else response.text) or "<html></html>")
        self.shown = Page(url, response.status_code, response.text, tree, self, is_file)
        return self.shown


def expect(is_so: bool, page: Page, what: str) -> None:
    if not is_so:
        raise RehearsalFailed(
            f"{what}: {page.url} answered {page.status}; {'; '.join(page.problems) or 'no problem named'}"
        )


@dataclass
class Phone:
    """``offline``: it has no network. ``queue``: what the site has not answered yet, oldest first."""

    browser: Browser
    slug: str
    number: int
    offline: bool = False
    queue: list[dict[str, Any]] = field(default_factory=list)
    shown: dict[str, Any] = field(default_factory=dict)
    last: tuple[int, str] | None = None
    refused: list[dict[str, Any]] = field(default_factory=list)
    is_open: bool = False

    def open(self, address: str) -> None:
        """Open the table slip at that address: a look, and then the button, for a look alone opens nothing."""
        page = self.browser.get(address)
        page = self.browser.submit(page, page.form())
        expect(page.status == HTTPStatus.OK and "/sheets/" in page.url, page, f"the slip of match {self.number}")
        self.shown, self.is_open = page.embedded("phone"), True

    def sheet(self) -> Page:
        """The sheet's page, and what it carries."""
        page = self.browser.get(f"/e/{self.slug}/sheets/{self.number}/")
        self.shown = page.embedded("phone") or self.shown
        return page

    def enter(self, order: str, kind: str = "regular") -> None:
        """Keep a deal, and send everything if there is a network.

        It builds on what stands on the page, if nothing was sent since it came and it takes a deal; else on a new one.
        """
        if not self.offline and not self.queue:
            page = self.browser.shown
            shown = page.embedded("phone") if page else {}
            with suppress(httpx.TransportError):
                if shown.get("kinds"):
                    self.shown = shown
                else:
                    self.sheet()
                self.last = None
        self.enter_as_shown(order, kind)

    def enter_as_shown(self, order: str, kind: str = "regular") -> None:
        """The same upon what was shown last, without asking how the sheet stands now."""
        deals = self.shown["deals"]
        number, mark = self.last or max(((deal["number"], deal["mark"]) for deal in deals), default=(0, ""))
        key = secrets.token_hex(16)
        self.queue.append(
            {
                "device": self.shown["device"], "key": key, "operation": "deal", "number": number + 1,
                "builds_on": mark, "body": {"order": order, "kind": kind}, "sheet": self.shown["sheet"],
            }
        )  # fmt: skip
        self.last = (number + 1, key)
        self.send()

    def send(self) -> None:
        """Send what is kept, in order; what gets no answer stays."""
        while self.queue and not self.offline:
            try:
                self._deliver(self.queue[0])
            except httpx.TransportError:
                return
            del self.queue[0]

    def send_jumbled(self, dice: random.Random) -> None:
        """The network is back, at its worst: the last entry first, the others in any order, each of them twice."""
        self.offline = False
        entries, self.queue = self.queue, []
        others = [*entries[:-1], *entries]
        dice.shuffle(others)
        for entry in [*entries[-1:], *others]:
            self._deliver(entry)

        # Nothing may be on its way any more; what was refused is kept for the referee, in order.
        self.sheet()
        self.last = None
        states = {sent["key"]: sent for sent in self.shown["submissions"]}
        keys = [entry["key"] for entry in entries]
        lost = [key for key in keys if key not in states or states[key]["state"] in ON_ITS_WAY]
        if lost:
            raise RehearsalFailed(f"{len(lost)} entries of match {self.number} were lost")
        refused = (states[key] for key in keys if states[key]["state"] not in SETTLED)
        self.refused = sorted(refused, key=lambda sent: int(sent["number"]))

    def _deliver(self, entry: dict[str, Any]) -> None:
        answer = self.browser.send(self.shown["address"], entry)
        if answer.status_code not in (HTTPStatus.OK, HTTPStatus.CREATED):
            raise RehearsalFailed(f"{self.shown['address']} answered {answer.status_code}: {answer.text[:300]}")
        if answer.json()["state"] == "refused":
            self.refused.append(entry)

    def enter_late(self) -> None:
        """补记: what was refused after the bell goes once more, as finished before it, while the sheet takes it."""
        refused, self.refused = self.refused, []
        for entry in refused:
            self.sheet()
            if "late" in self.shown["kinds"]:
                self.enter(entry["body"]["order"], "late")
