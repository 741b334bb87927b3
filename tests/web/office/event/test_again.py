"""The page on which an event is held again."""

from datetime import timedelta

import pytest

from tests.factories import FIRST_START, a_branch, a_role, a_tournament, a_user
from tests.web.form_fields import form_fields, press_again
from tests.web.pages import markup, signed_in, text, value
from tournaments.models import Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
HERE = "/e/cup-2023/office/again/"


@pytest.fixture(scope="module")
def last_year(module_db):
    event = a_tournament(
        slug="cup-2023", name="2023 年第三届掼蛋赛", document="甲工字[2023]3 号", starts_at=FIRST_START, tables=7
    )
    a_branch(event, name="机电分会", quota=3, contact_name="联络人")
    a_role(event, RoleKind.REFEREE)
    return event


@pytest.fixture
def office(last_year):
    return signed_in(a_user(is_staff=True))


def test_ways_lead_to_it_from_the_list_a_new_event_and_the_settings(office, last_year):
    for page in ("/events/", "/events/new/", "/e/cup-2023/office/settings/"):
        assert f'href="{HERE}"' in markup(office.get(page))
    rehearsed = a_tournament(rehearsal=True)
    assert f"/e/{rehearsed.slug}/office/again/" not in markup(office.get("/events/"))
    own_office = signed_in(a_role(last_year, RoleKind.OFFICE))
    assert f'href="{HERE}"' not in markup(own_office.get("/e/cup-2023/office/settings/"))
    assert own_office.get(HERE).status_code == 403


def test_everything_is_shown_before_it_is_made(office, last_year):
    page = office.get(HERE)
    shown = [value(page, name) for name in ("document", "closes", "date-1", "time-1", "date-5")]
    assert shown == ["", "2124-11-27T12:00", "2124-11-27", "12:30", "2124-12-01"]
    assert "Last time: 甲工字[2023]3 号" in text(page)
    assert "The same weekday, nearest to the date of last time." in text(page)
    moved = office.get(f"{HERE}?first_day=2031-03-03")
    assert (value(moved, "name"), value(moved, "slug")) == ("2031 年第四届掼蛋赛", "cup-2031")
    assert (value(moved, "date-1"), value(moved, "date-5")) == ("2031-03-03", "2031-03-07")
    for day in ("soon", "9999-12-31", "0001-01-01"):
        wrong = office.get(f"{HERE}?first_day={day}")
        assert (wrong.status_code, 'href="#f-first_day"' in markup(wrong)) == (422, True)


def test_it_is_made_by_one_press_as_it_stands(office, last_year):
    typed = form_fields(markup(office.get(f"{HERE}?first_day=2054-11-30")), HERE)
    question = office.post(HERE, typed | {"document": "甲工字[2054]1 号", "roles": typed.get("roles", [])})
    made = press_again(office, question, HERE)
    assert made.headers["Location"] == "/e/cup-2054/office/"
    event = Tournament.objects.get(slug="cup-2054")
    assert (event.name, event.document) == ("2054 年第四届掼蛋赛", "甲工字[2054]1 号")
    assert list(event.branches.values_list("name", "quota", "contact_name")) == [("机电分会", 3, "联络人")]
    assert event.roles.filter(kind=RoleKind.REFEREE).count() == 1
    assert event.stages.get().rounds.first().starts_at.astimezone(event.tzinfo).hour == 12


def test_faults_stand_at_their_fields_and_what_was_typed_stays(office, last_year):
    typed = form_fields(markup(office.get(f"{HERE}?first_day=2054-11-30")), HERE)
    at = FIRST_START.replace(year=2054) + timedelta(days=5)
    wrong = {"name": "", "closes": f"{at:%Y-%m-%dT%H:%M}", "date-2": "", "slug": "A B"}
    answer = office.post(HERE, typed | wrong)
    page = markup(answer)
    assert answer.status_code == 422
    assert 'href="#f-name"' in page
    again = office.post(HERE, typed | wrong | {"name": "新"})
    assert 'href="#f-round-2"' in markup(again), text(again)
    last = office.post(HERE, typed | wrong | {"name": "新", "date-2": "2054-11-30"})
    for field in ("f-closes", "f-slug", "f-round-2"):
        assert f'href="#{field}"' in markup(last)
    assert value(last, "slug") == "A B"
    assert not Tournament.objects.filter(slug="cup-2054").exists()
