"""双败淘汰 on its pages: winners, losers and finals by their names."""

import re

import pytest
from django.test import Client
from django.utils import translation

from tests.factories import a_drawn_tournament, a_referee, a_role
from tests.tournaments.played import decide
from tests.tournaments.round_day import Day, a_day
from tests.web.pages import markup, signed_in, text
from tests.web.public_pages import address
from tournaments.bracket.queries.matches import rounds
from tournaments.day.actions.rounds import call_round
from tournaments.formats.format import BracketPart
from tournaments.models import Tournament
from tournaments.states import RoleKind
from web.displays.present import present
from web.lists.listing import Listing, messages_of
from web.lists.of_event import report
from web.lists.of_matches import pairings, results
from web.templatetags.site import round_name


def a_double(teams: int = 2) -> Tournament:
    return a_drawn_tournament(branches=4, teams=teams, format_="double_elimination")


def test_page_shows_winners_losers_and_finals_each_by_its_rounds(client: Client, db):
    there = address("bracket", a_double())
    chinese = text(client.get(there))
    assert all(name in chinese for name in ("胜者组", "败者组", "总决赛", "败者组第4轮"))
    client.cookies["django_language"] = "en"
    page = text(client.get(there))
    parts = ["Winners' side", "Losers' side", "Finals", "Grand final", "Second grand final"]
    at = [page.index(name.replace("'", "&#x27;")) for name in parts]
    assert at == sorted(at)
    assert page.count("Winners, round ") == 3 + 1  # and once at the top: what comes next
    assert page.count("Losers, round ") == 4


def test_match_is_named_by_its_part_everywhere(client: Client, db):
    tournament = a_double()
    numbers = {match.where: match.number for round_ in rounds(tournament) for match in round_.matches}
    losers = next(number for where, number in numbers.items() if where and (where.part, where.round) == ("losers", 2))
    referee = signed_in(a_referee(tournament))
    client.cookies["django_language"] = "en"
    for browser, name in ((client, "match"), (referee, "sheet")):
        assert "Losers, round 2" in text(browser.get(address(name, tournament, number=losers))), name
    final = max(numbers.values())
    assert "Second grand final" in text(client.get(address("match", tournament, number=final)))


def test_every_round_has_a_name_of_its_own(db):
    with translation.override("zh-hans"):
        named = [str(round_name(round_)) for round_ in rounds(a_double())]
    assert len(set(named)) == len(named)
    assert named[1] == "胜者组第2轮、败者组第1轮"


def test_a_list_of_a_round_of_both_sides_names_the_side_of_each_match(client: Client, db):
    tournament = a_double()
    mixed = next(round_ for round_ in rounds(tournament) if len({match.where for match in round_.meetings}) > 1)
    sides = [match.where.part for match in mixed.meetings if match.where]
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    chief = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))
    lists = [
        (client, address("rounds", tournament) + f"?round={mixed.number}"),
        (office, address("plan", tournament)),
        (chief, address("desk_round", tournament, number=mixed.number)),
        (chief, address("slips", tournament, number=mixed.number)),
    ]
    for browser, url in lists:
        browser.cookies["django_language"] = "zh-hans"
        page = markup(browser.get(url))
        for side, name in ((BracketPart.WINNERS, "胜者组"), (BracketPart.LOSERS, "败者组")):
            assert len(re.findall(rf'class="(?:tag|of-part)">{name}<', page)) >= sides.count(side), (url, name)


@pytest.fixture
def second_round(db) -> Day:
    """Four teams, of which two are on either side: match 3 is the winners', match 4 the losers'."""
    day = a_day(branches=2, teams=2, format_="double_elimination", tables=4)
    decide(1)
    decide(2)
    day.number = 2
    day.at(-5)
    call_round(day.round, by=day.chief)
    assert [match.where.part for match in rounds(day.tournament)[1].matches if match.where] == ["winners", "losers"]
    return day


def lines_of(listing: Listing) -> list[str]:
    """Its matches as they are sent to a chat."""
    return [line for line in "\n".join(messages_of(listing)).splitlines() if "分会" in line]


def test_text_for_a_chat_names_the_side_where_a_round_has_both(second_round):
    with translation.override("zh-hans"):
        both = lines_of(pairings(present(second_round.tournament), 2))
        assert [("胜者组" in line, "败者组" in line) for line in both] == [(True, False), (False, True)]
        decide(3)
        decide(4)
        assert ["败者组" in line for line in lines_of(results(present(second_round.tournament)))[:2]] == [False, True]
        first = lines_of(results(present(second_round.tournament)))[2:]
        assert len(first) == 2
        assert not any("胜者组" in line for line in first), "its heading says it already"
        day_report = report(present(second_round.tournament), 2)
        assert sum("败者组" in line for line in lines_of(day_report)) == 1


def test_hall_names_the_side_of_a_match_on_every_board(client: Client, second_round):
    client.cookies["django_language"] = "zh-hans"

    def board(name: str) -> str:
        page = markup(client.get(address("hall", second_round.tournament)))
        return page.split(f'class="{name}')[1].split("</ol>")[0]

    assert [board("tables").count(side) for side in ("胜者组", "败者组")] == [1, 1]
    second_round.start(2)
    decide(4)
    assert "败者组" in board("hall-results")
