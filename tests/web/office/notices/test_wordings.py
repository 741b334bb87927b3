"""消息模板 through the pages: looked at before it is saved, checked, and put back; and what then goes out."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from notices.models import Wording
from notices.queries.announced import board
from notices.states import OF_OWN_DAYS, NoticeKind
from notices.variables import WORDED
from notices.wording import chat, mail, title
from tests.factories import FIRST_START, a_role, a_tournament
from tests.made_once import once_a_module
from tests.notices.factories import a_drawn_event, at, notices
from tests.rows import all_rows
from tests.web.pages import markup, signed_in
from tournaments.codes import TournamentEvent
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)
OWN = {"title": "{队伍}，｛ 时间 ｝见", "text": "对手 {opponent}，{table}号桌。\n\n请带校园卡 <b>。"}


made_once, tournament = once_a_module(lambda: a_drawn_event(now=WEEK_BEFORE))


@pytest.fixture
def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def page(tournament, name="wording", kind=NoticeKind.MATCH_SOON):
    return reverse(name, args=[tournament.slug, kind.value])


def test_words_are_saved_and_said_in_mails_and_groups_until_they_are_put_back(office, tournament):
    usual = mail(notices(tournament, NoticeKind.MATCH_SOON)[0], WEEK_BEFORE)
    assert office.post(page(tournament), OWN | {"seen": "0"}).status_code == 302
    notice = notices(tournament, NoticeKind.MATCH_SOON)[0]
    team, opponent = "甲分会一队", "乙分会一队"
    assert title(notice, WEEK_BEFORE).startswith(team)
    message = mail(notice, WEEK_BEFORE)
    assert message.subject.endswith(f"{team}，11月29日 周一 12:30见")
    assert f"对手 {opponent}，1号桌。\n\n请带校园卡 <b>。\n" in message.body
    group = chat(notice, WEEK_BEFORE)
    assert group.text == f"对手 {opponent}，1号桌。\n请带校园卡 <b>。"
    assert "请带校园卡 &lt;b&gt;" in office.get(page(tournament)).content.decode()
    assert "own words" in markup(office.get(reverse("wordings", args=[tournament.slug])))
    other = notices(tournament, NoticeKind.MATCH_DAY_BEFORE)[0]
    assert "校园卡" not in mail(other, WEEK_BEFORE).body
    assert office.post(page(tournament, "wording_restoration")).status_code == 302
    assert mail(notices(tournament, NoticeKind.MATCH_SOON)[0], WEEK_BEFORE) == usual
    assert office.post(page(tournament, "wording_restoration")).status_code == 409
    kinds = tournament.journal.events.filter(subject="wording:match_soon").values_list("kind", flat=True)
    assert list(kinds) == [TournamentEvent.WORDING_CHANGED, TournamentEvent.WORDING_RESTORED]


def test_board_says_it_too(office, tournament):
    office.post(
        page(tournament, kind=NoticeKind.ROUND_SOON), {"title": "{轮次}", "text": "{usual}走东门。", "seen": "0"}
    )
    at(tournament, FIRST_START - timedelta(minutes=20))
    with timezone.override(tournament.tzinfo):
        notice = next(item for item in board(tournament) if item.kind == NoticeKind.ROUND_SOON)
    assert notice.text.endswith("走东门。")
    assert "12:20" in notice.text


WRONG = [
    ({"title": ""}, "title"),
    ({"text": " \n "}, "text"),
    ({"title": "字" * 61}, "title"),
    ({"text": "字" * 501}, "text"),
    ({"text": "{冠军}"}, "text"),  # what a match does not know
    ({"text": "{nonsense}"}, "text"),
    ({"text": "{对手"}, "text"),
    ({"text": "}"}, "text"),
    ({"title": "{默认内容}"}, "title"),
    ({"text": "{__class__}"}, "text"),
    ({"text": "{对手.team}"}, "text"),
]


def test_what_cannot_be_said_is_refused_and_stays_as_typed(office, tournament):
    before = all_rows()
    for number, (wrong, field) in enumerate(WRONG):
        look = {"look": "yes"} if number % 2 else {}  # to look at it asks for no less
        answer = office.post(page(tournament), OWN | wrong | look | {"seen": "0"})
        assert (answer.status_code, f'href="#f-{field}"' in markup(answer)) == (422, True), wrong
    assert all_rows() == before


def test_look_shows_how_it_would_read_and_an_old_page_saves_nothing(office, tournament):
    answer = office.post(page(tournament), OWN | {"look": "yes", "seen": "0"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert re.search("对手 .分会.队，.号桌。", html)
    assert "not saved yet" in html
    assert not Wording.objects.exists()
    office.post(page(tournament), OWN | {"seen": "0"})
    late = office.post(page(tournament), {"title": "旧页", "text": "旧", "seen": "0"})
    assert late.status_code == 409
    assert "旧页" in markup(late)
    assert Wording.objects.get().title == "{team}，{when}见"


def test_every_kind_can_be_worded_in_an_event_without_notices():
    tournament = a_tournament()
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    offered = markup(office.get(reverse("wordings", args=[tournament.slug])))
    for kind in WORDED:
        assert (page(tournament, kind=kind) in offered) == (kind not in OF_OWN_DAYS)
    for kind in WORDED:
        everything = "".join(f"{{{name}}}" for name in WORDED[kind][1])
        answer = office.post(page(tournament, kind=kind), {"title": "题", "text": everything, "look": "yes"})
        assert answer.status_code == 200, kind


def test_unknown_kind_is_not_found_and_words_are_the_offices_alone(office, tournament):
    for name in ("nonsense", "announcement", "channel_test"):
        assert office.get(reverse("wording", args=[tournament.slug, name])).status_code == 404
    chief = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))
    assert chief.get(page(tournament)).status_code == 403
    assert chief.post(page(tournament), OWN).status_code == 403
