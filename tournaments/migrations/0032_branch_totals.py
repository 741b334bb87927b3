"""团体总分: the table of branches of a series. Those that are there go on counting teams."""

from django.db import migrations, models

import tournaments.series.models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_clocks_without_a_bell")]

    operations = [
        migrations.AddField(
            "series",
            "counts",
            models.CharField(
                choices=[
                    ("teams", "The teams: season table"),
                    ("branches", "The branches: branch totals, as at a sports meeting"),
                    ("both", "Both, in a table each"),
                ],
                default="teams",
                max_length=8,
            ),
        ),
        migrations.AddField(
            "series",
            "branch_scale",
            models.JSONField(
                default=tournaments.series.models.usual_branch_scale,
                help_text="points of a branch for the 1st, 2nd … place of one of its teams",
            ),
        ),
        migrations.AddField(
            "series",
            "branch_best",
            models.PositiveSmallIntegerField(
                default=0, help_text="how many places of a branch count in each event; 0: all"
            ),
        ),
        migrations.AddField(
            "series",
            "share_points",
            models.BooleanField(
                default=False, help_text="whoever shares places gets the mean of their points in the table of branches"
            ),
        ),
    ]
