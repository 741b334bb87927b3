"""Awards: the podium and its confirmation; 按条件评的奖, whom each is proposed for, with reasons, and who gets it;
and 名次相同, which teams are equal in everything where somebody must say what becomes of it, and what was decided."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.bracket.actions.awards import confirm_awards, decide_prize, reopen_awards
from tournaments.bracket.queries.advancement import open_equals
from tournaments.bracket.queries.awards import AwardList, award_list
from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import PrizeToDecide, Recipient, prizes_to_decide
from tournaments.bracket.queries.standings import Equals, stages_of
from tournaments.bracket.queries.versions import awards_version
from tournaments.bracket.words.names import team_name
from tournaments.bracket.words.prizes import NOBODY, RULES, reason_words, with_their_players
from tournaments.draw.actions.places import decide_places, reopen_places
from tournaments.models import PlaceDecision, Prize, Stage, Team, Tournament
from tournaments.permissions import Permission, may
from tournaments.prizes import Candidate, Fit
from tournaments.states import EqualsDecided, TournamentState
from web.requests.forms import Hidden, PageForm, Text
from web.requests.loaders import actor, changes, needs
from web.requests.numbers import typed_number


class ConfirmationForm(PageForm):
    """The awards as they were seen."""


class ReopeningForm(PageForm):
    """Why the awards are open again."""

    reason = Text(_("Reason, for everybody to read"), 200)


def _confirmation(data: Any, tournament: Tournament) -> ConfirmationForm:
    return ConfirmationForm(data, version=awards_version(tournament))


def _awards_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament.refresh_from_db(fields=["state", "awards_confirmed_at"])
    awards = award_list(tournament)
    context = {
        "tournament": tournament,
        "list": awards,
        "prizes": shown_prizes(tournament, awards),
        "refused": refused,
        "confirmation": refused if isinstance(refused, ConfirmationForm) else _confirmation(None, tournament),
        "reopening": refused if isinstance(refused, ReopeningForm) else ReopeningForm(),
        "may_confirm": may(request.user, Permission.AWARDS_CONFIRM, tournament),
        "is_finished": tournament.state == TournamentState.FINISHED,
        "in_registration": tournament.state == TournamentState.ENTRY,
    }
    return render(request, "chronicle/awards.html", context, status=refused.status if refused else 200)


awards = needs(Permission.OFFICE_READ)(require_safe(_awards_page))


@needs(Permission.AWARDS_CONFIRM)
@changes(_awards_page, _confirmation, _("The awards are confirmed. The event is finished."))
def awards_confirmation(request: HttpRequest, tournament: Tournament, form: ConfirmationForm) -> None:
    confirm_awards(tournament, by=actor(request), seen=form.made_from, sure=form.insisted)


@needs(Permission.AWARDS_CONFIRM)
@changes(_awards_page, ReopeningForm, _("The awards are open again."))
def awards_reopening(request: HttpRequest, tournament: Tournament, form: ReopeningForm) -> None:
    reopen_awards(tournament, by=actor(request), reason=form.cleaned_data["reason"])


Line = tuple[Recipient, str]
"""A candidate and why it is where it is."""


@dataclass(frozen=True)
class ShownPrize:
    """A prize as the office reads it."""

    of: PrizeToDecide
    form: "PrizeForm"

    @property
    def rule(self) -> str:
        return str(RULES[self.of.prize.rule])

    @property
    def nobody(self) -> str:
        return str(NOBODY[self.of.prize.rule])

    @property
    def proposed(self) -> list[Line]:
        return self._lines(self.of.proposal.proposed)

    @property
    def equals(self) -> list[Line]:
        return self._lines(self.of.proposal.equals)

    @property
    def unknown(self) -> list[Recipient]:
        return [self.of.names[candidate] for candidate in self.of.proposal.unknown]

    @property
    def can_be_given(self) -> bool:
        """By one press, as it is proposed."""
        return not self.of.prize.is_decided and not self.of.needs_choice

    def _lines(self, fits: tuple[Fit, ...]) -> list[Line]:
        rule = self.of.prize.rule
        return [(one, reason_words(rule, one, measure)) for one, measure in self.of.recipients(fits)]


class PrizeForm(PageForm):
    """Who gets a prize: of those who meet its condition, or others, with the reason."""

    recipients = forms.MultipleChoiceField(
        label=_("Meet the condition"), required=False, widget=forms.CheckboxSelectMultiple
    )
    others = forms.MultipleChoiceField(label=_("All others"), required=False, widget=forms.CheckboxSelectMultiple)
    note = Text(_("Why it is given otherwise, for everybody to read"), 200)

    def __init__(self, data: Any, of: PrizeToDecide | None, *, version: int) -> None:
        super().__init__(data, version=version)
        if of is None:
            return
        fits = (*of.proposal.proposed, *of.proposal.equals, *of.proposal.behind)
        chosen = of.prize.candidates if of.prize.is_decided else {fit.candidate for fit in of.proposal.proposed}
        rule = of.prize.rule
        self._offer("recipients", [(one, reason_words(rule, one, n)) for one, n in of.recipients(fits)], chosen)
        withdrawn = {one: gettext("withdrawn") for one in of.withdrawn}
        self._offer("others", [(one, withdrawn.get(one.candidate, "")) for one in of.others], chosen)
        self.initial["note"] = of.prize.note

    def _offer(self, name: str, lines: list[Line], chosen: Any) -> None:
        choices = [
            (value_of(one.candidate), " · ".join(filter(None, (with_their_players(one), reason))))
            for one, reason in lines
        ]
        self.fields[name].choices = choices  # type: ignore[attr-defined]
        self.initial[name] = [value for value in (value_of(one) for one in chosen) if value in dict(choices)]

    @property
    def chosen(self) -> set[Candidate]:
        typed = [*self.cleaned_data["recipients"], *self.cleaned_data["others"]]
        pairs = (value.split("-") for value in typed)
        return {Candidate(typed_number(branch) or 0, typed_number(team) or 0) for branch, team in pairs}


def value_of(candidate: Candidate) -> str:
    """As a form sends it."""
    return f"{candidate.branch}-{candidate.team}"


def shown_prizes(tournament: Tournament, awards: AwardList) -> list[ShownPrize]:
    """With their proposals, once everything is played and decided; none before."""
    if not (awards.decided and awards.prizes):
        return []
    version = awards_version(tournament)
    stages = stages_of(rounds(tournament))
    return [
        ShownPrize(of, PrizeForm(None, of, version=version))
        for of in prizes_to_decide(tournament, stages, awards.prizes)
    ]


def _prize(tournament: Tournament, pk: int) -> Prize:
    return get_object_or_404(Prize.objects.select_related("tournament__journal"), tournament=tournament, pk=pk)


def _shown(row: Prize) -> ShownPrize | None:
    """Nothing before everything is decided."""
    shown = shown_prizes(row.tournament, award_list(row.tournament))
    return next((one for one in shown if one.of.prize.id == row.pk), None)


def _prize_form(data: Any, row: Prize) -> PrizeForm:
    shown = _shown(row)
    return PrizeForm(data, shown.of if shown else None, version=awards_version(row.tournament))


def _prize_page(request: HttpRequest, row: Prize, refused: PrizeForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    shown = _shown(row)
    context = {
        "tournament": row.tournament,
        "prize": row,
        "shown": shown,
        "rule": RULES[row.rule],
        "form": refused or (shown.form if shown else None),
        "refused": refused,
        "may_decide": may(request.user, Permission.AWARDS_CONFIRM, row.tournament),
    }
    return render(request, "chronicle/prize.html", context, status=refused.status if refused else 200)


@needs(Permission.OFFICE_READ)
@require_safe
def prize(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Everybody who may get the prize, with what speaks for each."""
    return _prize_page(request, _prize(tournament, pk))


@needs(Permission.AWARDS_CONFIRM)
@changes(_prize_page, _prize_form, _("It is decided about the prize %(prize)s."), to="awards", of=_prize)
def prize_decision(request: HttpRequest, row: Prize, form: PrizeForm) -> dict[str, str]:
    decide_prize(row, form.chosen, by=actor(request), note=form.cleaned_data["note"], seen=form.made_from)
    return {"prize": row.name}


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


def _decision_form(data: Any, tournament: Tournament, number: int) -> DecisionForm:
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
@changes(_equals_page, _decision_form, _("It is decided; the places follow from it."), to="awards_equals")
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
