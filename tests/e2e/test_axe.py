"""Nothing stands in anybody's way on any page; in the dark the contrast is kept; on the narrowest phone nothing
scrolls sideways, however long a branch calls itself. One address in sixteen is looked at, in Chinese, by day and in the
dark; in .ci/run every address in Chinese by day, and one of each view in English in the dark.

The pages are found by their addresses (tests/e2e/pages.py), so a new one is looked at without a word here; the one
about the API, which is no page of web/, is named.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import pytest
from playwright.sync_api import Page

from tests.browser import DESK, NARROW, PHONE, barriers, broken, overflow, small_targets
from tests.e2e.busy import a_busy_event, a_finished_event, a_fresh_event
from tests.e2e.pages import ROLES, pages, user_of
from tests.factories import a_user
from tests.thorough import LANGUAGES, in_ci_only, some
from tournaments.draw.actions.draws import preview_draw

pytestmark = pytest.mark.django_db(transaction=True)
API_DOCS = "/api/v1/docs/"
ADVICE = "/events/new/advice/?count=9&unit=people&tables=1&days=2&minutes=40&least=1&start=09:00&latest=18:00"


@pytest.mark.parametrize("role", some(ROLES, of=len(ROLES)))
def test_page_has_no_barrier(visitor, role):
    busy = a_busy_event()
    addresses, by_page = pages(busy, role, of=16), {}
    first_of_view = {address.view: address for address in reversed(addresses)}.values()
    for language in LANGUAGES:
        person = visitor(user_of(busy, role), size=DESK if role == "office" else PHONE, language=language)
        tab = person.open("/")
        visited = addresses if language == LANGUAGES[0] else first_of_view
        for address in visited:
            tab.goto(person.address + address.path)
            by_page |= seen(tab, f"{address.path} {language}", language)
    assert not {path: faults for path, faults in by_page.items() if faults}


@pytest.mark.parametrize("language", LANGUAGES)
@in_ci_only
def test_page_before_the_draw_and_after_the_end_has_no_barrier(visitor, language):
    fresh, finished, clerk = a_fresh_event(), a_finished_event(), a_user(is_staff=True)
    person = visitor(clerk, language=language)
    tab, by_page = person.open("/"), {}
    paths = [
        f"/e/{fresh.slug}/{page}" for page in ("", "bracket/", "teams/", "office/", "office/draw/", "office/awards/")
    ]
    paths += [f"/e/{finished.slug}/{page}" for page in ("", "bracket/", "results/", "hall/", "notices/", "journal/")]
    paths += [f"/e/{finished.slug}/office/{page}" for page in ("", "awards/", "awards/certificates/")]
    paths += [f"/e/{finished.slug}/office/awards/prizes/{prize.pk}/" for prize in finished.prizes.all()]
    paths += [f"/e/{fresh.slug}/office/open-points/", f"/e/{fresh.slug}/office/open-points/1/", ADVICE]
    for path in ["/", "/desks/", API_DOCS, *paths]:
        tab.goto(person.address + path)
        tab.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
        by_page |= seen(tab, path, language)
    preview_draw(fresh, by=clerk, without_drafts=True)
    tab.goto(f"{person.address}/e/{fresh.slug}/office/draw/")
    by_page["preview"] = barriers(tab)
    assert not {path: faults for path, faults in by_page.items() if faults}


@pytest.mark.parametrize("language", LANGUAGES)
@in_ci_only
def test_refused_form_has_no_barrier(visitor, language):
    fresh = a_fresh_event()
    clerk = a_user(is_staff=True, password="a1-long-enough-word")
    person, by_page = visitor(clerk, language=language), {}
    office = f"/e/{fresh.slug}/office"
    left_empty = {
        "/sign-in/": "username", "/password/": "new", "/events/new/": "first_day", f"{office}/settings/": "name",
        "/events/new/advice/": "tables",
        f"{office}/entries/2/": "team1_player2_name", f"{office}/branches/": "branches",
        f"{office}/people/": "username",
    }  # fmt: skip
    for path, tab in person.tour(left_empty):
        field = left_empty[path]
        with tab.expect_response(lambda answer: answer.status == HTTPStatus.UNPROCESSABLE_ENTITY):
            tab.eval_on_selector(
                f"main form [name={field}]", "field => { field.value = ''; field.form.requestSubmit(); }"
            )
        tab.wait_for_selector("[role=alert], .field.bad")
        by_page[path] = barriers(tab)
    assert not {path: faults for path, faults in by_page.items() if faults}


def seen(tab: Page, name: str, language: str) -> dict[str, list[str]]:
    """What is wrong with the page: by day in the first language, in the dark by its contrast in the last one, and on
    the narrowest phone."""
    by_page = {}
    if language == LANGUAGES[0]:
        by_page[name] = barriers(tab)
    if language == LANGUAGES[-1]:
        with in_the_dark(tab):
            by_page[f"{name} in the dark"] = barriers(tab, only="color-contrast")
    return by_page | {f"{name} on the narrowest phone": cramped(tab)}


def cramped(tab: Page) -> list[str]:
    """By how much the page is wider than the narrowest phone, what it breaks there, and what is too low for a finger.
    Afterwards the window is as it was."""
    size = tab.viewport_size
    tab.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    pixels, words, small = overflow(tab), broken(tab), small_targets(tab)
    tab.set_viewport_size(size)
    return [*([f"{pixels} px too wide"] if pixels > 0 else []), *words, *small]


@in_ci_only
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_words_stay_whole_on_the_narrowest_phone(visitor, language):
    """The pages on which the longer English once broke them; those of the others are looked at with their barriers."""
    busy, by_page = a_busy_event(), {}
    event, finished = (f"/e/{tournament.slug}" for tournament in (busy.tournament, a_finished_event()))
    entries = (f"{event}/office/entries/{page}" for page in ("", "2/", "all/", "links/"))
    for user, paths in (
        (None, ("/medals/", f"{event}/matches/{busy.numbers[0]}/", f"{event}/draw/", f"{finished}/results/")),
        (busy.office, (*entries, ADVICE)),
        (busy.chief, (f"{event}/desk/",)),
    ):
        for path, tab in visitor(user, size=NARROW, language=language).tour(paths):
            tab.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
            by_page[path] = cramped(tab)
    assert not {path: faults for path, faults in by_page.items() if faults}


@contextmanager
def in_the_dark(tab: Page) -> Iterator[None]:
    """The dark colours at once, without their transitions."""
    tab.emulate_media(color_scheme="dark", reduced_motion="reduce")
    yield
    tab.emulate_media(color_scheme="light")
