"""The list that the office takes away can be sent back: .xlsx and .csv say the same as what is entered."""

import pytest

from tests.factories import a_role
from tests.tournaments.round_day import a_day
from tests.web.pages import signed_in
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import read_sheets
from tournaments.entries.queries.entries import roster_places

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_list_of_entries_comes_back_clean(form):
    tournament = a_day(branches=3, teams=2).tournament
    browser = signed_in(a_role(tournament, "office"))
    answer = browser.get(f"/e/{tournament.slug}/office/exports/personal/entries/{form}/")
    places = roster_places(tournament)
    roster = read_roster(read_sheets(answer.content), places, seats=2)
    assert roster.faults == ()
    assert roster.forms == {place.number: place.saved for place in places}
