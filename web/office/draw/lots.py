"""Lots drawn in the hall: one position a team, typed as they are drawn."""

from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.words.names import team_name, within_branch
from tournaments.codes import Code
from tournaments.draw.actions.draws import keep_lots, preview_lots
from tournaments.draw.queries.draws import present_draw, prospect
from tournaments.draw.queries.lots import LotRow, lot_rows, lots_version
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.requests.attempts import Attempt
from web.requests.forms import Line, Lines, OptionalNumber, PageForm
from web.requests.loaders import actor, needs
from web.requests.long_lists import asked_rows

NO_NUMBER = 0
LOTS_A_PAGE = 400
"""So many teams have their fields on one page: with all 1,024 of the largest draw it would be too large for a phone."""


class LotForm(Line):
    """One team's lot: without one it has no position yet; what is no number is none of the sheet's."""

    position = OptionalNumber(length=5, otherwise=NO_NUMBER, autocomplete="off")
    team: TeamLabel


class LotLines(Lines):
    """A line a team, in the order of the branches."""

    form = LotForm

    def __init__(self, data: Any, rows: tuple[LotRow, ...]) -> None:
        self.rows = rows
        super().__init__(data, initial=[{"position": row.position or ""} for row in rows])
        for row, line in zip(rows, self.forms, strict=True):
            line.team = row.team
            line.fields["position"].label = within_branch(row.team)

    def add_prefix(self, index: int | str) -> str:
        return str(self.rows[int(index)].team.id)

    def label_of(self, line: forms.Form) -> str:
        return team_name(line.team)  # type: ignore[attr-defined]


class LotsForm(PageForm):
    """All lots, and whether branches that are only drafts are left out."""

    without_drafts = forms.BooleanField(label=gettext_lazy("leave out the drafts"), required=False)
    aliases = {"drafts": "without_drafts"}

    def __init__(self, data: Any, rows: tuple[LotRow, ...], *, version: int) -> None:
        super().__init__(data, version=version)
        self.lots = LotLines(data, rows)

    def parts(self) -> list[LotLines]:
        return [self.lots]

    def branches(self) -> list[tuple[str, list[LotForm]]]:
        """The lines under the names of their branches."""
        return [(name, list(lines)) for name, lines in groupby(self.lots.forms, lambda line: line.team.branch)]


@needs(Permission.DRAW_MAKE)
def draw_lots(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    version = lots_version(tournament)
    teams = lot_rows(tournament, present_draw(tournament))
    rows = asked_rows(request.GET, teams, per_page=LOTS_A_PAGE)
    form, attempt = LotsForm(request.POST or None, tuple(rows), version=version), Attempt()
    is_interim = "keep" in request.POST

    def preview(typed: dict[str, Any]) -> None:
        # what was typed on the other pages goes with what is typed on this one
        here = {row.team.id for row in rows}
        lots = {row.team.id: row.position for row in teams if row.position and row.team.id not in here}
        # a team that was entered since the page was made had no field on it
        shown = [line for line in form.lots.forms if line.add_prefix("position") in request.POST]
        lots |= {line.team.id: line.cleaned_data["position"] for line in shown}
        if is_interim:
            keep_lots(tournament, lots, by=actor(request), seen=form.made_from)
        else:
            drafts = typed["without_drafts"]
            preview_lots(tournament, lots, by=actor(request), without_drafts=drafts, seen=form.made_from)

    if request.method == "POST":
        attempt = form.try_to(preview, request)
        if attempt.done and is_interim:
            messages.success(request, _("The lots typed so far are kept."))
            return redirect(reverse("draw_lots", args=[tournament.slug]) + rows.query)
        if attempt.done:
            return redirect("draw", tournament.slug)
    context = {
        "tournament": tournament,
        "prospect": prospect(tournament),
        "form": form,
        "rows": rows,
        "branches": form.branches(),
        "drafts_left": any(problem.code == Code.DRAFTS_LEFT for problem in attempt.problems),
    }
    return render(request, "draw/lots.html", context, status=form.status)
