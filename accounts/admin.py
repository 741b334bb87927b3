from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import LINK_MARK, User


@admin.register(User)
class AccountAdmin(admin.ModelAdmin):
    """Accounts of people, to be read: a change here would stand in no journal. Those of signed links are left out."""

    list_display = ("username", "name", "is_staff", "is_active", "last_login")
    list_filter = ("is_staff", "is_active")
    search_fields = ("username", "name")
    ordering = ("username",)
    fields = (
        *("username", "name", "email", "one_time_password"),
        *("is_active", "is_staff", "is_superuser", "last_login", "date_joined"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).exclude(username__startswith=LINK_MARK)
