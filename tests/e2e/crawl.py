"""Following every link: all pages that somebody can reach from where he starts, and what is wrong with them."""

from collections import deque
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urldefrag, urljoin, urlsplit

from rehearsal.browser import Browser, Page

# The site's own pages are looked at, other events are not; who leaves or changes the language sees other pages.
SITE = ("/", "/desks/", "/events/", "/events/new/", "/password/", "/sign-in/")


@dataclass
class Journey:
    """``pages`` are the addresses reached; ``faults`` are bad statuses, and links to places that are not there."""

    pages: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def crawl(browser: Browser, slug: str) -> Journey:
    """Every page of the event that the person reaches by links from the home page, the event's and his desks."""
    journey, event = Journey(), f"/e/{slug}/"
    ahead = deque(["/", event, "/desks/"])
    known = set(ahead)
    while ahead:
        address = ahead.popleft()
        page = browser.get(address)
        if not page.is_file:  # what is printed or taken away is no page to look at
            journey.pages.append(address)
        if page.status >= HTTPStatus.BAD_REQUEST:
            journey.faults.append(f"{browser.name}: {address} answered {page.status}")
        journey.faults += [f"{browser.name}: {address} has no #{name}" for name in _lost_fragments(page)]
        new = {_one_of(a): a for a in sorted(page.links) if _is_inside(a, event) and _one_of(a) not in known}
        known.update(new)
        ahead.extend(new.values())
    return journey


def _one_of(address: str) -> str:
    """Of all pictures of a list one is looked at."""
    return address.partition("?")[0] if "/picture/" in address else address


def _is_inside(address: str, event: str) -> bool:
    path = urlsplit(address).path
    return path.startswith(event) or path in SITE


def _lost_fragments(page: Page) -> list[str]:
    """Names of places on the same page that a link leads to and that are not there."""
    ids = set(page.tree.xpath("//@id"))
    targets = (urldefrag(urljoin(page.url, href)) for href in page.tree.xpath("//a[contains(@href, '#')]/@href"))
    return sorted({t.fragment for t in targets if t.url == page.url and t.fragment and t.fragment not in ids})
