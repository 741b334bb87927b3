from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import LINK_MARK, User


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Accounts of people; those of signed links are left out, lest somebody gives one a password."""

    list_display = ("username", "name", "is_staff", "is_active", "last_login")
    search_fields = ("username", "name")
    ordering = ("username",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (None, {"fields": ("name", "email", "one_time_password")}),
        (None, {"fields": ("is_active", "is_staff", "is_superuser")}),
        (None, {"fields": ("last_login", "date_joined")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).exclude(username__startswith=LINK_MARK)
