"""A Swiss from its first round to its last, by chance: with odd numbers, forfeits, withdrawals, absences, late entries
nobody meets himself, everybody who may play is paired or rests for a reason, nobody meets twice while there is another
way, and nobody a third time where a second meeting was to be had."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.thorough import THOROUGH, tries
from tournaments.bracket.queries.pairing import cheapest
from tournaments.formats import Swiss
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, NOBODY, Outcome, Reason
from tournaments.formats.swiss_ahead import schedule
from tournaments.formats.swiss_pairing import Contender, Why, pair, times_met

MOST = 40 if THOROUGH else 16


class Event:
    """Entries 1, 2, …; ``trouble``: how many of a hundred matches or teams meet with something unforeseen."""

    def __init__(self, entries, rounds, seed, trouble=0):
        self.chance, self.trouble, self.rounds = Random(seed), trouble, rounds
        self.entries, self.gone, self.meetings = list(range(1, entries + 1)), set(), []
        self.format, self.pairings, self.contenders, self.absent = Swiss(rounds_played=rounds), [], [], []

    def happens(self):
        return self.chance.randrange(100) < self.trouble

    def play(self):
        for number in range(1, self.rounds + 1):
            there = [entry for entry in self.entries if entry not in self.gone]
            if len(there) < 2:
                return self
            absent = {entry for entry in there if number > 1 and self.happens()}
            contenders = self.format.contenders(self.meetings, dict.fromkeys(there, 0))
            here = [one for one in contenders if one.entry not in absent]
            away = [one for one in contenders if one.entry in absent]
            self.contenders.append(contenders)
            self.absent.append(absent)
            self.pairings.append(pair(here, away=away, matching=cheapest, later=self.rounds - number))
            self.meetings += [self.meeting(one, number) for one in self.pairings[-1].pairs]
            if bye := self.pairings[-1].bye:
                self.meetings.append(Meeting(bye.entry, BYE, Outcome(bye.entry, BYE, Reason.BYE), round=number))
            if self.happens():
                self.entries.append(len(self.entries) + 1)
        return self

    def meeting(self, one, number):
        winner, loser = self.chance.sample((one.home, one.away), 2)
        outcome = Outcome(winner, loser, Reason.PLAYED)
        if self.happens():
            reasons = [Reason.FORFEIT, Reason.WITHDRAWAL, Reason.DRAWN, Reason.BOTH_ABSENT]
            reason = self.chance.choice(reasons)
            self.gone |= {loser} if reason is Reason.WITHDRAWAL else set()
            outcome = Outcome(winner, loser, reason) if reason is not reasons[3] else Outcome(NOBODY, NOBODY, reason)
        return Meeting(one.home, one.away, outcome, round=number)

    def everybody_once(self):
        for contenders, absent, pairing in zip(self.contenders, self.absent, self.pairings, strict=True):
            seated = [entry for one in pairing.pairs for entry in (one.home, one.away)]
            seated += [pairing.bye.entry] if pairing.bye else []
            assert sorted(seated) == sorted({one.entry for one in contenders} - absent)
            assert all(one.why for one in pairing.pairs)
            assert pairing.bye is None or pairing.bye.why


@settings(max_examples=tries(60), deadline=None)
@given(st.integers(4, MOST), st.integers(0, 2**32), st.data())
def test_nobody_meets_twice_nor_rests_twice_in_as_many_rounds_as_there_are_opponents(entries, seed, data):
    rounds = data.draw(st.integers(2, min(entries - 1 + entries % 2, 15)))
    event = Event(entries, rounds, seed).play()
    event.everybody_once()
    assert [pairing.rematches for pairing in event.pairings] == [0] * rounds
    assert sum(Why.BYE_AGAIN in pairing.bye.why for pairing in event.pairings if pairing.bye) == 0
    last = event.format.contenders(event.meetings, dict.fromkeys(event.entries, 0))
    assert {sum(one.met.values()) + one.byes for one in last} == {rounds}


@settings(max_examples=tries(60), deadline=None)
@given(st.integers(4, MOST), st.integers(2, 9), st.integers(0, 2**32))
def test_whatever_happens_nobody_meets_again_in_a_round_that_can_be_paired_without_it(entries, rounds, seed):
    event = Event(entries, rounds, seed, trouble=8).play()
    event.everybody_once()
    for contenders, absent, pairing in zip(event.contenders, event.absent, event.pairings, strict=True):
        here = [one for one in contenders if one.entry not in absent]
        of = {one.entry: one for one in here}
        again = [times_met(of[one.home], of[one.away]) for one in pairing.pairs]
        assert pairing.rematches == sum(times > 0 for times in again)
        if pairing.rematches:
            less = max(again) - 1  # nobody, or nobody who has met so often, is to meet
            assert schedule([round_of(here)], may_meet(here, less)) is None


def round_of(here):
    return [*(one.entry for one in here), *[-1] * (len(here) % 2)]


def may_meet(here, most):
    unmet = {one.entry: [o.entry for o in here if o is not one and times_met(one, o) <= most] for one in here}
    if len(here) % 2:
        unmet[-1] = list(unmet)
        for one in here:
            unmet[one.entry].append(-1)
    return unmet


def test_four_teams_meet_a_second_time_before_any_meets_a_third_time():
    for seed in range(8):
        event = Event(4, 6, seed).play()
        assert [pairing.rematches for pairing in event.pairings] == [0, 0, 0, 2, 2, 2]
        last = event.format.contenders(event.meetings, dict.fromkeys(event.entries, 0))
        assert all(set(one.met.values()) == {2} for one in last)


def test_a_pairing_that_would_leave_two_triangles_is_not_taken():
    """Six teams after 1-2, 3-4, 5-6 and 2-3, 4-5, 6-1: two triangles are left to meet, joined by 1-4, 2-5, 3-6."""
    hexagon = {one: {one % 6 + 1: 1, (one - 2) % 6 + 1: 1} for one in range(1, 7)}
    points = {1: 9, 4: 9, 2: 5, 5: 5, 3: 1, 6: 1}
    field = [Contender(one, points[one], one, met=hexagon[one]) for one in points]
    now = pair(field, matching=cheapest)
    assert [{one.home, one.away} for one in now.pairs] == [{1, 4}, {2, 5}, {3, 6}]
    ahead = pair(field, matching=cheapest, later=1)
    assert [{one.home, one.away} for one in ahead.pairs] != [{1, 4}, {2, 5}, {3, 6}]
    assert ahead.rematches == 0
    assert any(Why.FOR_LATER in one.why for one in ahead.pairs)


# the schedule itself, against a search of all


def matchings(playing, unmet):
    if not playing:
        yield []
        return
    first, *rest = playing
    for other in [one for one in rest if one in unmet[first]]:
        for more in matchings([one for one in rest if one != other], unmet):
            yield [(first, other), *more]


def exists(rounds, playing, unmet):
    if not rounds:
        return True
    for pairs in matchings(playing, unmet):
        met = {*pairs, *((other, one) for one, other in pairs)}
        if exists(rounds - 1, playing, {a: [b for b in unmet[a] if (a, b) not in met] for a in playing}):
            return True
    return False


@settings(max_examples=tries(200), deadline=None)
@given(st.sampled_from([4, 6, 6, 8]), st.integers(1, 5), st.integers(5, 10), st.integers(0, 2**32))
def test_a_schedule_is_found_where_there_is_one(size, rounds, density, seed):
    chance, playing = Random(seed), list(range(size))
    rounds = min(rounds, 3 if size > 6 else size - 1)
    unmet = {one: [] for one in playing}
    for one, other in combinations(playing, 2):
        if chance.randrange(10) < density:
            unmet[one].append(other)
            unmet[other].append(one)
    plan = schedule([playing] * rounds, unmet)
    assert (plan is not None) == exists(rounds, playing, unmet)
    if plan:
        met = Counter(pair for pairs in plan for pair in pairs)
        assert set(met.values()) == {1}
        assert all(sorted(one for two in pairs for one in two) == playing for pairs in plan)
        assert all(other in unmet[one] for one, other in met)
