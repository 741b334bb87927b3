"""A ladder in the browser: a branch challenges and takes it back, and nothing stands in anybody's way on its pages."""

import pytest
from playwright.sync_api import expect

from tests.browser import DESK, PHONE
from tests.e2e.test_axe import seen
from tests.factories import a_role
from tests.thorough import LANGUAGES, in_ci_only
from tests.tournaments.day.ladders import DAY, a_ladder, challenged, decided, team
from tests.tournaments.day.leagues import link_of
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db(transaction=True)


@in_ci_only
def test_pages_of_a_ladder_have_no_barrier(visitor):
    day, by_page = a_ladder(branches=9), {}
    decided(day, 4, 1)
    day.at(9 * DAY)
    challenged(day, 3, 2)
    event, office = f"/e/{day.tournament.slug}", a_role(day.tournament, RoleKind.OFFICE)
    for user, size, path in (
        (None, PHONE, "/bracket/"),
        (office, DESK, "/desk/ladder/"),
        (link_of(team(day, 3).branch).account, PHONE, "/entry/3/matches/"),
        (link_of(team(day, 8).branch).account, PHONE, "/entry/8/matches/"),
    ):
        for language in LANGUAGES:
            tab = visitor(user, size=size, language=language).open(event + path)
            tab.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")
            by_page |= seen(tab, f"{path} {language}", language)
    assert not {path: faults for path, faults in by_page.items() if faults}


def test_branch_challenges_by_a_press_and_takes_it_back(visitor):
    day = a_ladder()
    tab = visitor(link_of(team(day, 4).branch).account, size=PHONE).open(f"/e/{day.tournament.slug}/entry/4/matches/")
    tab.click(".above li:first-child button")
    expect(tab.locator(".own-rungs .agreed")).to_contain_text("挑战第3分会一队")
    tab.click("#m1 form[action$='withdrawal/'] button")
    expect(tab.locator(".above button")).to_have_count(3)
