"""Whoever enlarges a page to twice its size, has colours of his own or only a keyboard sees and reaches the same (WCAG
1.4.4, 1.4.11, 2.1.1, 2.4.7).

At twice its size a page in a window of 1280 pixels has 640; at four times 320, as test_axe.py looks at it.
"""

import pytest
from playwright.sync_api import Locator, Page

from tests.browser import becomes, overflow
from tests.e2e.busy import a_busy_event
from tests.e2e.pages import ROLES, pages, user_of
from tests.factories import a_role
from tests.thorough import in_ci_only
from tests.web.games import a_started_tournament
from tournaments.states import RoleKind

pytestmark = [pytest.mark.django_db(transaction=True), in_ci_only]
TWICE = (640, 450)
UNREACHED = """() => {
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const isSeen = (node) => {
    node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const [{ left, top, width, height }] = node.getClientRects();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return node.contains(there) || there?.contains(node) || [...(node.labels ?? [])].some((its) => its.contains(there));
  };
  const isMeant = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !node.closest(".skip, .vh") && node.offsetWidth > 1 && node.offsetHeight > 1;
  return [...document.querySelectorAll(controls)].filter((node) => isMeant(node) && !isSeen(node))
    .map((node) => node.outerHTML.slice(0, 120));
}"""
"""The controls that something else lies upon, or that lie where nobody can scroll."""
UNMARKED = """() => {
  const controls = "a[href], summary, :is(button, input:not([type=hidden]), select, textarea):enabled";
  const isMeant = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !node.closest("[aria-hidden=true]");
  const isReached = (node) => {
    node.focus({ focusVisible: true, preventScroll: true });
    const marked = [node, ...(node.labels ?? []), node.parentElement].map((one) => getComputedStyle(one));
    return node.tabIndex >= 0 && document.activeElement === node
      && marked.some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px");
  };
  return [...document.querySelectorAll(controls)].filter((node) => isMeant(node) && !isReached(node))
    .map((node) => `not by keyboard: ${node.outerHTML.slice(0, 120)}`);
}"""
"""The controls that Tab does not come to, or on which nobody sees that it has come. A picture that is a link once more
beside its words is hidden from readers and the keyboard alike.
"""


@pytest.mark.parametrize("role", ROLES)
def test_page_is_whole_at_twice_its_size_in_forced_colours_and_by_keyboard(visitor, role):
    busy = a_busy_event()
    person = visitor(user_of(busy, role), size=TWICE)
    tab, by_page = person.open("/"), {}
    tab.emulate_media(forced_colors="active", reduced_motion="reduce")
    first_of_view = {address.view: address.path for address in reversed(list(pages(busy, role)))}
    for path in first_of_view.values():
        tab.goto(person.address + path)
        by_page[path] = tab.evaluate(UNREACHED) + tab.evaluate(UNMARKED)
        by_page[path] += [f"{overflow(tab)} px too wide"] if overflow(tab) > 0 else []
    assert not {path: faults for path, faults in by_page.items() if faults}


def picture(part: Locator) -> bytes:
    return part.screenshot(animations="disabled", caret="hide")


def in_forced_colours(visitor, path: str, user=None) -> Page:
    page = visitor(user).open("/")
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    page.goto(page.url.rstrip("/") + path)
    return page


@pytest.mark.parametrize("choice", ["[name=public]", "[name=concerned][value=branch]"])
def test_what_is_chosen_is_seen_in_forced_colours(visitor, choice):
    tournament, _, _ = a_started_tournament(slug="cup")
    tab = in_forced_colours(visitor, "/e/cup/office/announcements/", a_role(tournament, RoleKind.OFFICE))
    shown = []
    for chosen in (False, True):
        tab.locator(f"main {choice}").evaluate("(field, chosen) => { field.checked = chosen; }", chosen)
        shown.append(picture(tab.locator(f"main {choice}")))
    assert shown[0] != shown[1]


def test_suits_are_told_apart_in_forced_colours(visitor):
    a_started_tournament(slug="cup")
    tab = in_forced_colours(visitor, "/e/cup/ruling/")
    becomes(lambda: tab.locator(".tile").count() > 52, expected=True)
    eights = {picture(tab.locator(f"#tile-{suit}8 .pc")) for suit in "SHDC"}
    assert len(eights) == 4
