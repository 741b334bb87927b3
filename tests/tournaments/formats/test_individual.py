"""Individuals with changing partners: nobody sits twice in a round, everybody sits or rests, and what each has won is
what the sides have won, counted for both partners."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.thorough import tries
from tournaments.formats import made
from tournaments.formats.format import Meeting
from tournaments.formats.individual import Individual, Partners, rests_of
from tournaments.formats.matches import BYE, NOBODY, Outcome, Position, Reason, seated
from tournaments.formats.tie_breaks import TieBreak

ENTRIES = st.integers(4, 40)
WAYS = st.sampled_from(Partners)


def played(home, partner, away, other, winner="home", reason=Reason.PLAYED, round_=1, **more):
    sides = (home, away) if winner == "home" else (away, home)
    return Meeting(home, away, Outcome(*sides, reason), partners=(partner, other), round=round_, **more)


def a_bye(entry, round_=1):
    return Meeting(entry, BYE, Outcome(entry, BYE, Reason.BYE), round=round_)


def not_played(*four, left=(), reason=Reason.BOTH_ABSENT, round_=1):
    home, partner, away, other = four
    outcome = Outcome(NOBODY, NOBODY, reason)
    return Meeting(home, away, outcome, partners=(partner, other), left=frozenset(left), round=round_)


def rows(format_, *meetings):
    return {row.entry: row for row in format_.standing(meetings)}


@settings(max_examples=tries(60), deadline=None)
@given(ENTRIES, st.integers(1, 9), WAYS)
def test_in_a_plan_everybody_sits_or_rests_once_a_round(entries, rounds, way):
    format_ = Individual(rounds_played=rounds, partners=way)
    matches = seated(format_.plan(format_.size(entries)), list(range(1, entries + 1)))
    for number in range(1, rounds + 1):
        of_round = [one for one in matches if one.match.round == number]
        assert [one.match.place for one in of_round] == [*range(1, len(of_round) + 1)]
        if number > 1 and way is not Partners.BALANCED:
            assert all(not isinstance(one.match.home, Position) for one in of_round)
            continue
        sitting = [slot for one in of_round for slot in (*one.pair, *(one.partners or ())) if slot is not BYE]
        assert sorted(sitting) == [*range(1, entries + 1)]
        assert sum(one.partners is None for one in of_round) == entries % 4


@settings(max_examples=tries(60), deadline=None)
@given(ENTRIES, st.integers(1, 9))
def test_in_a_balanced_schedule_rests_differ_by_one_at_most(entries, rounds):
    counted = Individual(rounds_played=rounds).counts(entries)
    fewest, most = counted.rests
    assert most - fewest <= 1


class Event:
    """Entries 1, 2, … of which some leave; every round follows from the one before."""

    def __init__(self, entries, rounds, seed, way, trouble):
        self.chance, self.trouble, self.meetings, self.gone, self.rounds = Random(seed), trouble, [], set(), []
        self.format = Individual(rounds_played=rounds, partners=way)
        self.everybody = list(range(1, entries + 1))
        for number in range(1, rounds + 1):
            ranking = [row.entry for row in self.format.standing(self.meetings)] or self.everybody
            self.rounds.append(self.format.next_sitting([e for e in ranking if e not in self.gone], self.rested()))
            self.meetings += [self.play(four, number) for four in self.rounds[-1].tables]
            self.meetings += [a_bye(entry, number) for entry in self.rounds[-1].rests]

    def rested(self):
        return rests_of(self.meetings)

    def play(self, four, number):
        if self.chance.randrange(100) < self.trouble:
            gone = self.chance.sample(four, self.chance.randint(1, 4))
            self.gone |= {*gone}
            return not_played(*four, left=gone, round_=number)
        points = tuple(Fraction(self.chance.randrange(5)) for _ in range(2))
        reason = self.chance.choice([Reason.PLAYED, Reason.PLAYED, Reason.DRAWN])
        winner = self.chance.choice(["home", "away"]) if reason is Reason.PLAYED else "home"
        return played(*four, winner=winner, reason=reason, round_=number, points=points)


@settings(max_examples=tries(60), deadline=None)
@given(ENTRIES, st.integers(1, 7), st.integers(0, 2**32), WAYS, st.sampled_from([0, 15]))
def test_nobody_sits_twice_in_a_round_and_rests_go_round(entries, rounds, seed, way, trouble):
    event = Event(entries, rounds, seed, way, trouble)
    for sitting in event.rounds:
        sitting_down = [*sitting.rests, *(entry for four in sitting.tables for entry in four)]
        assert len(sitting_down) == len({*sitting_down})
        assert len(sitting.rests) == len(sitting_down) % 4
    if not trouble:
        rests = [event.rested()[entry] for entry in event.everybody]
        assert max(rests) - min(rests) <= 1


@settings(max_examples=tries(60), deadline=None)
@given(ENTRIES, st.integers(1, 7), st.integers(0, 2**32), WAYS)
def test_what_people_have_won_is_twice_what_sides_have_won(entries, rounds, seed, way):
    event = Event(entries, rounds, seed, way, trouble=0)
    table = event.format.standing(event.meetings)
    of_tables = [meeting for meeting in event.meetings if meeting.partners]
    won = sum(meeting.outcome.reason is Reason.PLAYED for meeting in of_tables)
    assert sum(row.won for row in table) == 2 * won == sum(row.lost for row in table)
    assert sum(row.played for row in table) == 4 * len(of_tables)
    sides = sum((sum(meeting.points) for meeting in of_tables), Fraction(0))
    rests = sum((row.points for row in table), Fraction(0)) - 2 * sides
    # a rest is worth the average of those who played in the round
    fields = [[m for m in of_tables if m.round == number] for number in range(1, rounds + 1)]
    average = [sum((sum(m.points) for m in of), Fraction(0)) / (2 * len(of)) for of in fields if of]
    assert rests == (entries % 4) * sum(average)


def test_each_partner_has_the_outcome_of_the_side():
    table = rows(Individual(), played(1, 2, 3, 4, difference=3), played(1, 3, 2, 4, winner="away", difference=-1))
    assert [(table[e].won, table[e].lost, table[e].difference) for e in (1, 2, 3, 4)] == [
        (1, 1, 2), (2, 0, 4), (0, 2, -4), (1, 1, -2),
    ]  # fmt: skip
    assert table[2].place == 1
    assert table[2].decided_by is TieBreak.POINTS


def test_a_table_that_is_short_of_one_is_a_rest_of_the_three_others_and_a_side_that_is_sent_away_loses():
    table = rows(Individual(), not_played(1, 2, 3, 4, left=[2]))
    assert [(table[e].played, table[e].points) for e in (1, 3, 4)] == [(0, Fraction(1, 2))] * 3
    assert (table[2].place, table[2].decided_by) == (0, TieBreak.LEFT)
    nobody_came = rows(Individual(), not_played(1, 2, 3, 4))
    assert [(row.place, row.lost) for row in nobody_came.values()] == [(1, 1)] * 4
    sent = played(1, 2, 3, 4, reason=Reason.DISQUALIFICATION)
    table = rows(Individual(), sent, not_played(3, 1, 2, 5, round_=2), not_played(1, 5, 6, 7, round_=2))
    assert {entry for entry, row in table.items() if row.place == 0} == {3, 4}
    assert (table[1].won, table[1].points, table[6].lost) == (1, Fraction(3, 2), 1)


def test_by_standing_the_first_sits_with_the_last_by_lot_four_follow_each_other_and_whoever_rested_least_rests():
    by_standing = Individual(partners=Partners.STANDING)
    assert by_standing.next_sitting(range(1, 9), {}).tables == ((1, 8, 2, 7), (3, 6, 4, 5))
    sitting = by_standing.next_sitting(range(1, 12), {11: 1, 9: 1})
    assert sitting.rests == (7, 8, 10)
    assert sitting.tables == ((1, 11, 2, 9), (3, 6, 4, 5))
    assert Individual(partners=Partners.LOT).next_sitting([4, 1, 7, 3, 9], {9: 1}).tables == ((4, 1, 7, 9),)


def test_partners_that_change_are_a_setting():
    assert made("individual", {"partners": "standing", "rounds_played": 5}) == Individual(5, Partners.STANDING)
    assert [len(Individual().rounds(entries)) for entries in (20, 5)] == [6, 4]
    with pytest.raises(ValueError, match="partners"):
        made("individual", {"partners": "friends"})


def test_the_lots_of_a_draw_in_the_hall_are_called_table_by_table_and_counts_of_rests_are_those_of_people():
    schedule, lots = Individual().schedule(10), Individual().at_tables(10)
    assert sorted(lots) == [*range(1, 11)]
    assert {*lots[:4]} == {*schedule[0].tables[0]}
    counted = Counter(entry for sitting in schedule for entry in sitting.rests)
    assert Individual().counts(10).rests == (min(counted.values()), max(counted.values()))
    assert Individual(partners=Partners.STANDING).counts(10) is None
