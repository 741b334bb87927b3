"""The pages of ratings: the list of a game, and of each player why it is so."""

import pytest

from tests.factories import a_role, a_tournament
from tests.tournaments.chronicle.test_ratings import rated
from tests.web.pages import markup, signed_in, text
from tournaments.bracket.queries.versions import settings_version
from tournaments.chronicle.queries.ratings import rating_list
from tournaments.models import Match, Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def test_without_a_rated_event_the_page_says_what_comes_and_no_menu_leads_to_it(client):
    Tournament.objects.update(is_rated=False)  # those of the module, if they are made already
    assert "还没有已结束的计分赛事" in text(client.get("/ratings/"))
    assert 'href="/ratings/"' not in markup(client.get("/medals/"))
    assert client.get("/ratings/xiangqi/").status_code == 404


@pytest.fixture(scope="module")
def years(module_db):
    """Three events of four teams, each a round robin: everybody has played nine matches."""
    return [rated(year, format_="round_robin") for year in range(3)]


def test_list_leads_to_every_player_and_is_taken_away(client, years):
    page = markup(client.get("/ratings/"))
    rows = rating_list().rows
    assert len(rows) == 8
    for row in rows:
        assert f'href="/player/{row.player.id}/#rating"' in page
    assert "暂定" not in page.partition("</table>")[0]
    assert 'href="/ratings/"' in markup(client.get("/medals/"))
    for form in ("text", "xlsx", "csv"):
        assert f"/ratings/guandan/lists/{form}/" in page
    head, first, *_more = client.get("/ratings/guandan/lists/csv/").content.decode("utf-8-sig").splitlines()
    assert head == "位次,队员,分会,等级分,± 范围,场次"
    assert first == f"1,{rows[0].player.name},{rows[0].branch_name},{rows[0].rating.points},{rows[0].rating.spread},9"
    assert f"{rows[0].rating.points}" in text(client.get("/ratings/guandan/lists/text/"))
    assert client.get("/ratings/guandan/lists/picture/?page=1")["Content-Type"] == "image/png"
    assert client.get("/ratings/weiqi/lists/csv/").status_code == 404


def test_record_of_a_player_names_every_match_with_its_change(client, years):
    best = rating_list().rows[0]
    page = markup(client.get(f"/player/{best.player.id}/"))
    assert page.count('<p class="num by') == 9
    number = (
        Match.objects.filter(stage__tournament=years[-1], home_team__players=best.player.id).latest("number").number
    )
    assert f'href="/e/{years[-1].slug}/matches/{number}/"' in page
    assert "胜，赛前胜算 50%" in page
    branch = client.get(f"/branch/{best.branch}/")
    assert 'id="rating"' not in markup(branch)


def test_office_makes_an_event_rated_and_the_regulation_says_so(client):
    event = a_tournament()
    office = signed_in(a_role(event, RoleKind.OFFICE))
    page, regulation = f"/e/{event.slug}/office/settings/", f"/e/{event.slug}/regulation/"
    assert "比赛成绩计入队员等级分" not in text(client.get(regulation))
    names = {"initial-names_public": "True", "is_rated": "on", "seen": settings_version(event)}
    refused = office.post(page, names)
    assert refused.status_code == 422
    assert "need whole names" in text(refused)
    assert office.post(page, names | {"names_public": "on"}).status_code == 302
    assert "比赛成绩计入队员等级分" in text(client.get(regulation))
