"""An event's own words: 班级 for 分会, 同学 for 会员, on its pages and papers, and nothing else is changed."""

import re
from datetime import date

import pytest
from django.test import Client
from django.utils.translation import gettext, override

from journal.words import in_own_words, worded
from tests.factories import a_role, a_tournament
from tests.tournaments.day.individuals import a_day_of_individuals
from tests.tournaments.event.papers.samples import text_of
from tests.web.documents.events import a_reading
from tests.web.pages import signed_in, text
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Branch
from tournaments.presets.preset import read_preset
from tournaments.states import RoleKind
from web.documents.catalogue import BY_KEY
from web.documents.circular import circular_word
from web.documents.document import EventReading, Options

pytestmark = pytest.mark.django_db


def test_words_are_replaced_in_messages_and_blanks_stay():
    with worded({"分会": "班级", "领队兼教练": "联系人", "领队": "联系人"}):
        assert in_own_words("各分会的领队兼教练、领队") == "各班级的联系人、联系人"
        blanks = "{{分会}} {% for 分会 in 分会表 %} %(分会)s"
        assert in_own_words(blanks) == blanks
        with override("zh-hans"):
            assert gettext("Branch") == "班级"
    with override("zh-hans"):
        assert gettext("Branch") == "分会"


def test_pages_and_papers_of_a_college_event_use_its_words():
    event = create_tournament(read_preset("s001_1"), slug="college", first_day=date(2123, 11, 29), by=None)
    notice = "\n".join(text_of(circular_word(EventReading(event, site="https://desk.example.org"))))
    assert "各班级：" in notice
    assert "每个班级限报联系人1名" in notice
    assert "2.各班级队伍名额见附件1；" in notice
    office = signed_in(a_role(event, RoleKind.OFFICE))
    office.cookies["django_language"] = "zh-hans"
    for address in ("/e/college/regulation/", "/e/college/office/settings/", "/e/college/office/entries/"):
        assert "班级" in text(office.get(address))
    for paper in (notice, text(Client().get("/e/college/regulation/"))):
        assert not [word for word in ("分会", "会员", "领队") if word in paper]


def test_a_name_that_has_such_a_word_keeps_it():
    event = a_tournament(slug="cup", branch_word="班级")
    Branch.objects.create(tournament=event, number=1, name="机电分会", quota=2)
    page = text(signed_in(a_role(event, RoleKind.OFFICE)).get("/e/cup/office/entries/"))
    assert "机电分会" in page


def test_where_everybody_plays_alone_players_enter_and_no_teams(client):
    day = a_day_of_individuals(names_public=True)
    teams = text(client.get(f"/e/{day.tournament.slug}/teams/"))
    assert "分会或选手" in teams
    assert "共8名选手" in teams
    assert "队伍" not in teams
    client.cookies["django_language"] = "en"
    assert not re.search(r"\bteams?\b", text(client.get(f"/e/{day.tournament.slug}/teams/")), re.IGNORECASE)
    with day.tournament.at_home(), override("zh-hans"):
        form = repr(BY_KEY["entry-form"].pages(a_reading(day.tournament), Options()))
        host = repr(BY_KEY["host-words"].pages(a_reading(day.tournament), Options()))
    assert "每人只能报名一次" in form
    assert "8个分会、8名选手参加" in host
