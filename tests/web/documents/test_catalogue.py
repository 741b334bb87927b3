"""Every document for every format and game, from the new event to the last result: it is made, and says its part."""

import io
import zipfile
from datetime import timedelta

import pytest
from django.utils import translation
from pypdf import PdfReader

from guandan_rules import Reason
from tests.factories import FIRST_START, a_tournament
from tests.thorough import in_ci_only, some
from tests.tournaments.event.papers.samples import text_of
from tests.tournaments.played import decide, play_all
from tests.tournaments.round_day import a_day, tick, win
from tests.web.documents.events import AWARDS, PLAYED, RARE, UNSEALED, a_reading, an_entered_event, an_event_of, said
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.day.actions.rulings import forfeit
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.actions.places import place_stage
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.words.papers import GROUPS, SIZES, UNTIL
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from tournaments.presets.preset import read_preset
from tournaments.states import MatchState
from web.documents.catalogue import BY_KEY, DOCUMENTS
from web.documents.document import EventReading, Options, Ready

pytestmark = pytest.mark.django_db
A3_WIDTH = 841  # points
OPEN = {"swiss": {"award-list", "certificates"}}
"""What cannot be made once every match that has opponents is over: later rounds of a Swiss are not paired yet."""


@pytest.fixture(scope="module")
def entered(module_db: None) -> EventReading:
    return a_reading(an_entered_event())


@pytest.fixture(scope="module")
def finished(module_db: None) -> EventReading:
    tournament = an_event_of("knockout", played=True)
    confirm_awards(tournament, by=None)
    return a_reading(tournament)


def words_of(reading: EventReading, key: str, *, size: str = "a4", round_: int = 0, day: int = 0) -> list[str]:
    """The text of each page, in Chinese, without spaces."""
    with translation.override("zh-hans"):
        pdf = BY_KEY[key].pdf(reading, Options(size, round_, day))
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def made(reading: EventReading) -> set[str]:
    """The documents that can be made now, each of them made."""
    ready = [d for d in DOCUMENTS if d.suits(reading) and d.is_ready(reading)]
    return {d.key for d in ready if d.pdf(reading, Options()).startswith(b"%PDF")}


def test_keys_are_stable_and_every_value_has_its_words():
    assert len(BY_KEY) == len(DOCUMENTS)
    assert set(GROUPS) >= {document.group for document in DOCUMENTS}
    assert set(SIZES) >= {size for document in DOCUMENTS for size in document.sizes}
    assert set(UNTIL) == set(Ready) - {Ready.ALWAYS}


@in_ci_only
def test_new_event_has_what_it_begins_with(entered):
    empty = a_reading(a_tournament(rounds=0, tables=0))
    assert made(empty) == {
        "circular", "entry-form", "budget", "work-plan", "programme", "host-words", "referee-notes",
    }  # fmt: skip
    more = {"entry-forms", "sign-in", "souvenirs", "table-cards", "score-sheets", "timetable", "prize-list"}
    assert made(entered) == made(empty) | more


@pytest.mark.parametrize("kind", some(PLAYED, of=12))
def test_every_document_is_made_for(kind):
    drawn = an_event_of(kind)
    assert made(a_reading(drawn)) == {d.key for d in UNSEALED} - {
        "daily-report",
        "results",
        "award-list",
        "certificates",
        "summary",
    }
    first_round = Match.objects.filter(stage__tournament=drawn, round__number=1, state=MatchState.READY).count()
    assert len(words_of(a_reading(drawn), "score-sheets", round_=1)) == first_round
    over = an_event_of(kind, played=True)
    assert made(a_reading(over)) == {d.key for d in UNSEALED} - OPEN.get(kind, set())


@in_ci_only
def test_large_knockout_is_drawn_over_several_sheets():
    reading = a_reading(an_event_of("knockout", branches=36))
    assert len(words_of(reading, "bracket")) == 1 + 128 // 32
    assert len(words_of(reading, "bracket", size="a3")) == 1 + 128 // 64
    sheets = words_of(reading, "bracket")
    assert "97–128号签" in sheets[-1]
    assert all(f"第{n}分会一队" in "".join(sheets) for n in range(1, 37))


def test_report_of_the_day_and_summary_tell_how_it_was_played():
    day = a_day(awards=AWARDS)
    win(day, 1)
    day.at(30)
    tick(day.match(2), "home", by=day.chief)
    forfeit(day.match(2), "away", by=day.chief)
    assert "当日之最" in said(a_reading(day.tournament), "daily-report")
    day.start(2)
    win(day, 3)
    summary = said(a_reading(day.tournament), "summary")
    for sentence in ("共打10副牌。", "有1场因队伍退赛或未到场，未经比赛判定胜负。", "有2场因一方过A提前结束。"):
        assert sentence in summary


def test_record_of_a_draw_by_the_program_says_how_it_is_drawn_again():
    event = a_tournament(branches=4, teams=2, rounds=3)
    confirm_draw(preview_draw(event, by=None), by=None)
    record = said(a_reading(event), "draw-record")
    assert "首轮没有同分会相遇" in record
    assert "用同一名单和同一随机码重新抽签，得到的签表相同" in record


def test_draw_record_holds_the_draw_of_every_stage_by_its_name():
    tournament = an_event_of("round_robin")
    add_stage(
        tournament, by=None, format_="knockout", entrance=Entrance(4),
        starts=[FIRST_START + timedelta(days=40 + n) for n in range(2)], minutes=40, rule_options={},
    )  # fmt: skip
    play_all(tournament)
    place_stage(tournament.stages.get(number=2), by=None)
    first, second = words_of(a_reading(tournament), "draw-record")
    assert "第一阶段抽签第1次" in first
    assert "签位组别队伍1A组" in first
    assert "第二阶段抽签第2次" in second


def test_entry_forms_hold_rare_names_gender_and_contact(entered):
    blank, filled = words_of(entered, "entry-form")[0], words_of(entered, "entry-forms")
    assert len(filled) == 2
    assert "领队兼教练" in blank
    assert "领队甲" not in blank
    assert all(word in filled[0] for word in (*RARE, "领队甲", "女", "110"))
    assert "离退休教职工与后勤基本建设联合分会" in filled[1]


def test_private_facts_are_in_no_public_document(finished):
    private = Tournament.objects.get(pk=finished.tournament.pk)
    private.branches.update(contact_phone="110-119", leader_name="某领队")
    reading = a_reading(private)
    for document in UNSEALED:
        if document.permission != Permission.ENTRY_EDIT:
            words = said(reading, document.key)
            assert "110-119" not in words, document.key
            assert "某领队" not in words, document.key


def test_names_that_are_not_public_stand_in_papers_of_the_office_alone(finished):
    event = Tournament.objects.select_related("journal").get(pk=finished.tournament.pk)
    event.names_public = False
    reading = EventReading(event, finished.site)
    for key in ("programme", "results", "bracket", "timetable"):
        assert "队员甲" not in said(reading, key), key
    assert "队＊" in said(reading, "results")
    for key in ("sign-in", "souvenirs"):
        assert "队员甲" in said(reading, key), key


def test_sign_in_goes_by_branches_before_the_draw_and_by_tables_after_it(entered, finished):
    before = said(entered, "sign-in")
    assert RARE[0] in before
    assert "第1轮" not in before
    assert "决赛" in said(finished, "sign-in")
    assert "决赛" not in said(finished, "sign-in", round_=1)


SAID = {
    "results": (
        *(award["name"] for award in AWARDS), "现将比赛成绩公布如下", "三四名决赛",
        "掼蛋比赛于2123年11月29日至12月1日在职工之家举行",
    ),
    "award-list": ("季军",),
    "timetable": ("三四名决赛",),
    "score-sheets": ("三四名决赛",),
    "summary": ("8支队伍", "总计88160016", "实际比赛场数8", "冠军为第1分会一队"),
    "souvenirs": ("10人",),
    "budget": ("冠军奖品1队，每队2人2份", "季军奖品2队，每队2人4份", "未获名次4队"),
}  # fmt: skip


@pytest.mark.parametrize("key", SAID)
def test_paper_of_an_event_that_is_over_says(finished, key):
    words = said(finished, key) if key != "summary" else "".join(words_of(finished, key))
    assert not [sentence for sentence in SAID[key] if sentence not in words]
    assert key != "souvenirs" or "第1分会一队" not in words, "for those without a prize"


def test_event_of_one_day_is_announced_with_that_day():
    words = said(a_reading(an_event_of("six_players", branches=1, played=True)), "results")
    assert "掼蛋比赛于2123年11月29日在职工之家举行" in words


def test_results_of_groups_have_the_tables_that_places_follow_from():
    groups = said(a_reading(an_event_of("round_robin", played=True)), "results")
    assert groups.index("A组积分表") < groups.index("B组积分表") < groups.index("场次牌桌组别主队比分客队说明")
    assert "排名依据" in groups


def test_papers_of_a_swiss_say_who_stands_higher_and_print_rounds_once_their_pairs_are_known():
    swiss = an_event_of("swiss")
    for key in ("circular", "programme"):
        words = said(a_reading(swiss), key)
        assert "名次依次按积分、对手分、胜场、级差确定。仍相同的，名次并列、加赛或抽签决定。胜一场得1分" in words
    assert "上一轮结束后按积分编排" in words
    assert words.count("场次牌桌主队比分客队说明") == 1
    play_all(swiss)
    assert "积分表" in said(a_reading(swiss), "results")


def test_papers_of_another_game_say_how_it_counts():
    reading = a_reading(an_event_of("shuangsheng"))
    for key in ("circular", "programme"):
        words = said(reading, key)
        assert "18副" in words
        assert "一分未得升5级；不超过20分升4级" in words
        assert "级牌" not in words


def test_score_sheet_of_chess_has_no_seats_and_no_score():
    sheet = words_of(a_reading(an_event_of("xiangqi", branches=2)), "score-sheets")[0]
    assert "队员甲" in sheet
    assert not any(word in sheet for word in ("北：", "南：", "座位", "最终比分"))


def test_programme_has_contents_that_name_every_chapter(finished):
    pages = words_of(finished, "programme")
    assert "秩序册" in pages[0]
    assert "第1页" not in pages[0]
    for chapter in ("二、组织机构", "三、队伍", "四、比赛日程", "五、参赛须知", "九、对阵表", "十、各轮对阵与成绩"):
        assert chapter in pages[1]
    assert f"共{len(pages)}页" in pages[-1]


@in_ci_only
def test_wall_papers_come_on_a3(finished):
    for document in UNSEALED:
        for size in document.sizes:
            page = PdfReader(io.BytesIO(document.pdf(finished, Options(size)))).pages[0]
            assert (max(page.mediabox.width, page.mediabox.height) > A3_WIDTH + 1) == (size == "a3"), document.key


@in_ci_only
def test_set_is_made_of_few_readings(finished, django_assert_max_num_queries):
    reading = EventReading(finished.tournament, finished.site)
    with django_assert_max_num_queries(73):
        for document in UNSEALED:
            document.pages(reading, Options())


def test_daily_report_is_of_the_day_that_is_asked_for(finished):
    first, last = (said(finished, "daily-report", day=number) for number in (1, 3))
    assert "晋级" in first
    assert "当日止步" in first
    assert "下一比赛日" in first
    assert "决赛" in last
    assert "下一比赛日" not in last
    assert said(finished, "daily-report") == last


@in_ci_only
def test_booklet_and_summary_in_word_say_what_is_printed_and_have_the_leaders(finished):
    event = Tournament.objects.get(pk=finished.tournament.pk)
    event.branches.update(leader_name="某领队")
    event.committees = "组织委员会\n主任：王建国"
    reading = EventReading(event, finished.site)
    with translation.override("zh-hans"):
        words = {key: "\n".join(text_of(BY_KEY[key].word(reading))) for key in ("programme", "summary", "work-plan")}
        booklet = zipfile.ZipFile(io.BytesIO(BY_KEY["programme"].word(reading)))
    assert "三、领队及各队名单" in words["programme"]
    assert "第1分会 | 某领队 | 一队 | 队员甲、队员乙" in words["programme"]
    organisation = words["programme"].split("二、组织机构\n")[2]
    assert organisation.startswith("组织委员会\n主任：王建国\n裁判员名单\n裁判长：另行通知")
    assert "11月29日（星期一） | 下午 | 12:00 | 抽签" in words["programme"]
    assert any(name.startswith("word/media/") for name in booklet.namelist())  # the bracket
    assert "TOC" in booklet.read("word/document.xml").decode()
    assert "冠军：第1分会一队（队员甲、队员乙）。" in words["summary"]
    assert "开幕式 | 比赛现场" in words["summary"]
    assert "12:30 | 决赛、三四名决赛，共2场" in words["work-plan"]


def test_team_that_never_came_has_no_place_in_the_announcement():
    tournament = an_event_of("knockout")
    decide(1, reason=Reason.FORFEIT, ticked=False, of=tournament)
    play_all(tournament)
    words = said(a_reading(tournament), "results")
    assert "未参赛，不计名次第1分会二队（未到）" in words
    assert "5第2分会二队、第3分会二队、第4分会二队" in words


def test_points_table_is_offered_where_differences_count(finished):
    assert not BY_KEY["points-table"].is_offered(finished)
    event = create_tournament(read_preset("s001_7"), slug="points", first_day=FIRST_START.date(), by=None)
    (page,) = words_of(a_reading(event), "points-table")
    assert "28分对照表级差胜方得分负方得分0141411513" in page
    assert "14280级数按数字计算：J=11、Q=12、K=13、A=14、王=15；过王按16计。" in page
