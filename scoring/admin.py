from django.contrib.admin import site

from scoring.models import Clock, Confirmation, Deal, Penalty, Sheet, Submission

site.register(Clock, list_display=("id", "state", "minutes", "started_at", "paused_at", "extra"))
site.register(Sheet, list_display=("id", "state", "winner", "reason", "standing"))
site.register(Deal, list_display=("sheet", "number", "kind", "order", "entered_at", "struck_at"))
site.register(Penalty, list_display=("sheet", "after_deal", "side", "offence", "effects", "struck_at"))
site.register(Confirmation, list_display=("sheet", "side", "agrees", "seen", "at"))
site.register(Submission, list_display=("sheet", "device", "operation", "number", "state", "received_at"))
