"""对阵表 as a drawing."""

import re
from random import Random

from guandan_rules import Reason
from scoring.models import Clock
from tests.factories import a_drawn_tournament, a_tournament
from tests.tournaments.played import decide
from tests.tournaments.preset_events import PresetEvent
from tests.tournaments.round_day import a_day
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.pages import markup
from tests.web.public_pages import address
from tournaments.models import Match
from web.public.bracket.layout import Section, sections


def slots(body: str) -> list[str]:
    return re.findall(r'<li class="slot.*?</li>', body, re.DOTALL)


def test_bracket_before_the_draw_says_when_lots_are_drawn_and_then_is_laid_out_wide_on_any_screen(client, db):
    body = markup(client.get(address("bracket", a_tournament(branches=2, teams=2, rounds=2))))
    assert 'class="bracket' not in body
    assert body.count("<li><b>") == 2
    at = address("bracket", a_drawn_tournament())
    plain, drawing = markup(client.get(at)), markup(client.get(at + "?whole=1"))
    assert 'content="width=device-width, initial-scale=1, viewport-fit=cover"' in plain
    assert 'href="?stage=1&amp;whole=1"' in plain
    assert 'content="width=1440, viewport-fit=cover"' in drawing
    assert 'href="?stage=1"' in drawing


def test_bracket_shows_byes_levels_stage_and_deal_of_a_live_match_and_the_way_of_a_winner(client, db):
    tournament, matches, referee = a_started_tournament(branches=3)
    pass_a(matches[2], by=referee)
    win(matches[3], "home", 2, by=referee)
    win(matches[3], "away", 1, by=referee)
    body = markup(client.get(address("bracket", tournament)))
    first, live, winner = slots(body)[2], slots(body)[3], matches[2].home_team
    assert (body.count("slot bye"), body.count('class="pos"')) == (2, 6)
    assert 'class="match now s-playing"' in live
    assert '<b class="lv">8</b>' in live
    assert '<b class="lv stage">5' in live
    assert 'class="live"' in live
    assert re.search(r'class="slot *done"', first)
    assert 'class="line won"' in first
    assert 'class="lv passed">A' in first
    assert 'class="note"' in first
    assert f'data-branch="{winner.branch_id}"' in slots(body)[5]
    assert f'aria-label="{winner.branch.name}一队 对 {winner.branch.name}二队，第3场"' in body
    assert 'aria-label="第5场胜者 对 第6场胜者，第7场"' in body
    tabs = re.findall(r'<a href="#r\d".*?</a>', body)
    marks = [sorted(re.findall(r'<i class="(\w+)">', tab)) for tab in tabs]
    assert marks == [["bye", "bye", "done", "now"], ["due", "due"], ["due"]]


def test_match_waits_to_be_called_once_its_round_is_on(client, db):
    day = a_day(started=False, minute=-20, branches=4)
    pages = [address("rounds", day.tournament), address("match", day.tournament, number=2)]
    assert all("待赛" in markup(client.get(page)) for page in pages)
    day.start()
    assert all("等待点名" in markup(client.get(page)) for page in pages)


def test_bracket_shows_champion_and_thirds_and_why_a_match_was_not_played(client, db):
    tournament, matches, _ = a_started_tournament()
    decide(1, reason=Reason.FORFEIT, ticked=False)
    decide(2)
    decide(3, "away")
    body = markup(client.get(address("bracket", tournament)))
    champion = body[body.index('class="champion"') : body.index("</section>")]
    assert f'data-branch="{matches[1].home_team.branch_id}"' in champion
    thirds = body[body.index('class="thirds"') :]
    assert thirds.count('class="out"') == 2
    for match in matches:
        assert f'data-branch="{match.away_team.branch_id}"' in thirds
    first = slots(body)[0]
    assert first.count('class="out"') == 2
    assert 'class="note"' in first
    assert "lv" not in first.replace("live", "")


def test_sections_split_a_large_sheet():
    assert sections(32) == ()
    assert sections(64) == (Section(1, 1, 32), Section(2, 33, 64))
    assert sections(4096)[-1] == Section(128, 4065, 4096)


def open_tab(body: str) -> str:
    """The section that is shown."""
    return re.findall(r'aria-current="page"><b>([^<]+)</b>', body)[0]


def test_large_bracket_opens_where_play_is_or_at_a_branch_and_is_printed_on_one_page(client, db):
    tournament, matches, referee = a_started_tournament(branches=32)
    win(matches[0], "home", 1, by=referee)
    body = markup(client.get(address("bracket", tournament)))
    assert open_tab(body) == "1–32"
    assert len(slots(body)) == 30
    assert 'class="match now s-playing"' in body
    assert "<b>1–32</b><small>1桌在打</small>" in body
    assert '<a href="?section=2&amp;stage=1"><b>33–64</b><small>32队</small>' in body
    branch = tournament.branches.get(number=20)
    found = markup(client.get(f"{address('bracket', tournament)}?branch={branch.pk}"))
    assert open_tab(found) == "33–64"
    assert "<b>33–64</b><small>一队、二队</small>" in found
    assert found.count('class="line  mine"') == 2
    assert f'<option value="{branch.name}">' in found
    sheets = markup(client.get(address("bracket", tournament) + "?sheets=1"))
    assert (sheets.count('<section class="printed">'), sheets.count('class="champion"')) == (3, 1)


def test_large_bracket_opens_at_the_last_rounds_once_they_are_played(client, db):
    tournament, _, _ = a_started_tournament(branches=32)
    Clock.objects.filter(round__number=1).update(state="set", started_at=None)
    Clock.objects.filter(round__number=2).update(state="running", started_at=tournament.created_at)
    body = markup(client.get(address("bracket", tournament)))
    assert 'class="champion"' in body
    assert "第1场胜者" in body
    assert 'class="champion"' not in markup(client.get(address("bracket", tournament) + "?section=2"))
    assert client.get(address("bracket", tournament) + "?section=3").status_code == 404


def test_stage_without_a_final_draws_all_matches_and_names_who_advances(client, db):
    event = PresetEvent("s003", 7, Random(1))
    event.draw()
    body = markup(client.get(address("bracket", event.tournament)))
    assert len(slots(body)) == 4
    assert 'class="champion"' not in body
    assert "4队晋级第2阶段" in body
    assert "第1场胜者" in body

    event.play(next(event.stages()))
    body = markup(client.get(address("bracket", event.tournament) + "?stage=1"))
    advance = body[body.index('class="advance"') :]
    advance = advance[: advance.index("</section>")]
    matches = Match.objects.filter(stage__tournament=event.tournament, stage__number=1)
    winners = {
        match.home_team if match.result.winner == "home" else match.away_team for match in matches if match.result
    }
    assert len(winners) == 3
    for team in winners:
        assert f'data-team="{team.pk}"' in advance
