"""S001-7 从 2 打到王: nobody passes A there, on no page."""

import pytest
from django.utils import translation

from guandan_rules import Reason
from guandan_rules.ladder import JOKER_STEP
from tests.factories import a_role, a_tournament
from tests.tournaments.round_day import a_day
from tests.web.pages import markup, signed_in, text
from tournaments.day.actions.matches import confirm_result, enter_deal
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.states import RoleKind
from web.day.phone import phone_words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("rule_set", "deals"), [("s001_7", 6), ("s000", 5)])
def test_pages_name_the_level_that_is_passed(rule_set, deals):
    day = a_day(slug="s000", rule_set=rule_set)
    match = day.match(1)
    for _deal in range(deals):
        enter_deal(match, "NS", by=day.chief)
    confirm_result(match, by=day.chief)
    assert day.match(1).result.reason == Reason.PASSED_A
    reader = signed_in(a_role(day.tournament, RoleKind.REFEREE))
    languages = {"zh-hans": ("过A", "过王"), "en": ("Passed A", "Passed 王")}
    for language, (ace, joker) in languages.items():
        says, never = (joker, ace) if rule_set == "s001_7" else (ace, joker)
        reader.cookies["django_language"] = language
        for name in ("results/", "matches/1/", "sheets/1/", "bracket/"):
            words = text(reader.get(f"/e/s000/{name}"))
            assert never not in words, (name, language)
            assert says in words or name in ("sheets/1/", "bracket/"), (name, language)


def felt_of(reader) -> str:
    """The middle of the table on the sheet."""
    return markup(reader.get("/e/s000/sheets/1/")).split('<p class="felt">')[1].split("</p>")[0]


def test_sheet_shows_no_level_card_at_the_joker():
    day = a_day(slug="s000", rule_set="s001_7")
    reader = signed_in(day.chief)
    assert "♥ is wild" in felt_of(reader)
    for _deal in range(5):
        enter_deal(day.match(1), "NS", by=day.chief)
    assert sheet_view(day.tournament, 1).level == JOKER_STEP
    assert not felt_of(reader).strip()


def test_words_of_the_phone_are_those_of_its_event():
    with translation.override("zh-hans"):
        for rule_set, said in (("s000", "已过A"), ("s001_7", "已过王"), ("ns26", "已过A")):
            with a_tournament(rule_set=rule_set, slug=rule_set).at_home():
                assert phone_words()["passed"] == said
