"""A sheet names its game, and a deal keeps what was entered as that game writes it: so far 掼蛋 alone was played."""

from django.db import migrations, models

NAMES = ("guandan", "shuangsheng", "win_loss")
KEEP = """
UPDATE scoring_deal SET entry = jsonb_build_object('type', 'deal', 'order', "order", 'kind', kind);
"""
PART = """
UPDATE scoring_deal SET "order" = entry ->> 'order', kind = entry ->> 'kind';
"""


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]
    operations = [
        migrations.AddField(
            "sheet",
            "game",
            models.CharField(max_length=20, choices=[(name, name) for name in NAMES], default="guandan"),
        ),
        migrations.AlterField("submission", "body", models.JSONField(default=dict)),
        migrations.RemoveConstraint("deal", "order_is_two_or_four_seats"),
        migrations.AlterField("deal", "order", models.CharField(max_length=4, default="")),
        migrations.AddField("deal", "entry", models.JSONField(default=dict), preserve_default=False),
        migrations.RunSQL(KEEP, PART),
        migrations.RemoveField("deal", "order"),
        migrations.RemoveField("deal", "kind"),
        migrations.AddConstraint(
            "deal",
            models.CheckConstraint(name="an_entry_says_its_type", condition=models.Q(entry__has_key="type")),
        ),
        migrations.AddConstraint(
            "deal",
            models.CheckConstraint(
                name="order_is_two_or_four_seats",
                condition=~models.Q(entry__type="deal", entry__has_key="order")
                | models.Q(entry__order__regex=r"^[NWSE]{2}([NWSE]{2})?$"),
            ),
        ),
    ]
