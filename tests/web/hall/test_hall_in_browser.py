"""The hall screen in a real browser: boards in turn, a lost network and its return, and sounds that can be tried."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from journal import clock
from tests.browser import HALL, NARROW, PHONE, becomes
from tests.factories import a_drawn_tournament, a_user
from tests.thorough import LANGUAGES, in_ci_only, some
from tests.tournaments.played import play_all
from tests.tournaments.round_day import Day, a_day
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.public_pages import address
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.day.actions.matches import call_match, enter_deal
from tournaments.day.actions.rounds import extend_round, pause_round, start_round
from tournaments.models import Round
from web.hall import screen
from web.hall.boards import GRIDS

BEYOND_THE_CARD = """cards => cards.map(card => [...card.querySelectorAll("h2, p")].filter(words => {
  const range = document.createRange();
  range.selectNodeContents(words);
  return range.getBoundingClientRect().width > card.clientWidth;
}).map(words => words.innerText))"""
SHOWN = "[...document.querySelectorAll('.hall-board')].filter((b) => !b.hidden).map((b) => b.id).join()"


def busy():
    """Boards of every kind: a result, a call, tables that play."""
    tournament, matches, referee = a_started_tournament(branches=4)
    pass_a(matches[0], by=referee)
    call_match(matches[1], by=referee)
    win(matches[2], "home", 1, by=referee)
    return tournament, matches, referee


def opened(visitor, tournament, **more):
    """Its hall screen, whose clock counts."""
    page = visitor(**{"size": HALL} | more).open(address("hall", tournament))
    page.wait_for_selector("html.counting")
    return page


def test_screen_keeps_its_picture_without_network_says_how_old_it_is_and_catches_up(visitor):
    tournament, matches, referee = busy()
    someone = visitor(size=HALL)
    page = someone.open(address("hall", tournament))
    page.wait_for_selector("html.counting")
    page.wait_for_function("() => " + SHOWN + " === 'board-tables-1'")
    page.keyboard.press("p")
    someone.context.set_offline(True)
    page.wait_for_selector("#offline:visible")
    expect(page.locator("#offline time")).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
    expect(page.locator("#offline b")).to_have_text(re.compile(r"\d"))
    before = page.inner_text("time.clock[data-bell]")
    page.wait_for_function("(old) => document.querySelector('time.clock[data-bell]').textContent !== old", arg=before)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => " + SHOWN + " === 'board-results-1'")
    page.keyboard.press("1")
    win(matches[2], "home", 1, by=referee)
    expect(page.locator("#hall-m3 .lv.stage")).to_have_text(re.compile("^5"))
    someone.context.set_offline(False)
    page.wait_for_function("() => document.querySelector('#hall-m3 .lv.stage').textContent.startsWith('8')")
    page.wait_for_selector("#offline", state="hidden")
    someone.faults[:] = [fault for fault in someone.faults if "INTERNET_DISCONNECTED" not in fault]


@in_ci_only
@pytest.mark.parametrize("language", LANGUAGES)
def test_champions_card_holds_its_words(visitor, language):
    tournament = a_drawn_tournament(branches=2, teams=1, started=True)
    play_all(tournament)
    confirm_awards(tournament, by=a_user())
    page = visitor(size=HALL, language=language).open(address("hall", tournament))
    becomes(lambda: page.locator(".champion").evaluate_all(BEYOND_THE_CARD), [[]])


@in_ci_only
def test_board_that_was_chosen_stays_when_the_page_changes(visitor):
    tournament, matches, referee = busy()
    page = opened(visitor, tournament)
    page.keyboard.press("4")
    page.keyboard.press("p")
    page.wait_for_function("() => " + SHOWN + " === 'board-bracket-1'")
    win(matches[2], "home", 2, by=referee)
    page.wait_for_function("() => document.querySelector('#hall-m3 .lv.stage').textContent.startsWith('J')")
    becomes(lambda: page.evaluate(SHOWN), "board-bracket-1")
    expect(page.locator("#hall-pause")).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-show="board-bracket-1"]')).to_have_attribute("aria-current", "true")


@in_ci_only
def test_boards_that_are_not_in_the_page_are_fetched_when_their_turn_comes(visitor, monkeypatch):
    monkeypatch.setattr(screen, "MOST_HERE", 2)
    tournament, matches, referee = busy()
    someone = visitor(size=HALL)
    page = someone.open(address("hall", tournament))
    page.wait_for_selector("html.counting")
    page.keyboard.press("p")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => " + SHOWN + " === 'board-bracket-1'")
    expect(page.locator(".hall-board")).to_have_count(2)
    win(matches[2], "home", 2, by=referee)
    page.wait_for_function("() => document.querySelector('#board-bracket-1').textContent.includes('J')")
    becomes(lambda: page.evaluate(SHOWN), "board-bracket-1")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => " + SHOWN + " === 'board-tables-1'")
    someone.context.set_offline(True)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => " + SHOWN + " === 'board-results-1'")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => " + SHOWN + " === 'board-tables-1'")  # those of the page go round
    someone.faults[:] = [fault for fault in someone.faults if "INTERNET_DISCONNECTED" not in fault]


@in_ci_only
def test_boards_are_chosen_and_the_sound_is_tried_and_muted_with_the_mouse(visitor):
    tournament, _, _ = busy()
    page = opened(visitor, tournament)
    for width, height in ((1280, 720), (1366, 768), (1440, 900), HALL):
        page.set_viewport_size({"width": width, "height": height})
        for board in ("board-bracket-1", "board-results-1"):
            page.click(f'[data-show="{board}"]')
            becomes(partial(page.evaluate, SHOWN), board)
    page.click("#hall-pause")
    expect(page.locator("#hall-pause")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#sound")).to_have_attribute("data-state", "off")
    expect(page.locator("#sound .when-off")).to_be_visible()
    page.click("#sound-try")
    expect(page.locator("#sound")).to_have_attribute("data-state", "on")
    page.click("#sound")
    expect(page.locator("#sound")).to_have_attribute("data-state", "muted")
    expect(page.locator("#sound .when-muted")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator("#sound")).to_have_attribute("data-state", "on")


@in_ci_only
def test_start_extra_time_and_its_end_are_announced_and_stand_beside_the_clock(visitor):
    day = a_real_day(branches=2, started=False)
    round_ = Round.objects.get(stage__tournament=day.tournament, number=1)
    page = opened(visitor, day.tournament)
    page.wait_for_function("() => window.Live.now() !== null")
    with page.expect_response("**/pulse/"):
        pass
    start_round(round_, by=day.chief)
    page.wait_for_selector("#announce [data-of=start]:visible")
    extend_round(round_, 10, by=day.chief, reason="停电")
    expect(page.locator("#announce [data-of=extended]:visible b")).to_have_text("10")
    expect(page.locator(".hall-top .extra")).to_contain_text("10")
    pause_round(round_, by=day.chief)
    expect(page.locator("#announce [data-of=paused]")).to_be_visible()


@in_ci_only
def test_last_deal_and_bell_are_announced_as_the_clock_passes_them(visitor):
    day = a_day(last_bell_minutes=5)
    page = opened(visitor, day.tournament)
    expect(page.locator("#announce")).to_be_hidden()
    for name, minute in (("warning", 55), ("bell", 60)):
        day.at(minute - 4 / 60)
        page.wait_for_function("(moment) => window.Live.now() === moment", arg=moment(day))
        expect(page.locator(f"#announce [data-of={name}]")).to_be_hidden()
        day.at(minute + 2 / 60)
        expect(page.locator("#announce span:visible")).to_have_attribute("data-of", name)  # one alone


@in_ci_only
def test_what_the_clock_jumps_over_is_not_announced(visitor):
    day = a_day(last_bell_minutes=5)
    page = opened(visitor, day.tournament)
    day.at(61)
    page.wait_for_function("(moment) => window.Live.now() === moment", arg=moment(day))
    with page.expect_response("**/pulse/"):
        pass
    expect(page.locator("#announce")).to_be_hidden()


def moment(day):
    """Its present time as a page counts it: ms since the epoch."""
    return int(clock.now(day.tournament.journal).timestamp() * 1000)


def a_real_day(**more):
    """Its first round runs since now."""
    return Day(a_drawn_tournament(**{"teams": 2, "started": True, **more}), a_user())


LINES = """([name, clock]) => {
  const text = [...document.querySelector(name).childNodes].find((node) => node.textContent.trim());
  const range = document.createRange(), box = (node) => node.getBoundingClientRect();
  range.selectNodeContents(text);
  const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  const shown = document.querySelector(clock), room = document.querySelector(name).parentElement.parentElement;
  return [shown.textContent.length, lines, box(shown).right <= box(room).right + 1];
}"""


@in_ci_only
@pytest.mark.parametrize(
    ("page_name", "size", "parts"),
    [
        ("event", PHONE, [".nowcard h2", ".nowcard .clock"]),
        ("event", NARROW, [".nowcard h2", ".nowcard .clock"]),
        ("hall", HALL, [".hall-top h1", ".hall-top .clock"]),
        ("hall", (1366, 768), [".hall-top h1", ".hall-top .clock"]),
    ],
)
def test_clock_of_two_hours_leaves_the_name_of_the_round_on_one_line(visitor, page_name, size, parts):
    day = a_real_day(branches=16, tables=16, minutes=120)
    page = visitor(size=size).open(address(page_name, day.tournament))
    page.wait_for_selector("html.counting")
    becomes(partial(page.evaluate, LINES, parts), [len("1:59:59"), 1, True])


CUT = """([columns, rows]) => {
  const tables = document.querySelector(".tables");
  tables.className = `tables across-${columns} down-${rows}`;
  const boards = [...tables.children];
  boards.forEach((board, place) => { board.style.display = place < columns * rows ? "" : "none"; });
  const box = (node) => node.getBoundingClientRect();
  const inside = (a, b) =>
    a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1 && a.right <= b.right + 1;
  const cut = (node) => !inside(box(node), box(node.parentElement)) || node.scrollHeight > node.clientHeight + 2;
  const seen = [...tables.querySelectorAll(".row > .lv")].filter((node) => node.offsetParent);
  const names = [...tables.querySelectorAll(".row .br")].filter((node) => node.offsetParent);
  const short = (node) => node.scrollWidth > node.clientWidth + 1 || !inside(box(node), box(node.closest(".row")));
  return [seen.length, seen.filter(cut).length, names.filter(short).length];
}"""


@in_ci_only
@pytest.mark.parametrize("rehearsal", some([True, False], of=2))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_level_and_no_name_is_cut_off_in_any_grid(visitor, language, rehearsal):
    day = a_day(branches=16, tables=16) if rehearsal else a_real_day(branches=16, tables=16)
    for branch, letter in zip(day.tournament.branches.all(), "一二三四五六七八九十子丑寅卯辰巳", strict=True):
        branch.name = f"信息工程中心分会{letter}组"
        branch.save()
    for number in range(1, 17):
        enter_deal(day.match(number), "NS", by=day.chief)
    for size in (HALL, (1366, 768)):
        page = visitor(size=size, language=language).open(address("hall", day.tournament) + "?board=1")
        page.wait_for_selector("html.counting")
        for columns, rows in GRIDS:
            becomes(partial(page.evaluate, CUT, [columns, rows]), [2 * columns * rows, 0, 0])


CALLED = """([columns, rows, of]) => {
  const tables = document.querySelector(".tables");
  tables.className = `tables across-${columns} down-${rows}`;
  const boards = [...tables.children];
  boards.forEach((board, place) => { board.style.display = place < columns * rows ? "" : "none"; });
  const heads = boards.slice(0, columns * rows).map((board) => board.querySelector("header"));
  heads.forEach((head) => { if (!head.querySelector("small")) head.firstElementChild.innerHTML += of; });
  return heads.filter((head) => head.scrollWidth > head.clientWidth).length;
}"""


@in_ci_only
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_to_go_after_the_call_is_read_whole_in_any_grid(visitor, language):
    day = a_real_day(branches=16, tables=16)
    for number in range(1, 17):
        call_match(day.match(number), by=day.chief)
    for size in (HALL, (1366, 768)):
        page = visitor(size=size, language=language).open(address("hall", day.tournament) + "?board=1")
        page.wait_for_selector(".board.called")
        for of in ("", "<small>三四名决赛</small>"):
            cut = {grid: page.evaluate(CALLED, [*grid, of]) for grid in GRIDS}
            assert not any(cut.values()), (size, of, cut)


@in_ci_only
def test_screen_without_script_shows_tables_and_leads_to_the_other_boards(visitor):
    tournament, _, _ = busy()
    page = visitor(size=HALL, script=False).open(address("hall", tournament))
    expect(page.locator(".hall-board:visible")).to_have_count(1)
    expect(page.locator("#board-tables-1")).to_be_visible()
    page.click(".hall-tools a >> nth=3")
    expect(page.locator("#board-bracket-1")).to_be_visible()
    expect(page.locator("#sound")).to_be_hidden()
