"""The number of a subject's last event: what a confirmation carries as ``seen``."""

import pytest
from django.utils import timezone

from journal.models import Event, Journal
from journal.queries import last_event_number, last_event_numbers


@pytest.fixture
def journal(db: None) -> Journal:
    journal, other = Journal.objects.create(), Journal.objects.create()
    subjects = [(journal, 1, "sheet:1"), (journal, 2, "sheet:2"), (journal, 3, "sheet:1"), (other, 9, "sheet:1")]
    Event.objects.bulk_create(
        Event(journal=of, number=number, subject=subject, kind="thing.done", at=timezone.now())
        for of, number, subject in subjects
    )
    return journal


def test_last_event_is_that_of_the_subject_in_this_journal(journal):
    assert [last_event_number(journal, subject) for subject in ("sheet:1", "sheet:2", "sheet:3")] == [3, 2, 0]


def test_last_events_of_several_subjects_cost_one_query(journal, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert last_event_numbers(journal, ["sheet:1", "sheet:2", "sheet:3"]) == {"sheet:1": 3, "sheet:2": 2}
