"""名次相同: which teams are equal in everything where somebody must say what becomes of it, and what was decided."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.bracket.queries.advancement import open_equals
from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.standings import Equals
from tournaments.bracket.words.names import team_name
from tournaments.draw.actions.places import decide_places, reopen_places
from tournaments.models import PlaceDecision, Stage, Team, Tournament
from tournaments.permissions import Permission, may
from tournaments.states import EqualsDecided, TournamentState
from web.requests.changes import changes
from web.requests.forms import Hidden, PageForm, Text
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number

PLACE = "place_"


class DecisionForm(PageForm):
    """Of some teams that are equal in everything: what is decided, and their places in order, from 1."""

    how = forms.ChoiceField(label=_("What is decided"))
    teams = Hidden()
    note = Text(_("Remark, for everybody to read"), 200)

    def __init__(self, data: Any = None, *, of: Equals | None, is_chief: bool = True, **more: Any) -> None:
        super().__init__(data, apart=f"equals-{of.teams[0].id}" if of else "", **more)
        self.of, teams = of, of.teams if of else ()
        offered = [how for how in EqualsDecided if is_chief or how == EqualsDecided.SHARED]
        if of and of.into:
            offered = [how for how in offered if how != EqualsDecided.SHARED]
        self.fields["how"].choices = [("", "–"), *((how, how.label) for how in offered)]  # type: ignore[attr-defined]
        if is_chief:
            self.fields["how"].help_text = _(
                "Of a play-off give the places below; of lots as they were drawn by hand, or none at all: then the "
                "program draws, and the record stays."
            )
        numbers = [("", "–"), *((str(n), str(n)) for n in range(1, len(teams) + 1))]
        for team in teams if is_chief else ():
            field = forms.ChoiceField(label=team_name(team), choices=numbers, required=False)
            self.fields[f"{PLACE}{team.id}"] = field
        self.initial["teams"] = ",".join(str(team.id) for team in teams)

    def places(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(PLACE)]

    @property
    def order(self) -> list[int]:
        """The ids by the places that were typed; empty where none was, and one that is none where some are missing or
        typed twice, which the action refuses."""
        typed = {self.cleaned_data[bound.name]: int(bound.name.removeprefix(PLACE)) for bound in self.places()}
        places = sorted(int(place) for place in typed if place)
        if not places:
            return []
        return [typed[str(place)] for place in places] if len(places) == len(self.places()) else [0]


def _form(data: Any, tournament: Tournament, number: int) -> DecisionForm:
    """About the teams of stage ``number`` that the form names; about nobody, if they are not equal any more."""
    named = {typed_number(text) for text in data.get("teams", "").split(",")}
    found = (each for each in open_equals(tournament) if each.ids == named and each.stage.label.number == number)
    return DecisionForm(data, of=next(found, None))


def _equals_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    is_chief = may(request.user, Permission.MATCH_RULE, tournament)
    shown = refused if isinstance(refused, DecisionForm) else None
    forms_ = [
        shown if shown and shown.of == equals else DecisionForm(of=equals, is_chief=is_chief)
        for equals in open_equals(tournament)
    ]
    rows = list(
        PlaceDecision.objects.filter(stage__tournament=tournament).select_related("stage", "by").order_by("-pk")
    )
    teams = with_people(Team.objects.filter(branch__tournament=tournament))
    labels = {team.pk: team_label(team) for team in teams} if rows else {}
    context = {
        "tournament": tournament,
        "refused": refused,
        "forms": forms_,
        "is_chief": is_chief,
        "decided": [(row, [labels[team] for team in row.teams if team in labels]) for row in rows],
        "may_decide": may(request.user, Permission.AWARDS_CONFIRM, tournament)
        and tournament.state != TournamentState.FINISHED,
    }
    return render(request, "chronicle/equals.html", context, status=refused.status if refused else 200)


equals = needs(Permission.OFFICE_READ)(require_safe(_equals_page))


@needs(Permission.AWARDS_CONFIRM)
@changes(_equals_page, _form, _("It is decided; the places follow from it."), to="awards_equals")
def equals_decision(request: HttpRequest, tournament: Tournament, form: DecisionForm, number: int) -> None:
    typed = form.cleaned_data
    decide_places(
        get_object_or_404(Stage, tournament=tournament, number=number),
        [team.id for team in form.of.teams] if form.of else (),
        EqualsDecided(typed["how"]),
        by=actor(request),
        order=form.order,
        note=typed["note"],
    )


@needs(Permission.AWARDS_CONFIRM)
@changes(_equals_page, PageForm, _("It is open again what becomes of them."), to="awards_equals")
def equals_reopening(request: HttpRequest, tournament: Tournament, form: PageForm, pk: int) -> None:
    reopen_places(get_object_or_404(PlaceDecision, stage__tournament=tournament, pk=pk), by=actor(request))
