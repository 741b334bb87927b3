"""挑战: a branch challenges by its link, the office in its place; and the office's page of a ladder, where its season
ends."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from journal.refusals import Problem, Refused
from tournaments.bracket.queries.ladders import LadderView, ladder_of
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.codes import Code
from tournaments.day.actions.own_days import challenge, close_season, reopen_season, withdraw_challenge
from tournaments.models import Round, Team, Tournament
from tournaments.permissions import Permission
from web.day.own_days import branch_at, own_match, page_of_branch
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs, stage_match


class ChallengeForm(PageForm):
    """The ids of the two teams."""

    challenger = Text()
    challenged = Text()


class EmptyForm(PageForm):
    """A button alone."""


@needs(Permission.DAY_AGREE)
@require_safe
def ladder_desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _desk(request, tournament)


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

    if not form.try_to(change, request).done:
        return page_of_branch(request, tournament, branch, (0, form))
    return _back(request, tournament, number)


@needs(Permission.DAY_AGREE, branch="number")
@require_POST
def challenge_withdrawal(request: HttpRequest, tournament: Tournament, number: int, match: int) -> HttpResponse:
    branch, own = own_match(tournament, number, match)
    form = EmptyForm(request.POST)

    def change(_typed: dict[str, Any]) -> None:
        if "away" not in own.sides:
            raise Refused(Problem(Code.ANSWER_OF_OTHER_SIDE))
        withdraw_challenge(stage_match(tournament, match), by=actor(request))

    if not form.try_to(change, request).done:
        return page_of_branch(request, tournament, branch, (match, form))
    return _back(request, tournament, number)


@needs(Permission.DAY_AGREE)
@require_POST
def season_closing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """结束赛季, or, if it is closed, take that back."""
    form = EmptyForm(request.POST)

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


def _back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """To the page of the branch; the office to the ladder."""
    if actor(request).is_of_link:
        return redirect("own_days", tournament.slug, number)
    return redirect("ladder_desk", tournament.slug)


def _desk(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    view = _ladder(tournament)
    numbers = dict(tournament.branches.values_list("pk", "number"))
    rungs = [(rung, view.above(rung.team.id), numbers[rung.team.branch_id]) for rung in view.rungs] if view else []
    context = {"tournament": tournament, "ladder": view, "rungs": rungs, "refused": refused}
    return render(request, "day/ladder_desk.html", context, status=refused.status if refused else HTTPStatus.OK)
