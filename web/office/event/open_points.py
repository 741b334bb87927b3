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
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.bracket.words.formats import RESTS, SETTINGS
from tournaments.bracket.words.rule_sentences import option_words
from tournaments.draw.queries.draws import first_stage
from tournaments.event.actions.stages import choose_format
from tournaments.event.actions.tournaments import edit_tournament
from tournaments.event.queries.open_points import OpenQuestion, open_questions
from tournaments.event.words.rule_choices import QUESTIONS, YES_NO
from tournaments.formats.rests import Rest
from tournaments.formats.settings import NUMBERS
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.presets.preset import Blueprint
from tournaments.states import TournamentState
from web.office.event.settings_forms import (
    OptionField,
    SettingsForm,
    awards_of,
    initial_of,
    rule_options_of,
    values_of,
)
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs

POINTS: dict[str, tuple[str, str]] = {
    OpenPoint.MINUTES: ("minutes", "time"),
    OpenPoint.ON_TIME: ("on_time", "bell"),
    OpenPoint.TIE_RULES: ("tie", "ties"),
    OpenPoint.TIE_AT_START: ("tie", "tie-at-start"),
    OpenPoint.PASSING_CONDITION: ("pass_condition", "passing-a"),
    OpenPoint.PASSING_SCOPE: ("pass_scope", "passing-a-when"),
    OpenPoint.A_FAIL: ("a_fail", "failing-a"),
    OpenPoint.FAIL_COUNT: ("fail_consecutive", "failing-a-count"),
    OpenPoint.FAIL_SCOPE: ("fail_scope", "failing-a-when"),
    OpenPoint.DEAL_LIMIT: ("deal_limit", "deal-limit"),
    OpenPoint.REPORT: ("report_at", "report"),
    OpenPoint.GRACE: ("grace_minutes", "late"),
    OpenPoint.BRANCH_HALVES: ("branches_apart", "branch-halves"),
    OpenPoint.THIRD_PLACE: ("third_place_match", "third-place"),
    OpenPoint.GAME_CLOCK: ("match_clock", "time"),
    OpenPoint.REST: ("rest", "ranking"),
}
"""The setting that answers a point, and the paragraph of the regulation that says it, by its anchor."""


class PointForm(PageForm):
    """One point: the setting that answers it, each choice in words, the default marked. A point that is not
    ``answered`` may stand otherwise than by default, as the chosen format has brought it: then that can be kept."""

    def __init__(self, *args: Any, point: str, default: Any, answered: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.setting, _paragraph = POINTS[point]
        stands = self.initial[self.setting]
        self.is_usual = answered or stands == default
        field: Any = OptionField("", RESTS, RESTS.__getitem__) if point == OpenPoint.REST else None
        field = field or copy.deepcopy(SettingsForm.base_fields[self.setting])
        if isinstance(field, forms.BooleanField):
            yes, no = YES_NO[point]
            field = OptionField("", (True, False), {True: yes, False: no}.__getitem__)
        if isinstance(field, OptionField):
            field.widget = forms.RadioSelect()
            field.offer(default)
            field.offer(self.initial[self.setting])
            words = {field.prepare_value(value): field.words(value) for value in field.offered}
            usual = field.prepare_value(default)
            words[usual] = _("%(choice)s (default)") % {"choice": words[usual]}
            field.choices = [*words.items()]
        else:
            field.required = default is not None
            if field.required:
                field.help_text = _("The default: %(usual)s.") % {"usual": self._measured(default)}
        field.label = str(QUESTIONS[point])
        self.fields[self.setting] = field
        if point == OpenPoint.REST:
            low, high = NUMBERS["rest_points"]
            label = SETTINGS["rest_points"]
            self.fields["rest_points"] = forms.IntegerField(label=label, min_value=low, max_value=high)
        if "keep" in self.data:
            kept = default if self.is_usual else stands
            kept = "" if kept is None else field.prepare_value(kept)
            self.data = {**{name: self.data[name] for name in self.data}, self.setting: kept}

    @property
    def present(self) -> str:
        """The answer that stands, in words."""
        field, value = self.fields[self.setting], self.initial[self.setting]
        if isinstance(field, OptionField):
            words = str(field.words(value))
            return f"{words}: {self.initial['rest_points']}" if value == Rest.FIXED else words
        return "—" if value is None else self._measured(value)

    def _measured(self, value: int) -> str:
        if self.setting == "deal_limit":
            return ngettext("%(n)s deal", "%(n)s deals", value) % {"n": value}
        return ngettext("%(n)s minute", "%(n)s minutes", value) % {"n": value}


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

    def answer(typed: dict[str, Any]) -> None:
        if question.point == OpenPoint.REST:
            stage = first_stage(tournament)
            settings_ = {**stage.settings, **typed}
            choose_format(
                tournament, stage.format, settings_, by=actor(request), seen=form.made_from, answers=(question.point,)
            )
            return
        present, values = settings_of(tournament), {**initial_of(tournament), **typed}
        if form.setting in SettingsForm.PLAIN:
            settings = replace(present, **typed)
        else:
            settings = replace(present, rule_options=rule_options_of(tournament, values))
        if question.point == OpenPoint.THIRD_PLACE:
            settings = replace(settings, awards=awards_of(present, values))
        edit_tournament(tournament, settings, by=actor(request), seen=form.made_from, answers=(question.point,))

    if request.method == "POST" and form.try_to(answer, request).done:
        later = [other for other in questions if not other.answered and other.number > number]
        if later:
            return redirect("open_point", tournament.slug, later[0].number)
        return redirect("open_points", tournament.slug)
    _setting, anchor = POINTS[question.point]
    context = {
        "tournament": tournament,
        "form": form,
        "question": question,
        "count": len(questions),
        "before": number - 1,
        "after": number + 1 if number < len(questions) else 0,
        "paragraph": option_words(rule_set(tournament)).get(anchor, ""),
        "anchor": anchor,
        "frozen": tournament.state != TournamentState.ENTRY,
    }
    return render(request, "event/open_point.html", context, status=form.status)


def _form(
    data: Any, tournament: Tournament, question: OpenQuestion, present: dict[str, Any], version: int | None = None
) -> PointForm:
    setting, _paragraph = POINTS[question.point]
    if question.point == OpenPoint.REST:
        format_ = format_of(first_stage(tournament))
        default, initial = Rest.OWN, {name: getattr(format_, name) for name in ("rest", "rest_points")}
    else:
        default = {**vars(Blueprint), **values_of(named(tournament.rule_set))}[setting]
        initial = {setting: present[setting]}
    return PointForm(
        data, initial=initial, point=question.point, default=default, answered=question.answered, version=version
    )
