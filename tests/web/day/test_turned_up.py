"""每把翻牌确定打几 (S001-5): the level card that is turned up for a deal, on the phone, in the record, on the pages."""

from urllib.parse import urlencode

import pytest
from django.test import Client
from playwright.sync_api import expect

from scoring.games import GameCode
from scoring.models import Deal
from tests.browser import PHONE
from tests.factories import a_referee
from tests.refusals import refused_codes
from tests.thorough import in_ci_only
from tests.tournaments.round_day import Day, a_day
from tests.web.form_fields import form_fields
from tests.web.pages import markup, signed_in, text
from tournaments.day.actions.matches import enter

pytestmark = pytest.mark.django_db
SHEET = "/e/s000/sheets/1/"
NINE = {"type": "deal", "order": "NS", "turned_up": 9}


def a_half() -> Day:
    return a_day(
        slug="s000", branches=4, teams=1, rule_set="s001_5", format_="movement", settings={"halves": 2}, tables=2
    )


def referee(day: Day) -> Client:
    return signed_in(a_referee(day.tournament))


def entries() -> list[dict]:
    return list(Deal.objects.filter(struck_at=None).order_by("number").values_list("entry", flat=True))


def test_the_card_is_written_down_with_the_deal_and_stands_in_its_line():
    browser = referee(a_half())
    typed = form_fields(markup(browser.get(SHEET, {"order": "NS"})), f"{SHEET}deals/")
    assert typed["turned_up"] == ""
    answer = browser.post(f"{SHEET}deals/", typed | {"turned_up": "15"})  # a card that does not exist
    assert answer.status_code == 422
    assert form_fields(markup(answer), f"{SHEET}deals/")["order"] == "NS"
    assert "turned_up_error" in markup(answer)
    assert entries() == []
    browser.post(f"{SHEET}deals/", typed | {"turned_up": "9"})
    typed = form_fields(markup(browser.get(SHEET, {"order": "WE"})), f"{SHEET}deals/")
    assert typed["turned_up"] == "", "the next deal's card is another one"
    browser.post(f"{SHEET}deals/", typed)
    assert [entry.get("turned_up") for entry in entries()] == [9, None]
    words = text(browser.get(SHEET))
    assert words.count("played at") == 1
    assert "played at 9" in words


def test_where_levels_are_climbed_no_card_is_turned_up():
    day = a_day(slug="s000")
    assert "turned_up" not in markup(referee(day).get(SHEET))
    assert refused_codes(lambda: enter(day.match(1), NINE, by=day.chief)) == {GameCode.FIELD_UNKNOWN}


def test_a_correction_keeps_the_card_unless_it_is_the_card_that_is_corrected():
    day = a_half()
    enter(day.match(1), NINE, by=day.chief)
    browser = referee(day)
    typed = form_fields(markup(browser.get(SHEET, {"correct": "1", "right": "WE"})), f"{SHEET}correction/")
    assert (typed["order"], typed["turned_up"]) == ("WE", "9")
    browser.post(f"{SHEET}correction/", typed | {"reason": "记反了"})
    assert [(entry["order"], entry["turned_up"]) for entry in entries()] == [("WE", 9)]
    query = urlencode({"correct": "1", "turned_up": "14"})
    typed = form_fields(markup(browser.get(f"{SHEET}?{query}")), f"{SHEET}correction/")
    assert typed["turned_up"] == "14"
    browser.post(f"{SHEET}correction/", typed | {"reason": "翻的是 A"})
    assert [(entry["order"], entry["turned_up"]) for entry in entries()] == [("WE", 14)]


@in_ci_only
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("script", [True, False])
def test_card_is_chosen_beside_the_taps(visitor, script):
    day = a_half()
    page = visitor(day.chief, size=PHONE, touch=True, script=script).open(SHEET)
    if script:
        page.select_option("#deal [name=turned_up]", "9")
    for seat in "WE":
        page.tap(f"#seat-{seat}")
        page.wait_for_selector(f"#seat-{seat}.taken")
    if not script:
        page.select_option("#deal [name=turned_up]", "9")
    expect(page.locator("#deal [name=turned_up]")).to_have_value("9")
    page.tap("#confirm")
    expect(page.locator("html:not(.unsent) #deal-1")).to_contain_text("9")
    expect(page.locator("#deal [name=turned_up]")).to_have_value("")
    assert [entry["turned_up"] for entry in entries()] == [9]
