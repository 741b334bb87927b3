"""The pages of a series: the public table with its curve, the office's page, and the entries of the final."""

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from tests.factories import a_role, a_tournament, a_user
from tests.made_once import once_a_module
from tests.thorough import in_ci_only
from tests.tournaments.series.seasons import SETTINGS, a_played_event, a_series, its_final
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.draw.actions.draws import confirm_draw
from tournaments.models import Draw, Series, Team, Tournament
from tournaments.series.actions import edit_series, join_series
from tournaments.series.queries import season
from tournaments.states import RoleKind
from web.documents.catalogue import BY_KEY
from web.documents.document import EventReading, Options

pytestmark = pytest.mark.django_db
PAGE, OFFICE = "/series/monthly/", "/series/monthly/office/"

TYPED = {
    "name": "攒蛋月赛", "season": "2123", "organiser": "学生会", "slug": "monthly", "scale_name": "listed",
    "scale": "32，24, 18 18", "best": "0", "finalists": "2", "criterion_1": "points", "criterion_2": "places",
    "criterion_3": "", "criterion_4": "", "counts": "teams", "branch_scale_name": "six", "branch_best": "0",
}  # fmt: skip


def a_season():
    """Its series, and the one event that was played."""
    series = a_series()
    return series, a_played_event(series)


made_once, season_of_one = once_a_module(a_season)


@pytest.fixture
def series(season_of_one):
    return season_of_one[0]


@pytest.fixture
def office():
    return signed_in(a_user(is_staff=True))


def test_public_page_has_the_table_and_from_two_events_on_the_curve(client, season_of_one):
    series, first = season_of_one
    body = text(client.get(PAGE))
    assert "32分，比第2位多8分。" in body
    assert "各项与相邻者相同，位次并列。" in body
    assert "<svg" not in markup(client.get(PAGE))
    a_played_event(series, month=1)
    body = markup(client.get(PAGE))
    assert body.count("<polyline") == 4
    assert 'points="250,50 750,50"' in body
    assert PAGE in markup(client.get("/"))
    own = markup(client.get(f"{PAGE}?branch={first.branches.get(number=2).pk}"))
    assert own.count('class="way mine"') == 2
    assert own.count(' mine" id="rank-') + own.count('"mine" id="rank-') == 2
    assert client.get(f"{PAGE}?branch=999999").status_code == 404
    for page in ("", "results/"):
        assert f'href="{PAGE}"' in markup(client.get(f"/e/{first.slug}/{page}"))


def test_table_is_taken_away(client, series):
    assert f'href="{PAGE}lists/text/' in markup(client.get(PAGE))
    words = text(client.get(f"{PAGE}lists/text/"))
    assert f"{series.name} {series.season} 赛季积分" in words
    assert "http" in words
    rows = client.get(f"{PAGE}lists/csv/").content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith("位次,队伍,分会,总分,")
    assert rows[1].endswith(",32,32")
    assert client.get(f"{PAGE}lists/xlsx/").status_code == 200
    for nowhere in ("monthly/lists/pdf/", "nothing/lists/text/", "monthly/lists/picture/?page=9"):
        assert client.get(f"/series/{nowhere}").status_code == 404


@in_ci_only
def test_public_page_of_a_year_with_forty_rows(client):
    series = a_series("year", replace(SETTINGS, best=8, finalists=16))
    for month in range(12):
        a_played_event(series, month=month, branches=20 if month == 11 else 2)
    body = markup(client.get("/series/year/"))
    assert body.count('id="rank-') == 40
    assert body.count("<polyline") == 12
    assert 'class="cut"' not in body
    assert "只计成绩最好的几项" in body
    assert body.count('<td class="num leg spare">') == 16


@in_ci_only
def test_page_follows_the_settings_and_costs_as_many_queries_whatever_its_size(client, office, series):
    client.get(PAGE)
    own = queries(office, OFFICE)
    a_played_event(series, month=1, branches=4)
    assert queries(office, OFFICE) == own
    public = queries(client, PAGE)
    a_played_event(series, month=2, branches=6)
    assert queries(client, PAGE) == public
    edit_series(series, replace(SETTINGS, name="改名的月赛"), by=None)
    assert "改名的月赛" in text(client.get(PAGE))


def test_series_is_made_and_its_faults_stand_at_their_fields(office):
    typed = TYPED | {"slug": "new"}
    refused = office.post("/events/series/new/", typed | {"scale": "18, 24", "criterion_2": "points", "slug": "月"})
    assert refused.status_code == 422
    body = refused.content.decode()
    for field in ("scale", "criterion_1", "slug"):
        assert f'href="#f-{field}"' in body
    assert 'value="18, 24"' in body
    missing = office.post("/events/series/new/", typed | {"scale": ""})
    assert 'href="#f-scale"' in missing.content.decode()
    assert not Series.objects.filter(slug="new").exists()
    made = office.post("/events/series/new/", typed)
    assert (made.status_code, made.headers["Location"]) == (302, "/series/new/office/")
    assert Series.objects.get(slug="new").scale == [32, 24, 18, 18]
    assert "攒蛋月赛" in text(office.get("/events/series/"))


def test_settings_are_shown_as_they_are_and_saved(office, series):
    assert 'value="32, 24, 18, 18, 10"' in markup(office.get(OFFICE))
    for named, scale in (("own", []), ("places", [25, 18, 15, 12, 10, 8, 6, 4, 2, 1])):
        seen = value(office.get(OFFICE), "seen")
        saved = office.post(f"{OFFICE}settings/", TYPED | {"scale_name": named, "seen": seen})
        assert saved.status_code == 302
        assert Series.objects.get(pk=series.pk).scale == scale
    overtaken = office.post(f"{OFFICE}settings/", TYPED | {"name": "别的", "seen": "0"})
    assert overtaken.status_code == 409
    assert 'value="别的"' in markup(overtaken)
    assert Series.objects.get(pk=series.pk).name == "攒蛋月赛"


def test_series_without_events_says_what_comes_and_an_event_is_put_in_and_taken_out(client, office):
    series = a_series("bare")
    body = markup(client.get("/series/bare/"))
    assert "第一项赛事确认名次后，积分榜即开始计算。" in body
    assert "<svg" not in body
    assert "/series/bare/" not in markup(client.get("/"))
    assert client.get("/series/nothing/").status_code == 404
    event = a_tournament(slug="may", name="五月赛")
    assert office.post("/series/bare/office/events/", {"event": "may"}).status_code == 302
    assert list(series.events.values_list("slug", flat=True)) == ["may"]
    refused = office.post("/series/bare/office/events/", {"event": "may"})
    assert (refused.status_code, 'href="#f-event"' in refused.content.decode()) == (422, True)
    assert office.post("/series/bare/office/deletion/").status_code == 422
    assert office.post("/series/bare/office/events/may/removal/").status_code == 302
    assert Tournament.objects.get(pk=event.pk).series is None
    assert office.post("/series/bare/office/events/may/removal/").status_code == 409
    assert office.post("/series/bare/office/deletion/").headers["Location"] == "/events/series/"


def test_next_event_is_held_as_the_last_one_was(office):
    series = a_series("bare")
    last = a_tournament(preset="s001_4_month", organiser="学生会", branches=3, teams=1, check_in_minutes=25, tables=6)
    referee = a_role(last, RoleKind.REFEREE)
    join_series(last, series, by=None)
    page = markup(office.get("/series/bare/office/"))
    assert 'value="2123-12-27"' in page
    typed = {"next_name": "十二月赛", "first_day": "2123-12-27"}
    question = office.post("/series/bare/office/events/next/", typed)
    assert (question.status_code, list(series.events.all())) == (422, [last])
    wrong = office.post("/series/bare/office/events/next/", typed | {"first_day": "9999-12-31"})
    assert (wrong.status_code, 'href="#f-first_day"' in markup(wrong)) == (422, True)
    sure = [part.partition('"')[0] for part in question.content.decode().split('name="sure" value="')[1:]]
    made = office.post("/series/bare/office/events/next/", typed | {"sure": sure})
    assert made.headers["Location"] == "/e/bare/office/"
    event = Tournament.objects.get(slug="bare")
    assert (event.name, event.organiser, event.series, event.preset) == ("十二月赛", "学生会", series, "s001_4_month")
    assert (event.branches.count(), event.check_in_minutes, event.tables.count()) == (3, 25, 6)
    assert event.roles.filter(user=referee, kind=RoleKind.REFEREE).exists()
    assert not Team.objects.filter(branch__tournament=event).exists()


def test_final_is_filled_by_one_press_and_shows_who_came_by_which_rank(office, series):
    assert office.post(f"{OFFICE}final/").status_code == 422
    final = its_final(series)
    first, *_ = season(series).lines
    page = markup(office.get(OFFICE))
    assert page.count('name="declined"') == 4
    answer = office.post(f"{OFFICE}final/", {"declined": first.key}, follow=True)
    body = text(answer)
    assert "2 teams are entered in the final." in body
    assert "entered, as rank 2" in body
    assert "Equal with the last one that goes in, and without room" in body
    assert Team.objects.filter(branch__tournament=final).count() == 2
    assert "2 teams were entered by the table of the series 攒蛋月赛." in text(office.get("/e/final/journal/"))
    again = office.post(f"{OFFICE}final/", {"declined": first.key}, follow=True)
    assert "Everybody is entered already." in text(again)
    refused = office.post(f"{OFFICE}final/", {"declined": "nobody"})
    assert refused.status_code == 422
    assert Team.objects.filter(branch__tournament=final).count() == 2


def test_final_is_placed_by_rank_from_the_page_of_the_draw(office, series):
    edit_series(series, replace(SETTINGS, finalists=4), by=None)
    its_final(series)
    office.post(f"{OFFICE}final/")
    page = office.get("/e/final/office/draw/")
    assert "Place by the ranks of the season" in text(page)
    made = office.post("/e/final/office/draw/preview/", {"by_rank": "on"}, follow=True)
    assert "By the ranks in the season table" in text(made)
    assert "by the ranks of the season; teams that share one by lots from the seed" in text(made)
    final = Tournament.objects.get(slug="final")
    chief = a_role(final, RoleKind.CHIEF_REFEREE)
    confirm_draw(Draw.objects.get(stage__tournament=final), by=chief, accept=True, reason="赛季位次")
    reading = EventReading(final, "https://guandan.example.org")
    record = PdfReader(io.BytesIO(BY_KEY["draw-record"].pdf(reading, Options()))).pages[0].extract_text()
    assert "按赛季位次" in record
    other = a_tournament(branches=2, teams=1)
    assert "Place by the ranks" not in text(office.get(f"/e/{other.slug}/office/draw/"))


def test_two_rows_are_counted_as_one_and_apart_again(office, series):
    second = a_played_event(series, month=1)
    second.branches.filter(number=1).update(name="改名分会")
    lines = season(series).lines
    one, other = season(series).alike[0]
    keys = {"key_of": other.key, "into": one.key}
    assert office.post(f"{OFFICE}competitors/", keys).status_code == 302
    assert len(season(Series.objects.get(pk=series.pk)).lines) == len(lines) - 1
    page = text(office.get(OFFICE))
    assert "counts for" in page
    assert "Whoever plays with another partner, drawn or chosen, has another row." in page
    assert office.post(f"{OFFICE}competitors/", keys).status_code == 422
    assert office.post(f"{OFFICE}competitors/parting/", keys).status_code == 302
    assert len(season(Series.objects.get(pk=series.pk)).lines) == len(lines)


def test_office_of_an_event_is_a_stranger_to_the_series(series):
    event = join_series(a_tournament(), series, by=None)
    person = signed_in(a_role(event, RoleKind.OFFICE))
    assert person.get(OFFICE).status_code == 403
    assert person.post(f"{OFFICE}deletion/").status_code == 403
