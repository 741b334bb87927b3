"""The chief referee's desk: every table, the clock, calls, check-ins, what is missing; and the rulings on one match."""

import re

import pytest

from scoring.actions.submissions import SentEntry
from scoring.models import Deal
from scoring.states import ClockState
from tests.made_once import once_a_module
from tests.rows import all_rows
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import a_day, at_the_bell, players, tick, win
from tests.web.pages import markup, refused, signed_in, text, value
from tournaments.day.actions.matches import call_match, call_referee, confirm_result, enter_deal, submit
from tournaments.day.actions.rounds import call_round
from tournaments.models import CheckIn, Result
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db
DESK, FOUR = "/e/s000/desk/", "/e/four/desk/"
ROUND_POSTS = (
    "1/call/", "1/clock/start/", "1/clock/pause/", "1/clock/resume/", "1/clock/extension/", "1/clock/plan/", "1/next/",
    "1/call/undo/", "1/clock/start/undo/", "1/clock/pause/undo/", "1/clock/extension/undo/",
)  # fmt: skip
MATCH_POSTS = (
    "call/", "call/undo/", "extension/", "extension/undo/", "forfeit/", "absence/", "disqualification/", "decision/",
    "correction/", "choice/", "answer/",
)  # fmt: skip

made_once, early = once_a_module(lambda: a_day(slug="s000", started=False, minute=-10))


def ruling(number: int = 1, page: str = "") -> str:
    return f"{DESK}matches/{number}/{page}"


def card(page, number: int) -> str:
    """The card of that match, as text."""
    match_card = re.search(rf'<li class="card[^>]*id="m{number}">.*?</footer>', markup(page), re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", match_card[0])) if match_card else ""


# the tables of a round


def test_desk_shows_the_current_round_and_each_table():
    day = a_day(slug="four", branches=4, started=False, minute=-10)
    call_round(day.round, by=day.chief)
    tick(day.match(1), "home", "away", by=day.chief)
    tick(day.match(2), "home", by=day.chief)
    day.start()
    enter_deal(day.match(3), "WE", by=day.chief)
    day.at(12)
    page = signed_in(day.chief).get(FOUR)
    for number, sentences in (
        (1, ("Deal 1",)),
        (2, ("called", "第2分会 Team 2 is late")),
        (2, ("Due at 12:30, 12 minutes ago. Missing: 第2分会 Team 2 队员丙, 队员丁",)),
        (3, ("Deal 2", "no entry for 12 minutes")),
        (4, ("Both teams are late",)),
    ):
        for sentence in sentences:
            assert sentence in card(page, number)
    assert "At 2 tables somebody is missing" in text(page)


def test_desk_moves_on_as_matches_end_and_is_narrowed_by_filters_on_the_way(day, chief):
    tick(day.match(2), "home", "away", by=day.chief)
    win(day, 1)
    assert "Table 1" in text(chief.get(DESK))
    assert "Winner of match 2" in card(chief.get(f"{DESK}2/"), 3)
    for filtered, shown in (("over", {1}), ("playing", {2}), ("nothing", {1, 2})):
        page = chief.get(f"{DESK}1/?show={filtered}")
        assert {number for number in (1, 2) if card(page, number)} == shown
    assert 'name="show" value="missing"' in markup(chief.get(f"{DESK}1/?show=missing"))
    win(day, 2)
    page = chief.get(DESK)
    assert card(page, 3)
    assert not card(page, 1)
    assert f'href="{DESK}2/"' in markup(chief.get(f"{DESK}1/"))
    day.start(2)
    win(day, 3)
    assert "Next: the awards" in text(chief.get(f"{DESK}2/"))
    assert chief.get(f"{DESK}3/").status_code == 404


def test_desk_says_at_the_bell_what_is_missing():
    day = a_day(slug="four", branches=4)
    for number, orders in ((1, ("NS",)), (2, ("WE",)), (3, ())):
        tick(day.match(number), "home", "away", by=day.chief)
        for order in orders:
            enter_deal(day.match(number), order, by=day.chief)
    at_the_bell(day, 1)
    at_the_bell(day, 3)
    page = signed_in(day.chief).get(FOUR)
    states = ("waits for both sides to confirm", "bell: deal in hand?", "extra deal", "not called")
    for number, state in enumerate(states, start=1):
        assert state in card(page, number)
    assert "4 matches are still without a result" in text(page)


def test_call_start_pause_resume_and_extra_time(early, chief):
    def pressed(*pages: tuple[str, tuple[str, ...]]) -> None:
        for page, sentences in pages:
            answer = chief.post(DESK + page)
            assert (answer.status_code, answer["Location"]) == (302, f"{DESK}1/")
            shown = text(chief.get(DESK)) if sentences else ""
            assert [sentence for sentence in sentences if sentence not in shown] == []

    pressed(
        ("1/call/", ("At 2 tables somebody is missing", "Take back every call")),
        ("1/call/undo/", ("Call all 2 matches",)),
        ("1/call/", ()),
        ("1/check-in/", ("All present; the clock can start",)),
    )
    early.at(0)
    pressed(
        ("1/clock/start/", ("running", "Take back the start")),
        ("1/clock/start/undo/", ("Start the clock, 60 minutes",)),
        ("1/clock/start/", ()),
        ("1/clock/pause/", ("paused",)),
        ("1/clock/pause/undo/", ("Pause",)),
        ("1/clock/pause/", ()),
        ("1/clock/resume/", ("Pause",)),
    )
    chief.post(f"{DESK}1/clock/extension/", {"minutes": "5", "reason": "停电"})
    shown = text(chief.get(DESK))
    assert "1:05:00" in shown
    assert "Take back the 5 minutes of extra time" in shown
    chief.post(f"{DESK}1/clock/extension/undo/")
    called = ["match.called", "match.called", "round.called"]
    assert kinds(early.tournament) == [
        *called, "match.call_undone", "match.call_undone", "round.call_undone", *called,
        "match.checked_in", "match.checked_in", "round.checked_in",
        "clock.started", "clock.start_undone", "clock.started",
        "clock.paused", "clock.pause_undone", "clock.paused", "clock.resumed", "clock.extended",
        "clock.extension_undone",
    ]  # fmt: skip


def test_start_before_its_time_asks_once_and_can_be_moved_instead(early, chief):
    early.at(-8 * 24 * 60)
    answer = chief.post(f"{DESK}1/clock/start/", {"key": "one"})
    assert answer["Location"] == f"{DESK}1/?ask=start#round-head"
    page = chief.get(f"{DESK}1/?ask=start")
    for sentence in ("The planned start is Mon 29 Nov 12:30", "Tables not called: 2.", "nobody is checked in: 2."):
        assert sentence in text(page)
    assert 'id="start"' not in markup(page)
    assert value(page, "date") == "2123-11-29"
    assert "day" in text(refused(chief, f"{DESK}1/clock/plan/", date="heute", time="12:30"))
    moved = {"date": "2123-11-21", "time": "12:31", "seen": value(page, "seen")}
    assert "past" in text(refused(chief, f"{DESK}1/clock/plan/", **moved | {"date": "2123-11-20"}))
    assert "Nothing is saved yet" in text(refused(chief, f"{DESK}1/clock/plan/", **moved | {"time": "23:31"}))
    chief.post(f"{DESK}1/clock/plan/", moved)
    assert "The round is moved" in text(chief.get(DESK))
    assert "Saved meanwhile" in text(refused(chief, f"{DESK}1/clock/plan/", 409, **moved | {"time": "12:32"}))
    chief.post(f"{DESK}1/clock/start/", {"anyway": "yes"})
    assert early.round.clock.state == ClockState.RUNNING
    assert "Bring forward or put off" not in text(chief.get(DESK))


def test_one_table_is_called_and_ticked_on_its_card_and_called_back(early, chief):
    answer = chief.post(ruling(page="call/"))
    assert answer["Location"] == f"{DESK}1/#m1"
    assert "All present" in card(chief.get(DESK), 1)
    assert "called already" not in text(refused(chief, ruling(page="call/"), 409))
    first, second = players(early.match(1), "home")
    chief.post(ruling(page="check-in/"), {"here": f"{first.pk} {second.pk}"})
    assert (CheckIn.objects.count(), early.match(1).state) == (2, MatchState.CALLED)
    chief.post(ruling(page="check-in/"), {"all": "yes"})
    assert CheckIn.objects.count() == 4
    assert "All present" not in card(chief.get(DESK), 1)
    chief.post(ruling(page="call/undo/"))
    assert early.match(1).state == MatchState.READY


def test_clock_that_cannot_be_started_or_extended_says_why_and_keeps_what_was_typed(day, chief):
    page = refused(chief, f"{DESK}1/clock/extension/", minutes="999", reason="  ")
    assert "from 1 to 180" in text(page)
    assert "Please give the reason" in text(page)
    assert value(page, "minutes") == "999"
    assert "Somebody else changed this meanwhile" in text(refused(chief, f"{DESK}1/clock/start/", 409))
    page = text(refused(chief, f"{DESK}2/clock/start/"))
    assert "Match 3 has no opponents yet" in page
    assert "Start the clock" not in page


# rulings


def test_proposed_forfeit_is_decided_by_the_chief_referee_only(day, chief, referee):
    day.at(3)
    tick(day.match(1), "home", by=day.chief)
    page = chief.get(ruling())
    assert "3 minutes after the start" in text(page)
    assert re.search(r'name="side" value="away"[^>]* checked', markup(page))
    assert "Only the chief referee may rule here" in text(referee.get(ruling()))
    assert day.match(1).state == MatchState.READY
    answer = chief.post(ruling(page="forfeit/"), {"side": "away", "note": "堵车"})
    assert (answer.status_code, answer["Location"]) == (302, ruling())
    words = text(chief.get(ruling()))
    assert "did not come in time and forfeits" in words
    assert "堵车" in words
    chief.post(ruling(2, "absence/"), {"note": ""})
    assert day.match(2).result.winner == ""
    assert "Both teams were absent; nobody has won." in text(chief.get(ruling(2)))


@pytest.mark.parametrize(("page", "winner"), [("decision/", "home"), ("disqualification/", "away")])
def test_ruling_without_side_or_reason_is_refused_and_kept(day, chief, page, winner):
    answer = refused(chief, ruling(page=page), side="", reason=" ")
    assert "Choose one of the two teams" in text(answer)
    assert "Please give the reason" in text(answer)
    answer = refused(chief, ruling(page=page), side="", reason="多次暗示")
    assert re.search(r'name="reason" value="多次暗示"[^>]* id="f-reason"', markup(answer))
    chief.post(ruling(page=page), {"side": "home", "reason": "多次暗示"})
    assert (Result.objects.get().winner, Result.objects.get().note) == (winner, "多次暗示")


def test_correction_opens_the_match_again_until_something_follows(day, chief):
    win(day, 1)
    assert "Take the result back" in text(chief.get(ruling()))
    assert "Please give the reason" in text(refused(chief, ruling(page="correction/"), reason=""))
    after = last_number(day.tournament)
    chief.post(ruling(page="correction/"), {"reason": "记错一副"})
    assert kinds(day.tournament, after) == ["sheet.reopened", "result.corrected"]
    assert day.match(1).state == MatchState.PLAYING
    confirm_result(day.match(1), by=day.chief)
    win(day, 2)
    day.start(2)
    assert "This result can no longer be taken back: match 3" in text(chief.get(ruling()))
    assert "match 3" in text(refused(chief, ruling(page="correction/"), reason="记错"))


def test_match_without_opponents_has_nothing_to_rule(day, chief):
    assert "There is nothing to rule here" in text(chief.get(ruling(3)))
    refused(chief, ruling(3, "decision/"), 409, side="home", reason="裁定")


# who may


def test_referee_sees_what_is_asked_and_moves_and_decides_nothing(day, referee):
    conflicting(day)
    call_referee(day.match(1), by=day.chief)
    page = referee.get(DESK)
    assert "Two phones differ" in card(page, 1)
    for form in ("clock/pause", "choice/"):
        assert form not in markup(page)
    before = all_rows()
    for post in (*(DESK + post for post in ROUND_POSTS), *(ruling(page=post) for post in MATCH_POSTS)):
        assert referee.post(post, {"side": "home", "reason": "裁定"}).status_code == 403, post
    assert all_rows() == before


# what a table asks of the chief referee


def conflicting(day, number: int = 1):
    """A second phone's version of deal 1, which stands as NS."""
    enter_deal(day.match(number), "NS", by=day.chief)
    body = {"order": "WE", "kind": "regular"}
    entry = SentEntry(device="phone-77", key="k", operation="deal", number=1, builds_on="", body=body)
    return submit(day.match(number), entry, by=day.chief)


def test_call_for_the_chief_referee_is_answered_by_one_press(day, chief):
    call_referee(day.match(2), by=day.chief, note="牌少一张")
    page = chief.get(DESK)
    assert "Chief referee called at 12:35" in card(page, 2)
    assert "牌少一张" in card(page, 2)
    assert markup(page).index('id="m2"') < markup(page).index('id="m1"')
    answer = chief.post(ruling(2, "answer/"), {"show": "chief"})
    assert answer["Location"] == f"{DESK}1/?show=chief#m2"
    assert "Chief referee called" not in card(chief.get(DESK), 2)
    refused(chief, ruling(2, "answer/"), 409)


def test_chief_referee_chooses_between_two_phones_and_says_why(day, chief):
    sent = {number: conflicting(day, number) for number in (1, 2)}
    words = card(chief.get(DESK), 1)
    assert "Two phones differ on deal 1" in words
    assert "Phone E-77" in words
    page = refused(chief, ruling(page="choice/"), submission=str(sent[1].pk), take="yes", reason=" ")
    assert "Please give the reason" in text(page)
    assert markup(page).count('id="f-reason"') == 1
    refused(chief, ruling(2, "choice/"), submission=str(sent[1].pk), take="yes", reason="别的桌")
    for number, take in ((1, "yes"), (2, "no")):
        choice = {"submission": sent[number].pk, "take": take, "reason": "问过双方"}
        assert chief.post(ruling(number, "choice/"), choice)["Location"] == f"{DESK}1/#m{number}"
    standing = Deal.objects.filter(struck_at=None).order_by("sheet")
    assert [deal.order for deal in standing] == ["WE", "NS"]
    assert "Two phones differ" not in text(chief.get(DESK))


def test_extra_time_of_one_table_moves_its_bell_alone(day, chief):
    day.at(0)
    for number in (1, 2):
        tick(day.match(number), "home", "away", by=day.chief)
    refused_page = refused(chief, ruling(page="extension/"), minutes="0", reason="换牌")
    assert re.search(r'name="minutes" value="0"[^>]* id="f-minutes"', markup(refused_page))
    chief.post(ruling(page="extension/"), {"minutes": "7", "reason": "换牌"})
    page = chief.get(DESK)
    assert "1:07:00" in card(page, 1)
    assert "own time +7 min" in card(page, 1)
    assert "1:00:00" in card(page, 2)


def test_next_match_to_the_free_table():
    day = a_day(slug="four", branches=4, tables=3)
    chief = signed_in(day.chief)
    assert "to table" not in text(chief.get(FOUR))
    win(day, 2)
    assert "Match 4 to table 2" in text(chief.get(FOUR))
    answer = chief.post(f"{FOUR}1/next/")
    assert answer["Location"] == f"{FOUR}1/#m4"
    assert "called" in card(chief.get(FOUR), 4)
    assert "No match waits for a table" in text(refused(chief, f"{FOUR}1/next/"))


def test_evidence_of_a_lateness_names_the_day_of_the_call_where_it_is_not_today(early, chief):
    early.at(-24 * 60)
    call_match(early.match(1), by=early.chief)
    early.start()
    early.at(21)
    assert "Called Sun 28 Nov 12:30" in text(chief.get(ruling()))
