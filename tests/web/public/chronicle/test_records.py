"""The pages of all years: champions, the medal table, records; and when they are rendered anew."""

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests.factories import FIRST_START, a_branch, a_drawn_tournament, a_role, a_team, a_tournament, a_user
from tests.thorough import in_ci_only
from tests.tournaments.played import S000_AWARDS, play_all
from tests.tournaments.series.seasons import a_series
from tests.web.pages import markup, queries, signed_in, text
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.entries.actions.teams import substitute_player
from tournaments.entries.fields import PlayerEntry
from tournaments.models import Tournament
from tournaments.series.actions import join_series
from tournaments.states import TournamentState
from web.publishing.pages import PAGES

pytestmark = pytest.mark.django_db
EMPTY = "还没有已结束的赛事"


def over(year: int = 2123, **more: object) -> Tournament:
    event = a_drawn_tournament(starts_at=FIRST_START.replace(year=year), awards=S000_AWARDS, **more)
    play_all(event)
    confirm_awards(event, by=None)
    return event


def test_without_a_finished_event_the_pages_say_what_comes(client):
    Tournament.objects.update(state=TournamentState.DRAWN)  # those of the module, if they are made already
    branch = a_branch(a_tournament(), name="新分会")
    team = a_team(branch)
    pages = ("/champions/", "/medals/", f"/branch/{branch.pk}/", f"/team/{team.pk}/")
    for page in (*pages, f"/player/{team.players.first().pk}/"):
        assert EMPTY in text(client.get(page))
    assert "/champions/" not in markup(client.get("/"))
    for made_up in ("/medals/?year=1999", "/champions/?page=2", "/branch/0/", "/team/999999/", "/player/999999/"):
        assert client.get(made_up).status_code == 404


@pytest.fixture(scope="module")
def years(module_db):
    """A knockout of 2124 with a champion, one of 2123 that hides names."""
    hidden = over(2123, name="去年的比赛", names_public=False, branches=3, teams=1)
    return over(2124, name="今年的比赛", organiser="甲学院工会"), hidden


def test_champions_stand_with_final_players_and_ways_to_everything(client, years):
    event, _hidden = years
    page = markup(client.get("/champions/"))
    assert page.index("今年的比赛") < page.index("去年的比赛")
    assert page.count('<li class="meet') == 2
    final = event.stages.get().matches.latest("number")
    assert f'href="/e/{event.slug}/matches/{final.number}/"' in page
    champion = final.home_team
    for way in (f"/branch/{champion.branch_id}/", f"/player/{champion.players.first().pk}/", f"/e/{event.slug}/"):
        assert f'href="{way}"' in page
    assert page.count("队＊＊") == 6
    assert "/champions/" in markup(client.get("/"))
    assert f'href="/team/{champion.pk}/"' in markup(client.get(f"/e/{event.slug}/teams/"))


def test_champions_and_medals_are_taken_away(client, years):
    event, hidden = years
    champion = event.stages.get().matches.latest("number").home_team
    for page in ("champions", "medals"):
        shown = markup(client.get(f"/{page}/"))
        for form in ("text", "xlsx", "csv"):
            assert f'href="/records/{page}/{form}/' in shown
    words = text(client.get("/records/champions/text/"))
    assert f"{event.name}】 冠军 {champion.branch.name}" in words
    assert f"{hidden.name}】" in words
    assert "队＊＊" in words
    head, *rows = client.get("/records/medals/csv/?year=2124").content.decode("utf-8-sig").splitlines()
    assert head == "位次,分会,冠军,亚军,季军,合计,赛事"
    assert rows == ["1,第1分会,1,0,1,2,1", "2,第2分会,0,1,1,2,1"]
    assert "第3分会" in client.get("/records/medals/csv/").content.decode()
    assert client.get("/records/medals/picture/?page=1")["Content-Type"] == "image/png"
    medals = markup(client.get("/medals/"))
    assert 'href="?year=2124"' in medals
    assert "第1分会" in medals
    assert "第3分会" in medals
    assert "第3分会" not in markup(client.get("/medals/?year=2124"))
    for nowhere in ("medals/text/?year=1999", "medals/pdf/", "nothing/text/", "champions/picture/?page=9"):
        assert client.get(f"/records/{nowhere}").status_code == 404


def test_records_name_event_place_and_matches(client, years):
    event, hidden = years
    champion = event.stages.get().matches.latest("number").home_team
    for page in (f"/team/{champion.pk}/", f"/player/{champion.players.first().pk}/"):
        body = text(client.get(page))
        assert "今年的比赛" in body
        assert "去年的比赛" not in body
        assert "2胜0负" in body
    branch = text(client.get(f"/branch/{champion.branch_id}/"))
    assert "去年的比赛" in branch
    assert "队＊＊" in branch
    of_hidden = hidden.branches.first().teams.first()
    assert client.get(f"/team/{of_hidden.pk}/").status_code == 404


def test_names_that_are_not_public_are_masked_on_every_public_page(client, years):
    _event, hidden = years
    for page in (f"/e/{hidden.slug}/teams/", f"/api/v1/tournaments/{hidden.slug}/teams/"):
        body = client.get(page).content.decode()
        assert "队＊＊" in body
        assert "队员甲" not in body
    series = join_series(hidden, a_series(), by=None).series
    for page in (f"/series/{series.slug}/", f"/api/v1/series/{series.slug}/"):
        body = client.get(page).content.decode()
        assert "队＊＊" in body
        assert "队员甲" not in body
    office = signed_in(a_role(hidden, "office"))
    assert "队员甲" in text(signed_in(a_user(is_staff=True)).get(f"/series/{series.slug}/office/"))
    assert "队员甲" in text(office.get(f"/e/{hidden.slug}/office/entries/all/"))


def test_substitution_in_the_journal_masks_both_names(client):
    event = a_tournament(branches=1, teams=1, names_public=False)
    player = event.branches.get().teams.get().players.get(number=1)
    substitute_player(player, PlayerEntry("队员戊"), by=None)
    journal = text(client.get(f"/e/{event.slug}/journal/"))
    assert "队＊＊" in journal
    assert "队员戊" not in journal


@in_ci_only
def test_pages_of_many_events_cost_the_same_queries_for_one_event_and_for_many(client):
    a_drawn_tournament()
    team = over().branches.first().teams.first()
    pages = ["/", "/all/", "/all/find/?q=比赛", "/champions/", "/medals/"]
    pages += [f"/branch/{team.branch_id}/", f"/team/{team.pk}/"]

    def costs() -> list[int]:
        for page in pages:
            client.get(page)  # the door learns the way, and from then on asks for the version itself
        PAGES.forget()
        cache.clear()
        return [queries(client, page) for page in pages]

    one = costs()
    for year in (2124, 2125, 2126):
        over(year)
    for _ in range(29):
        a_drawn_tournament(branches=2, teams=1)
        a_tournament(archived_at=timezone.now())
    assert costs() == one
