"""我的比赛: what a team finds at its address, whatever the format and however far the event has come."""

from datetime import timedelta

import pytest
from django.urls import reverse

from guandan_rules import Reason
from tests.browser import PHONE
from tests.factories import FIRST_START, a_drawn_tournament, a_team, a_user
from tests.notices.factories import a_drawn_event, an_event, at, the_match, the_round, the_team
from tests.thorough import some
from tests.tournaments.day.ladders import a_ladder, challenged, decided
from tests.tournaments.day.ladders import team as team_of_ladder
from tests.tournaments.played import decide as decided_by_hand
from tests.web.games import a_started_tournament
from tests.web.pages import markup, queries, text
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.day.actions.matches import call_match
from tournaments.day.actions.rulings import decide
from tournaments.day.actions.timetable import move_round, set_table
from tournaments.entries.actions.teams import withdraw_team
from tournaments.entries.queries.links import my_token, owner_of
from tournaments.formats import FORMATS
from tournaments.states import TeamState
from web.publishing.pages import PAGES

pytestmark = pytest.mark.django_db
BEFORE = FIRST_START - timedelta(days=2)


@pytest.fixture(autouse=True)
def english(client):
    client.cookies["django_language"] = "en"


def address(tournament, team=None, branch=None):
    owner = {"team": team.pk} if team else {"branch": branch.pk}
    return reverse("my_matches", args=[tournament.slug, my_token(tournament, **owner)])


def page(client, tournament, team=None, branch=None):
    answer = client.get(address(tournament, team, branch))
    assert answer.status_code == 200
    return text(answer).partition("Ruling desk")[2]


def test_next_match_stands_first_with_where_when_and_against_whom_as_the_clock_goes_on(client):
    tournament = a_drawn_event(now=BEFORE, branches=4)
    set_table(the_match(tournament, 1), tournament.tables.get(number=7), by=a_user(is_staff=True))
    words = page(client, tournament, the_team(tournament, "甲分会", 1))
    assert "Next match Round of 8" in words or "Next match Quarter-final" in words
    assert "Table 7 Mon 29 Nov 12:30 against 乙分会 Team 1" in words
    assert "Check-in by 12:20" in words
    assert "If you win Semi-final Tue 30 Nov 12:30" in words
    assert "against 甲分会 Team 2 or 乙分会 Team 2" in words
    assert "If you lose the way ends here" in words
    for before, moment in (
        (timedelta(days=1), "Next match"),
        (timedelta(minutes=5), "Please check in now"),
        (timedelta(0), "About to start"),
    ):
        at(tournament, FIRST_START - before)
        PAGES.forget()
        words = page(client, tournament, the_team(tournament, "甲分会", 1))
        assert moment in words
    assert "today 12:30" in words


def test_called_team_and_its_opponent_see_it_and_their_branches_first(client):
    tournament = a_drawn_event(now=FIRST_START - timedelta(minutes=20), branches=4)
    call_match(the_match(tournament, 2), by=a_user(is_staff=True))
    for name in ("甲分会", "乙分会"):
        answer = client.get(address(tournament, the_team(tournament, name, 2)))
        assert 'class="nowcard next-match called"' in markup(answer)
        assert "You are called to the table" in text(answer)
    assert "called" not in markup(client.get(address(tournament, the_team(tournament, "丙分会", 1))))
    body = markup(client.get(address(tournament, branch=tournament.branches.get(number=1))))
    assert body.index("next-match called") < body.index('class="nowcard next-match"')
    assert body.count('class="nowcard next-match') == 2


@pytest.mark.parametrize("format_", some(sorted(name for name, format_ in FORMATS.items() if not format_.season_days)))
def test_every_format_shows_the_next_match_and_the_way_so_far(client, format_):
    tournament, matches, _ = a_started_tournament(branches=4, teams=1, format_=format_)
    home, away = matches[0].home_team, matches[0].away_team
    assert str(matches[0].table or "") in page(client, tournament, home)
    decided_by_hand(matches[0].number, reason=Reason.PASSED_A)
    for team in (home, away):
        words = page(client, tournament, team)
        assert "All matches" in words
        assert "passed a" in words.lower()
    goes_on = {"swiss": "The opponent follows from the standing"}.get(format_, "Next match")
    assert goes_on in page(client, tournament, home)
    assert (
        "out in Semi-final" in page(client, tournament, away) or "Third place" in page(client, tournament, away)
    ) == (format_ in ("knockout", "redraw"))


def test_ladder_shows_the_challenge_that_is_open_and_those_before(client):
    day = a_ladder()
    decided(day, 3, 1)
    words = page(client, day.tournament, team_of_ladder(day, 3))
    assert "All matches" in words
    assert "out" not in words.lower().split()
    challenged(day, 4, 3)
    assert "Next match" in page(client, day.tournament, team_of_ladder(day, 4))


def test_second_final_is_promised_to_those_alone_who_may_come_to_it(client):
    tournament, _, by = a_started_tournament(branches=4, teams=1, format_="double_elimination")
    for match in tournament.stages.get().matches.order_by("number"):
        match.refresh_from_db()
        if match.winner_to and match.winner_to.winner_to is None and match.winner_to.loser_to is None:
            final = match
            break
        if match.state != "bye":
            decide(match, "home", by=by, reason="裁定")
    assert "If you win champion If you lose Second grand final" in page(client, tournament, final.home_team)
    assert "If you win Second grand final" in page(client, tournament, final.away_team)
    assert "If you lose runner-up" in page(client, tournament, final.away_team)


def test_before_the_draw_with_a_bye_and_after_the_end(client):
    tournament = an_event(branches=2, now=BEFORE)
    assert "Waiting for the draw" in page(client, tournament, tournament.branches.first().teams.first())
    tournament = a_drawn_tournament(branches=3, teams=2)
    words = page(client, tournament, tournament.branches.first().teams.first())
    assert "Semi-final" in words
    assert "bye" in words
    tournament = a_drawn_event(now=BEFORE)
    by, winner = a_user(is_staff=True), the_team(tournament, "甲分会", 1)
    loser = the_team(tournament, "乙分会", 1)
    for number in (1, 2, 3):
        decide(the_match(tournament, number), "home", by=by, reason="裁定")
    confirm_awards(tournament, by=by)
    assert "Champion The event is over" in page(client, tournament, winner)
    assert "Third place The event is over" in page(client, tournament, loser)


def test_team_has_its_own_notices_and_is_told_that_it_withdrew_or_was_not_drawn(client):
    tournament, by = a_drawn_event(now=BEFORE, branches=4), a_user(is_staff=True)
    team = the_team(tournament, "甲分会", 1)
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=by)
    decide(the_match(tournament, 4), "home", by=by, reason="裁定")
    words = page(client, tournament, team)
    assert "has been moved" in words
    assert "丙分会 Team 2 beats" not in words
    assert "丙分会 Team 2 beats" in page(client, tournament, the_team(tournament, "丁分会", 2))
    withdraw_team(team, by=by, reason="有事")
    assert "The team has withdrawn" in page(client, tournament, team)
    late = a_team(tournament.branches.first(), ordinal=3)
    assert "This team is not in the draw" in page(client, tournament, late)


def test_address_is_good_for_one_team_of_one_event(client):
    tournament, other = a_drawn_event(), a_drawn_event()
    team, branch = the_team(tournament, "甲分会", 1), tournament.branches.first()
    assert owner_of(tournament, my_token(tournament, team=team.pk)) == team
    assert owner_of(tournament, my_token(tournament, branch=branch.pk)) == branch
    good = my_token(tournament, team=team.pk)
    for token in (good + "x", f"t{team.pk}.x", "x", f"b{team.pk}{good[good.index('.') :]}"):
        for view in ("my_matches", "my_calendar"):
            assert client.get(reverse(view, args=[tournament.slug, token])).status_code == 404
    assert client.get(reverse("my_matches", args=[other.slug, good])).status_code == 404
    team.state = TeamState.DRAFT
    team.save()
    assert owner_of(tournament, good) is None


def test_page_costs_the_same_queries_for_few_teams_and_for_many(client):
    few, many = a_drawn_tournament(branches=2, teams=1), a_drawn_tournament(branches=2, teams=8)
    client.get(address(few, branch=few.branches.first()))  # the door learns the way
    client.get(address(many, branch=many.branches.first()))
    PAGES.forget()
    one = queries(client, address(few, branch=few.branches.first()))
    PAGES.forget()
    assert queries(client, address(many, branch=many.branches.first())) == one


def test_only_wechat_is_told_to_open_the_calendar_elsewhere(visitor):
    tournament = a_drawn_event(now=BEFORE)
    there = address(tournament, the_team(tournament, "甲分会", 1))
    for browser, shown, hidden in (
        ("MicroMessenger/8.0", ".only-in-wechat", "text=calendar.ics"),
        ("Safari/605", "text=calendar.ics", ".only-in-wechat"),
    ):
        someone = visitor(size=PHONE)
        someone.context.add_init_script(f"Object.defineProperty(navigator, 'userAgent', {{ value: '{browser}' }})")
        page = someone.open(there)
        page.wait_for_selector(shown, state="visible")
        page.wait_for_selector(hidden, state="hidden")
