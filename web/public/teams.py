"""队伍: branches in the order of the annex with their teams, players' names, and how far each has come."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.my_links import my_token
from tournaments.queries.teams import branch_line_ups
from web.loaders import needs
from web.present import present
from web.public.followed import followed_branch
from web.public.paging import asked_page
from web.public.team_progress import team_progress
from web.publishing.pages import public_page

PER_PAGE = 100


@public_page("branch", "page")
@needs(Permission.PUBLIC)
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    page, pages = asked_page(request, tournament.branches.count(), PER_PAGE)
    followed = followed_branch(request, tournament)
    found = present(tournament)
    branches = branch_line_ups(tournament)
    context = {
        "tournament": tournament,
        "present": found,
        "branches": branches[(page - 1) * PER_PAGE : page * PER_PAGE],
        "total": sum(not team.withdrawn for branch in branches for team in branch.teams),
        "progress": team_progress(found),
        "page": page,
        "pages": pages,
        "mine": followed.pk if followed else 0,
        "tokens": {branch.id: my_token(tournament, branch=branch.id) for branch in branches},
    }
    return render(request, "public/teams.html", context)
