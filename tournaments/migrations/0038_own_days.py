"""自己约日子. In every event until now rounds began at their hours."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0037_boards"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="agreed_at",
            field=models.DateTimeField(blank=True, help_text="约定: when its sides have agreed to play it", null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="agreed_place",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
        migrations.AddField(
            model_name="match",
            name="proposed_at",
            field=models.DateTimeField(blank=True, help_text="when one side proposes to", null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="proposed_by",
            field=models.CharField(blank=True, choices=[("home", "Home"), ("away", "Away")], default="", max_length=4),
        ),
        migrations.AddField(
            model_name="match",
            name="proposed_place",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
        migrations.AddField(
            model_name="tournament",
            name="own_days",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="自己约日子: so many days the teams have for the matches of a round; 0: rounds begin at their hours",
                validators=[django.core.validators.MaxValueValidator(366)],
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("agreed_at__isnull", False), ("agreed_place", ""), _connector="OR"),
                name="a_place_is_agreed_with_its_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("proposed_at", None), ("proposed_by", ""), ("proposed_place", "")),
                    models.Q(("proposed_at__isnull", False), ("proposed_by__in", ["home", "away"])),
                    _connector="OR",
                ),
                name="a_proposal_is_whole",
            ),
        ),
    ]
