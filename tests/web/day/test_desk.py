"""The chief referee's desk: every table, the clock, calls, check-ins, what is missing; and the rulings on one match."""

import re

import pytest

from scoring.actions.submissions import SentEntry
from scoring.models import Clock, Deal
from scoring.states import ClockState
from tests.factories import a_drawn_tournament, a_role, a_tournament, a_user
from tests.rows import all_rows
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import a_day, at_the_bell, players, tick, win
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.day.actions.matches import call_match, call_referee, enter_deal, submit
from tournaments.day.actions.rounds import call_round
from tournaments.models import CheckIn, Match, Result
from tournaments.states import MatchState, RoleKind

pytestmark = pytest.mark.django_db
DESK = "/e/s000/desk/"
ROUND_POSTS = (
    "1/call/", "1/clock/start/", "1/clock/pause/", "1/clock/resume/", "1/clock/extension/", "1/clock/plan/",
    "1/call/undo/", "1/clock/start/undo/", "1/clock/pause/undo/", "1/clock/extension/undo/",
)  # fmt: skip
MATCH_POSTS = (
    "call/",
    "call/undo/",
    "extension/undo/",
    "forfeit/",
    "absence/",
    "disqualification/",
    "decision/",
    "correction/",
)


def chief(day):
    return signed_in(day.chief)


def referee(day):
    return signed_in(a_role(day.tournament, RoleKind.REFEREE))


def ruling(number: int = 1, page: str = "") -> str:
    return f"{DESK}matches/{number}/{page}"


def card(page, number: int) -> str:
    """The card of that match, as text."""
    match_card = re.search(rf'<li class="card[^>]*id="m{number}">.*?</footer>', markup(page), re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", match_card[0])) if match_card else ""


def refused(browser, address: str, status: int = 422, **typed):
    """The answer to a refused form; nothing has changed."""
    before = all_rows()
    answer = browser.post(address, typed)
    assert answer.status_code == status
    assert all_rows() == before
    return answer


# the tables of a round


def test_desk_before_the_draw_says_so():
    tournament = a_tournament(slug="s000")
    page = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE)).get(DESK)
    assert "Lots are not drawn yet" in text(page)


def test_desk_shows_the_current_round_and_each_table():
    day = a_day(slug="s000", branches=4, started=False, minute=-10)
    call_round(day.round, by=day.chief)
    tick(day.match(1), "home", "away", by=day.chief)
    tick(day.match(2), "home", by=day.chief)
    day.start()
    enter_deal(day.match(3), "WE", by=day.chief)
    day.at(12)
    page = chief(day).get(DESK)
    assert "Deal 1" in card(page, 1)
    assert "called" in card(page, 2)
    assert "第2分会 Team 2 is late" in card(page, 2)
    assert "Due at 12:30, 12 minutes ago. Missing: 第2分会 Team 2 队员丙, 队员丁" in card(page, 2)
    assert "Deal 2" in card(page, 3)
    assert "no entry for 12 minutes" in card(page, 3)
    assert "Both teams are late" in card(page, 4)
    assert "At 2 tables somebody is missing" in text(page)


def test_desk_moves_on_with_the_rounds_and_shows_any_of_them():
    day = a_day(slug="s000")
    win(day, 1)
    assert "Table 1" in text(chief(day).get(DESK))
    assert "Winner of match 2" in card(chief(day).get(f"{DESK}2/"), 3)
    win(day, 2)
    page = chief(day).get(DESK)
    assert card(page, 3)
    assert not card(page, 1)
    assert chief(day).get(f"{DESK}3/").status_code == 404


def test_desk_says_at_the_bell_what_is_missing():
    day = a_day(slug="s000", branches=4)
    for number, orders in ((1, ("NS",)), (2, ("WE",)), (3, ())):
        tick(day.match(number), "home", "away", by=day.chief)
        for order in orders:
            enter_deal(day.match(number), order, by=day.chief)
    at_the_bell(day, 1)
    at_the_bell(day, 3)
    page = chief(day).get(DESK)
    states = ("waits for both sides to confirm", "bell: deal in hand?", "extra deal", "not called")
    for number, state in enumerate(states, start=1):
        assert state in card(page, number)
    assert "4 matches are still without a result" in text(page)


def test_call_start_pause_resume_and_extra_time():
    day = a_day(slug="s000", started=False, minute=-10)
    browser = chief(day)
    assert "Call all 2 matches" in text(browser.get(DESK))
    for page, sentence in (
        ("1/call/", "At 2 tables somebody is missing"),
        ("1/call/undo/", "Call all 2 matches"),
        ("1/call/", "Take back every call"),
        ("1/check-in/", "All present; the clock can start"),
    ):
        answer = browser.post(DESK + page)
        assert (answer.status_code, answer["Location"]) == (302, f"{DESK}1/")
        assert sentence in text(browser.get(DESK))
    day.at(0)
    for page, sentence in (
        ("1/clock/start/", "running"),
        ("1/clock/start/undo/", "Start the clock, 60 minutes"),
        ("1/clock/start/", "Take back the start"),
        ("1/clock/pause/", "paused"),
        ("1/clock/pause/undo/", "Pause"),
        ("1/clock/pause/", "paused"),
        ("1/clock/resume/", "Pause"),
    ):
        answer = browser.post(DESK + page)
        assert (answer.status_code, answer["Location"]) == (302, f"{DESK}1/")
        assert sentence in text(browser.get(DESK))
    browser.post(f"{DESK}1/clock/extension/", {"minutes": "5", "reason": "停电"})
    assert "65:00" in text(browser.get(DESK)) or "1:05:00" in text(browser.get(DESK))
    assert "Take back the 5 minutes of extra time" in text(browser.get(DESK))
    browser.post(f"{DESK}1/clock/extension/undo/")
    called = ["match.called", "match.called", "round.called"]
    assert kinds(day.tournament) == [
        *called, "match.call_undone", "match.call_undone", "round.call_undone", *called,
        "match.checked_in", "match.checked_in", "round.checked_in",
        "clock.started", "clock.start_undone", "clock.started",
        "clock.paused", "clock.pause_undone", "clock.paused", "clock.resumed", "clock.extended",
        "clock.extension_undone",
    ]  # fmt: skip


def test_start_before_its_time_asks_once_and_can_be_moved_instead():
    day = a_day(slug="s000", started=False, minute=-8 * 24 * 60)
    browser = chief(day)
    answer = browser.post(f"{DESK}1/clock/start/", {"key": "one"})
    assert answer["Location"] == f"{DESK}1/?ask=start#round-head"
    page = browser.get(f"{DESK}1/?ask=start")
    for sentence in ("The planned start is Mon 29 Nov 12:30", "Tables not called: 2.", "nobody is checked in: 2."):
        assert sentence in text(page)
    assert 'id="start"' not in markup(page)
    assert value(page, "date") == "2123-11-29"
    assert "day" in text(refused(browser, f"{DESK}1/clock/plan/", date="heute", time="12:30"))
    seen = value(browser.get(DESK), "seen")
    moved = {"date": "2123-11-21", "time": "12:31", "seen": seen}
    assert "past" in text(refused(browser, f"{DESK}1/clock/plan/", **moved | {"date": "2123-11-20"}))
    assert "Nothing is saved yet" in text(refused(browser, f"{DESK}1/clock/plan/", **moved | {"time": "23:31"}))
    browser.post(f"{DESK}1/clock/plan/", moved)
    assert "The round is moved" in text(browser.get(DESK))
    assert "Saved meanwhile" in text(refused(browser, f"{DESK}1/clock/plan/", 409, **moved | {"time": "12:32"}))
    browser.post(f"{DESK}1/clock/start/", {"anyway": "yes"})
    assert day.round.clock.state == ClockState.RUNNING
    assert "Bring forward or put off" not in text(browser.get(DESK))


def test_everybody_of_one_table_is_ticked_by_one_press():
    day = a_day(slug="s000", started=False, minute=-5)
    browser = chief(day)
    browser.post(ruling(page="call/"))
    assert "All present" in card(browser.get(DESK), 1)
    browser.post(ruling(page="check-in/"), {"all": "yes"})
    assert CheckIn.objects.count() == 4
    assert "All present" not in card(browser.get(DESK), 1)
    browser.post(ruling(page="call/undo/"))
    assert day.match(1).state == MatchState.READY


def test_refused_extra_time_keeps_what_was_typed():
    day = a_day(slug="s000")
    page = refused(chief(day), f"{DESK}1/clock/extension/", minutes="999", reason="  ")
    assert "from 1 to 180" in text(page)
    assert "Please give the reason" in text(page)
    assert value(page, "minutes") == "999"


def test_round_with_open_opponents_is_not_started():
    day = a_day(slug="s000")
    assert "Match 3 has no opponents yet" in text(refused(chief(day), f"{DESK}2/clock/start/"))
    assert "Start the clock" not in text(chief(day).get(f"{DESK}2/"))


def test_second_start_is_too_late():
    day = a_day(slug="s000")
    page = refused(chief(day), f"{DESK}1/clock/start/", 409)
    assert "Somebody else changed this meanwhile" in text(page)


def test_call_and_check_in_from_a_card_come_back_to_it():
    day = a_day(slug="s000", started=False, minute=-5)
    browser = chief(day)
    answer = browser.post(ruling(page="call/"))
    assert answer["Location"] == f"{DESK}1/#m1"
    first, second = players(day.match(1), "home")
    browser.post(ruling(page="check-in/"), {"here": f"{first.pk} {second.pk}"})
    assert CheckIn.objects.count() == 2
    assert day.match(1).state == MatchState.CALLED
    assert "called already" not in text(refused(browser, ruling(page="call/"), 409))


# rulings


def test_proposed_forfeit_is_decided_by_the_chief_referee_only():
    day = a_day(slug="s000", minute=3)
    tick(day.match(1), "home", by=day.chief)
    page = chief(day).get(ruling())
    assert "3 minutes after the start" in text(page)
    assert re.search(r'name="side" value="away"[^>]* checked', markup(page))
    assert "Only the chief referee may rule here" in text(referee(day).get(ruling()))
    assert day.match(1).state == MatchState.READY
    answer = chief(day).post(ruling(page="forfeit/"), {"side": "away", "note": "堵车"})
    assert (answer.status_code, answer["Location"]) == (302, ruling())
    words = text(chief(day).get(ruling()))
    assert "did not come in time and forfeits" in words
    assert "堵车" in words


def test_both_absent_from_the_page():
    day = a_day(slug="s000", minute=1)
    chief(day).post(ruling(page="absence/"), {"note": ""})
    assert Result.objects.get().winner == ""
    assert "Both teams were absent; nobody has won." in text(chief(day).get(ruling()))


@pytest.mark.parametrize(("page", "winner"), [("decision/", "home"), ("disqualification/", "away")])
def test_ruling_without_side_or_reason_is_refused_and_kept(page, winner):
    day = a_day(slug="s000")
    answer = refused(chief(day), ruling(page=page), side="", reason=" ")
    assert "Choose one of the two teams" in text(answer)
    assert "Please give the reason" in text(answer)
    answer = refused(chief(day), ruling(page=page), side="", reason="多次暗示")
    assert re.search(r'name="reason" value="多次暗示"[^>]* id="f-reason"', markup(answer))
    chief(day).post(ruling(page=page), {"side": "home", "reason": "多次暗示"})
    assert (Result.objects.get().winner, Result.objects.get().note) == (winner, "多次暗示")


def test_correction_is_offered_while_nothing_follows_and_explained_after():
    day = a_day(slug="s000")
    win(day, 1)
    win(day, 2)
    assert "Take the result back" in text(chief(day).get(ruling()))
    assert "Please give the reason" in text(refused(chief(day), ruling(page="correction/"), reason=""))
    day.start(2)
    words = text(chief(day).get(ruling()))
    assert "This result can no longer be taken back: match 3" in words
    assert "match 3" in text(refused(chief(day), ruling(page="correction/"), reason="记错"))


def test_correction_opens_the_match_again():
    day = a_day(slug="s000")
    win(day, 1)
    after = last_number(day.tournament)
    chief(day).post(ruling(page="correction/"), {"reason": "记错一副"})
    assert kinds(day.tournament, after) == ["sheet.reopened", "result.corrected"]
    assert day.match(1).state == MatchState.PLAYING


def test_match_without_opponents_has_nothing_to_rule():
    day = a_day(slug="s000")
    assert "There is nothing to rule here" in text(chief(day).get(ruling(3)))
    refused(chief(day), ruling(3, "decision/"), 409, side="home", reason="裁定")


# who may


def test_referee_sees_the_desk_and_moves_nothing():
    day = a_day(slug="s000")
    page = referee(day).get(DESK)
    assert page.status_code == 200
    assert "clock/pause" not in markup(page)
    for post in ROUND_POSTS:
        refused(referee(day), DESK + post, 403)
    for post in MATCH_POSTS:
        refused(referee(day), ruling(page=post), 403, side="home", reason="裁定")


def test_stranger_is_turned_away():
    a_day(slug="s000")
    stranger = signed_in(a_user())
    for address in (DESK, f"{DESK}1/", ruling()):
        assert stranger.get(address).status_code == 403
    assert Clock.objects.filter(state=ClockState.RUNNING).count() == 1


def test_number_of_queries_does_not_grow_with_the_tables():
    for slug, branches in (("small", 2), ("large", 16)):
        tournament = a_drawn_tournament(slug=slug, branches=branches)
        Match.objects.filter(stage__tournament=tournament, state=MatchState.READY).update(state=MatchState.CALLED)
    reader = a_user(is_staff=True)
    costs = [queries(signed_in(reader), f"/e/{slug}/desk/") for slug in ("small", "large")]
    assert costs[0] == costs[1] <= 30


# what a table asks of the chief referee


def conflicting(day, number: int = 1):
    """A second phone's version of deal 1, which stands as NS."""
    enter_deal(day.match(number), "NS", by=day.chief)
    body = {"order": "WE", "kind": "regular"}
    entry = SentEntry(device="phone-77", key="k", operation="deal", number=1, builds_on="", body=body)
    return submit(day.match(number), entry, by=day.chief)


def test_call_for_the_chief_referee_is_answered_by_one_press():
    day = a_day(slug="s000")
    call_referee(day.match(2), by=day.chief, note="牌少一张")
    page = chief(day).get(DESK)
    assert "Chief referee called at 12:35" in card(page, 2)
    assert "牌少一张" in card(page, 2)
    assert markup(page).index('id="m2"') < markup(page).index('id="m1"')
    answer = chief(day).post(ruling(2, "answer/"), {"show": "chief"})
    assert answer["Location"] == f"{DESK}1/?show=chief#m2"
    assert "Chief referee called" not in card(chief(day).get(DESK), 2)
    refused(chief(day), ruling(2, "answer/"), 409)


@pytest.mark.parametrize(("take", "order"), [("yes", "WE"), ("no", "NS"), ("", "NS")])
def test_chief_referee_chooses_between_two_phones(take, order):
    day = a_day(slug="s000")
    sent = conflicting(day)
    words = card(chief(day).get(DESK), 1)
    assert "Two phones differ on deal 1" in words
    assert "Phone E-77" in words
    answer = chief(day).post(ruling(page="choice/"), {"submission": sent.pk, "take": take, "reason": "问过双方"})
    assert answer["Location"] == f"{DESK}1/#m1"
    assert [deal.order for deal in Deal.objects.filter(struck_at=None)] == [order]
    assert "Two phones differ" not in text(chief(day).get(DESK))


def test_choice_without_reason_is_refused_and_stays_at_its_card():
    day = a_day(slug="s000")
    sent = conflicting(day)
    page = refused(chief(day), ruling(page="choice/"), submission=str(sent.pk), take="yes", reason=" ")
    assert "Please give the reason" in text(page)
    assert markup(page).count('id="f-reason"') == 1
    refused(chief(day), ruling(2, "choice/"), submission=str(sent.pk), take="yes", reason="别的桌")


def test_extra_time_of_one_table_moves_its_bell_alone():
    day = a_day(slug="s000", minute=0)
    for number in (1, 2):
        tick(day.match(number), "home", "away", by=day.chief)
    refused_page = refused(chief(day), ruling(page="extension/"), minutes="0", reason="换牌")
    assert re.search(r'name="minutes" value="0"[^>]* id="f-minutes"', markup(refused_page))
    chief(day).post(ruling(page="extension/"), {"minutes": "7", "reason": "换牌"})
    page = chief(day).get(DESK)
    assert "1:07:00" in card(page, 1)
    assert "own time +7 min" in card(page, 1)
    assert "1:00:00" in card(page, 2)


def test_next_match_to_the_free_table():
    day = a_day(slug="s000", branches=4, tables=3)
    assert "to table" not in text(chief(day).get(DESK))
    win(day, 2)
    assert "Match 4 to table 2" in text(chief(day).get(DESK))
    answer = chief(day).post(f"{DESK}1/next/")
    assert answer["Location"] == f"{DESK}1/#m4"
    assert "called" in card(chief(day).get(DESK), 4)
    assert "No match waits for a table" in text(refused(chief(day), f"{DESK}1/next/"))


def test_filters_narrow_the_desk_and_stay():
    day = a_day(slug="s000", branches=4)
    win(day, 1)
    tick(day.match(2), "home", "away", by=day.chief)
    page = chief(day).get(f"{DESK}1/?show=over")
    assert card(page, 1)
    assert not card(page, 2)
    assert not card(chief(day).get(f"{DESK}1/?show=playing"), 1)
    assert card(chief(day).get(f"{DESK}1/?show=nothing"), 1)
    assert 'name="show" value="missing"' in markup(chief(day).get(f"{DESK}1/?show=missing"))


def test_round_that_is_over_names_the_next_step():
    day = a_day(slug="s000")
    win(day, 1)
    win(day, 2)
    assert f'href="{DESK}2/"' in markup(chief(day).get(f"{DESK}1/"))
    day.start(2)
    win(day, 3)
    assert "Next: the awards" in text(chief(day).get(f"{DESK}2/"))


def test_referee_sees_what_is_asked_and_decides_nothing():
    day = a_day(slug="s000")
    conflicting(day)
    call_referee(day.match(1), by=day.chief)
    page = referee(day).get(DESK)
    assert "Two phones differ" in card(page, 1)
    assert "choice/" not in markup(page)
    for post in ("choice/", "answer/", "extension/"):
        refused(referee(day), ruling(page=post), 403, reason="裁定")
    refused(referee(day), f"{DESK}1/next/", 403)


def test_evidence_of_a_lateness_names_the_day_of_the_call_where_it_is_not_today():
    day = a_day(slug="s000", started=False, minute=-24 * 60)
    call_match(day.match(1), by=day.chief)
    day.start()
    day.at(21)
    assert "Called Sun 28 Nov 12:30" in text(chief(day).get(ruling()))
