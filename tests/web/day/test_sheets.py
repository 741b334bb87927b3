"""The referee's tables and sheet: taps without script, the confirmation, refusals that keep everything, the bell."""

import re

import pytest

from journal.queries import last_event_number
from scoring.models import Deal
from tests.factories import a_branch, a_drawn_tournament, a_role, a_team, a_tournament, a_user
from tests.rows import all_rows
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import PASSES_ACE, a_day, at_the_bell, players, tick, win
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.matches import answer_bell, enter_deal, undo_deal
from tournaments.day.actions.rounds import pause_round
from tournaments.day.actions.rulings import both_absent
from tournaments.models import CheckIn, Match, Result
from tournaments.states import MatchState, RoleKind, TeamState

pytestmark = pytest.mark.django_db
POSTS = ("deals/", "undo/", "bell/", "agreement/", "result/", "check-in/", "call/")


def referee(day):
    return signed_in(a_role(day.tournament, RoleKind.REFEREE))


def chief(day):
    return signed_in(day.chief)


def address(number: int = 1, page: str = "") -> str:
    return f"/e/s000/sheets/{number}/{page}"


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
    """The answer to a refused form; nothing has changed."""
    before = all_rows()
    answer = browser.post(address(page=page), typed)
    assert answer.status_code == status
    assert all_rows() == before
    return answer


# reading


def test_sheet_with_time_of_its_own_does_not_speak_of_the_start_of_the_round_and_asks_who_is_there():
    day = a_day(slug="s000", branches=4, tables=3)
    page = text(referee(day).get(address(4)))
    assert "The clock of the round runs. This table's own 60 minutes begin" in page
    assert "Entries can be made once its clock runs" not in page
    assert "Is everybody here?" in page
    referee(day).post(address(4, "check-in/"), {"all": "yes"})
    page = text(referee(day).get(address(4)))
    assert "Is everybody here?" not in page
    assert CheckIn.objects.filter(match=day.match(4)).count() == 4


def test_list_shows_every_table_with_its_state():
    day = a_day(slug="s000", branches=3)
    enter_deal(day.match(4), "NS", by=day.chief)
    words = text(referee(day).get("/e/s000/sheets/"))
    for sentence in ("Quarter-final", "第3分会", "Deal 2", "not called"):
        assert sentence in words
    assert "bye" not in words


def test_list_before_the_draw_says_so():
    tournament = a_tournament(slug="s000")
    page = signed_in(a_role(tournament)).get("/e/s000/sheets/")
    assert "Lots are not drawn yet" in text(page)


def test_sheet_shows_levels_stage_players_and_deals():
    day = a_day(slug="s000")
    for order in ("NS", "WNSE"):
        enter_deal(day.match(1), order, by=day.chief)
    undo_deal(day.match(1), by=day.chief)
    enter_deal(day.match(1), "WNES", by=day.chief)
    words = text(referee(day).get(address()))
    for sentence in (
        "队员甲",
        "队员丁",
        "on stage",
        "Deal 3",
        "2 deals entered",
        "Taken back, corrected, struck",
        "+2 → 4",
        "Undo",
    ):
        assert sentence in words
    assert "Next deal at 4" in words


def test_sheet_says_who_pays_shuffles_and_leads():
    day = a_day(slug="s000")
    enter_deal(day.match(1), "WE", by=day.chief)
    words = text(referee(day).get(address()))
    for sentence in (
        "South and North both pay: West takes the higher card, East the lower",
        "South shuffles, West cuts",
    ):
        assert sentence in words
    enter_deal(day.match(1), "NWSE", by=day.chief)
    assert "East pays North" in text(referee(day).get(address()))


def test_first_deal_has_no_tribute():
    day = a_day(slug="s000")
    assert "No tribute" in text(referee(day).get(address()))


@pytest.mark.parametrize(
    ("number", "said"), [(3, "The opponents are not known yet"), (1, "The round starts on"), (9, None)]
)
def test_sheet_without_play(number, said):
    day = a_day(slug="s000", started=False, minute=-10)
    page = referee(day).get(address(number))
    assert page.status_code == (200 if said else 404)
    if said:
        assert said in text(page)
        assert not seats(page)


def test_sheet_of_a_bye_and_of_a_walkover():
    day = a_day(slug="s000", branches=3)
    assert "A bye" in text(referee(day).get(address(1)))
    both_absent(day.match(3), by=day.chief)
    win(day, 4)
    assert "advances without play" in text(referee(day).get(address(6)))


# tapping, without script


@pytest.mark.parametrize(
    ("order", "taps"),
    [
        ("", {"N": "N", "W": "W", "S": "S", "E": "E"}),
        ("W", {"N": "WN", "W": "", "S": "WS", "E": "WE"}),
        ("WN", {"N": "W", "W": "", "S": "WNS", "E": "WNE"}),
        ("WNE", {"N": "W", "W": "", "S": "WNES", "E": "WN"}),
    ],
)
def test_each_seat_makes_the_next_order(order, taps):
    day = a_day(slug="s000")
    assert seats(referee(day).get(address(), {"order": order})) == taps


def test_third_place_completes_the_fourth_and_shows_what_it_does():
    day = a_day(slug="s000")
    page = referee(day).get(address(), {"order": "WNE"})
    assert value(page, "order") == "WNES"
    assert re.search(r"1st and 3rd \+2", text(page))
    assert "Next deal at 4" in text(page)
    assert not re.search(r'id="confirm"[^>]*disabled', text_of(page))


def test_two_partners_end_the_deal_and_the_others_cannot_be_tapped():
    day = a_day(slug="s000")
    page = referee(day).get(address(), {"order": "EW"})
    assert value(page, "order") == "EW"
    assert "1st and 2nd" in text(page)
    assert len(re.findall(r'class="seat [ns]"[^>]*disabled', text_of(page))) == 2


@pytest.mark.parametrize("order", ["", "N", "NW", "NN", "NSW", "xyz", "<script>", "NWSENWSE"])
def test_incomplete_or_impossible_order_cannot_be_confirmed(order):
    day = a_day(slug="s000")
    page = referee(day).get(address(), {"order": order})
    assert page.status_code == 200
    assert re.search(r'id="confirm"[^>]*disabled', text_of(page))
    assert "<script>" not in text_of(page)


def test_preview_announces_passing_ace():
    day = a_day(slug="s000")
    for order in PASSES_ACE["home"][:-1]:
        enter_deal(day.match(1), order, by=day.chief)
    page = referee(day).get(address(), {"order": "SWE"})
    assert "passes A" in text(page)
    assert "plays A" in text(page)
    assert "Next deal" not in text(page)


# writing


def test_confirmed_deal_is_written_once_however_often_it_is_sent():
    day = a_day(slug="s000")
    browser, form = referee(day), {"order": "WE", "kind": "regular", "seen": seen(day), "key": "one"}
    for _ in range(2):
        answer = browser.post(address(page="deals/"), form)
        assert (answer.status_code, answer["Location"]) == (302, address())
    assert [deal.order for deal in Deal.objects.all()] == ["WE"]
    assert kinds(day.tournament)[-1] == "deal.entered"


def test_refused_deal_shows_all_reasons_and_keeps_the_order():
    day = a_day(slug="s000")
    page = refused(referee(day), "deals/", order="NWX", kind="regular", seen=seen(day))
    assert "four seats only" in text(page)
    at_the_bell(day, 1, in_hand=None)
    page = refused(referee(day), "deals/", order="WE", kind="regular", seen=seen(day))
    assert "The bell has rung" in text(page)
    assert "kind=late&amp;order=WE" in text_of(page)


def test_too_late_deal_shows_the_present_state_and_not_the_order():
    day = a_day(slug="s000")
    before = seen(day)
    enter_deal(day.match(1), "NS", by=day.chief)
    page = refused(referee(day), "deals/", 409, order="NS", kind="regular", seen=before)
    assert "Somebody else changed this meanwhile" in text(page)
    assert "1 deal entered" in text(page)
    assert value(page, "order") == ""
    assert value(page, "seen") == str(seen(day))


def test_key_of_another_form_is_refused():
    day = a_day(slug="s000")
    browser = referee(day)
    browser.post(address(page="deals/"), {"order": "WE", "kind": "regular", "key": "one"})
    page = refused(browser, "deals/", 409, order="NS", kind="regular", key="one")
    assert "sent before with other contents" in text(page)
    assert value(page, "key") != "one"


def test_undo_takes_the_last_deal_back():
    day = a_day(slug="s000")
    enter_deal(day.match(1), "NS", by=day.chief)
    after = last_number(day.tournament)
    assert referee(day).post(address(page="undo/"), {"seen": seen(day)}).status_code == 302
    assert kinds(day.tournament, after) == ["deal.undone"]
    assert "no deal to take back" in text(refused(referee(day), "undo/"))


def test_bell_question_last_deal_and_result():
    day = a_day(slug="s000")
    at_the_bell(day, 1, "NS", in_hand=None)
    browser = referee(day)
    page = browser.get(address())
    assert "Was a deal being played when the bell rang?" in text(page)
    assert not seats(page)
    assert "Say first whether" in text(refused(browser, "bell/"))
    browser.post(address(page="bell/"), {"in_hand": "yes", "seen": seen(day)})
    page = browser.get(address(), {"order": "WE"})
    assert "Confirm the last deal" in text(page)
    assert value(page, "kind") == "in_hand"
    browser.post(address(page="deals/"), {"order": "WE", "kind": "in_hand", "seen": seen(day)})
    words = text(browser.get(address()))
    assert "Time is up and both stand at 5: 第1分会 Team 1 got there first (deal 1)" in words
    assert words.count("We agree") == 2
    assert "Confirm it as chief referee" not in words
    refused(browser, "result/", 403)
    for side in ("home", "away"):
        browser.post(address(page="agreement/"), {"seen": seen(day), "side": side, "agrees": "yes"})
    assert "第1分会 Team 1 advances" in text(browser.get(address()))
    assert Result.objects.get().winner == "home"


def test_answer_at_the_bell_may_be_mended_until_the_last_deal():
    day = a_day(slug="s000")
    match = at_the_bell(day, 1, "NS", in_hand=False)
    assert "A deal was being played after all" in text(referee(day).get(address()))
    answer_bell(match, True, by=day.chief)
    assert "No deal was being played after all" in text(referee(day).get(address()))
    enter_deal(match, "WE", by=day.chief, kind="in_hand")
    assert "after all" not in text(referee(day).get(address()))


def test_tie_at_two_asks_for_an_extra_deal():
    day = a_day(slug="s000")
    tick(day.match(1), "home", "away", by=day.chief)
    at_the_bell(day, 1)
    words = text(referee(day).get(address(), {"order": "NWS"}))
    assert "Confirm the extra deal" in words
    assert "one extra deal decides" in words


def test_pending_result_cannot_be_confirmed():
    day = a_day(slug="s000")
    enter_deal(day.match(1), "NS", by=day.chief)
    assert "The result is not known yet" in text(refused(referee(day), "agreement/", side="home"))


def test_side_that_does_not_agree_calls_for_a_ruling():
    day = a_day(slug="s000")
    at_the_bell(day, 1, "NS")
    browser = referee(day)
    answer = {"seen": seen(day), "side": "away", "agrees": "no", "note": "漏记一副"}
    assert browser.post(address(page="agreement/"), answer).status_code == 302
    assert day.match(1).state == MatchState.DISPUTED
    words = text(browser.get(address()))
    assert "A side does not agree: the chief referee rules." in words
    assert "agrees" not in words


def test_paused_clock_is_said():
    day = a_day(slug="s000")
    pause_round(day.round, by=day.chief)
    assert "The clock is paused" in text(referee(day).get(address()))


def test_check_in_ticks_one_or_all_and_takes_back():
    day = a_day(slug="s000", started=False, minute=-5)
    browser, (first, second) = referee(day), players(day.match(1), "home")
    browser.post(address(page="check-in/"), {"here": f"{first.pk} {second.pk} "})
    assert CheckIn.objects.count() == 2
    browser.post(address(page="check-in/"), {"gone": str(first.pk)})
    assert [c.player for c in CheckIn.objects.all()] == [second]
    stranger = players(day.match(2), "home")[0]
    assert "does not play in this match" in text(refused(browser, "check-in/", here=str(stranger.pk)))


def test_check_in_names_nobody_of_another_event_or_of_a_draft():
    day = a_day(slug="s000", started=False, minute=-5)
    draft = a_team(day.tournament.branches.first(), state=TeamState.DRAFT, players=("尚未报名", "也未报名"))
    elsewhere = a_team(a_branch(a_tournament()), players=("别处的人", "另一个人"))
    for team in (draft, elsewhere):
        ids = " ".join(str(player.pk) for player in team.players.all())
        answer = referee(day).post(address(page="check-in/"), {"here": ids}, follow=True)
        assert not [p for p in team.players.all() if p.name in text(answer)]
    assert CheckIn.objects.count() == 0


def test_chief_referee_calls_a_table_from_its_sheet():
    day = a_day(slug="s000", started=False, minute=-5)
    assert "Call both teams" in text(chief(day).get(address()))
    assert "Call both teams" not in text(referee(day).get(address()))
    assert chief(day).post(address(page="call/")).status_code == 302
    assert day.match(1).state == MatchState.CALLED
    assert "Called at 12:25" in text(referee(day).get(address()))


# who may


def test_stranger_is_turned_away_everywhere():
    a_day(slug="s000")
    stranger = signed_in(a_user())
    assert stranger.get("/e/s000/sheets/").status_code == 403
    assert stranger.get(address()).status_code == 403
    for page in POSTS:
        refused(stranger, page, 403)


def test_office_reads_and_checks_in_but_enters_no_deal():
    day = a_day(slug="s000")
    office = signed_in(a_role(day.tournament, RoleKind.OFFICE))
    page = office.get(address())
    assert (page.status_code, seats(page)) == (200, {})
    for post in ("deals/", "undo/", "bell/", "agreement/", "result/", "call/"):
        refused(office, post, 403, order="NS")


def test_number_of_queries_does_not_grow_with_the_event():
    small, large = a_drawn_tournament(slug="small", branches=2), a_drawn_tournament(slug="large", branches=8)
    for tournament in (small, large):
        Match.objects.filter(stage__tournament=tournament, state=MatchState.READY).update(state=MatchState.CALLED)
    reader = a_user(is_staff=True)
    for page in ("", "1/"):
        costs = [queries(signed_in(reader), f"/e/{slug}/sheets/{page}") for slug in ("small", "large")]
        assert costs[0] == costs[1] <= 20


@pytest.mark.parametrize("part", [False, True], ids=["page", "part"])
def test_a_match_in_play_costs_fifteen_queries_however_many_deals_stand(part):
    day = a_day(slug="s000", branches=4)
    browser, counts = referee(day), []
    for order in ("NS", "WNES", "SWEN"):
        enter_deal(day.match(1), order, by=day.chief)
        counts.append(queries(browser, address(), part=part))
    assert set(counts) == {15}


def test_long_branch_keeps_its_end_at_the_seats_and_in_the_score():
    day = a_day(slug="s000", branches=4)
    for number, name in ((1, "一"), (2, "二")):
        branches = day.tournament.branches.filter(pk=day.match(number).home_team.branch_id)
        branches.update(name=f"国际教育与合作交流学院第{name}分会")
        assert f"<i>第{name}分会</i>" in markup(referee(day).get(address(number)))
