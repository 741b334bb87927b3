"""队伍: branches in the order of the annex with their teams, players' names, and how far each has come; of many by
pages, and found by the name of a branch, a team or a player."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.http import require_safe

from tournaments.bracket.words.names import team_name
from tournaments.entries.queries.links import my_token
from tournaments.entries.queries.teams import BranchCount, branch_counts, branch_line_ups
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.present import present
from web.public.entries.team_path import team_progress
from web.public.followed import followed_branch
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.long_lists import LONGEST_SEARCH, is_called, page_of

MOST_BRANCHES, MOST_TEAMS = 40, 80
"""On one page."""


@public_page("branch", "page")
@needs(Permission.PUBLIC)
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    counts = branch_counts(tournament)
    page = page_of(request, _by_page(counts), 1)
    followed = followed_branch(request, tournament)
    snapshot = present(tournament)
    branches = branch_line_ups(tournament, page[0])
    here = {team.label.id for branch in branches for team in branch.teams}
    context = {
        "tournament": tournament,
        "present": snapshot,
        "branches": branches,
        "total": sum(branch.teams for branch in counts),
        "progress": team_progress(snapshot, here),
        "page": page.number,
        "pages": page.paginator.page_range,
        "mine": followed.pk if followed else 0,
        "tokens": {branch.id: my_token(tournament, branch=branch.id) for branch in branches},
    }
    return render(request, "entries/teams.html", context)


@needs(Permission.PUBLIC)
@require_safe
def teams_find(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the only branch that is meant, or those to choose from; with ``?to=mine`` to the matches of a team, or of all
    teams of a branch."""
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    teams = (team for branch in branch_line_ups(tournament) for team in branch.teams)
    called = [
        team for team in teams if words and is_called(words, team_name(team.label), *team.own_texts, *team.players)
    ]
    pages = {pk: page for page, ids in enumerate(_by_page(branch_counts(tournament)), start=1) for pk in ids}
    to_mine = request.GET.get("to") == "mine"
    hits = []
    for team in called:
        branch = team.label.branch_id
        query = urlencode({"branch": branch} | ({"page": pages[branch]} if pages[branch] > 1 else {}))
        matches = resolve_url("my_matches", tournament.slug, my_token(tournament, team=team.label.id))
        hits.append((team, matches if to_mine else f"{resolve_url('teams', tournament.slug)}?{query}#b{branch}"))
    branches = {team.label.branch_id for team in called}
    if len(branches) == 1 and to_mine and len(called) > 1:
        return redirect("my_matches", tournament.slug, my_token(tournament, branch=branches.pop()))
    if len(branches) == 1:
        return redirect(hits[0][1])
    context = {"tournament": tournament, "present": present(tournament), "words": words, "hits": hits[:MOST_TEAMS]}
    return render(request, "entries/teams_find.html", context)


def _by_page(counts: Sequence[BranchCount]) -> list[list[int]]:
    """The ids of the branches of each page, whole branches; one page without any."""
    pages: list[list[int]] = [[]]
    teams = 0
    for branch in counts:
        teams += branch.teams
        if pages[-1] and (len(pages[-1]) == MOST_BRANCHES or teams > MOST_TEAMS):
            pages.append([])
            teams = branch.teams
        pages[-1].append(branch.id)
    return pages
