"""What 0020 has read is taken away, and every source is whole."""

from django.db import migrations, models
from django.db.models import Q

KINDS = [
    ("position", "Position"),
    ("winner", "Winner"),
    ("loser", "Loser"),
    ("chance", "Chance"),
    ("lot", "Lot"),
]


def _of(side: str) -> list[migrations.operations.base.Operation]:
    kind, match, position = f"{side}_source_kind", f"{side}_source_match__isnull", f"{side}_source_position"
    whole = (
        Q(**{kind: "position", match: True, f"{position}__gte": 1})
        | Q(**{kind: "lot", match: True, position: None})
        | Q(**{f"{kind}__in": ("winner", "loser", "chance"), match: False, position: None})
    )
    return [
        migrations.RemoveField("match", f"{side}_source"),
        migrations.AlterField("match", kind, models.CharField(choices=KINDS, max_length=8)),
        migrations.AddConstraint("match", models.CheckConstraint(name=f"{side}_source_is_whole", condition=whole)),
    ]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_fill_sources_and_places_for")]

    operations = [
        migrations.RemoveConstraint("match", "match_place_once_a_round"),
        migrations.RemoveField("match", "third_place"),
        migrations.AddConstraint(
            "match", models.UniqueConstraint(fields=("round", "place"), name="match_place_once_a_round")
        ),
        *_of("home"),
        *_of("away"),
    ]
