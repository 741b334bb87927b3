"""我的比赛: one address a team and one a branch, without an account: the next match first, then the way so far."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from notices.queries.announced import BoardItem, board
from tournaments.entries.queries.links import my_token
from tournaments.entries.queries.teams import LineUp, branch_line_ups
from tournaments.models import Branch, Team, Tournament
from tournaments.permissions import Permission
from web.displays.present import present
from web.public.entries.my_calendar import calendar_of
from web.public.entries.owners import owner_or_404
from web.public.entries.team_path import TeamPath, team_paths
from web.publishing.pages import public_page
from web.requests.loaders import needs

NEWEST_NOTICES = 8


@public_page()
@needs(Permission.PUBLIC)
def my_matches(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Nothing here is secret: it is read from the public pages, and rendered once for everybody like them."""
    owner, snapshot = owner_or_404(tournament, token), present(tournament)
    paths = team_paths(snapshot, _line_ups(tournament, owner))
    branch = owner.branch if isinstance(owner, Team) else owner
    context = {
        "tournament": tournament,
        "present": snapshot,
        "owner": owner,
        "branch": branch,
        "is_team": isinstance(owner, Team),
        "paths": paths,
        "tokens": {path.team.id: my_token(tournament, team=path.team.id) for path in paths},
        "subscribe": _subscription(reverse("my_calendar", args=[tournament.slug, token])),
        "branch_token": my_token(tournament, branch=branch.pk),
        "news": _news(tournament, paths),
    }
    return render(request, "entries/my_matches.html", context)


@public_page()
@needs(Permission.PUBLIC)
def my_calendar(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """The matches of the team, or of all teams of the branch, as a calendar that is subscribed to."""
    owner, snapshot = owner_or_404(tournament, token), present(tournament)
    return HttpResponse(calendar_of(snapshot, owner, _line_ups(tournament, owner)), content_type="text/calendar")


def _subscription(path: str) -> str:
    """The address by which a phone's calendar subscribes; "" where the site stands under no name of its own."""
    return f"webcal://{urlsplit(settings.SITE_URL).netloc}{path}" if settings.PRODUCTION else ""


def _line_ups(tournament: Tournament, owner: Team | Branch) -> tuple[LineUp, ...]:
    branch = owner.branch_id if isinstance(owner, Team) else owner.pk
    (line_ups,) = (row.teams for row in branch_line_ups(tournament, [branch]))
    return tuple(team for team in line_ups if team.label.id == owner.pk) if isinstance(owner, Team) else line_ups


def _news(tournament: Tournament, paths: tuple[TeamPath, ...]) -> list[BoardItem]:
    """What is announced of these teams' matches and rounds, and to all."""
    matches = {match.number for path in paths for match in path.matches}
    rounds = {match.round_number for path in paths for match in path.matches}
    concerning = [
        item
        for item in board(tournament)
        if (item.match in matches if item.match else not item.round or item.round in rounds)
    ]
    return concerning[:NEWEST_NOTICES]
