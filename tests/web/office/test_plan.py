"""The timetable page: rounds and tables, typed in the event's zone, nothing typed lost."""

from datetime import UTC, datetime, timedelta

import pytest

from journal.models import Event
from scoring.models import Clock
from scoring.states import ClockState
from tests.factories import FIRST_START, a_drawn_tournament, a_role, a_tournament, a_user
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.models import Match, Round
from tournaments.states import MatchState, RoleKind

pytestmark = pytest.mark.django_db
POSTS = ("rounds/", "tables/", "1/tables/", "1/assignment/")


def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def address(page=""):
    return f"/e/s000/office/timetable/{page}"


def typed(*moments: str) -> dict[str, str]:
    """Rows of the form as a clerk types them: '2123-11-29 12:30', or blank."""
    rows = {}
    for number, moment in enumerate(moments, start=1):
        day, _, hour = moment.partition(" ")
        rows |= {f"date-{number}": day, f"time-{number}": hour}
    return rows


def starts(tournament) -> list[datetime]:
    return list(Round.objects.filter(stage__tournament=tournament).values_list("starts_at", flat=True))


def tables() -> list[int]:
    matches = Match.objects.filter(round__number=1).order_by("place").select_related("table")
    return [match.table.number if match.table else 0 for match in matches]


def test_page_before_the_draw_has_a_row_for_each_round_and_one_more():
    tournament = a_tournament(slug="s000", rounds=2)
    page = office(tournament).get(address())
    assert [value(page, f"date-{n}") for n in (1, 2, 3)] == ["2123-11-29", "2123-11-30", ""]
    assert [value(page, f"time-{n}") for n in (1, 2, 3)] == ["12:30", "12:30", ""]
    assert value(page, "tables") == "10"
    assert "stands here after the draw" in text(page)


def test_page_after_the_draw_lists_matches_with_their_tables():
    page = office(a_drawn_tournament(slug="s000", branches=3, teams=2)).get(address())
    words = text(page)
    for said in ("Quarter-final", "Final", "Winner of match 5", "2 byes need no table"):
        assert said in words
    assert value(page, "table-3") == "1"
    with pytest.raises(LookupError):
        value(page, "table-1")


def test_stranger_sees_and_changes_nothing():
    a_drawn_tournament(slug="s000", branches=2, teams=2)
    browser = signed_in(a_user())
    assert browser.get(address()).status_code == 403
    for page in POSTS:
        assert browser.post(address(page), {"tables": "3"}).status_code == 403
    assert not Event.objects.exists()


def test_rounds_are_saved_in_the_events_zone():
    tournament = a_drawn_tournament(slug="s000", branches=2, teams=2)
    done = office(tournament).post(address("rounds/"), typed("2123-11-29 07:30", "2123-11-30 12:30"))
    assert done.status_code == 302
    assert starts(tournament)[0] == datetime(2123, 11, 28, 23, 30, tzinfo=UTC)
    page = office(tournament).get(address())
    assert (value(page, "date-1"), value(page, "time-1")) == ("2123-11-29", "07:30")
    assert Event.objects.filter(kind="round.moved").count() == 1


def test_rounds_are_added_and_dropped_by_filling_and_blanking_rows():
    tournament = a_tournament(slug="s000", rounds=2)
    browser = office(tournament)
    assert browser.post(address("rounds/"), typed("2123-11-29 12:30", "", "2123-12-01 12:30")).status_code == 302
    assert starts(tournament) == [FIRST_START, FIRST_START + timedelta(days=2)]
    assert browser.post(address("rounds/"), typed("2123-11-29 12:30", "", "")).status_code == 302
    assert starts(tournament) == [FIRST_START]


def test_rounds_with_mistakes_are_refused_and_nothing_typed_is_lost():
    tournament = a_tournament(slug="s000", rounds=3)
    rows = typed("2123-11-29", "2123-02-30 12:30", "2123-12-01 25:00", "")
    page = office(tournament).post(address("rounds/"), rows)
    assert page.status_code == 422
    assert {name: value(page, name) for name in rows} == rows
    assert markup(page).count('href="#f-round-') == 3
    assert len(starts(tournament)) == 3
    assert not Event.objects.exists()


def test_rounds_out_of_order_are_refused_at_their_row():
    tournament = a_drawn_tournament(slug="s000", branches=2, teams=2)
    page = office(tournament).post(address("rounds/"), typed("2123-11-29 12:30", "2123-11-29 13:00"))
    assert page.status_code == 422
    assert "Round 2 would start before round 1 is over" in text(page)
    assert value(page, "time-2") == "13:00"
    assert starts(tournament) == [FIRST_START, FIRST_START + timedelta(days=1)]


@pytest.mark.parametrize(
    ("zone", "moment", "accepted"),
    [
        ("Europe/Berlin", "2026-03-29 02:30", False),
        ("Europe/Berlin", "2026-03-29 03:00", True),
        ("Asia/Shanghai", "2026-03-29 02:30", True),
    ],
)
def test_hour_that_summer_time_leaves_out_is_no_start(zone, moment, accepted):
    tournament = a_tournament(slug="s000", zone=zone, rounds=1)
    page = office(tournament).post(address("rounds/"), typed(moment))
    assert page.status_code == (302 if accepted else 422)
    assert (starts(tournament) != [FIRST_START]) is accepted


def test_round_that_has_begun_shows_its_time_and_keeps_it():
    tournament = a_drawn_tournament(slug="s000", branches=2, teams=2)
    Clock.objects.filter(round__number=1).update(state=ClockState.RUNNING, started_at=FIRST_START)
    browser = office(tournament)
    assert "begun" in text(browser.get(address()))
    page = browser.post(address("rounds/"), typed("2123-11-29 13:30", "2123-11-30 12:30"))
    assert page.status_code == 422
    assert "Round 1 has begun" in text(page)
    assert starts(tournament)[0] == FIRST_START


def test_number_of_tables_is_saved_or_refused_as_typed():
    tournament = a_tournament(slug="s000", tables=4)
    browser = office(tournament)
    assert browser.post(address("tables/"), {"tables": "12"}).status_code == 302
    assert tournament.tables.count() == 12
    for wrong in ("0", "201", "many", ""):
        page = browser.post(address("tables/"), {"tables": wrong})
        assert (page.status_code, value(page, "tables")) == (422, wrong)
    assert tournament.tables.count() == 12


def test_tables_of_a_round_are_exchanged():
    tournament = a_drawn_tournament(slug="s000", branches=4, teams=2)
    sent = {"table-1": "2", "table-2": "1", "table-3": "", "table-4": "9"}
    done = office(tournament).post(address("1/tables/"), sent)
    assert done.status_code == 302
    assert tables() == [2, 1, 0, 9]
    assert "1 match without a table" in text(office(tournament).get(address()))


def test_tables_with_mistakes_are_refused_and_nothing_typed_is_lost():
    tournament = a_drawn_tournament(slug="s000", branches=4, teams=2)
    sent = {"table-1": "1", "table-2": "1", "table-3": "x", "table-4": "99"}
    page = office(tournament).post(address("1/tables/"), sent)
    assert page.status_code == 422
    assert {name: value(page, name) for name in sent} == sent
    assert "Table 1 is taken by match 1" in text(page)
    assert "There is no table 99" in text(page)
    assert tables() == [1, 2, 3, 4]


def test_table_of_a_match_that_ended_meanwhile_is_too_late():
    tournament = a_drawn_tournament(slug="s000", branches=3, teams=2)
    bye = Match.objects.filter(state=MatchState.BYE).first()
    page = office(tournament).post(address("1/tables/"), {f"table-{bye.number}": "5"})
    assert page.status_code == 409


def test_tables_are_assigned_from_the_top():
    tournament = a_drawn_tournament(slug="s000", branches=4, teams=2)
    Match.objects.update(table=None)
    assert office(tournament).post(address("1/assignment/")).status_code == 302
    assert tables() == [1, 2, 3, 4]
    assert office(tournament).post(address("9/assignment/")).status_code == 404


def test_tables_that_do_not_suffice_are_refused():
    tournament = a_drawn_tournament(slug="s000", branches=4, teams=2, tables=3)
    page = office(tournament).post(address("1/assignment/"))
    assert page.status_code == 422
    assert "4 matches are played at once and there are 3 tables: 1 are lacking" in text(page)


def test_page_costs_the_same_queries_at_any_size():
    def cost(branches: int) -> int:
        tournament = a_drawn_tournament(branches=branches, teams=2)
        browser, page = office(tournament), f"/e/{tournament.slug}/office/timetable/"
        browser.get(page)
        return queries(browser, page)

    assert cost(2) == cost(32) <= 22
