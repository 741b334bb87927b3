"""The adviser: what fits so many teams, tables and days, side by side; one press makes the event."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.queries.office import free_slug
from tournaments.permissions import Permission
from tournaments.presets.advised import advice, advised_blueprint
from tournaments.presets.named_games import GUANDAN
from web.office.event.advice_forms import AdvisedForm, WishForm
from web.office.event.first_day import usual_first_day
from web.requests.attempts import Attempt
from web.requests.loaders import actor, needs


@needs(Permission.SITE)
def event_advice(request: HttpRequest) -> HttpResponse:
    """GET: the proposals for what the address says. POST: the event of one of them."""
    data = request.POST if request.method == "POST" else request.GET if "count" in request.GET else None
    wished = WishForm(data)
    wish = wished.wish if wished.is_valid() else None
    game = wished.named_game if wish else GUANDAN
    proposals = advice(wish, game) if wish else ()
    fitting = {str(proposal.kind): proposal for proposal in proposals if not proposal.misfit}
    first_day = usual_first_day()
    usual_name = _("%(year)s Guandan championship") if game == GUANDAN else _("%(year)s championship")
    initial = {"name": usual_name % {"year": first_day.year}, "first_day": first_day}
    form = AdvisedForm(request.POST or None, initial=initial, fitting=fitting)
    attempt = Attempt(status=422 if wished.errors else 200)

    def create() -> dict[str, str]:
        assert wish is not None
        typed = form.cleaned_data
        proposal = fitting[typed["kind"]]
        blueprint = advised_blueprint(wish, proposal, typed["name"], typed["organiser"], game=game)
        slug, day = free_slug("event"), typed["first_day"]
        assert isinstance(day, date)
        made = create_tournament(blueprint, by=actor(request), slug=slug, first_day=day, sure=form.insisted)
        return {"slug": made.slug}

    if request.method == "POST" and wish:
        attempt = form.try_to(lambda _typed: create(), request)
        if attempt.done:
            return redirect("open_points", attempt.answer["slug"])
    context = {
        "wished": wished,
        "wish": wish,
        "is_guandan": game == GUANDAN,
        "form": form,
        "fitting": list(fitting.values()),
        "misfits": [proposal for proposal in proposals if proposal.misfit],
    }
    return render(request, "event/advice.html", context, status=attempt.status)
