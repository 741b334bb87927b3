"""A law: whatever page one opens, at the same moment it says the same of a table."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any, TypeAlias

from django.db.models import F
from django.urls import reverse
from django.utils import translation

from journal.clock import now
from notices.models import Notice
from notices.states import NoticeKind
from notices.wording import chat, with_subjects
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.table_states import at_table
from tournaments.bracket.words.names import team_name
from tournaments.bracket.words.results import doing_words, note_words
from tournaments.day.queries.sheet_reading import play_at
from tournaments.entries.queries.links import my_token
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
    matches = [match for round_ in rounds(tournament) for match in round_.matches]
    views = {each.number: each for match in matches for each in (match, *match.boards)}
    pages = [(name, member) for name in PUBLIC] + [(name, chief) for name in REFEREES]
    for name, browser in pages:
        page = browser(reverse(name, args=[tournament.slug]))
        for number, state in Said(page).states:
            said = {"present": views[number].doing}.get(state, state)
            assert said == views[number].doing, (name, number, state, views[number].doing)
    answer = json.loads(member(f"/api/v1/tournaments/{tournament.slug}/bracket/"))
    listed = [match for round_ in answer["rounds"] for match in round_["matches"]]
    for shown in (each for match in listed for each in (match, *match["boards"])):
        view = views[shown["number"]]
        assert (shown["doing"], shown["agreed"], shown["deal"]) == (view.doing, view.agreed, view.deal)
    for name in ("bracket", "rounds"):
        _standings_agree(member(reverse(name, args=[tournament.slug])), answer)
    _chat_agrees(tournament, views)
    played = [match for match in views.values() if match.is_live and not match.boards]
    for match in played:
        _sheet_and_pages_agree(tournament, match, member)
    return len(played)


def _sheet_and_pages_agree(tournament: Tournament, match: MatchView, member: Open) -> None:
    """The sheet, the page of the match and those of its two teams."""
    play = play_at(tournament, match.number)
    assert play is not None
    assert at_table(play.verdict()) == match.doing
    assert not (match.doing == TableState.VERDICT and any(line.on_stage for line in match.lines))
    with translation.override("zh-hans"):
        words = "".join((note_words(match) if match.awaits_ruling else doing_words(match)).split())
    teams = [line.team.id for line in match.lines if line.team and not match.nth_board]
    tokens = [my_token(tournament, team=team) for team in teams]
    pages = [reverse("my_matches", args=[tournament.slug, token]) for token in tokens]
    for address in (reverse("match", args=[tournament.slug, match.number]), *pages):
        assert words in _text(member(address)), (address, words)


def _standings_agree(page: str, answer: Any) -> None:
    """A table of the page has its teams in the order in which a program gets them."""
    orders = [[row["team"]["id"] for row in stage["standing"]] for stage in answer["stages"]]
    for table in re.findall(r'<table class="standing.*?</table>', page, re.DOTALL):
        teams = [int(pk) for pk in re.findall(r'data-team="(\d+)"', table)]
        assert any(teams == [pk for pk in order if pk in teams] for order in orders), (teams, orders)


def _chat_agrees(tournament: Tournament, views: dict[int, MatchView]) -> None:
    """What a chat group reads of a result that stands names who has won by every page."""
    results = Notice.objects.filter(tournament=tournament, kind=NoticeKind.RESULT, match__result=F("result"))
    for notice in with_subjects(results):
        match = views[notice.match.number]
        title, won = _text(chat(notice, now(tournament.journal)).title), match.won_by
        with translation.override("zh-hans"):
            names = [_text(team_name(line.team)) for line in match.lines if line.team]
        assert match.is_over, title
        assert title.startswith(_text(team_name(won))) if won else all(name in title for name in names), title


def _text(page: str) -> str:
    return "".join(re.sub(r"<[^>]+>", "", page).split())
