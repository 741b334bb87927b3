"""The press prints the public pages that are being read as soon as they change, and tells those who have one open.

A page of a large event takes longer to render than a referee's entry takes to be saved; in a web process the entry
would wait behind it. So one process of its own, which yields to all others, renders for them. An open page is told
(``live``) when its new version lies ready for all: it is fetched at once by everybody who looks at it.
"""

import json
import logging
from time import monotonic
from typing import NamedTuple
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError
from django.urls import Resolver404, resolve

from web.publishing.pages import PAGES, Pages, Question
from web.publishing.pulse import live, written
from web.publishing.versions import SITE

TOLD_EVERY = 10.0
"""Seconds after which open pages are told the time again: who hears nothing for longer asks."""

logger = logging.getLogger(__name__)


class Listened(NamedTuple):
    """An address of the live process at which somebody listens, to which event, and with which page open (``""``: one
    of somebody's own, which asks for itself).
    """

    address: str
    slug: str
    wish: str


def call_press(journal: int, version: int) -> None:
    """Receiver of committed versions (``journal.recording.on_version``)."""
    PAGES.store.call(journal)


class Press:
    """Prints what was wished for of late, and tells whoever listens."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self._told: dict[str, tuple[str, float]] = {}

    def turn(self) -> int:
        """Look once at every page that somebody reads, print those that changed; how many are read."""
        listened, wishes = self.pages.store.listened(), self.pages.store.wishes()
        self._told = {address: told for address, told in self._told.items() if address in listened}
        told_of = [one for address in listened if (one := listens_to(address))]
        for one in sorted(told_of, key=lambda one: bool(one.wish)):  # referees first: nothing is printed for them
            self._tell(one)
        for wish in wishes:
            if not self._fulfil(wish):
                self.pages.store.unwish(wish)
        return len(listened) + len(wishes)

    def wait(self, seconds: float) -> None:
        """Until something is written; so long at most."""
        for journal in self.pages.store.called(seconds):
            self.pages.versions.outdate(journal)

    def _tell(self, listened: Listened) -> None:
        """Tell those who listen there how things stand, if that is news to them and their page is printed."""
        address, slug, wish = listened
        pulse = self.pages.versions.present(slug)
        if pulse is None:
            return
        edition, (told, told_at) = self.pages.edition(slug, pulse), self._told.get(address, ("", 0.0))
        if edition == told and monotonic() - told_at < TOLD_EVERY:
            return
        question = asked(wish) if wish else None
        if question is None or (self._fulfil(wish) and self.pages.has(question, pulse)):
            self.pages.store.tell(address, written(self.pages, slug, pulse))
            self._told[address] = edition, monotonic()

    def _fulfil(self, wish: str) -> bool:
        question = asked(wish)
        pulse = self.pages.versions.present(question.slug) if question else None
        if question is None or pulse is None:
            return False
        try:
            return self.pages.print(question, pulse)
        except DatabaseError:
            raise
        except Exception:
            # who asks for this page gets the error from his own process; the others want theirs
            logger.exception("The page %s could not be printed.", wish)
            return False


def asked(wish: str) -> Question | None:
    """The question that a visitor asked (``Question.wish``); None if no public page has that address."""
    path, query, language = json.loads(wish)
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if not hasattr(match.func, "published"):
        return None
    return Question(
        match.kwargs.get("slug", getattr(match.func, "tells_of", SITE)), path, query, language, "",
        lambda bare: match.func(bare, *match.args, **match.kwargs),
    )  # fmt: skip


def listens_to(address: str) -> Listened | None:
    """What that address is about; None if nobody's page listens there."""
    path, _, query = address.partition("?")
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if match.func is not live:
        return None
    said = {name: values[0] for name, values in parse_qs(query).items()}
    page, language = said.get("page", ""), said.get("language", "")
    is_known = language in dict(settings.LANGUAGES)
    wish = json.dumps([page, "", language]) if page and is_known else ""
    return Listened(address, match.kwargs.get("slug", SITE), wish)
