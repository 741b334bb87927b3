"""The page that leads from one stage to the next."""

from datetime import timedelta

import pytest

from tests.factories import FIRST_START, a_drawn_tournament, a_role, a_tournament
from tests.tournaments.played import S000_AWARDS, play_all
from tests.web.pages import text
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.actions.places import place_stage
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.models import Draw, Match, Stage
from tournaments.states import DrawMethod, RoleKind

pytestmark = pytest.mark.django_db


def a_later_stage(tournament, *, places=4, first_place=1, by_lot=False):
    starts = [FIRST_START + timedelta(days=30, minutes=70 * number) for number in range(2)][: 2 if places > 2 else 1]
    return add_stage(
        tournament, by=None, format_="knockout", entrance=Entrance(places, 1, first_place, by_lot), starts=starts
    )


@pytest.fixture
def office(client):
    tournament = a_tournament(slug="s000", branches=8, teams=1, rounds=3, awards=S000_AWARDS)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    return client


def test_next_in_line_are_shown_and_come_for_the_absent(office):
    tournament = Stage.objects.get().tournament
    a_later_stage(tournament, places=2, first_place=5, by_lot=True)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    play_all(tournament)
    line = [row.team for row in standing(stages_of(rounds(tournament))[0]) if row.place == 5]
    body = office.get("/e/s000/office/draw/").content.decode()
    assert "2队进入本阶段" in body
    assert "依次替补" in body
    assert body.count('name="absent"') == len(line) == 4
    assert office.post("/e/s000/office/draw/stages/2/", {"absent": ["999999"]}).status_code == 422  # not in line
    assert not Match.objects.filter(stage__number=2).exists()
    gone = [line[0].id, line[3].id]
    answer = office.post("/e/s000/office/draw/stages/2/", {"absent": gone, "seed": "七"})
    assert answer.status_code == 302
    draw = Draw.objects.get(stage__number=2)
    assert (draw.method, draw.seed) == (DrawMethod.PROGRAM, "七")
    assert set(draw.teams) == {line[1].id, line[2].id}
    assert Match.objects.get(stage__number=2).home_team_id in draw.teams


def test_record_names_its_stage_and_the_group_of_each_position_where_there_are_any(office):
    """Two groups, and the knockout of their best four; then an event of one stage."""
    tournament = a_drawn_tournament(
        slug="groups", branches=8, teams=1, rounds=3, format_="round_robin", settings={"groups": 2}
    )
    office.force_login(a_role(tournament, RoleKind.OFFICE))
    office.cookies["django_language"] = "en"
    a_later_stage(tournament)
    play_all(tournament)
    place_stage(tournament.stages.get(number=2), by=None)
    first, second = (text(office.get(f"/e/groups/office/draw/{number}/record/")) for number in (1, 2))
    assert "Record of draw 1 Stage 1 Draw No. 1" in first
    assert "Position Team 1 Group A" in first
    assert "Record of draw 2 Stage 2 Draw No. 2" in second
    assert "does not count" not in first + second
    public = text(office.get("/e/groups/draw/"))
    for words in ("What was drawn · Stage 2 1", "No. 1 Stage 1 counts", "No. 2 Stage 2 counts"):
        assert words in public
    alone = a_drawn_tournament(slug="alone", branches=4, teams=1)
    office.force_login(a_role(alone, RoleKind.OFFICE))
    office.cookies["django_language"] = "en"
    assert "Stage" not in text(office.get("/e/alone/office/draw/1/record/"))
