"""The admin, entered by the site's own sign-in page: one door, one lock, and no way around a one-time password.

It is there for reading. Whatever changes is changed by actions, so that it stands in a journal.
"""

from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse


class ReadOnly:
    """No form of the admin is ever sent."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Admin(AdminSite):
    """Django's admin for the union office's own accounts."""

    def register(self, model_or_iterable: Any, admin_class: type[ModelAdmin] | None = None, **options: Any) -> None:
        """Of every app, those of libraries too, for reading only."""
        shown = admin_class or ModelAdmin
        super().register(model_or_iterable, type(shown.__name__, (ReadOnly, shown), {}), **options)

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not request.user.one_time_password  # type: ignore[union-attr]

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Whoever may not come in: to the sign-in page and back, to a password of one's own first, or 403."""
        if not request.user.is_authenticated:
            return redirect_to_login(request.GET.get("next") or reverse("admin:index"))
        if request.user.one_time_password:
            return redirect("password")
        raise PermissionDenied
