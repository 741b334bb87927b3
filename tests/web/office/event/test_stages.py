"""The page of the stages, and the one that leads from one stage to the next."""

import pytest

from tests.factories import FIRST_START, a_drawn_tournament, a_role, a_tournament
from tests.tournaments.played import S000_AWARDS, play_all
from tests.web.pages import text
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.draw.actions.advancement import place_stage
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.models import Draw, Match, Stage
from tournaments.states import DrawMethod, RoleKind

pytestmark = pytest.mark.django_db

TYPED = {
    "source": "1", "first_place": "1", "places": "4", "by_lot": "place", "format": "knockout",
    "date": "2123-12-20", "time": "12:30", "every": "70", "minutes": "40", "third_place": "",
}  # fmt: skip


@pytest.fixture
def office(client):
    tournament = a_tournament(slug="s000", branches=8, teams=1, rounds=3, awards=S000_AWARDS)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    return client


def test_stage_is_added_with_as_many_rounds_as_it_needs_and_removed_again(office):
    answer = office.post("/e/s000/office/stages/new/", TYPED, follow=True)
    assert "第1阶段第1至4名，按名次排位。" in answer.content.decode()
    stage = Stage.objects.get(number=2)
    starts = [r.starts_at.astimezone(FIRST_START.tzinfo) for r in stage.rounds.order_by("number")]
    assert [(f"{s:%m-%d %H:%M}") for s in starts] == ["12-20 12:30", "12-20 13:40"]
    assert (stage.first_place, stage.places, stage.by_lot, stage.minutes) == (1, 4, False, 40)
    answer = office.post("/e/s000/office/stages/2/removal/", follow=True)
    assert "已删去该阶段及其轮次。" in answer.content.decode()
    assert not Stage.objects.filter(number=2).exists()
    assert office.post("/e/s000/office/stages/1/removal/").status_code == 409


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"places": "1"}, "f-places"),
        ({"first_place": "0"}, "f-first_place"),
        ({"format": "chess"}, "f-format"),
        ({"date": "2123-02-30"}, "f-date"),
        ({"groups": "2"}, "f-groups"),
        ({"survivors": "3"}, "f-survivors"),
        ({"survivors": "4"}, "f-places"),
        ({"places_to": "4"}, "f-places_to"),
        ({"criterion_1": "points"}, "f-criterion_1"),
        ({"format": "round_robin", "criterion_1": "wins", "criterion_2": "wins"}, "f-criterion_1"),
    ],
)
def test_stage_that_cannot_be_stays_in_the_form_with_its_fault(office, typed, field):
    answer = office.post("/e/s000/office/stages/new/", {**TYPED, **typed})
    body = answer.content.decode()
    assert answer.status_code == 422
    assert f'href="#{field}"' in body
    assert 'value="12:30"' in body
    assert Stage.objects.count() == 1


def test_stage_goes_by_the_order_that_was_chosen_for_it(office):
    order = {"criterion_1": "wins", "criterion_2": "mutual"}
    assert office.post("/e/s000/office/stages/new/", {**TYPED, "format": "round_robin", **order}).status_code == 302
    assert Stage.objects.get(number=2).settings == {
        "criteria": ["wins", "mutual"],
        "withdrawn": "struck_under_half",
    }
    assert "排名依次比较：胜场、相互胜负。仍相同的" in text(office.get("/e/s000/office/stages/"))


def test_stage_that_starts_before_the_one_ahead_is_refused_above_the_form(office):
    answer = office.post("/e/s000/office/stages/new/", {**TYPED, "date": "2120-01-01"})
    assert answer.status_code == 422
    assert Stage.objects.count() == 1


def test_next_in_line_are_shown_and_come_for_the_absent(office):
    tournament = Stage.objects.get().tournament
    office.post("/e/s000/office/stages/new/", {**TYPED, "first_place": "5", "places": "2", "by_lot": "lot"})
    confirm_draw(preview_draw(tournament, by=None), by=None)
    play_all(tournament)
    line = [row.team for row in standing(stages_of(rounds(tournament))[0]) if row.place == 5]
    body = office.get("/e/s000/office/draw/").content.decode()
    assert "2队进入本阶段" in body
    assert "依次替补" in body
    assert body.count('name="absent"') == len(line) == 4
    gone = [line[0].id, line[3].id]
    answer = office.post("/e/s000/office/draw/stages/2/", {"absent": gone, "seed": "七"})
    assert answer.status_code == 302
    draw = Draw.objects.get(stage__number=2)
    assert (draw.method, draw.seed) == (DrawMethod.PROGRAM, "七")
    assert set(draw.teams) == {line[1].id, line[2].id}
    assert Match.objects.get(stage__number=2).home_team_id in draw.teams


def test_team_that_does_not_stand_in_line_cannot_be_absent(office):
    tournament = Stage.objects.get().tournament
    office.post("/e/s000/office/stages/new/", TYPED)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    play_all(tournament)
    assert office.post("/e/s000/office/draw/stages/2/", {"absent": ["999999"]}).status_code == 422
    assert not Match.objects.filter(stage__number=2).exists()


@pytest.fixture
def two_drawn(office):
    """Two groups, and the knockout of their best four."""
    tournament = a_drawn_tournament(
        slug="groups", branches=8, teams=1, rounds=3, format_="round_robin", settings={"groups": 2}
    )
    office.force_login(a_role(tournament, RoleKind.OFFICE))
    assert office.post("/e/groups/office/stages/new/", TYPED).status_code == 302
    play_all(tournament)
    place_stage(tournament.stages.get(number=2), by=None)
    return tournament


def test_record_names_its_stage_and_the_group_of_each_position(office, two_drawn):
    office.cookies["django_language"] = "en"
    first, second = (text(office.get(f"/e/groups/office/draw/{number}/record/")) for number in (1, 2))
    assert "Record of draw 1 Stage 1 Draw No. 1" in first
    assert "Position Group Team 1 Group A" in first
    assert "Record of draw 2 Stage 2 Draw No. 2" in second
    assert "does not count" not in first + second
    public = text(office.get("/e/groups/draw/"))
    assert "What was drawn · Stage 2 1" in public
    assert "No. 1 Stage 1 counts" in public
    assert "No. 2 Stage 2 counts" in public


def test_record_of_the_only_stage_names_none(office):
    alone = a_drawn_tournament(slug="alone", branches=4, teams=1)
    office.force_login(a_role(alone, RoleKind.OFFICE))
    office.cookies["django_language"] = "en"
    assert "Stage" not in text(office.get("/e/alone/office/draw/1/record/"))
