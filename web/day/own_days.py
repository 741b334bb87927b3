"""自己约日子、挑战: a branch's matches, where it agrees with the other side on day and place, and whom it challenges,
by its link; the office says it in its place. And the office's page of a ladder, where its season ends."""

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
from tournaments.bracket.queries.ladders import LadderView, ladder_of
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.codes import Code
from tournaments.day.actions.own_days import (
    LONGEST_PLACE,
    accept_day,
    challenge,
    close_season,
    propose_day,
    reopen_season,
    set_day,
    withdraw_challenge,
)
from tournaments.day.queries.own_days import BranchMatch, branch_matches
from tournaments.models import Branch, Match, Round, Team, Tournament
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
    return page_of_branch(request, branch_at(tournament, number))


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

    return _done(request, branch, match, form, change)


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

    return _done(request, branch, match, form, change)


def _done(
    request: HttpRequest,
    branch: Branch,
    match: int,
    form: PageForm,
    change: Callable[[dict[str, Any]], object],
    *,
    of_ladder: bool = False,
) -> HttpResponse:
    """To the page of the branch, with what was refused at that match (0: at none); the office to the ladder, of which
    it was."""
    if not form.try_to(change, request).done:
        return page_of_branch(request, branch, (match, form))
    if of_ladder and not actor(request).is_of_link:
        return redirect("ladder_desk", branch.tournament.slug)
    return redirect("own_days", branch.tournament.slug, branch.number)


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


def page_of_branch(request: HttpRequest, branch: Branch, refused: tuple[int, PageForm] | None = None) -> HttpResponse:
    """``refused``: the number of a match, 0 of none, and the form that was tried there."""
    tournament = branch.tournament
    number, tried = refused or (0, None)
    views = rounds(tournament) if tournament.own_days else ()
    matches = branch_matches(views, branch)
    forms = {own.match.number: DayForm.of(own) for own in matches if own.is_open}
    if isinstance(tried, DayForm):
        forms[number] = tried
    ladder = ladder_of(stages_of(views), clock.now(tournament.journal))
    own_rungs = [rung for rung in ladder.rungs if rung.team.branch_id == branch.pk] if ladder else []
    context = {
        "tournament": tournament,
        "branch": branch,
        "open": [(own, forms[own.match.number]) for own in matches if own.is_open],
        "begun": [own for own in matches if not own.is_open],
        "refused": tried,
        "refused_at": number,
        "ladder": ladder,
        "rungs": [(rung, ladder.above(rung.team.id)) for rung in own_rungs] if ladder else [],
        "speaks_for_both": not actor(request).is_of_link,
    }
    return render(request, "day/own_days.html", context, status=tried.status if tried else HTTPStatus.OK)


class ChallengeForm(PageForm):
    """The ids of the two teams."""

    challenger = Text()
    challenged = Text()


@needs(Permission.DAY_AGREE, branch="number")
@require_POST
def challenge_made(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """By a team of the branch."""
    branch, form = branch_at(tournament, number), ChallengeForm(request.POST)

    def change(typed: dict[str, Any]) -> None:
        teams = {str(team.pk): team for team in Team.objects.filter(branch__tournament=tournament)}
        one, other = teams.get(typed["challenger"]), teams.get(typed["challenged"])
        if one is None or other is None or one.branch_id != branch.pk:
            raise Refused(Problem(Code.NOT_ON_LADDER))
        challenge(one, other, by=actor(request))

    return _done(request, branch, 0, form, change, of_ladder=True)


@needs(Permission.DAY_AGREE, branch="number")
@require_POST
def challenge_withdrawal(request: HttpRequest, tournament: Tournament, number: int, match: int) -> HttpResponse:
    branch, own = own_match(tournament, number, match)
    form = PageForm(request.POST)

    def change(_typed: dict[str, Any]) -> None:
        if "away" not in own.sides:
            raise Refused(Problem(Code.ANSWER_OF_OTHER_SIDE))
        withdraw_challenge(stage_match(tournament, match), by=actor(request))

    return _done(request, branch, match, form, change, of_ladder=True)


@needs(Permission.DAY_AGREE)
@require_POST
def season_closing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """结束赛季, or, if it is closed, take that back."""
    form = PageForm(request.POST)

    def change(_typed: dict[str, Any]) -> None:
        view = _ladder(tournament)
        if view is None:
            raise Refused(Problem(Code.NO_LADDER))
        season = Round.objects.select_related("stage__tournament").get(pk=view.season.id)
        act = reopen_season if request.POST.get("again") else close_season
        act(season, by=actor(request))

    if not form.try_to(change, request).done:
        return _desk(request, tournament, form)
    return redirect("ladder_desk", tournament.slug)


def _ladder(tournament: Tournament) -> LadderView | None:
    return ladder_of(stages_of(rounds(tournament)), clock.now(tournament.journal))


def _desk(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    view = _ladder(tournament)
    numbers = dict(tournament.branches.values_list("pk", "number"))
    rungs = [(rung, view.above(rung.team.id), numbers[rung.team.branch_id]) for rung in view.rungs] if view else []
    context = {"tournament": tournament, "ladder": view, "rungs": rungs, "refused": refused}
    return render(request, "day/ladder_desk.html", context, status=refused.status if refused else HTTPStatus.OK)


ladder_desk = needs(Permission.DAY_AGREE)(require_safe(_desk))
