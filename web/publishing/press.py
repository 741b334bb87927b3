"""The press prints the public pages that are being read as soon as they change, so that no web process has to.

A page of a large event takes longer to render than a referee's entry takes to be saved; in a web process the entry
would wait behind it. So one process of its own, which yields to all others, renders for them.
"""

import json
import logging
from time import monotonic

from django.db import DatabaseError
from django.urls import Resolver404, resolve

from web.publishing.pages import Pages, Question
from web.publishing.versions import SITE, Pulse

READ_AGAIN_AFTER = 0.05
"""Seconds for which the press believes a version."""

logger = logging.getLogger(__name__)


class Press:
    """Prints what was wished for of late."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    def turn(self) -> int:
        """Look once at every page that somebody reads, print those that changed; how many are read."""
        wishes = self.pages.store.wishes()
        for wish in wishes:
            if not self._fulfil(wish):
                self.pages.store.unwish(wish)
        return len(wishes)

    def _fulfil(self, wish: str) -> bool:
        question = asked(wish)
        pulse = self._pulse(question.slug) if question else None
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

    def _pulse(self, slug: str) -> Pulse | None:
        pulse = self.pages.versions.present(slug)
        if pulse and monotonic() - pulse.confirmed_at > READ_AGAIN_AFTER:
            return self.pages.versions.read(slug)
        return pulse


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
