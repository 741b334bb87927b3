"""What the teams of finished events came to. The rows are filled after all migrations (``tournaments.placings``)."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_plainer_choices")]

    operations = [
        migrations.CreateModel(
            name="Placing",
            fields=[
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="placing",
                        serialize=False,
                        to="tournaments.team",
                    ),
                ),
                ("place", models.PositiveIntegerField(help_text="0: none")),
                ("won", models.PositiveIntegerField()),
                ("drawn", models.PositiveIntegerField()),
                ("lost", models.PositiveIntegerField()),
            ],
            options={"ordering": ["place", "team"]},
        ),
    ]
