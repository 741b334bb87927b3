"""再办一届: an event is made as an earlier one was, everything shown before it is made."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal import clock
from journal.models import Journal
from journal.refusals import Problem, refuse_if
from tournaments.calendar import is_reckonable
from tournaments.codes import Code
from tournaments.event.actions.again import hold_again
from tournaments.event.queries.patterns import Again, again, pattern_of
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.presets.preset import same_weekday
from tournaments.states import RoleKind
from web.office.day import RoundLines
from web.requests.forms import BoundedText, Day, Lines, Moment, PageForm
from web.requests.loaders import actor, needs


class DayForm(PageForm):
    """From which day on the dates below are counted."""

    apart = "day"
    first_day = Day(label=gettext_lazy("First match day"))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if "first_day" in values and not is_reckonable(values["first_day"]):
            self.put("first_day", Problem(Code.DATE_INVALID, "first_day"))
        return values


class MovedRounds(RoundLines):
    """A row a round, its start moved on."""

    def __init__(self, data: Any, starts: Sequence[datetime]) -> None:
        rows = [{"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}"} for at in starts]
        Lines.__init__(self, data, initial=rows)


class AgainForm(PageForm):
    """What is new about an event that is held again, and what of the old one comes along."""

    name = BoundedText(gettext_lazy("Name of the event"), 80, required=True)
    document = BoundedText(gettext_lazy("Number of the notice"), 60)
    slug = BoundedText(
        gettext_lazy("Address"), 40, required=True, autocapitalize="none", spellcheck="false",
        help_text=gettext_lazy("Small letters, digits and hyphens, for the link. It stays as it is."),
    )  # fmt: skip
    closes = Moment(label=gettext_lazy("Registration closes"))
    draw = Moment(label=gettext_lazy("Lots are drawn"), required=False)
    branches = forms.BooleanField(label=gettext_lazy("The branches with their quotas"), required=False)
    contacts = forms.BooleanField(
        label=gettext_lazy("The branches' contacts with telephone and e-mail"), required=False
    )
    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Its people"), widget=forms.CheckboxSelectMultiple, required=False,
        help_text=gettext_lazy("Whoever is ticked gets the same role here, with the account and password of before."),
    )  # fmt: skip

    def __init__(self, data: Any, plan: Again, *, document: str) -> None:
        offered = {f"{user.pk}-{kind}": (user, kind) for user, kind in plan.roles}
        texts = {name: getattr(plan, name) for name in ("name", "slug", "closes", "draw")}
        super().__init__(data, initial=texts | {"branches": True, "contacts": True, "roles": [*offered]})
        self.plan, self.offered = plan, offered
        self.rounds = MovedRounds(data, plan.starts)
        self.parts = [self.rounds]
        self.fields["roles"].choices = [  # type: ignore[attr-defined]
            (key, f"{user} ({user.username}) · {RoleKind(kind).label}") for key, (user, kind) in offered.items()
        ]
        if document:
            self.fields["document"].help_text = _("Last time: %(document)s") % {"document": document}

    def typed(self) -> Again:
        """What was typed, as times on the wall. Refused at its row: what is no moment."""
        values = self.cleaned_data
        moments = [(line.prefix, line.starts_at(UTC)) for line in self.rounds.forms]
        refuse_if([Problem(Code.MOMENT_INVALID, f"round-{n}", {"round": n}) for n, moment in moments if moment is None])
        return replace(
            self.plan,
            **{name: values[name] for name in ("name", "slug", "document")},
            closes=timezone.make_naive(values["closes"]),
            draw=timezone.make_naive(values["draw"]) if values["draw"] else None,
            starts=tuple(moment.replace(tzinfo=None) for _n, moment in moments if moment),
            with_branches=values["branches"],
            with_contacts=values["contacts"],
            roles=tuple(self.offered[key] for key in values["roles"]),
        )


@needs(Permission.SITE)
def event_again(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """GET: the event with its days moved on to a year later, or from ``?first_day=``. POST: it is made."""
    pattern = pattern_of(tournament)
    assert pattern.first_day is not None
    today = clock.now(Journal()).astimezone(tournament.tzinfo).date()
    usual = same_weekday(pattern.first_day, today)
    chosen = DayForm(request.GET if "first_day" in request.GET else None, initial={"first_day": usual})
    day: date = chosen.cleaned_data["first_day"] if chosen.is_valid() else usual
    form = AgainForm(request.POST or None, again(tournament, day), document=tournament.document)

    def hold(_typed: dict[str, Any]) -> dict[str, str]:
        return {"slug": hold_again(tournament, form.typed(), by=actor(request), sure=form.insisted).slug}

    if request.method == "POST":
        attempt = form.try_to(hold, request)
        if attempt.done:
            return redirect("office", attempt.answer["slug"])
    context = {"before": tournament, "pattern": pattern, "chosen": chosen, "form": form, "is_usual": day == usual}
    return render(request, "event/event_again.html", context, status=422 if chosen.errors else form.status)
