"""团体赛: boards of a team match. No match has any yet."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0036_team_matches"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="match",
            name="match_place_once_a_round",
        ),
        migrations.AddField(
            model_name="match",
            name="board",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="第几台 of its team match, from 1; 0: it is no board"
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="team_match",
            field=models.ForeignKey(
                blank=True,
                help_text="of a board: what it helps to decide",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="tournaments.match",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                condition=models.Q(("team_match", None)), fields=("round", "place"), name="match_place_once_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("team_match", "board"), name="board_once_a_team_match"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("board", 0), ("team_match", None)),
                    models.Q(("board__gte", 1), ("team_match__isnull", False)),
                    _connector="OR",
                ),
                name="a_board_has_a_team_match",
            ),
        ),
    ]
