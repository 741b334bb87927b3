"""A person at a browser, without the browser: pages, forms as they stand on the page, and what came back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx
from lxml import html

PATIENCE = 30.0
FILES = ("application/pdf", "application/vnd", "text/csv", "image/")


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
