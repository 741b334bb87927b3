from django.contrib import admin

from journal.models import Event
from journal.readonly import ReadOnlyAdmin


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("number", "journal", "at", "by", "kind", "subject", "public")
    list_filter = ("kind", "public")
    search_fields = ("subject", "kind")
