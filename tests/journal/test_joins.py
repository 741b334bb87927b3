"""A join that is written once reads what `select_related` reads."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.joins import Joined
from tests.factories import a_drawn_tournament
from tournaments.models import Match

pytestmark = pytest.mark.django_db
PATHS = ("round", "round__clock", "table", "home_team", "home_team__branch", "stage", "stage__tournament")


def test_rows_and_those_in_their_keys_are_the_same_as_of_a_query_set():
    tournament = a_drawn_tournament()
    query = Match.objects.filter(stage__tournament=tournament).select_related(*PATHS).order_by("number")
    read = Joined(Match, *PATHS).where('"it__stage".tournament_id = %s order by "it".number', tournament.pk)
    with CaptureQueriesContext(connection) as queries:
        pairs = list(zip(read, query, strict=True))
        for one, other in pairs:
            for path in ("", *PATHS):
                ours, theirs = one, other
                for key in path.split("__") if path else ():
                    ours, theirs = ours and getattr(ours, key), theirs and getattr(theirs, key)
                names = [field.attname for field in theirs._meta.concrete_fields] if theirs else []
                assert (ours is None) == (theirs is None)
                assert [getattr(ours, name) for name in names] == [getattr(theirs, name) for name in names]
    assert len(queries) == 2
    assert any(match.table is None for match, _ in pairs) or any(match.home_team is None for match, _ in pairs)
    assert all(match.stage.rule_set for match, _ in pairs)


def test_none_for_what_no_row_meets():
    a_drawn_tournament()
    assert list(Joined(Match, "round").where('"it".number = %s', 2_000_000)) == []
