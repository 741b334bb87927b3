"""移位赛 (S001-5) as people read it: halves, what a rest is worth, the change of tables, the sheet on paper."""

import io
import re

import pytest
from django.test import Client
from django.utils import translation
from pypdf import PdfReader

from journal.models import Event
from tests.factories import a_drawn_tournament, a_role, a_tournament
from tests.tournaments.played import decide
from tests.tournaments.round_day import a_day
from tests.web.documents.events import a_reading
from tests.web.documents.test_catalogue import words_of
from tests.web.form_fields import press
from tests.web.pages import signed_in, text
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stage_view, standing
from tournaments.bracket.rules.rule_sets import frozen_options
from tournaments.bracket.words.names import points, round_name
from tournaments.day.actions.links import issue_slips
from tournaments.day.actions.matches import enter_deal
from tournaments.event.queries.office import open_questions
from tournaments.models import Stage
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
PAGE = "/e/s001-5/office/open-points/"


def read(name: str, slug: str, language: str = "zh-hans") -> str:
    client = Client()
    client.cookies["django_language"] = language
    return text(client.get(f"/e/{slug}/{name}"))


@pytest.mark.parametrize(
    ("halves", "chinese", "english"),
    [
        (1, ["第1轮"], ["Round 1"]),
        (2, ["上半场", "下半场"], ["First half", "Second half"]),
        (3, ["第1节", "第2节", "第3节"], ["Part 1", "Part 2", "Part 3"]),
    ],
)
def test_rounds_of_a_movement_are_its_halves_before_the_draw_and_after(halves, chinese, english):
    a_drawn_tournament(branches=4, teams=1, format_="movement", settings={"halves": halves})
    before = a_tournament(branches=4, teams=1, rounds=halves, format_="movement")
    before.stages.update(settings={"halves": halves})
    for stage in Stage.objects.all():
        for language, names in (("zh-hans", chinese), ("en", english)):
            with translation.override(language):
                named = [round_name(r.entrants, number=r.number, where=r.where) for r in rounds(stage.tournament)]
            assert named == names


def test_twenty_deals_of_two_halves_are_ten_a_half_of_an_hour():
    tournament = a_tournament(rule_set="s001_5", format_="movement", branches=4)
    frozen = frozen_options(tournament.stages.get())
    assert (frozen["deal_limit"], frozen["minutes"], frozen["half_deals"]) == (10, 60, None)
    tournament.stages.update(settings={"halves": 1})
    frozen = frozen_options(tournament.stages.get())
    assert (frozen["deal_limit"], frozen["minutes"], frozen["half_deals"]) == (20, 120, 10)
    tournament.stages.update(settings={"halves": 2})
    tournament.rule_options = {"deal_limit": 10, "minutes": 60}  # what the office says itself stands
    tournament.save()
    frozen = frozen_options(tournament.stages.get())
    assert (frozen["deal_limit"], frozen["minutes"]) == (10, 60)


def test_paper_has_a_line_a_deal_and_a_column_for_what_was_turned_up():
    tournament = a_drawn_tournament(rule_set="s001_5", format_="movement", branches=4, teams=1)
    sheet = words_of(a_reading(tournament), "score-sheets")[0]
    assert "翻牌打几" in sheet
    assert "上半场" in sheet
    assert re.search(r"9101?(?!\d*11)", sheet)
    assert "11" not in sheet.split("翻牌打几")[1].split("判罚")[0]
    usual = words_of(a_reading(a_drawn_tournament(branches=4, teams=1)), "score-sheets")[0]
    assert "翻牌打几" not in usual
    assert "1011121314" in usual


def test_the_office_is_asked_what_a_rest_is_worth_and_the_standing_says_it():
    tournament = a_tournament(slug="s001-5", rule_set="s001_5", format_="movement", branches=5, rounds=2)
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    number = next(question.number for question in open_questions(tournament) if question.point == "rest")
    assert "own other rounds (default)" in text(office.get(f"{PAGE}{number}/"))
    refused = press(office, f"{PAGE}{number}/", f"{PAGE}{number}/", rest="fixed", rest_points="-3")
    assert refused.status_code == 422
    assert tournament.stages.get().settings.get("rest") is None
    press(office, f"{PAGE}{number}/", f"{PAGE}{number}/", rest="fixed", rest_points="13")
    chosen = tournament.stages.get().settings
    assert (chosen["rest"], chosen["rest_points"]) == ("fixed", 13)
    assert Event.objects.order_by("number").last().data["answers"] == ["rest"]
    assert "What is that worth? a fixed number of points: 13" in text(office.get(PAGE))
    press(office, f"{PAGE}{number}/", f"{PAGE}{number}/", keep="yes")
    assert tournament.stages.get().settings["rest"] == "own"


@pytest.mark.parametrize(
    ("rest", "total", "said"),
    [
        ({"rest": "fixed", "rest_points": 13}, "13", "轮空或对方缺席，按13分计"),
        ({"rest": "field"}, "4.5", "轮空或对方缺席，按全场该轮的平均分计"),
        ({}, "0", ""),
    ],
)
def test_whoever_rests_has_what_was_chosen_in_the_standing(rest, total, said):
    day = a_day(branches=5, teams=1, rule_set="s001_5", format_="movement", settings={"halves": 2, **rest}, tables=3)
    for number in (1, 2):
        for order in ("NS", "WNSE", "NS"):
            enter_deal(day.match(number), order, by=day.chief)
        decide(number)
    page = read("bracket/", day.tournament.slug)
    resting = day.match(3).home_team
    row = next(row for row in standing(stage_view(day.tournament.stages.get())) if row.entry == resting.pk)
    assert points(row.points) == total
    assert ("轮空或对方缺席" in page) == bool(said)
    assert said in page
    assert "换桌：" in page


CHANGE = "两场之间换桌：每桌胜方（得分高者）换到下一桌（1号桌换到2号桌，依次类推，末桌换到1号桌），负方留在原桌。"


def test_who_changes_tables_stands_on_slip_score_sheet_and_annex_until_the_last_half():
    day = a_day(slug="s000", branches=4, teams=1, rule_set="s001_5", format_="movement", settings={"halves": 2})
    issue_slips(day.round, by=day.chief)
    browser = signed_in(day.chief)
    browser.cookies["django_language"] = "zh-hans"
    printed = PdfReader(io.BytesIO(browser.get("/e/s000/desk/1/slips/a6/").content))
    wanted = "".join(CHANGE.split())
    assert all(wanted in "".join(page.extract_text().split()) for page in printed.pages)
    assert CHANGE in text(browser.get("/e/s000/desk/matches/1/slip/"))
    assert CHANGE in read("regulation/", "s000")
    reading = a_reading(day.tournament)
    assert any(wanted in page for page in words_of(reading, "circular"))
    assert wanted in words_of(reading, "score-sheets")[0]
    for number in (1, 2):
        decide(number)
    assert wanted not in words_of(a_reading(day.tournament), "score-sheets")[0]
    assert CHANGE not in text(browser.get("/e/s000/desk/matches/3/slip/"))
