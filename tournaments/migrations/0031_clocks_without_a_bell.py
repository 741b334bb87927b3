"""Nothing rings in a stage that was drawn by rules without a time limit; the others are told at their draw."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def silence(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    stages = apps.get_model("tournaments", "Stage").objects.filter(minutes=None, rule_set__minutes=None)
    drawn = [stage.pk for stage in stages if "minutes" in stage.rule_set]
    apps.get_model("scoring", "Clock").objects.filter(round__stage__in=drawn).update(rings=False)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_longer_names"), ("scoring", "0006_rings")]

    operations = [migrations.RunPython(silence, migrations.RunPython.noop)]
