import base64
from typing import Any

from django.db import migrations
from django.db.models.functions import Now

from notices.addressing import closed, opened

KINDS = ["awards", "draw", "match", "result", "round"]
"""What the channel heard notices of, as a webhook has it."""


def make_webhooks(apps: Any, schema_editor: Any) -> None:
    """Each with the channel's address and key, switched off: what it sends has another form than what the program knows.

    The channel is removed, as by its office; its log stays. An address that no known key opens is lost with it.
    """
    webhooks = apps.get_model("integrations", "Webhook").objects
    channels = apps.get_model("notices", "Channel").objects.filter(service="webhook", removed_at=None)
    for channel in channels:
        address, key = opened(channel)
        if address:
            standard = "whsec_" + base64.b64encode(key.encode()).decode()
            webhooks.create(
                tournament_id=channel.tournament_id, name=channel.name, secret=closed(address, standard),
                hint=channel.hint, kinds=KINDS, disabled_at=Now(),
            )  # fmt: skip
        channel.deliveries.filter(state="pending").update(state="cancelled", lease_until=None)
    channels.update(secret="", mark="", hint="", removed_at=Now())


class Migration(migrations.Migration):
    """One way to programs: a channel that was a program's becomes a webhook."""

    dependencies = [
        ("integrations", "0002_webhooks_rest"),
        ("notices", "0012_no_webhooks"),
    ]

    operations = [
        migrations.RunPython(make_webhooks, migrations.RunPython.noop),
    ]
