from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from accounts.models import User


@admin.register(User)
class AccountAdmin(UserAdmin):
    list_display = ("username", "name", "is_staff", "is_active", "last_login")
    search_fields = ("username", "name")
    ordering = ("username",)
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (None, {"fields": ("name", "email", "one_time_password")}),
        (None, {"fields": ("is_active", "is_staff", "is_superuser")}),
        (None, {"fields": ("last_login", "date_joined")}),
    )
