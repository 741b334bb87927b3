"""A version that many journals share: that of the list of events, and that of what those that are over tell."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="SharedVersion",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("version", models.PositiveBigIntegerField(default=0)),
            ],
        ),
    ]
