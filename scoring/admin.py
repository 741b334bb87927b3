from django.contrib import admin

from scoring.models import Clock, Confirmation, Deal, Penalty, Sheet, Submission


@admin.register(Clock)
class ClockAdmin(admin.ModelAdmin):
    list_display = ("id", "state", "minutes", "started_at", "paused_at", "extra")


@admin.register(Sheet)
class SheetAdmin(admin.ModelAdmin):
    list_display = ("id", "state", "winner", "reason", "standing")


@admin.register(Deal)
class DealAdmin(admin.ModelAdmin):
    list_display = ("sheet", "number", "kind", "order", "entered_at", "struck_at")


@admin.register(Penalty)
class PenaltyAdmin(admin.ModelAdmin):
    list_display = ("sheet", "after_deal", "side", "offence", "effects", "struck_at")


@admin.register(Confirmation)
class ConfirmationAdmin(admin.ModelAdmin):
    list_display = ("sheet", "side", "agrees", "seen", "at")


@admin.register(Submission)
class SubmissionAdmin(admin.ModelAdmin):
    list_display = ("sheet", "device", "operation", "number", "state", "received_at")
