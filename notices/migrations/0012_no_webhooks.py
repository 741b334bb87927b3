from django.db import migrations, models


class Migration(migrations.Migration):
    """Programs are told by webhooks alone: integrations.0003 makes them of the channels that there are."""

    dependencies = [
        ("notices", "0011_no_devices"),
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
                ],
                max_length=12,
            ),
        ),
    ]
