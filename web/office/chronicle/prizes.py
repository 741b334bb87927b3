"""按条件评的奖: whom each is proposed for, with reasons, and who gets it."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.bracket.actions.awards import decide_prize
from tournaments.bracket.queries.awards import AwardList, award_list
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import PrizeToDecide, Recipient, prizes_to_decide
from tournaments.bracket.queries.standings import stages_of
from tournaments.bracket.queries.versions import awards_version
from tournaments.bracket.words.prizes import NOBODY, RULES, reason_words, with_their_players
from tournaments.models import Prize, Tournament
from tournaments.permissions import Permission, may
from tournaments.prizes import Candidate, Fit
from web.requests.changes import changes
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number

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


def _form(data: Any, row: Prize) -> PrizeForm:
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
@changes(_prize_page, _form, _("It is decided about the prize %(prize)s."), to="awards", of=_prize)
def prize_decision(request: HttpRequest, row: Prize, form: PrizeForm) -> dict[str, str]:
    decide_prize(row, form.chosen, by=actor(request), note=form.cleaned_data["note"], seen=form.made_from)
    return {"prize": row.name}
