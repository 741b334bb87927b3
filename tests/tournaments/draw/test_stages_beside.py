"""Stages at the same hours: who is out plays on, while the others play for the first places."""

from datetime import timedelta

import pytest

from tests.factories import FIRST_START, a_tournament, a_user
from tests.refusals import refused_codes
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tournaments.bracket.queries.advancement import advancement, open_places
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import final_places, stages_of
from tournaments.codes import Code
from tournaments.day.actions.rulings import correct_result
from tournaments.day.actions.timetable import plan_rounds
from tournaments.day.queries.desk import round_desk
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.actions.places import place_stage
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.event.queries.office import NextThing, next_step
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db
ONE_DAY = timedelta(days=1)


def starts(first, count):
    return [FIRST_START + (first + i) * ONE_DAY for i in range(count)]


def with_consolation(first=1, *, teams=8, tables=10, **more):
    """Eight teams; the four who lose at once play for places 5 to 8 while the others play semi-finals and final."""
    tournament = a_tournament(branches=teams, teams=1, rounds=3, tables=tables, awards=S000_AWARDS, **more)
    add_stage(
        tournament, by=a_user(), format_="knockout", entrance=Entrance(4, first_place=5), starts=starts(first, 2),
        settings={"third_place": True},
    )  # fmt: skip
    confirm_draw(preview_draw(tournament, by=a_user()), by=a_user())
    tournament.refresh_from_db()
    return tournament


def second(tournament):
    return tournament.stages.get(number=2)


def views(tournament):
    return stages_of(rounds(tournament))


def test_stage_is_placed_as_soon_as_its_places_are_settled_and_shares_the_hours_and_tables_of_the_other():
    tournament, office = with_consolation(tables=4), a_user()
    for number in range(1, 5):
        assert refused_codes(lambda: place_stage(second(tournament), by=office)) == {Code.STAGE_OPEN}
        assert advancement(views(tournament)) is None
        decide(number)
    assert open_places(views(tournament)[0]) == 4
    assert next_step(tournament, FIRST_START).code == NextThing.PLACE_STAGE
    lost = {m.away_team_id for m in Match.objects.filter(number__lte=4)}
    assert {row.team.id for row in advancement(views(tournament)).coming} == lost
    assert set(place_stage(second(tournament), by=office).positions) == lost
    assert next_step(tournament, FIRST_START).code != NextThing.PLACE_STAGE
    hour = Match.objects.filter(round__starts_at=FIRST_START + ONE_DAY).exclude(table=None)
    assert sorted(hour.values_list("table__number", flat=True)) == [1, 2, 3, 4]
    assert len(set(Match.objects.values_list("number", flat=True))) == 11
    assert round_desk(tournament).round.number == 2
    assert {row.match.number for row in round_desk(tournament, 4).rows} == {8, 9}


def test_only_a_result_that_could_change_who_came_waits_and_stages_beside_each_other_give_all_places():
    tournament, office = with_consolation(), a_user()
    for number in range(1, 6):
        decide(number)
    place_stage(second(tournament), by=office)
    correct_result(Match.objects.get(number=5), by=office, reason="记错")
    early = Match.objects.get(number=1)
    assert refused_codes(lambda: correct_result(early, by=office, reason="记错")) == {Code.LATER_STAGE_DRAWN}
    decide(8)
    decide(5, ticked=False)
    play_all(tournament)
    assert {place: len(teams) for place, teams in final_places(views(tournament)).items()} == {
        1: 1, 2: 1, 3: 2, 5: 1, 6: 1, 7: 1, 8: 1,
    }  # fmt: skip


def test_rounds_beside_the_later_ones_are_planned_and_moved():
    tournament, office = with_consolation(), a_user()
    assert [r.starts_at for r in Round.objects.order_by("number")] == [*starts(0, 3), *starts(1, 2)]
    plan_rounds(tournament, [*starts(1, 3), *starts(2, 2)], by=office)
    early = [*starts(1, 3), *starts(1, 2)]
    assert refused_codes(lambda: plan_rounds(tournament, early, by=office)) == {Code.ROUNDS_OUT_OF_ORDER}


def test_stage_that_takes_the_first_places_waits_for_the_last_round():
    tournament, office = a_tournament(branches=8, teams=1, rounds=3), a_user()
    stage_options = {"format_": "knockout", "entrance": Entrance(2), "starts": starts(2, 1)}
    assert refused_codes(lambda: add_stage(tournament, by=office, **stage_options)) == {Code.ROUNDS_OUT_OF_ORDER}
    groups = a_tournament(branches=4, teams=1, rounds=3, format_="round_robin")
    stage_options |= {"entrance": Entrance(2, first_place=3)}
    assert refused_codes(lambda: add_stage(groups, by=office, **stage_options)) == {Code.ROUNDS_OUT_OF_ORDER}
