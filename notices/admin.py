from django.contrib import admin

from notices.models import Delivery, Notice


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):
    list_display = ("key", "tournament", "kind", "due_at", "state")
    list_filter = ("kind", "state")
    search_fields = ("key",)


@admin.register(Delivery)
class DeliveryAdmin(admin.ModelAdmin):
    list_display = ("notice", "address", "state", "attempts", "sent_at", "last_error")
    list_filter = ("state",)
    search_fields = ("address", "message_id")
    list_select_related = ("notice",)
