"""An event whose sides choose their days, to test with: four branches, home and away, a week for each round."""

from datetime import timedelta

from scoring.models import Clock
from tests.factories import a_role
from tests.tournaments.round_day import Day, a_day
from tournaments.day.actions.links import issue_branch_links
from tournaments.models import AccessLink, Branch, Match, Round
from tournaments.states import RoleKind

WEEK = 7


def a_league(*, branches: int = 4, **more: object) -> Day:
    """At noon of its first day; links of all branches are made."""
    day = a_day(
        branches=branches, teams=1, format_="round_robin", settings={"legs": 2}, own_days=WEEK, tables=0,
        started=False, minute=5, **more,
    )  # fmt: skip
    Clock.objects.filter(round__stage__tournament=day.tournament).update(rings=False)  # as when it is made
    rounds = Round.objects.filter(stage__tournament=day.tournament).order_by("number")
    first = rounds[0].starts_at
    for number, round_ in enumerate(rounds):
        round_.starts_at = first + timedelta(days=WEEK * number)
        round_.save()
    issue_branch_links(day.tournament, by=a_role(day.tournament, RoleKind.OFFICE))
    return day


def link_of(branch: Branch) -> AccessLink:
    return AccessLink.objects.select_related("account").get(branch=branch)


def accounts(match: Match) -> tuple:
    """Of the links of home and away."""
    return tuple(link_of(team.branch).account for team in (match.home_team, match.away_team))
