"""Rounds, timetable, teams, results and notices: what each says."""

import re

from django.utils import timezone

from scoring.states import DealKind
from tests.factories import a_branch, a_drawn_tournament, a_team, a_tournament, a_user
from tests.tournaments.played import decide
from tests.tournaments.round_day import a_day, at_the_bell
from tests.web.games import a_started_tournament, pass_a
from tests.web.pages import markup
from tests.web.public_pages import address
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.day.actions.matches import confirm_result, enter_deal
from tournaments.day.actions.rulings import both_absent, disqualify
from tournaments.models import Round
from tournaments.states import TeamState


def test_rounds_list_every_match_and_bye_and_of_a_large_event_come_one_by_one(client, db, monkeypatch):
    page = address("rounds", a_drawn_tournament(branches=3))
    assert markup(client.get(page)).count('<li class="meet') == 4 + 2 + 1
    for name, fits in (("MOST_TOGETHER", 16), ("PER_PAGE", 8)):
        monkeypatch.setattr(f"web.public.bracket.bracket.{name}", fits)
    page = address("rounds", a_drawn_tournament(branches=9, teams=2, tables=1))
    for query, listed in (("", 8), ("?round=1&page=2", 8), ("?round=5", 1)):
        assert markup(client.get(page + query)).count('<li class="meet') == listed


def test_timetable_shows_days_tables_and_calls_and_opens_the_round_that_is_on(client, db):
    body = markup(client.get(address("timetable", a_drawn_tournament())))
    assert body.count('class="day') == 2
    assert "12:20" in body
    assert "13:30" in body
    assert 'open id="plan-1"' in markup(client.get(address("timetable", a_drawn_tournament(started=True))))


def test_teams_come_in_the_order_of_the_annex_without_drafts_and_with_the_withdrawn_marked(client, db):
    tournament = a_tournament()
    for name in ("乙分会", "甲分会"):
        branch = a_branch(tournament, name=name, teams=1)
    a_team(branch, players=("起草人",), state=TeamState.DRAFT)
    a_team(branch, players=("队员戊", "队员己"), state=TeamState.WITHDRAWN)
    body = markup(client.get(address("teams", tournament)))
    assert body.index("乙分会") < body.index("甲分会")
    assert body.count("队员甲") == 2
    assert "起草人" not in body
    assert body.count('class="withdrawn"') == 1


def test_result_stands_with_teams_results_and_notices(client, db):
    tournament, matches, referee = a_started_tournament(branches=4)
    pass_a(matches[0], by=referee)
    client.cookies["django_language"] = "en"
    teams, results, notices = (markup(client.get(address(n, tournament))) for n in ("teams", "results", "notices"))
    assert "out in Quarter-final" in teams
    assert "in Semi-final" in teams
    assert results.count('<li class="meet') == 1
    assert "Passed A" in results
    assert matches[0].home_team.branch.name in notices


def test_list_says_who_won_and_shows_the_levels_that_an_extra_deal_decided(client, db):
    day = a_day()
    match = at_the_bell(day, 1)
    enter_deal(match, "WNSE", by=day.chief, kind=DealKind.EXTRA)
    confirm_result(match, by=day.chief)
    for page in ("event", "rounds", "results"):
        body = markup(client.get(address(page, day.tournament)))
        row = body[body.index('<li class="meet done') :].split("</li>")[0]
        assert row.index('class="a lost"') < row.index('class="b won"') < row.index('<span class="vh">胜</span>'), page
        assert len(re.findall(r'class="lv *">2', row)) == 2, page
        assert "同级，加赛一副胜" in row, page


def test_disqualified_finalist_is_not_runner_up(client, db):
    tournament, _, referee = a_started_tournament()
    decide(1)
    decide(2)
    disqualify(tournament.stages.get().matches.get(number=3), "away", by=referee, reason="冒名顶替")
    client.cookies["django_language"] = "en"
    body = markup(client.get(address("results", tournament)))
    assert "<dt>Runner-up</dt><dd>not awarded</dd>" in body
    assert body.count("<dt>Third place</dt>") == 2


def test_title_that_nobody_won_is_not_awarded_and_not_open(client, db):
    tournament = a_drawn_tournament(started=True)
    referee = a_user()
    Round.objects.update(starts_at=timezone.now())
    for number in (1, 2):
        both_absent(tournament.stages.get().matches.get(number=number), by=referee)
    confirm_awards(tournament, by=referee)
    client.cookies["django_language"] = "en"
    for page in ("event", "bracket", "hall"):
        body = markup(client.get(address(page, tournament)))
        champion = body[body.index("Champion") - 200 : body.index("Champion") + 200]
        assert "not awarded" in champion, page
        assert "to be determined" not in champion, page
