from typing import Any

from django.db import migrations, models


def take_away_devices(apps: Any, schema_editor: Any) -> None:
    """With what was on its way to them, and its log: the address of a device is its member's."""
    apps.get_model("notices", "Channel").objects.filter(service="push").delete()


class Migration(migrations.Migration):
    """Members' devices are told no more (Web Push). The column ``language`` stays, with a default, for the code of the
    release before, which goes on beside this; a later release drops it."""

    dependencies = [
        ("notices", "0010_waiting_by_event"),
    ]

    operations = [
        migrations.AlterField(
            model_name="channel",
            name="service",
            field=models.CharField(
                choices=[
                    ("wecom", "WeCom group robot"),
                    ("dingtalk", "DingTalk group robot"),
                    ("feishu", "Feishu group robot"),
                    ("serverchan", "ServerChan (to your own WeChat)"),
                    ("mail", "e-mail address"),
                    ("webhook", "address of a program (webhook)"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="channel",
            name="language",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("channel", "language")],
        ),
        # last: what is deleted in a transaction holds up changes of its table
        migrations.RunPython(take_away_devices, migrations.RunPython.noop),
    ]
