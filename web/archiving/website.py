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
from django.template.loader import render_to_string
from django.urls import reverse

from tournaments.models import Tournament
from web.displays.present import Known, read_once
from web.publishing.pages import PAGES, page_request
from web.publishing.versions import SITE, VERSIONS

Progress = Callable[[int, int], None]
"""Called with how much is done and how much there is in all, as far as that is known."""

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


def website(tournament: Tournament, progress: Progress = lambda _done, _of: None) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the files, the start page ``index.html`` last."""
    yield from _Website(tournament, progress).files()


def pages_of(tournament: Tournament, language: str) -> dict[str, bytes]:
    """Every page by its address, as the site answers it in that language."""
    return dict(_Website(tournament).rendered(language))


def unreadable_page(tournament: Tournament) -> str:
    """The address of a page that cannot be shown, "" if those that links lead to first all can."""
    crawl = _Website(tournament)
    visited = [crawl.event]
    try:
        for count, (address, _body) in enumerate(crawl.rendered("zh-hans")):
            visited.append(address)
            if count >= MOST_TRIED:
                break
    except Exception:  # whatever a foreign file brings up
        logger.exception("A page of an imported event cannot be shown, after %s.", visited[-1])
        return visited[-1]
    return "" if len(visited) > 1 else crawl.event


@dataclass
class _Website:
    """Addresses are paths with what of the query makes another page."""

    tournament: Tournament
    progress: Progress = lambda _done, _of: None
    statics: dict[str, str] = field(default_factory=dict)
    """Styles and pictures by the address that pages name: the name of the file."""
    read: Known = field(default_factory=Known)
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
            # where the deployment has collected it, or where it stands in the source
            path = urlsplit(href).path.removeprefix(settings.STATIC_URL)
            yield FILES + name, Path(str(finders.find(path) or staticfiles_storage.path(path))).read_bytes()
        start = render_to_string("event/website_start.html", {"tournament": self.tournament, "folders": FOLDERS})
        yield "index.html", start.encode()

    def rendered(self, language: str) -> Iterator[tuple[str, bytes]]:
        """The pages in the order in which links lead to them."""
        from lxml import html

        addresses, known = [self.event], {self.event}
        for address in addresses:  # grows while it is read
            path, _, query = address.partition("?")
            wanted = page_request(path, query, language)
            version = self.versions.get(wanted.slug) if wanted else None
            with read_once(self.read):
                body = PAGES.snapshot(wanted, version) if wanted and version else None
            self.done += 1
            if body is None:
                continue
            for href in html.fromstring(body).xpath("//a/@href"):
                link = self.inside(address, href)
                if link and link not in known:
                    known.add(link)
                    addresses.append(link)
            self.known = max(self.known, len(addresses) * len(FOLDERS))
            self.progress(self.done, self.known)
            yield address, body

    def inside(self, address: str, href: str) -> str | None:
        """The page of the archive that a link leads to, or None."""
        path = address.partition("?")[0]
        url = urlsplit(path + href if href.startswith("?") else urljoin(path, href))
        if url.scheme or url.netloc or not (url.path.startswith(self.event) or url.path == self.series):
            return None
        if url.path.removeprefix(self.event).startswith(STAYS_OUT):
            return None
        query = sorted(pair for pair in parse_qsl(url.query) if pair[1] and pair != ("page", "1"))
        if any(name == NOT_FOLLOWED for name, _value in query):
            return None
        return "?".join(filter(None, (url.path, "&".join(f"{name}={value}" for name, value in query))))

    def name(self, address: str) -> str:
        """``matches-12.html``, ``journal-kind-1-page-2.html``."""
        path, _, query = address.partition("?")
        below = path.removeprefix(self.event).strip("/") if path != self.series else "series"
        numbers = [part for pair in parse_qsl(query) for part in pair]
        return "-".join([*filter(None, below.split("/")), *numbers] or ["index"]) + ".html"

    def _alone(self, address: str, body: bytes, language: str, every: set[str]) -> bytes:
        """The page so that it needs nothing but the files beside it."""
        from lxml import html

        page = html.document_fromstring(body.decode())
        for element in page.xpath(DROPPED):
            element.drop_tree()
        for element in page.iter():
            for name in set(element.attrib) - set(FOR_STYLES):
                if name.startswith(("hx-", "data-")):
                    del element.attrib[name]
        for attribute in page.xpath("//link/@href | //img/@src[not(starts-with(., 'data:'))]"):
            file = self.statics.setdefault(str(attribute), attribute.removeprefix(settings.STATIC_URL))
            attribute.getparent().attrib[attribute.attrname] = f"../{FILES}{file}"
        for link in page.xpath("//a[@href][not(starts-with(@href, '#'))]"):
            self._lead(link, address, language, every)
        return b"<!doctype html>\n" + html.tostring(page, encoding="utf-8")

    def _lead(self, link: Any, address: str, language: str, every: set[str]) -> None:
        """To the file of its page; of one that is none, the words stay, and in menu and foot nothing."""
        href, fragment = link.get("href"), urlsplit(link.get("href")).fragment
        other = next((code for code in FOLDERS if href.startswith(reverse("language", kwargs={"code": code}))), None)
        to = address if other else self.inside(address, href)
        if to and to in every:
            folder = f"../{FOLDERS[other]}/" if other and other != language else ""
            link.set("href", folder + self.name(to) + (f"#{fragment}" if fragment else ""))
        elif any(above.tag in ("nav", "footer") for above in link.iterancestors()):
            link.tail = (link.tail or "").replace("·", "", 1)
            link.drop_tree()
        else:
            link.tag = "span"
            for name in ("href", "hreflang", "aria-current"):
                link.attrib.pop(name, None)
