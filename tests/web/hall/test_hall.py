"""现场大屏."""

import re

import pytest
from django.test import Client

from scoring.models import Clock
from tests.factories import a_drawn_tournament, a_tournament
from tests.thorough import some
from tests.tournaments.day.ladders import a_ladder, challenged
from tests.tournaments.round_day import a_day
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.pages import markup, queries, signed_in, text
from tests.web.public_pages import address
from tournaments.bracket.actions.pairing import pair_round
from tournaments.day.actions.matches import call_match, enter_deal, extend_match
from tournaments.day.actions.rounds import call_round
from tournaments.day.actions.rulings import decide
from tournaments.models import Tournament
from tournaments.states import MatchState, TournamentState

GRIDS = [(1, 1, 1), (2, 2, 1), (4, 2, 2), (8, 4, 2), (13, 5, 2), (16, 4, 4), (23, 5, 3), (26, 5, 2)]


def test_grid_follows_the_number_of_tables(client, db):
    for branches, across, down in some(GRIDS):
        body = markup(client.get(address("hall", a_drawn_tournament(branches=branches, teams=2))))
        assert f'class="tables across-{across} down-{down}"' in body


def test_hall_shows_the_clock_levels_the_newest_deal_and_the_bell_of_a_table_with_time_of_its_own(client, db):
    tournament, matches, referee = a_started_tournament()
    body = markup(client.get(address("hall", tournament)))
    assert len(re.findall(r'class="lv *">2', body)) == 4  # before the first deal
    assert "级数高者胜，同级先到者胜" in body
    win(matches[0], "away", 1, by=referee)
    extend_match(matches[0], 5, by=referee, reason="换牌")
    body = markup(client.get(address("hall", tournament)))
    for shown in ('class="row on', "+3"):
        assert shown in body
    assert body.count('class="board') == 2
    bells = re.findall(r'data-bell="(\d+)"', body)
    assert body.count('class="own"') == 1
    assert int(max(bells)) - int(min(bells)) == 5 * 60_000


def test_hall_says_which_board_of_a_team_match_is_at_a_table(client, db):
    day = a_day(branches=2, teams=2, boards=3)
    shown = text(client.get(address("hall", day.tournament)))
    assert re.findall(r"(\d) ?桌 第(\d)台", shown) == [(str(n), str((n - 1) % 3 + 1)) for n in range(1, 7)]


def test_hall_shows_the_days_of_a_season_and_no_hour(client, db):
    ladder = a_ladder()
    challenged(ladder, 5, 4)
    body = markup(client.get(address("hall", ladder.tournament)))
    assert "11月29日" in body
    assert 'class="clock' not in body


def test_hall_waits_for_the_draw_leaves_out_boards_with_nothing_to_show_and_ends_with_the_podium(client, db):
    body = markup(client.get(address("hall", a_tournament(place="职工之家"))))
    assert 'class="wait"' in body
    assert "职工之家" in body
    body = markup(client.get(address("hall", a_drawn_tournament(branches=2, teams=1))))
    assert re.findall(r'class="hall-board of-(\w+)"', body) == ["tables"]
    over = a_drawn_tournament()
    Tournament.objects.filter(pk=over.pk).update(state=TournamentState.FINISHED)
    assert 'class="podium"' in markup(client.get(address("hall", over)))


def test_more_tables_than_fit_are_shown_in_equal_pages_of_one_grid(client, db):
    tournament = a_drawn_tournament(branches=52, teams=2, tables=40)
    body = markup(client.get(address("hall", tournament)))
    pages = body.split('id="board-tables-')[1:]
    assert [page.count('class="board') for page in pages] == [13, 13, 14]
    assert body.count('class="tables across-5 down-3"') == 3
    hidden = re.findall(r'id="board-tables-(\d)"[^>]*?( hidden)?>', body)
    assert hidden == [("1", ""), ("2", " hidden"), ("3", " hidden")]


def shown(client, tournament, board: str = "") -> list[str]:
    """The boards that a screen without script shows."""
    query = f"?board={board}" if board else ""
    body = markup(client.get(address("hall", tournament) + query))
    return [
        name
        for name, hidden in re.findall(r'class="hall-board[^"]*" id="board-(\w+)-\d"[^>]*?( hidden)?>', body)
        if not hidden
    ]


def test_board_is_chosen_by_its_number_without_script(client, db):
    tournament, matches, referee = a_started_tournament(branches=4)
    call_match(matches[1], by=referee)
    pass_a(matches[0], by=referee)
    boards = {number: shown(client, tournament, number) for number in ("", "1", "2", "3", "4", "x")}
    assert boards == {
        "": ["tables"], "1": ["tables"], "2": ["results"], "3": ["calls"], "4": ["bracket"], "x": ["tables"],
    }  # fmt: skip


def test_called_tables_say_where_to_go_and_need_no_board_of_their_own(client, db):
    day = a_day(started=False, minute=-9)
    call_round(day.round, by=day.chief)
    body = markup(client.get(address("hall", day.tournament)))
    assert re.findall(r"请到<b>(\d)</b>号桌就座", body) == ["1", "2"]
    assert shown(client, day.tournament) == ["tables"]
    assert "of-calls" not in body
    assert 'class="lv' not in body.split('id="board-tables-1"')[1].split("</section>")[0]


def test_next_round_of_a_swiss_shows_its_pairings_with_the_points_so_far(client, db):
    day = a_day(branches=4, teams=1, format_="swiss", settings={"rounds_played": 3}, tables=2)
    decide(day.match(1), "home", by=day.chief, reason="裁定")
    decide(day.match(2), "away", by=day.chief, reason="裁定")
    day.number = 2
    day.at(-15)
    assert shown(client, day.tournament) == ["standing"]
    pair_round(day.round, by=day.chief)
    body = markup(client.get(address("hall", day.tournament)))
    assert shown(client, day.tournament) == ["tables"]
    assert re.findall(r'class="points">(\d)<small>分', body) == ["1", "1", "0", "0"]
    day.start(2)
    enter_deal(day.match(3), "NS", by=day.chief)
    assert len(re.findall(r'class="points"', markup(client.get(address("hall", day.tournament))))) == 2


def test_disputed_match_awaits_a_ruling_with_its_levels(client, db):
    tournament, matches, referee = a_started_tournament()
    win(matches[0], "home", 2, by=referee)
    type(matches[0]).objects.filter(pk=matches[0].pk).update(state=MatchState.DISPUTED)
    body = markup(client.get(address("hall", tournament)))
    assert "待裁定" in body.split('id="hall-m1"')[1].split("</li>")[0]
    assert body.count("待裁定") >= 2  # and in the bracket


def test_last_deal_is_announced_when_its_moment_comes(client, db):
    day = a_day(branches=2, last_bell_minutes=10, minute=49)
    tag = '<b class="tag red">'
    assert tag not in markup(client.get(address("hall", day.tournament)))
    day.at(50)
    body = markup(client.get(address("hall", day.tournament)))
    assert tag in body
    assert 'data-last-bell="10"' in body


@pytest.mark.parametrize(("game", "said"), [("shuangsheng", "Last deal"), ("win_loss", "Last 10 minutes")])
def test_end_is_announced_in_the_words_of_the_game(db, game, said):
    day = a_day(branches=2, last_bell_minutes=10, minute=51, game=game)
    Clock.objects.update(rings=True)  # the event has set a time where the game sets none
    chief = signed_in(day.chief)
    hall, desk = markup(chief.get(address("hall", day.tournament))), text(chief.get(address("desk", day.tournament)))
    assert re.search(rf'<b class="tag red">\s*{said}\s*</b>', hall)
    assert said in desk
    assert ("deal" in desk) == (said == "Last deal")


def test_hall_costs_as_many_queries_for_one_table_as_for_32(db):
    costs = []
    for branches in (1, 32):
        tournament, matches, referee = a_started_tournament(branches=branches, tables=32)
        for match in matches[: 6 if branches > 1 else 1]:
            win(match, "home", 1, by=referee)
        costs.append(queries(Client(), address("hall", tournament)))
    assert costs[0] == costs[1] <= 16
