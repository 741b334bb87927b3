"""The referee's other forms, without script: corrections, penalties, more time, the call for the chief referee; and
what is wrong with a form of the sheet stands at its field, in its open box, with what was typed.
"""

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest

from scoring.models import Deal, Penalty
from tests.factories import a_role
from tests.made_once import once_a_module
from tests.tournaments.round_day import PASSES_ACE, Day, a_day
from tests.web import pages
from tests.web.day.test_other_games import of_named
from tests.web.form_fields import form_fields
from tests.web.pages import markup, signed_in, text, value
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.links import issue_slips
from tournaments.day.actions.matches import enter_deal, enter_penalty
from tournaments.day.queries.sheet_parts import open_calls
from tournaments.entries.queries.links import token_of
from tournaments.states import MatchState, RoleKind

pytestmark = pytest.mark.django_db
SHEET = "/e/s000/sheets/1/"
LONG = "长" * 201


def shown(page) -> str:
    """Without the parts that are kept for the script."""
    return re.sub(r"<template\b.*?</template>", "", markup(page), flags=re.DOTALL)


def two_deals() -> Day:
    """Two deals entered: home at 5, away at 3."""
    played = a_day(slug="s000")
    for order in ("NS", "WNSE"):
        enter_deal(played.match(1), order, by=played.chief)
    return played


made_once, day = once_a_module(two_deals)


def sent(browser, form: str, **typed: object):
    """The page after that form, with the version that the page shows."""
    seen = value(browser.get(SHEET), "seen")
    return browser.post(f"{SHEET}{form}/", {"seen": seen, **typed}, follow=True)


def refused(browser, form: str, status: int = 422, page: str = SHEET, **typed: object) -> str:
    seen = value(browser.get(page), "seen")
    return markup(pages.refused(browser, f"{page}{form}/", status, seen=seen, **typed))


def tapped(page) -> dict[str, str]:
    """What a tap on each seat of the deal that is corrected would ask for."""
    return dict(re.findall(r'id="right-([NWSE])"\s+name="right"\s+value="([NWSE]*)"', markup(page)))


def test_deal_is_corrected_by_tapping_its_seats_with_a_reason_that_stays_readable(referee):
    page = referee.get(SHEET, {"correct": "2"})
    assert form_fields(markup(page), f"{SHEET}correction/")["order"] == "WNSE"
    assert tapped(page) == {"W": "", "N": "W", "S": "WN", "E": "WNSE"}
    page = referee.get(SHEET, {"correct": "2", "right": "", "reason": "看错了座位"})
    assert value(page, "reason") == "看错了座位"
    assert 'hx-include="#mend-reason [name=reason],' in shown(page)
    assert tapped(page) == {"W": "W", "N": "N", "S": "S", "E": "E"}
    page = referee.get(SHEET, {"correct": "2", "right": "WNE"})
    typed = form_fields(markup(page), f"{SHEET}correction/") | {"reason": "记反了"}
    assert "记反了" in text(referee.post(f"{SHEET}correction/", typed, follow=True))
    assert [deal.order for deal in Deal.objects.filter(struck_at=None).order_by("number")] == ["NS", "WNES"]
    for query in ({"correct": "7"}, {"correct": "x"}, {"correct": "2", "right": "NNXX"}):
        page = referee.get(SHEET, query | {"reason": "长" * 900})
        assert page.status_code == 200
    assert len(value(page, "reason")) == 200
    refused(referee, "correction", deal="x", order="NWES", reason="记反了")


def test_referee_gives_what_the_table_of_the_rule_set_has_and_notes_or_warns_of_anything_else(referee):
    refused(referee, "penalty", penalty="away:hidden_card", effect="opponents_up", amount="1")
    assert "Late for the match: the match is lost" in text(referee.get(SHEET))
    sent(referee, "penalty", penalty="away:hidden_card")
    sent(referee, "penalty", penalty="away:other", effect="warning", note="大声说话")
    words = text(sent(referee, "penalty", penalty="home:slow_play"))
    assert "A wrong number of cards: it is noted" in words
    penalties = [(row.offence, row.effects, row.note) for row in Penalty.objects.order_by("pk")]
    noted, warned = [{"kind": "note", "amount": 0}], [{"kind": "warning", "amount": 0}]
    assert penalties == [("hidden_card", noted, ""), ("other", warned, "大声说话"), ("slow_play", noted, "")]
    sent(referee, "penalty", penalty="away:late", note="下半场迟到")
    late = Penalty.objects.get(offence="late")
    assert (late.side, late.after_deal, late.note, late.effects[0]["kind"]) == ("away", 2, "下半场迟到", "match_lost")


def test_slip_only_notes_what_would_end_the_match(day, client):
    (slip, *_others) = issue_slips(day.round, by=day.chief)
    client.post(f"/t/{token_of(slip)}/")
    words = text(client.get(SHEET))
    assert ("迟到：记录在案" in words, "判负" in words) == (True, False)
    sent(client, "penalty", penalty="away:late")
    assert Penalty.objects.get().effects == [{"kind": "note", "amount": 0}]
    refused(client, "penalty", penalty="away:late", effect="match_lost")


def test_chief_referee_may_give_another_penalty(chief):
    words = text(sent(chief, "penalty", penalty="away:hidden_card", effect="opponents_up", amount="2"))
    assert Penalty.objects.get().effects == [{"kind": "opponents_up", "amount": 2}]
    assert "7 : 3" in words


def test_penalty_is_struck_with_a_reason_and_keeps_the_undo_until_then(referee):
    sent(referee, "penalty", penalty="home:late")
    assert 'id="undo"' not in shown(referee.get(SHEET))
    pk = Penalty.objects.get().pk
    words = text(sent(referee, "strike", penalty=pk, reason="看错人了"))
    assert "看错人了" in words
    assert 'id="undo"' in shown(referee.get(SHEET))


def test_time_for_this_table_is_the_chief_referees(day, referee, chief):
    assert "Extra time for this table" not in text(referee.get(SHEET))
    refused(referee, "extension", 403, minutes=5, reason="换牌")
    sent(chief, "extension", minutes=5, reason="换牌")
    assert current_sheet(day.match(1)).extra == timedelta(minutes=5)


def test_call_for_the_chief_referee_stands_on_the_sheet(day, referee):
    assert "The chief referee was called at 12:35: 抽牌有争议" in text(sent(referee, "referee", note="抽牌有争议"))
    assert [call.match for call in open_calls(day.tournament)] == [1]


def test_page_brings_its_script_the_sheet_and_the_device_its_name(referee, day):
    page = referee.get(SHEET)
    assert '<script id="phone" type="application/json">' in markup(page)
    assert len(referee.cookies["device"].value) == 32
    assert referee.get(SHEET).cookies["device"].value == page.cookies["device"].value
    office = signed_in(a_role(day.tournament, RoleKind.OFFICE)).get(SHEET)
    assert 'id="phone"' not in markup(office)


def test_service_worker_may_only_serve_event_pages_and_is_asked_for_anew(client):
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert (answer["Service-Worker-Allowed"], answer["Cache-Control"]) == ("/e/", "no-cache")
    assert "respondWith" in markup(answer)


# what is wrong


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


def test_what_is_wrong_stands_at_its_field_with_what_was_typed(chief):
    for form, typed, field in (
        ("penalty", {"penalty": "", "note": "大声说话"}, "penalty"),
        ("penalty", {"penalty": "away:nonsense", "effect": "warning", "note": "大声说话"}, "penalty"),
        ("penalty", {"penalty": "away:other", "effect": "nonsense"}, "effect"),
        ("penalty", {"penalty": "away:other", "effect": "opponents_up", "amount": "99"}, "amount"),
        ("penalty", {"penalty": "away:other", "effect": "note", "note": LONG}, "note"),
        ("extension", {"minutes": "0", "reason": "换牌"}, "minutes"),
        ("extension", {"minutes": "7", "reason": ""}, "reason"),
        ("referee", {"note": LONG}, "note"),
        ("correction", {"deal": "1", "order": "NWES", "reason": ""}, "reason"),
    ):
        html = refused(chief, form, **typed)
        page = Page(html)
        page.tells(f"f-{field}")
        assert page.ids[f"f-{field}"]["aria-invalid"] == "true"
        chosen = {name: entry for name, entry in typed.items() if "nonsense" not in str(entry)}
        assert chosen.items() <= form_fields(html, f"{SHEET}{form}/").items()


def test_penalty_is_struck_only_with_a_reason_which_is_asked_for_at_its_own_row(day, chief):
    for offence in ("other", "slow_play"):
        enter_penalty(day.match(1), "away", offence, by=day.chief, effects=[])
    first, second = Penalty.objects.order_by("pk")
    page = Page(refused(chief, "strike", penalty=second.pk, reason=LONG))
    page.tells("f-reason")
    assert page.ids["f-reason"]["aria-invalid"] == "true"
    assert page.ids["f-reason"]["value"] == LONG
    assert page.closed[f"strike-{first.pk}-reason"] == [f"strike-{first.pk}"]
    assert Page(refused(chief, "strike", penalty=0, reason="")).links == []


def test_objection_keeps_its_note_at_the_side_that_wrote_it(day, chief):
    for order in PASSES_ACE["home"][1:]:
        enter_deal(day.match(1), order, by=day.chief)
    page = Page(refused(chief, "agreement", side="away", agrees="no", note=LONG))
    page.tells("f-note")
    assert page.ids["f-note"]["value"] == LONG
    assert page.closed["dispute-home-note"] == ["dispute-home"]
    assert day.match(1).state == MatchState.PLAYING


def test_order_that_cannot_be_is_told_at_the_seats_and_what_concerns_no_field_leads_nowhere(chief):
    for form, typed in (("bell", {"in_hand": "x"}), ("correction", {"deal": "9", "order": "NS"})):
        page = Page(refused(chief, form, **typed))
        assert "problems" in page.ids
        assert page.links == []
    for form, typed in (("deals", {}), ("correction", {"deal": "1", "reason": "记反了"})):
        Page(refused(chief, form, order="NNXX", **typed)).tells("f-order")


@pytest.mark.parametrize(
    ("game", "typed", "field"),
    [
        ("shuangsheng", {"points": "40", "bottom": "on", "wrong_play": "away"}, "defenders"),
        ("gouji", {"winner": "home", "order": "132"}, "order"),
    ],
)
def test_other_game_tells_at_its_fields_and_keeps_them(game, typed, field):
    table = of_named(game)
    right = {"defenders": "home", "points": "0"} if game == "shuangsheng" else {"winner": "home"}
    for form, more in (("deals", {}), ("correction", {"deal": "1", "reason": "记反了"})):
        html = refused(table.browser, form, page=table.address, **typed, **more)
        Page(html).tells(f"f-{field}")
        assert (typed | more).items() <= form_fields(html, f"{table.address}{form}/").items()
        if form == "deals":
            table.send("deals", **right)
