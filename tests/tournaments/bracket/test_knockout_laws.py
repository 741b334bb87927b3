"""The laws of a knockout: every number of entries up to 34, those about a power of two up to 256, and 1,025.

In .ci/run every number up to 260, those about a power of two up to 2,048, some more, and the largest.
"""

import random
from collections import Counter
from functools import cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.thorough import THOROUGH
from tests.tournaments.bracket.brackets_invariants import INVARIANTS
from tests.tournaments.played_bracket import Bracket, Status, with_byes
from tournaments.formats.knockout import placed, sheet_size
from tournaments.formats.matches import BYE, NOBODY, OPEN, Reason, settle

SMALL = range(2, 35)
BESIDE_A_POWER = [2**k + beside for k in range(6, 12 if THOROUGH else 9) for beside in (-1, 0, 1)]
ABOVE = random.Random("numbers of entries above 260").sample(range(261, 4095), 4)
EVERY = {*range(2, 261), *ABOVE, 4095, 4096} if THOROUGH else {1025}
NUMBERS = sorted({*SMALL, *BESIDE_A_POWER, 260, *EVERY})


def started(n, **options):
    """A sheet with its entries, and the byes beside whom they fall, in a random order of n's own."""
    order = list(range(1, n + 1))
    random.Random(n).shuffle(order)
    return Bracket.start(with_byes(order), **options)


def is_open(bracket, number):
    return bracket.status(number) in (Status.READY, Status.RUNNING)


def played_out(bracket, chance):
    """The bracket with a random winner in each match, in the order of numbers, and the matches that were played."""
    played = {}
    for match in bracket.matches:
        if is_open(bracket, match.number):
            played[match.number] = chance.choice(bracket.slots(match.number))
            bracket = bracket.record(match.number, played[match.number])
    return bracket, played


@cache
def a_played(n):
    """The same for each law: the bracket of so many entries with all its results, and the matches that were played."""
    return played_out(started(n), random.Random(n))


def shuffled_order(bracket, chance):
    """The matches in another order in which they could be played."""
    feeders = {seat.match: set() for match in bracket.matches for seat in (match.winner_to, match.loser_to) if seat}
    for match in bracket.matches:
        for seat in (match.winner_to, match.loser_to):
            if seat:
                feeders[seat.match].add(match.number)
    ready, order = [match.number for match in bracket.matches if match.number not in feeders], []
    while ready:
        ready[-1], ready[index] = ready[index := chance.randrange(len(ready))], ready[-1]
        number = ready.pop()
        order.append(number)
        match = bracket.match(number)
        for seat in (match.winner_to, match.loser_to):
            if seat:
                feeders[seat.match].discard(number)
                ready += [] if feeders[seat.match] else [seat.match]
    return order


def test_plan_keeps_the_invariants_and_byes_never_meet_and_are_as_few_as_can_be():
    for n in NUMBERS:
        in_order, beside = placed(range(1, n + 1)), with_byes(range(1, n + 1))
        bracket = Bracket.start(in_order)
        assert [words for words, holds in INVARIANTS.items() if not holds(bracket)] == [], n
        for sheet in (in_order, beside):
            assert len(sheet) == sheet_size(n) < 2 * n
            assert (BYE, BYE) not in zip(sheet[::2], sheet[1::2], strict=True), n
            assert sorted(slot for slot in sheet if slot is not BYE) == list(range(1, n + 1))


def test_every_entry_but_the_champion_loses_once_and_places_are_one_two_three_three_five():
    for n in NUMBERS:
        bracket, played = a_played(n)
        losers = [bracket.outcome(number).loser for number in played]
        assert sorted([*losers, bracket.champion]) == list(range(1, n + 1))
        size = sheet_size(n)
        expected = Counter({1: 1, size // 2 + 1: n - size // 2})
        for rank in (2**k + 1 for k in range(size.bit_length() - 2)):
            expected[rank] = rank - 1
        assert Counter(bracket.places().values()) == expected, n


def test_third_place_match_parts_the_semi_finalists():
    for n in NUMBERS:
        bracket, played = played_out(started(n, third_place=True), random.Random(n))
        places = Counter(bracket.places().values())
        assert [places[rank] for rank in (1, 2, 3, 4)] == [1, 1, int(n > 2), int(n > 3)], n
        assert len(played) == n - 1 + (n > 3)


def test_order_of_the_results_leaves_no_trace():
    for n in NUMBERS:
        chance = random.Random(n)
        other = start = started(n, third_place=n % 2 == 0)
        bracket, played = played_out(start, chance)
        for number in shuffled_order(start, chance):
            if number in played:
                other = other.record(number, played[number])
        assert other == bracket, n
        assert other.places() == bracket.places()


def test_results_taken_back_from_the_end_leave_the_start():
    for n in NUMBERS:
        bracket, played = a_played(n)
        for number in sorted(played, reverse=True):
            bracket = bracket.reset(number)
        assert bracket == started(n), n


def test_wins_are_those_of_the_path_and_rise_with_the_place():
    for n in NUMBERS:
        bracket, played = a_played(n)
        for entry in random.Random(n).sample(range(1, n + 1), min(n, 16)):
            won = [number for number in bracket.path(entry) if bracket.outcome(number).winner == entry]
            assert bracket.wins(entry) == sum(number in played for number in won), n
            assert all(bracket.match(a).winner_to.match == b for a, b in pairwise(bracket.path(entry)))


class Pushed:
    """The same knockout told forward, an oracle for `Bracket`: whoever advances is pushed on as it happens."""

    def __init__(self, bracket):
        self.matches = bracket.matches
        self.sides = {match.number: [OPEN, OPEN] for match in bracket.matches}
        self.done, self.absent = set(), set()
        for match, pair in zip(
            bracket.matches, zip(bracket.positions[::2], bracket.positions[1::2], strict=True), strict=False
        ):
            self.sides[match.number] = list(pair)
        for match in bracket.matches:
            self.follow(match.number)

    def follow(self, number):
        match, sides = self.matches[number - 1], self.sides[number]
        if BYE in sides and match.loser_to:
            self.push(match.loser_to, BYE)
        outcome = None if number in self.done else settle(*sides, self.absent)
        if outcome:
            self.decide(number, outcome.winner, outcome.handed_down)

    def decide(self, number, winner, loser):
        self.done.add(number)
        match = self.matches[number - 1]
        for seat, slot in ((match.winner_to, winner), (match.loser_to, loser)):
            if seat and not (seat is match.loser_to and BYE in self.sides[number]):
                self.push(seat, slot)

    def push(self, seat, slot):
        self.sides[seat.match][seat.side == "away"] = slot
        self.follow(seat.match)

    def withdraw(self, entry):
        self.absent.add(entry)
        for number, sides in self.sides.items():
            if entry in sides:
                self.follow(number)


def step_of(bracket, pushed, chance):
    """A random step on both: a result, a double absence, a disqualification, a withdrawal."""
    number = chance.choice([match.number for match in bracket.matches if is_open(bracket, match.number)])
    home, away = chance.sample(bracket.slots(number), 2)
    match chance.randrange(6):
        case 0:
            pushed.decide(number, NOBODY, NOBODY)
            return bracket.record(number, None)
        case 1:
            pushed.decide(number, home, NOBODY)
            return bracket.record(number, home, Reason.DISQUALIFICATION)
        case 2:
            pushed.withdraw(home)
            return bracket.withdraw(home)
        case _:
            pushed.decide(number, home, away)
            return bracket.record(number, home)


@given(
    sheet=st.integers(1, 5).flatmap(lambda k: st.lists(st.booleans(), min_size=2**k, max_size=2**k)),
    seed=st.integers(0, 2**32),
)
def test_bracket_stands_where_the_events_pushed_it(sheet, seed):
    chance = random.Random(seed)
    bracket = Bracket.start([i if is_there else None for i, is_there in enumerate(sheet)], third_place=True)
    pushed = Pushed(bracket)
    while any(is_open(bracket, match.number) for match in bracket.matches):
        bracket = step_of(bracket, pushed, chance)
        for match in bracket.matches:
            assert [*bracket.slots(match.number)] == pushed.sides[match.number]
            assert (bracket.outcome(match.number) is not None) == (match.number in pushed.done)
    assert set(bracket.places()) == {i for i, is_there in enumerate(sheet) if is_there}
    assert Counter(bracket.places().values())[1] == (bracket.champion not in (NOBODY, BYE))


@given(n=st.integers(2, 64), seed=st.integers(0, 2**32))
def test_withdrawal_of_all_ends_every_knockout(n, seed):
    chance = random.Random(seed)
    bracket = started(n, third_place=True)
    for entry in chance.sample(range(1, n + 1), n):
        if entry != bracket.champion:
            bracket = bracket.withdraw(entry)
    assert all(bracket.status(match.number) is Status.COMPLETED for match in bracket.matches)
    assert set(bracket.places()) == set(range(1, n + 1))
