"""赛制编排: the shape of an event is seen and changed on one page, and what follows from it stands beside it."""

from datetime import date, timedelta

import pytest

from tests.factories import a_role, a_tournament
from tests.made_once import once_a_module
from tests.rows import all_rows
from tests.tournaments.day.leagues import a_league
from tests.tournaments.played import S000_AWARDS
from tests.web.form_fields import form_fields, press, press_again
from tests.web.pages import markup, signed_in, text
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.entries.actions.entries import enter_samples
from tournaments.event.actions.tournaments import create_tournament
from tournaments.forecast.advice import Offer, Wish
from tournaments.models import Branch, Round, Stage, Tournament
from tournaments.presets.advised import advice, advised_blueprint
from tournaments.states import RoleKind

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_advice")]
FIRST_DAY = date.today() + timedelta(days=30)
WISH = Wish(teams=9, tables=3, days=2, minutes=40, start=540, latest=1320, least=3, final=4)
PAGE = "/e/shape/office/shape/"
TOO_SELDOM = "With 9 teams some play 2 matches only; 3 are wanted for everybody."


def advised() -> Tournament:
    """Swiss and a final four, as the adviser makes it."""
    proposal = next(p for p in advice(WISH) if p.kind == Offer.SWISS_FINAL)
    blueprint = advised_blueprint(WISH, proposal, "职工掼蛋赛")
    return create_tournament(blueprint, by=None, slug="shape", first_day=FIRST_DAY)


made_once, tournament = once_a_module(advised)


@pytest.fixture
def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def walls(tournament):
    rows = Round.objects.filter(stage__tournament=tournament).order_by("number", "sitting")
    return [(r.number, r.sitting, f"{r.starts_at.astimezone(tournament.tzinfo):%d %H:%M}") for r in rows]


def test_advised_event_keeps_what_it_was_planned_with_and_a_look_at_a_change_shows_what_follows(office, tournament):
    page = text(office.get(PAGE))
    assert "Calculated for 9 teams." in page
    assert "4 rounds, 16 matches" in page
    assert "the places 1 to 4 go on" in page
    assert tournament.plan == {"teams": 9, "start": 540, "latest": 1320, "least": 3, "breaks": []}
    before = all_rows()
    answer = press(office, PAGE, PAGE, act="look", **{"rounds_played-1": "3"})
    assert answer.status_code == 200
    assert TOO_SELDOM in text(answer)
    assert "3 rounds, 12 matches" in text(answer)
    assert all_rows() == before


def test_one_press_changes_stages_minutes_and_tables_in_place_and_the_timetable_follows(office, tournament):
    stages = list(tournament.stages.values_list("pk", flat=True))
    changed = {"rounds_played-1": "3", "minutes": "30", "tables": "4", "break_from": "12:00", "break_to": "13:00"}
    answer = press(office, PAGE, PAGE, act="save", **changed, days="1", start="10:30")
    assert answer.status_code == 302, markup(answer)
    tournament.refresh_from_db()
    assert list(tournament.stages.values_list("pk", flat=True)) == stages
    assert tournament.stages.get(number=1).settings["rounds_played"] == 3
    assert tournament.tables.count() == 4
    assert set(Round.objects.values_list("clock__minutes", flat=True)) == {30}
    assert [number for number, _, _ in walls(tournament)] == [1, 2, 3, 4, 5]
    hours = [hour[3:] for _, _, hour in walls(tournament)]
    assert hours[:2] == ["10:30", "11:15"]
    assert hours[2] == "13:00"
    assert hours == sorted(hours)
    assert tournament.plan["breaks"] == [[720, 780]]
    # what was saved is what the page shows, and saving it again changes nothing
    before = {**all_rows(), "Receipt": ()}
    assert press(office, PAGE, PAGE, act="save").status_code == 302
    assert {**all_rows(), "Receipt": ()} == before


def test_hours_that_were_set_by_hand_stay_and_further_rounds_follow_them(db):
    tournament = a_tournament(slug="by-hand", branches=8, teams=1, rounds=3, awards=S000_AWARDS)
    office, page = signed_in(a_role(tournament, RoleKind.OFFICE)), "/e/by-hand/office/shape/"
    before = walls(tournament)
    answer = press(office, page, page, act="save", hours="kept", **{"format-1": "double_elimination"})
    assert answer.status_code == 302, markup(answer)
    after = walls(tournament)
    assert after[:3] == before
    assert len(after) == 9
    assert [hour[3:] for _, _, hour in after[3:]] == ["12:30"] * 6


def test_stage_is_added_and_another_left_out_without_deleting_anything_first(office, tournament):
    answer = press(office, PAGE, PAGE, act="add")
    assert 'id="stage-3"' in markup(answer)
    assert Stage.objects.count() == 2
    sent = {**form_fields(markup(answer), PAGE), "source-3": "1", "first_place-3": "5", "places-3": "4", "act": "save"}
    assert office.post(PAGE, sent).status_code == 302
    third = tournament.stages.get(number=3)
    assert (third.format, third.source.number, third.first_place, third.places) == ("knockout", 1, 5, 4)
    assert third.rounds.count() == 2
    # without the second the third moves up
    sent = form_fields(markup(press(office, PAGE, PAGE, act="remove-2")), PAGE) | {"act": "save"}
    assert office.post(PAGE, sent).status_code == 302
    second = tournament.stages.get(number=2)
    assert (second.source.number, second.first_place) == (1, 5)
    assert [number for number, _, _ in walls(tournament)][-1] == 6


WRONG = {
    "tables": "0", "minutes": "x", "latest": "08:00", "first_day": "2123-02-30", "format-1": "chess", "places-2": "1",
    "first_place-2": "0", "source-2": "7", "survivors-2": "3",
}  # fmt: skip
BY_OTHERS = [
    ("break_to", {"break_from": "12:00"}),
    ("places-2", {"survivors-2": "4"}),
    ("criterion_1-1", {"criterion_1-1": "wins", "criterion_2-1": "wins", "order-1": "own"}),
]
"""Fields that are wrong by what stands in others."""


def test_shape_that_cannot_be_stays_in_the_form_with_its_fault(office):
    stands, before = form_fields(markup(office.get(PAGE)), PAGE) | {"act": "save"}, all_rows()
    for field, typed in (*((name, {name: value}) for name, value in WRONG.items()), *BY_OTHERS):
        answer = office.post(PAGE, stands | typed)
        assert (answer.status_code, f'href="#f-{field}"' in markup(answer)) == (422, True), typed
    assert all_rows() == before


def test_odd_hours_are_asked_about_once_and_an_older_page_is_not_saved(office, tournament):
    older = form_fields(markup(office.get(PAGE)), PAGE)
    question = office.post(PAGE, {**older, "act": "save", "start": "03:00"})
    assert question.status_code == 422
    assert walls(tournament)[0][2].endswith("09:00")
    assert press_again(office, question, PAGE, act="save", start="03:00").status_code == 302
    assert walls(tournament)[0][2].endswith("03:00")
    assert office.post(PAGE, {**older, "tables": "7", "act": "save"}).status_code == 409
    assert tournament.tables.count() == 3


def test_what_is_drawn_stays_and_a_later_stage_can_still_be_changed(office, tournament):
    branches = (Branch(tournament=tournament, number=n, name=f"第{n}分会", quota=1) for n in range(1, 10))
    Branch.objects.bulk_create(branches)
    enter_samples(tournament, by=None)
    for rounds, seldom in (("3", True), ("4", False)):
        assert press(office, PAGE, PAGE, act="save", **{"rounds_played-1": rounds}).status_code == 302
        assert (TOO_SELDOM in text(office.get("/e/shape/office/draw/"))) is seldom
    confirm_draw(preview_draw(tournament, by=None), by=None)
    hours = walls(tournament)
    answer = press(office, PAGE, PAGE, act="save", **{"rounds_played-1": "9", "minutes": "99", "places-2": "8"})
    assert answer.status_code == 302, markup(answer)
    assert tournament.stages.get(number=1).settings["rounds_played"] == 4
    assert tournament.stages.get(number=2).places == 8
    assert [n for n, _, _ in walls(tournament)] == [*(n for n, _, _ in hours), 7]
    assert walls(tournament)[: len(hours)] == hours


def test_league_of_own_days_has_no_hours_and_is_never_too_late():
    league = a_league(plan={"start": 540, "latest": 545}).tournament
    page = text(signed_in(a_role(league, RoleKind.OFFICE)).get(f"/e/{league.slug}/office/shape/"))
    assert "Each round lasts 7 days; the sides of each match agree on a time." in page
    for of_a_hall in ("Laid out at", "Tables needed at once", "over later", "12:30"):
        assert of_a_hall not in page, of_a_hall
