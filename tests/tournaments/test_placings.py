"""What a team came to is kept when the event is over, and as it is then."""

import pytest

from tests.factories import a_drawn_tournament
from tests.made_once import once_a_module
from tests.tournaments.played import S000_AWARDS, play_all
from tournaments.bracket.actions.awards import confirm_awards, reopen_awards
from tournaments.bracket.placings import keep_missing, keep_placings
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import final_places, stages_of
from tournaments.models import Placing, Tournament

pytestmark = pytest.mark.django_db


def placing_rows(event: Tournament) -> list[tuple[int, int, int, int, int]]:
    rows = Placing.objects.filter(team__branch__tournament=event).order_by("team")
    return list(rows.values_list("team", "place", "won", "drawn", "lost"))


def over(**more: object) -> Tournament:
    event = a_drawn_tournament(awards=S000_AWARDS, **more)
    play_all(event)
    confirm_awards(event, by=None)
    return Tournament.objects.get(pk=event.pk)


made_once, event = once_a_module(over)


@pytest.mark.parametrize("format_", ["knockout", "round_robin", "double_elimination"])
def test_places_and_matches_are_those_of_the_standings(format_):
    event = over(format_=format_)
    stages = stages_of(rounds(event))
    places = {team.id: place for place, teams in final_places(stages).items() for team in teams}
    rows = placing_rows(event)
    assert {team: place for team, place, *_ in rows if place} == places
    played = sum(match.is_over for stage in stages for match in stage.matches)
    assert sum(won + drawn / 2 for _team, _place, won, drawn, _lost in rows) == played
    assert sum(lost + drawn / 2 for _team, _place, _won, drawn, lost in rows) == played


def test_nothing_is_kept_of_an_event_that_goes_on_and_once_of_one_that_was_confirmed_twice(event):
    before = placing_rows(event)
    assert len(before) == 4
    going_on = a_drawn_tournament(branches=2, teams=1)
    play_all(going_on)
    assert placing_rows(going_on) == []
    reopen_awards(event, by=None, reason="误点")
    confirm_awards(event, by=None)
    assert placing_rows(event) == before


def test_events_that_were_over_before_are_made_up_for_once(event):
    running, before = a_drawn_tournament(), placing_rows(event)
    Placing.objects.all().delete()
    keep_missing()
    assert (placing_rows(event), placing_rows(running)) == (before, [])
    Placing.objects.filter(place=1).update(place=9)
    keep_missing()
    assert 9 in {place for _team, place, *_ in placing_rows(event)}
    keep_placings(event)
    assert placing_rows(event) == before
