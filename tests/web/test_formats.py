"""Each format on its page and on the hall screen, half played: what is drawn, and how many queries it costs."""

import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from notices.models import Notice
from notices.states import NoticeKind
from notices.wording import title, with_subjects
from tests.factories import a_drawn_tournament
from tests.thorough import in_ci_only, some
from tests.tournaments.round_day import Day, a_day, win
from tests.web.pages import markup, queries, text
from tests.web.public_pages import address
from tournaments.bracket.words.formats import TIE_BREAKS
from tournaments.day.actions.matches import enter_deal
from tournaments.day.actions.rulings import decide
from tournaments.entries.queries.links import slips_of
from tournaments.formats.format import BracketPart, Where
from tournaments.formats.tie_breaks import TieBreak
from web.displays.drawings import Ring, ring
from web.displays.present import present
from web.hall.boards import MOST_ROWS, hall_boards

SETTINGS: dict[str, dict[str, Any]] = {
    "knockout": {},
    "round_robin": {"groups": 2},
    "swiss": {"rounds_played": 3},
    "double_elimination": {},
    "movement": {},
}


def a_half_played(format_: str, *, branches: int = 4, settings: dict[str, Any] | None = None) -> Day:
    """Two teams a branch; the first match is decided, in the second one home has won a deal, all others are open."""
    chosen = SETTINGS[format_] if settings is None else settings
    day = a_day(branches=branches, teams=2, format_=format_, settings=chosen, tables=branches)
    win(day, 1)
    enter_deal(day.match(2), "NS", by=day.chief)
    return day


def go_on(day: Day) -> None:
    """The other matches of the first round are decided."""
    for number in (2, 3, 4):
        decide(day.match(number), "away", by=day.chief, reason="裁定")


def answer(name: str, day: Day, query: str = "") -> HttpResponse:
    client = Client()
    client.cookies["django_language"] = "en"
    return client.get(address(name, day.tournament) + query)


def page(name: str, day: Day) -> str:
    return markup(answer(name, day))


def boards(day: Day) -> list[tuple[str, int]]:
    """Kinds and pages of the hall's boards."""
    snapshot = present(day.tournament)
    return [(board.kind, board.page) for board in hall_boards(snapshot, [snapshot.live])]


def a_ring(tables: int, across: int) -> Ring:
    stage = present(a_drawn_tournament(branches=tables, teams=2, format_="movement")).stages[0]
    return ring(stage, stage.rounds[0], across)


@in_ci_only
@pytest.mark.parametrize("format_", some(SETTINGS))
def test_page_and_hall_cost_as_many_queries_for_8_teams_as_for_32(format_, db):
    days = [a_half_played(format_, branches=branches) for branches in (4, 16)]
    costs = [[queries(Client(), address(name, day.tournament)) for name in ("bracket", "hall")] for day in days]
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 14


@pytest.mark.parametrize(
    ("tables", "across", "sides"),
    [(2, 1, (1, 0, 1, 0)), (3, 2, (2, 0, 1, 0)), (9, 4, (4, 1, 4, 0)), (20, 8, (8, 2, 8, 2))],
)
def test_ring_has_every_table_once_and_clockwise(tables, across, sides, db):
    drawn = a_ring(tables, across)
    assert (len(drawn.top), len(drawn.right), len(drawn.bottom), len(drawn.left)) == sides
    assert [table.number for table in drawn.tables] == list(range(1, tables + 1))


def test_movement_shows_who_goes_on_who_stays_and_who_came(db):
    day = a_half_played("movement")
    body = page("bracket", day)
    drawn = body.split('<div class="ring">')[1].split("</section>")[0]
    assert re.findall(r'<ol class="(\w+)">', drawn) == ["along", "down", "back", "up"]
    assert drawn.count("ring-table") == 4
    first = drawn.split("</li>")[0]
    assert "Table 1" in first
    assert first.index("goes on to table") < first.index("stays")  # home has won and goes on to table 2
    assert re.search(r"→</span>2\b", first)
    go_on(day)
    day.start(2)
    drawn = page("bracket", day).split('<div class="ring">')[1].split("</section>")[0]
    assert re.findall(r"←</span>(\d)", drawn) == ["4", "1", "2", "3"]
    assert "nobody changes tables" in page("bracket", day)


def test_hall_shows_a_movement_as_a_ring_and_more_tables_in_arcs_of_it(db):
    few, many = a_half_played("movement"), a_half_played("movement", branches=22)
    assert boards(few) == [("ring", 1), ("results", 1), ("standing", 1)]
    assert [page_ for kind, page_ in boards(many) if kind == "ring"] == [1, 2]
    body = page("hall", many)
    assert [arc.count('class="board') for arc in body.split('id="board-ring-')[1:]] == [11, 11]
    assert "Tables 12 to 22" in text(answer("hall", many))


def test_who_rests_has_no_table_goes_on_and_whoever_goes_there_is_told(db):
    day = a_day(branches=5, teams=1, format_="movement")
    stage = present(day.tournament).stages[0]
    resting = [table for table in ring(stage, stage.rounds[0], 2).tables if not table.number]
    assert [(table.match.is_bye, sum(seat.moves for seat in table.seats)) for table in resting] == [(True, 1)]
    decide(day.match(2), "home", by=day.chief, reason="裁定")
    drawn = page("bracket", day).split('<div class="ring">')[1].split("</section>")[0]
    assert re.findall(r"→</span>\s*(bye)", drawn) == ["bye"]


def test_hall_shows_tables_of_groups_several_at_once_and_names_a_table_as_the_language_does(client, db):
    day = a_half_played("round_robin", branches=10, settings={"groups": 5})
    assert boards(day)[-2:] == [("standing", 1), ("standing", 2)]
    body = page("hall", day)
    assert [board.count('class="hall-group"') for board in body.split('id="board-standing-')[1:]] == [2, 3]
    assert re.findall(r"<h2>(Group \w)</h2>", body) == [f"Group {name}" for name in "ABCDE"]
    assert "s-over won" in body.split("<h2>Group A")[1].split("<h2>Group B")[0]
    assert re.findall(r"</b></span>|<small>(Group \w)</small>", body)[:10] == [f"Group {name}" for name in "AABBCCDDEE"]
    assert "Table <b>1</b>" in body
    assert "<b>1</b> 桌" in markup(client.get(address("hall", day.tournament)))


@pytest.mark.parametrize(("format_", "order"), [("swiss", [2, 1, 3]), ("movement", [2, 1])])
def test_round_of_the_day_stands_before_the_others(format_, order, db):
    day = a_half_played(format_)
    go_on(day)
    day.number = 2
    day.at(-5)
    numbers = re.findall(r'class="of-round" id="r(\d)"', page("bracket", day))
    assert [int(number) for number in numbers] == order


def test_hall_shows_a_long_standing_in_pages_of_rows_each_of_which_says_why_it_stands_there(db):
    day = a_half_played("swiss", branches=16)
    assert boards(day)[-2:] == [("standing", 1), ("standing", 2)]
    rows = [board.count('<b class="num">') for board in page("hall", day).split('id="board-standing-')[1:]]
    assert sum(rows) == 2 * 32
    assert max(rows) <= 2 * MOST_ROWS
    standing = page("bracket", day).split('<table class="standing">')[1].split("</table>")[0]
    assert standing.count('<small class="why">') == 32


def test_paper_leaves_to_the_pen_what_is_open(db):
    tournament = a_drawn_tournament(branches=4, format_="round_robin", settings={"groups": 2})
    body = markup(Client().get(address("bracket", tournament)))
    assert body.count('class="cross-standing unbegun"') == 2
    assert body.count('<th class="pen">') == 2 * 4  # points, won, levels, place


def test_heading_names_the_event_once(client, db):
    for format_, settings in SETTINGS.items():
        tournament = a_drawn_tournament(branches=4, format_=format_, settings=settings)
        heading = markup(client.get(address("bracket", tournament))).split("<h1")[1].split("</h1>")[0]
        assert heading.count(tournament.name) == 1, format_


def test_parts_of_matches_in_a_list_cost_one_reading(db):
    """Slips of a round of which every match says its side."""
    counted = []
    for branches in (4, 16):
        day = a_day(branches=branches, teams=2, format_="double_elimination", tables=branches, started=False)
        with CaptureQueriesContext(connection) as captured:
            slips = slips_of(day.round)
        assert {slip.match.where for slip in slips} == {Where(BracketPart.WINNERS, 1)}
        counted.append(len(captured))
    assert counted[0] == counted[1]


def test_hall_journal_and_board_say_a_round_by_its_sides(db):
    day = a_half_played("double_elimination")
    boards_ = page("hall", day).split('id="board-bracket-')[1:]
    winners, losers = (re.findall(r"<h2>([^<]*)</h2>", board) for board in boards_)
    assert winners == [*(f"Winners, round {number}" for number in (1, 2, 3)), "Grand final", "Second grand final"]
    assert losers == [f"Losers, round {number}" for number in (1, 2, 3, 4)]
    go_on(day)
    day.start(2)
    journal = text(answer("history", day, "?kind=4"))
    assert "Winners, round 2, Losers, round 1" in journal
    notice = Notice.objects.create(
        tournament=day.tournament, kind=NoticeKind.ROUND_DAY_BEFORE, round=day.round, due_at=day.round.starts_at,
        made_at=day.round.starts_at, key="round",
    )  # fmt: skip
    (notice,) = with_subjects(Notice.objects.filter(pk=notice.pk))
    with translation.override("en"):
        assert "Winners, round 2, Losers, round 1" in title(notice, day.round.starts_at)


def test_a_tie_break_without_words_is_shown_by_its_code(db, monkeypatch, caplog):
    monkeypatch.delitem(TIE_BREAKS, TieBreak.BUCHHOLZ)
    day = a_half_played("swiss", settings={"criteria": ["opponents"]})
    shown = text(answer("bracket", day))
    assert "Place Team Won Lost opponents Levels" in shown
    assert "Order: opponents." in shown
    assert "There is no word for TieBreak opponents." in caplog.messages
