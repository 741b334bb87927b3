"""名次相同 where a later stage takes some of the equal teams and not all."""

import pytest

from tests.factories import a_role, a_user
from tests.refusals import refused_codes, too_late
from tests.tournaments.draw.test_stages import first_drawn, second
from tests.tournaments.played import decide
from tests.web.form_fields import press
from tests.web.pages import signed_in, text
from tournaments.bracket.queries.advancement import open_equals
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.codes import Code
from tournaments.draw.actions.draws import discard_draw
from tournaments.draw.actions.places import decide_places, place_stage, reopen_places
from tournaments.models import Draw, Match, PlaceDecision
from tournaments.states import EqualsDecided, RoleKind

pytestmark = pytest.mark.django_db


def a_cut(**more):
    """Four teams: one beats all, the others each other in a circle; two of them go into the final."""
    tournament = first_drawn(**more)
    teams = sorted(
        {match.home_team_id for match in Match.objects.all()} | {m.away_team_id for m in Match.objects.all()}
    )
    best, *circle = teams
    after = dict(zip(circle, [*circle[1:], circle[0]], strict=True))
    for match in Match.objects.order_by("number"):
        home_wins = match.home_team_id == best or after.get(match.home_team_id) == match.away_team_id
        decide(match.number, "home" if home_wins else "away", ticked=False)
    return tournament, circle


def test_the_next_stage_waits_until_it_is_decided_who_comes_and_the_decision_stands_while_it_is_drawn():
    tournament, circle = a_cut()
    stage = tournament.stages.get(number=1)
    (equals,) = open_equals(tournament)
    assert (equals.ids, equals.place, equals.last_place, equals.into) == (frozenset(circle), 2, 4, 2)
    assert refused_codes(lambda: place_stage(second(tournament), by=None)) == {Code.PLACES_EQUAL}
    chief = a_role(tournament, RoleKind.CHIEF_REFEREE)
    page = text(signed_in(chief).get(f"/e/{tournament.slug}/office/draw/"))
    assert "Places 2 to 4: equal in everything" in page
    shared = {"how": EqualsDecided.SHARED, "by": chief}
    assert refused_codes(lambda: decide_places(stage, circle, **shared)) == {Code.PLACE_NOT_SHAREABLE}
    order = [circle[2], circle[0], circle[1]]
    decision = decide_places(stage, circle, EqualsDecided.PLAY_OFF, by=chief, order=order)
    assert not open_equals(tournament)
    draw = place_stage(second(tournament), by=chief)
    best = standing(stages_of(rounds(tournament))[0])[0].team.id
    assert draw.positions == [best, circle[2]]
    assert refused_codes(lambda: reopen_places(decision, by=chief)) == {Code.LATER_STAGE_DRAWN}
    discard_draw(draw, by=chief, reason="重抽")
    reopen_places(decision, by=chief)
    assert not PlaceDecision.objects.exists()
    assert too_late(lambda: reopen_places(decision, by=chief)) == "changed"


def test_all_equals_may_come_and_lots_say_in_which_order():
    tournament, circle = a_cut(places=4)
    assert not open_equals(tournament)
    draw = place_stage(second(tournament), by=a_user(), seed="17")
    assert set(circle) < set(draw.positions)


def test_who_cannot_come_makes_room_for_all_equals():
    """Of the circle one place is free, and two of the three cannot come: nothing is left to decide."""
    tournament, circle = a_cut()
    page = f"/e/{tournament.slug}/office/draw/"
    chief = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))
    answer = press(chief, page, f"{page}stages/2/", absent=[str(team) for team in circle[:2]])
    assert answer.status_code == 302
    assert circle[2] in Draw.objects.get(stage=second(tournament)).positions
