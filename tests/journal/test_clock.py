"""Real time for everybody; a time of its own for a rehearsal only."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from journal.clock import now, now_of, set_rehearsal_time
from journal.models import Journal
from tests.factories import a_tournament
from tournaments.models import Tournament

NOON = datetime(2123, 11, 29, 4, 30, tzinfo=UTC)


@pytest.fixture
def rehearsal(db: None) -> Journal:
    return Journal.objects.create(rehearsal=True)


def test_journal_shows_the_real_time_and_a_rehearsal_too_until_its_own_is_set(rehearsal):
    for journal in (Journal(), rehearsal):
        before = timezone.now()
        assert before <= now(journal) <= timezone.now()


def test_rehearsal_time_stands_still_unless_it_has_a_pace_and_may_be_set_again(rehearsal):
    set_rehearsal_time(rehearsal, NOON, pace=60)
    earliest = NOON + (timezone.now() - rehearsal.anchored_at) * 60
    shown = now(rehearsal)
    assert earliest <= shown <= NOON + (timezone.now() - rehearsal.anchored_at) * 60
    set_rehearsal_time(rehearsal, NOON.replace(year=2100))
    assert now(rehearsal) == now(Journal.objects.get(pk=rehearsal.pk)) == NOON.replace(year=2100)


def test_only_a_rehearsal_has_its_own_time(db):
    journal = Journal.objects.create()
    with pytest.raises(ValueError, match="only a rehearsal"):
        set_rehearsal_time(journal, NOON)
    journal.refresh_from_db()
    assert (journal.shown_at, journal.anchored_at, journal.pace) == (None, None, 1.0)


@pytest.mark.parametrize("field", [{"shown_at": NOON}, {"anchored_at": NOON}, {"pace": 2.0}], ids=str)
def test_database_keeps_others_from_having_their_own_time(db, field):
    journal = Journal.objects.create()
    with pytest.raises(IntegrityError, match="only_a_rehearsal_has_its_own_time"), transaction.atomic():
        Journal.objects.filter(pk=journal.pk).update(**field)


@pytest.mark.parametrize("pace", [0, 60, None])
def test_query_has_the_same_time(rehearsal, pace):
    if pace is not None:
        set_rehearsal_time(rehearsal, NOON, pace=pace)
    before = now(rehearsal)
    tournament = a_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(journal=rehearsal)
    shown = Tournament.objects.values_list(now_of("journal"), flat=True).get(pk=tournament.pk)
    assert before <= shown <= now(rehearsal)
