"""From groups into a knockout: winners against others' runners-up, and those of one group in opposite halves."""

from collections import Counter
from itertools import chain, combinations, permutations, product
from random import Random

import pytest

from tests.thorough import THOROUGH, tries
from tournaments.formats import Knockout
from tournaments.formats.knockout import seed_order, soonest_meeting
from tournaments.formats.matches import BYE

GROUPS = range(2, 17) if THOROUGH else (2, 3, 4, 5, 8)


def coming(groups: int, best: int, wild: int = 0):
    """Entries best first: all winners, all second ones, …; the best ``wild`` of those behind them too; their groups."""
    ranking = list(range(1, groups * best + wild + 1))
    return ranking, {entry: (entry - 1) % groups + 1 for entry in ranking}


@pytest.mark.parametrize("best", [1, 2, 3, 4])
def test_two_of_a_group_meet_as_late_as_so_many_of_them_can(best):
    for groups in GROUPS:
        ranking, of = coming(groups, best)
        sheet = Knockout().placed(ranking, of)
        assert sorted(slot for slot in sheet if slot is not BYE) == ranking
        of_winners = [seed_order(len(ranking)).index(rank) for rank in ranking[:groups]]
        assert [sheet.index(entry) for entry in ranking[:groups]] == of_winners
        parts = 1 << (best - 1).bit_length()
        at_best = 0 if best == 1 else parts
        if best <= 2 or groups in (2, 4, 8, 16):
            assert soonest_meeting(sheet, of) == at_best, groups
        else:
            assert at_best <= soonest_meeting(sheet, of) <= 2 * parts, groups
        if best == 2 and groups in (2, 4, 8):  # winners meet second ones, and no byes are in the way
            pairs = [sorted(pair) for pair in zip(sheet[::2], sheet[1::2], strict=True)]
            assert all(winner <= groups < other for winner, other in pairs)


def early(sheet, of):
    """How many pairs of one group meet in each round."""
    lines = [(line, of[entry]) for line, entry in enumerate(sheet) if entry in of]
    rounds = Counter((a ^ b).bit_length() for (a, one), (b, other) in combinations(lines, 2) if one == other)
    return [rounds[number] for number in range(1, len(sheet).bit_length())]


@pytest.mark.parametrize("best", [1, 2])
def test_best_of_the_last_ones_meet_their_group_no_sooner(best):
    for groups, seed in product(GROUPS, range(tries(8))):
        dice = Random(seed)
        wild = dice.randint(1, groups - 1)
        tiers = [dice.sample(range(groups), groups if tier < best else wild) for tier in range(best + 1)]
        of = dict(enumerate(chain(*tiers), start=1))
        sheet = Knockout().placed([*of], of)
        assert sorted(slot for slot in sheet if slot is not BYE) == [*of]
        assert soonest_meeting(sheet, of) == (2 if best == 1 else 4), (groups, seed)


SMALL = [(2, 2, 0), (3, 2, 0), (4, 2, 0), (2, 3, 0), (3, 3, 0), (4, 3, 0), (3, 2, 2), (4, 1, 2), (5, 1, 3), (4, 2, 3)]


@pytest.mark.parametrize(("groups", "best", "wild"), SMALL)
def test_no_other_order_among_those_of_equal_place_keeps_them_apart_longer(groups, best, wild):
    ranking, of = coming(groups, best, wild)
    tiers = [ranking[start : start + groups] for start in range(0, len(ranking), groups)]
    first = permutations(tiers[0]) if wild else [tiers[0]]
    orders = product(first, *(permutations(tier) for tier in tiers[1:]))
    least = min(early(Knockout().placed([*chain(*order)]), of) for order in orders)
    assert early(Knockout().placed(ranking, of), of) == least


def test_whatever_the_order_of_the_second_ones_they_are_apart_and_a_group_of_too_many_is_told_its_round():
    seconds = [5, 6, 7, 8]
    for shift in range(4):
        ranking = [1, 2, 3, 4, *seconds[shift:], *seconds[:shift]]
        of = {entry: (entry - 1) % 4 + 1 for entry in ranking}
        assert soonest_meeting(Knockout().placed(ranking, of), of) == 2
    of = {1: 1, 2: 1, 3: 1, 4: 2}
    assert soonest_meeting(Knockout().placed([*of], of), of) == 4


def test_nobody_moves_who_stands_right():
    ranking = [1, 2, 3, 4, 8, 7, 6, 5]  # 1 (A) meets 5 (A) by rank alone
    of = {entry: (entry - 1) % 4 + 1 for entry in ranking}
    assert Knockout().placed(ranking, {entry: entry for entry in ranking}) == Knockout().placed(ranking)
    assert soonest_meeting(Knockout().placed(ranking, of), of) == 2
