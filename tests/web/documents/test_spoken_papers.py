"""裁判须知 and 主持词: what people say and do at the event, of the settings that act."""

import io
from datetime import date

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests.tournaments.event.papers.samples import text_of
from tests.web.documents.events import a_reading, an_entered_event, an_event_of
from tournaments.event.actions.tournaments import create_tournament
from tournaments.presets.preset import read_preset
from web.documents.catalogue import BY_KEY
from web.documents.document import EventReading, Options
from web.documents.spoken_papers import ANCHORS, CHAPTERS
from web.ruling.regulation import regulation_of
from web.ruling.regulation_words import CHAPTERS as OF_GUANDAN
from web.ruling.regulation_words import EVENT, SHUANGSHENG

pytestmark = pytest.mark.django_db
PRESETS = ("s000", "s001_4", "s001_5", "s001_7", "s002", "s003", "plain_xiangqi")


@pytest.fixture(scope="module")
def planned(module_db: None) -> dict[str, EventReading]:
    """Events of notices, before anybody has entered."""
    return {
        key: a_reading(
            create_tournament(read_preset(key), slug=key.replace("_", "-"), first_day=date(2123, 11, 29), by=None)
        )
        for key in PRESETS
    }


def notes_of(reading: EventReading, language: str = "zh-hans") -> list[str]:
    """The text of each page, without spaces."""
    with translation.override(language), reading.tournament.at_home():
        pdf = BY_KEY["referee-notes"].pdf(reading, Options())
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.fixture(scope="module")
def notes(planned: dict[str, EventReading]) -> dict[str, str]:
    """Those of each event, in Chinese. In any language they are two pages at most."""
    pages = {key: notes_of(reading) for key, reading in planned.items()}
    assert not [key for key, reading in planned.items() if max(len(pages[key]), len(notes_of(reading, "en"))) > 2]
    return {key: "".join(words) for key, words in pages.items()}


def host_of(reading: EventReading, language: str = "zh-hans") -> str:
    word = BY_KEY["host-words"].word
    assert word
    with translation.override(language):
        return "\n".join(text_of(word(reading)))


def test_notes_say_what_the_regulation_says_and_know_no_other_paragraph(planned, notes):
    paragraphs = {anchor for chapter in (*OF_GUANDAN, EVENT, SHUANGSHENG) for anchor, _ in chapter.paragraphs}
    assert paragraphs >= ANCHORS - {"entries", "annex"}
    for key, words in notes.items():
        with translation.override("zh-hans"), planned[key].tournament.at_home():
            said = regulation_of(planned[key].tournament).words
        for _title, items in CHAPTERS:
            for anchor in ANCHORS.intersection(items) & said.keys():
                assert "".join(said[anchor].split()) in words, (key, anchor)


def test_notes_hold_what_the_game_and_its_format_need(notes):
    words = notes
    assert "按出完牌的先后记四家的座位" in words["s000"]
    assert "另记翻出的级牌" not in words["s000"]
    assert "另记翻出的级牌" in words["s001_5"]
    assert "每场三局两胜" in words["s001_4"]
    assert "每局限时40分钟" in words["s001_4"]
    assert all(f"{offence}（第3次起）" in words["s001_7"] for offence in ("藏牌", "牌张数不对"))
    assert "记哪方坐庄、抓分方得分" in words["s002"]
    assert "本赛事打法见竞赛规则" in words["s002"]
    assert "每局打完，记哪方获胜。可另记各家出完牌的名次" in words["s003"]
    assert "每局打完，记哪方获胜。3" in words["plain_xiangqi"]
    for key in ("s002", "s003", "plain_xiangqi"):
        assert "进贡" not in words[key]
        assert "由裁判长给予警告、判负或取消资格" in words[key]
    for key in PRESETS:
        assert "弃权论" in words[key], key
        assert "没有网络时" in words[key]


def test_host_says_where_when_and_how_before_anybody_has_won(planned):
    words = host_of(planned["s001_4"])
    for sentence in (
        "各位领导、各位同学、各位来宾：上午好！",
        "欢迎来到大学生活动中心！由科文学院管理系学生会主办的管理系攒蛋大赛即将开始。",
        "请各班级负责人依次上前。",
        "32进16：11月29日（星期一）9:00",
        "获得二等奖的是：＿＿＿＿＿＿。",
    ):
        assert sentence in words
    assert words.index("获得优秀奖") < words.index("获得二等奖") < words.index("获得一等奖")
    assert "支队伍" not in words
    assert "时间到" in words
    assert "时间到" not in host_of(planned["plain_xiangqi"])
    assert "晋级的队伍" not in host_of(planned["plain_xiangqi"])
    assert "Please leave the hall in order" in host_of(planned["s000"], "en")


def test_host_names_teams_pairings_and_winners_once_they_are_known():
    entered = host_of(a_reading(an_entered_event()))
    assert "共有2个分会、4支队伍、8名选手" in entered
    reading = a_reading(an_event_of("knockout", played=True, slug="won"))
    words = host_of(reading)
    assert "第7桌：第1分会一队 对 第3分会一队" in words
    souvenir, champion = words.index("获得纪念奖的是"), words.index("获得冠军的是：第1分会一队（队员甲、队员乙）")
    assert souvenir < words.index("获得季军的是") < words.index("获得亚军的是") < champion
