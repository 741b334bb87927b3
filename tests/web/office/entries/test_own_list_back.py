"""The list that the office takes away can be sent back: .xlsx and .csv say the same as what is entered."""

import pytest

from tests.factories import a_role, a_tournament
from tests.web.pages import signed_in
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import read_sheets
from tournaments.entries.queries.entries import roster_places

pytestmark = pytest.mark.django_db


def test_list_of_entries_comes_back_clean():
    tournament = a_tournament(branches=3, teams=2)
    browser = signed_in(a_role(tournament, "office"))
    places = roster_places(tournament)
    for form in ("csv", "xlsx"):
        answer = browser.get(f"/e/{tournament.slug}/office/exports/personal/entries/{form}/")
        roster = read_roster(read_sheets(answer.content), places, seats=2)
        assert roster.faults == ()
        assert roster.forms == {place.number: place.saved for place in places}
