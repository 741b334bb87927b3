"""The referee's other forms, without script: corrections, penalties, more time, the call for the chief referee."""

import re
from datetime import timedelta

import pytest

from scoring.models import Deal, Penalty
from tests.factories import a_role
from tests.rows import all_rows
from tests.tournaments.round_day import Day, a_day
from tests.web.pages import markup, signed_in, text, value
from tournaments.actions.matches import enter_deal
from tournaments.play.current_sheets import current_sheet
from tournaments.queries.calls import open_calls
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
SHEET = "/e/s000/sheets/1/"


def shown(page) -> str:
    """Without the parts that are kept for the script."""
    return re.sub(r"<template\b.*?</template>", "", markup(page), flags=re.DOTALL)


@pytest.fixture
def day() -> Day:
    """Two deals entered: home at 5, away at 3."""
    found = a_day(slug="s000")
    for order in ("NS", "WNSE"):
        enter_deal(found.match(1), order, by=found.chief)
    return found


@pytest.fixture
def referee(day):
    return signed_in(a_role(day.tournament, RoleKind.REFEREE))


@pytest.fixture
def chief(day):
    return signed_in(day.chief)


def sent(browser, form: str, **typed: object):
    """The page after that form, with the version that the page shows."""
    seen = value(browser.get(SHEET), "seen")
    return browser.post(f"{SHEET}{form}/", {"seen": seen, **typed}, follow=True)


def refused(browser, form: str, status: int = 422, **typed: object):
    seen = value(browser.get(SHEET), "seen")
    before = all_rows()
    answer = browser.post(f"{SHEET}{form}/", {"seen": seen, **typed})
    assert (answer.status_code, all_rows()) == (status, before)
    return answer


def test_earlier_deal_is_corrected_with_a_reason_and_the_old_one_stays_readable(referee):
    words = text(sent(referee, "correction", deal=1, order="NWES", reason="记反了"))
    assert "记反了" in words
    assert [deal.order for deal in Deal.objects.filter(struck_at=None).order_by("number")] == ["NWES", "WNSE"]


def test_refused_correction_opens_its_form_with_what_was_typed(referee):
    page = refused(referee, "correction", deal=1, order="NWES", reason="")
    html = markup(page)
    assert 'id="correction-box" open' in html
    assert '<option value="NWES" selected>' in html
    assert 'href="#f-reason"' in html
    refused(referee, "correction", deal="x", order="NWES", reason="记反了")


def test_referee_gives_only_what_the_table_of_the_rule_set_has(referee):
    refused(referee, "penalty", penalty="away:hidden_card")
    refused(referee, "penalty", penalty="")
    refused(referee, "penalty", penalty="away:hidden_card", effect="opponents_up", amount="1")
    assert "Late for the match: the match is lost" in text(referee.get(SHEET))
    sent(referee, "penalty", penalty="away:late", note="下半场迟到")
    given = Penalty.objects.get()
    assert (given.side, given.offence, given.after_deal, given.note) == ("away", "late", 2, "下半场迟到")


def test_chief_referee_may_give_another_penalty(chief):
    words = text(sent(chief, "penalty", penalty="away:hidden_card", effect="opponents_up", amount="2"))
    assert Penalty.objects.get().effects == [{"kind": "opponents_up", "amount": 2}]
    assert "7 : 3" in words
    refused(chief, "penalty", penalty="away:hidden_card", effect="opponents_up", amount="99")
    refused(chief, "penalty", penalty="away:hidden_card", effect="nonsense")


def test_penalty_is_struck_with_a_reason_and_keeps_the_undo_until_then(referee):
    sent(referee, "penalty", penalty="home:late")
    assert 'id="undo"' not in shown(referee.get(SHEET))
    pk = Penalty.objects.get().pk
    refused(referee, "strike", penalty=pk, reason="")
    words = text(sent(referee, "strike", penalty=pk, reason="看错人了"))
    assert "看错人了" in words
    assert 'id="undo"' in shown(referee.get(SHEET))


def test_time_for_this_table_is_the_chief_referees(day, referee, chief):
    assert "More time for this table" not in text(referee.get(SHEET))
    refused(referee, "extension", 403, minutes=5, reason="换牌")
    refused(chief, "extension", minutes=5, reason="")
    sent(chief, "extension", minutes=5, reason="换牌")
    assert current_sheet(day.match(1)).extra == timedelta(minutes=5)


def test_call_for_the_chief_referee_stands_on_the_sheet(day, referee):
    assert "The chief referee was called at 12:35: 抽牌有争议" in text(sent(referee, "referee", note="抽牌有争议"))
    assert [call.match for call in open_calls(day.tournament)] == [1]


def test_page_brings_its_script_the_sheet_and_the_device_its_name(referee, day):
    page = referee.get(SHEET)
    assert '<script id="phone" type="application/json">' in markup(page)
    assert len(referee.cookies["device"].value) == 32
    assert referee.get(SHEET).cookies["device"].value == page.cookies["device"].value
    office = signed_in(a_role(day.tournament, RoleKind.OFFICE)).get(SHEET)
    assert 'id="phone"' not in markup(office)


def test_service_worker_may_only_serve_event_pages_and_is_asked_for_anew(client):
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert (answer["Service-Worker-Allowed"], answer["Cache-Control"]) == ("/e/", "no-cache")
    assert markup(answer).startswith('const BUILD = "')
