"""A ladder to test with: six branches with a team each, a week for a challenge, a season of 90 days."""

from journal import clock
from scoring.models import Clock
from tests.factories import a_role
from tests.tournaments.day.leagues import WEEK
from tests.tournaments.round_day import Day, a_day
from tournaments.bracket.queries.ladders import LadderView, ladder_of
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.day.actions.links import issue_branch_links
from tournaments.day.actions.own_days import challenge
from tournaments.day.actions.rulings import decide
from tournaments.models import Match, Team
from tournaments.states import RoleKind

DAY = 24 * 60


def a_ladder(*, branches: int = 6, teams: int = 1, settings: dict[str, object] | None = None, **more: object) -> Day:
    """Five minutes into its season, in the order of the annex; links of all branches are made."""
    day = a_day(
        branches=branches, teams=teams, format_="ladder", settings=settings or {}, own_days=WEEK, tables=0,
        started=False, minute=5, **more,
    )  # fmt: skip
    Clock.objects.filter(round__stage__tournament=day.tournament).update(rings=False)  # as when it is made
    issue_branch_links(day.tournament, by=a_role(day.tournament, RoleKind.OFFICE))
    return day


def team(day: Day, number: int) -> Team:
    """The team that stood at that place as the season began."""
    rows = Team.objects.filter(branch__tournament=day.tournament).select_related("branch__tournament")
    return rows.order_by("branch__number", "ordinal")[number - 1]


def order(day: Day) -> list[int]:
    """From the top, each team by the place at which it began; late ones go on counting."""
    teams = Team.objects.filter(branch__tournament=day.tournament).order_by("branch__number", "ordinal")
    numbers = {pk: number for number, pk in enumerate(teams.values_list("pk", flat=True), start=1)}
    return [numbers[rung.team.id] for rung in view(day).rungs]


def view(day: Day) -> LadderView:
    shown = ladder_of(stages_of(rounds(day.tournament)), clock.now(day.tournament.journal))
    assert shown is not None
    return shown


def challenged(day: Day, challenger: int, other: int) -> Match:
    """That team challenges the other one, by its branch."""
    return challenge(team(day, challenger), team(day, other), by=day.chief)


def decided(day: Day, challenger: int, other: int, winner: str = "away") -> Match:
    """A challenge that the chief referee has decided; away is the challenger."""
    match = challenged(day, challenger, other)
    decide(match, winner, by=day.chief, reason="无人到场")
    match.refresh_from_db()
    return match
