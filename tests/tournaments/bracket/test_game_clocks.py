"""三局两胜 with a time for each game (S001-4), and the one clock of a match where the office chose 每场限时."""

from datetime import timedelta

import pytest

from tests.factories import a_role
from tests.tournaments.preset_events import FIRST_DAY
from tests.tournaments.round_day import Day
from tests.web.pages import signed_in, text
from tests.web.public_pages import address
from tournaments.bracket.queries.settings import settings_of
from tournaments.bracket.queries.versions import settings_version
from tournaments.codes import Code
from tournaments.day.actions.matches import answer_bell, confirm_result, enter_deal
from tournaments.day.actions.rounds import pause_round, resume_round, start_round
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.queries.draws import prospect
from tournaments.entries.actions.entries import enter_samples
from tournaments.event.actions.tournaments import create_tournament, edit_tournament
from tournaments.event.queries.office import open_questions
from tournaments.models import Booking, Branch, Round
from tournaments.presets.preset import presets
from tournaments.states import MatchState, RoleKind

pytestmark = pytest.mark.django_db


def an_event(**chosen):
    plan = next(plan for plan in presets() if plan.key == "s001_4")
    tournament = create_tournament(plan, by=None, slug="bo3", first_day=FIRST_DAY, rehearsal=True)
    Branch.objects.bulk_create(Branch(tournament=tournament, number=n, name=f"第{n}分会", quota=2) for n in range(1, 5))
    enter_samples(tournament, by=None)
    if chosen:
        settings = settings_of(tournament)
        edit_tournament(tournament, type(settings)(**{**vars(settings), **chosen}), by=None)
    return tournament


def a_day(**chosen) -> Day:
    tournament = an_event(**chosen)
    day = Day(tournament, a_role(tournament, RoleKind.CHIEF_REFEREE))
    confirm_draw(preview_draw(tournament, by=None, seed="1"), by=day.chief)
    day.at(0)
    start_round(day.round, by=day.chief)
    return day


def game_at_its_bell(day: Day, minute: int, *orders: str) -> None:
    for order in orders:
        enter_deal(day.match(1), order, by=day.chief)
    day.at(minute)
    answer_bell(day.match(1), False, by=day.chief)
    confirm_result(day.match(1), by=day.chief)


def test_bell_ends_a_game_and_not_the_match(client):
    day = a_day()
    game_at_its_bell(day, 41, "NS", "WE", "NS", "NS")
    assert day.match(1).state == MatchState.PLAYING
    view = sheet_view(day.tournament, 1)
    assert (view.game, view.clock.rung, view.clock.remaining) == (2, False, timedelta(minutes=40))
    day.at(50)
    pause_round(day.round, by=day.chief)  # which is no time of the game
    day.at(60)
    resume_round(day.round, by=day.chief)
    day.at(90)
    assert sheet_view(day.tournament, 1).clock.remaining == timedelta(minutes=1)
    game_at_its_bell(day, 92, "WE")
    game_at_its_bell(day, 133, "NS")
    match = day.match(1)
    assert match.state == MatchState.OVER
    assert [match.result.home_standing["games"], match.result.away_standing["games"]] == [2, 1]
    assert [game.sheet.winner for game in match.games.all()] == ["home", "away", "home"]
    assert "局数2 : 1" in text(client.get(address("results", day.tournament)))


@pytest.mark.parametrize(("chosen", "minutes"), [({}, 120), ({"match_clock": True}, 40), ({"best_of": 1}, 40)])
def test_timetable_reckons_with_the_time_of_all_games_and_one_clock_for_the_match_ends_it(chosen, minutes):
    day = a_day(**chosen)
    booked = Booking.objects.filter(match=day.match(2)).first().during
    assert booked.upper - booked.lower == timedelta(minutes=minutes)
    if chosen.get("match_clock"):
        game_at_its_bell(day, 41, "NS")  # home leads
        assert day.match(1).state == MatchState.OVER
        assert Booking.objects.filter(match=day.match(2)).exists()


def test_rounds_that_lie_closer_than_all_games_last_are_named():
    tournament = an_event()
    assert prospect(tournament).problems == ()
    second = Round.objects.get(stage__tournament=tournament, number=2)
    Round.objects.filter(pk=second.pk).update(starts_at=second.starts_at - timedelta(minutes=20))
    assert [problem.code for problem in prospect(tournament).problems] == [Code.ROUNDS_OUT_OF_ORDER]


def test_office_is_asked_and_the_regulation_says_what_it_chose():
    tournament = an_event()
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    office.cookies["django_language"] = "zh-hans"
    question = next(each for each in open_questions(tournament) if each.point == "game_clock")
    page = f"/e/bo3/office/open-points/{question.number}/"
    before = text(office.get("/e/bo3/regulation/"))
    assert "时限为每局的时限" in before
    answer = office.post(page, {"match_clock": "True", "seen": settings_version(tournament)})
    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert tournament.match_clock
    assert set(Round.objects.filter(stage__tournament=tournament).values_list("clock__games", flat=True)) == {1}
    assert "时限为全场各局合计" in text(office.get("/e/bo3/regulation/"))
