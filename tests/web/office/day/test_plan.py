"""The timetable page: rounds and tables, typed in the event's zone, nothing typed lost."""

from datetime import UTC, datetime, timedelta

import pytest

from journal.models import Event
from scoring.models import Clock
from scoring.states import ClockState
from tests.factories import FIRST_START, a_drawn_tournament, a_role, a_tournament, a_user
from tests.made_once import once_a_module
from tests.web.form_fields import form_fields
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.bracket.queries.versions import rounds_version, tables_version
from tournaments.models import Match, Round
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
POSTS = ("rounds/", "tables/", "1/tables/", "1/assignment/")


made_once, drawn = once_a_module(lambda: a_drawn_tournament(slug="drawn", branches=4, teams=2))


def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def address(page="", slug="s000"):
    return f"/e/{slug}/office/timetable/{page}"


def tables_at(page=""):
    return address(page, "drawn")


def typed(*moments: str) -> dict[str, str]:
    """Rows of the form as a clerk types them: '2123-11-29 12:30', or blank."""
    rows = {"seen": "0"}
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
    """Rounds are added and dropped by filling and blanking rows; the number of tables is saved or refused as typed."""
    tournament = a_tournament(slug="s000", rounds=2)
    browser = office(tournament)
    page = browser.get(address())
    assert [value(page, f"date-{n}") for n in (1, 2, 3)] == ["2123-11-29", "2123-11-30", ""]
    assert [value(page, f"time-{n}") for n in (1, 2, 3)] == ["12:30", "12:30", ""]
    assert value(page, "tables") == "10"
    assert "appears here after the draw" in text(page)
    assert browser.post(address("rounds/"), typed("2123-11-29 12:30", "", "2123-12-01 12:30")).status_code == 302
    assert starts(tournament) == [FIRST_START, FIRST_START + timedelta(days=2)]
    again = typed("2123-11-29 12:30", "", "") | {"seen": str(rounds_version(tournament))}
    assert browser.post(address("rounds/"), again).status_code == 302
    assert starts(tournament) == [FIRST_START]
    assert browser.post(address("tables/"), {"tables": "12", "seen": "0"}).status_code == 302
    seen = str(tables_version(tournament))
    for wrong in ("0", "513", "many", ""):
        page = browser.post(address("tables/"), {"tables": wrong, "seen": seen})
        assert (page.status_code, value(page, "tables")) == (422, wrong)
    assert tournament.tables.count() == 12


def test_page_after_the_draw_lists_matches_with_their_tables_and_byes_without():
    browser = office(a_drawn_tournament(slug="s000", branches=3, teams=2))
    page = browser.get(address())
    for sentence in ("Quarter-final", "Final", "Winner of match 5", "2 byes need no table"):
        assert sentence in text(page)
    assert value(page, "table-3") == "1"
    with pytest.raises(LookupError):
        value(page, "table-1")
    assert browser.post(address("1/tables/"), {"table-1": "5", "seen": "0"}).status_code == 409


def test_stranger_sees_and_changes_nothing(drawn):
    browser = signed_in(a_user())
    assert browser.get(tables_at()).status_code == 403
    for page in POSTS:
        assert browser.post(tables_at(page), {"tables": "3"}).status_code == 403
    assert not Event.objects.exists()


def test_rounds_are_saved_in_the_events_zone():
    """And one that has begun keeps its time."""
    tournament = a_drawn_tournament(slug="s000", branches=2, teams=2)
    browser = office(tournament)
    assert browser.post(address("rounds/"), typed("2123-11-29 07:30", "2123-11-30 12:30")).status_code == 302
    assert starts(tournament)[0] == datetime(2123, 11, 28, 23, 30, tzinfo=UTC)
    page = browser.get(address())
    assert (value(page, "date-1"), value(page, "time-1")) == ("2123-11-29", "07:30")
    assert Event.objects.filter(kind="round.moved").count() == 1
    Clock.objects.filter(round__number=1).update(state=ClockState.RUNNING, started_at=FIRST_START)
    assert "begun" in text(browser.get(address()))
    late = typed("2123-11-29 13:30", "2123-11-30 12:30") | {"seen": str(rounds_version(tournament))}
    page = browser.post(address("rounds/"), late)
    assert page.status_code == 422
    assert "Round 1 has begun" in text(page)
    assert starts(tournament)[0] == datetime(2123, 11, 28, 23, 30, tzinfo=UTC)


def test_rounds_with_mistakes_are_refused_and_nothing_typed_is_lost():
    tournament = a_tournament(slug="s000", rounds=3)
    browser, before = office(tournament), starts(tournament)
    rows = typed("2123-11-29", "2123-02-30 12:30", "2123-12-01 25:00", "")
    page = browser.post(address("rounds/"), rows)
    assert page.status_code == 422
    del rows["seen"]
    assert {name: value(page, name) for name in rows} == rows
    assert markup(page).count('href="#f-round-') == 3
    page = browser.post(address("rounds/"), typed("2123-11-29 12:30", "2123-11-29 13:00"))
    assert page.status_code == 422
    assert "Round 2 would start before round 1 is over" in text(page)
    assert value(page, "time-2") == "13:00"
    assert starts(tournament) == before
    assert not Event.objects.exists()


def test_timetable_that_was_overtaken_shows_theirs_beside_mine_and_saves_over_it_when_sent_again():
    tournament = a_tournament(slug="s000", rounds=2)
    browser = office(tournament)
    theirs = typed("2123-11-29 12:30", "2123-12-06 12:30")
    mine = typed("2123-11-29 13:00", "2123-11-30 12:30")
    assert browser.post(address("rounds/"), theirs).status_code == 302
    page = browser.post(address("rounds/"), mine)
    assert page.status_code == 409
    assert (value(page, "time-1"), value(page, "date-2")) == ("13:00", "2123-11-30")
    assert "<dt>Round 2</dt><dd>2123-12-06</dd>" in markup(page)
    assert starts(tournament)[1].day == 6
    sent = mine | {"seen": form_fields(markup(page), address("rounds/"))["seen"]}
    assert browser.post(address("rounds/"), sent).status_code == 302
    assert starts(tournament)[1] == FIRST_START + timedelta(days=1)


def test_tables_that_were_overtaken_are_not_saved_over(drawn):
    browser = office(drawn)
    for page, field in (("tables/", "tables"), ("1/tables/", "table-1")):
        assert browser.post(tables_at(page), {field: "9", "seen": "0"}).status_code == 302
        late = browser.post(tables_at(page), {field: "8", "seen": "0"})
        assert (late.status_code, value(late, field)) == (409, "8")
        assert "<dd>9</dd>" in markup(late)


def test_odd_start_is_asked_once_and_moved_when_sent_again():
    for number, (moment, said) in enumerate((
        ("2020-11-29 12:30", "Sun 29 Nov 2020 12:30 is in the past"),
        ("2123-11-29 03:00", "is at night"),
        ("2125-11-29 12:30", "Thu 29 Nov 2125 12:30 is far ahead"),
    )):  # fmt: skip
        tournament = a_tournament(slug=f"odd-{number}", rounds=1)
        browser, rounds = office(tournament), address("rounds/", tournament.slug)
        page = browser.post(rounds, typed(moment))
        assert (page.status_code, starts(tournament)) == (422, [FIRST_START])
        assert said in text(page)
        assert "press the same button again" in text(page)
        sure = {"sure": form_fields(markup(page), rounds)["sure"]}
        assert browser.post(rounds, typed("2020-01-01 01:00") | sure).status_code == 422
        assert browser.post(rounds, typed(moment) | sure).status_code == 302
        assert f"{starts(tournament)[0].astimezone(tournament.tzinfo):%Y-%m-%d %H:%M}" == moment


def test_hour_that_summer_time_leaves_out_is_no_start():
    for zone, moment, accepted in (
        ("Europe/Berlin", "2026-03-29 02:30", False),
        ("Europe/Berlin", "2026-03-29 03:00", True),
        ("Asia/Shanghai", "2026-03-29 02:30", True),
    ):
        tournament = a_tournament(zone=zone, rounds=1)
        page = office(tournament).post(address("rounds/", tournament.slug), typed(moment))
        assert ("a day and a time that exist there" in text(page)) is not accepted


def test_tables_of_a_round_are_exchanged(drawn):
    browser = office(drawn)
    sent = {"table-1": "2", "table-2": "1", "table-3": "", "table-4": "9", "seen": "0"}
    assert browser.post(tables_at("1/tables/"), sent).status_code == 302
    assert tables() == [2, 1, 0, 9]
    page = text(browser.get(tables_at()))
    assert "1 match without a table" in page
    assert page.count("no table yet") == 1


def test_tables_with_mistakes_are_refused_and_nothing_typed_is_lost(drawn):
    browser = office(drawn)
    sent = {"table-1": "1", "table-2": "1", "table-3": "x", "table-4": "99"}
    page = browser.post(tables_at("1/tables/"), sent | {"seen": "0"})
    assert page.status_code == 422
    assert {name: value(page, name) for name in sent} == sent
    assert "Table 1 is taken by match 1" in text(page)
    faults = text(page).count("There is no such table; the tables are 1 to 10.")
    assert faults == 2 * len(["table-3", "table-4"])  # in the list and at each of its fields
    # that one is taken is told at the match that was touched
    sent = {"table-1": "4", "table-2": "2", "table-3": "3", "table-4": "4", "seen": "0"}
    page = markup(browser.post(tables_at("1/tables/"), sent))
    assert ['href="#f-table-1"' in page, 'href="#f-table-4"' in page] == [True, False]
    assert "Table 4 is taken by match 4" in page
    assert tables() == [1, 2, 3, 4]


def test_tables_are_assigned_from_the_top_if_they_suffice(drawn):
    browser = office(drawn)
    Match.objects.update(table=None)
    assert browser.post(tables_at("1/assignment/")).status_code == 302
    assert tables() == [1, 2, 3, 4]
    assert browser.post(tables_at("9/assignment/")).status_code == 404
    Match.objects.update(table=None)
    drawn.tables.filter(number__gt=3).delete()
    page = browser.post(tables_at("1/assignment/"))
    assert page.status_code == 422
    assert "4 matches are played at once and there are 3 tables: 1 are lacking" in text(page)


def test_page_costs_the_same_queries_at_any_size():
    def cost(branches: int) -> int:
        tournament = a_drawn_tournament(branches=branches, teams=2)
        browser, page = office(tournament), f"/e/{tournament.slug}/office/timetable/"
        browser.get(page)
        return queries(browser, page)

    assert cost(2) == cost(12) <= 22
