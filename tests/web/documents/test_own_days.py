"""Papers of an event whose sides choose their days: no hour is printed that nobody has set, and no hall is prepared."""

import re

import pytest

from tests.tournaments.day.ladders import a_ladder
from tests.tournaments.day.leagues import a_league
from tests.tournaments.event.papers.samples import text_of
from tests.tournaments.played import S000_AWARDS
from tests.tournaments.round_day import a_day
from tests.web.documents.events import a_reading, said
from web.documents.circular import circular_word

pytestmark = pytest.mark.django_db

PAPERS = ("programme", "timetable", "bracket", "score-sheets", "sign-in", "work-plan", "host-words", "daily-report")
HOUR = re.compile(r"(?<![\d:])4:30|12:30")


@pytest.mark.parametrize("kind", ["league", "ladder", "double_elimination"])
def test_no_paper_names_the_hour_of_a_round(kind):
    if kind == "double_elimination":
        day = a_day(branches=4, format_=kind, own_days=7, tables=0, started=False)
    else:
        day = a_league() if kind == "league" else a_ladder()
    reading = a_reading(day.tournament)
    assert not [key for key in PAPERS if HOUR.search(said(reading, key))]


def test_days_of_a_round_stand_on_every_paper_with_the_draw_and_the_awards_beside_them():
    league = a_league(awards=S000_AWARDS).tournament
    reading = a_reading(league)
    for key in ("programme", "score-sheets", "host-words"):
        assert "11月29日（星期一）至12月5日（星期日）" in said(reading, key), key
    programme, plan, timetable = (said(reading, key) for key in ("programme", "work-plan", "timetable"))
    assert "11月29日（星期一）至2124年1月9日（星期日）" in plan
    assert not [word for word in ("布置会场", "饮用水", "归还场地") if word in plan]
    assert "截止" in timetable
    assert "12月5日周日" in timetable
    assert "抽签" in programme
    assert "全部比赛结束后" in programme
    with league.at_home():
        words = "\n".join(text_of(circular_word(reading)))
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
