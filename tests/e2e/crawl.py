"""Following links: the pages of each kind that somebody can reach from where he starts, and what is wrong with them."""

import re
from collections import Counter, deque
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urldefrag, urljoin, urlsplit

from rehearsal.browser import Browser, Page

# The site's own pages are looked at, other events are not; who leaves or changes the language sees other pages.
SITE = ("/", "/desks/", "/events/", "/events/new/", "/password/", "/sign-in/")
OF_A_KIND = 2
"""So many addresses that differ in a number or in their query alone are opened."""


@dataclass
class Journey:
    """``pages`` are the addresses reached; ``faults`` are bad statuses, and links to places that are not there."""

    pages: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def crawl(browser: Browser, slug: str) -> Journey:
    """The pages of the event that the person reaches by links from the home page, the event's and his desks."""
    journey, event = Journey(), f"/e/{slug}/"
    ahead = deque(["/", event, "/desks/"])
    known, kinds = set(ahead), Counter[str]()
    while ahead:
        address = ahead.popleft()
        page = browser.get(address)
        if not page.is_file:  # what is printed or taken away is no page to look at
            journey.pages.append(address)
        if page.status >= HTTPStatus.BAD_REQUEST:
            journey.faults.append(f"{browser.name}: {address} answered {page.status}")
        journey.faults += [f"{browser.name}: {address} has no #{name}" for name in _lost_fragments(page)]
        links = page.links
        for link in sorted(link for link in links - known if _is_inside(link, event)):
            kind = re.sub(r"\d+", "N", urlsplit(link).path)
            kinds[kind] += 1
            if kinds[kind] <= OF_A_KIND:
                ahead.append(link)
        known |= links
    return journey


def _is_inside(address: str, event: str) -> bool:
    path = urlsplit(address).path
    return path.startswith(event) or path in SITE


def _lost_fragments(page: Page) -> list[str]:
    """Names of places on the same page that a link leads to and that are not there."""
    ids = set(page.tree.xpath("//@id"))
    targets = (urldefrag(urljoin(page.url, href)) for href in page.tree.xpath("//a[contains(@href, '#')]/@href"))
    return sorted({t.fragment for t in targets if t.url == page.url and t.fragment and t.fragment not in ids})
