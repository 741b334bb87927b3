from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import LINK_MARK, Identity, User


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
        "house",
    )

    @admin.display(description=_("account of the house"))
    def house(self, user: User) -> str:
        identity = Identity.objects.filter(user=user).first()
        return f"{identity} · {identity.issuer}" if identity else "–"

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).exclude(username__startswith=LINK_MARK)
