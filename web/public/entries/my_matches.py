"""我的比赛: one address a team and one a branch, without an account: the next match first, then the way so far."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from notices.queries import board
from tournaments.entries.queries.my_links import my_token, owner_of
from tournaments.entries.queries.teams import LineUp, branch_line_ups
from tournaments.models import Branch, Team, Tournament
from tournaments.permissions import Permission
from web.displays.present import present
from web.public.entries.my_calendar import calendar_of
from web.public.entries.team_path import team_paths
from web.publishing.pages import public_page
from web.requests.loaders import needs

NEWEST_NOTICES = 8


@public_page()
@needs(Permission.PUBLIC)
def my_matches(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Nothing here is secret: it is read from the public pages, and rendered once for everybody like them."""
    owner, line_ups = _owner_and_line_ups(tournament, token)
    snapshot = present(tournament)
    paths = team_paths(snapshot, line_ups)
    branch = owner.branch if isinstance(owner, Team) else owner
    # what is announced of these teams' matches and rounds, and to all
    own = [match for path in paths if path.progress for match in path.progress.matches]
    matches, rounds = {match.number for match in own}, {match.round_number for match in own}
    news = [
        item
        for item in board(tournament)
        if (item.match in matches if item.match else not item.round or item.round in rounds)
    ]
    # a phone's calendar subscribes only where the site stands under a name of its own
    calendar = f"webcal://{urlsplit(settings.SITE_URL).netloc}{reverse('my_calendar', args=[tournament.slug, token])}"
    context = {
        "tournament": tournament,
        "present": snapshot,
        "owner": owner,
        "branch": branch,
        "is_team": isinstance(owner, Team),
        "paths": paths,
        "tokens": {team.label.id: my_token(tournament, team=team.label.id) for team in line_ups},
        "subscribe": calendar if settings.PRODUCTION else "",
        "branch_token": my_token(tournament, branch=branch.pk),
        "news": news[:NEWEST_NOTICES],
    }
    return render(request, "entries/my_matches.html", context)


@public_page()
@needs(Permission.PUBLIC)
def my_calendar(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """The matches of the team, or of all teams of the branch, as a calendar that is subscribed to."""
    owner, line_ups = _owner_and_line_ups(tournament, token)
    return HttpResponse(calendar_of(present(tournament), owner, line_ups), content_type="text/calendar")


def _owner_and_line_ups(tournament: Tournament, token: str) -> tuple[Team | Branch, tuple[LineUp, ...]]:
    """The team or branch whose address it is, with its line-ups; or 404."""
    owner = owner_of(tournament, token)
    if owner is None:
        raise Http404
    branch = owner.branch_id if isinstance(owner, Team) else owner.pk
    (line_ups,) = (row.teams for row in branch_line_ups(tournament, [branch]))
    if isinstance(owner, Team):
        line_ups = tuple(team for team in line_ups if team.label.id == owner.pk)
    return owner, line_ups
