"""团体总分 on the pages of a series, in its lists, its picture, the API and the archived website of an event."""

import re
from dataclasses import replace

import pytest

from tests.factories import a_branch, a_team, a_tournament, a_user
from tests.made_once import once_a_module
from tests.thorough import in_ci_only
from tests.tournaments.series.seasons import OF_BRANCHES, a_meeting, a_played_event, a_series
from tests.web.pages import markup, queries, signed_in, text
from tests.web.test_series import TYPED
from tournaments.models import Series
from tournaments.series.actions import edit_series
from tournaments.states import SeriesCounts, TeamState
from web.archiving.website import website

pytestmark = pytest.mark.django_db

PAGE, OFFICE = "/series/meeting/", "/series/meeting/office/"


made_once, meeting = once_a_module(a_meeting)


@pytest.fixture
def office():
    return signed_in(a_user(is_staff=True))


def test_public_page_has_every_branch_that_may_be_followed_in_its_table_and_nothing_of_a_final(client, meeting):
    _, events = meeting
    a_team(a_branch(events[0], name="只有草稿"), state=TeamState.DRAFT)
    page = client.get(PAGE)
    words, body = text(page), markup(page)
    for said in ("团体总分", "18.75分，比第2位多4.5分。", "第1、5名", "平分所占各名次的名次分", "7、5、4、3、2、1"):
        assert said in words
    for unsaid in ("赛季积分榜", "总决赛", "位次变化", "<svg"):
        assert unsaid not in body.partition("<main")[2]
    assert body.count('id="branch-') == 4
    links = re.findall(r'href="(\?branch=\d+)"', body)
    assert len(links) == 4
    assert {client.get(PAGE + link).status_code for link in links} == {200}
    own = markup(client.get(f"{PAGE}?branch={events[2].branches.get(number=2).pk}"))
    assert own.count('mine" id="branch-') == 1
    for address in ("", "results/"):
        assert f'href="{PAGE}' in markup(client.get(f"/e/{events[1].slug}/{address}"))


@in_ci_only
def test_page_of_both_has_two_tables_and_costs_as_many_queries_whatever_its_size(client, office):
    page, series = "/series/both/", a_series("both", replace(OF_BRANCHES, counts=SeriesCounts.BOTH))
    a_played_event(series)
    public = client.get(page)
    own = queries(office, f"{page}office/")
    assert "团体总分" in text(public)
    assert "赛季积分榜" in text(public)
    assert (markup(public).count('id="branch-'), markup(public).count('id="rank-')) == (2, 4)
    a_played_event(series, month=1, branches=4)
    assert queries(office, f"{page}office/") == own
    cost = queries(client, page)
    a_played_event(series, month=2, branches=6)
    assert queries(client, page) == cost


def test_table_is_taken_away_alone_and_with_that_of_the_season(client, meeting):
    assert "1. 第1分会 18.75" in text(client.get(f"{PAGE}lists/text/"))
    assert client.get(f"{PAGE}lists/csv/").content.decode("utf-8-sig").splitlines() == [
        "位次,分会,总分,掼蛋,象棋,乒乓球",
        "1,第1分会,18.75,7.75,4,7",
        "2,第2分会,14.25,4.25,5,5",
        "3,第3分会,12.75,5.75,7,",
        "4,第4分会,4.25,4.25,,",
    ]
    assert client.get(f"{PAGE}lists/picture/").headers["Content-Type"] == "image/png"
    assert client.get(f"{PAGE}table.png").headers["Content-Type"] == "image/png"
    a_played_event(a_series("both", replace(OF_BRANCHES, counts=SeriesCounts.BOTH)))
    rows = client.get("/series/both/lists/csv/").content.decode("utf-8-sig")
    assert rows.index("1,第1分会,") < rows.index("队员甲、队员乙,第1分会,")
    assert client.get("/series/both/lists/xlsx/").status_code == 200


@in_ci_only
def test_api_and_archived_website_know_the_table(client, meeting):
    _, events = meeting
    answer = client.get("/api/v1/series/meeting/").json()
    assert (answer["counts"], answer["branch_scale"], answer["lines"]) == ("branches", [7, 5, 4, 3, 2, 1], [])
    assert (answer["branch_best"], answer["share_points"]) == (0, True)
    assert [(row["rank"], row["branch"], row["points"], row["because"]) for row in answer["branch_lines"]] == [
        (1, "第1分会", 18.75, "points"), (2, "第2分会", 14.25, "points"), (3, "第3分会", 12.75, "points"),
        (4, "第4分会", 4.25, "points"),
    ]  # fmt: skip
    assert answer["branch_lines"][2]["legs"] == [
        [{"place": 2, "points": 5.0}, {"place": 5, "points": 0.75}], [{"place": 1, "points": 7.0}], [],
    ]  # fmt: skip
    assert "团体总分" in dict(website(events[0]))["zh/series.html"].decode()


def test_office_sets_what_counts_and_faults_stand_at_their_fields(office):
    typed = TYPED | {"slug": "new", "counts": "branches", "branch_scale_name": "listed", "share_points": "on"}
    for scale, best in (("", "0"), ("5，7", "0"), ("7，5", "101")):
        refused = office.post("/events/series/new/", typed | {"branch_scale": scale, "branch_best": best})
        assert refused.status_code == 422
        field = "branch_best" if best == "101" else "branch_scale"
        assert f'href="#f-{field}"' in refused.content.decode()
    assert not Series.objects.filter(slug="new").exists()
    made = office.post("/events/series/new/", typed | {"branch_scale": "13，11、10", "branch_best": "2"})
    assert made.status_code == 302
    own, series = "/series/new/office/", Series.objects.get(slug="new")
    assert (series.counts, series.branch_scale, series.branch_best, series.share_points) == (
        "branches", [13, 11, 10], 2, True,
    )  # fmt: skip
    page = markup(office.get(own))
    assert 'value="13, 11, 10"' in page
    assert 'name="final"' not in page
    for seats in (2, 1):
        event = a_tournament(slug=f"seats-{seats}", seats=seats)
        assert office.post(f"{own}events/", {"event": event.slug}).status_code == 302
    changed = office.post(f"{own}settings/", TYPED | {"seen": "0"})
    assert (changed.status_code, 'href="#f-counts"' in changed.content.decode()) == (422, True)
    assert Series.objects.get(slug="new").counts == "branches"


def test_one_event_ranks_its_branches(office):
    event = a_tournament(slug="cup", name="职工掼蛋赛", organiser="校工会")
    link = "/events/series/new/?event=cup"
    assert f'href="{link}"' in markup(office.get("/e/cup/office/settings/"))
    page = markup(office.get(link))
    for shown in ('value="职工掼蛋赛"', 'value="校工会"', 'value="cup"', '<option value="branches" selected'):
        assert shown in page
    typed = TYPED | {"slug": "cup", "counts": "branches"}
    refused = office.post(link, typed | {"branch_best": "101"})
    assert (refused.status_code, Series.objects.filter(slug="cup").exists()) == (422, False)
    assert office.post(link, typed).headers["Location"] == "/series/cup/office/"
    assert list(Series.objects.get(slug="cup").events.all()) == [event]
    assert link not in markup(office.get("/e/cup/office/settings/"))
    for nowhere in ("cup", "nothing"):
        assert office.get(f"/events/series/new/?event={nowhere}").status_code == 404


def test_office_sees_the_table_of_branches_and_no_entries_of_a_final(office, meeting):
    series, _ = meeting
    page = office.get(OFFICE)
    assert "each row is a branch" in text(page).lower()
    assert 'name="declined"' not in markup(page)
    edit_series(series, replace(OF_BRANCHES, branch_scale=(3,)), by=None)
    assert "Equal in everything to the one beside" in text(office.get(OFFICE))
