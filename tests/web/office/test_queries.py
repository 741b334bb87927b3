"""The pages of the office cost as many queries for a few teams as for many, from the entries to the prizes."""

import pytest

from tests.factories import a_role, a_tournament
from tests.thorough import in_ci_only
from tests.tournaments.played import S000_AWARDS, play_all
from tests.web.pages import queries, signed_in
from tournaments.bracket.actions.awards import save_prizes
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.models import Draw
from tournaments.presets.preset import USUAL_PRIZES
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def costs(branches: int) -> list[int]:
    """Of each page, in the state of the event in which it has most to show."""
    event = a_tournament(branches=branches, teams=2, rounds=8, awards=S000_AWARDS)
    save_prizes(event, USUAL_PRIZES, by=None)
    browser, office = signed_in(a_role(event, RoleKind.OFFICE)), f"/e/{event.slug}/office/"
    browser.get(office)

    def of(*pages: str) -> list[int]:
        return [queries(browser, office + page) for page in pages]

    entered = of("", "branches/", "entries/", "entries/1/", "entries/all/", "draw/", "draw/lots/")
    for _ in range(branches):
        preview_draw(event, by=None)
    drawn = of("draw/", "draw/1/record/", "timetable/", "archive/")
    confirm_draw(Draw.objects.get(stage__tournament=event, number=branches), by=None)
    play_all(event)
    prize = event.prizes.earliest("position")
    return [*entered, *drawn, *of("awards/", "awards/certificates/", f"awards/prizes/{prize.pk}/")]


@in_ci_only
def test_pages_of_the_office_cost_the_same_queries_at_any_size():
    small = costs(4)
    assert small == costs(16)
    assert max(small) <= 31
