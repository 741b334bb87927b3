"""Parts of the framework as this site configures them."""

from django.contrib.admin.apps import AdminConfig


class OwnAdmin(AdminConfig):
    """The admin with the site's own door (config/admin.py)."""

    default_site = "config.admin.Admin"
