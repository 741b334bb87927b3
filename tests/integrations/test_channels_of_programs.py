"""Channels that earlier releases had to programs: a migration makes webhooks of them."""

import base64
from datetime import UTC, datetime
from importlib import import_module

import pytest
from django.apps import apps

from integrations.actions import enable_webhook
from integrations.models import Webhook
from notices.addressing import closed, message_id, opened
from notices.chats import deliver_to_channels
from notices.models import Channel, Delivery, Notice
from notices.states import DeliveryState, NoticeKind
from tests.factories import a_tournament

NOW = datetime(2123, 11, 29, 12, 30, tzinfo=UTC)
ADDRESS = "https://board.example/hook"

pytestmark = pytest.mark.django_db


def test_channel_becomes_a_webhook_with_its_secret_and_is_switched_off():
    event = a_tournament()
    more = {"tournament": event, "service": "webhook", "hint": "board.example"}
    channel = Channel.objects.create(name="大屏", secret=closed(ADDRESS, "abc"), mark="x", **more)
    Channel.objects.create(name="打不开", secret="sealed under another key", mark="y", **more)
    group = Channel.objects.create(tournament=event, name="群", service="wecom", secret=closed(ADDRESS, ""), mark="z")
    delivery = sent_to(channel)

    import_module("integrations.migrations.0003_channels_of_programs").make_webhooks(apps, None)

    webhook = Webhook.objects.get()
    address, key = opened(webhook)
    assert (webhook.name, webhook.hint, address) == ("大屏", "board.example", ADDRESS)
    assert base64.b64decode(key.removeprefix("whsec_")) == b"abc"
    assert webhook.disabled_at is not None
    assert set(Channel.objects.filter(removed_at=None)) == {group}
    assert not Channel.objects.exclude(pk=group.pk).exclude(secret="").exists()
    delivery.refresh_from_db()
    assert delivery.state == DeliveryState.CANCELLED
    enable_webhook(webhook, by=None)
    webhook.refresh_from_db()
    assert webhook.disabled_at is None


def test_correction_to_a_channel_of_a_service_that_is_no_more_is_cancelled():
    event = a_tournament()
    gone = Channel.objects.create(tournament=event, name="大屏", service="webhook", removed_at=NOW)
    delivery = sent_to(gone)
    assert deliver_to_channels() == 0
    delivery.refresh_from_db()
    assert delivery.state == DeliveryState.CANCELLED


def sent_to(channel: Channel) -> Delivery:
    """A notice that is on its way to the channel."""
    event = channel.tournament
    notice = Notice.objects.create(
        tournament=event, kind=NoticeKind.CHANNEL_TEST, key=f"test:{channel.pk}", state="issued",
        due_at=NOW, made_at=NOW, issued_at=NOW,
    )  # fmt: skip
    return Delivery.objects.create(notice=notice, channel=channel, address=channel.subject, message_id=message_id())
