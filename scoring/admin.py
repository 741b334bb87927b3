from django.contrib import admin

from journal.readonly import ReadOnlyAdmin
from scoring.models import Clock, Deal, Sheet


@admin.register(Clock)
class ClockAdmin(ReadOnlyAdmin):
    list_display = ("id", "state", "minutes", "started_at", "paused_at", "extra")


@admin.register(Sheet)
class SheetAdmin(ReadOnlyAdmin):
    list_display = ("id", "state", "winner", "reason", "standing")


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    list_display = ("sheet", "number", "kind", "order", "entered_at", "struck_at")
