"""The board for everybody and the outbox for the office."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone, translation

from notices.delivery import issue
from notices.models import Delivery, Notice
from notices.queries import sendings
from notices.queries.announced import board
from notices.queries.sendings import Shelf, outbox
from notices.states import DeliveryState, NoticeKind
from tests.factories import FIRST_START, a_user
from tests.notices.factories import SOON, WEEK_BEFORE, a_drawn_event, at, the_draw, the_match, the_round
from tournaments.day.actions.rulings import correct_result, disqualify
from tournaments.day.actions.timetable import move_round
from tournaments.draw.actions.draws import discard_draw
from tournaments.models import Match
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db

EVENING = FIRST_START.replace(hour=17, minute=0) - timedelta(days=1)
DRAW = "The draw is published"


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def shown(tournament, **more):
    with timezone.override(tournament.tzinfo):
        return board(tournament, **more)


def titles(tournament, **more):
    return [item.title for item in shown(tournament, **more)]


def decided(tournament, number):
    disqualify(the_match(tournament, number), "away", by=a_user(), reason="late")


def test_board_shows_one_reminder_a_round_whatever_its_matches_and_a_short_one_the_next_round_first():
    tournament = a_drawn_event(now=WEEK_BEFORE, branches=4)
    assert titles(tournament) == [DRAW]
    assert titles(at(tournament, EVENING)) == ["Quarter-final starts tomorrow at 12:30", DRAW]
    assert titles(at(tournament, SOON)) == ["Quarter-final starts today at 12:30", DRAW]
    assert titles(at(tournament, FIRST_START)) == [DRAW]
    at(tournament, WEEK_BEFORE)
    for number in (2, 3):
        move_round(the_round(tournament, number), FIRST_START + timedelta(hours=number), by=a_user())
    short = titles(at(tournament, EVENING), limit=3)
    assert short[:2] == ["Quarter-final starts tomorrow at 12:30", DRAW]
    assert titles(tournament)[-2:] == short[:2], "the whole board has the newest first"


def test_board_neither_waits_for_the_mails_nor_reminds_of_a_round_that_has_begun_early(tournament):
    before = board(at(tournament, SOON))
    assert len(before) == 2
    Match.objects.filter(round__number=1).update(state=MatchState.PLAYING)
    assert titles(tournament) == [DRAW]
    with transaction.atomic():
        issue(tournament)  # which cancels the reminder
        assert titles(tournament) == [DRAW]
        transaction.set_rollback(True)
    Match.objects.filter(round__number=1).update(state=MatchState.READY)
    issue(tournament)
    Delivery.objects.update(state=DeliveryState.FAILED)
    assert board(tournament) == before


def test_board_item_leads_to_its_round_or_match(tournament):
    decided(tournament, 2)
    (result,) = shown(tournament, limit=1)
    (reminder,) = shown(at(tournament, SOON), limit=1)
    assert (result.kind, result.match, result.round, result.at) == (NoticeKind.RESULT, 2, 1, WEEK_BEFORE)
    assert (reminder.kind, reminder.match, reminder.round, reminder.at) == (NoticeKind.ROUND_SOON, 0, 1, SOON)
    assert reminder.text == "All teams check in by 12:20 at 职工之家（知行楼）."


def test_board_forgets_a_discarded_draw_and_a_result_taken_back(tournament):
    decided(tournament, 1)
    issue(tournament)
    assert titles(tournament) == ["甲分会 Team 1 beats 乙分会 Team 1", DRAW]
    correct_result(the_match(tournament, 1), by=a_user(), reason="mixed up")
    assert titles(tournament) == ["Correction, Semi-final: 甲分会 Team 1 – 乙分会 Team 1", DRAW]
    discard_draw(the_draw(tournament), by=a_user(), reason="a team was forgotten")
    assert titles(tournament) == []


def test_board_of_a_moved_round_has_the_move_and_no_old_reminder(tournament):
    issue(at(tournament, SOON))
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=2), by=a_user())
    assert titles(tournament) == ["Semi-final starts today at 14:30", "Semi-final has been moved", DRAW]


def test_board_and_outbox_cost_the_same_whatever_the_size(tournament, django_assert_num_queries):
    for event, branches in ((tournament, 2), (a_drawn_event(now=WEEK_BEFORE, branches=8), 8)):
        for number in range(1, branches + 1):
            decided(event, number)
        issue(event)
        board(event)  # which reads the stage of the event once
        with django_assert_num_queries(3):
            assert len(board(event)) == 1 + branches
        with django_assert_num_queries(6):
            assert outbox(event, Shelf.WAITING).groups


def test_outbox_lays_each_notice_where_the_office_looks_for_it(tournament):
    reminders = [group for group in outbox(tournament).groups if group.kind == NoticeKind.MATCH_SOON]
    assert [(group.round.number, len(group.items)) for group in reminders] == [(1, 4)]
    issue(tournament)
    sent, failed, _ = Delivery.objects.order_by("pk")
    Delivery.objects.filter(pk=sent.pk).update(state=DeliveryState.SENT, sent_at=WEEK_BEFORE)
    Delivery.objects.filter(pk=failed.pk).update(state=DeliveryState.FAILED, last_error="550 no such user")
    waiting, failures = outbox(tournament), outbox(tournament, Shelf.FAILED)
    group, draw = waiting.groups[0], waiting.groups[0].items[0]
    assert (draw.title, group.sent, group.failed, group.waiting) == (DRAW, 1, 1, 1)
    (failure,) = failures.groups[0].items
    assert failure.notice == draw.notice
    assert [s.last_error for s in failure.sendings if s.state == DeliveryState.FAILED] == ["550 no such user"]
    counts = {name.value: n for name, n in waiting.counts if n}
    # one that reached some lies with what is sent, however long a group collects
    assert counts == {"waiting": Notice.objects.count(), "sent": 1, "failed": 1}
    Delivery.objects.filter(state=DeliveryState.PENDING).update(state=DeliveryState.SENT)
    assert [item.notice for item in outbox(tournament, Shelf.SENT).groups[0].items] == [draw.notice]


def test_outbox_comes_in_pages_in_the_order_in_which_notices_fall_due(tournament, monkeypatch):
    monkeypatch.setattr(sendings, "PAGE", 10)
    first, last = outbox(tournament), outbox(tournament, page=99)
    assert (first.page, last.page, first.pages) == (1, 2, 2)
    due = [item.notice.due_at for page in (first, last) for group in page.groups for item in group.items]
    assert due == sorted(due)
    assert len(due) == Notice.objects.count()
