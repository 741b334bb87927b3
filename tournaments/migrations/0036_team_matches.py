"""团体赛: how many boards a match has, and what decides it. No event has any yet."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0002_shared_versions"),
        ("tournaments", "0035_prizes"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="tournament",
            name="nobody_is_reserve_of_one",
        ),
        migrations.AddField(
            model_name="tournament",
            name="boards",
            field=models.PositiveSmallIntegerField(
                default=1,
                help_text="团体赛: so many boards of a match are played at once, each by players of its own; 1: none is",
                validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(6)],
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="boards_equal",
            field=models.CharField(
                choices=[("difference", "difference"), ("first_board", "first_board"), ("drawn", "drawn")],
                default="difference",
                help_text="what decides when both sides have won as many boards",
                max_length=11,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="stop_early",
            field=models.BooleanField(
                default=False, help_text="once a side has won more than half of the boards the others are not played"
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("reserves", 0), ("seats__gt", 1), ("boards__gt", 1), _connector="OR"),
                name="nobody_is_reserve_of_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("boards__range", (1, 6))), name="one_to_six_boards_a_match"
            ),
        ),
    ]
