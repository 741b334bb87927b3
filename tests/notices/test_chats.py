"""From a due notice to a chat group and back: real HTTP, and every way in which that can fail."""

import base64
import csv
import hashlib
import hmac
import socket
from contextlib import suppress
from datetime import time, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from itertools import cycle
from threading import Event, Thread
from time import monotonic
from urllib.parse import parse_qs

import pytest
from django.conf import settings as site

from launch.places import ROOT
from notices.actions.channels import ChannelPlan, add_channel, remove_channel, try_channel
from notices.actions.outbox import send_again
from notices.audience import People, Routes
from notices.chats import deliver_to_channels
from notices.delivery import MOST_ATTEMPTS, deliver_due, issue
from notices.models import Attempt, Delivery, Notice
from notices.outside import Unanswered, is_public, post
from notices.states import Collecting, DeliveryState, NoticeKind, Outcome, Service
from tests.factories import FIRST_START, a_tournament
from tests.notices.factories import SOON, WEEK_BEFORE, a_drawn_event, at, pass_time, the_match, the_round, the_team
from tests.notices.robots import Said, a_certificate, a_robot
from tournaments.bracket.actions.undoing import undo_call
from tournaments.day.actions.matches import call_match
from tournaments.day.actions.timetable import move_round

SITE = site.SITE_URL
pytestmark = pytest.mark.django_db


def a_channel(tournament, address, *, service=Service.WECOM, heard=NoticeKind.values, **more):
    plan = ChannelPlan(name="工作群", service=service, address=address, heard=heard, **more)
    return add_channel(tournament, plan, by=None)


def deliver_all():
    while deliver_to_channels():
        pass


def deliver_due_notices(tournament):
    issue(tournament)
    return deliver_to_channels()


def states(channel):
    return [d.state for d in channel.deliveries.order_by("pk")]


def outcomes(channel):
    return [(a.number, a.outcome, a.said) for a in Attempt.objects.filter(delivery__channel=channel)]


def test_group_reads_a_short_message_with_match_table_time_and_link(tournament, robot):
    team = the_team(tournament, "甲分会", 1)
    of_event = a_channel(
        tournament, robot.address("of-the-event"), heard=[NoticeKind.ROUND_SOON, NoticeKind.DRAW_PUBLISHED]
    )
    deliver_due_notices(tournament)
    assert robot.heard.pop().text.splitlines() == [
        "【演练·掼蛋比赛】抽签结果公布",
        "4支队伍的对阵已确定。4进2于11月29日 周一 12:30开始。",
        f"{SITE}/e/{tournament.slug}/bracket/",
    ]
    of_branch = a_channel(
        tournament, robot.address("of-the-branch"), branch=team.branch_id, heard=[NoticeKind.MATCH_SOON]
    )
    of_team = a_channel(tournament, robot.address("of-the-team"), team=team.pk, heard=[NoticeKind.MATCH_SOON])
    issue(at(tournament, SOON))
    deliver_all()
    texts = {h.path.partition("=")[2]: h.text for h in robot.heard}
    assert texts["of-the-team"].splitlines() == [
        "【演练·掼蛋比赛】今天12:30 甲分会一队出场",
        "4进2 · 第1场，11月29日 周一 12:30",
        "对手：乙分会一队",
        "桌号：1",
        "地点：职工之家（知行楼）",
        "12:20前签到",
        f"{SITE}/e/{tournament.slug}/matches/1/",
    ]
    assert "甲分会二队" in texts["of-the-branch"]
    assert "乙分会一队出场" not in texts["of-the-branch"]
    assert "第1场，1号桌：甲分会一队 – 乙分会一队" in texts["of-the-event"]
    assert texts["of-the-event"].endswith(f"/e/{tournament.slug}/rounds/")
    for channel in (of_event, of_branch, of_team):
        assert set(states(channel)) == {DeliveryState.SENT}


@pytest.mark.parametrize(
    ("service", "path", "key"),
    [
        (Service.DINGTALK, "/robot/send?access_token=0a1b2c3d4e5f", "SECabc"),
        (Service.FEISHU, "/open-apis/bot/v2/hook/0a1b2c3d-4e5f", "abc"),
        (Service.SERVERCHAN, "/SCT123456abc.send", ""),
    ],
)
def test_each_service_gets_what_its_document_asks(tournament, robot, service, path, key):
    a_channel(tournament, f"{robot.url}{path}", service=service, key=key)
    robot.answers = [Said(body='{"code":0,"msg":"success"}')]
    assert deliver_due_notices(tournament) == 1
    (request,) = robot.heard
    payload = request.json
    if service == Service.DINGTALK:
        stamp, sign = (parse_qs(request.path.partition("?")[2])[name][0] for name in ("timestamp", "sign"))
        assert sign == signature("SECabc", f"{stamp}\nSECabc")
        assert payload["msgtype"] == "text"
    elif service == Service.FEISHU:
        assert payload["sign"] == signature(f"{payload['timestamp']}\nabc", "")
        assert payload["msg_type"] == "text"
    else:
        assert len(payload["title"]) <= 32
        assert "抽签结果公布" in payload["desp"]


def signature(key, text):
    return base64.b64encode(hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()).decode()


FAILURES = [
    (Said(status=500, body="<html>"), "HTTP 500", None),
    (Said(status=429, headers={"Retry-After": "120"}), "HTTP 429", 120),
    (Said(status=429), "HTTP 429", 60),
    (Said(status=503, headers={"Retry-After": "Fri, 31 Dec 2999 23:59:59 GMT"}), "HTTP 503", 3600),
    (Said(body='{"errcode":45009,"errmsg":"api freq out of limit"}'), "45009 api freq out of limit", 60),
    (Said(body='{"errcode":-1,"errmsg":"system busy"}'), "-1 system busy", None),
    (Said(body="not json"), "not json", None),
]


@pytest.mark.parametrize(("answer", "said", "pause"), FAILURES, ids=lambda value: str(value)[:40])
def test_refused_for_now_goes_out_again_under_the_same_id(tournament, robot, answer, said, pause):
    channel = a_channel(tournament, robot.address())
    robot.answers = [answer]
    assert deliver_due_notices(tournament) == 0
    assert deliver_to_channels() == 0  # not before its pause is over
    assert len(robot.heard) == 1
    channel.refresh_from_db()
    assert (channel.paused_until is not None) == (pause is not None)
    if pause:
        wait = (channel.paused_until - Attempt.objects.get().at).total_seconds()
        assert pause - 1 <= wait <= pause + 10
    pass_time()
    assert deliver_to_channels() == 1
    assert len({request.id for request in robot.heard}) == 1
    assert states(channel) == [DeliveryState.SENT]
    assert outcomes(channel) == [(1, Outcome.LATER, said), (2, Outcome.SENT, "")]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            Said(body='{"errcode":93000,"errmsg":"invalid webhook url, key 0a1b2c3d-4e5f"}'),
            "93000 invalid webhook url, key …",
        ),
        (Said(status=404), "HTTP 404"),
        (Said(status=302, headers={"Location": "/elsewhere"}), "HTTP 302: not followed"),
    ],
)  # fmt: skip
def test_refused_for_good_is_not_repeated_until_somebody_does_by_hand(tournament, robot, answer, said):
    channel = a_channel(tournament, robot.address())
    robot.answers = [answer]
    deliver_due_notices(tournament)
    pass_time()
    assert deliver_to_channels() == 0
    assert len(robot.heard) == 1  # nobody was led elsewhere either
    delivery = channel.deliveries.get()
    assert (delivery.state, delivery.last_error) == (DeliveryState.FAILED, said)
    send_again(tournament, [delivery.notice_id], by=None)
    assert deliver_to_channels() == 1
    assert robot.heard[0].id == robot.heard[1].id


def test_unanswered_is_tried_again_with_longer_pauses_and_given_up_at_last(tournament, robot, settings):
    settings.CHANNEL_TIMEOUT = 0.1
    channel = a_channel(tournament, robot.address())
    robot.before_answer = robot.hold
    deliver_due_notices(tournament)
    delivery = channel.deliveries.get()
    assert (delivery.state, delivery.last_error) == (DeliveryState.PENDING, "timed out")
    pass_time()
    Delivery.objects.update(attempts=MOST_ATTEMPTS - 1)
    deliver_to_channels()
    assert states(channel) == [DeliveryState.FAILED]


def test_answer_that_drips_has_an_end(settings):
    settings.CHANNEL_TIMEOUT, settings.CHANNELS_MAY_BE_PRIVATE = 0.1, True
    listener = socket.create_server(("127.0.0.1", 0))

    def drip():
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            connection.recv(65536)
            for letter in cycle(b"x"):
                connection.sendall(bytes([letter]))
                closed.wait(0.05)

    closed = Event()
    thread = Thread(target=drip, daemon=True)
    thread.start()
    began = monotonic()
    with pytest.raises(Unanswered):
        post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"{}", {})
    assert monotonic() - began < 5
    listener.close()


def test_wrong_certificate_is_not_spoken_to(tournament, tmp_path, settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    with a_robot(a_certificate(tmp_path)) as robot:
        channel = a_channel(tournament, robot.address())
        deliver_due_notices(tournament)
        assert robot.heard == []
    delivery = channel.deliveries.get()
    assert delivery.state == DeliveryState.PENDING
    assert "CERTIFICATE_VERIFY_FAILED" in delivery.last_error


def test_limit_of_a_robot_holds_over_all_its_channels_and_events(tournament, robot):
    channels = [a_channel(event, robot.address()) for event in (tournament, a_tournament())]
    Attempt.objects.bulk_create(an_attempt(channels[0], number) for number in range(17))
    for channel in channels * 2:
        try_channel(channel, by=None)
    deliver_all()
    assert len(robot.heard) == 20 - 17
    pass_time()
    deliver_all()
    assert len(robot.heard) == len({request.id for request in robot.heard}) == 4


def an_attempt(channel, number):
    """A message that went out just now."""
    delivery, _ = Delivery.objects.get_or_create(
        notice=Notice.objects.filter(tournament=channel.tournament)[0], channel=channel, address="x",
        message_id="before", state=DeliveryState.SENT,
    )  # fmt: skip
    return Attempt(delivery=delivery, number=1, message_id=f"before {number}", outcome=Outcome.SENT)


def test_what_waits_together_goes_out_in_one_message_and_a_call_before_it(tournament, robot):
    team = the_team(tournament, "甲分会", 1)
    channel = a_channel(tournament, robot.address(), branch=team.branch_id, collecting=Collecting.HOUR)
    issue(tournament)
    assert deliver_to_channels() == 0  # collected until the hour is full
    issue(at(tournament, SOON))
    assert deliver_to_channels() == 1  # 12:00 is a full hour
    (request,) = robot.heard
    lines = request.text.splitlines()
    assert lines[0] == "【演练·掼蛋比赛】7条消息"
    assert "今天12:30 甲分会一队出场" in lines
    call_match(the_match(tournament, 1), by=None)
    issue(at(tournament, SOON + timedelta(minutes=10)))
    assert deliver_to_channels() == 1
    assert robot.heard[1].text.startswith("【演练·掼蛋比赛】甲分会一队：请到1号桌")
    assert set(states(channel)) == {DeliveryState.SENT}


def test_repeated_message_holds_the_same_notices(tournament, robot):
    channel = a_channel(tournament, robot.address())
    robot.answers = [Said(status=500)]
    deliver_due_notices(tournament)
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=None)
    issue(tournament)
    assert deliver_to_channels() == 1  # what came later goes out meanwhile
    pass_time()
    assert deliver_to_channels() == 1
    first, later, again = robot.heard
    assert first.id == again.id != later.id
    assert first.text.splitlines()[0] == again.text.splitlines()[0] != later.text.splitlines()[0]
    assert set(states(channel)) == {DeliveryState.SENT}


def test_long_news_fit_into_the_message_and_keep_their_link(robot):
    tournament = a_drawn_event(now=WEEK_BEFORE, branches=8)
    a_channel(tournament, robot.address())
    issue(at(tournament, FIRST_START - timedelta(hours=2)))
    deliver_to_channels()
    for request in robot.heard:
        assert len(request.text.encode()) <= 2048
        assert request.text.splitlines()[-1].startswith(SITE)


def test_quiet_hours_hold_back_and_go_over_midnight(tournament, robot):
    at(tournament, WEEK_BEFORE.replace(hour=23))
    channel = a_channel(tournament, robot.address(), quiet_from=time(22), quiet_until=time(7, 30))
    assert deliver_due_notices(tournament) == 0
    at(tournament, FIRST_START.replace(hour=7, minute=29) - timedelta(days=6))
    assert deliver_to_channels() == 0
    try_channel(channel, by=None)
    assert deliver_to_channels() == 1  # a test is looked for now
    at(tournament, FIRST_START.replace(hour=7, minute=30) - timedelta(days=6))
    assert deliver_to_channels() == 1


def test_kind_that_is_switched_off_or_that_nobody_named_for_groups_is_not_said(tournament, robot):
    channel = a_channel(tournament, robot.address(), heard=[NoticeKind.RESULT])
    assert deliver_due_notices(tournament) == 0
    assert not channel.deliveries.exists()
    a_channel(tournament, robot.address("of-a-branch"), branch=the_team(tournament, "甲分会", 1).branch_id)
    notice = Notice.objects.get(tournament=tournament, kind=NoticeKind.DRAW_PUBLISHED)
    assert len(Routes([notice], People([notice])).channels_of(notice)) == 1
    notice.kind = "of_tomorrow"
    assert Routes([notice], People([notice])).channels_of(notice) == []


def test_mailbox_of_a_branch_gets_mails(tournament, mails):
    mails.refuse["group@branch.example"] = "451 busy"
    channel = a_channel(tournament, "group@branch.example", service=Service.MAIL)
    assert deliver_due_notices(tournament) == 0
    mails.refuse.clear()
    pass_time()
    assert deliver_to_channels() == 1
    assert mails.addresses == ["group@branch.example"]
    assert mails.received[0].message_id == channel.deliveries.get().message_id
    assert outcomes(channel) == [(1, Outcome.LATER, "451 busy"), (2, Outcome.SENT, "")]
    assert deliver_due() == 3  # nobody else's mails wait behind it


def test_correction_goes_to_the_groups_that_were_told(tournament, robot):
    team = the_team(tournament, "甲分会", 1)
    a_channel(tournament, robot.address("told-of-the-call"), branch=team.branch_id, heard=[NoticeKind.MATCH_CALLED])
    a_channel(tournament, robot.address("told-of-nothing"), heard=[])
    match = the_match(tournament, 1)
    call_match(match, by=None)
    deliver_due_notices(tournament)
    undo_call(match, by=None)
    issue(tournament)
    assert deliver_to_channels() == 1
    assert [request.path.partition("=")[2] for request in robot.heard] == ["told-of-the-call"] * 2
    assert "请等候重新点名" in robot.heard[1].text or "点名" in robot.heard[1].text


def test_removed_channel_hears_nothing_and_keeps_its_log(tournament, robot):
    channel = a_channel(tournament, robot.address())
    issue(tournament)
    remove_channel(channel, by=None)
    assert deliver_to_channels() == 0
    assert states(channel) == [DeliveryState.CANCELLED]
    channel.refresh_from_db()
    assert (channel.secret, channel.hint) == ("", "")


@pytest.mark.parametrize(
    ("address", "is_open"),
    [
        ("8.8.8.8", True), ("2606:4700::1111", True), ("2a00:1450:4001:80b::200e", True), ("::ffff:8.8.8.8", True),
        ("64:ff9b::808:808", True), ("127.0.0.1", False), ("169.254.169.254", False), ("fe80::1%eth0", False),
        ("::ffff:127.0.0.1", False), ("64:ff9b::7f00:1", False), ("2002:808:808::", False), ("4000::1", False),
    ],
)  # fmt: skip
def test_address_of_the_open_internet(address, is_open):
    assert is_public(address) is is_open


def special_blocks() -> list[tuple[IPv4Network | IPv6Network, bool]]:
    """IANA's two registries of special-purpose addresses, as published on 2026-07-18, and the multicast blocks: each
    with whether it says that it is globally reachable."""
    rows = csv.DictReader((ROOT / "tests" / "cases" / "special_addresses.csv").read_text().splitlines())
    multicast = [(ip_network("224.0.0.0/4"), False), (ip_network("ff00::/8"), False)]
    return [(ip_network(row["block"]), row["reachable"] == "True") for row in rows] + multicast


BLOCKS = special_blocks()


def reachable(address: IPv4Address | IPv6Address) -> bool:
    """As the narrowest block says in which it lies."""
    around = [block for block in BLOCKS if block[0].version == address.version and address in block[0]]
    return max(around, key=lambda block: block[0].prefixlen)[1]


def wrapped(inner: IPv4Address) -> list[str]:
    """Every way in which an address of IPv4 is written in IPv6: compatible, mapped, translated, NAT64 (its own prefix
    and one of a network's), ISATAP, 6to4, Teredo."""
    number, turned = int(inner), int(inner) ^ 0xFFFFFFFF
    high, low, above, below = number >> 16, number & 0xFFFF, turned >> 16, turned & 0xFFFF
    return [
        f"::{inner}", f"::ffff:{inner}", f"::ffff:0:{inner}", f"64:ff9b::{inner}", f"64:ff9b:1::{inner}",
        f"fe80::5efe:{inner}", f"2002:{high:x}:{low:x}::1", f"2001:0:5db8:d822:0:0:{above:x}:{below:x}",
    ]  # fmt: skip


def test_nothing_of_the_registries_of_special_addresses_is_taken_for_public():
    edges = [address for block, _reachable in BLOCKS for address in (block[0], block[-1])]
    closed = [address for address in edges if not reachable(address)]
    assert len(closed) > 70
    assert [str(address) for address in closed if is_public(str(address))] == []
    of_four = [address for address in closed if address.version == 4]
    assert [form for address in of_four for form in wrapped(address) if is_public(form)] == []


def test_name_that_leads_into_a_network_of_ones_own_is_not_connected_to(tournament, robot, settings):
    """It may have been public when it was entered: it is looked at whenever something is sent."""
    channel = a_channel(tournament, robot.address().replace("127.0.0.1", "localhost"))
    settings.CHANNELS_MAY_BE_PRIVATE = False
    deliver_due_notices(tournament)
    assert robot.heard == []
    delivery = channel.deliveries.get()
    assert (delivery.state, delivery.last_error) == (DeliveryState.FAILED, "该地址指向内部网络，未发送。")
