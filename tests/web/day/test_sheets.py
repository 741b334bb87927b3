"""The referee's tables and sheet: taps without script, the confirmation, refusals that keep everything, the bell."""

import re

import pytest

from journal.queries import last_event_number
from scoring.models import Deal
from tests.factories import a_branch, a_referee, a_role, a_team, a_tournament, a_user
from tests.made_once import once_a_module
from tests.rows import all_rows
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import PASSES_ACE, a_day, at_the_bell, players, tick, win
from tests.web import pages
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.matches import answer_bell, enter_deal, undo_deal
from tournaments.day.actions.rounds import pause_round
from tournaments.day.actions.rulings import both_absent
from tournaments.models import CheckIn, Result
from tournaments.states import MatchState, RoleKind, TeamState

pytestmark = pytest.mark.django_db
POSTS = ("deals/", "undo/", "bell/", "agreement/", "result/", "check-in/", "call/")

made_once, early = once_a_module(lambda: a_day(slug="s000", started=False, minute=-5))


def address(number: int = 1, page: str = "", slug: str = "s000") -> str:
    return f"/e/{slug}/sheets/{number}/{page}"


def seats(page) -> dict[str, str]:
    """What a tap on each seat would ask for."""
    buttons = re.findall(r'<button class="seat[^"]*" id="seat-([NWSE])" name="order" value="([NWSE]*)"', text_of(page))
    return dict(buttons)


def text_of(page) -> str:
    """Without what is kept for the script."""
    return re.sub(r"<template\b.*?</template>", "", markup(page), flags=re.DOTALL)


def seen(day, number: int = 1) -> int:
    return last_event_number(day.tournament.journal, current_sheet(day.match(number)).subject)


def refused(browser, page: str, status: int = 422, **typed):
    return pages.refused(browser, address(page=page), status, **typed)


# reading


def test_sheet_with_time_of_its_own_does_not_speak_of_the_start_of_the_round_and_asks_who_is_there():
    day = a_day(slug="four", branches=4, tables=3)
    browser, sheet = signed_in(a_referee(day.tournament)), address(4, slug="four")
    page = text(browser.get(sheet))
    assert "The clock of the round runs. This table's own 60 minutes begin" in page
    assert "Entries can be made once its clock runs" not in page
    assert "Is everybody here?" in page
    browser.post(sheet + "check-in/", {"all": "yes"})
    assert "Is everybody here?" not in text(browser.get(sheet))
    assert CheckIn.objects.filter(match=day.match(4)).count() == 4


def test_list_shows_every_table_with_its_state_and_no_bye():
    day = a_day(slug="three", branches=3)
    browser = signed_in(a_referee(day.tournament))
    enter_deal(day.match(4), "NS", by=day.chief)
    words = text(browser.get("/e/three/sheets/"))
    for sentence in ("Quarter-final", "第3分会", "Deal 2", "not called"):
        assert sentence in words
    assert "bye" not in words
    assert "A bye" in text(browser.get(address(1, slug="three")))
    both_absent(day.match(3), by=day.chief)
    undo_deal(day.match(4), by=day.chief)
    win(day, 4)
    assert "advances without play" in text(browser.get(address(6, slug="three")))


def test_sheet_shows_levels_stage_players_and_deals_and_who_pays_shuffles_and_leads(day, referee):
    assert "No tribute" in text(referee.get(address()))
    for order in ("NS", "WNSE"):
        enter_deal(day.match(1), order, by=day.chief)
    undo_deal(day.match(1), by=day.chief)
    enter_deal(day.match(1), "WNES", by=day.chief)
    words = text(referee.get(address()))
    for sentence in (
        "队员甲", "队员丁", "on stage", "Deal 3", "2 deals entered", "Taken back, corrected, struck", "+2 → 4", "Undo",
        "Next deal at 4", "South pays West",
    ):  # fmt: skip
        assert sentence in words
    enter_deal(day.match(1), "WE", by=day.chief)
    words = text(referee.get(address()))
    assert "South and North both pay: West takes the higher card, East the lower" in words
    assert "South shuffles, West cuts" in words


def test_sheet_without_play(early, referee):
    for number, said in ((3, "The opponents are not known yet"), (1, "The round starts on")):
        page = referee.get(address(number))
        assert said in text(page)
        assert not seats(page)
    assert referee.get(address(9)).status_code == 404


# tapping, without script


def test_each_seat_makes_the_next_order(day, referee):
    for order, taps in (
        ("", {"N": "N", "W": "W", "S": "S", "E": "E"}),
        ("W", {"N": "WN", "W": "", "S": "WS", "E": "WE"}),
        ("WN", {"N": "W", "W": "", "S": "WNS", "E": "WNE"}),
        ("WNE", {"N": "W", "W": "", "S": "WNES", "E": "WN"}),
    ):
        assert seats(referee.get(address(), {"order": order})) == taps


def test_last_tap_completes_the_order_and_shows_what_it_does(day, referee):
    page = referee.get(address(), {"order": "WNE"})
    assert value(page, "order") == "WNES"
    assert re.search(r"1st and 3rd \+2", text(page))
    assert "Next deal at 4" in text(page)
    assert not re.search(r'id="confirm"[^>]*disabled', text_of(page))
    page = referee.get(address(), {"order": "EW"})  # two partners end the deal
    assert value(page, "order") == "EW"
    assert "1st and 2nd" in text(page)
    assert len(re.findall(r'class="seat [ns]"[^>]*disabled', text_of(page))) == 2


def test_incomplete_or_impossible_order_cannot_be_confirmed(day, referee):
    for order in ("", "N", "NW", "NN", "NSW", "xyz", "<script>", "NWSENWSE"):
        page = referee.get(address(), {"order": order})
        assert page.status_code == 200
        assert re.search(r'id="confirm"[^>]*disabled', text_of(page)), order
        assert "<script>" not in text_of(page)


def test_preview_announces_passing_ace(day, referee):
    for order in PASSES_ACE["home"][:-1]:
        enter_deal(day.match(1), order, by=day.chief)
    page = text(referee.get(address(), {"order": "SWE"}))
    assert "passes A" in page
    assert "plays A" in page
    assert "Next deal" not in page


# writing


def test_confirmed_deal_is_written_once_however_often_it_is_sent(day, referee):
    form = {"order": "WE", "kind": "regular", "seen": seen(day), "key": "one"}
    for _ in range(2):
        answer = referee.post(address(page="deals/"), form)
        assert (answer.status_code, answer["Location"]) == (302, address())
    assert [deal.order for deal in Deal.objects.all()] == ["WE"]
    assert kinds(day.tournament)[-1] == "deal.entered"
    page = refused(referee, "deals/", 409, order="NS", kind="regular", key="one")
    assert "sent before with other contents" in text(page)
    assert value(page, "key") != "one"


def test_refused_deal_shows_all_reasons_and_keeps_the_order(day, referee):
    page = refused(referee, "deals/", order="NWX", kind="regular", seen=seen(day))
    assert "four seats only" in text(page)
    at_the_bell(day, 1, in_hand=None)
    page = refused(referee, "deals/", order="WE", kind="regular", seen=seen(day))
    assert "The bell has rung" in text(page)
    assert "kind=late&amp;order=WE" in text_of(page)


def test_too_late_deal_shows_the_present_state_and_not_the_order(day, referee):
    before = seen(day)
    enter_deal(day.match(1), "NS", by=day.chief)
    page = refused(referee, "deals/", 409, order="NS", kind="regular", seen=before)
    assert "Somebody else changed this meanwhile" in text(page)
    assert "1 deal entered" in text(page)
    assert value(page, "order") == ""
    assert value(page, "seen") == str(seen(day))


def test_undo_takes_the_last_deal_back(day, referee):
    enter_deal(day.match(1), "NS", by=day.chief)
    assert "The result is not known yet" in text(refused(referee, "agreement/", side="home"))
    after = last_number(day.tournament)
    assert referee.post(address(page="undo/"), {"seen": seen(day)}).status_code == 302
    assert kinds(day.tournament, after) == ["deal.undone"]
    assert "no deal to take back" in text(refused(referee, "undo/"))


def test_bell_question_last_deal_and_result(day, referee):
    at_the_bell(day, 1, "NS", in_hand=None)
    page = referee.get(address())
    assert "Was a deal being played when the bell rang?" in text(page)
    assert not seats(page)
    assert "Say first whether" in text(refused(referee, "bell/"))
    referee.post(address(page="bell/"), {"in_hand": "yes", "seen": seen(day)})
    page = referee.get(address(), {"order": "WE"})
    assert "Confirm the last deal" in text(page)
    assert value(page, "kind") == "in_hand"
    referee.post(address(page="deals/"), {"order": "WE", "kind": "in_hand", "seen": seen(day)})
    words = text(referee.get(address()))
    assert "Time is up and both stand at 5: 第1分会 Team 1 got there first (deal 1)" in words
    assert words.count("We agree") == 2
    assert "Confirm it as chief referee" not in words
    refused(referee, "result/", 403)
    for side in ("home", "away"):
        referee.post(address(page="agreement/"), {"seen": seen(day), "side": side, "agrees": "yes"})
    assert "第1分会 Team 1 advances" in text(referee.get(address()))
    assert Result.objects.get().winner == "home"


def test_answer_at_the_bell_may_be_mended_until_the_last_deal(day, referee):
    match = at_the_bell(day, 1, "NS", in_hand=False)
    assert "A deal was being played after all" in text(referee.get(address()))
    answer_bell(match, True, by=day.chief)
    assert "No deal was being played after all" in text(referee.get(address()))
    enter_deal(match, "WE", by=day.chief, kind="in_hand")
    assert "after all" not in text(referee.get(address()))


def test_tie_at_two_asks_for_an_extra_deal(day, referee):
    tick(day.match(1), "home", "away", by=day.chief)
    at_the_bell(day, 1)
    words = text(referee.get(address(), {"order": "NWS"}))
    assert "Confirm the extra deal" in words
    assert "one extra deal decides" in words


def test_side_that_does_not_agree_calls_for_a_ruling(day, referee):
    at_the_bell(day, 1, "NS")
    answer = {"seen": seen(day), "side": "away", "agrees": "no", "note": "漏记一副"}
    assert referee.post(address(page="agreement/"), answer).status_code == 302
    assert day.match(1).state == MatchState.DISPUTED
    words = text(referee.get(address()))
    assert "A side does not agree: the chief referee rules." in words
    assert "agrees" not in words


def test_paused_clock_is_said(day, referee):
    pause_round(day.round, by=day.chief)
    assert "The clock is paused" in text(referee.get(address()))


def test_check_in_ticks_some_and_takes_back_and_names_nobody_who_does_not_play_here(early, referee):
    first, second = players(early.match(1), "home")
    referee.post(address(page="check-in/"), {"here": f"{first.pk} {second.pk} "})
    assert CheckIn.objects.count() == 2
    referee.post(address(page="check-in/"), {"gone": str(first.pk)})
    assert [c.player for c in CheckIn.objects.all()] == [second]
    stranger = players(early.match(2), "home")[0]
    assert "does not play in this match" in text(refused(referee, "check-in/", here=str(stranger.pk)))
    draft = a_team(early.tournament.branches.first(), state=TeamState.DRAFT, players=("尚未报名", "也未报名"))
    elsewhere = a_team(a_branch(a_tournament()), players=("别处的人", "另一个人"))
    for team in (draft, elsewhere):
        ids = " ".join(str(player.pk) for player in team.players.all())
        answer = referee.post(address(page="check-in/"), {"here": ids}, follow=True)
        assert not [p for p in team.players.all() if p.name in text(answer)]
    assert CheckIn.objects.count() == 1


def test_chief_referee_calls_a_table_from_its_sheet(early, chief, referee):
    assert "Call both teams" in text(chief.get(address()))
    assert "Call both teams" not in text(referee.get(address()))
    assert chief.post(address(page="call/")).status_code == 302
    assert early.match(1).state == MatchState.CALLED
    assert "Called at 12:25" in text(referee.get(address()))


# who may


def test_stranger_is_turned_away_everywhere_and_the_office_enters_no_deal(day):
    stranger, office = signed_in(a_user()), signed_in(a_role(day.tournament, RoleKind.OFFICE))
    before = all_rows()
    for page in ("sheets/", "sheets/1/", "desk/", "desk/1/", "desk/matches/1/"):
        assert stranger.get(f"/e/s000/{page}").status_code == 403, page
    page = office.get(address())
    assert (page.status_code, seats(page)) == (200, {})
    for browser, posts in ((stranger, set(POSTS)), (office, {*POSTS} - {"check-in/"})):
        for post in posts:
            assert browser.post(address(page=post), {"order": "NS"}).status_code == 403, post
    assert all_rows() == before


def test_a_match_in_play_costs_fifteen_queries_however_many_deals_stand(day, referee):
    counts = []
    for order in ("NS", "WNES", "SWEN"):
        enter_deal(day.match(1), order, by=day.chief)
        counts += [queries(referee, address(), part=part) for part in (False, True)]
    assert set(counts) == {15}


def test_long_branch_keeps_its_end_at_the_seats_and_in_the_score(day, referee):
    branch = day.match(1).home_team.branch
    for name in "一二":
        branch.name = f"国际教育与合作交流学院第{name}分会"
        branch.save()
        assert f"<i>第{name}分会</i>" in markup(referee.get(address()))
