"""What a page that renews itself reads out to whoever does not see it: once what matters, and nothing at every look."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from integrations.actions import add_webhook, try_webhook
from integrations.delivery import deliver_calls
from tests.browser import becomes
from tests.factories import a_role, a_tournament
from tests.notices.robots import a_robot
from tests.thorough import in_ci_only
from tournaments.draw.actions.ceremony import open_ceremony, set_pace, show_lot
from tournaments.draw.actions.draws import preview_draw
from tournaments.draw.queries.ceremony import turn_token
from tournaments.models import Team
from tournaments.states import RoleKind
from web.archiving import jobs
from web.documents import sets

LISTEN = """() => {
  const live = "[role=status], [role=alert], [aria-live]";
  const said = (node) => node.textContent.replace(/\\s+/g, " ").trim();
  window.heard = [];
  const hear = (node) => {
    const above = (node.closest ? node : node.parentElement)?.closest(live);
    const below = node.querySelectorAll?.(live) ?? [];
    for (const words of [above, ...below].filter(Boolean).map(said))
      if (words && words !== window.heard.at(-1)) window.heard.push(words);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData" || target.closest(live)) hear(target);
      else for (const node of addedNodes) hear(node);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Notes whatever changes in a region that is read out, and each such region that is put in anew."""


@pytest.fixture
def event(transactional_db):
    return a_tournament(slug="cup", branches=2, teams=2)


def listening(page: Page) -> "Callable[[], list[str]]":
    page.evaluate(LISTEN)
    return lambda: page.evaluate("() => window.heard")


@in_ci_only
def test_file_that_is_made_is_said_once_it_is_there(visitor, event):
    office, job = visitor(a_role(event, RoleKind.OFFICE), language="en"), jobs.begin(event, personal=False)
    page = office.open(reverse("archive", args=[event.slug]))
    read_out = listening(page)
    for pages in (10, 20):
        replace(job, done=pages, of=30).said(jobs.key_of(event.pk))
        expect(page.locator("#job")).to_contain_text(f"{pages} of 30 pages")
    assert read_out() == []
    replace(job, size=1000).said(jobs.key_of(event.pk))
    expect(page.locator("#job a.btn")).to_be_visible()
    (sentence,) = read_out()
    assert sentence.startswith("The file was made")
    expect(page.locator("#job")).not_to_have_attribute("hx-get", re.compile("."))


@in_ci_only
def test_documents_are_said_when_they_are_there(visitor, event):
    person = a_role(event, RoleKind.OFFICE)
    progress = sets.DocumentSet(files=(("timetable", "a4"), ("timetable", "a3")), has_begun=True)
    progress.said(sets.key_of(event.pk, person.pk))
    page = visitor(person, language="en").open(reverse("printing", args=[event.slug]))
    read_out = listening(page)
    replace(progress, done=1).said(sets.key_of(event.pk, person.pk))
    expect(page.locator("#set")).to_contain_text("1 of 2 are done")
    assert read_out() == []
    replace(progress, done=2).said(sets.key_of(event.pk, person.pk))
    becomes(lambda: len(read_out()), 1)
    assert read_out()[0].startswith("2 documents, made at")


@in_ci_only
def test_call_of_a_webhook_is_said_once_an_attempt(visitor, event, settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    office = visitor(a_role(event, RoleKind.OFFICE), language="en")
    with a_robot() as robot:
        webhook, _key = add_webhook(event, "排行榜", f"{robot.url}/hook", [], by=None)
        try_webhook(webhook, by=None)
        path = reverse("webhook", args=[event.slug, webhook.pk])
        page = office.open(path)
        read_out = listening(page)
        with page.expect_response(f"**{path}"):  # it looks, and there is nothing to be said
            assert read_out() == []
        deliver_calls()
        expect(page.locator(".tries li")).to_have_count(1)
        becomes(lambda: len(read_out()), 1)
        assert "HTTP 200" in read_out()[0]


@in_ci_only
def test_leader_hears_that_it_is_his_turn_and_where_his_team_came(visitor, event):
    draw = preview_draw(event, by=None, seed="七")
    ceremony = open_ceremony(event, by=None)
    set_pace(ceremony, "leaders", by=None)
    teams = {team.pk: team for team in Team.objects.select_related("branch")}
    last = teams[draw.teams[-1]].branch
    before = next(place for place, team in enumerate(draw.teams) if teams[team].branch == last)
    page = visitor(language="en").open(reverse("draw_turn", args=[event.slug, turn_token(last)]))
    read_out = listening(page)
    for number in range(1, before + 1):
        show_lot(ceremony, number, by=None)
    expect(page.locator("button.press")).to_be_visible()
    (turn,) = read_out()
    assert turn.startswith("It is your turn")
    page.locator("button.press").click()
    becomes(lambda: len(read_out()), 2)
    position = draw.positions.index(draw.teams[before]) + 1
    assert f"Position {position}" in read_out()[1]


@in_ci_only
def test_lost_connection_is_said_once_however_long_it_lasts(visitor, event):
    someone = visitor(language="en")
    page = someone.open(reverse("event", args=[event.slug]))
    page.wait_for_selector("html.counting")
    read_out = listening(page)
    someone.context.set_offline(True)
    page.wait_for_selector("#offline:visible")
    for _ in range(2):  # it asks, and asks again
        page.wait_for_event("requestfailed")
    (sentence,) = read_out()
    assert sentence.startswith("The connection is lost")
    someone.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden")
    someone.faults[:] = [fault for fault in someone.faults if "INTERNET_DISCONNECTED" not in fault]
