"""The list of branches: add, rename, change the quota or the order, remove."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from journal.refusals import Problem, ask_about
from tournaments.bracket.queries.pairing import late_round
from tournaments.bracket.queries.versions import branches_version
from tournaments.codes import Code
from tournaments.entries.actions.branches import add_branches, edit_branch, remove_branch
from tournaments.entries.fields import BRANCH_LENGTH
from tournaments.entries.glyphs import print_doubts
from tournaments.entries.queries.teams import branch_counts
from tournaments.models import Branch, Tournament
from tournaments.permissions import Permission
from tournaments.presets.preset import BranchPlan
from tournaments.states import TournamentState
from tournaments.words import sentence
from web.requests.attempts import attempt
from web.requests.forms import BoundedText, PageForm
from web.requests.loaders import actor, needs
from web.requests.long_lists import asked_rows, is_called

USUAL_QUOTA = 2
HEADS = frozenset(("分会", "分会名称", "单位", "单位名称", "工会", "部门", "名称", "序号", "branch", "name"))
TOTALS = re.compile(r"(总\s*计|合\s*计|总\s*数|共\s*计|total)", re.IGNORECASE)
CELLS = re.compile(r"[\s,，;；|、]+")
NUMERALS = "一二三四五六七八九十"
OTHERWISE = re.compile(
    r"(?P<name>.*?[^\s:：(（×xX])(?P<between>[\s:：(（×xX]*(?:限报|限|可报|报|名额)?[\s:：]*)"
    rf"(?P<quota>\d{{1,3}}|[{NUMERALS}])\s*(?P<unit>支队伍|支队|支|个队|队)?\s*[)）]?"
)
"""``机关分会：3``, ``机关分会（3队）``, ``机关分会 三支``, ``机关分会3``: a quota that is no cell of its own."""
BRANCH_ENDS = tuple("会部间班处科院系司心室局所站厂")


class BranchForm(PageForm):
    """One branch: its name, its quota, and its place in the annex."""

    name = BoundedText(_("Name of the branch"), BRANCH_LENGTH, required=True)
    quota = forms.IntegerField(label=_("Quota of teams"), initial=2)
    place = forms.IntegerField(label=_("Place in the list"), required=False, min_value=1, max_value=9999)


class BranchesForm(PageForm):
    """New branches, one a line, with an optional quota at the end of the line."""

    branches = forms.CharField(
        label=_("New branches, one on each line"), widget=forms.Textarea(attrs={"rows": 5}), max_length=20000,
        help_text=_("Paste the list: the name, then the quota. Without a number the quota is 2."),
    )  # fmt: skip

    def lines(self) -> list[tuple[int, BranchPlan, bool]]:
        """The branches, each with the number of its line and whether its quota was read out of it otherwise than as a
        cell of its own; blank lines, the head and the total are none."""
        plans = [(n, *_plan(line)) for n, line in enumerate(self.cleaned_data["branches"].splitlines(), start=1)]
        return [(number, plan, otherwise) for number, plan, otherwise in plans if plan]

    def plans(self) -> list[BranchPlan]:
        return [plan for _number, plan, _otherwise in self.lines()]

    def doubts(self) -> list[Problem]:
        """The lines to look at before anything is added."""
        doubts = []
        for n, (_number, plan, otherwise) in enumerate(self.lines(), start=1):
            where, data = f"branches-{n}", {"branch": plan.name, "quota": plan.quota}
            doubts += [Problem(Code.BRANCH_READ_AS, where, data)] if otherwise else []
        return doubts

    def print_doubts(self) -> list[Problem]:
        """Names that the papers cannot show."""
        return [
            doubt for n, plan in enumerate(self.plans(), start=1) for doubt in print_doubts(plan.name, f"branches-{n}")
        ]

    def take(self, problems: Iterable[Problem]) -> None:
        """Problems of a branch name the line that it was pasted in."""
        numbers = [number for number, _plan, _otherwise in self.lines()] if self.is_valid() else []
        for problem in problems:
            nth = problem.field.partition("-")[2]
            words = sentence(problem)
            if nth.isdecimal():
                words = gettext("Line %(line)s: %(problem)s") % {"line": numbers[int(nth) - 1], "problem": words}
            self.add_error("branches" if nth else None, words)


def _plan(line: str) -> tuple[BranchPlan | None, bool]:
    """``信息分会 3``, with commas or tabs too, a number in front or a remark behind; None for what names no branch. And
    whether the quota stands there in another way, as ``OTHERWISE`` has it."""
    cells = [cell for cell in CELLS.split(unicodedata.normalize("NFC", line).strip()) if cell]
    if not cells or cells[0].casefold() in HEADS or TOTALS.match("".join(cells)):
        return None, False
    if len(cells) > 1 and re.fullmatch(r"\d{1,3}[.、)）]?", cells[0]):
        cells = cells[1:]
    quotas = [n for n, cell in enumerate(cells) if n and cell.isdecimal() and len(cell) < 6]
    if quotas:
        return BranchPlan(" ".join(cells[: quotas[0]]), int(cells[quotas[0]])), False
    name = " ".join(cells)
    read = OTHERWISE.fullmatch(name)
    if read and (
        read["unit"] or read["between"].strip() or (read["name"].endswith(BRANCH_ENDS) and not read["between"])
    ):
        quota = read["quota"]
        number = NUMERALS.index(quota) + 1 if quota in NUMERALS else int(quota)
        return BranchPlan(read["name"].strip(), number), True
    return BranchPlan(name, USUAL_QUOTA), False


def _branches_page(
    request: HttpRequest,
    tournament: Tournament,
    form: BranchesForm | BranchForm,
    opened: Branch | None = None,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The list, with the ``form`` that adds branches, or that of the one that is ``opened``."""
    branches = branch_counts(tournament)
    context = {
        "tournament": tournament,
        "rows": asked_rows(
            request.GET,
            list(enumerate(branches, start=1)),
            lambda search, row: is_called(search, row[1].name),
            here=lambda row: opened is not None and row[1].id == opened.pk,
        ),
        "quota": sum(branch.quota for branch in branches),
        "entered": sum(branch.teams for branch in branches),
        "adding": None if opened else form,
        "opened": opened,
        "form": form if opened else None,
        "problems": problems,
        "drawn": tournament.state != TournamentState.ENTRY and not late_round(tournament),
    }
    return render(request, "entries/branches.html", context, status=status)


@needs(Permission.EVENT_EDIT)
def branches(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = BranchesForm(request.POST or None)

    def add(_typed: dict[str, Any]) -> None:
        ask_about(form.doubts(), form.insisted)
        with transaction.atomic():  # what is refused is said before anything is asked of a name that stands
            add_branches(tournament, form.plans(), by=actor(request))
            ask_about(form.print_doubts(), form.insisted)

    if request.method != "POST" or not form.try_to(add, request).done:
        return _branches_page(request, tournament, form, status=form.status)
    messages.success(request, _("%(count)s branches are added.") % {"count": len(form.plans())})
    return redirect("branches", tournament.slug)


def _branch(tournament: Tournament, pk: int) -> Branch:
    return get_object_or_404(Branch.objects.select_related("tournament__journal"), tournament=tournament, pk=pk)


def _branch_form(data: Any, branch_row: Branch) -> BranchForm:
    version = branches_version(branch_row.tournament)
    place = branch_row.tournament.branches.filter(number__lte=branch_row.number).count()
    initial = {"name": branch_row.name, "quota": branch_row.quota, "place": place}
    return BranchForm(data, initial=initial, version=version)


@needs(Permission.EVENT_EDIT)
def branch(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    branch_row = _branch(tournament, pk)
    form = _branch_form(request.POST or None, branch_row)

    def edit(typed: dict[str, Any]) -> None:
        by, seen = actor(request), form.made_from
        if typed["name"] != branch_row.name:
            ask_about(print_doubts(typed["name"], "name"), form.insisted)
        edit_branch(branch_row, typed["name"], typed["quota"], by=by, place=typed["place"], seen=seen)

    if request.method != "POST" or not form.try_to(edit, request).done:
        return _branches_page(request, tournament, form, branch_row, status=form.status)
    messages.success(request, _("%(branch)s is saved.") % {"branch": form.cleaned_data["name"]})
    return redirect("branches", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def branch_removal(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    branch_row = _branch(tournament, pk)
    outcome = attempt(request, lambda: remove_branch(branch_row, by=actor(request)))
    if not outcome.done:
        form = _branch_form(None, branch_row)
        return _branches_page(request, tournament, form, branch_row, outcome.problems, outcome.status)
    messages.success(request, _("%(branch)s is removed.") % {"branch": branch_row.name})
    return redirect("branches", tournament.slug)
