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
    SOON,
    WEEK_BEFORE,
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
from tournaments.day.actions.timetable import announce_timetable, move_round, plan_rounds, plan_sittings
from tournaments.draw.actions.draws import discard_draw, preview_draw
from tournaments.entries.actions.teams import restore_team, withdraw_team
from tournaments.models import Tournament
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DAY_BEFORE = FIRST_START.replace(hour=17, minute=0) - DAY
HALF_AN_HOUR = timedelta(minutes=30)


def waiting(tournament, **more):
    """(match number, team, due) of each team's reminder that still waits."""
    rows = notices(tournament, *MATCH_REMINDERS, state=NoticeState.PENDING, **more)
    return sorted((n.match.number, str(n.team), n.due_at) for n in rows)


def moved(tournament, **more):
    return notices(tournament, NoticeKind.ROUND_MOVED, **more)


def states(tournament, *kinds, **more):
    return [n.state for n in notices(tournament, *kinds, **more)]


def win(match, *, by=None):
    """The home side wins, whatever the time is."""
    disqualify(match, "away", by=by or a_user(), reason="for the test")


def move(tournament, number, by_time, *, start=None):
    round_ = the_round(tournament, number)
    move_round(round_, (start or round_.starts_at) + by_time, by=a_user())


def test_draw_published_is_one_notice_and_the_reminders_of_all_rounds_and_of_the_matches_of_the_first(tournament):
    assert [n.due_at for n in notices(tournament, NoticeKind.DRAW_PUBLISHED)] == [WEEK_BEFORE]
    due = [n.due_at for n in notices(tournament, *ROUND_REMINDERS)]
    assert due == [DAY_BEFORE, SOON, DAY_BEFORE + DAY, SOON + DAY]
    assert waiting(tournament) == [
        (number, f"{branch}分会 {number}", due)
        for number in (1, 2)
        for branch in "乙甲"
        for due in (DAY_BEFORE, FIRST_START - HALF_AN_HOUR)
    ]
    match, team = the_match(tournament, 1), the_team(tournament, "甲分会", 1)
    assert Notice.objects.filter(key=f"match_soon:match:{match.pk}:team:{team.pk}:21231129T043000Z").exists()


def test_team_with_a_bye_is_reminded_of_the_match_it_stands_in_by_the_clock_of_the_event():
    tournament = an_event(now=WEEK_BEFORE, zone="Pacific/Auckland")
    withdraw_team(the_team(tournament, "乙分会", 2), by=a_user(), reason="ill")
    draw(tournament)
    assert [(number, team) for number, team, _ in waiting(tournament)][-2:] == [(3, "甲分会 2")] * 2
    reminder = notices(tournament, NoticeKind.MATCH_DAY_BEFORE, match__number=1)[0]
    assert reminder.due_at.astimezone(tournament.tzinfo).strftime("%d %H:%M") == "28 17:00"  # the start: 29th, 17:30


def test_nobody_hears_of_anything_before_the_draw_is_confirmed():
    tournament = an_event(now=WEEK_BEFORE)
    plan_rounds(tournament, [FIRST_START + DAY, FIRST_START + 2 * DAY], by=a_user())
    preview_draw(tournament, by=a_user())
    assert notices(tournament) == []


def test_discarded_draw_cancels_what_it_gave_occasion_to(tournament):
    made = Notice.objects.count()
    discard_draw(the_draw(tournament), by=a_user(), reason="a team was forgotten")
    assert len(notices(tournament, state=NoticeState.CANCELLED)) == made
    draw(tournament)
    assert len(notices(tournament, state=NoticeState.PENDING)) == made


def test_draw_after_the_start_reminds_of_nothing_that_has_passed():
    tournament = a_drawn_event(now=FIRST_START)
    assert notices(tournament, *MATCH_REMINDERS, match__round__number=1) == []
    assert notices(tournament, *ROUND_REMINDERS, round__number=1) == []


def test_moved_round_makes_new_reminders_and_cancels_the_old_and_a_refused_move_does_neither(tournament):
    before = {n.key for n in notices(tournament, *REMINDERS, round__number=1)}
    with pytest.raises(Refused):
        move(tournament, 1, 5 * DAY)
    assert set(states(tournament)) == {NoticeState.PENDING}
    move(tournament, 1, -2 * HOUR)
    assert {n.key for n in notices(tournament, state=NoticeState.CANCELLED)} == before
    assert {due for *_, due in waiting(tournament)} == {DAY_BEFORE, SOON - 2 * HOUR}
    assert [(n.due_at, n.starts_at, n.moved_from) for n in moved(tournament)] == [
        (WEEK_BEFORE, FIRST_START - 2 * HOUR, FIRST_START)
    ]


def test_round_moved_there_and_back_is_reminded_of_once(tournament):
    before = waiting(tournament)
    for hours in (-2 * HOUR, 2 * HOUR):
        move(tournament, 1, hours)
    assert waiting(tournament) == before
    assert [n.state for n in moved(tournament)] == [NoticeState.CANCELLED]  # nobody heard of it


def test_round_moved_again_names_the_start_that_was_published_last(tournament):
    for _ in range(2):
        move(tournament, 1, HOUR)
    assert [n.moved_from for n in moved(tournament, state=NoticeState.PENDING)] == [FIRST_START]
    Notice.objects.filter(kind=NoticeKind.ROUND_MOVED, state=NoticeState.PENDING).update(state=NoticeState.ISSUED)
    move(tournament, 1, HOUR)
    assert [n.moved_from for n in moved(tournament, state=NoticeState.PENDING)] == [FIRST_START + 2 * HOUR]


def test_hour_that_was_not_announced_is_planned_without_a_notice(tournament):
    """Two rounds: the draw says when the first begins, nothing yet when the second does."""
    start = the_round(tournament, 2).starts_at
    for hours in (3, 4):
        plan_sittings(the_round(tournament, 2), [start + hours * HOUR], by=a_user())
    move(tournament, 2, HOUR, start=start)
    assert moved(tournament) == []
    announce_timetable(tournament, by=a_user())
    move(tournament, 2, 2 * HOUR, start=start)
    assert {(n.round.number, n.moved_from) for n in moved(tournament)} == {(2, start + HOUR)}


def test_hour_that_was_reminded_of_is_announced_and_so_is_all_of_a_running_event(tournament):
    about = {"kind": NoticeKind.ROUND_DAY_BEFORE, "round": the_round(tournament, 2), "state": NoticeState.PENDING}
    Notice.objects.filter(**about).update(state=NoticeState.ISSUED)
    move(tournament, 2, HOUR)
    assert len(moved(tournament)) == 1
    Notice.objects.filter(tournament=tournament, round__number=2).delete()
    move(tournament, 2, HOUR)
    assert moved(tournament) == []
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.RUNNING)
    move(tournament, 2, HOUR)
    assert len(moved(tournament)) == 1


def test_result_is_announced_and_the_winner_reminded_until_the_result_is_corrected(tournament):
    win(the_match(tournament, 1))
    assert [(n.match.number, n.due_at) for n in notices(tournament, NoticeKind.RESULT)] == [(1, WEEK_BEFORE)]
    assert waiting(tournament, match__number=3) == [(3, "甲分会 1", DAY_BEFORE + DAY), (3, "甲分会 1", SOON + DAY)]
    assert waiting(tournament, match__number=1) == []
    correct_result(the_match(tournament, 1), by=a_user(), reason="the sides were mixed up")
    assert waiting(tournament, match__number=3) == []
    assert states(tournament, NoticeKind.RESULT) == [NoticeState.CANCELLED]
    disqualify(the_match(tournament, 1), "home", by=a_user(), reason="for the test")
    assert {team for _, team, _ in waiting(tournament, match__number=3)} == {"乙分会 1"}
    assert states(tournament, NoticeKind.RESULT) == [NoticeState.CANCELLED, NoticeState.PENDING]


def test_withdrawal_announces_the_walkover_and_taken_back_reminds_as_before_and_recalls_what_went_out(tournament):
    before, team = waiting(tournament), the_team(tournament, "乙分会", 1)
    withdraw_team(team, by=a_user(), reason="wrong line")
    assert waiting(tournament, match__number=1) == []
    assert {team for _, team, _ in waiting(tournament, match__number=3)} == {"甲分会 1"}
    (walkover,) = notices(tournament, NoticeKind.RESULT)
    assert walkover.match.number == 1
    issue(tournament)
    walkover.deliveries.update(state=DeliveryState.SENT, sent_at=WEEK_BEFORE)
    restore_team(team, by=a_user(), reason="wrong line")
    assert waiting(tournament) == before
    (recall,) = notices(tournament, NoticeKind.RECALL)
    assert walkover in recall.recalls.all()
    addressed = {delivery.address for delivery in recall.deliveries.all()}
    assert addressed == {delivery.address for delivery in walkover.deliveries.all()} != set()


def test_withdrawn_team_that_waits_for_its_opponent_is_reminded_of_nothing(tournament):
    win(the_match(tournament, 1))
    assert {team for _, team, _ in waiting(tournament, match__number=3)} == {"甲分会 1"}
    withdraw_team(the_team(tournament, "甲分会", 1), by=a_user(), reason="ill")
    assert waiting(tournament, match__number=3) == []
    assert is_moot(notices(tournament, NoticeKind.MATCH_SOON, match__number=3)[0])


def test_correction_takes_the_announced_awards_back(tournament):
    chief = a_user()
    for number in (1, 2, 3):
        win(the_match(tournament, number), by=chief)
    confirm_awards(tournament, by=chief)
    correct_result(the_match(tournament, 3), by=chief, reason="mixed up")
    assert states(tournament, NoticeKind.AWARDS) == [NoticeState.CANCELLED]
    disqualify(the_match(tournament, 3), "home", by=chief, reason="for the test")
    confirm_awards(tournament, by=chief)
    assert states(tournament, NoticeKind.AWARDS) == [NoticeState.CANCELLED, NoticeState.PENDING]


def test_withdrawal_takes_back_a_walkover_together_with_its_announcement():
    tournament = a_drawn_event(now=WEEK_BEFORE, branches=4)
    for branch in ("乙分会", "甲分会"):
        withdraw_team(the_team(tournament, branch, 1), by=a_user(), reason="ill")
    win(the_match(tournament, 2))
    assert states(tournament, NoticeKind.RESULT, match__number=5) == [NoticeState.PENDING]
    correct_result(the_match(tournament, 2), by=a_user(), reason="mixed up")
    assert states(tournament, NoticeKind.RESULT, match__number=5) == [NoticeState.CANCELLED]


def test_issuing_passes_over_a_match_that_has_begun_and_never_raises_the_version(tournament):
    match, journal = the_match(tournament, 1), tournament.journal
    type(match).objects.filter(pk=match.pk).update(state="playing")
    at(tournament, FIRST_START)
    journal.refresh_from_db()
    before = (journal.version, journal.last_number)
    issue(tournament)
    assert set(states(tournament, NoticeKind.MATCH_SOON, match=match)) == {NoticeState.CANCELLED}
    assert set(states(tournament, NoticeKind.MATCH_SOON, match__number=2)) == {NoticeState.ISSUED}
    journal.refresh_from_db()
    assert (journal.version, journal.last_number) == before
