"""按条件评的奖 on paper: promised in the notice, bought, listed, certified, read out, told afterwards."""

import io
from datetime import date

import pytest
from django.utils import translation
from pypdf import PdfReader

from notices.models import Notice
from notices.states import NoticeKind
from notices.wording import mail
from tests.made_once import once_a_module
from tests.tournaments.bracket.test_prizes_given import WOMEN, an_event, prize, team
from tests.tournaments.event.papers.samples import text_of
from tests.tournaments.played import play_all
from tests.web.documents.events import a_reading, said
from tournaments.bracket.actions.awards import confirm_awards, decide_prize
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Tournament
from tournaments.presets.preset import PrizePlan, read_preset
from tournaments.prizes import Candidate, PrizeRule
from web.displays.present import present
from web.documents.catalogue import BY_KEY
from web.documents.circular import prizes
from web.documents.document import Options
from web.lists.of_places import awards

pytestmark = pytest.mark.django_db

PLANS = (PrizePlan("优秀组织奖", PrizeRule.MOST_TEAMS), WOMEN, PrizePlan("最佳混合队", PrizeRule.MIXED))


def a_decided_event() -> Tournament:
    """优秀组织奖 is the fourth branch's, 最佳女队 a team's, 最佳混合队 nobody's; confirmed is nothing yet."""
    tournament = an_event(*PLANS)
    play_all(tournament)
    decide_prize(prize(tournament), [Candidate(team(tournament, 4, 1).branch)], by=None)
    decide_prize(prize(tournament, 2), [team(tournament, 3, 2)], by=None)
    decide_prize(prize(tournament, 3), [], by=None)
    return Tournament.objects.get(pk=tournament.pk)


made_once, decided = once_a_module(a_decided_event)


def test_notice_promises_them_with_their_conditions_and_a_piece_is_bought_for_each_recipient():
    event = an_event(*PLANS)
    with translation.override("zh-hans"):
        assert prizes(event) == (
            "比赛设置冠军1个、亚军1个、季军2个；到场参赛未获名次的队伍均有纪念奖；另设优秀组织奖1个（参赛队伍最多的分会）、"
            "最佳女队1个（名次最好的女子队）、最佳混合队1个（名次最好的男女混合队）。"
        )
    bought, reckoned = (said(a_reading(event), key) for key in ("prize-list", "budget"))
    assert "优秀组织奖1—1" in bought
    assert "最佳女队1—2" in bought
    assert "优秀组织奖奖品" in reckoned


def test_prize_of_a_preset_is_promised_in_its_notice():
    event = create_tournament(read_preset("s001_4"), slug="s001-4", first_day=date(2123, 11, 29), by=None)
    with translation.override("zh-hans"):
        assert "另设最佳配合奖1个" in prizes(event)


def test_lists_name_branch_team_and_what_is_not_given(decided):
    listed = said(a_reading(decided), "award-list")
    assert "优秀组织奖第4分会" in listed
    assert "最佳女队第3分会二队队员丙、队员丁" in listed
    assert "最佳混合队空缺" in listed
    with translation.override("zh-hans"):
        rows = [row[:3] for row in awards(present(decided), a_reading(decided).awards).tables[0].rows]
    assert ("优秀组织奖", "第4分会", "") in rows
    assert ("最佳女队", "第3分会二队", "队员丙、队员丁") in rows


def test_there_is_a_certificate_for_each_player_and_one_for_a_branch(decided):
    with translation.override("zh-hans"), decided.at_home():
        pdf = BY_KEY["certificates"].pdf(a_reading(decided), Options())
    pages = ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]
    assert len(pages) == 8 + 1 + 2
    (branch,) = [page for page in pages if "优秀组织奖" in page]
    assert "第4分会" in branch
    assert "队员" not in branch
    assert sum("最佳女队" in page and "第3分会二队" in page for page in pages) == 2


def test_host_reads_them_out_before_the_places(decided):
    word = BY_KEY["host-words"].word
    assert word
    with translation.override("zh-hans"):
        words = "\n".join(text_of(word(a_reading(decided))))
    assert (
        words.index("优秀组织奖的是：第4分会") < words.index("最佳女队的是：第3分会二队") < words.index("获得季军的是")
    )
    assert "最佳混合队" not in words


def test_what_everybody_reads_names_them_once_they_are_given(decided):
    assert not [key for key in ("results", "summary") if "优秀组织奖" in said(a_reading(decided), key)]
    confirm_awards(decided, by=None)
    for key in ("results", "summary"):
        words = said(a_reading(decided), key)
        assert "优秀组织奖" in words
        assert "最佳女队" in words
        assert "最佳混合队" not in words
    notice = Notice.objects.get(kind=NoticeKind.AWARDS)
    with translation.override("zh-hans"):
        assert "优秀组织奖 第4分会、最佳女队 第3分会二队" in mail(notice, notice.due_at).body
