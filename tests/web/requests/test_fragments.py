"""What htmx is answered: the part of a page, a refused form, a late one, and which address belongs to it."""

import pytest

from tests.factories import a_role
from tests.made_once import once_a_module
from tests.tournaments.round_day import a_day
from tests.web.pages import markup, signed_in
from tournaments.day.actions.matches import enter_deal

pytestmark = pytest.mark.django_db
SHEET = "/e/s000/sheets/1/"
RULING = "/e/s000/desk/matches/1/"
PAGES = (SHEET, "/e/s000/sheets/", "/e/s000/desk/", "/e/s000/desk/1/?show=playing", "/e/s000/check-in/")


made_once, day = once_a_module(lambda: a_day(slug="s000"))


@pytest.fixture
def chief(day):
    return signed_in(day.chief)


def shown_on(page: str) -> dict[str, str]:
    """The headers of htmx in a browser that shows that page."""
    return {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}


@pytest.mark.parametrize("page", PAGES)
def test_part_is_the_same_as_in_the_whole_page(chief, page):
    full_page, part = chief.get(page), chief.get(page, headers=shown_on(page))
    assert full_page.status_code == part.status_code == 200
    assert markup(full_page).startswith("<!doctype html>")
    assert markup(part).startswith('<div id="live">')
    assert markup(part).count('id="source"') == markup(full_page).count('id="source"') == 1
    assert "<html" not in markup(part)
    assert 'id="main"' in markup(part)
    assert "HX-Request" in full_page.headers["Vary"]
    assert part.headers["HX-Push-Url"] == "false"


def test_address_of_the_page_that_a_form_led_to_is_shown(chief):
    part = chief.post(f"{SHEET}referee/", headers=shown_on(f"{SHEET}?kind=late"), follow=True)
    assert part.redirect_chain == [(SHEET, 302)]
    assert part.headers["HX-Push-Url"] == SHEET


def test_refused_form_is_a_part_with_its_problems_and_leaves_the_address(chief):
    part = chief.post(f"{SHEET}deals/", {"order": "NNW"}, headers=shown_on(SHEET))
    assert part.status_code == 422
    assert markup(part).startswith('<div id="live">')
    assert 'id="problems"' in markup(part)
    assert part.headers["HX-Push-Url"] == "false"


def test_form_that_came_too_late_takes_the_order_from_the_address(day, chief):
    enter_deal(day.match(1), "NS", by=day.chief)
    part = chief.post(f"{SHEET}deals/", {"order": "WE", "seen": "0"}, headers=shown_on(f"{SHEET}?order=WE"))
    assert part.status_code == 409
    assert markup(part).startswith('<div id="live">')
    assert part.headers["HX-Replace-Url"] == SHEET


def test_part_leaves_out_what_the_page_has_already(client, day):
    browser = signed_in(a_role(day.tournament))
    full_page, part = (markup(browser.get(SHEET, headers=headers)) for headers in ({}, shown_on(SHEET)))
    assert ('id="words"' in full_page, 'id="words"' in part, 'id="phone"' in part) == (True, False, True)
    for policy in ('"allowEval": false', '"includeIndicatorStyles": false'):
        assert policy in markup(client.get("/"))


def test_page_without_a_part_is_whole_for_htmx_too(chief):
    refused = chief.post(f"{RULING}forfeit/", {}, headers=shown_on(RULING) | {"HX-Target": "main"})
    assert (refused.status_code, refused.headers["HX-Push-Url"]) == (422, "false")
    pages = [chief.get(page, headers=shown_on(page)) for page in ("/e/s000/bracket/", RULING)]
    assert [page.status_code for page in pages] == [200, 200]
    for page in (refused, *pages):
        assert markup(page).startswith("<!doctype html>")
        assert 'id="main"' in markup(page)
