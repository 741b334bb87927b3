"""桌号 of a round: the table is the place where tables are kept, and winners of neighbours meet (S001-4, S001-5)."""

import pytest

from tests.factories import a_tournament
from tests.thorough import some
from tests.tournaments.played import decide
from tournaments.day.actions.timetable import assign_tables
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.formats import FORMATS
from tournaments.models import Match, Tournament
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db


def drawn(pairs: int, format_: str, **more: object) -> Tournament:
    rounds = len(FORMATS[format_].rounds(FORMATS[format_].size(pairs)))
    tournament = a_tournament(branches=pairs, teams=1, tables=pairs, rounds=rounds, format_=format_, **more)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    return tournament


def tables(half: int) -> dict[int, int]:
    """Number of the table by place, of the matches that are played or may be."""
    rows = Match.objects.filter(round__number=half, table__isnull=False)
    return dict(rows.values_list("place", "table__number"))


@pytest.mark.parametrize("pairs", [5, *some(range(6, 16), of=10)])
def test_table_is_the_place_in_every_half_and_the_last_one_rests(pairs):
    tournament = drawn(pairs, "movement")
    played = {place: place for place in range(1, pairs // 2 + 1)}
    assert tables(1) == tables(2) == played
    rests = Match.objects.filter(round__number=1, state=MatchState.BYE)
    assert list(rests.values_list("place", flat=True)) == ([pairs // 2 + 1] if pairs % 2 else [])
    first = list(Match.objects.filter(round__number=1).exclude(state=MatchState.BYE).order_by("number"))
    for match in first:
        decide(match.number, "away")
    last = (pairs + 1) // 2
    for match in first:
        here, there = (Match.objects.get(round__number=2, place=p) for p in (match.place, match.place % last + 1))
        assert here.home_team_id == match.home_team_id
        assert there.away_team_id == match.away_team_id
    assert tables(2) == played
    assert tournament.stages.get().size == pairs


def test_tables_of_a_half_given_out_anew_are_the_places_whoever_is_absent():
    tournament = drawn(8, "movement")
    for number in (1, 3, 4):
        decide(number)
    decide(2, "", "both_absent", ticked=False)
    second = tournament.stages.get().rounds.get(number=2)
    assign_tables(second, by=None)
    # at tables 2 and 3 one side is nobody, so that the others there go on without play
    assert {place: table for place, table in tables(2).items() if place not in (2, 3)} == {1: 1, 4: 4}


@pytest.mark.parametrize("pairs", [7, *some([5, 6, 11, 13, 21], of=5)])
def test_winners_of_the_first_and_the_second_table_meet_beside_byes(pairs):
    drawn(pairs, "knockout")
    first = {match.table.number: match for match in Match.objects.filter(round__number=1, table__isnull=False)}
    assert sorted(first) == list(range(1, len(first) + 1))
    together = [table for table in first if table % 2 and table + 1 in first]
    meet = [table for table in together if first[table].winner_to_id == first[table + 1].winner_to_id]
    feeding = [match.winner_to_id for match in first.values()]
    pairs_of_tables = sum(feeding.count(fed) == 2 for fed in set(feeding))
    assert meet == list(range(1, 2 * pairs_of_tables, 2))
    later = Match.objects.filter(round__number=2).order_by("place")
    assert [match.table.number for match in later] == list(range(1, len(later) + 1))
