"""当日战报 and 统计: what the day brought, who is through, what comes next, of every format."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import a_drawn_tournament, a_tournament
from tests.tournaments.played import decide, play_all
from tests.tournaments.round_day import Day, a_day, win
from tests.web.pages import text
from tournaments.bracket.queries.matches import rounds
from tournaments.chronicle.queries.days import DayReport, day_report, playing_days, present_day
from tournaments.models import Round
from web.displays.present import present

pytestmark = pytest.mark.django_db


def reported(day: Day, number: int = 1) -> DayReport:
    return day_report(day.tournament, rounds(day.tournament), number)


def page(day: Day, query: str = "") -> str:
    client = Client()
    client.cookies["django_language"] = "en"
    return text(client.get(reverse("report", args=[day.tournament.slug]) + query))


def test_knockout_day_has_its_results_who_is_through_and_the_next_pairings():
    day = a_day(branches=4, teams=2)
    win(day, 1)
    decide(2, "away")
    decide(3)
    report = reported(day)
    assert [(team.branch, team.ordinal) for team in report.through] == [("第1分会", 1), ("第2分会", 2), ("第3分会", 1)]
    assert (report.open, len(report.decided[0].matches), report.tables) == (1, 3, ())
    assert {(team.branch, team.ordinal) for team in report.out} == {("第1分会", 2), ("第2分会", 1), ("第3分会", 2)}
    assert [r.number for r in report.next] == [2]
    words = page(day)
    assert "Out of the event" in words
    assert "Fewest deals to pass A" in words
    assert "Through to the next round" in words
    assert "1 match of this day is not over yet" in words
    assert "Next: Semi-final" in words
    assert "No results of this day yet" in page(day, "?day=2")


def test_who_had_a_bye_and_lost_later_is_out():
    tournament = a_drawn_tournament(branches=3, teams=2)
    play_all(tournament)
    all_rounds = rounds(tournament)
    by_day = [day_report(tournament, all_rounds, number) for number in (1, 2, 3)]
    assert [(len(report.through), len(report.out)) for report in by_day] == [(4, 2), (2, 2), (0, 0)]
    assert present_day(tournament, all_rounds, playing_days(tournament, all_rounds)[0]) == 3  # all was played early


@pytest.mark.parametrize("format_", ["round_robin", "swiss", "movement", "double_elimination"])
def test_day_of_a_table_has_the_standing_and_of_two_lives_who_is_still_in_the_event(format_):
    settings = {"rounds_played": 3} if format_ == "swiss" else {}
    day = a_day(branches=2, teams=2, format_=format_, settings=settings)
    decide(1)
    report, words = reported(day), page(day)
    if format_ == "double_elimination":
        assert len(report.through) == 2
        assert "Still in the event" in words
    else:
        assert (report.through, len(report.tables)) == ((), 1)
        assert "Standings so far" in words


def test_last_day_has_the_podium_and_several_rounds_of_a_day_stand_together():
    tournament = a_drawn_tournament(branches=2, teams=2, started=True)
    first = Round.objects.get(stage__tournament=tournament, number=1)
    Round.objects.filter(stage__tournament=tournament).update(starts_at=first.starts_at)
    play_all(tournament)
    all_rounds = rounds(tournament)
    report = day_report(tournament, all_rounds, 1)
    days = playing_days(tournament, all_rounds)
    assert (len(days), len(report.decided), report.is_last, report.through) == (1, 2, True, ())
    words = text(Client().get(reverse("report", args=[tournament.slug])))
    assert "冠军" in words or "Champion" in words


def test_day_is_counted_in_the_zone_of_the_event():
    tournament = a_drawn_tournament(branches=2, teams=2, zone="America/New_York")
    snapshot = present(tournament)
    days = playing_days(tournament, snapshot.rounds)
    assert [f"{start:%d %H:%M}" for start in days] == ["29 04:30", "30 04:30"]
    assert present_day(tournament, snapshot.rounds, snapshot.now) == 1


def test_day_that_there_is_not_is_not_found_and_an_event_without_rounds_says_so():
    day = a_day(branches=2, teams=2)
    assert Client().get(reverse("report", args=[day.tournament.slug]) + "?day=3").status_code == 404
    empty = a_tournament(rounds=0)
    shown = Client()
    shown.cookies["django_language"] = "en"
    assert "No rounds are planned yet" in text(shown.get(reverse("report", args=[empty.slug])))
    assert shown.get(reverse("public_list", args=[empty.slug, "report", "text"])).status_code == 404
