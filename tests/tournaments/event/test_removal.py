"""A rehearsal that broke off is taken out whole; whatever counts stays."""

from datetime import date
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from journal.models import Event
from journal.queries import last_event_number
from notices.models import Notice
from scoring.actions.submissions import SentEntry
from tests.e2e.busy import Busy, a_busy_event, a_finished_event
from tests.factories import a_drawn_tournament, a_tournament
from tests.refusals import too_late
from tests.rows import all_rows
from tests.thorough import in_ci_only
from tests.tournaments.bracket.test_remedies import a_played_day, sign
from tests.tournaments.round_day import players
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.links import issue_slips, open_link
from tournaments.day.actions.matches import agree, enter_penalty, submit
from tournaments.entries.actions.teams import substitute_player
from tournaments.entries.fields import PlayerEntry
from tournaments.entries.queries.links import token_of
from tournaments.event.actions.removal import delete_tournament, remove_rehearsal
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Tournament
from tournaments.presets.preset import read_preset
from tournaments.states import RemedyKind, TournamentState

pytestmark = pytest.mark.django_db

REMEMBERED = {"SharedVersion", "User", "Session", "Identity", "Journal", "Event"}


def rows_of_events() -> dict[str, list[dict[str, Any]]]:
    by_model = {model: rows for model, rows in all_rows().items() if model not in REMEMBERED}
    return {**by_model, "Notice": list(Notice.objects.order_by("pk").values())}


def a_full_rehearsal() -> Busy:
    """Everything has happened that leaves a row: penalties, slips, entries of phones, a substitute."""
    busy = a_busy_event()
    day, won, proposed, playing = busy.day, busy.numbers[0], busy.numbers[6], busy.numbers[-1]
    enter_penalty(day.match(playing), "home", "other", by=busy.chief)
    submit(
        day.match(playing), SentEntry("phone", "key", "deal", 1, "", {"order": "NS", "kind": "regular"}), by=busy.chief
    )
    sheet = current_sheet(day.match(proposed))
    seen = last_event_number(sheet.journal, sheet.subject)
    agree(day.match(proposed), "home", by=busy.chief, seen=seen)
    slip = issue_slips(day.round, by=busy.chief)[0]
    open_link(token_of(slip), "a-phone-of-somebody", by=None)
    left = players(day.match(won), "home")[0]
    substitute_player(left, PlayerEntry("队员新"), by=busy.chief, reason="出差")
    return busy


@in_ci_only
def test_rehearsal_goes_with_all_that_belongs_to_it_and_its_journal_remembers():
    a_finished_event()
    before = rows_of_events()
    busy = a_full_rehearsal()
    unused = {model for model, rows in rows_of_events().items() if len(rows) <= len(before[model])}
    # a rehearsal counts in no series, nobody lays out papers for it, nobody is equal in a knockout or at a board
    of_others = {"OwnFile", "CertificateStyle", "Ceremony", "PlaceDecision", "Placing", "BoardPlayer"}
    assert unused == {"Receipt", "Series", *of_others}
    journal, subject = busy.tournament.journal, busy.tournament.subject
    events = Event.objects.filter(journal=journal)
    happened = events.count()
    remove_rehearsal(busy.tournament, by=busy.office)
    assert rows_of_events() == before
    played = a_played_day()
    sign(played, RemedyKind.REPLAY)
    remove_rehearsal(played.tournament, by=None)
    assert rows_of_events() == before
    last = events.order_by("number").last()
    assert (last.number, last.kind, last.subject, last.by) == (happened + 1, "rehearsal.removed", subject, busy.office)
    assert last.data == {"name": busy.tournament.name, "slug": "busy"}


def test_neither_a_real_event_nor_a_rehearsal_that_somebody_may_want_to_read_is_removed():
    tournament = a_drawn_tournament(started=True)
    before = all_rows()
    with pytest.raises(ValueError, match="only a rehearsal"):
        remove_rehearsal(tournament, by=None)
    assert all_rows() == before
    for changed, state in (
        ({"state": TournamentState.FINISHED}, "finished"),
        ({"archived_at": timezone.now()}, "archived"),
    ):
        rehearsal = a_tournament(rehearsal=True, **changed)
        assert too_late(partial(remove_rehearsal, rehearsal, by=None)) == state


def test_event_of_several_stages_can_be_deleted():
    tournament = create_tournament(read_preset("plain_groups"), by=None, slug="groups", first_day=date(2123, 11, 29))
    delete_tournament(tournament, by=None)
    assert not Tournament.objects.exists()
