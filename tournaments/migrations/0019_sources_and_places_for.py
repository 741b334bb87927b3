"""Where a side comes from as columns, and the place that a match is played for: empty, and filled by the next one."""

import django.db.models.deletion
from django.db import migrations, models

KINDS = [
    ("position", "Position"),
    ("winner", "Winner"),
    ("loser", "Loser"),
    ("chance", "Chance"),
    ("lot", "Lot"),
]


def _source(side: str) -> list[migrations.AddField]:
    kind = models.CharField(choices=KINDS, default="", max_length=8)
    match = models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="tournaments.match"
    )
    position = models.PositiveSmallIntegerField(blank=True, null=True)
    fields = {"kind": kind, "match": match, "position": position}
    return [migrations.AddField("match", f"{side}_source_{name}", field) for name, field in fields.items()]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_placings")]

    operations = [
        migrations.AddField(
            "match",
            "place_for",
            models.PositiveSmallIntegerField(
                blank=True,
                help_text="the place that it is played for, 3 of 季军战; none of a match of the bracket",
                null=True,
            ),
        ),
        *_source("home"),
        *_source("away"),
    ]
