"""Parts of the framework as this site configures them, and what is looked at before a migration."""

from typing import Any

from django.contrib.admin.apps import AdminConfig
from django.core.management import CommandError
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import pre_migrate

FIRST = ("tournaments", "0001_initial")
SETTLED = ("tournaments", "0003_stage_game")
"""The first migration that a database of 64e8792 lacks; before that commit 0001 was rewritten in place."""
OLDER = (
    "This database was made before version 64e8792, whose tables cannot be brought up to date: go on with the version "
    "that made it, or begin anew with an empty database (of make run: make reset makes it so)."
)
NEWER = (
    "This database was made by a later version ({}): start that version, or restore a backup from before the upgrade."
)


def refuse_foreign(*, using: str, **_: Any) -> None:
    """Before ``migrate``: CommandError if the tables are those of a version from before or after this one's reach."""
    connection = connections[using]
    applied = set(MigrationRecorder(connection).applied_migrations())
    if FIRST in applied and SETTLED not in applied:
        with connection.cursor() as cursor:  # is 0001 the one that stands? earlier ones, of the same name, made others
            cursor.execute("select to_regclass('scoring_submission'), to_regclass('tournaments_accesslink')")
            if None in cursor.fetchone():
                raise CommandError(OLDER)
    loader = MigrationLoader(connection)
    replaced = {name for migration in loader.disk_migrations.values() for name in migration.replaces}
    ours = {app for app, _ in loader.disk_migrations}
    later = sorted(f"{app}.{name}" for app, name in applied - loader.disk_migrations.keys() - replaced if app in ours)
    if later:
        raise CommandError(NEWER.format(", ".join(later)))


class OwnAdmin(AdminConfig):
    """The admin with the site's own door (config/admin.py)."""

    default_site = "config.admin.Admin"

    def ready(self) -> None:
        super().ready()
        pre_migrate.connect(refuse_foreign, sender=self)
