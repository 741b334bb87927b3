"""分批 on the screens: planned by the office, shown and announced to everybody, called and started at the desk."""

import re

import pytest
from django.test import Client
from django.utils import timezone, translation

from scoring.states import ClockState
from tests.factories import a_drawn_tournament, a_role
from tests.made_once import once_a_module
from tests.tournaments.day.test_sittings import second, two_sittings
from tests.tournaments.round_day import Day, tick
from tests.web.form_fields import form_fields
from tests.web.pages import markup, signed_in, text, value
from tests.web.public_pages import address
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.bracket.queries.versions import rounds_version
from tournaments.day.actions.rulings import decide
from tournaments.models import Match
from tournaments.states import MatchState, RoleKind
from web.documents.blocks import Heading
from web.documents.stage_papers import matches_table, tree_of

pytestmark = pytest.mark.django_db


made_once, day = once_a_module(two_sittings)


def office(tournament) -> Client:
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def shown(day: Day, name: str, **more: int) -> str:
    return text(signed_in(day.chief).get(address(name, day.tournament, **more)))


def sittings(tournament) -> dict[int, int]:
    rows = Match.objects.filter(stage__tournament=tournament, round__number=1).select_related("round")
    return {match.number: match.round.sitting for match in rows}


def test_office_plans_a_second_sitting_where_tables_are_too_few():
    tournament = a_drawn_tournament(branches=4, tables=3)
    browser, plan = office(tournament), address("plan", tournament)
    page = browser.get(plan)
    assert (value(page, "date-2"), value(page, "time-2")) == ("2123-11-30", "12:30")  # of the rounds' form
    sent = {"date-2": "2123-11-29", "seen": str(rounds_version(tournament))}
    post = address("plan_sittings", tournament, number=1)
    late = browser.post(post, sent | {"time-2": "13:00"})
    assert "It would start before the sitting ahead of it is over" in text(late)
    assert 'value="13:00"' in markup(late)
    response = browser.post(post, sent | {"time-2": "13:45"}, follow=True)
    assert "Quarter-final, sitting 2" in text(response)
    assert sittings(tournament) == {1: 1, 2: 1, 3: 1, 4: 2}
    roomy = a_drawn_tournament(branches=4, tables=4)
    assert "in several sittings" not in text(office(roomy).get(address("plan", roomy)))


def test_match_is_moved_to_another_sitting_beside_its_table(day):
    browser, post = office(day.tournament), address("plan_round_tables", day.tournament, number=1)
    sent = form_fields(markup(browser.get(address("plan", day.tournament))), post)
    assert (sent["sitting"], sent["sitting-4"]) == ("2", "2")  # the last form of that address
    first = {"sitting": "1", "seen": "0", "table-1": "1", "sitting-1": "1", "table-2": "2", "sitting-2": "2"}
    page = browser.post(post, first | {"seen": sent["seen"], "sitting-2": "7"})
    assert page.status_code in (409, 422)
    versions = re.findall(r'name="seen" value="(\d+)"', markup(browser.get(address("plan", day.tournament))))
    statuses = [browser.post(post, first | {"seen": seen}).status_code for seen in dict.fromkeys(versions)]
    assert 302 in statuses
    assert sittings(day.tournament) == {1: 1, 2: 2, 3: 1, 4: 2}


def test_public_pages_say_which_sitting_and_its_time(day):
    for name, said in (
        ("bracket", "Sitting 2, 13:45 Table 1"),
        ("rounds", "Sitting 2, 13:45"),
        ("event", "Sitting 2, 13:45"),
        ("timetable", "Quarter-final, sitting 2"),
        ("match", "Quarter-final, sitting 2"),
    ):
        page = shown(day, name, **({"number": 4} if name == "match" else {})).replace("　", " ")
        assert said in page
        assert "13:45" in page


@pytest.mark.parametrize(("format_", "settings"), [("round_robin", {"groups": 2}), ("movement", {})])
def test_sittings_of_other_formats_are_planned_and_told_alike(format_, settings):
    tournament = a_drawn_tournament(branches=4, tables=3, format_=format_, settings=settings)
    browser, plan = office(tournament), address("plan", tournament)
    post = address("plan_sittings", tournament, number=1)
    sent = form_fields(markup(browser.get(plan)), post)
    assert browser.post(post, sent | {"time-2": "13:45"}).status_code == 302
    assert sittings(tournament) == {1: 1, 2: 1, 3: 1, 4: 2}
    for name, more in (("rounds", {}), ("event", {}), ("timetable", {}), ("match", {"number": 4})):
        page = text(browser.get(address(name, tournament, **more)))
        assert "itting 2" in page, name
        assert "13:45" in page, name


def test_papers_and_the_overview_name_the_hour_of_each_sitting(day):
    with translation.override("en"), timezone.override(day.tournament.tzinfo):
        (stage,) = stages_of(rounds(day.tournament))
        headings = [block.text for block in matches_table(stage.rounds[0], {}) if isinstance(block, Heading)]
        tree = str(tree_of(stage.rounds, stage))
    assert [heading.split()[-1] for heading in headings] == ["12:30", "13:45"]
    assert "sitting 2" in headings[1]
    assert "Table 1 · Sitting 2, 13:45" in tree
    assert "Mon 29 Nov 12:30" in tree
    page = text(office(day.tournament).get(address("office", day.tournament)))
    assert "Quarter-final, sitting 2" in page


def test_hall_shows_the_sitting_that_is_on(day):
    day.start()
    assert 'id="hall-m4"' not in markup(Client().get(address("hall", day.tournament)))
    for number in (1, 2, 3):
        decide(day.match(number), "home", by=day.chief, reason="裁定")
    page = signed_in(day.chief).get(address("hall", day.tournament))
    assert 'id="hall-m4"' in markup(page)
    assert 'id="hall-m1"' not in markup(page)
    assert "Quarter-final, sitting 2" in text(page)


def test_desk_calls_and_starts_a_sitting_with_a_clock_of_its_own(day):
    chief, desk = signed_in(day.chief), address("desk_round", day.tournament, number=1)
    assert 'id="m4"' not in markup(chief.get(desk))
    later = chief.get(f"{desk}?sitting=2")
    assert "Quarter-final, sitting 2" in text(later)
    assert 'id="m1"' not in markup(later)
    call = address("desk_call", day.tournament, number=1)
    assert chief.post(call, form_fields(markup(later), call))["Location"] == f"{desk}?sitting=2"
    assert day.match(4).state == MatchState.CALLED
    assert day.match(1).state == MatchState.READY
    tick(day.match(4), "home", "away", by=day.chief)
    day.at(75)
    start = address("clock_start", day.tournament, number=1)
    response = chief.post(start, form_fields(markup(chief.get(f"{desk}?sitting=2")), start))
    assert response["Location"] == f"{desk}?sitting=2"
    assert (day.round.clock.state, second(day).clock.state) == (ClockState.SET, ClockState.RUNNING)
    assert day.match(4).state == MatchState.PLAYING


def test_desk_moves_a_sitting_alone(day):
    chief, plan = signed_in(day.chief), address("clock_plan", day.tournament, number=1)
    sent = form_fields(markup(chief.get(address("desk_round", day.tournament, number=1) + "?sitting=2")), plan)
    assert "before the sitting ahead" in text(chief.post(plan, sent | {"time": "13:00"}))
    assert "press the same button again" in text(chief.post(plan, sent | {"time": "23:00"}))
    assert chief.post(plan, sent | {"time": "14:00"}).status_code == 302
    assert f"{second(day).starts_at:%H:%M}" == "06:00"
    assert f"{day.round.starts_at:%H:%M}" == "04:30"


def test_slips_of_the_round_are_those_of_all_sittings(day):
    chief, slips = signed_in(day.chief), address("slips", day.tournament, number=1)
    chief.post(address("slips_issue", day.tournament, number=1))
    page = markup(chief.get(slips))
    assert all(address("match_slip", day.tournament, number=number) in page for number in (1, 2, 3, 4))
