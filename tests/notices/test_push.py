"""Web Push as its RFCs have it, and a notice on its way to members' devices by a real push service."""

from datetime import timedelta
from io import StringIO
from time import time

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command
from django.db.models.functions import Now
from django.urls import reverse

from archives.actions.forgetting import forget_everybody
from notices import push
from notices.actions import add_channel, announce, subscribe, unsubscribe
from notices.actions.announcements import Plan
from notices.actions.channels import ChannelPlan
from notices.actions.subscriptions import MOST_DEVICES
from notices.chats import claim, deliver, deliver_to_channels
from notices.delivery import issue
from notices.models import Announcement, Attempt, Channel, Delivery
from notices.queries import channels, device_at
from notices.states import Concerned, DeliveryState, NoticeKind
from tests.factories import FIRST_START, a_user
from tests.notices.browsers import Browser, signed_by
from tests.notices.factories import a_drawn_event, at, the_match, the_round, the_team
from tests.notices.robots import Said, a_robot
from tests.refusals import refused_codes
from tournaments.bracket.actions.undoing import undo_call
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.matches import call_match
from tournaments.day.actions.timetable import move_round
from tournaments.entries.actions.withdrawal import withdraw_team
from tournaments.entries.queries.my_links import my_token

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)
CREATED = Said(status=201, body="")


@pytest.fixture(autouse=True)
def may_be_private(settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    settings.CHANNEL_TIMEOUT = 5.0


@pytest.fixture
def service():
    with a_robot() as server:
        server.answers = [CREATED] * 40
        yield server


@pytest.fixture
def tournament():
    """甲一 meets 乙一, 甲二 meets 乙二; whatever the draw called for is out."""
    made = a_drawn_event(now=WEEK_BEFORE, name="职工掼蛋赛")
    issue(made)
    return made


def a_browser(service, name="phone"):
    return Browser(f"{service.url}/push/{name}")


def told(tournament, owner, browser, language="en"):
    return subscribe(tournament, owner, browser.subscription, language=language, by=None)


def call_first(tournament):
    call_match(the_match(tournament, 1), by=None)
    issue(tournament)


def pass_time():
    """Let leases and pauses be over."""
    Delivery.objects.exclude(lease_until=None).update(lease_until=Now())
    Delivery.objects.exclude(retry_at=None).update(retry_at=Now())
    Channel.objects.exclude(paused_until=None).update(paused_until=Now())


def states(device):
    return [d.state for d in device.deliveries.order_by("pk")]


# The example of RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
THEIRS = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
THEIR_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(text):
    return ec.derive_private_key(int.from_bytes(push.decoded(text)), ec.SECP256R1())


def test_message_is_sealed_as_in_the_rfc():
    found = push.sealed(PLAIN, THEIR_POINT, AUTH, own=private(OWN), salt=push.decoded(SALT))
    assert push.encoded(found) == SEALED


def test_browser_of_the_rfc_opens_it():
    browser = Browser("https://push.example/", private(THEIRS), push.decoded(AUTH))
    assert browser.subscription.p256dh == THEIR_POINT
    assert browser.opened(push.decoded(SEALED)) == PLAIN
    assert browser.opened(push.sealed(PLAIN, THEIR_POINT, AUTH)) == PLAIN


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        (THEIR_POINT, AUTH[:-2]), (THEIR_POINT, ""), (THEIR_POINT, "x y"), ("", AUTH), (THEIR_POINT[:-2], AUTH),
        ("B" + "A" * 86, AUTH), (THEIR_POINT + " " + AUTH, AUTH), ("不", AUTH),
    ],
)  # fmt: skip
def test_what_is_no_key_of_a_browser(p256dh, auth):
    assert push.is_receiver(THEIR_POINT, AUTH)
    assert not push.is_receiver(p256dh, auth)


def test_called_team_is_told_on_its_device_by_a_signed_message(service, tournament):
    team, browser = the_team(tournament, "甲分会", 1), a_browser(service)
    told(tournament, team, browser)
    told(tournament, the_team(tournament, "甲分会", 2), a_browser(service, "another"))
    call_first(tournament)
    assert deliver_to_channels() == 1
    (heard,) = service.heard
    assert heard.path == "/push/phone"
    headers = {name: heard.headers[name] for name in ("ttl", "urgency", "content-encoding")}
    assert headers == {"ttl": "1800", "urgency": "high", "content-encoding": "aes128gcm"}
    key, claims = signed_by(heard, browser.endpoint)
    assert key == push.public_key(push.site_key())
    assert 0 < claims["exp"] - time() <= 24 * 3600
    assert claims["sub"].startswith("mailto:")
    said = browser.read(heard)
    assert said["title"].startswith("[Rehearsal] 职工掼蛋赛: 甲分会 Team 1")
    assert said["body"].splitlines()[-1] == "职工掼蛋赛"
    assert said["data"].endswith(reverse("my_matches", args=[tournament.slug, my_token(tournament, team=team.pk)]))
    assert (said["tag"], said["renotify"]) == (heard.headers["topic"], True)
    assert len(said["tag"]) <= 32


def test_newer_message_of_a_match_has_the_topic_of_the_older_and_each_goes_alone(service, tournament):
    browser = a_browser(service)
    told(tournament, the_team(tournament, "甲分会", 1), browser, "zh-hans")
    issue(at(tournament, FIRST_START - timedelta(hours=18)))
    deliver_to_channels()
    issue(at(tournament, FIRST_START - timedelta(minutes=30)))
    call_first(tournament)
    move_round(the_round(tournament, 2), FIRST_START + timedelta(days=3), by=None)
    issue(tournament)
    deliver_to_channels()
    assert service.heard[0].headers["urgency"] == "normal"
    titles = [browser.read(heard)["title"].removeprefix("【演练·职工掼蛋赛】") for heard in service.heard]
    assert [title[:8] for title in titles][:2] == ["明天 12:30", "甲分会一队：请到"]
    topics = [heard.headers["topic"] for heard in service.heard]
    assert topics[0] == topics[1] != topics[-1]


def test_device_hears_what_concerns_its_team_and_no_letter_to_a_branch(service, tournament):
    one, two = (the_team(tournament, "甲分会", number) for number in (1, 2))
    devices = [told(tournament, team, a_browser(service, team.pk)) for team in (one, two)]
    for said in (
        Plan("只给分会", "请补交名单。", Concerned.BRANCH, branch=one.branch_id),
        Plan("只发邮件", "请相互转告。"),
        Plan("给大家", "午餐在二楼。", public=True),
    ):
        announce(tournament, said, by=None)
    call_first(tournament)
    withdraw_team(one, reason="出差", by=a_user())
    move_round(the_round(tournament, 2), FIRST_START + timedelta(days=3), by=None)
    issue(tournament)
    heard = [{d.notice.kind for d in device.deliveries.all()} for device in devices]
    of_one = {NoticeKind.ANNOUNCEMENT, NoticeKind.MATCH_CALLED, NoticeKind.RESULT}
    assert heard == [of_one, {NoticeKind.ANNOUNCEMENT, NoticeKind.ROUND_MOVED}]
    titles = Announcement.objects.filter(notice__deliveries__channel__in=devices).values_list("title", flat=True)
    assert list(titles) == ["给大家"] * 2


def test_one_device_that_asked_for_team_and_branch_is_told_once(service, tournament):
    team, browser = the_team(tournament, "甲分会", 1), a_browser(service)
    told(tournament, team, browser)
    told(tournament, team.branch, browser)
    call_first(tournament)
    assert deliver_to_channels() == 1


@pytest.mark.parametrize("status", [404, 410])
def test_device_that_is_gone_is_not_told_again(service, tournament, status):
    device = told(tournament, the_team(tournament, "甲分会", 1), a_browser(service))
    service.answers = [Said(status=status)]
    call_first(tournament)
    assert deliver_to_channels() == 0
    device.refresh_from_db()
    assert (device.secret, device.hint) == ("", "")
    assert device.removed_at is not None
    delivery = device.deliveries.get()
    assert (delivery.state, delivery.last_error) == (DeliveryState.CANCELLED, f"HTTP {status}")
    assert tournament.journal.events.get(kind=TournamentEvent.PUSH_UNSUBSCRIBED).subject == device.subject
    undo_call(the_match(tournament, 1), by=None)
    pass_time()
    assert deliver_to_channels() == 0
    assert len(service.heard) == 1


@pytest.mark.parametrize(
    ("answer", "pause"),
    [
        (Said(status=429, headers={"Retry-After": "120"}), 120),
        (Said(status=500), None),
        (Said(status=503, headers={"Retry-After": "30"}), 30),
        (Said(status=502, headers={"Retry-After": "30"}), 30),
    ],
)  # fmt: skip
def test_push_service_that_is_busy_is_asked_again_in_its_time(service, tournament, answer, pause):
    device = told(tournament, the_team(tournament, "甲分会", 1), a_browser(service))
    service.answers = [answer, CREATED]
    call_first(tournament)
    assert [deliver_to_channels(), deliver_to_channels()] == [0, 0]
    device.refresh_from_db()
    assert (device.paused_until is not None) == (pause is not None)
    if pause:
        wait = (device.paused_until - Attempt.objects.get().at).total_seconds()
        assert pause - 1 <= wait <= pause + 10
    pass_time()
    assert deliver_to_channels() == 1
    assert states(device) == [DeliveryState.SENT]
    assert len({heard.id for heard in service.heard}) == len({heard.headers["topic"] for heard in service.heard}) == 1


def test_push_service_that_does_not_answer_rests_with_all_its_devices_and_no_group_waits(service, tournament, settings):
    settings.CHANNEL_TIMEOUT = 0.2
    for number, name in enumerate(("甲分会", "乙分会")):
        told(tournament, the_team(tournament, name, 1), a_browser(service, number))
    service.before_answer = service.hold
    with a_robot() as robot:
        plan = ChannelPlan("群", "wecom", robot.address(), heard=NoticeKind.values)
        add_channel(tournament, plan, by=None)
        issue(at(tournament, FIRST_START - timedelta(hours=18)))
        assert deliver_to_channels() == 1
        assert len(robot.heard) == 1
    assert len(service.heard) == 1
    assert {d.paused_until is not None for d in Channel.objects.filter(service="push")} == {True}


def test_sender_that_died_is_followed_by_one_who_sends_the_same_once_more(service, tournament):
    browser = a_browser(service)
    device = told(tournament, the_team(tournament, "甲分会", 1), browser)
    call_first(tournament)
    died = claim(device)
    assert claim(device) is None  # as long as the lease holds
    Delivery.objects.update(lease_until=Now())
    assert deliver(claim(device))
    assert deliver(died)  # he was only slow
    first, again = service.heard
    assert first.id == again.id
    assert browser.read(first)["tag"] == browser.read(again)["tag"]
    assert states(device) == [DeliveryState.SENT]


def test_whoever_was_told_of_a_call_is_told_that_it_was_taken_back(service, tournament):
    browser = a_browser(service)
    told(tournament, the_team(tournament, "甲分会", 1), browser)
    call_first(tournament)
    deliver_to_channels()
    undo_call(the_match(tournament, 1), by=None)
    assert deliver_to_channels() == 1
    assert service.heard[0].headers["topic"] == service.heard[1].headers["topic"]
    assert "is not called after all" in browser.read(service.heard[1])["title"]


def test_asked_twice_it_stands_there_once_and_may_come_back(service, tournament):
    team, browser = the_team(tournament, "甲分会", 1), a_browser(service)
    device = told(tournament, team, browser)
    assert told(tournament, team, browser, "zh-hans") == device
    assert Channel.objects.get(service="push").language == "zh-hans"
    unsubscribe(device, by=None)
    unsubscribe(device, by=None)
    assert device_at(team, browser.endpoint) is None
    assert told(tournament, team, browser) == device
    assert device_at(team, browser.endpoint) == device
    kinds = (TournamentEvent.PUSH_SUBSCRIBED, TournamentEvent.PUSH_UNSUBSCRIBED)
    found = tournament.journal.events.filter(kind__in=kinds).order_by("number")
    assert [event.kind for event in found] == [*kinds, kinds[0]]
    assert not any(event.public or event.data for event in found)
    assert channels(tournament) == []


@pytest.mark.parametrize(
    ("endpoint", "code"),
    [
        ("http://push.example/x", Code.VALUE_INVALID),
        ("https://push.example:8443/x", Code.VALUE_INVALID),
        ("https://user@push.example/x", Code.VALUE_INVALID),
        ("https://push.example/" + "x" * 500, Code.VALUE_INVALID),
        ("https://10.0.0.1/x", Code.CHANNEL_ADDRESS_PRIVATE),
        ("https://localhost/x", Code.CHANNEL_ADDRESS_PRIVATE),
    ],
)
def test_address_that_a_stranger_may_not_choose(tournament, settings, endpoint, code):
    settings.CHANNELS_MAY_BE_PRIVATE = False
    branch = tournament.branches.first()
    assert refused_codes(lambda: told(tournament, branch, Browser(endpoint))) == {code}
    assert not Channel.objects.exists()
    assert told(tournament, branch, Browser("https://push.example/x")).hint == "push.example"


def test_keys_that_are_none_are_refused(tournament):
    browser = Browser("https://push.example/x", auth=b"short")
    assert refused_codes(lambda: told(tournament, tournament.branches.first(), browser)) == {Code.VALUE_INVALID}
    assert not Channel.objects.exists()


def test_a_team_or_branch_has_so_many_devices(tournament):
    branch = tournament.branches.first()
    rows = [Channel(tournament=tournament, branch=branch, service="push", mark=str(n)) for n in range(MOST_DEVICES)]
    Channel.objects.bulk_create(rows)
    browser = Browser("https://push.example/x")
    assert refused_codes(lambda: told(tournament, branch, browser)) == {Code.TOO_MANY_DEVICES}
    assert told(tournament, branch.teams.first(), browser)


def test_new_key_of_the_site_changes_nothing_for_a_device(service, tournament, settings):
    browser = a_browser(service)
    told(tournament, the_team(tournament, "甲分会", 1), browser)
    known = push.public_key(push.site_key())
    settings.SECRET_KEY_BEFORE, settings.SECRET_KEY = settings.SECRET_KEY, "n" * 50
    call_command("reseal", stdout=StringIO())
    settings.SECRET_KEY_BEFORE = ""
    call_first(tournament)
    assert deliver_to_channels() == 1
    assert signed_by(service.heard[0], browser.endpoint)[0] == known != push.public_key(push.site_key())


def test_devices_go_when_people_are_forgotten(service, tournament):
    told(tournament, the_team(tournament, "甲分会", 1), a_browser(service))
    call_first(tournament)
    deliver_to_channels()
    forget_everybody(tournament, by=None)
    assert not Channel.objects.filter(service="push").exists()
