"""双升 and 够级 through the ordinary referee page: written down, refused, taken back, corrected, agreed to."""

from http import HTTPStatus

import pytest
from django.conf import settings
from django.test import Client

from journal.queries import last_event_number
from scoring.games import GAMES
from scoring.models import Deal, Sheet
from tests.factories import a_drawn_tournament, a_referee, a_role
from tests.rows import all_rows
from tests.thorough import in_ci_only
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.day.actions.rulings import decide
from tournaments.models import Match, Stage, Tournament
from tournaments.presets.named_games import NAMED_GAMES, NamedGame
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
WON = {
    "shuangsheng": [{"defenders": "home", "points": "0"}] * 4,
    "win_loss": [{"winner": "home", "order": "1 3 5 2 4 6"}],
}


class Table:
    """The sheet page of the first match, used by its referee."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.browser = Client()
        self.browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        self.browser.force_login(a_referee(tournament))
        self.address = f"/e/{tournament.slug}/sheets/1/"

    @property
    def match(self) -> Match:
        return Match.objects.get(stage__tournament=self.tournament, number=1)

    @property
    def sheet(self) -> Sheet:
        return self.match.games.get().sheet

    def page(self) -> str:
        answer = self.browser.get(self.address)
        assert answer.status_code == HTTPStatus.OK
        return answer.content.decode()

    def other(self, page: str) -> str:
        """Another page of the event."""
        return self.browser.get(f"/e/{self.tournament.slug}/{page}").content.decode()

    def agree(self) -> None:
        for side in ("home", "away"):
            self.send("agreement", side=side, agrees="yes")

    def send(self, noun: str, status: int = HTTPStatus.FOUND, **body: object) -> str:
        seen = last_event_number(self.tournament.journal, self.sheet.subject)
        answer = self.browser.post(f"{self.address}{noun}/", {"seen": seen, **body})
        assert answer.status_code == status
        return answer.content.decode()


@pytest.fixture(params=list(WON))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table(game: str) -> Table:
    return Table(a_drawn_tournament(game=game, started=True))


ASKED = {"shuangsheng": "Confirm deal 1", "win_loss": "Confirm the result"}
WRONG = {
    "shuangsheng": [
        ({"defenders": "home", "points": "7"}, "go up by fives"),
        ({"points": "40"}, "must be filled in"),
        ({"defenders": "home", "points": "many"}, "cannot have that value"),
    ],
    "win_loss": [({}, "must be filled in"), ({"winner": "home", "order": "112345"}, "one seat appears twice")],
}


def test_form_asks_what_the_game_says_and_refuses_what_is_wrong_at_its_field(table: Table, game: str) -> None:
    page = table.page()
    for name in WON[game][0]:
        assert f'name="{name}"' in page
    assert ASKED[game] in page
    before = all_rows()
    for body, words in WRONG[game]:
        assert words in table.send("deals", HTTPStatus.UNPROCESSABLE_ENTITY, **body)
    assert all_rows() == before


def test_what_the_form_would_do_is_shown_before_it_is_written_down() -> None:
    table = Table(a_drawn_tournament(game="shuangsheng", started=True))
    before = all_rows()

    def shown(**typed: str) -> str:
        return table.browser.get(f"{table.address}preview/", typed).content.decode()

    assert "<b>7 : 2</b>" in shown(defenders="home", points="0")
    assert "<b>" not in shown(defenders="home") + shown(points="7", defenders="home") + shown()
    assert all_rows() == before


def test_draw_is_agreed_to_where_the_format_takes_draws() -> None:
    table = Table(a_drawn_tournament(format_="round_robin", started=True))
    rules = {**table.sheet.rule_set, "deal_limit": 2, "tie_rules": ["draw"]}
    Sheet.objects.filter(pk=table.sheet.pk).update(rule_set=rules)
    for order in ("NS", "WE"):
        table.send("deals", order=order)
    assert "A draw" in table.page()
    assert all(f'id="agree-{side}"' in table.page() for side in ("home", "away"))
    table.agree()
    assert (table.match.state, table.match.result.winner, table.match.result.reason) == ("over", "", "draw")


def of_named(key: str, **more: object) -> Table:
    """The table of one of the named games."""
    named = NAMED_GAMES[key]
    tournament = a_drawn_tournament(game=named.game, started=True, seats=named.seats, best_of=named.best_of, **more)
    ruled_by(named)
    return Table(tournament)


def ruled_by(named: NamedGame) -> None:
    """The stage and its sheets go by the options of that game."""
    rules = GAMES[named.game].plain_options(GAMES[named.game].options_of(named.options))
    Stage.objects.update(rule_set=rules)
    Sheet.objects.update(rule_set=rules)


@in_ci_only
def test_draw_of_chess_is_offered_agreed_to_corrected_and_worth_a_point_each() -> None:
    table = of_named("xiangqi", format_="swiss", settings={"rounds_played": 2})
    assert 'value="draw"' in table.page()
    assert 'name="points"' not in table.page()
    table.send("deals", winner="home")
    table.send("correction", deal=1, reason="记反了", winner="draw")
    assert "A draw" in table.page()
    table.agree()
    assert (table.match.state, table.match.result.winner, table.match.result.reason) == ("over", "", "draw")
    assert "A draw" in table.page().split('id="outcome-h"')[1].split("</h2>")[0]
    journal = table.other("journal/")
    assert "a draw" in journal
    assert "nobody" not in journal
    page = table.other("bracket/")
    assert "A draw" in table.other("matches/1/")
    (stage,) = stages_of(rounds(table.tournament))
    assert sorted(row.points for row in standing(stage)) == [0, 0, 1, 1]
    assert "打2" not in page
    table.browser.cookies["django_language"] = "zh-hans"
    for address in ("results/", "matches/1/", "journal/", "statistics/", "notices/"):
        words = table.other(f"{address}")
        assert "和棋" in words, address
        assert not [wrong for wrong in ("平局", "无胜者") if wrong in words], address
    assert "战平" in words


def test_score_of_a_game_follows_from_the_points_of_its_loser() -> None:
    table = of_named("pingpang")
    assert 'value="draw"' not in table.page()
    table.send("deals", HTTPStatus.UNPROCESSABLE_ENTITY, winner="home")
    table.send("deals", winner="home", points="10")
    assert "12 : 10" in table.page()
    table.send("undo")
    table.send("deals", winner="away", points="4")
    table.agree()
    assert table.match.games.count() == 2
    public = table.other("matches/1/")
    assert "4 : 11" in public
    view = next(match for round_ in rounds(table.tournament) for match in round_.matches if match.number == 1)
    assert (view.home.score, view.away.score, view.board) == (0, 1, "score")


def test_penalty_is_offered_in_the_words_of_the_game() -> None:
    table = of_named("xiangqi", format_="swiss", settings={"rounds_played": 2})
    table.browser.force_login(a_role(table.tournament, RoleKind.CHIEF_REFEREE))
    before = table.page()
    box = before.split('id="penalty-box"')[1].split("</details>")[0]
    assert 'name="amount"' not in box
    assert not [name for name in ("opponents_up", "offender_down", "stage_to", "hidden_card") if name in box]
    assert 'id="agree-home"' not in before
    table.send("penalty", penalty="away:illegal_signal", effect="match_lost")
    assert 'id="agree-home"' in table.page()


@pytest.mark.parametrize("game", ["win_loss"])
def test_pages_speak_of_one_result_where_no_deals_are_written(table: Table) -> None:
    table.send("deals", winner="home")
    box = table.page().split('id="correction-box"')[1].split("</details>")[0]
    assert "Correct the result" in box
    assert '<input type="hidden" name="deal" value="1"' in box
    public = table.other("matches/1/")
    dealt = public.split('class="dealt"')[1].split("</section>")[0]
    assert "Result" in dealt
    assert "Deals" not in dealt
    tree = table.other("bracket/")
    assert "in play" in tree
    assert "Deal 2" not in tree
    numbers = table.other("statistics/")
    assert "Best place" in numbers
    assert "Deals" not in numbers
    table.send("correction", deal=1, reason="记反了", winner="away")
    table.agree()
    table.browser.force_login(a_role(table.tournament, RoleKind.CHIEF_REFEREE))
    page = table.other("desk/matches/1/remedies/")
    assert "levels" not in page.split("What is right?")[1].split("</form>")[0]
    assert 'name="winner"' in page
    assert 'name="deal-1"' not in page


def test_order_of_the_six_stands_in_no_hall_that_shows_finish_orders() -> None:
    table = of_named("gouji")
    table.send("deals", winner="home", order="1 3 5 2 4 6")
    assert table.browser.get(f"/e/{table.tournament.slug}/hall/").status_code == HTTPStatus.OK


@pytest.mark.parametrize("game", ["shuangsheng"])
def test_what_is_right_is_a_winner_where_deals_have_no_order(table: Table) -> None:
    decide(table.match, "home", by=a_referee(table.tournament), reason="裁定")
    table.browser.force_login(a_role(table.tournament, RoleKind.CHIEF_REFEREE))
    page = table.other("desk/matches/1/remedies/")
    assert 'name="winner"' in page
    assert 'name="deal-1"' not in page


def test_entry_is_taken_back_and_corrected(table: Table, game: str) -> None:
    table.send("deals", **WON[game][0])
    table.send("undo")
    assert [deal.struck_at is None for deal in Deal.objects.all()] == [False]
    table.send("deals", **WON[game][0])
    other = {"defenders": "away", "points": "40"} if game == "shuangsheng" else {"winner": "away"}
    table.send("correction", deal=1, reason="记反了", **other)
    standing = Deal.objects.get(struck_at=None)
    assert "away" in standing.entry.values()
    assert standing.sheet.standing["away"] == (5 if game == "shuangsheng" else None)
    assert "Taken back, corrected, struck" in table.page()


def test_phone_sends_entries_of_any_game(table: Table, game: str) -> None:
    raw = {"shuangsheng": {"type": "deal", "defenders": "home", "points": 85}}
    entry = raw.get(game, {"type": "result", "winner": "away"})
    body = {"device": "phone1", "key": "a", "operation": "deal", "number": 1, "body": {"entry": entry}}
    address = f"/api/v1/tournaments/{table.tournament.slug}/matches/1/submissions/"
    wrong = {"entry": {"type": "penalty", "side": "home"}}
    for more, state in (
        ({}, "accepted"),
        ({"device": "phone2", "key": "b"}, "duplicate"),
        ({"device": "phone3", "key": "c", "body": wrong}, "refused"),
    ):
        answer = table.browser.post(address, body | more, content_type="application/json")
        assert answer.json()["state"] == state
    assert Deal.objects.get().entry["type"] == entry["type"]
