"""退赛，成绩不计: a team that left a round robin, and its matches, wherever they are shown."""

import pytest
from django.urls import reverse

from tests.factories import a_drawn_tournament, a_role, a_user
from tests.tournaments.played import decide, play_all
from tests.web.documents.events import a_reading, said
from tests.web.pages import markup, signed_in, text
from tournaments.bracket.queries.awards import podium
from tournaments.bracket.queries.matches import rounds
from tournaments.entries.actions.teams import restore_team, withdraw_team
from tournaments.models import Match, Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def an_event() -> Tournament:
    """Of four teams that of match 1 at home wins it, and leaves; then all others are played."""
    tournament = a_drawn_tournament(
        slug="cup", branches=4, teams=1, format_="round_robin", settings={"withdrawn": "struck_under_half"}
    )
    decide(1)
    withdraw_team(Match.objects.get(number=1).home_team, by=a_user(), reason="生病")
    play_all(tournament)
    return tournament


def struck(tournament: Tournament) -> set[int]:
    return {match.number for round_ in rounds(tournament) for match in round_.matches if match.is_struck}


def of_the_team() -> set[int]:
    """The matches of whoever left."""
    left = Match.objects.get(number=1).home_team
    return {m.number for m in Match.objects.all() if left in (m.home_team, m.away_team)}


def test_matches_of_the_team_are_struck_say_so_on_the_sheet_and_come_back_with_it():
    tournament = an_event()
    browser = signed_in(a_role(tournament, RoleKind.REFEREE))
    assert struck(tournament) == of_the_team()
    other = next(number for number in range(1, 7) if number not in of_the_team())
    words = "It does not count: a team has left the event."
    assert words in text(browser.get(reverse("sheet", args=["cup", 1])))
    assert words not in text(browser.get(reverse("sheet", args=["cup", other])))
    restore_team(Match.objects.get(number=1).home_team, by=a_user(), reason="点错了行")
    assert struck(tournament) == set()


def test_results_stay_in_events_that_were_drawn_before_there_was_the_choice():
    tournament = a_drawn_tournament(branches=4, teams=1, format_="round_robin")
    withdraw_team(Match.objects.get(number=1).home_team, by=a_user(), reason="生病")
    assert struck(tournament) == set()


def test_table_matches_program_and_paper_say_that_they_do_not_count(client):
    tournament = an_event()
    client.cookies["django_language"] = "zh-hans"
    page = markup(client.get(reverse("bracket", args=["cup"])))
    assert page.count("退赛，成绩不计") == 1
    assert page.count(" struck") == 2 * len(of_the_team())
    assert "不计成绩" in markup(client.get(reverse("match", args=["cup", 1])))
    assert markup(client.get(reverse("results", args=["cup"]))).count("不计成绩") == len(of_the_team())
    answer = client.get("/api/v1/tournaments/cup/bracket/").json()
    rows = [match for round_ in answer["rounds"] for match in round_["matches"]]
    assert {row["number"] for row in rows if row["struck"]} == of_the_team()
    assert podium(tournament).champion not in (None, Match.objects.get(number=1).home_team)
    paper = said(a_reading(tournament), "bracket")
    assert "退赛，成绩不计" in paper
    assert paper.count("（胜:退赛）") + paper.count("（退赛:胜）") == 4
