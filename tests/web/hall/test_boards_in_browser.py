"""What every board of the hall screen must be to be read from the back of the room, measured in a real browser."""

from functools import partial

import pytest

from tests.browser import HALL, barriers, becomes, overflow
from tests.thorough import LANGUAGES, in_ci_only, some
from tests.tournaments.round_day import Day, a_day
from tests.web.public_pages import address
from tests.web.test_formats import a_half_played
from tournaments.day.actions.rounds import call_round

LETTERS, NAMES = 28, 32
"""The least px at 1080: of any words, and of the names at up to 16 tables."""
SMALL = (1366, 768)
TALLER = "document.documentElement.scrollHeight > innerHeight"
SHOWN = "[...document.querySelectorAll('.hall-board')].filter((b) => !b.hidden).map((b) => b.id).join()"
UNREADABLE = """([letters, names]) => {
  const found = [], seen = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode, element = node.parentElement, words = node.data.trim();
    if (!words || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest(".vh, .hall-tools, .rehearsal, .skip, script, noscript, template")) continue;
    const range = document.createRange(), size = parseFloat(getComputedStyle(element).fontSize);
    range.selectNodeContents(node);
    // of a line the letters, without what a font keeps free above and below them
    const lines = [...range.getClientRects()].map(({ left, right, top, bottom }) =>
      ({ left, right, top: (top + bottom - size) / 2 + 1, bottom: (top + bottom + size) / 2 - 1 }));
    const box = {
      left: Math.min(...lines.map((line) => line.left)), right: Math.max(...lines.map((line) => line.right)),
      top: Math.min(...lines.map((line) => line.top)), bottom: Math.max(...lines.map((line) => line.bottom)),
    };
    const holders = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
    for (let holder = element; holder; holder = holder.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(holder), edge = holder.getBoundingClientRect();
      const holds = (flow) => flow !== "visible" && getComputedStyle(holder).display !== "inline";
      holders.push({
        left: holds(overflowX) ? edge.left : -Infinity, right: holds(overflowX) ? edge.right : Infinity,
        top: holds(overflowY) ? edge.top : -Infinity, bottom: holds(overflowY) ? edge.bottom : Infinity,
      });
    }
    if (holders.some((edge) => box.top >= edge.bottom)) continue; // in a row that nobody sees
    const is_cut = (edge) => box.left < edge.left - 1 || box.right > edge.right + 1
      || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
    if (holders.some(is_cut)) found.push(`${words} is cut off`);
    const least = element.closest(".tables .br") ? names : letters;
    if (size < least - .1) found.push(`${words}: ${size} px`);
    for (const line of lines) seen.push([words, element, line]);
  }
  seen.forEach(([words, element, a], number) => {
    for (const [others, other, b] of seen.slice(number + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2 && element !== other) found.push(`${words} lies on ${others}`);
    }
  });
  return found;
}"""


def with_long_names(day: Day) -> Day:
    """Every second branch has a name of ten characters."""
    for branch, letter in zip(day.tournament.branches.all()[1::2], "一二三四五六七八九十子丑寅卯", strict=False):
        branch.name = f"电子信息工程中心{letter}组"
        branch.save()
    return day


def look_at_every_board(visitor, day: Day, language: str) -> None:
    page = visitor(size=HALL, language=language).open(address("hall", day.tournament) + "?board=1")
    page.wait_for_selector("html.counting")
    for board in page.locator(".hall-board").evaluate_all("boards => boards.map(({ id }) => id)"):
        page.click(f'[data-show="{board}"]')
        becomes(partial(page.evaluate, SHOWN), board)
        becomes(partial(page.evaluate, UNREADABLE, [LETTERS, NAMES]), [])
        for size in (SMALL, HALL):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert overflow(page) == 0
            becomes(partial(page.evaluate, TALLER), False)
    assert barriers(page) == []


@in_ci_only
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("format_", "branches", "settings"),
    some(
        [
            ("knockout", 16, {}),
            ("round_robin", 10, {"groups": 5}),
            ("swiss", 12, {}),
            ("movement", 12, {}),
            ("double_elimination", 8, {}),
            ("round_robin", 6, {"groups": 1}),
            ("knockout", 8, {"places_to": 16}),
        ]
    ),
)
def test_boards_of_every_format_can_be_read_from_the_back(visitor, format_, branches, settings, language):
    day = a_half_played(format_, branches=branches, settings=settings)
    look_at_every_board(visitor, with_long_names(day), language)


@in_ci_only
@pytest.mark.parametrize("branches", [1, 3, 5, 8, 16])
def test_call_to_the_tables_can_be_read_from_the_back(visitor, branches):
    day = with_long_names(a_day(branches=branches, tables=branches, started=False, minute=-9))
    call_round(day.round, by=day.chief)
    for language in ("zh-hans", "en"):
        look_at_every_board(visitor, day, language)
