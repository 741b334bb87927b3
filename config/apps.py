"""Parts of the framework as this site configures them."""

from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import pre_migrate


class OwnAdmin(AdminConfig):
    """The admin with the site's own door (config/admin.py)."""

    default_site = "config.admin.Admin"

    def ready(self) -> None:
        from config.upgrades import refuse_foreign

        super().ready()
        pre_migrate.connect(refuse_foreign, sender=self)
