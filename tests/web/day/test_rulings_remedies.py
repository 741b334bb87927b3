"""更正: what is right, every remedy side by side, one signature; and what everybody sees of it."""

import re

import pytest
from django.utils import translation

from notices.models import Notice
from notices.states import NoticeKind
from tests.factories import a_role
from tests.made_once import once_a_module
from tests.rows import all_rows
from tests.thorough import in_ci_only
from tests.tournaments.round_day import a_day, at_the_bell, win
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.bracket.queries.remedies import Corrected, plan
from tournaments.bracket.words.names import team_name
from tournaments.day.actions.matches import enter_deal
from tournaments.day.actions.rulings import decide
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
RULING = "/e/s000/desk/matches/1/"
PAGE = RULING + "remedies/"
SIGN = PAGE + "signature/"
ALL_AWAY = {"deal-1": "WE", "deal-2": "WE", "deal-3": "WE", "deal-4": "WE", "deal-5": "WNES"}


def a_played_day():
    """Both semi-finals won by home, the final under way."""
    day = a_day(slug="s000")
    win(day, 1)
    win(day, 2)
    day.start(2)
    enter_deal(day.match(3), "NS", by=day.chief)
    return day


made_once, day = once_a_module(a_played_day)


def sign(browser, page, **typed):
    return browser.post(SIGN, {"kind": "replay", "side": "", "seen": value(page, "seen"), **ALL_AWAY, **typed})


def test_deal_is_tapped_right_before_anything_is_calculated(day, chief):
    tap = "1:"
    page = chief.get(PAGE)
    assert page.status_code == 200
    assert [value(page, f"deal-{number}") for number in range(1, 6)] == ["NS"] * 4 + ["NWES"]
    assert "Sign this remedy" not in text(page)
    for seat in "WN":
        page = chief.get(PAGE, {"tap": tap})
        tap = re.search(rf'id="seat-{seat}" name="tap" value="([^"]*)"', markup(page))[1]
    page = chief.get(PAGE, {"tap": tap + "E", "deal-2": "WE"})
    assert (value(page, "deal-1"), value(page, "deal-2")) == ("WNES", "WE")
    assert 'id="seat-S"' in markup(page)
    assert "should have won" not in text(page)
    assert chief.get(PAGE, {"tap": "x:NN"}).status_code == 200


def test_correction_is_offered_calculated_and_every_remedy_shown(day, chief):
    page = text(chief.get(RULING))
    assert "This result can no longer be taken back: match 3" in page
    assert "Say what is right" in page
    page = chief.get(PAGE, ALL_AWAY)
    shown = text(page)
    for sentence in (
        "should have won: levels A : 2. Passed A.",
        "5 : 2 2 : 5",
        "What was played is set aside; the match is played again.",
        "nobody: no correction has to be sent",
        "Tables concerned Table 1, Table 3 ",
    ):
        assert sentence in shown
    assert markup(page).count('class="sheet remedy"') == shown.count("Sign this remedy") == 5


def test_signed_remedy_leads_back_to_the_ruling_page_which_says_once_what_comes_next(day, chief):
    answer = sign(chief, chief.get(PAGE, ALL_AWAY), reason="记反了")
    assert (answer.status_code, answer.headers["Location"]) == (302, RULING)
    rematch = day.match(3)
    assert rematch.home_team_id == day.match(1).away_team_id
    assert Notice.objects.filter(kind=NoticeKind.RECALL).count() == 1
    with translation.override("en"):
        teams = f"{team_name(rematch.home_team)}, {team_name(rematch.away_team)}"
    page = text(chief.get(RULING))
    assert "The remedy is signed." in page
    assert f"Next: call match 3 at table {rematch.table.number} and tell {teams}." in page
    assert "Next: call" not in text(chief.get(RULING))


def test_signature_that_leaves_everybody_where_he_is_calls_for_nothing(day, chief):
    sign(chief, chief.get(PAGE, ALL_AWAY), kind="keep", reason="记反了")
    page = text(chief.get(RULING))
    assert "The remedy is signed." in page
    assert "Next:" not in page


def test_refused_signature_keeps_what_was_typed(day, chief):
    page = chief.get(PAGE, ALL_AWAY)
    before = all_rows()
    answer = sign(chief, page, reason="长" * 201)
    assert answer.status_code == 422
    assert "长" * 201 in markup(answer)
    assert value(answer, "deal-1") == "WE"
    assert 'id="f-reason"' in markup(answer)
    answer = sign(chief, page, kind="reset", reason="录像第3副可证")  # which is not offered here
    assert answer.status_code == 422
    assert markup(answer).count("录像第3副可证") == 1
    assert all_rows() == before


def test_bracket_that_moved_meanwhile_is_shown_anew(day, chief):
    page = chief.get(PAGE, ALL_AWAY)
    decide(day.match(3), "home", by=day.chief, reason="裁定")
    before = all_rows()
    answer = sign(chief, page, reason="记反了")
    assert answer.status_code == 409
    assert all_rows() == before
    assert markup(answer).count("记反了") == 1
    assert value(answer, "seen") == plan(day.match(1), Corrected({**dict.fromkeys(range(1, 5), "WE"), 5: "WNES"})).seen


@pytest.mark.parametrize("faster", [{"kind": "replay"}, {"kind": "rematch"}])
def test_second_of_two_signatures_keeps_its_reason(day, chief, faster):
    """What the first one signed leaves nothing to sign: the page says so, and the reason stands there to be copied."""
    page = chief.get(PAGE, ALL_AWAY)
    assert sign(chief, page, reason="记反了", **faster).status_code == 302
    before = all_rows()
    answer = sign(chief, page, reason="录像第3副可证")
    assert answer.status_code == 409
    assert all_rows() == before
    assert "Somebody else changed this meanwhile." in text(answer)
    assert "Sign this remedy" not in text(answer)
    assert markup(answer).count("录像第3副可证") == 1


def test_statement_that_cannot_be_says_why(day, chief):
    for typed, words in (
        ({"deal-1": "NN"}, "A player goes out once; one seat appears twice in this order."),
        ({"deal-1": "WE"}, "By these deals nobody had won"),
        ({"deal-1": "NS"}, "Nothing is corrected yet"),
        ({"deal-1": "WE", "winner": "away"}, "Either correct deals or decide who has won, not both."),
        ({"winner": "x"}, "Choose one of the two teams."),
    ):
        page = text(chief.get(PAGE, typed))
        assert words in page
        assert "Sign this remedy" not in page
    page = text(chief.get(PAGE.replace("/1/", "/3/"), {"winner": "home"}))
    assert "This match has no result that could be corrected." in page


def test_page_is_the_chief_referees(day):
    referee = signed_in(a_role(day.tournament, RoleKind.REFEREE))
    assert referee.get(PAGE).status_code == 403
    assert referee.post(SIGN, ALL_AWAY).status_code == 403


@in_ci_only
def test_queries_do_not_grow_with_the_deals(day, chief):
    few = queries(chief, PAGE)
    other = a_day(slug="s001")
    match = at_the_bell(other, 1, *["NWSE", "WNES"] * 9, "NS")
    decide(match, "home", by=other.chief, reason="裁定")
    assert queries(signed_in(other.chief), PAGE.replace("s000", "s001")) <= few + 1


# what everybody sees


def test_public_page_shows_every_version_with_its_reason(day, chief):
    sign(chief, chief.get(PAGE, ALL_AWAY), reason="记反了")
    first = text(chief.get("/e/s000/matches/1/"))
    assert "All versions of the result" in first
    assert first.count("wins, levels A : 2. Passed A.") == 2  # the winner's first, whichever side that is
    assert "记反了" in first
    final = text(chief.get("/e/s000/matches/3/"))
    assert "Not finished when it was set aside." in final
    assert "1 entry that was set aside" in final
    assert "Not finished when it was set aside. 记反了" in final
    for address in ("rounds/", "bracket/", "matches/3/"):  # the games were those of another pair
        assert "Deal 2" not in text(chief.get(f"/e/s000/{address}"))
