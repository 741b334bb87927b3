"""The ruling desk without script: what cards are, which play is higher, tribute; nonsense is told, nothing lost."""

import re
from html import unescape
from itertools import product
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from guandan_rules import CARDS, CardError, Code, Kind, Reading, beats, reading_problems
from tests.factories import a_tournament
from tests.made_once import once_a_module
from tests.thorough import some
from tests.tournaments.round_day import a_day
from tests.web.pages import markup, text
from tests.web.test_garbage import GARBAGE
from tournaments.day.actions.matches import enter_deal
from web.publishing.pages import PAGES
from web.ruling import play_words
from web.ruling.play_words import DESK
from web.ruling.questions import MOST_TYPED, DeskCode, typed_cards
from web.ruling.rulings import Cause, Comparison, TributeCode, compared, every_reading, strength

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("made_once")]
DESKS = ("/ruling/", "/e/s000/ruling/")
# everything that can be asked, each in one address
ASKED = (
    {"about": "cards", "level": "8", "cards": "S7 C7 H8 H8 D7"},
    {"about": "cards", "level": "5", "cards": "SQ SK SA D2 H3"},
    {"about": "compare", "level": "4", "a": "S8 H8 S9 H9 H4 H4", "a-as": "plate-9-6", "b": "S5 S6"},
    {"about": "compare", "level": "3", "a": "S8 H8 D8 C8", "b": "S9 S10 SJ SQ SK"},
    {"about": "tribute", "level": "5", "order": "NS", "jokers-W": "0", "paid-W": "SA", "jokers-E": "1", "paid-E": "HR"},
    {"about": "tribute", "level": "5", "order": "NWE", "jokers-S": "2"},
)


made_once, event = once_a_module(lambda: a_tournament(slug="s000"))


@pytest.fixture
def ask(client):
    """``ask(desk="/e/s000/ruling/", language="en", **asked)`` → the answer; ``a_as`` stands for ``a-as``."""

    def answer_to(desk="/e/s000/ruling/", language="en", **question):
        client.cookies["django_language"] = language
        return client.get(desk, {name.replace("_", "-"): value for name, value in question.items()})

    return answer_to


def held(answer, name: str) -> str:
    """What stands in the field of that name."""
    field = re.search(rf'<input id="f-{name}" name="{name}" value="([^"]*)"', markup(answer))
    return unescape(field[1])


def errors(answer) -> list[str]:
    """Ids of the fields that say what is wrong with them."""
    return re.findall(r'id="f-([\w-]+)-error"', markup(answer))


TYPED = {
    "S8 H8 D8 H2 H2": "S8 H8 D8 H2 H2",
    "黑桃8 红桃10 梅花J 方块Q 小王 大王": "S8 HT CJ DQ SB HR",
    "♠8♥10♣\ufe0fJ♦A": "S8 HT CJ DA",
    "8♠，8♥、8红心": "S8 H8 H8",
    "黑桃８，红心 １０": "S8 HT",
    "s8h8大王": "S8 H8 HR",
    "方片3;草花4": "D3 C4",
    "": "",
}


def test_cards_are_read_as_people_type_them():
    for typed, cards in TYPED.items():
        assert " ".join(card.text for card in typed_cards(typed)) == cards
    for language in ("zh-hans", "en"):
        with translation.override(language):
            assert typed_cards(" ".join(play_words.card_words(card) for card in CARDS)) == CARDS


def test_what_is_no_card_is_named():
    for typed, code, text_ in (
        ("X9 S8", Code.NOT_A_CARD, "X9"), ("S1", Code.NOT_A_CARD, "S1"), ("王", Code.NOT_A_CARD, "王"),
        ("S8 S8 ♠8", Code.TOO_MANY_OF_A_CARD, "S8"),
    ):  # fmt: skip
        with pytest.raises(CardError) as refused:
            typed_cards(typed)
        assert (refused.value.problems, refused.value.texts) == ((code,), (text_,))


def test_desk_says_what_cards_are_what_beats_them_and_why(ask):
    for desk in DESKS:
        page = text(ask(desk, cards="S8 H8", level="5"))
        for words in (
            "pair of 8", "pair of 9 and on to pair of big joker", "pair of 7 and on to pair of 2", "Rule 2.2",
            "every bomb, every straight flush, and the four jokers",
        ):  # fmt: skip
            assert words in page
    page = text(ask(language="zh-hans", cards="黑桃8 红桃8", level="5"))
    assert "对子9，直到对子大王" in page
    assert "任何炸弹、同花顺和四大天王" in page


def test_every_reading_of_the_cards_is_shown(ask):
    page = text(ask(cards="S8 H8 S9 H9 H4 H4", level="4"))
    for words in ("3 readings", "tube 7 to 9", "tube 8 to 10", "plate 8 to 9"):
        assert words in page
    assert "level card 2" in text(ask(cards="S2"))  # the first level unless one is chosen
    assert "single 2" in text(ask(cards="S2", level="5"))


def test_cards_that_are_no_play_are_told_why_and_what_as_many_cards_can_be(ask):
    answer = ask(cards="SQ SK SA D2 H3", level="5")
    assert answer.status_code == 200
    assert "Nothing goes round the corner" in text(answer)
    assert "#ace-low" in markup(answer)
    six = text(ask(about="cards", level="2", cards="S3 H3 S5 H5 S9 H9")).split("not a play")[1]
    assert "two triples" in six or "Plate" in six
    assert "Straight:" not in six


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_code_has_its_sentence(language):
    cases = {
        "": Code.NO_CARDS, " ".join(c.text for c in CARDS[:11]): Code.TOO_MANY_CARDS, "SB HR": Code.JOKERS_MIXED,
        "SB H5": Code.WILD_WITH_JOKER, "S8 SB": Code.JOKERS_WITH_OTHERS, "S8 S8 D8 C9": Code.TRIPLE_WITH_ONE,
        "S8 S9 S10 SJ": Code.STRAIGHT_WRONG_LENGTH, "S8 C8 S9 C9": Code.TUBE_WRONG_LENGTH, "S8 S9": Code.UNEQUAL,
        "S8 C8 D8 S9 C9 D9 S10 C10 D10": Code.PLATE_WRONG_LENGTH, "S3 C5 D7 S8 C9": Code.NOT_CONSECUTIVE,
        "SQ SK CA D2 H3": Code.WRAPS_ROUND,
    }  # fmt: skip
    with translation.override(language):
        for typed, code in cases.items():
            assert code in reading_problems(typed_cards(typed), 5), typed
            assert play_words.PROBLEMS[code]
        assert all(str(DESK[code]) for code in (*DeskCode, *TributeCode))
        assert all(str(play_words.CAUSES[cause]) for cause in Cause)
        assert set(play_words.KINDS) == set(Kind)


@pytest.mark.parametrize("level", [2, 8, 14, None])
def test_groups_say_exactly_what_beats_what(level):
    """What the groups name, counted, is what the rules say of every play there can be."""
    everything = every_reading(level)
    for reading in everything:
        strengths = strength(reading, level)
        for groups, named in ((strengths.above, [o for o in everything if beats(reading, o)]),
                              (strengths.below, [o for o in everything if beats(o, reading)])):  # fmt: skip
            assert sum(_members(group, everything) for group in groups) == len(named)


def _members(group, everything) -> int:
    if group.near:
        low, high = sorted((group.near.key, group.far.key))
        return sum((r.kind, r.size) == (group.near.kind, group.near.size) and low <= r.key <= high for r in everything)
    if group.kind == "any_bomb":
        return sum(r.kind.is_bomb for r in everything)
    if group.kind == "":
        return sum(not r.kind.is_bomb for r in everything)
    return sum(
        r.kind == group.kind and (r.kind is not Kind.BOMB or r.size in range(group.sizes[0], group.sizes[1] + 1))
        for r in everything
    )


REASONS = [
    ((Kind.PAIR, 8, 2), (Kind.PAIR, 9, 2), "b", Cause.HIGHER),
    ((Kind.PAIR, 8, 2), (Kind.PAIR, 8, 2), "", Cause.EQUAL),
    ((Kind.PAIR, 8, 2), (Kind.SINGLE, 17, 1), "", Cause.OTHER_KIND),
    ((Kind.FULL_HOUSE, 8, 5), (Kind.FULL_HOUSE, 3, 5), "a", Cause.HIGHER_TRIPLE),
    ((Kind.BOMB, 2, 4), (Kind.PAIR, 17, 2), "a", Cause.BOMB),
    ((Kind.BOMB, 14, 4), (Kind.BOMB, 2, 5), "b", Cause.MORE_CARDS),
    ((Kind.BOMB, 14, 4), (Kind.BOMB, 2, 4), "a", Cause.HIGHER_BOMB),
    ((Kind.BOMB, 14, 5), (Kind.STRAIGHT_FLUSH, 5, 5), "b", Cause.ORDER),
    ((Kind.FOUR_JOKERS, 0, 4), (Kind.BOMB, 9, 10), "a", Cause.ORDER),
]


def test_one_play_beats_the_other_for_a_reason(ask):
    for a, b, winner, cause in REASONS:
        assert compared(Reading(*a), Reading(*b)) == Comparison(winner, cause)
    page = text(ask(about="compare", a="S8 H8 D8 C8", b="S9 S10 SJ SQ SK", level="3"))
    assert "The second beats the first" in page
    assert "In the order of kinds" in page


def test_play_of_several_readings_is_compared_as_declared(ask):
    two = {"about": "compare", "level": "4", "a": "S8 H8 S9 H9 H4 H4", "b": "S8 C8 D8 S7 C7 D7"}
    open_ = text(ask(**two))
    assert "Choose what the player declared." in open_
    assert "beats" not in open_.split("Compare")[0].replace("Beats", "")
    assert "The first beats the second" in text(ask(**two, a_as="plate-9-6"))
    assert "Neither beats the other" in text(ask(**two, a_as="tube-10-6"))


def test_leading_for_a_partner_reporting_and_what_the_notice_leaves_open_can_be_asked(ask):
    page = text(ask(about="other"))
    assert "his partner leads next" in page
    assert "Too many or too few cards" in page
    assert "call the chief referee" in page


def test_seats_are_tapped_into_a_finish_order(ask):
    def taps(answer) -> dict[str, str]:
        return dict(re.findall(r'id="seat-([NWSE])" name="order" value="([NWSE]*)"', markup(answer)))

    assert taps(ask(about="tribute")) == {"N": "N", "W": "W", "E": "E", "S": "S"}
    assert taps(ask(about="tribute", order="NW")) == {"N": "", "W": "N", "E": "NWE", "S": "NWS"}
    assert taps(ask(about="tribute", order="NWE")) == {"N": "", "W": "N", "E": "NW", "S": "NWES"}


PAYS = [
    ({"order": "NWE"}, ["Single tribute", "South pays North his highest card", "North returns a card to South."]),
    ({"order": "NWES", "jokers_S": "2"}, ["Resisted: nobody pays", "Leads North"]),
    ({"order": "NWES", "jokers_S": "1", "paid_S": "HR"}, ["South pays North: big joker", "Leads South"]),
    ({"order": "NS"}, ["Double tribute", "North takes the higher, South the lower", "If the payers hold both"]),
    ({"order": "NS", "jokers_W": "1", "jokers_E": "1"}, ["Resisted: nobody pays"]),
    ({"order": "NS", "jokers_W": "0", "jokers_E": "1"}, ["East pays North", "West pays South", "Leads East"]),
    ({"order": "NS", "paid_W": "SA", "paid_E": "♦A"}, ["equal rank", "West pays North: Spades A", "Leads West"]),
    ({"order": "NS", "paid_W": "SK", "paid_E": "D5", "level": "5"}, ["East pays North: Diamonds 5"]),
    ({"order": "NS", "paid_W": "SK"}, ["the payer whose card North takes"]),
]


def test_desk_says_who_pays_whom(ask):
    for asked, told in PAYS:
        page = text(ask(about="tribute", **asked))
        assert [words for words in told if words not in page] == [], asked


def test_return_is_what_the_rule_set_says(ask):
    assert "A level card of such a rank may be returned." in text(ask(about="tribute", order="NWE"))
    a_tournament(slug="world", rule_set="world_2025")
    assert "A level card may not be returned." in text(ask("/e/world/ruling/", about="tribute", order="NWE"))


CANNOT_BE = [
    ({"order": "NXX"}, "order"),
    ({"order": "NSW"}, "order"),
    ({"order": "NS", "jokers_W": "3"}, "jokers-W"),
    ({"order": "NS", "jokers_W": "2", "jokers_E": "1"}, "jokers-E"),
    ({"order": "NS", "paid_W": "S8 S9"}, "paid-W"),
    ({"order": "NS", "paid_W": "zz"}, "paid-W"),
    ({"order": "NS", "paid_W": "H5", "level": "5"}, "paid-W"),
    ({"order": "NS", "jokers_W": "1", "paid_W": "SA"}, "paid-W"),
    ({"order": "NS", "jokers_W": "0", "paid_W": "HR"}, "paid-W"),
]


def test_what_cannot_be_is_told_at_its_field(ask):
    for asked, field in CANNOT_BE:
        answer = ask(about="tribute", **asked)
        assert (answer.status_code, field in errors(answer)) == (422, True), asked
        assert 'class="answer"' not in markup(answer)


@pytest.mark.parametrize("question", ASKED, ids=lambda q: f"{q['about']}-{len(q)}")
def test_nonsense_in_each_parameter_is_no_error_and_nothing_else_is_lost(client, question):
    for name, nonsense in product(question, some(GARBAGE)):
        answer = client.get(DESKS[1], question | {name: nonsense})
        assert answer.status_code in (200, 422), (name, nonsense[:20])
        if name != "about" and question["about"] != "tribute":
            for field in {"cards", "a", "b"} & set(question) - {name}:
                assert held(answer, field) == question[field]


def test_nonsense_for_cards_is_told_at_the_field_and_kept(client):
    nonsense = ("X9", "%(x)s<b>", "甲\u202e", "9" * (MOST_TYPED + 1), "S8 S8 S8")
    for field, typed in product(("cards", "a", "b"), nonsense):
        answer = client.get(DESKS[1], {"about": "cards" if field == "cards" else "compare", field: typed})
        assert (answer.status_code, errors(answer), held(answer, field)) == (422, [field], typed)


def test_nonsense_for_level_and_reading_is_told_at_the_field(ask):
    answer = ask(level="zz", cards="S8 H8")
    assert (answer.status_code, errors(answer), held(answer, "cards")) == (422, ["level"], "S8 H8")
    assert "not a level: zz" in text(answer)
    answer = ask(about="compare", level="4", a="S8 H8 S9 H9 H4 H4", a_as="tube-99-6")
    assert (answer.status_code, errors(answer)) == (422, ["a"])


TAPS = [
    ("黑桃8 红桃10 大王", "CJ", "S8 H10 HR CJ"),
    ("S8 S8", "S8", "S8 S8"),
    ("S8 h10", "back", "S8"),
    ("S8 H10", "clear", ""),
    ("S8 X9", "HT", "S8 X9 H10"),
    ("S8 X9", "back", "S8"),
    ("S8", "X9", "S8"),
]


def test_tap_leads_to_an_address_in_which_nothing_is_tapped(client):
    for typed, tap, held_then in TAPS:
        led = client.get(DESKS[1], {"about": "compare", "a": "S2", "b": typed, "tap": f"b {tap}"})
        assert led.status_code == 302
        query = dict(parse_qsl(urlsplit(led["Location"]).query, keep_blank_values=True))
        assert query == {"about": "compare", "a": "S2", "b": held_then, "tapping": "b"}
        page = client.get(led["Location"])
        assert (held(page, "a"), held(page, "b")) == ("S2", held_then)
        assert 'class="answer"' not in markup(page)
    led = client.get(DESKS[1], {"about": "tribute", "order": "NS", "tap": "a S8"})  # into no field
    assert led["Location"] == f"{DESKS[1]}?about=tribute&order=NS#ask"


def test_level_of_every_table_in_play_is_offered(ask):
    day = a_day(slug="day")
    enter_deal(day.match(1), "NS", by=day.chief)
    page = text(ask("/e/day/ruling/"))
    assert re.search(r"\b5 · played now at table \d", page)


def test_ruling_asks_the_event_its_game_and_its_format_only_and_is_kept_nowhere(client):
    before = PAGES.rendered
    for question in ASKED:
        for desk, most in ((DESKS[1], 3), (DESKS[0], 0)):
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(desk, question)
            assert len(queries) <= most
            assert "no-store" in answer["Cache-Control"]
            assert "ETag" not in answer
    assert PAGES.rendered == before


def test_every_paragraph_that_a_ruling_links_to_exists(client):
    for desk in DESKS:
        there = markup(client.get(desk.replace("ruling", "regulation")))
        linked = set()
        for question in ASKED:
            page = markup(client.get(desk, question))
            linked |= {anchor for _page, anchor in re.findall(r'href="([^"#]*/regulation/)#([^"]+)"', page)}
        assert len(linked) > 10
        assert [anchor for anchor in linked if f' id="{anchor}"' not in there] == []


def test_language_is_changed_without_losing_the_question(client):
    page = markup(client.get(DESKS[1], {"cards": "S8 H8", "level": "5"}))
    link = unescape(re.search(r'href="(/language/en/[^"]*)"', page)[1])
    assert client.get(link)["Location"] == f"{DESKS[1]}?{urlencode({'cards': 'S8 H8', 'level': '5'})}"


def test_page_is_wholly_in_the_reader_s_language_and_read_only(ask, client):
    for question in ASKED:
        query = {name.replace("-", "_"): value for name, value in question.items()}
        page = text(ask(language="zh-hans", **query))
        assert not re.search(r"[a-z]{3,} [a-z]{3,}", page)
    assert client.post(DESKS[0]).status_code == 405
