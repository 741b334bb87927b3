"""自己约日子: a branch's matches, where it agrees with the other side on day and place, by its link; the office says it
in place of both."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from journal.refusals import Problem, Refused
from tournaments.bracket.queries.ladders import LadderView, Rung, ladder_of
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.codes import Code
from tournaments.day.actions.own_days import LONGEST_PLACE, accept_day, propose_day, set_day
from tournaments.day.queries.own_days import BranchMatch, branch_matches
from tournaments.models import Branch, Match, Tournament
from tournaments.permissions import Permission
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs, stage_match
from web.requests.numbers import typed_moment


class DayForm(PageForm):
    """约时间: day and hour on the wall of the event's zone, and where."""

    date = Text(_("Day"), type="date")
    time = Text(_("Hour"), type="time")
    place = Text(_("Where"), LONGEST_PLACE)

    @classmethod
    def of(cls, match: BranchMatch, data: Any = None) -> "DayForm":
        """With what is proposed, or agreed, so far."""
        own = match.match.own_day
        at, place = None, ""
        if own and own.proposed_at:
            at, place = timezone.localtime(own.proposed_at), own.proposed_place
        elif own and own.agreed_at:
            at, place = timezone.localtime(own.agreed_at), own.agreed_place
        initial = {"date": f"{at:%Y-%m-%d}" if at else "", "time": f"{at:%H:%M}" if at else "", "place": place}
        return cls(data, apart=f"day-{match.match.number}", initial=initial)

    def moment(self, tournament: Tournament, match: BranchMatch) -> datetime:
        """The moment that was typed, or ``Refused``."""
        at = typed_moment(self.cleaned_data["date"], self.cleaned_data["time"], tournament.tzinfo)
        if at is None:
            raise Refused(Problem(Code.MOMENT_INVALID, "date", {"round": match.match.round_number}))
        return at


class AcceptanceForm(PageForm):
    """同意 of the moment that was shown."""

    at = Text()


@needs(Permission.DAY_AGREE, branch="number")
@require_safe
def own_days(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return page_of_branch(request, tournament, branch_at(tournament, number))


@needs(Permission.DAY_AGREE, branch="number")
@require_POST
def day_proposal(request: HttpRequest, tournament: Tournament, number: int, match: int) -> HttpResponse:
    """The branch proposes; the office, and a branch that plays against itself, says it for both sides."""
    branch, own = own_match(tournament, number, match)
    form = DayForm(request.POST)

    def change(typed: dict[str, Any]) -> None:
        row, at, by = stage_match(tournament, match), form.moment(tournament, own), actor(request)
        if by.is_of_link and len(own.sides) == 1:
            propose_day(row, own.sides[0], at, typed["place"], by=by)
        else:
            set_day(row, at, typed["place"], by=by)

    return _done(request, branch, own, form, change)


@needs(Permission.DAY_AGREE, branch="number")
@require_POST
def day_acceptance(request: HttpRequest, tournament: Tournament, number: int, match: int) -> HttpResponse:
    """In the name of the branch, which the office may speak for."""
    branch, own = own_match(tournament, number, match)
    form = AcceptanceForm(request.POST)

    def change(typed: dict[str, Any]) -> Match:
        try:
            at = datetime.fromisoformat(typed["at"])
        except ValueError:
            raise Refused(Problem(Code.VALUE_INVALID)) from None
        return accept_day(stage_match(tournament, match), own.sides[0], at, by=actor(request))

    return _done(request, branch, own, form, change)


def _done(
    request: HttpRequest, branch: Branch, own: BranchMatch, form: PageForm, change: Callable[[dict[str, Any]], object]
) -> HttpResponse:
    tournament = branch.tournament
    if not form.try_to(change, request).done:
        return page_of_branch(request, tournament, branch, (own.match.number, form))
    return redirect("own_days", tournament.slug, branch.number)


def branch_at(tournament: Tournament, number: int) -> Branch:
    """The branch of that number, or 404."""
    branch = get_object_or_404(Branch, tournament=tournament, number=number)
    branch.tournament = tournament
    return branch


def own_match(tournament: Tournament, number: int, match: int) -> tuple[Branch, BranchMatch]:
    """The branch, and its match of that number; or 404."""
    branch = branch_at(tournament, number)
    own = next((each for each in branch_matches(rounds(tournament), branch) if each.match.number == match), None)
    if own is None:
        raise Http404
    return branch, own


def page_of_branch(
    request: HttpRequest, tournament: Tournament, branch: Branch, refused: tuple[int, PageForm] | None = None
) -> HttpResponse:
    """``refused``: the number of a match, 0 of none, and the form that was tried there."""
    number, tried = refused or (0, None)
    views = rounds(tournament) if tournament.own_days else ()
    matches = branch_matches(views, branch)
    forms = {own.match.number: DayForm.of(own) for own in matches if own.is_open}
    if isinstance(tried, DayForm):
        forms[number] = tried
    ladder = ladder_of(stages_of(views), clock.now(tournament.journal))
    context = {
        "tournament": tournament,
        "branch": branch,
        "open": [(own, forms[own.match.number]) for own in matches if own.is_open],
        "begun": [own for own in matches if not own.is_open],
        "refused": tried,
        "refused_at": number,
        "ladder": ladder,
        "rungs": [(rung, ladder.above(rung.team.id)) for rung in _own_rungs(ladder, branch)] if ladder else [],
        "speaks_for_both": not actor(request).is_of_link,
    }
    return render(request, "day/own_days.html", context, status=tried.status if tried else HTTPStatus.OK)


def _own_rungs(ladder: LadderView, branch: Branch) -> list[Rung]:
    return [rung for rung in ladder.rungs if rung.team.branch_id == branch.pk]
