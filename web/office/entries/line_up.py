"""排阵: the branch says by its link, or the office for it, who plays at which board of the next match of its teams."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.bracket.actions.line_ups import hand_in_line_up
from tournaments.bracket.queries.line_ups import LineUpView, line_ups_of
from tournaments.models import Branch, Match, Tournament
from tournaments.permissions import Permission
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs


class LineUpForm(PageForm):
    """Who plays where: a field for each place at each board."""

    def __init__(self, data: Any, of: LineUpView) -> None:
        super().__init__(data, apart=f"team{of.team.ordinal}")
        self.of = of
        offered = [("", "—"), *((person.pk, person.name) for person in of.people)]
        for number, people in enumerate(of.boards, start=1):
            for place in range(1, of.seats + 1):
                words = _("Board %(number)s, player %(place)s") if of.seats > 1 else _("Board %(number)s")
                self.fields[f"board{number}_{place}"] = forms.TypedChoiceField(
                    label=words % {"number": number, "place": place},
                    choices=offered,
                    coerce=int,
                    empty_value=None,
                    required=False,
                    initial=people[place - 1].pk if place <= len(people) else "",
                )
        self.word_errors()

    @property
    def boards(self) -> list[list[forms.BoundField]]:
        """The fields of each board."""
        places = range(1, self.of.seats + 1)
        return [[self[f"board{n}_{place}"] for place in places] for n in range(1, len(self.of.boards) + 1)]

    @property
    def people(self) -> list[list[int | None]]:
        """The ids that were chosen, board by board."""
        return [[self.cleaned_data.get(bound.name) for bound in fields] for fields in self.boards]


@needs(Permission.ENTRY_FILL, branch="number")
def branch_entry_line_up(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What is sent says of which team and match it is: another one may be next by now."""
    branch = get_object_or_404(tournament.branches.select_related("tournament"), number=number)
    views = line_ups_of(branch)
    if request.method != "POST":
        return _page(request, branch, [LineUpForm(None, view) for view in views])
    sent = (request.POST.get("team"), request.POST.get("match"))
    view = next((view for view in views if sent == (str(view.team.ordinal), str(view.match.number))), None)
    if view is None:
        messages.warning(request, _("That match is no longer the next one; please look again."))
        return redirect("branch_entry_line_up", tournament.slug, number)
    form, match = LineUpForm(request.POST, view), Match.objects.get(pk=view.match.id)

    def hand_in(_values: dict[str, Any]) -> None:
        hand_in_line_up(match, view.team, form.people, by=actor(request))

    if not form.try_to(hand_in, request).done:
        others = (form if other is view else LineUpForm(None, other) for other in views)
        return _page(request, branch, others, status=form.status)
    messages.success(request, _("The line-up is handed in."))
    return redirect("branch_entry_line_up", tournament.slug, number)


def _page(
    request: HttpRequest, branch: Branch, line_ups: Iterable[LineUpForm], status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {"tournament": branch.tournament, "branch": branch, "line_ups": list(line_ups)}
    return render(request, "entries/line_up.html", context, status=status)
