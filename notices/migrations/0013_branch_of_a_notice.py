"""Whose entry form a notice is about is a column of its own; before, the key said it: ``entry_returned:branch:12:1``."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    notice, branch = apps.get_model("notices", "Notice"), apps.get_model("tournaments", "Branch")
    rows = notice.objects.filter(key__regex=r"^\w+:branch:\d+:\d+$").order_by("pk")
    known = set(branch.objects.values_list("pk", "tournament"))
    for row in rows.only("key", "tournament").iterator():
        pk = int(row.key.split(":")[2])
        if (pk, row.tournament_id) in known:  # in an event that came by a file the number is another site's
            notice.objects.filter(pk=row.pk).update(branch=pk)


class Migration(migrations.Migration):
    dependencies = [("notices", "0012_no_webhooks"), ("tournaments", "0022_team_name")]

    operations = [
        migrations.AddField(
            "notice",
            "branch",
            models.ForeignKey(
                "tournaments.Branch",
                models.SET_NULL,
                null=True,
                related_name="+",
                help_text="whose entry form it is about",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
