"""What a big event costs: as many queries as a small one."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import a_role
from tests.thorough import in_ci_only
from tournaments.day.actions.matches import check_in
from tournaments.day.actions.rounds import start_round
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Match, Player, Tournament
from tournaments.presets.preset import BranchPlan, DayTime, read_preset
from tournaments.states import MatchState, RoleKind

pytestmark = pytest.mark.django_db

SIZES = (26, 260)
ROUNDS_MORE = 4
"""260 teams play nine rounds, 26 play five."""


def query_count(change: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        change()
    return len(captured)


def entered(teams: int) -> Tournament:
    plan = read_preset("s000")
    names = [f"第{number}分会" for number in range(1, teams // 2 + 1)]
    days = (teams - 1).bit_length()
    rounds = tuple(DayTime(day, plan.rounds[0].at) for day in range(days))
    plan = replace(plan, branches=tuple(BranchPlan(name, 2) for name in names), rounds=rounds, tables=teams // 2)
    first_day = date(2130, 1, 2)
    return create_tournament(plan, by=None, slug=f"of-{teams}", first_day=first_day, with_sample_teams=True)


def drawn(teams: int) -> Tournament:
    tournament = entered(teams)
    confirm_draw(preview_draw(tournament, by=None, seed="lots"), by=None)
    return tournament


@in_ci_only
def test_sample_teams_of_a_big_event_cost_the_same_queries():
    small, big = (query_count(lambda teams=teams: entered(teams)) for teams in SIZES)
    assert big == small
    assert Player.objects.count() == 2 * sum(SIZES)


@in_ci_only
def test_confirmation_of_a_big_draw_costs_a_few_queries_more_for_its_rounds_and_notices():
    draws = [preview_draw(entered(teams), by=None, seed="lots") for teams in SIZES]
    small, big = (query_count(lambda draw=draw: confirm_draw(draw, by=None)) for draw in draws)
    assert small <= big <= small + 2 * ROUNDS_MORE
    assert Match.objects.count() == 31 + 511


@in_ci_only
def test_start_of_a_big_round_costs_the_same_queries():
    events = [drawn(teams) for teams in SIZES]
    counted = []
    for tournament in events:
        chief = a_role(tournament, RoleKind.CHIEF_REFEREE)
        first = Match.objects.filter(stage__tournament=tournament, state=MatchState.READY).earliest("number")
        for player in Player.objects.filter(team__in=(first.home_team_id, first.away_team_id)):
            check_in(first, player, by=chief)
        round_ = tournament.stages.get().rounds.get(number=1)
        counted.append(query_count(lambda round_=round_, chief=chief: start_round(round_, by=chief)))
        playing = Match.objects.filter(stage__tournament=tournament, state=MatchState.PLAYING)
        assert [match.pk for match in playing] == [first.pk]
    assert counted[0] == counted[1]
