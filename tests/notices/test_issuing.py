"""Many notices due at once: issued in few queries, by turns that end."""

import pytest
from celery import Celery
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notices.delivery import deliver_due, issue
from notices.models import Delivery, Notice
from notices.states import NoticeKind, NoticeState
from notices.turns import TURNS, Turn, take
from tests.notices.factories import SOON, WEEK_BEFORE, a_drawn_event, at
from tests.thorough import in_ci_only
from tournaments.event.actions.tournaments import archive_tournament


def queries_of(work):
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


@in_ci_only
@pytest.mark.django_db
def test_issuing_costs_the_same_for_any_number_of_notices_and_events():
    a_drawn_event(now=WEEK_BEFORE)
    issue()
    assert Notice.objects.exclude(state=NoticeState.PENDING).count() == 1
    costs = []
    for events, branches in ((1, 2), (5, 8)):
        for event in [a_drawn_event(now=WEEK_BEFORE, branches=branches) for _ in range(events)]:
            Notice.objects.exclude(kind=NoticeKind.MATCH_SOON).delete()
            at(event, SOON)
        costs.append(queries_of(issue))
    assert costs[0] == costs[1]
    reminded = Notice.objects.filter(state=NoticeState.ISSUED, match__round__number=1)
    assert reminded.count() == 4 + 5 * 16
    assert Delivery.objects.filter(notice__in=reminded).count() == 3 * reminded.count()


def test_turn_that_is_over_leaves_the_rest_to_the_next_one(tournament):
    at(tournament, SOON)
    over = Turn(seconds=0)
    assert (deliver_due(over), over.more) == (0, True)
    assert set(tournament.notices.values_list("state", flat=True)) == {NoticeState.PENDING}
    issue()
    assert tournament.notices.filter(state=NoticeState.ISSUED).exists()


def test_event_that_was_put_away_is_passed_over(tournament):
    at(tournament, SOON)
    archive_tournament(tournament, by=None)
    assert deliver_due() == 0
    assert not tournament.notices.exclude(state=NoticeState.PENDING).exists()


@pytest.mark.parametrize(("more", "times"), [(True, TURNS), (False, 1)])
def test_wake_lasts_as_many_turns_as_there_is_work_for_and_no_more(more, times):
    taken = []

    def work(turn):
        taken.append(turn)
        turn.more = more

    app = Celery(set_as_current=False)
    app.conf.task_always_eager = True

    @app.task
    def task(*, turns=TURNS):
        take(task, work, turns)

    task.delay()
    assert len(taken) == times
