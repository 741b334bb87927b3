"""The public pages of an event as files that open without a server, as from a USB stick.

Every page that can be reached by links from the event's own is rendered as the public reads it now, in each language,
and made to stand alone: links lead from file to file, what leads elsewhere is plain text, and nothing needs a script.
What lives by a script or by forms (projector screen, ruling desk, search, the branch that a phone follows) stays out,
and so does what is taken away as a file: the papers stand beside the website.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.models import Tournament
from web.displays.present import Present, read_once
from web.publishing.pages import PAGES, page_request
from web.publishing.versions import SITE, VERSIONS

Progress = Callable[[int, int], None]
"""Told how much is done and how much there is in all, as far as that is known."""

logger = logging.getLogger(__name__)

FOLDERS: Final = {"zh-hans": "zh", "en": "en"}
FILES: Final = "files/"
"""Where styles and pictures stand, beside the languages."""
STAYS_OUT: Final = ("hall/", "lists/", "documents/", "draw/check/", "draw/files/", "my/")
NOT_FOLLOWED: Final = "branch"
"""A number in addresses that the visitor's device asks for."""
DROPPED: Final = (
    "//script|//noscript|//template|//form|//*[@data-follow or @id='source' or @id='offline' or @id='mine']"
    "|//meta[@http-equiv or @property or @itemprop]|//details[contains(@class, 'embed')]"
    "|//p[contains(@class, 'take') or contains(@class, 'to-paper')]|//a[contains(@class, 'to-mine')]"
    "|//link[contains(@href, '/followed.css')]"
)
FOR_STYLES: Final = ("data-bell", "data-hours", "data-n", "data-state", "data-theme")
"""Attributes that the styles read; whatever else is for scripts goes."""
MOST_TRIED: Final = 80
"""Pages of an imported event that are looked at before it is kept."""


@dataclass(frozen=True)
class Address:
    """A page of the site: its path and what of the query makes another page."""

    path: str
    query: str = ""

    @property
    def asked(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path


def website(tournament: Tournament, progress: Progress = lambda _done, _of: None) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the files, the start page ``index.html`` last."""
    yield from _Website(tournament, progress).files()


def pages_of(tournament: Tournament, language: str, progress: Progress = lambda _done, _of: None) -> dict[str, bytes]:
    """Every page by its address, as the site answers it in that language."""
    crawl = _Website(tournament, progress)
    return {address.asked: body for address, body in crawl.rendered(language)}


def unreadable_page(tournament: Tournament) -> str:
    """The address of a page that cannot be shown, "" if those that links lead to first all can."""
    crawl = _Website(tournament)
    visited = [crawl.event]
    try:
        for count, (address, _body) in enumerate(crawl.rendered("zh-hans")):
            visited.append(address.asked)
            if count >= MOST_TRIED:
                break
    except Exception:  # whatever a foreign file brings up
        logger.exception("A page of an imported event cannot be shown, after %s.", visited[-1])
        return visited[-1]
    return "" if len(visited) > 1 else crawl.event


@dataclass
class _Website:
    tournament: Tournament
    progress: Progress = lambda _done, _of: None
    statics: dict[str, str] = field(default_factory=dict)
    """Styles and pictures by the address that pages name: the name of the file."""
    read: dict[int, Present] = field(default_factory=dict)
    """Where the event stands, the same on all its pages."""

    def __post_init__(self) -> None:
        self.event = reverse("event", kwargs={"slug": self.tournament.slug})
        series = self.tournament.series
        self.series = reverse("series", kwargs={"series": series.slug}) if series else ""
        self.versions = {slug: VERSIONS.read(slug) for slug in (self.tournament.slug, SITE)}
        self.done = self.known = 0

    def files(self) -> Iterator[tuple[str, bytes]]:
        by_language = {language: dict(self.rendered(language)) for language in FOLDERS}
        every = set.intersection(*(set(pages) for pages in by_language.values()))
        for language, folder in FOLDERS.items():
            for address, body in by_language[language].items():
                if address in every:
                    yield f"{folder}/{self.name(address)}", self._alone(address, body, language, every)
        for href, name in self.statics.items():
            yield FILES + name, _static(href)
        yield "index.html", _start(self.tournament)

    def rendered(self, language: str) -> Iterator[tuple[Address, bytes]]:
        """The pages in the order in which links lead to them."""
        ahead = [Address(self.event)]
        known = set(ahead)
        for address in ahead:  # grows while it is read
            body = self._render(address, language)
            self.done += 1
            if body is None:
                continue
            new = [link for link in self._linked(address, body) if link not in known]
            known.update(new)
            ahead.extend(new)
            self.known = max(self.known, len(ahead) * len(FOLDERS))
            self.progress(self.done, self.known)
            yield address, body

    def _render(self, address: Address, language: str) -> bytes | None:
        wanted = page_request(address.path, address.query, language)
        version = self.versions.get(wanted.slug) if wanted else None
        with read_once(self.read):
            return PAGES.snapshot(wanted, version) if wanted and version else None

    def _linked(self, address: Address, body: bytes) -> list[Address]:
        from lxml import html

        addresses = (self.inside(address, href) for href in html.fromstring(body).xpath("//a/@href"))
        return list(dict.fromkeys(each for each in addresses if each))

    def inside(self, address: Address, href: str) -> Address | None:
        """The page of the archive that a link leads to, or None."""
        url = urlsplit(urljoin(address.path, href) if not href.startswith("?") else address.path + href)
        if url.scheme or url.netloc or not (url.path.startswith(self.event) or url.path == self.series):
            return None
        if url.path.removeprefix(self.event).startswith(STAYS_OUT):
            return None
        query = [pair for pair in parse_qsl(url.query) if pair[1] and pair != ("page", "1")]
        if any(name == NOT_FOLLOWED for name, _value in query):
            return None
        return Address(url.path, "&".join(f"{name}={value}" for name, value in sorted(query)))

    def name(self, address: Address) -> str:
        """``matches-12.html``, ``journal-kind-1-page-2.html``."""
        below = address.path.removeprefix(self.event).strip("/") if address.path != self.series else "series"
        numbers = [part for pair in parse_qsl(address.query) for part in pair]
        return "-".join([*filter(None, below.split("/")), *numbers] or ["index"]) + ".html"

    def _alone(self, address: Address, body: bytes, language: str, every: set[Address]) -> bytes:
        """The page so that it needs nothing but the files beside it."""
        from lxml import html

        page = html.document_fromstring(body.decode())
        for element in page.xpath(DROPPED):
            element.drop_tree()
        for element in page.iter():
            _without_scripts(element)
        for attribute in page.xpath("//link/@href | //img/@src[not(starts-with(., 'data:'))]"):
            attribute.getparent().attrib[attribute.attrname] = f"../{FILES}{self._static_name(attribute)}"
        for link in page.xpath("//a[@href]"):
            self._lead(link, address, language, every)
        return b"<!doctype html>\n" + html.tostring(page, encoding="utf-8")

    def _lead(self, link: Any, address: Address, language: str, every: set[Address]) -> None:
        href, fragment = link.get("href"), urlsplit(link.get("href")).fragment
        if href.startswith("#"):
            return
        other = next((code for code in FOLDERS if href.startswith(reverse("language", kwargs={"code": code}))), None)
        to = address if other else self.inside(address, href)
        if to not in every:
            _let_go(link)
            return
        name = self.name(to)
        folder = f"../{FOLDERS[other]}/" if other and other != language else ""
        link.set("href", folder + name + (f"#{fragment}" if fragment else ""))

    def _static_name(self, address: str) -> str:
        return self.statics.setdefault(str(address), address.removeprefix(settings.STATIC_URL))


def _without_scripts(element: Any) -> None:
    for name in set(element.attrib) - set(FOR_STYLES):
        if name.startswith(("hx-", "data-")):
            del element.attrib[name]


def _let_go(link: Any) -> None:
    """A link that leads nowhere any more: in menu and foot it goes, elsewhere its words stay."""
    if any(above.tag in ("nav", "footer") for above in link.iterancestors()):
        link.tail = (link.tail or "").replace("·", "", 1)
        link.drop_tree()
        return
    link.tag = "span"
    for name in ("href", "hreflang", "aria-current"):
        link.attrib.pop(name, None)


def _static(address: str) -> bytes:
    """A style or picture of the site, where the deployment has collected it or where it stands in the source."""
    name = urlsplit(address).path.removeprefix(settings.STATIC_URL)
    return Path(str(finders.find(name) or staticfiles_storage.path(name))).read_bytes()


def _start(tournament: Tournament) -> bytes:
    """The page that is opened: it leads on to the pages in Chinese by itself."""
    from lxml import html

    links = []
    for language, folder in FOLDERS.items():
        with override(language):
            links.append((folder, language, _("Open the pages of this event")))
    page = html.fromstring("<html><head><meta charset='utf-8'><title></title></head><body><h1></h1></body></html>")
    page.set("lang", "zh-CN")
    page.find(".//title").text = page.find(".//h1").text = tournament.name
    refresh = html.Element("meta", {"http-equiv": "refresh", "content": "0; url=zh/index.html"})
    page.find("head").append(refresh)
    for folder, language, label in links:
        line = html.Element("p")
        link = html.Element("a", {"href": f"{folder}/index.html", "lang": language})
        link.text = label
        line.append(link)
        page.find("body").append(line)
    return b"<!doctype html>\n" + html.tostring(page, encoding="utf-8")
