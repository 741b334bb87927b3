from django.contrib import admin

from journal.models import Event


@admin.register(Event)
class EventAdmin(admin.ModelAdmin):
    list_display = ("number", "journal", "at", "by", "kind", "subject", "public")
    list_filter = ("kind", "public")
    search_fields = ("subject", "kind")
