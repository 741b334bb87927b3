"""The hall screen in a real browser: boards in turn, a lost network and its return, and sounds that can be tried."""

import re

import pytest

from tests.browser import HALL, barriers, overflow
from tests.factories import a_drawn_tournament, a_user
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.public_pages import address
from tournaments.actions.matches import call_match
from tournaments.actions.rounds import start_round
from tournaments.models import Round

SHOWN = "[...document.querySelectorAll('.hall-board')].filter((b) => !b.hidden).map((b) => b.id).join()"
ON = "document.querySelector('#sound').dataset.state"


def busy():
    """Boards of every kind: a result, a call, tables that play."""
    tournament, matches, referee = a_started_tournament(branches=4)
    pass_a(matches[0], by=referee)
    call_match(matches[1], by=referee)
    win(matches[2], "home", 1, by=referee)
    return tournament, matches, referee


def test_screen_keeps_its_picture_without_network_says_how_old_it_is_and_catches_up(visitor):
    tournament, matches, referee = busy()
    someone = visitor(size=HALL)
    page = someone.open(address("hall", tournament))
    page.wait_for_selector("html.counting")
    page.wait_for_function("() => " + SHOWN + " === 'board-tables-1'")
    page.keyboard.press("p")
    someone.context.set_offline(True)
    page.wait_for_selector("#stale:visible")
    assert re.search(r"\d\d:\d\d:\d\d", page.inner_text("#stale [data-stopped]"))
    assert re.search(r"\d", page.inner_text("#stale [data-ago]"))
    before = page.inner_text("time.clock[data-bell]")
    page.wait_for_function("(old) => document.querySelector('time.clock[data-bell]').textContent !== old", arg=before)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => " + SHOWN + " === 'board-results-1'")
    page.keyboard.press("1")
    win(matches[2], "home", 1, by=referee)
    assert page.locator("#hall-m3 .lv.stage").inner_text().startswith("5")
    someone.context.set_offline(False)
    page.wait_for_function("() => document.querySelector('#hall-m3 .lv.stage').textContent.startsWith('8')")
    page.wait_for_selector("#stale", state="hidden")
    someone.faults[:] = [fault for fault in someone.faults if "INTERNET_DISCONNECTED" not in fault]


def test_board_that_was_chosen_stays_when_the_page_changes(visitor):
    tournament, matches, referee = busy()
    page = visitor(size=HALL).open(address("hall", tournament))
    page.wait_for_selector("html.counting")
    page.keyboard.press("4")
    page.keyboard.press("p")
    page.wait_for_function("() => " + SHOWN + " === 'board-bracket-1'")
    win(matches[2], "home", 2, by=referee)
    page.wait_for_function("() => document.querySelector('#hall-m3 .lv.stage').textContent.startsWith('J')")
    assert page.evaluate(SHOWN) == "board-bracket-1"
    assert page.get_attribute("#hall-pause", "aria-pressed") == "true"
    assert page.get_attribute('[data-show="board-bracket-1"]', "aria-current") == "true"


def test_sound_says_that_it_is_off_until_it_is_tried_and_can_be_muted(visitor):
    tournament, _, _ = busy()
    page = visitor(size=HALL).open(address("hall", tournament))
    page.wait_for_selector("html.counting")
    assert page.evaluate(ON) == "off"
    assert page.is_visible("#sound .when-off")
    page.click("#sound-try")
    page.wait_for_function("() => " + ON + " === 'on'")
    page.click("#sound")
    page.wait_for_function("() => " + ON + " === 'muted'")
    assert page.is_visible("#sound .when-muted")
    page.keyboard.press("m")
    page.wait_for_function("() => " + ON + " === 'on'")


def test_start_of_the_round_is_announced(visitor):
    tournament = a_drawn_tournament(branches=2, teams=2)
    page = visitor(size=HALL).open(address("hall", tournament))
    page.wait_for_function("() => window.Live.now() !== null")
    page.wait_for_selector("html.counting")
    with page.expect_response("**/pulse/"):
        pass
    start_round(Round.objects.get(stage__tournament=tournament, number=1), by=a_user())
    page.wait_for_selector("#announce [data-of=start]:visible")


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_board_fits_and_has_no_barriers(visitor, language):
    tournament, _, _ = busy()
    for size in (HALL, (1366, 768)):
        page = visitor(size=size, language=language).open(address("hall", tournament))
        page.wait_for_selector("html.counting")
        for number in range(1, 1 + page.locator(".hall-board").count()):
            page.keyboard.press(str(number))
            page.wait_for_selector(
                f'[data-show][aria-current]:text-is("{page.locator("[data-show]").nth(number - 1).inner_text()}")'
            )
            assert overflow(page) == 0
            assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
        assert barriers(page) == []


def test_screen_without_script_shows_tables_and_leads_to_the_other_boards(visitor):
    tournament, _, _ = busy()
    page = visitor(size=HALL, script=False).open(address("hall", tournament))
    assert page.locator(".hall-board:visible").count() == 1
    assert page.is_visible("#board-tables-1")
    page.click(".hall-tools a >> nth=3")
    assert page.is_visible("#board-bracket-1")
    assert not page.is_visible("#sound")
