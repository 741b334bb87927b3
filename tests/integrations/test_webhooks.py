"""Webhooks: what happens in public is told once, signed, to whom it concerns, and again until it is taken."""

import base64
import hmac
import json
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db.models import F
from django.db.models.functions import Now

from integrations.actions import add_webhook, enable_webhook, remove_webhook, repeat_call, try_webhook
from integrations.delivery import MOST_ATTEMPTS, deliver_calls
from integrations.models import Call, CallAttempt, Webhook
from integrations.states import CallState
from journal.refusals import Refused, WrongState
from tests.factories import a_drawn_tournament, a_referee, a_tournament
from tests.notices.robots import Said, a_robot
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.matches import enter_deal
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def robot(settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    with a_robot() as running:
        yield running


@pytest.fixture
def event():
    return a_drawn_tournament(slug="cup", branches=2, teams=1, started=True)


def a_webhook(event, robot, *kinds):
    return add_webhook(event, "排行榜", f"{robot.url}/hook", kinds, by=None)


def a_deal(event, order="NS"):
    return enter_deal(Match.objects.get(stage__tournament=event, number=1), order, by=a_referee(event))


def states():
    return list(Call.objects.values_list("state", flat=True))


def at_once():
    """What waits for its next try waits no longer."""
    Call.objects.update(retry_at=None)
    Webhook.objects.update(rests_until=None)


def test_what_happens_is_told_once_and_signed_to_whom_it_concerns(event, robot):
    a_deal(event)  # what was before is not told
    webhook, key = a_webhook(event, robot)
    a_webhook(event, robot, "result")
    a_deal(event, "WE")
    assert (deliver_calls(), deliver_calls()) == (1, 0)
    (request,) = robot.heard
    number = event.journal.events.filter(kind="deal.entered").latest("number").number
    body = request.json
    assert (body["type"], body["data"]["tournament"], body["data"]["number"]) == ("deal.entered", "cup", number)
    assert (body["data"]["match"], body["data"]["data"]["order"]) == (1, "WE")
    signed = f"{request.headers['webhook-id']}.{request.headers['webhook-timestamp']}.".encode() + request.body
    mac = hmac.new(base64.b64decode(key.removeprefix("whsec_")), signed, sha256).digest()
    assert request.headers["webhook-signature"] == "v1," + base64.b64encode(mac).decode()
    attempt = CallAttempt.objects.get()
    assert (states(), attempt.status) == ([CallState.SENT], 200)
    assert abs(attempt.at.timestamp() - int(request.headers["webhook-timestamp"])) <= 1
    stored = json.dumps([list(Webhook.objects.values()), list(event.journal.events.values("data"))], default=str)
    assert key not in stored
    assert "/hook" not in stored
    assert webhook.hint == "127.0.0.1"


def test_what_is_not_taken_is_sent_again_under_the_same_id(event, robot):
    webhook, _key = a_webhook(event, robot)
    robot.answers = [Said(500, "broken"), Said(302, "", {"Location": f"{robot.url}/elsewhere"})]
    a_deal(event)
    assert [deliver_calls(), deliver_calls()] == [0, 0]
    assert Webhook.objects.get(pk=webhook.pk).failing_since
    at_once()
    assert deliver_calls() == 0
    at_once()
    assert deliver_calls() == 1
    assert len({request.headers["webhook-id"] for request in robot.heard}) == 1
    assert len({request.body for request in robot.heard}) == 1
    assert list(CallAttempt.objects.values_list("status", flat=True)) == [500, 302, 200]
    assert CallAttempt.objects.first().said == "broken"
    assert Webhook.objects.get(pk=webhook.pk).failing_since is None


def test_pauses_grow_and_end(event, robot):
    a_webhook(event, robot)
    a_deal(event)
    robot.answers = [Said(500)] * 3
    pauses = []
    for _ in range(3):
        at_once()
        deliver_calls()
        pauses.append(Call.objects.annotate(now=Now()).get())
    assert [round((call.retry_at - call.now).total_seconds(), -1) for call in pauses] == [10, 20, 40]
    Call.objects.update(attempts=MOST_ATTEMPTS - 1)
    at_once()
    robot.answers = [Said(500)]
    deliver_calls()
    assert states() == [CallState.FAILED]
    repeat_call(Call.objects.get(), by=None)
    assert deliver_calls() == 1
    repeat_call(Call.objects.get(), by=None)
    assert states() == [CallState.PENDING]
    with pytest.raises(WrongState):
        repeat_call(Call.objects.get(), by=None)


def test_who_fails_rests_longer_each_time_and_holds_up_nobody(event, robot):
    first, _key = a_webhook(event, robot)
    other, _key = a_webhook(event, robot)
    a_deal(event)
    a_deal(event, "WE")
    Webhook.objects.filter(pk=other.pk).update(rests_until=Now() + timedelta(hours=1))
    robot.answers = [Said(500)]
    assert (deliver_calls(), len(robot.heard)) == (0, 1)  # its second call was not tried
    Webhook.objects.filter(pk=other.pk).update(rests_until=None)
    assert (deliver_calls(), len(robot.heard)) == (2, 3)
    Call.objects.update(retry_at=None)
    Webhook.objects.filter(pk=first.pk).update(rests_until=None, failing_since=Now() - timedelta(minutes=10))
    robot.answers = [Said(500)]
    deliver_calls()
    rest = Webhook.objects.annotate(rest=F("rests_until") - Now()).get(pk=first.pk).rest
    assert timedelta(minutes=4) < rest < timedelta(minutes=6)
    assert set(Call.objects.filter(webhook=other).values_list("state", flat=True)) == {CallState.SENT}


def test_who_dies_over_a_call_is_followed_by_another(event, robot):
    a_webhook(event, robot)
    a_deal(event)
    robot.answers = [Said(500)]
    deliver_calls()
    at_once()
    Call.objects.update(lease_until=Now() + timedelta(minutes=1))
    assert deliver_calls() == 0
    Call.objects.update(lease_until=Now())
    assert deliver_calls() == 1


@pytest.mark.parametrize("gone", [True, False])
def test_an_address_that_is_gone_or_silent_for_days_is_switched_off(event, robot, gone):
    webhook, _key = a_webhook(event, robot)
    a_deal(event)
    if not gone:
        Webhook.objects.update(failing_since=Now() - timedelta(days=4))
    robot.answers = [Said(410 if gone else 500)]
    deliver_calls()
    webhook.refresh_from_db()
    assert webhook.disabled_at
    assert states() == [CallState.CANCELLED]
    assert event.journal.events.filter(kind=TournamentEvent.WEBHOOK_DISABLED).exists()
    a_deal(event, "WE")
    assert (deliver_calls(), len(robot.heard)) == (0, 1)
    enable_webhook(webhook, by=None)
    a_deal(event, "NS")
    assert (deliver_calls(), len(robot.heard)) == (1, 2)


def test_a_test_goes_the_same_way_and_a_removed_webhook_hears_nothing(event, robot):
    webhook, _key = a_webhook(event, robot, "result")
    try_webhook(webhook, by=None)
    assert deliver_calls() == 1
    assert robot.heard[0].json["type"] == "webhook.tested"
    try_webhook(webhook, by=None)
    remove_webhook(webhook, by=None)
    assert (deliver_calls(), states()) == (0, [CallState.SENT, CallState.CANCELLED])
    webhook.refresh_from_db()
    assert (webhook.secret, webhook.hint) == ("", "")
    with pytest.raises(WrongState):
        try_webhook(webhook, by=None)


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("https://127.0.0.1/x", Code.CHANNEL_ADDRESS_PRIVATE),
        ("https://desk.internal/x", Code.CHANNEL_ADDRESS_PRIVATE),
        ("http://example.org/x", Code.WEBHOOK_ADDRESS_INVALID),
    ],
)
def test_address_that_leads_inside_or_nowhere_is_refused(address, code):
    with pytest.raises(Refused) as refused:
        add_webhook(a_tournament(), "", address, ["nothing"], by=None)
    assert [problem.code for problem in refused.value.problems] == [Code.NAME_EMPTY, code, Code.VALUE_INVALID]
    assert not Webhook.objects.exists()


def test_name_that_leads_inside_is_not_connected_to(event, robot, settings):
    a_webhook(event, robot)
    settings.CHANNELS_MAY_BE_PRIVATE = False
    a_deal(event)
    assert (deliver_calls(), robot.heard) == (0, [])
    assert CallAttempt.objects.get().said.startswith("Forbidden")
