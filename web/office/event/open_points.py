"""What the notice leaves open, asked one by one; each answer goes into the settings, and one can stop at any time."""

import copy
from dataclasses import replace
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from guandan_rules import OpenPoint, named
from tournaments.bracket.queries.settings import settings_of
from tournaments.bracket.queries.versions import settings_version
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.bracket.words.options import option_words
from tournaments.event.actions.tournaments import edit_tournament
from tournaments.event.queries.open_points import OpenQuestion, open_questions
from tournaments.event.words.rule_choices import QUESTIONS, YES_NO
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.presets.preset import Blueprint
from tournaments.states import TournamentState
from web.office.event.settings_values import awards_of, initial_of, rule_options_of, values_of
from web.office.forms import OptionField, SettingsForm
from web.requests.attempts import Attempt
from web.requests.forms import Choices, PageForm
from web.requests.loaders import actor, needs

FIELDS: dict[str, str] = {
    OpenPoint.MINUTES: "minutes",
    OpenPoint.ON_TIME: "on_time",
    OpenPoint.TIE_RULES: "tie",
    OpenPoint.TIE_AT_START: "tie",
    OpenPoint.PASSING_CONDITION: "pass_condition",
    OpenPoint.PASSING_SCOPE: "pass_scope",
    OpenPoint.A_FAIL: "a_fail",
    OpenPoint.REPORT: "report_at",
    OpenPoint.GRACE: "grace_minutes",
    OpenPoint.BRANCH_HALVES: "opposite_halves",
    OpenPoint.THIRD_PLACE: "third_place_match",
}
"""The setting that answers a point."""
PARAGRAPHS: dict[str, str] = {
    OpenPoint.MINUTES: "time",
    OpenPoint.ON_TIME: "bell",
    OpenPoint.TIE_RULES: "ties",
    OpenPoint.TIE_AT_START: "tie-at-start",
    OpenPoint.PASSING_CONDITION: "passing-a",
    OpenPoint.PASSING_SCOPE: "passing-a-when",
    OpenPoint.A_FAIL: "failing-a",
    OpenPoint.REPORT: "report",
    OpenPoint.GRACE: "late",
    OpenPoint.BRANCH_HALVES: "branch-halves",
    OpenPoint.THIRD_PLACE: "third-place",
}
"""The paragraph of the regulation that says it, by its anchor."""


class PointForm(PageForm):
    """One point: the setting that answers it, each choice in words, the default marked."""

    def __init__(self, *args: Any, point: str, default: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.setting = FIELDS[point]
        field = copy.deepcopy(SettingsForm.base_fields[self.setting])
        if isinstance(field, forms.BooleanField):
            yes, no = YES_NO[point]
            field = OptionField("", (True, False), {True: yes, False: no}.__getitem__)
        if isinstance(field, OptionField):
            field.widget = forms.RadioSelect()
            field.offer(default)
            field.offer(self.initial[self.setting])
            field.choices = _marked(field, default)
        else:
            field.required = default is not None
            field.help_text = _("The default is %(minutes)s.") % {"minutes": default} if field.required else ""
        field.label = str(QUESTIONS[point])
        self.fields[self.setting] = field
        if "keep" in self.data:
            usual = "" if default is None else field.prepare_value(default)
            self.data = {**{name: self.data[name] for name in self.data}, self.setting: usual}

    @property
    def present(self) -> str:
        """The answer that stands, in words."""
        field, value = self.fields[self.setting], self.initial[self.setting]
        if isinstance(field, OptionField):
            return str(field.words(value))
        return "—" if value is None else ngettext("%(n)s minute", "%(n)s minutes", value) % {"n": value}


def _marked(field: OptionField, default: Any) -> Choices:
    usual = field.prepare_value(default)
    offers = [(field.prepare_value(value), field.words(value)) for value in field.offered]
    marked = _("%(choice)s (default)")
    return [(key, marked % {"choice": words} if key == usual else words) for key, words in offers]


@needs(Permission.EVENT_EDIT)
@require_safe
def open_points(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where one stands: every point with its answer so far."""
    questions, present = open_questions(tournament), initial_of(tournament)
    context = {
        "tournament": tournament,
        "rows": [(question, _form(None, tournament, question, present)) for question in questions],
        "next": next((question for question in questions if not question.answered), None),
        "answered": sum(question.answered for question in questions),
        "frozen": tournament.state != TournamentState.ENTRY,
    }
    return render(request, "event/open_points.html", context)


@needs(Permission.EVENT_EDIT)
def open_point(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One of them: the question, what the regulation says now, and the choices."""
    questions = open_questions(tournament)
    question = next((question for question in questions if question.number == number), None)
    if question is None:
        raise Http404
    sent, version = request.POST if request.method == "POST" else None, settings_version(tournament)
    form = _form(sent, tournament, question, initial_of(tournament), version)
    attempt = Attempt()
    if request.method == "POST":
        attempt = form.try_to(lambda _typed: _answer(request, tournament, question.point, form), request)
        if attempt.done:
            later = [other for other in questions if not other.answered and other.number > number]
            return (
                redirect("open_point", tournament.slug, later[0].number)
                if later
                else redirect("open_points", tournament.slug)
            )
    context = {
        "tournament": tournament,
        "form": form,
        "question": question,
        "count": len(questions),
        "before": number - 1,
        "after": number + 1 if number < len(questions) else 0,
        "paragraph": option_words(rule_set(tournament)).get(PARAGRAPHS[question.point], ""),
        "anchor": PARAGRAPHS[question.point],
        "frozen": tournament.state != TournamentState.ENTRY,
    }
    return render(request, "event/open_point.html", context, status=attempt.status)


def _form(
    data: Any, tournament: Tournament, question: OpenQuestion, present: dict[str, Any], version: int | None = None
) -> PointForm:
    setting = FIELDS[question.point]
    usual = {**vars(Blueprint), **values_of(named(tournament.rule_set))}
    return PointForm(
        data,
        initial={setting: present[setting]},
        point=question.point,
        default=usual[setting],
        version=version,
    )


def _answer(request: HttpRequest, tournament: Tournament, point: OpenPoint, form: PointForm) -> None:
    """The settings as they are, but for the answer."""
    present, values = settings_of(tournament), {**initial_of(tournament), **form.cleaned_data}
    if form.setting in ("opposite_halves", "third_place_match"):
        settings = replace(present, **form.cleaned_data)
    else:
        settings = replace(present, rule_options=rule_options_of(tournament, values))
    if point == OpenPoint.THIRD_PLACE:
        settings = replace(settings, awards=awards_of(present, values))
    edit_tournament(tournament, settings, by=actor(request), seen=form.made_from, answers=(point,))
