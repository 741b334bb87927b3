"""对阵表 as a drawing."""

import re

from scoring.models import Clock
from tests.factories import a_drawn_tournament, a_tournament
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.pages import markup
from tests.web.public_pages import address
from tournaments.actions.rulings import forfeit
from tournaments.models import Round
from web.public.bracket_layout import Section, sections


def slots(body: str) -> list[str]:
    return re.findall(r'<li class="slot.*?</li>', body, re.DOTALL)


def test_bracket_before_the_draw_says_when_lots_are_drawn(client, db):
    body = markup(client.get(address("bracket", a_tournament(branches=2, teams=2, rounds=2))))
    assert 'class="bracket' not in body
    assert body.count("<li><b>") == 2


def test_bracket_shows_positions_and_byes(client, db):
    body = markup(client.get(address("bracket", a_drawn_tournament(branches=3))))
    assert body.count("slot bye") == 2
    assert body.count('class="pos"') == 6


def test_bracket_shows_levels_stage_and_deal_of_a_live_match(client, db):
    tournament, matches, referee = a_started_tournament()
    win(matches[0], "home", 2, by=referee)
    win(matches[0], "away", 1, by=referee)
    first = slots(markup(client.get(address("bracket", tournament))))[0]
    assert 'class="match now"' in first
    assert '<b class="lv">8</b>' in first
    assert '<b class="lv stage">5' in first
    assert 'class="live"' in first


def test_bracket_shows_the_way_of_the_winner(client, db):
    tournament, matches, referee = a_started_tournament()
    pass_a(matches[0], by=referee)
    body = markup(client.get(address("bracket", tournament)))
    first = slots(body)[0]
    winner = matches[0].home_team
    assert re.search(r'class="slot *done"', first)
    assert 'class="line won"' in first
    assert 'class="lv passed">A' in first
    assert 'class="note"' in first
    final = body[body.index('class="final"') :]
    assert f'data-branch="{winner.branch_id}"' in final


def test_bracket_shows_champion_and_thirds(client, db):
    tournament, matches, referee = a_started_tournament()
    for match in matches:
        pass_a(match, by=referee)
    final = tournament.stages.get().matches.get(round__number=2)
    Clock.objects.filter(round=final.round).update(state="running", started_at=tournament.created_at)
    pass_a(final, "away", by=referee)
    body = markup(client.get(address("bracket", tournament)))
    champion = body[body.index('class="champion"') : body.index("</section>")]
    assert f'data-branch="{matches[1].home_team.branch_id}"' in champion
    thirds = body[body.index('class="thirds"') :]
    assert thirds.count('class="out"') == 2
    for match in matches:
        assert f'data-branch="{match.away_team.branch_id}"' in thirds


def test_bracket_says_why_a_match_was_not_played(client, db):
    tournament, matches, referee = a_started_tournament()
    Round.objects.filter(pk=matches[0].round_id).update(starts_at=tournament.created_at)
    forfeit(matches[0], "away", by=referee)
    first = slots(markup(client.get(address("bracket", tournament))))[0]
    assert first.count('class="out"') == 2
    assert 'class="note"' in first
    assert "lv" not in first.replace("live", "")


def test_sections_split_a_large_sheet():
    assert sections(32) == ()
    assert sections(64) == (Section(1, 1, 32), Section(2, 33, 64))
    assert len(sections(512)) == 16
    assert sections(4096)[-1] == Section(16, 3841, 4096)
