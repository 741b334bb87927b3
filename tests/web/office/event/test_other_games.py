"""Events of other games than 掼蛋: made by the office through the pages, and played through them to the podium."""

from dataclasses import replace
from http import HTTPStatus

import pytest

from journal.models import Journal
from rehearsal.browser import Browser
from rehearsal.director import Director
from rehearsal.officials import assemble
from rehearsal.script import Script
from tests.factories import a_role, a_team, a_tournament, a_user
from tests.in_process import ADDRESS, in_process
from tests.thorough import in_ci_only, some
from tests.tournaments.played import S000_AWARDS
from tournaments.bracket.rules.formats import format_of
from tournaments.event.actions.shape import reshape
from tournaments.event.queries.shape import hours_of, shape_of
from tournaments.models import Match, Stage, Tournament
from tournaments.presets.named_games import NAMED_GAMES
from tournaments.states import MatchState, RoleKind, TournamentState

PASSWORD = "a long enough password"
BRANCHES = "财务分会 2\n信息分会 2\n后勤分会 1\n"


@pytest.fixture
def office(db):
    a_user(username="office", name="工会干事", is_staff=True, password=PASSWORD)
    with in_process() as transport:
        browser = Browser(ADDRESS, transport=transport)
        browser.sign_in("office", PASSWORD)
        yield browser


def made(office: Browser, **typed: str) -> Tournament:
    page = office.get("/events/new/")
    fields = {"preset": "empty", "seats": "", "at": "13:00", **typed}
    page = office.submit(page, page.form(), fields)
    assert page.status == HTTPStatus.OK, page.problems
    tournament = Tournament.objects.get(name=typed["name"])
    page = office.get(f"/e/{tournament.slug}/office/branches/")
    page = office.submit(page, page.form("office/branches/"), {"branches": BRANCHES})
    assert page.status == HTTPStatus.OK, page.problems
    return tournament


def played(office: Browser, tournament: Tournament) -> Tournament:
    """By the cast of a rehearsal, on a clock of its own."""
    Journal.objects.filter(pk=tournament.journal_id).update(rehearsal=True)
    tournament = Tournament.objects.select_related("journal").get(pk=tournament.pk)
    transport = office.client._transport
    cast = assemble(ADDRESS, tournament, transport=transport)
    Director(tournament, cast, Script("棋", quick=True)).run()
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    return tournament


@in_ci_only
def test_xiangqi_is_played_in_a_swiss(office):
    event = made(office, name="象棋赛", game="xiangqi", format="swiss", rounds="3")
    stage = Stage.objects.get()
    assert (event.seats, event.best_of, format_of(stage).points.draw) == (1, 1, 1)
    assert stage.rule_set["draws"]
    event = played(office, event)
    page = office.get(f"/e/{event.slug}/bracket/").text
    assert "队员甲（" in page
    first = Match.objects.exclude(state=MatchState.BYE).order_by("number")[0]
    assert Stage.objects.get().rule_set["draws"]
    assert first.games.get().sheet.rule_set["name"] == "xiangqi"


@in_ci_only
def test_table_tennis_is_played_best_of_five_in_a_knockout(office):
    event = made(office, name="乒乓球赛", game="pingpang", format="knockout", rounds="3")
    assert (event.seats, event.best_of) == (1, 5)
    event = played(office, event)
    final = Match.objects.filter(stage__tournament=event, round__number=3).get()
    assert final.games.count() == 5
    standing = final.games.get(number=1).sheet.standing
    assert sorted((standing["home_points"], standing["away_points"])) == [7, 11]
    page = office.get(f"/e/{event.slug}/matches/{final.number}/").text
    assert "11" in page
    assert "打 2" not in page
    assert "级" not in page
    regulation = office.get(f"/e/{event.slug}/regulation/").text
    assert "乒乓球" in regulation
    assert "五局三胜" in regulation


def settings_of(client, **more):
    event = a_tournament(branches=2, awards=S000_AWARDS, **more)
    client.force_login(a_role(event, RoleKind.OFFICE))
    return event, f"/e/{event.slug}/office/settings/"


def choose(client, address, **typed):
    version = client.get(address).context["played"].version
    return client.post(f"{address}game/", {"seen": version, "seats": "2", "measure": "result", **typed})


@pytest.mark.parametrize("key", some(NAMED_GAMES))
def test_each_game_is_chosen_in_the_settings_with_what_belongs_to_it(client, db, key):
    event, address = settings_of(client, format_="swiss")
    assert choose(client, address, game=key).status_code == HTTPStatus.FOUND
    event.refresh_from_db()
    named, stage = NAMED_GAMES[key], Stage.objects.get()
    assert (event.seats, event.best_of, stage.game) == (named.seats, named.best_of, named.game)
    assert {name: stage.rule_set[name] for name in named.options} == named.options | (
        {"draws": False} if named.best_of > 1 else {}
    )
    page = client.get(address)
    assert page.context["played"].initial["game"] == key
    assert ("on_time" in page.context["form"].fields) is (key == "guandan")
    saved = {name: page.context["form"][name].value() for name in page.context["form"].fields}
    typed = {name: value for name, value in saved.items() if value is not None and value is not False}
    answer = client.post(
        address, {**typed, "closes": "2123-11-29T12:00", "draw": "", "seen": page.context["form"].version}
    )
    assert answer.status_code == HTTPStatus.FOUND, answer.context["form"].errors


def test_options_of_a_game_are_changed_and_last_through_other_settings(client, db):
    event, address = settings_of(client, format_="swiss")
    choose(client, address, game="xiangqi")
    reshape(event, replace(shape_of(event), minutes=45), [hours_of(event)], by=None)
    assert choose(client, address, game="xiangqi", seats="1").status_code == HTTPStatus.FOUND
    stage = Stage.objects.get()
    assert (stage.rule_set["draws"], stage.rule_set["minutes"]) == (False, 45)
    assert set(event.stages.values_list("rounds__clock__minutes", flat=True)) == {45}
    choose(client, address, game="xiangqi", seats="1", draws="on", measure="points")
    assert Stage.objects.get().rule_set["measure"] == "points"


def test_choices_of_the_settings_are_in_the_language_of_the_page(client, db):
    _event, address = settings_of(client)
    for language, words in (("en", "One: a match is played at one table"), ("zh-hans", "一台：每场在一桌进行")):
        client.cookies["django_language"] = language
        assert words in client.get(address).content.decode()


def test_a_game_of_two_against_two_is_not_played_alone(client, db):
    event, address = settings_of(client, format_="swiss")
    for game, seats in (("guandan", "1"), ("guandan", "3"), ("shuangsheng", "1")):
        answer = choose(client, address, game=game, seats=seats)
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert list(answer.context["played"].errors) == ["seats"]
    event.refresh_from_db()
    assert event.seats == 2


def test_a_knockout_takes_no_draw_and_teams_that_are_entered_no_other_number_of_seats(client, db):
    event, address = settings_of(client)
    choose(client, address, game="xiangqi")
    before = Stage.objects.get()
    assert (before.rule_set["draws"], before.rule_options["draws"]) == (False, True)  # the format decides when drawn
    a_team(event.branches.get(number=1))
    for wrong in ({"game": "pingpang", "seats": "3"}, {"game": "lucky_dip"}):
        assert choose(client, address, **wrong).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert Stage.objects.get().rule_set == before.rule_set
