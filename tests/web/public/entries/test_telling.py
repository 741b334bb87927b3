"""通知我: the address at which a browser asks to be told, who may press there, and what the pages show of it."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from notices.actions import subscribe
from notices.chats import deliver_to_channels
from notices.delivery import issue
from notices.models import Channel
from notices.push import public_key, site_key
from tests.browser import PHONE, becomes
from tests.factories import FIRST_START, a_drawn_tournament, a_role, a_tournament, a_user
from tests.notices.browsers import Browser
from tests.notices.factories import a_drawn_event, the_match
from tests.notices.robots import Said, a_robot
from tests.thorough import in_ci_only
from tests.tournaments.played import play_all
from tests.web.pages import markup, text
from tournaments.day.actions.matches import call_match
from tournaments.entries.queries.my_links import my_token
from tournaments.event.actions.tournaments import archive_tournament
from tournaments.states import RoleKind
from web.public.entries.telling import PRESSES

BROWSER = Browser("https://push.example/send/abc")
HERE = "http://testserver"


@pytest.fixture
def tournament(db):
    return a_drawn_tournament(branches=2, teams=2)


def page_of(tournament, view="my_matches"):
    return reverse(view, args=[tournament.slug, my_token(tournament, branch=tournament.branches.first().pk)])


def press(client, tournament, said, *, origin=HERE, content_type="application/json"):
    body = said if isinstance(said, str) else json.dumps(said)
    answer = client.post(page_of(tournament, "tell"), body, content_type=content_type, headers={"Origin": origin})
    return answer.status_code


def devices():
    return list(Channel.objects.filter(service="push", removed_at=None))


def test_press_subscribes_in_the_language_of_the_page_until_the_next_one(tournament):
    client = Client(enforce_csrf_checks=True)
    client.cookies["django_language"] = "en"
    asked = BROWSER.json
    assert [press(client, tournament, asked | {"on": True}) for _ in range(2)] == [204, 204]
    (device,) = devices()
    assert (device.branch, device.language, device.hint) == (tournament.branches.first(), "en", "push.example")
    assert press(client, tournament, asked | {"on": False}) == 204
    assert devices() == []
    assert press(client, tournament, asked | {"on": False}) == 204


@pytest.mark.parametrize(
    ("origin", "content_type", "status"),
    [
        ("https://evil.example", "application/json", 403),
        ("null", "application/json", 403),
        ("", "application/json", 403),
        (HERE, "text/plain", 415),
        (HERE, "application/x-www-form-urlencoded", 415),
    ],
)
def test_page_of_another_site_cannot_press(client, tournament, origin, content_type, status):
    said = BROWSER.json | {"on": True}
    assert press(client, tournament, said, origin=origin, content_type=content_type) == status
    assert devices() == []


@pytest.mark.parametrize(
    "said",
    [
        "{", "[]", "1", '{"on": true}', '{"on": true, "endpoint": "https://push.example/x", "keys": []}',
        BROWSER.json | {"on": True, "endpoint": 1}, BROWSER.json | {"on": True, "endpoint": "https://push.example/\0"},
        BROWSER.json | {"on": True, "more": "x" * 3000}, "[" * 1900,
    ],
)  # fmt: skip
def test_what_no_browser_says_is_refused(client, tournament, said):
    assert press(client, tournament, said) == 400
    assert devices() == []


@pytest.mark.parametrize("endpoint", ["http://push.example/x", "https://10.0.0.1/x", "https://push.example:1/x", "x"])
def test_address_that_is_none_of_a_push_service_is_refused(client, tournament, endpoint):
    assert press(client, tournament, BROWSER.json | {"on": True, "endpoint": endpoint}) == 422
    assert devices() == []


def test_one_address_may_not_press_without_end(client, tournament):
    cache.set("tell:127.0.0.1", PRESSES, 60)
    assert press(client, tournament, BROWSER.json | {"on": True}) == 429
    assert devices() == []


def test_page_offers_it_to_everybody_alike_and_no_more_in_the_archive(client, tournament):
    mine, theirs = client.get(page_of(tournament)), Client().get(page_of(tournament))
    assert mine.content == theirs.content
    assert f'data-key="{public_key(site_key())}"' in markup(mine)
    archived = a_tournament(branches=1)
    archive_tournament(archived, by=a_user(is_staff=True))
    assert "data-key" not in markup(client.get(page_of(archived)))
    assert press(client, archived, BROWSER.json | {"on": True}) == 422


def test_page_offers_it_no_more_once_all_is_played(client, db):
    tournament = a_drawn_tournament(branches=2, teams=2)
    play_all(tournament)
    assert "data-key" not in markup(client.get(page_of(tournament)))


def test_office_sees_how_it_went_and_neither_address_nor_channel(client, db):
    tournament = a_drawn_event(now=FIRST_START - timedelta(days=1))
    team = the_match(tournament, 1).home_team
    device = subscribe(tournament, team, BROWSER.subscription, language="en", by=None)
    call_match(the_match(tournament, 1), by=None)
    issue(tournament)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    outbox = client.get(reverse("outbox", args=[tournament.slug]))
    assert "会员的设备" in text(outbox)
    for answer in (outbox, client.get(reverse("channels", args=[tournament.slug]))):
        assert answer.status_code == 200
        assert "push.example" not in markup(answer)
        assert device.subject not in markup(answer)
    assert client.get(reverse("channel", args=[tournament.slug, device.pk])).status_code == 404


KNOWN = """made => {
  const device = { ...made, toJSON: () => made, unsubscribe: async () => true };
  PushManager.prototype.subscribe = async () => { localStorage.setItem("made", "yes"); return device; };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("made") ? device : null);
}"""
"""In place of the browser's way to its maker's push service, which no test reaches: a subscription of real keys."""
WORKS = "() => navigator.serviceWorker.ready.then(({ active }) => active.state)"
"""A browser subscribes only when its worker is active; here nothing waits for it."""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration("/e/");
  return (await worker.getNotifications()).map(({ title, data, tag }) => [title, data, tag]);
}"""


@in_ci_only
def test_device_is_told_by_the_worker_of_the_site(visitor, settings):
    """From the press to the notification on the screen."""
    settings.CHANNELS_MAY_BE_PRIVATE = True
    tournament = a_drawn_event(now=FIRST_START - timedelta(days=7))
    issue(tournament)
    with a_robot() as service:
        service.answers = [Said(status=201, body="")]
        browser, member = Browser(f"{service.url}/push/abc"), visitor(size=PHONE)
        member.context.grant_permissions(["notifications"], origin=member.address)
        member.context.add_init_script(f"({KNOWN})({json.dumps(browser.json)})")
        page = member.open(page_of(tournament))
        on, off = page.get_by_role("button", name="通知我"), page.get_by_role("button", name="不再通知")
        expect(off).to_be_hidden()
        on.click()
        expect(off).to_be_visible()
        expect(on).to_be_hidden()
        assert [device.language for device in devices()] == ["zh-hans"]

        call_match(the_match(tournament, 1), by=None)
        issue(tournament)
        assert deliver_to_channels() == 1
        said = browser.opened(service.heard[0].body).decode()
        registrations = []
        browser_tools = member.context.new_cdp_session(page)
        browser_tools.on("ServiceWorker.workerRegistrationUpdated", lambda e: registrations.extend(e["registrations"]))
        browser_tools.send("ServiceWorker.enable")
        becomes(lambda: page.evaluate("() => true") and len(registrations) > 0, True)
        becomes(lambda: page.evaluate(WORKS), "activated")
        known = {"origin": member.address, "registrationId": registrations[0]["registrationId"]}
        told = json.loads(said)

        def shown():
            """What stands on the screen after the message came (once more: the same notice has the same tag)."""
            browser_tools.send("ServiceWorker.deliverPushMessage", {**known, "data": said})
            return page.evaluate(SHOWN)

        becomes(shown, [[told["title"], told["data"], told["tag"]]])

        page.reload()
        expect(off).to_be_visible()
        off.click()
        expect(on).to_be_visible()
        assert devices() == []
