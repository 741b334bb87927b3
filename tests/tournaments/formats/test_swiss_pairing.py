"""瑞士制: who meets whom, by laws that a search of all pairings confirms, by cases of other programs, in an event."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.thorough import tries
from tests.tournaments.bracket.brackets_adapter import load
from tournaments.bracket.queries.pairing import cheapest
from tournaments.formats.swiss_pairing import Bye, Contender, RoundPairing, Why, pair

CASES = {case["id"]: case for case in load() if case["format"] == "swiss"}


def paired(*field):
    return pair(field, matching=cheapest)


def met(pairing):
    """Who meets whom, the better placed or not."""
    return [{one.home, one.away} for one in pairing.pairs]


def field_of(points, *, branches=None, met=(), had_bye=()):
    """Entries 1, 2, … in the order of the standing."""
    return [
        Contender(
            entry, of_entry, entry, branches[entry - 1] if branches else 0,
            Counter(other for pair in met if entry in pair for other in pair if other != entry), int(entry in had_bye),
        )
        for entry, of_entry in enumerate(points, start=1)
    ]  # fmt: skip


@st.composite
def fields(draw, most=8):
    size = draw(st.integers(2, most))
    numbers = range(1, size + 1)
    games = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers)).filter(lambda two: two[0] != two[1])
    return field_of(
        draw(st.lists(st.integers(0, 6), min_size=size, max_size=size)),
        branches=draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)),
        met=draw(st.lists(games, max_size=2 * size)),
        had_bye=draw(st.sets(st.sampled_from(numbers))),
    )


# the order of what is wanted, told a second time: every pairing there is, weighed whole


def every_pairing(places):
    if not places:
        yield []
        return
    first, *rest = places
    for other in rest:
        for more in every_pairing([place for place in rest if place != other]):
            yield [(first, other), *more]


def evil(order, pairs):
    """What a pairing breaks, the weightier first; place None rests."""
    games = [(one, other) for one, other in pairs if None not in (one, other)]
    resting = [max(place for place in two if place is not None) for two in pairs if None in two]
    sides = [(order[one], order[other]) for one, other in games]
    often = Counter(one.met[other.entry] for one, other in sides)
    return (
        [often[times] for times in range(9, 0, -1)],
        sum(order[place].byes for place in resting),
        sum(one.branch == other.branch > 0 for one, other in sides),
        [(not order[at].played, order[at].points, -order[at].played, -at) for at in resting],
        sum((one.points - other.points) ** 2 for one, other in sides),
        sum((abs(one - other) - 1) ** 2 for one, other in games),
    )


@given(fields())
def test_no_other_pairing_is_better(field):
    pairing = paired(*field)
    order = sorted(field, key=lambda one: (-one.points, one.rank))
    place = {one.entry: number for number, one in enumerate(order)}
    ours = [(place[one.home], place[one.away]) for one in pairing.pairs]
    ours += [(place[pairing.bye.entry], None)] if pairing.bye else []
    places = [*range(len(order)), *[None] * (len(order) % 2)]
    assert evil(order, ours) == min(evil(order, pairs) for pairs in every_pairing(places))
    assert (pairing.rematches, pairing.same_branch) == (sum(evil(order, ours)[0]), evil(order, ours)[2])


@settings(max_examples=tries(50))
@given(fields(most=24), st.randoms(use_true_random=False))
def test_everybody_has_one_place_in_whatever_order_they_come(field, chance):
    pairing = paired(*field)
    seated = [entry for one in pairing.pairs for entry in (one.home, one.away)]
    assert sorted(seated + ([pairing.bye.entry] if pairing.bye else [])) == [one.entry for one in field]
    chance.shuffle(field)
    assert paired(*field) == pairing


@settings(max_examples=tries(50))
@given(fields(most=16))
def test_what_is_said_of_a_pair_is_so(field):
    of = {one.entry: one for one in field}
    pairing = paired(*field)
    for one in pairing.pairs:
        home, away = of[one.home], of[one.away]
        assert one.difference == abs(home.points - away.points)
        better = min(home, away, key=lambda side: (-side.points, side.rank))
        same = [Why.SAME_POINTS, Why.EQUAL_POINTS][one.instead_of is not None]
        natural = of[one.instead_of] if one.instead_of else (home if better is away else away)
        differ = [Why.FLOATED, Why.POINTS_DIFFER][natural.points == better.points]
        assert one.why[0] == (differ if one.difference else same)
        assert (Why.REMATCH in one.why) == (away.entry in home.met)
        assert (Why.SAME_BRANCH in one.why) == (home.branch == away.branch > 0)
        passed = {Why.REMATCH_AVOIDED, Why.BRANCH_AVOIDED, Why.NEXT_RESTS, Why.FOR_THE_OTHERS} & {*one.why}
        assert len(passed) == (one.instead_of is not None)
        assert (Why.REMATCH_AVOIDED not in one.why) or one.instead_of in better.met


# examples a referee can read


def test_neighbours_of_the_standing_meet_the_better_table_first_and_who_has_been_at_home_less_is_at_home():
    pairing = paired(*field_of([4, 4, 2, 2, 0, 0]))
    assert met(pairing) == [{1, 2}, {3, 4}, {5, 6}]
    assert {one.why for one in pairing.pairs} == {(Why.SAME_POINTS,)}
    assert (pairing.bye, pairing.rematches, pairing.same_branch) == (None, 0, 0)
    one, *rest = field_of([0] * 4)
    at_home = [(pair.home, pair.away) for pair in paired(replace(one, home=1), *rest).pairs]
    assert at_home == [(2, 1), (4, 3)]


def test_odd_one_of_a_group_meets_the_next_below_and_a_branch_is_kept_apart_though_points_are_not_equal():
    first, second, third = paired(*field_of([4, 4, 4, 2, 2, 2])).pairs
    assert (second.why, second.difference, second.instead_of) == ((Why.FLOATED,), 2, None)
    assert [{one.home, one.away} for one in (first, second, third)] == [{1, 2}, {3, 4}, {5, 6}]
    pairing = paired(*field_of([4, 4, 0, 0], branches=[1, 1, 2, 2]))
    assert met(pairing) == [{1, 3}, {2, 4}]
    assert pairing.pairs[0].why == (Why.POINTS_DIFFER, Why.BRANCH_AVOIDED)


def test_who_have_met_are_kept_apart_and_the_next_may_be_passed_over_for_the_good_of_all():
    first = paired(*field_of([2, 2, 2, 2], met=[(1, 2)])).pairs[0]
    assert ({first.home, first.away}, first.instead_of) == ({1, 3}, 2)
    assert first.why == (Why.EQUAL_POINTS, Why.REMATCH_AVOIDED)
    pairing = paired(*field_of([0] * 4, met=[(3, 4)]))
    assert (met(pairing), pairing.pairs[0].instead_of) == ([{1, 3}, {2, 4}], 2)
    assert Why.FOR_THE_OTHERS in pairing.pairs[0].why


def test_what_cannot_be_avoided_is_done_and_said():
    again = paired(*field_of([2, 0], met=[(1, 2)]))
    assert (again.rematches, again.pairs[0].why) == (1, (Why.FLOATED, Why.REMATCH))
    family = paired(*field_of([0] * 4, branches=[1, 1, 1, 2]))
    assert (family.same_branch, [Why.SAME_BRANCH in one.why for one in family.pairs]) == (1, [True, False])


def test_lowest_who_has_not_rested_rests_and_who_would_meet_the_resting_one_is_told_so():
    for had_bye, bye in (
        ([], Bye(5, (Why.BYE_LOWEST,))),
        ([5, 4], Bye(3, (Why.BYE_ONCE,), 5)),
        ([1, 2, 3, 4, 5], Bye(5, (Why.BYE_AGAIN,))),
    ):
        assert paired(*field_of([4, 3, 2, 1, 0], had_bye=had_bye)).bye == bye
    pairing = paired(*field_of([2, 2, 2], had_bye=[1, 3]))
    (only,) = pairing.pairs
    assert (pairing.bye.entry, only.why, only.instead_of) == (2, (Why.EQUAL_POINTS, Why.NEXT_RESTS), 2)
    assert paired(*field_of([3])) == RoundPairing((), Bye(1, (Why.BYE_LOWEST,)), 0, 0)
    assert paired() == RoundPairing((), None, 0, 0)


def test_field_that_is_too_large_or_has_an_entry_twice_or_points_too_far_apart_to_be_weighed_exactly_is_refused():
    one, other = field_of([0, 0])
    for field, words in (
        (field_of([0] * 4097), "up to 4096"),
        ((one, other, one), "twice"),
        (field_of([10**20, 7, 3, 1]), "too far apart"),
    ):
        with pytest.raises(ValueError, match=words):
            paired(*field)


# the nearest first: more entries than are weighed each with each


def test_many_of_one_branch_meet_each_other_as_seldom_as_can_be_and_far_ones_are_looked_for():
    branches = [1 if n % 5 < 3 else n for n in range(300)]
    pairing = paired(*field_of([n // 7 for n in range(300, 0, -1)], branches=branches))
    assert (pairing.rematches, pairing.same_branch) == (0, 30)  # 180 of 300 are of branch 1: 60 of them are left over
    pairing = paired(*field_of([0] * 260, branches=[1] * 130 + [2] * 130))
    assert (pairing.rematches, pairing.same_branch, len(pairing.pairs)) == (0, 0, 130)


# cases of other programs


def test_cases_of_fide_with_an_absent_player_and_with_two_groups_of_five():
    case = CASES["bb-c5"]
    scores, absent = case["options"]["scores"], case["options"]["absent_next"]
    field = field_of(scores.values(), met=case["options"]["played"])
    pairing = paired(*(one for one in field if one.entry not in absent))
    assert sorted(map(sorted, met(pairing))) == sorted(map(sorted, case["expected"]["pairs"]))
    assert pairing.bye.entry == case["expected"]["bye"]
    case = CASES["tp-sw10"]
    pairing = paired(*field_of(case["operations"][0]["scores"].values()))
    assert sum(one.difference > 0 for one in pairing.pairs) == case["expected"]["cross_score_pairs"]


# an event


def after(field, pairing, best):
    """The standing when the entry that comes earlier in `best` won every match, and a bye was worth a win."""
    rows = {one.entry: one for one in field}
    for one in pairing.pairs:
        winner = min(one.home, one.away, key=best.index)
        for entry, other in ((one.home, one.away), (one.away, one.home)):
            old = rows[entry]
            rows[entry] = replace(
                old, points=old.points + 2 * (entry == winner), met=old.met + Counter([other]),
                home=old.home + (entry == one.home),
            )  # fmt: skip
    if pairing.bye:
        old = rows[pairing.bye.entry]
        rows[old.entry] = replace(old, points=old.points + 2, byes=old.byes + 1)
    return [
        replace(one, rank=rank)
        for rank, one in enumerate(sorted(rows.values(), key=lambda one: (-one.points, one.entry)), start=1)
    ]


@pytest.mark.parametrize("teams", [26, 25])
def test_seven_rounds_of_thirteen_branches(teams):
    best = [entry * 7 % 29 for entry in range(1, 29)]
    field = field_of([0] * teams, branches=[entry % 13 + 1 for entry in range(teams)])
    rested = []
    for number in range(1, 8):
        pairing = paired(*field)
        assert (pairing.rematches, pairing.same_branch) == (0, 0)
        rested += [pairing.bye.entry] if pairing.bye else []
        field = after(field, pairing, best)
        assert sum(one.points for one in field) == 2 * number * (-(-teams // 2))
    assert len(rested) == len(set(rested)) == (7 if teams % 2 else 0)
    assert all(len(one.met) + one.byes == 7 for one in field)
    assert all(2 <= one.home <= 5 for one in field)
    assert best[0] in [one.entry for one in field if one.points == 14]
