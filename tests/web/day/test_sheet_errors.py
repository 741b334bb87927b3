"""What is wrong with a form of the sheet stands at its field, in its open box, with what was typed."""

import re
from html.parser import HTMLParser

import pytest

from scoring.models import Penalty
from tests.made_once import once_a_module
from tests.tournaments.round_day import PASSES_ACE, a_day
from tests.web import pages
from tests.web.day.test_other_games import of_named
from tests.web.form_fields import form_fields
from tests.web.pages import markup, signed_in, value
from tournaments.day.actions.matches import enter_deal, enter_penalty
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db
SHEET = "/e/s000/sheets/1/"
LONG = "长" * 201


class Page(HTMLParser):
    """The elements of a page by their ids, the closed boxes around each, and where the list of problems leads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: dict[str, dict[str, str]] = {}
        self.boxes: list[tuple[str, bool]] = []
        self.closed: dict[str, list[str]] = {}
        self.links: list[str] = []
        self.feed(re.sub(r"<template\b.*?</template>", "", html, flags=re.DOTALL))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: content or "" for name, content in attributes}
        if tag == "details":
            self.boxes.append((values.get("id", ""), "open" in values))
        if name := values.get("id"):
            assert name not in self.ids, f"{name} appears twice"
            self.ids[name] = values
            self.closed[name] = [box for box, is_open in self.boxes if not is_open]
        if tag == "a" and values.get("href", "").startswith("#") and "problems" in self.ids:
            self.links.append(values["href"][1:])

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.boxes.pop()

    def tells(self, name: str) -> None:
        """The field has its error, in an open box, and the list above leads to it."""
        assert name in self.links
        assert self.ids[name]["aria-describedby"] == f"{name}_error"
        assert f"{name}_error" in self.ids
        assert self.closed[name] == []


made_once, day = once_a_module(lambda: a_day(slug="s000"))


def refused(browser, form: str, page: str = SHEET, **typed: object) -> str:
    return markup(pages.refused(browser, f"{page}{form}/", seen=value(browser.get(page), "seen"), **typed))


@pytest.mark.parametrize(
    ("form", "typed", "field"),
    [
        ("penalty", {"penalty": "", "note": "大声说话"}, "penalty"),
        ("penalty", {"penalty": "away:nonsense", "effect": "warning", "note": "大声说话"}, "penalty"),
        ("penalty", {"penalty": "away:other", "effect": "nonsense"}, "effect"),
        ("penalty", {"penalty": "away:other", "effect": "opponents_up", "amount": "99"}, "amount"),
        ("penalty", {"penalty": "away:other", "effect": "note", "note": LONG}, "note"),
        ("extension", {"minutes": "0", "reason": "换牌"}, "minutes"),
        ("extension", {"minutes": "7", "reason": ""}, "reason"),
        ("referee", {"note": LONG}, "note"),
        ("correction", {"deal": "1", "order": "NWES", "reason": ""}, "reason"),
    ],
)
def test_what_is_wrong_stands_at_its_field_with_what_was_typed(day, form, typed, field):
    enter_deal(day.match(1), "NS", by=day.chief)
    html = refused(signed_in(day.chief), form, **typed)
    page = Page(html)
    page.tells(f"f-{field}")
    assert page.ids[f"f-{field}"]["aria-invalid"] == "true"
    chosen = {name: entry for name, entry in typed.items() if "nonsense" not in str(entry)}
    assert chosen.items() <= form_fields(html, f"{SHEET}{form}/").items()


def test_penalty_is_struck_only_with_a_reason_which_is_asked_for_at_its_own_row(day):
    enter_deal(day.match(1), "NS", by=day.chief)
    for offence in ("other", "slow_play"):
        enter_penalty(day.match(1), "away", offence, by=day.chief, effects=[])
    first, second = Penalty.objects.order_by("pk")
    browser = signed_in(day.chief)
    page = Page(refused(browser, "strike", penalty=second.pk, reason=LONG))
    page.tells("f-reason")
    assert page.ids["f-reason"]["aria-invalid"] == "true"
    assert page.ids["f-reason"]["value"] == LONG
    assert page.closed[f"strike-{first.pk}-reason"] == [f"strike-{first.pk}"]
    assert Page(refused(browser, "strike", penalty=0, reason="")).links == []


def test_objection_keeps_its_note_at_the_side_that_wrote_it(day):
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    page = Page(refused(signed_in(day.chief), "agreement", side="away", agrees="no", note=LONG))
    page.tells("f-note")
    assert page.ids["f-note"]["value"] == LONG
    assert page.closed["dispute-home-note"] == ["dispute-home"]
    assert day.match(1).state == MatchState.PLAYING


def test_order_that_cannot_be_is_told_at_the_seats_and_what_concerns_no_field_leads_nowhere(day):
    browser = signed_in(day.chief)
    for form, typed in (("bell", {"in_hand": "x"}), ("undo", {}), ("correction", {"deal": "9", "order": "NS"})):
        page = Page(refused(browser, form, **typed))
        assert "problems" in page.ids
        assert page.links == []
    enter_deal(day.match(1), "NS", by=day.chief)
    for form, typed in (("deals", {}), ("correction", {"deal": "1", "reason": "记反了"})):
        Page(refused(browser, form, order="NNXX", **typed)).tells("f-order")


@pytest.mark.parametrize(
    ("game", "typed", "field"),
    [
        ("shuangsheng", {"points": "40", "bottom": "on", "wrong_play": "away"}, "defenders"),
        ("gouji", {"winner": "home", "order": "132"}, "order"),
    ],
)
def test_other_game_tells_at_its_fields_and_keeps_them(game, typed, field):
    table = of_named(game)

    def tells(form: str, **more: str) -> None:
        html = refused(table.browser, form, table.address, **typed, **more)
        Page(html).tells(f"f-{field}")
        assert (typed | more).items() <= form_fields(html, f"{table.address}{form}/").items()

    tells("deals")
    table.send("deals", **({"defenders": "home", "points": "0"} if game == "shuangsheng" else {"winner": "home"}))
    tells("correction", deal="1", reason="记反了")
