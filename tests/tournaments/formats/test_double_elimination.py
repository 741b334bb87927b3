"""双败淘汰赛 as a value: whoever loses twice is out, and nobody before; what a correction touches; places."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.played_bracket import Bracket, Status, with_byes
from tournaments.formats import DoubleElimination
from tournaments.formats.format import BracketPart, Meeting
from tournaments.formats.matches import BYE, LoserOf, Reason, SecondChance, WinnerOf


def meetings(bracket):
    """The bracket as a standing reads it."""
    return [Meeting(*bracket.slots(m.number), bracket.outcome(m.number), round=m.round) for m in bracket.matches]


def a_bracket(entries, finals=2):
    format_ = DoubleElimination(finals)
    return Bracket(with_byes(list(range(1, entries + 1))), format_.plan(format_.size(entries)))


def played(bracket, seed):
    """Every match decided, by chance."""
    dice = Random(seed)
    while ready := [m.number for m in bracket.matches if bracket.status(m.number) is Status.READY]:
        number = dice.choice(ready)
        bracket = bracket.record(number, dice.choice(bracket.slots(number)))
    return bracket


def losses(bracket):
    lost = Counter()
    for match in bracket.matches:
        outcome = bracket.outcome(match.number)
        if outcome and isinstance(outcome.winner, int) and outcome.reason is not Reason.BYE:
            lost[outcome.loser] += 1
    return lost


@pytest.mark.parametrize("finals", [0, 1, 2])
def test_everybody_but_the_champion_can_lose_twice_and_a_feeder_stands_in_an_earlier_round(finals):
    format_ = DoubleElimination(finals)
    for size in (4, 8, 16, 64):
        planned = format_.plan(size)
        assert [match.number for match in planned] == list(range(1, 2 * size - 3 + finals + 1))
        assert planned[-1].round == len(format_.rounds(size))
        for match in planned:
            for source in (match.home, match.away):
                if isinstance(source, WinnerOf | SecondChance):
                    assert planned[source.match - 1].round < match.round


@given(st.integers(3, 40), st.integers(0, 2**32), st.sampled_from([1, 2]))
def test_whoever_loses_twice_is_out_and_nobody_before(entries, seed, finals):
    bracket = played(a_bracket(entries, finals), seed)
    assert all(bracket.status(match.number) is Status.COMPLETED for match in bracket.matches)
    lost, champion = losses(bracket), bracket.champion
    assert lost[champion] < 2
    assert all(count == 2 for entry, count in lost.items() if entry != champion) or finals == 1


@given(st.integers(3, 40), st.integers(0, 2**32), st.sampled_from([0, 1, 2]))
def test_everybody_has_a_place_and_the_champion_the_first(entries, seed, finals):
    bracket = played(a_bracket(entries, finals), seed)
    rows = DoubleElimination(finals).standing(meetings(bracket))
    assert sorted(row.entry for row in rows) == list(range(1, entries + 1))
    places = [row.place for row in rows]
    assert places == sorted(places)
    assert places.count(1) == places.count(2) == 1
    for place in set(places):
        assert place == sum(other < place for other in places) + 1
    if finals:
        assert rows[0].entry == bracket.champion


def test_second_final_is_played_only_if_it_is_the_first_loss():
    bracket = a_bracket(4)
    winners_final = bracket.match(1).winner_to.match
    for number in (1, 2, winners_final):
        bracket = bracket.record(number, bracket.slots(number)[0])
    while len(ready := [m.number for m in bracket.matches if bracket.status(m.number) is Status.READY]) == 1:
        (number,) = ready
        if number == len(bracket.matches) - 1:
            break
        bracket = bracket.record(number, bracket.slots(number)[0])
    home, away = bracket.slots(number)
    assert bracket.record(number, home).slots(number + 1) == (BYE, home)
    assert bracket.record(number, home).champion == home
    assert bracket.record(number, away).slots(number + 1) == (home, away)
    assert bracket.record(number, away).status(number + 1) is Status.READY


def test_wrong_result_that_others_were_built_upon_has_its_remedies():
    bracket = played(a_bracket(8), 7)
    number = next(m.number for m in bracket.matches if m.round == 1)
    home, away = bracket.slots(number)
    loser = away if bracket.outcome(number).winner == home else home
    format_ = DoubleElimination()
    by_kind = {remedy.kind.value: remedy for remedy in format_.remedies(bracket, number, loser)}
    assert {"keep", "reset", "rematch"} <= set(by_kind)
    mended = by_kind["reset"].bracket
    assert mended.outcome(number).winner == loser
    assert loser in mended.slots(mended.match(number).winner_to.match)


def test_who_left_the_event_has_no_second_chance_and_where_nobody_came_both_are_out():
    bracket = a_bracket(4)
    home, away = bracket.slots(1)
    bracket = played(bracket.record(1, home, Reason.DISQUALIFICATION), 3)
    rows = DoubleElimination().standing(meetings(bracket))
    assert (len(rows), away in {row.entry for row in rows}) == (3, False)
    bracket = a_bracket(8)
    absent = bracket.slots(1)
    rows = DoubleElimination().standing(meetings(played(bracket.record(1, None), 5)))
    assert {row.place for row in rows if row.entry in absent} == {7}


# rematches

EARLIEST = {8: (3, 0.625), 16: (4, 0.75), 32: (5, 0.734375), 64: (7, 0.702636719)}
"""Of so many positions the first losers' round in which two who have met can meet again, and how often any two do
before the finals, if every match is decided by a coin."""


def rematches(planned):
    """By losers' round how many rematches are to be expected of coins: over all outcomes, exactly."""
    wheres = DoubleElimination(0).where((len(planned) + 3) // 2)
    # who may stand there: the winners' match that he lost, and how probably
    comes, expected = {}, Counter()
    parent = {source.match: m.number for m in planned for source in (m.home, m.away) if isinstance(source, WinnerOf)}

    def who(source):
        return {source.match: 1.0} if isinstance(source, LoserOf) else comes[source.match]

    def beaten_before(match, later):
        """How probably the winner of ``match`` lost in ``later``, both of the winners' side; 0 if none leads there."""
        for steps in range(1, len(planned)):
            match = parent.get(match)
            if match is None or wheres[match - 1].part is not BracketPart.WINNERS:
                return 0
            if match == later:
                return 0.5**steps
        return 0

    for match, where in zip(planned, wheres, strict=True):
        if where.part is BracketPart.LOSERS:
            home, away = who(match.home), who(match.away)
            for (one, p), (other, q) in product(home.items(), away.items()):
                if met := beaten_before(one, other) or beaten_before(other, one):
                    expected[where.round] += p * q * met
            comes[match.number] = {lost: p / 2 for lost, p in (home | away).items()}
    return expected


@pytest.mark.parametrize("size", EARLIEST)
def test_who_has_met_meets_again_as_late_and_as_seldom_as_can_be(size):
    expected = rematches(DoubleElimination(0).plan(size))
    first, most = EARLIEST[size]
    assert min(expected) == first
    assert sum(expected.values()) == pytest.approx(most)


@pytest.mark.parametrize("size", [8, 16])
def test_no_other_way_down_is_better(size):
    """Every order in which the losers of each round could come down."""
    planned = DoubleElimination(0).plan(size)
    down = {}
    for match in planned:
        if isinstance(match.home, LoserOf) and isinstance(match.away, WinnerOf):
            down.setdefault(match.round, []).append(match)
    orders = [[*permutations(match.home for match in of_round)] for of_round in down.values()]
    for chosen in product(*orders):
        ways = zip(down.values(), chosen, strict=True)
        homes = {match.number: home for way in ways for match, home in zip(*way, strict=True)}
        other = rematches([replace(match, home=homes.get(match.number, match.home)) for match in planned])
        first, least = EARLIEST[size]
        assert min(other) <= first
        assert min(other) < first or sum(other.values()) >= least - 1e-9


@given(st.integers(5, 64), st.integers(0, 2**32))
def test_nobody_meets_again_before_that_round_of_the_losers(entries, seed):
    """Byes, and who leaves or does not come, included."""
    bracket, dice = a_bracket(entries), Random(seed)
    while ready := [m.number for m in bracket.matches if bracket.status(m.number) is Status.READY]:
        number, lots = dice.choice(ready), dice.randrange(12)
        winner = None if lots == 0 else dice.choice(bracket.slots(number))
        bracket = bracket.record(number, winner, Reason.DISQUALIFICATION if lots == 1 else None)
    size = len(bracket.positions)
    met = set()
    for match, where in zip(bracket.matches, DoubleElimination().where(size), strict=True):
        pair = frozenset(bracket.slots(match.number))
        if where.part is BracketPart.LOSERS and all(isinstance(slot, int) for slot in pair):
            assert pair not in met or where.round >= EARLIEST[size][0]
        met.add(pair)
