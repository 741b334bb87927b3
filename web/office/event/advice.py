"""The adviser: what fits so many teams, tables and days, side by side; one press makes the event."""

from collections.abc import Collection, Mapping
from datetime import time
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.day.words.games import NAMES
from tournaments.entries.seats import USUAL
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.queries.office import free_slug
from tournaments.event.words.advice import KINDS
from tournaments.forecast.advice import Wish
from tournaments.permissions import Permission
from tournaments.presets.advised import advice, advised_blueprint, changed_wishes
from tournaments.presets.named_games import GUANDAN, NAMED_GAMES
from tournaments.presets.preset import MOST_TABLES
from web.office.event.events import in_good_time, usual_first_day
from web.office.event.shape_forms import breaks_of, hours_in_order, minutes_of, wall_of
from web.requests.forms import BoundedText, Day, Hour, PageForm
from web.requests.loaders import actor, needs

MOST_TEAMS = 500
FINALS = (4, 6, 8, 12, 16)
TEAMS, PEOPLE = "teams", "people"


def _number(label: Any, low: int, high: int, initial: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, initial=initial)


class WishForm(PageForm):
    """What a clerk knows of an event before it has a format. A game that was not chosen, or is none, is 掼蛋."""

    game = forms.ChoiceField(label=_("Game"), choices=[*NAMES.items()], initial=GUANDAN, required=False)
    count = _number(_("How many take part"), 2, MOST_TEAMS * USUAL, 24)
    unit = forms.ChoiceField(label=_("Counted in"), initial=TEAMS, choices=[(TEAMS, _("teams")), (PEOPLE, _("people"))])
    tables = _number(_("How many tables"), 1, MOST_TABLES, 12)
    days = _number(_("How many match days"), 1, 60, 1)
    minutes = _number(_("Minutes per round"), 10, 240, 60)
    least = _number(_("Matches that everybody plays at least"), 1, 20, 1)
    final = forms.TypedChoiceField(
        label=_("The final"), coerce=int, initial=0, required=False,
        choices=[(0, _("as it fits")), *((places, format_lazy(_("of {n} teams"), n=places)) for places in FINALS)],
    )  # fmt: skip
    start = Hour(label=_("The first round of a day starts"), initial=time(9))
    latest = Hour(label=pgettext_lazy("day", "The last one is over by"), initial=time(18))
    break_from = Hour(label=_("Break from"), required=False)
    break_to = Hour(label=_("Break until"), required=False)
    evening_from = Hour(label=_("Second break from"), required=False)
    evening_to = Hour(label=_("Second break until"), required=False)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        hours_in_order(self)
        if values.get("count") and not 2 <= self.teams <= MOST_TEAMS:
            message = gettext("Please give 2 to %(most)s teams, or as many people as make them.")
            self.add_error("count", message % {"most": MOST_TEAMS})
        return values

    @property
    def wish(self) -> Wish:
        """What was typed, of a form that is valid."""
        typed = self.cleaned_data
        same = {name: typed[name] for name in ("tables", "days", "minutes", "least")}
        return Wish(
            teams=self.teams,
            **same,
            start=minutes_of(typed["start"]),
            latest=minutes_of(typed["latest"]),
            breaks=breaks_of(typed),
            final=typed["final"] or 0,
            people=int(typed["count"]) if self.seats == USUAL else 0,
        )

    @property
    def named_game(self) -> str:
        """项目, by its key in `named_games`."""
        return str(self.cleaned_data.get("game") or GUANDAN)

    @property
    def seats(self) -> int:
        """How many of what is counted make a team."""
        return NAMED_GAMES[self.named_game].seats if self.cleaned_data.get("unit") == PEOPLE else 1

    @property
    def teams(self) -> int:
        return int(self.cleaned_data["count"]) // self.seats

    @property
    def left_over(self) -> int:
        """How many of the people are too few for a further team."""
        return int(self.cleaned_data["count"]) % self.seats


class AdvisedForm(PageForm):
    """The event of a proposal: ``kind`` is the button that was pressed, one of those that can be played."""

    kind = forms.ChoiceField(label=_("Format"))
    name = BoundedText(_("Name of the event"), 80, required=True)
    organiser = BoundedText(
        _("Organiser"), 60, help_text=_("Stands at the head of every page and on the certificates.")
    )
    first_day = Day(
        label=_("First match day"), help_text=_("The other days follow it; the timetable can move each round.")
    )

    def __init__(self, *args: Any, playable: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = [(kind, KINDS[kind]) for kind in playable]  # type: ignore[attr-defined]


def _address(typed: Mapping[str, Any], **changed: Any) -> str:
    """Of this page with what was typed of wish and event, but for what is ``changed``."""
    names = (*WishForm.base_fields, *AdvisedForm.base_fields)
    fields = {name: typed[name] for name in names if name in typed}
    return f"{reverse('event_advice')}?{urlencode(fields | changed)}"


def _changed_address(wished: WishForm, new: Wish) -> str:
    return _address(
        wished.data, tables=new.tables, days=new.days, minutes=new.minutes, least=new.least, final=new.final,
        latest=f"{wall_of(new.latest):%H:%M}",
    )  # fmt: skip


@needs(Permission.SITE)
def event_advice(request: HttpRequest) -> HttpResponse:
    """GET: the proposals for what the address says. POST: the event of one of them, or the address of what was changed
    (``show``)."""
    if "show" in request.POST:
        return redirect(_address(request.POST))
    data = request.POST if request.method == "POST" else request.GET if "count" in request.GET else None
    wished = WishForm(data)
    wish = wished.wish if wished.is_valid() else None
    game = wished.named_game if wish else GUANDAN
    proposals = advice(wish, game) if wish else ()
    fitting = [proposal for proposal in proposals if not proposal.misfit]
    playable = {str(proposal.kind): proposal for proposal in proposals if proposal.rounds}
    first_day = usual_first_day()
    usual_name = gettext("%(year)s Guandan championship") if game == GUANDAN else gettext("%(year)s championship")
    initial = {"name": usual_name % {"year": first_day.year}, "first_day": first_day}
    initial |= {name: request.GET[name] for name in AdvisedForm.base_fields if name in request.GET}
    form = AdvisedForm(request.POST or None, initial=initial, playable=playable)

    def create(typed: dict[str, Any]) -> dict[str, str]:
        assert wish is not None
        proposal, slug = playable[typed["kind"]], free_slug("event")
        blueprint = advised_blueprint(wish, proposal, typed["name"], typed["organiser"], game=game)
        by, first_day = actor(request), typed["first_day"]
        blueprint = in_good_time(blueprint, first_day)
        return {"slug": create_tournament(blueprint, by=by, slug=slug, first_day=first_day, sure=form.insisted).slug}

    if request.method == "POST" and wish:
        attempt = form.try_to(create, request)
        if attempt.done:
            return redirect("open_points", attempt.answer["slug"])
    changes = changed_wishes(wish, game) if wish and not fitting else ()
    context = {
        "wished": wished,
        "wish": wish,
        "is_guandan": game == GUANDAN,
        "form": form,
        "fitting": fitting,
        "changes": [(change, _changed_address(wished, change.wish)) for change in changes],
        "misfits": [proposal for proposal in proposals if proposal.misfit],
    }
    return render(request, "event/advice.html", context, status=422 if wished.errors else form.status)
