"""Which notices an event makes and cancels: through the actions themselves, on a clock that stands still."""

from datetime import timedelta

import pytest

from journal.refusals import Refused
from notices.delivery import issue
from notices.models import Notice
from notices.occasions import is_moot
from notices.states import MATCH_REMINDERS, REMINDERS, ROUND_REMINDERS, DeliveryState, NoticeKind, NoticeState
from tests.factories import FIRST_START, a_user
from tests.notices.factories import (
    a_drawn_event,
    an_event,
    at,
    draw,
    notices,
    the_draw,
    the_match,
    the_round,
    the_team,
)
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.day.actions.rulings import correct_result, disqualify
from tournaments.day.actions.sittings import plan_sittings
from tournaments.day.actions.timetable import announce_timetable, move_round, plan_rounds
from tournaments.draw.actions.draws import discard_draw
from tournaments.entries.actions.withdrawal import restore_team, withdraw_team
from tournaments.models import Tournament
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)
DAY_BEFORE = FIRST_START.replace(hour=17, minute=0) - timedelta(days=1)
HALF_AN_HOUR = timedelta(minutes=30)


def waiting(tournament, **more):
    """(match number, team, due) of each team's reminder that still waits."""
    rows = notices(tournament, *MATCH_REMINDERS, state=NoticeState.PENDING, **more)
    return sorted((n.match.number, str(n.team), n.due_at) for n in rows)


def win(match, *, by=None):
    """The home side wins, whatever the time is."""
    disqualify(match, "away", by=by or a_user(), reason="for the test")


def test_draw_published_is_one_notice_and_the_reminders_of_the_first_round(tournament):
    assert [n.due_at for n in notices(tournament, NoticeKind.DRAW_PUBLISHED)] == [WEEK_BEFORE]
    assert waiting(tournament) == [
        (number, f"{branch}分会 {number}", due)
        for number in (1, 2)
        for branch in "乙甲"
        for due in (DAY_BEFORE, FIRST_START - HALF_AN_HOUR)
    ]


def test_draw_published_reminds_the_board_of_every_round(tournament):
    due = [n.due_at for n in notices(tournament, *ROUND_REMINDERS)]
    day = timedelta(days=1)
    soon = FIRST_START - HALF_AN_HOUR
    assert due == [DAY_BEFORE, soon, DAY_BEFORE + day, soon + day]


def test_draw_with_a_bye_reminds_the_team_of_the_match_it_stands_in():
    tournament = an_event(now=WEEK_BEFORE, branches=2)
    withdraw_team(the_team(tournament, "乙分会", 2), by=a_user(), reason="ill")
    draw(tournament)
    assert [(number, team) for number, team, _ in waiting(tournament)][-2:] == [(3, "甲分会 2")] * 2


def test_draw_preview_tells_nobody():
    assert notices(an_event(now=WEEK_BEFORE)) == []


def test_discarded_draw_cancels_what_it_gave_occasion_to(tournament):
    made = Notice.objects.count()
    discard_draw(the_draw(tournament), by=a_user(), reason="a team was forgotten")
    assert len(notices(tournament, state=NoticeState.CANCELLED)) == made
    draw(tournament)
    assert len(notices(tournament, state=NoticeState.PENDING)) == made


def test_draw_on_the_match_day_reminds_at_once():
    now = FIRST_START - timedelta(minutes=90)
    tournament = a_drawn_event(now=now)
    first = [n.due_at for n in notices(tournament, NoticeKind.MATCH_DAY_BEFORE, match__number=1)]
    assert first == [now, now]
    second = [n.due_at for n in notices(tournament, NoticeKind.MATCH_SOON, match__number=1)]
    assert second == [FIRST_START - HALF_AN_HOUR] * 2


def test_draw_after_the_start_reminds_of_nothing_that_has_passed():
    tournament = a_drawn_event(now=FIRST_START)
    assert notices(tournament, *MATCH_REMINDERS, match__round__number=1) == []
    assert notices(tournament, *ROUND_REMINDERS, round__number=1) == []


def test_due_times_follow_the_zone_of_the_event():
    tournament = a_drawn_event(now=WEEK_BEFORE, zone="Pacific/Auckland")
    reminder = notices(tournament, NoticeKind.MATCH_DAY_BEFORE)[0]
    assert reminder.due_at.astimezone(tournament.tzinfo).strftime("%d %H:%M") == "28 17:00"  # the start: 29th, 17:30


def test_key_names_the_start(tournament):
    match, team = the_match(tournament, 1), the_team(tournament, "甲分会", 1)
    assert Notice.objects.filter(key=f"match_soon:match:{match.pk}:team:{team.pk}:21231129T043000Z").exists()


def test_moved_round_makes_new_reminders_and_cancels_the_old(tournament):
    before = {n.key for n in notices(tournament, *REMINDERS, round__number=1)}
    move_round(the_round(tournament, 1), FIRST_START - timedelta(hours=2), by=a_user())
    cancelled = notices(tournament, state=NoticeState.CANCELLED)
    assert {n.key for n in cancelled} == before
    assert {due for *_, due in waiting(tournament)} == {DAY_BEFORE, FIRST_START - timedelta(hours=2, minutes=30)}
    moved = notices(tournament, NoticeKind.ROUND_MOVED)
    assert [(n.due_at, n.starts_at, n.moved_from) for n in moved] == [
        (WEEK_BEFORE, FIRST_START - timedelta(hours=2), FIRST_START)
    ]


def test_round_moved_there_and_back_is_reminded_of_once(tournament):
    before = waiting(tournament)
    for start in (FIRST_START - timedelta(hours=2), FIRST_START):
        move_round(the_round(tournament, 1), start, by=a_user())
    assert waiting(tournament) == before
    moved = notices(tournament, NoticeKind.ROUND_MOVED)
    assert [n.state for n in moved] == [NoticeState.CANCELLED]  # nobody heard of it


def test_round_moved_again_names_the_start_that_was_published_last():
    tournament, days = a_drawn_event(now=WEEK_BEFORE), [FIRST_START + timedelta(hours=n) for n in (1, 2, 3)]
    move_round(the_round(tournament, 1), days[0], by=a_user())
    move_round(the_round(tournament, 1), days[1], by=a_user())
    assert [n.moved_from for n in notices(tournament, NoticeKind.ROUND_MOVED, state=NoticeState.PENDING)] == [
        FIRST_START
    ]
    Notice.objects.filter(kind=NoticeKind.ROUND_MOVED, state=NoticeState.PENDING).update(state=NoticeState.ISSUED)
    move_round(the_round(tournament, 1), days[2], by=a_user())
    assert [n.moved_from for n in notices(tournament, NoticeKind.ROUND_MOVED, state=NoticeState.PENDING)] == [days[1]]


def test_moved_round_cancels_what_is_issued_but_not_sent():
    tournament = at(a_drawn_event(now=WEEK_BEFORE), FIRST_START - HALF_AN_HOUR)
    issue(tournament)
    soon = notices(tournament, NoticeKind.MATCH_SOON, match__number=1)
    assert [d.state for n in soon for d in n.deliveries.all()] == ["pending"] * 6
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=a_user())
    assert [d.state for n in soon for d in n.deliveries.all()] == ["cancelled"] * 6


def test_hour_that_was_not_announced_is_planned_without_a_notice():
    """Two rounds: the draw says when the first begins, nothing yet when the second does."""
    tournament = a_drawn_event(now=WEEK_BEFORE)
    second = the_round(tournament, 2)
    start = second.starts_at
    plan_sittings(second, [start + timedelta(hours=3)], by=a_user())
    plan_sittings(second, [start + timedelta(hours=4)], by=a_user())
    move_round(second, start + timedelta(hours=1), by=a_user())
    assert notices(tournament, NoticeKind.ROUND_MOVED) == []
    announce_timetable(tournament, by=a_user())
    move_round(the_round(tournament, 2), start + timedelta(hours=2), by=a_user())
    assert {(n.round.number, n.moved_from) for n in notices(tournament, NoticeKind.ROUND_MOVED)} == {
        (2, start + timedelta(hours=1))
    }


def test_hour_that_was_reminded_of_is_announced_and_so_is_all_of_a_running_event():
    tournament = a_drawn_event(now=WEEK_BEFORE)
    about = {"kind": NoticeKind.ROUND_DAY_BEFORE, "round": the_round(tournament, 2), "state": NoticeState.PENDING}
    Notice.objects.filter(**about).update(state=NoticeState.ISSUED)
    move_round(the_round(tournament, 2), the_round(tournament, 2).starts_at + timedelta(hours=1), by=a_user())
    assert len(notices(tournament, NoticeKind.ROUND_MOVED)) == 1
    Notice.objects.filter(tournament=tournament, round__number=2).delete()
    move_round(the_round(tournament, 2), the_round(tournament, 2).starts_at + timedelta(hours=1), by=a_user())
    assert notices(tournament, NoticeKind.ROUND_MOVED) == []
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    move_round(the_round(tournament, 2), the_round(tournament, 2).starts_at + timedelta(hours=1), by=a_user())
    assert len(notices(tournament, NoticeKind.ROUND_MOVED)) == 1


def test_rounds_moved_before_the_draw_tell_nobody():
    tournament = an_event(now=WEEK_BEFORE)
    plan_rounds(tournament, [FIRST_START + timedelta(days=i) for i in (1, 2)], by=a_user())
    assert notices(tournament) == []


def test_refused_move_makes_no_notice(tournament):
    before = list(Notice.objects.values_list("key", "state"))
    with pytest.raises(Refused):
        move_round(the_round(tournament, 1), FIRST_START + timedelta(days=5), by=a_user())
    assert list(Notice.objects.values_list("key", "state")) == before


def test_result_is_announced_and_the_winner_reminded_of_the_next_match(tournament):
    win(the_match(tournament, 1))
    result = notices(tournament, NoticeKind.RESULT)
    assert [(n.match.number, n.due_at) for n in result] == [(1, WEEK_BEFORE)]
    day = timedelta(days=1)
    assert waiting(tournament, match__number=3) == [
        (3, "甲分会 1", DAY_BEFORE + day),
        (3, "甲分会 1", FIRST_START - HALF_AN_HOUR + day),
    ]
    assert waiting(tournament, match__number=1) == []


def test_corrected_result_cancels_the_reminders_of_the_wrong_team_and_is_announced_anew(tournament):
    win(the_match(tournament, 1))
    correct_result(the_match(tournament, 1), by=a_user(), reason="the sides were mixed up")
    assert waiting(tournament, match__number=3) == []
    assert [n.state for n in notices(tournament, NoticeKind.RESULT)] == [NoticeState.CANCELLED]
    disqualify(the_match(tournament, 1), "home", by=a_user(), reason="for the test")
    assert {team for _, team, _ in waiting(tournament, match__number=3)} == {"乙分会 1"}
    states = [n.state for n in notices(tournament, NoticeKind.RESULT)]
    assert states == [NoticeState.CANCELLED, NoticeState.PENDING]


def test_withdrawal_cancels_the_reminders_of_the_match_and_announces_the_walkover(tournament):
    withdraw_team(the_team(tournament, "乙分会", 1), by=a_user(), reason="ill")
    assert waiting(tournament, match__number=1) == []
    assert {team for _, team, _ in waiting(tournament, match__number=3)} == {"甲分会 1"}
    assert [n.match.number for n in notices(tournament, NoticeKind.RESULT)] == [1]


def test_withdrawn_team_that_waits_for_its_opponent_is_reminded_of_nothing(tournament):
    win(the_match(tournament, 1))
    assert {team for _, team, _ in waiting(tournament, match__number=3)} == {"甲分会 1"}
    withdraw_team(the_team(tournament, "甲分会", 1), by=a_user(), reason="ill")
    assert waiting(tournament, match__number=3) == []
    reminder = notices(tournament, NoticeKind.MATCH_SOON, match__number=3)[0]
    assert is_moot(reminder)


def test_withdrawal_taken_back_reminds_as_before_and_recalls_what_went_out(tournament):
    before, team = waiting(tournament), the_team(tournament, "甲分会", 1)
    withdraw_team(team, by=a_user(), reason="wrong line")
    walkover = notices(tournament, NoticeKind.RESULT)[0]
    issue(tournament)
    walkover.deliveries.update(state=DeliveryState.SENT, sent_at=WEEK_BEFORE)
    restore_team(team, by=a_user(), reason="wrong line")
    assert waiting(tournament) == before
    (recall,) = notices(tournament, NoticeKind.RECALL)
    assert walkover in recall.recalls.all()
    addressed = {delivery.address for delivery in recall.deliveries.all()}
    assert addressed == {delivery.address for delivery in walkover.deliveries.all()} != set()


def test_correction_takes_the_announced_awards_back():
    tournament, chief = a_drawn_event(now=WEEK_BEFORE), a_user()
    for number in (1, 2, 3):
        win(the_match(tournament, number))
    confirm_awards(tournament, by=chief)
    correct_result(the_match(tournament, 3), by=chief, reason="mixed up")
    assert [n.state for n in notices(tournament, NoticeKind.AWARDS)] == [NoticeState.CANCELLED]
    disqualify(the_match(tournament, 3), "home", by=chief, reason="for the test")
    confirm_awards(tournament, by=chief)
    assert [n.state for n in notices(tournament, NoticeKind.AWARDS)] == [NoticeState.CANCELLED, NoticeState.PENDING]


def test_withdrawal_takes_back_a_walkover_together_with_its_announcement():
    tournament = a_drawn_event(now=WEEK_BEFORE, branches=4)
    withdraw_team(the_team(tournament, "乙分会", 1), by=a_user(), reason="ill")
    withdraw_team(the_team(tournament, "甲分会", 1), by=a_user(), reason="ill")
    win(the_match(tournament, 2))
    walkover = notices(tournament, NoticeKind.RESULT, match__number=5)
    assert [n.state for n in walkover] == [NoticeState.PENDING]
    correct_result(the_match(tournament, 2), by=a_user(), reason="mixed up")
    walkover = notices(tournament, NoticeKind.RESULT, match__number=5)
    assert [n.state for n in walkover] == [NoticeState.CANCELLED]


def test_notices_never_raise_the_version():
    tournament = at(a_drawn_event(now=WEEK_BEFORE), FIRST_START)
    journal = tournament.journal
    journal.refresh_from_db()
    before = (journal.version, journal.last_number)
    issue(tournament)
    journal.refresh_from_db()
    assert (journal.version, journal.last_number) == before


def test_reminder_of_a_match_that_has_begun_is_not_issued(tournament):
    match = the_match(tournament, 1)
    type(match).objects.filter(pk=match.pk).update(state="playing")
    issue(at(tournament, FIRST_START))
    assert {n.state for n in notices(tournament, NoticeKind.MATCH_SOON, match=match)} == {NoticeState.CANCELLED}
    assert {n.state for n in notices(tournament, NoticeKind.MATCH_SOON, match__number=2)} == {NoticeState.ISSUED}
