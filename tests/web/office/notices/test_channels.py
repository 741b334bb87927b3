"""群与邮箱 through the pages: added, tried, changed, removed; no address and no key is ever shown again."""

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from journal.clock import set_rehearsal_time
from journal.models import Event
from notices.actions.announcements import Plan, announce
from notices.addressing import opened
from notices.audience import MAILED
from notices.chats import deliver_to_channels
from notices.delivery import issue
from notices.models import Channel, Delivery, Notice
from notices.plan import notify_branch
from notices.states import DeliveryState, NoticeKind, NoticeState
from tests.factories import FIRST_START, a_role, a_tournament
from tests.made_once import once_a_module
from tests.notices.factories import a_drawn_event, the_team
from tests.notices.robots import Said, a_robot
from tests.rows import all_rows
from tests.web.pages import markup, queries, signed_in, text
from tournaments.codes import TournamentEvent
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)
KEY = "0a1b2c3d-4e5f-secret"
WECOM = f"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={KEY}"


made_once, tournament = once_a_module(lambda: a_drawn_event(now=WEEK_BEFORE))


@pytest.fixture
def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def at(tournament, name, *arguments):
    return reverse(name, args=[tournament.slug, *arguments])


def typed(**more):
    about = {"name": "工作群", "whose": "event", "service": "wecom", "address": WECOM, "secret": ""}
    return {**about, "heard": ["result", "draw_published"], "collecting": "0", **more}


def add(office, tournament, **more):
    return office.post(at(tournament, "channel_new"), typed(**more))


def seen_of(tournament, channel):
    return tournament.journal.events.filter(subject=channel.subject).latest("number").number


def test_channel_is_added_and_neither_address_nor_key_is_shown_again(office, tournament):
    first = markup(office.get(at(tournament, "channels")))
    assert "add a group robot and copy its Webhook address" in first
    assert at(tournament, "channel_new") in first
    address = "https://oapi.dingtalk.com/robot/send?access_token=0a1b2c3d4e5f"
    answer = add(office, tournament, service="dingtalk", secret="SECabcdef", address=address)
    channel = Channel.objects.get()
    assert answer.url == at(tournament, "channel", channel.pk)
    assert opened(channel) == (address, "SECabcdef")
    stored = json.dumps(list(Channel.objects.values()), default=str) + json.dumps(list(Event.objects.values("data")))
    shown = [office.get(at(tournament, *page)).content.decode()
             for page in (("channels",), ("channel", channel.pk), ("outbox",))]  # fmt: skip
    for secret in ("0a1b2c3d4e5f", "SECabcdef"):
        assert not any(secret in page for page in (stored, *shown))
    assert "oapi.dingtalk.com" in shown[0]
    event = tournament.journal.events.get(kind=TournamentEvent.CHANNEL_ADDED)
    assert (event.data, event.public) == ({"name": "工作群"}, False)
    assert set(channel.silenced).isdisjoint({"result", "draw_published"})
    assert "awards" in channel.silenced


WRONG = [
    ({"name": ""}, "name"),
    ({"name": "群" * 41}, "name"),
    ({"address": ""}, "address"),
    ({"address": "https://example.org/cgi-bin/webhook/send?key=0a1b2c3d"}, "address"),
    ({"address": "http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0a1b2c3d"}, "address"),
    ({"address": "https://qyapi.weixin.qq.com@example.org/cgi-bin/webhook/send?key=0a1b2c3d"}, "address"),
    ({"address": "file:///cgi-bin/webhook/send?key=0a1b2c3d"}, "address"),
    ({"address": "https://[broken/cgi-bin/webhook/send?key=0a1b2c3d"}, "address"),
    ({"service": "webhook", "address": "https://example.org/hook"}, "service"),
    ({"service": "mail", "address": "nobody"}, "address"),
    ({"service": "fax"}, "service"),
    ({"whose": "branch:999999"}, "whose"),
    ({"whose": "nobody"}, "whose"),
    ({"quiet_from": "22:00"}, "quiet_until"),
    ({"quiet_from": "25:00", "quiet_until": "07:00"}, "quiet_from"),
    ({"collecting": "7"}, "collecting"),
    ({"heard": ["nonsense"]}, "heard"),
    ({"secret": "x" * 201}, "secret"),
]


def test_what_is_wrong_stands_at_its_field_and_nothing_is_kept(office, tournament):
    before = all_rows()
    for wrong, field in WRONG:
        answer = add(office, tournament, **wrong)
        html = markup(answer)
        assert (answer.status_code, f'href="#f-{field}"' in html) == (422, True), wrong
        assert "name" in wrong or 'value="工作群"' in html, wrong
    at_once = markup(add(office, tournament, name="", address="x", quiet_until="07:00"))
    assert all(f'href="#f-{field}"' in at_once for field in ("name", "address", "quiet_from"))
    assert all_rows() == before


def test_change_keeps_the_address_unless_another_is_typed_and_rotates_it_then(office, tournament):
    add(office, tournament)
    channel, branch = Channel.objects.get(), the_team(tournament, "甲分会", 1).branch
    page, mark, other = at(tournament, "channel", channel.pk), channel.mark, WECOM.replace("0a1b", "9f9f")

    def change(address="", seen=None, **more):
        answer = office.post(page, typed(address=address, seen=seen or seen_of(tournament, channel), **more))
        channel.refresh_from_db()
        return answer

    quiet = {"quiet_from": "22:00", "quiet_until": "07:30"}
    assert change(name="甲分会群", whose=f"branch:{branch.pk}", **quiet).status_code == 302
    assert (channel.name, channel.branch, opened(channel)[0]) == ("甲分会群", branch, WECOM)
    assert change(secret="new key").status_code == 302
    assert (opened(channel), channel.mark) == ((WECOM, "new key"), mark)
    older = seen_of(tournament, channel)
    assert change(address=other).status_code == 302
    assert opened(channel) == (other, "")
    assert channel.mark != mark
    late = change(name="旧页", seen=older)
    assert late.status_code == 409
    assert "旧页" in markup(late)
    assert change(service="feishu").status_code == 422  # another service has another address


def test_channel_is_tried_and_its_log_says_how_it_went(office, tournament, settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    with a_robot() as robot:
        add(office, tournament, address=robot.address(KEY))
        channel = Channel.objects.get()
        page = at(tournament, "channel", channel.pk)
        robot.answers = [Said(status=500), Said(body=f'{{"errcode":93000,"errmsg":"invalid key={KEY}"}}')]
        test = {"key": "once"}
        for _ in range(2):  # pressed twice is once
            assert office.post(at(tournament, "channel_test", channel.pk), test).status_code == 302
        assert Delivery.objects.count() == 1
        assert "hx-trigger" in markup(office.get(page))  # the page looks again by itself
        deliver_to_channels()
        Delivery.objects.update(retry_at=None)
        deliver_to_channels()
    html = markup(office.get(page))
    assert "HTTP 500" in html
    assert "93000 invalid key=…" in html
    assert KEY not in html
    assert "hx-trigger" not in html
    assert "1 not delivered" in text(office.get(at(tournament, "channels")))
    assert tournament.journal.events.filter(kind=TournamentEvent.CHANNEL_TESTED).count() == 1
    notice = Delivery.objects.get().notice
    assert "HTTP 500" in markup(office.get(at(tournament, "outbox_notice", notice.pk)))


def test_address_is_one_channel_of_an_event_until_that_is_removed_once(office, tournament):
    add(office, tournament)
    assert add(office, tournament, name="又一个").status_code == 422
    channel = Channel.objects.get()
    office.post(at(tournament, "channel_test", channel.pk))
    removal, seen = at(tournament, "channel_removal", channel.pk), seen_of(tournament, channel)
    assert office.post(removal, {"seen": "0"}).status_code == 409
    assert office.post(removal, {"seen": seen}).status_code == 302
    assert Delivery.objects.get().state == DeliveryState.CANCELLED
    assert office.get(at(tournament, "channel", channel.pk)).status_code == 404
    assert office.post(removal, {"seen": seen}).status_code == 404
    assert add(office, tournament).status_code == 302  # the address is free again


def mailing(office, tournament, *kinds, seen=0):
    return office.post(at(tournament, "channels_mailing"), {"mailed": kinds, "seen": str(seen)})


def ticked(office, tournament):
    """The kinds whose box is ticked on the page."""
    return re.findall(r'name="mailed" value="(\w+)"[^>]*checked', markup(office.get(at(tournament, "channels"))))


def addresses_told(tournament, kind):
    return set(Delivery.objects.filter(notice__kind=kind).values_list("address", flat=True))


def test_kinds_that_the_office_switches_off_are_mailed_to_nobody_and_groups_hear_them(office, tournament, settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    assert set(ticked(office, tournament)) == set(MAILED)
    assert mailing(office, tournament, "draw_published", "result").status_code == 302
    assert ticked(office, tournament) == ["draw_published", "result"]
    event = tournament.journal.events.get(kind=TournamentEvent.MAILING_CHANGED)
    assert (event.data["silenced"], event.public) == (sorted({*MAILED} - {"draw_published", "result"}), False)
    add(office, tournament, address="https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0a1b2c3d-4e5f",
        heard=["round_day_before"])  # fmt: skip
    waiting = text(office.get(at(tournament, "outbox")))
    assert "Mon 22 Nov 12:30 The draw is published not due yet Sun 28 Nov" in waiting
    assert waiting.count("not due yet · not by e-mail") == 6
    set_rehearsal_time(tournament.journal, FIRST_START - timedelta(hours=12))
    issue(tournament)
    assert len(addresses_told(tournament, NoticeKind.DRAW_PUBLISHED)) == 3
    assert addresses_told(tournament, NoticeKind.MATCH_DAY_BEFORE) == set()
    assert addresses_told(tournament, NoticeKind.ROUND_DAY_BEFORE) == {Channel.objects.get().subject}
    silent = Notice.objects.filter(kind=NoticeKind.MATCH_DAY_BEFORE)
    assert set(silent.values_list("state", flat=True)) == {NoticeState.ISSUED}  # nobody lacks an address


def test_what_cannot_be_switched_off_is_mailed(office, tournament):
    assert mailing(office, tournament).status_code == 302
    assert ticked(office, tournament) == []
    announce(tournament, Plan("停车", "请走东门。"), by=None)
    notify_branch(tournament, NoticeKind.ENTRY_RETURNED, the_team(tournament, "甲分会", 1).branch_id)
    issue(tournament)
    mailed = set(Delivery.objects.values_list("notice__kind", flat=True))
    assert mailed == {NoticeKind.ANNOUNCEMENT, NoticeKind.ENTRY_RETURNED}


def test_late_or_unknown_choice_of_mails_and_strangers_are_refused(office, tournament):
    mailing(office, tournament, "result")
    chief = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))
    before = all_rows()
    assert mailing(office, tournament, "awards").status_code == 409
    assert mailing(office, tournament, "announcement").status_code == 422
    assert mailing(chief, tournament).status_code == 403
    assert all_rows() == before


def test_pages_cost_no_more_with_more_channels(office, tournament):
    add(office, tournament)
    first = Channel.objects.get().pk
    pages = [at(tournament, "channels"), at(tournament, "channel", first)]
    office.post(at(tournament, "channel_test", first))
    few = [queries(office, page) for page in pages]
    for number in range(3):
        add(office, tournament, address=f"{WECOM}-{number}", name=f"群{number}")
        office.post(at(tournament, "channel_test", first))
    assert [queries(office, page) for page in pages] == few


def test_channels_are_the_offices_alone_and_each_belongs_to_one_event(office, tournament):
    add(office, tournament)
    pk, elsewhere = Channel.objects.get().pk, a_tournament()
    other_office = signed_in(a_role(elsewhere, RoleKind.OFFICE))
    for name in ("channel", "channel_test", "channel_removal"):
        assert other_office.post(at(elsewhere, name, pk), {"seen": "0"}).status_code == 404
        assert other_office.post(at(tournament, name, pk), {"seen": "0"}).status_code == 403
    for kind in (RoleKind.CHIEF_REFEREE, RoleKind.REFEREE):
        visitor = signed_in(a_role(tournament, kind))
        assert visitor.get(at(tournament, "channels")).status_code == 403
        assert add(visitor, tournament, address=f"{WECOM}-9").status_code == 403
