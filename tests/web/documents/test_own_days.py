"""Papers of an event whose sides choose their days: no hour is printed that nobody has set, and no hall is prepared."""

import re

import pytest

from tests.tournaments.day.ladders import a_ladder
from tests.tournaments.day.leagues import a_league
from tests.tournaments.event.papers.samples import text_of
from tests.tournaments.played import S000_AWARDS
from tests.tournaments.round_day import a_day
from tests.web.documents.events import a_reading
from web.documents.catalogue import BY_KEY
from web.documents.circular import circular_word
from web.documents.document import Options

pytestmark = pytest.mark.django_db

PAPERS = ("programme", "timetable", "bracket", "score-sheets", "sign-in", "work-plan", "host-words", "daily-report")
HOUR = re.compile(r"(?<![\d:])4:30|12:30")


def a_double_elimination():
    return a_day(branches=4, format_="double_elimination", own_days=7, tables=0, started=False)


@pytest.fixture(params=[a_league, a_ladder, a_double_elimination])
def tournament(request):
    return request.param().tournament


def printed(tournament, key):
    with tournament.at_home():
        return repr(BY_KEY[key].pages(a_reading(tournament), Options()))


@pytest.mark.parametrize("key", PAPERS)
def test_no_paper_names_the_hour_of_a_round(tournament, key):
    assert not HOUR.search(printed(tournament, key))


def test_days_of_a_round_stand_on_programme_timetable_and_score_sheet():
    league = a_league().tournament
    for key in ("programme", "score-sheets", "host-words"):
        assert "11月29日（星期一）至12月5日（星期日）" in printed(league, key), key
    assert "11月29日（星期一）至2124年1月9日（星期日）" in printed(league, "work-plan")
    for of_a_hall in ("布置会场", "饮用水", "归还场地"):
        assert of_a_hall not in printed(league, "work-plan"), of_a_hall
    timetable = printed(league, "timetable")
    assert "截止" in timetable
    assert "12月5日 周日" in timetable


def test_programme_has_the_draw_and_the_awards_beside_the_rounds():
    league = a_league(awards=S000_AWARDS).tournament
    programme = printed(league, "programme")
    assert "抽签" in programme
    assert "全部比赛结束后" in programme


def test_notice_says_that_both_sides_agree_on_the_time():
    league = a_league().tournament
    with league.at_home():
        words = "\n".join(text_of(circular_word(a_reading(league))))
    assert "11月29日至2124年1月9日，每场比赛由双方约定时间" in words
    assert "11月29日至12月5日 | 双方约定 | 第1轮" in words
    assert "12:30" not in words


def test_lists_that_are_copied_into_a_group_say_the_days_of_a_round(client):
    league = a_league().tournament
    for name in ("timetable", "pairings"):
        address = f"/e/{league.slug}/lists/{name}/text/"
        page = client.get(address, headers={"accept-language": "zh-hans"}).content.decode()
        text = page.split("<textarea")[1].split("</textarea>")[0]
        assert "12月5日 周日" in text
        assert not HOUR.search(text)
