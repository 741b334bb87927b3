"""每轮换搭档 is chosen with the format: everybody enters alone then, and what does not go with it is refused at its
field."""

from dataclasses import replace
from datetime import date

import pytest

from tests.factories import a_branch, a_team, a_tournament
from tests.refusals import refused_codes
from tournaments.bracket.queries.settings import settings_of
from tournaments.codes import Code
from tournaments.day.actions.games import choose_game
from tournaments.event.actions.stages import Entrance, add_stage, choose_format
from tournaments.event.actions.tournaments import create_tournament, edit_tournament
from tournaments.models import Tournament
from tournaments.presets.preset import read_preset

pytestmark = pytest.mark.django_db


def individuals():
    event = a_tournament()
    choose_format(event, "individual", {}, by=None)
    return Tournament.objects.get(pk=event.pk)


def test_whoever_chooses_the_format_has_everybody_enter_alone():
    event = individuals()
    assert (event.changing_partners, event.fewest_players, event.plays_alone, event.seats) == (True, 1, True, 2)
    choose_format(event, "swiss", {}, by=None)
    assert Tournament.objects.get(pk=event.pk).fewest_players == 2


def test_nobody_changes_who_has_teams_already():
    event = a_tournament()
    a_team(a_branch(event))
    assert refused_codes(lambda: choose_format(event, "individual", {}, by=None)) == {Code.TEAMS_HAVE_SEATS}
    assert not Tournament.objects.get(pk=event.pk).changing_partners


def test_two_play_on_each_side_at_one_board_at_the_hour_of_the_round():
    event = individuals()
    for wrong in ({"boards": 3}, {"own_days": 7}):
        settings = replace(settings_of(event), **wrong)
        codes = refused_codes(lambda settings=settings: edit_tournament(event, settings, by=None))
        assert codes == {Code.PARTNERS_OF_TWO}
    assert refused_codes(lambda: choose_game(event, "xiangqi", {}, by=None)) == {Code.PARTNERS_OF_TWO}
    for one in (a_tournament(boards=3), a_tournament(own_days=7), a_tournament(seats=1)):
        codes = refused_codes(lambda one=one: choose_format(one, "individual", {}, by=None))
        assert codes == {Code.PARTNERS_OF_TWO}


def test_all_stages_change_partners_or_none():
    event = individuals()
    starts = [event.stages.get().rounds.latest("number").starts_at.replace(year=2124)] * 3

    def final_of(format_):
        return add_stage(event, by=None, format_=format_, entrance=Entrance(8), starts=starts)

    assert Code.PARTNERS_IN_ALL_STAGES in refused_codes(lambda: final_of("knockout"))
    assert event.stages.count() == 1


def test_blueprint_of_individuals_is_made_so_or_refused():
    plan = read_preset("plain_individual")
    made = create_tournament(plan, by=None, slug="one", first_day=date(2123, 11, 29))
    assert made.changing_partners
    codes = refused_codes(
        lambda: create_tournament(replace(plan, boards=3), by=None, slug="two", first_day=date(2123, 11, 29))
    )
    assert codes == {Code.PARTNERS_OF_TWO}
