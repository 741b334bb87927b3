"""What the chief referee decides about one match: forfeit, both absent, disqualification, decision, correction."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.day.actions import matches, rulings
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.day.buttons import ruling as button
from web.day.pages import ruling_page
from web.requests.loaders import needs


@needs(Permission.DESK_READ)
@require_safe
def ruling(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return ruling_page(request, tournament, number)


ruling_forfeit = button("forfeit", rulings.forfeit, "side")
ruling_absence = button("absence", rulings.both_absent)
ruling_disqualification = button("disqualification", rulings.disqualify, "side")
ruling_decision = button("decision", rulings.decide, "side")
ruling_correction = button("correction", rulings.correct_result)
ruling_uphold = button("uphold", matches.uphold)
ruling_resumption = button("resumption", matches.resume)
