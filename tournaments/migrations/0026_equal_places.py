"""名次相同 is decided about. Stages that are drawn go on by the number drawn at last, and those that were planned by the
order that was usual then."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

USUAL = {
    "round_robin": ["wins", "difference", "mutual"],
    "swiss": ["points", "opponents", "wins", "difference"],
    "movement": ["points", "wins", "opponents"],
}


def keep_order(apps: Any, _schema_editor: Any) -> None:
    """Of every stage that has a table."""
    stages = apps.get_model("tournaments", "Stage").objects.filter(format__in=USUAL)
    for stage in stages.only("format", "size", "settings"):
        order = stage.settings.get("criteria") or USUAL[stage.format]
        stage.settings = {**stage.settings, "criteria": [*order, "lot"] if stage.size else order}
        stage.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0025_branches_apart"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlaceDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("teams", models.JSONField(help_text="ids of the teams, best first")),
                (
                    "how",
                    models.CharField(
                        choices=[("shared", "They share the place"), ("play_off", "Play-off"), ("drawn", "Lots")],
                        max_length=8,
                    ),
                ),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.RunPython(keep_order, migrations.RunPython.noop),
    ]
