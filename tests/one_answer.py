"""A law: whatever page one opens, at the same moment it says the same of a table."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import TypeAlias

from django.urls import reverse
from django.utils import translation

from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.table_states import at_table
from tournaments.bracket.words.results import doing_words
from tournaments.day.queries.sheet_play import play_at
from tournaments.models import Tournament
from tournaments.states import TableState

Open: TypeAlias = Callable[[str], str]
"""A person's browser: the text of the page at an address. The member reads in Chinese."""
PUBLIC = ("event", "bracket", "rounds", "hall", "embedded_bracket")
REFEREES = ("desk", "sheets")
STATE = re.compile(r"(?:^|\s)s-([a-z_]+)(?:\s|$)")
NUMBER = re.compile(r"(?:matches/|sheets/|hall-m|^m)(\d+)(?:/|$)")


class Said(HTMLParser):
    """Which state each match has on a page: the class of its element, and the first number in or behind it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.states: list[tuple[int, str]] = []
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attributes}
        if state := STATE.search(has.get("class", "")):
            self._open = state[1]
        number = NUMBER.search(has.get("id", "")) or NUMBER.search(has.get("href", ""))
        if self._open and number:
            self.states.append((int(number[1]), self._open))
            self._open = ""


def everybody_says_the_same(tournament: Tournament, member: Open, chief: Open) -> int:
    """Fails where two pages, or a page and the API, differ; how many tables were being played."""
    views = {match.number: match for round_ in rounds(tournament) for match in round_.matches}
    pages = [(name, member) for name in PUBLIC] + [(name, chief) for name in REFEREES]
    for name, browser in pages:
        page = browser(reverse(name, args=[tournament.slug]))
        for number, state in Said(page).states:
            said = {"present": views[number].doing}.get(state, state)
            assert said == views[number].doing, (name, number, state, views[number].doing)
    answer = json.loads(member(f"/api/v1/tournaments/{tournament.slug}/bracket/"))
    for match in (match for round_ in answer["rounds"] for match in round_["matches"]):
        view = views[match["number"]]
        assert (match["doing"], match["agreed"], match["deal"]) == (view.doing, view.agreed, view.deal)
    played = [match for match in views.values() if match.is_live]
    for match in played:
        _sheet_and_page_agree(tournament, match, member)
    return len(played)


def _sheet_and_page_agree(tournament: Tournament, match: MatchView, member: Open) -> None:
    play = play_at(tournament, match.number)
    assert play is not None
    assert at_table(play.verdict()) == match.doing
    assert not (match.doing == TableState.VERDICT and any(line.on_stage for line in match.lines))
    with translation.override("zh-hans"):
        words = "".join(doing_words(match).split())
    page = member(reverse("match", args=[tournament.slug, match.number]))
    assert match.awaits_ruling or words in "".join(re.sub(r"<[^>]+>", "", page).split()), (match.number, words)
