import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_rules import (
    Deal,
    DealKind,
    EffectKind,
    ExtraDeal,
    ExtraLevel,
    FailOn,
    FailTo,
    LossReason,
    Measure,
    PassCondition,
    RuleSet,
    Scale,
    Scope,
    Seat,
    Side,
    Sides,
    finish_order,
    fold,
    gain_of,
    named,
    start,
    step,
)
from tests.guandan_rules.factories import away, home, logs, penalty, race_of, rule_sets, won

S000 = named("s000")
HOME, AWAY = Side.HOME, Side.AWAY


def rules(**options):
    return RuleSet(**options)


def test_start_has_nobody_on_stage_and_level_2():
    race = start(S000)
    assert (race.levels, race.on_stage, race.next_level, race.level_card, race.deals) == (Sides(2, 2), None, 2, 2, 0)
    assert (race.raised_at, race.winner, race.last_deal) == (Sides(None, None), None, None)


@pytest.mark.parametrize(("given_", "kept"), [("NS", "NS"), ("NWS", "NWSE"), ("NWES", "NWES")])
def test_deal_is_written_in_letters(given_, kept):
    assert Deal.from_letters(given_).letters == kept
    assert Deal.from_letters(kept) == Deal.from_letters(given_)


@pytest.mark.parametrize(("levels", "fails"), [((1, 2), (0, 0)), ((2, 15), (0, 0)), ((2, 2), (0, -1))])
def test_start_refuses_impossible_positions(levels, fails):
    with pytest.raises(ValueError, match="no such start"):
        start(S000, levels=Sides(*levels), fails=Sides(*fails))


@pytest.mark.parametrize(("place", "level"), [(2, 5), (3, 4), (4, 3)])
def test_winner_rises_by_the_place_of_his_partner(place, level):
    """升级 (S000 附件3 一（二）4)."""
    race = fold(S000, [away(place)])
    assert (race.levels, race.on_stage, race.level_card, race.deals) == (Sides(2, level), AWAY, level, 1)
    assert gain_of(S000, finish_order("NS")) == 3
    assert fold(rules(gain_12=4), [home(2)]).levels == Sides(6, 2)


def test_step_records_what_the_deal_did():
    taken = fold(S000, [home(2), away(2), Deal.from_letters("WNES")]).steps[2]
    assert (taken.index, taken.level, taken.stage_before, taken.winner, taken.gain) == (2, 5, AWAY, AWAY, 2)
    assert taken.order.seats == (Seat.W, Seat.N, Seat.E, Seat.S)
    assert (taken.before, taken.after, taken.risen(AWAY), taken.risen(HOME)) == (Sides(5, 5), Sides(5, 7), 2, 0)
    assert taken.counted


def test_deal_is_played_at_the_level_of_the_side_on_stage():
    race = fold(S000, [home(2), away(4), home(4), home(3)])
    assert [taken.level for taken in race.steps] == [2, 5, 3, 6]
    assert (race.levels, race.next_level) == (Sides(8, 3), 8)


def test_rise_stops_at_a():
    race = race_of(S000, home(2), at=(13, 2), stage=HOME)
    assert (race.level(HOME), race.passed(HOME), race.winner) == (14, False, None)
    assert race.steps[0].gain == 3
    assert race.steps[0].risen(HOME) == 1


@pytest.mark.parametrize(
    ("condition", "places"),
    [
        (PassCondition.FIRST_ONLY, {2, 3, 4}),
        (PassCondition.PARTNER_NOT_LAST, {2, 3}),
        (PassCondition.FIRST_AND_SECOND, {2}),
    ],
)
def test_pass_condition_asks_for_the_partner(condition, places):
    passing = {
        place
        for place in (2, 3, 4)
        if race_of(rules(pass_condition=condition), home(place), at=(14, 9), stage=HOME).passed(HOME)
    }
    assert passing == places


def test_reaching_a_is_enough_where_the_rules_say_so():
    at_once = race_of(rules(pass_condition=PassCondition.REACH_A), home(4), at=(13, 2))
    assert (at_once.winner, at_once.passed(HOME), at_once.passed(AWAY)) == (HOME, True, False)
    assert race_of(rules(pass_condition=PassCondition.REACH_A), home(4), at=(12, 2)).winner is None


@pytest.mark.parametrize(("scope", "winner"), [(Scope.OWN_A, None), (Scope.ANY_DEAL, HOME)])
def test_pass_scope_own_a_needs_the_stage(scope, winner):
    race = race_of(rules(pass_scope=scope), home(2), at=(14, 9), stage=AWAY)
    assert (race.winner, race.on_stage, race.level(HOME)) == (winner, HOME, 14)


def test_passed_a_is_worth_15_and_a_target_may_be_lower():
    race = race_of(rules(target_level=10), home(2), home(4), at=(9, 2))
    assert (race.levels, race.winner) == (Sides(10, 2), HOME)
    race = race_of(S000, home(4), at=(14, 14), stage=HOME)
    assert (race.levels, race.worth(HOME), race.worth(AWAY), race.steps[-1].passed) == (Sides(14, 14), 15, 14, HOME)


def test_at_the_joker_step_no_rank_is_level_card():
    race = race_of(named("s001_7"), home(2), at=(13, 2))
    assert (race.next_level, race.level_card) == (15, None)
    passed = step(named("s001_7"), race, home(3))
    assert (passed.passed(HOME), passed.worth(HOME)) == (True, 16)


def test_third_failure_sends_back_and_clears_the_count():
    race = race_of(named("ns26"), home(4), home(4), home(4), at=(14, 9), stage=HOME)
    assert (race.levels, race.fails, race.on_stage, race.next_level) == (Sides(2, 9), Sides(0, 0), HOME, 2)
    assert [(taken.failed, taken.fell) for taken in race.steps] == [((HOME,), ()), ((HOME,), ()), ((HOME,), (HOME,))]
    assert race.raised_at == Sides(2, None)


def test_losing_at_ones_own_a_is_a_failure():
    race = race_of(named("ns26"), away(2), at=(14, 9), stage=HOME)
    assert (race.levels, race.fails) == (Sides(14, 12), Sides(1, 0))


def test_failures_in_total_outlast_other_deals():
    played = (home(4), away(2), home(4))
    needed = {"a_fail_limit": 5, "pass_condition": PassCondition.PARTNER_NOT_LAST}
    in_total = race_of(rules(**needed), *played, at=(14, 2), stage=HOME)
    in_a_row = race_of(rules(**needed, fail_consecutive=True), *played, at=(14, 2), stage=HOME)
    assert in_total.fails == Sides(2, 0)
    assert in_a_row.fails == Sides(0, 0)


def test_fail_scope_any_deal_burns_both_sides_at_a_and_a_passing_deal_nobody():
    any_deal = {"fail_scope": Scope.ANY_DEAL}
    assert race_of(named("ns26"), away(4), at=(14, 14), stage=HOME).fails == Sides(1, 0)
    assert race_of(rules(a_fail_limit=3, **any_deal), away(4), at=(14, 14), stage=HOME).fails == Sides(1, 1)
    passed = race_of(rules(a_fail_limit=1, **any_deal), home(4), at=(14, 14), stage=HOME)
    assert (passed.winner, passed.fails, passed.steps[0].failed) == (HOME, Sides(0, 0), ())


def test_failed_a_may_lose_the_match():
    race = race_of(rules(a_fail_limit=1, a_fail_to=FailTo.LOSE), away(4), at=(14, 2), stage=HOME)
    assert (race.lost, race.loss, race.winner, race.levels) == (HOME, LossReason.FAILED_A, AWAY, Sides(14, 3))


def test_both_may_use_up_their_attempts_in_one_deal():
    loses = rules(a_fail_limit=1, a_fail_to=5, fail_scope=Scope.ANY_DEAL)
    race = race_of(loses, away(4), at=(14, 14), stage=HOME)
    assert (race.levels, race.raised_at, race.steps[0].fell) == (Sides(5, 5), Sides(0, 0), (HOME, AWAY))


def test_extra_deal_decides_and_moves_no_level_and_is_played_at_the_current_one_or_2():
    race = fold(S000, [home(2, DealKind.EXTRA), away(2)])
    assert (race.extra_winner, race.levels, race.deals, race.winner) == (HOME, Sides(2, 2), 0, None)
    assert race.steps[1].counted is False
    assert race.last_deal == home(2, DealKind.EXTRA)
    played = [home(2), away(2), home(2, DealKind.EXTRA)]
    at_two = fold(rules(extra_deal=ExtraDeal(level=ExtraLevel.TWO)), played)
    assert (fold(S000, played).steps[-1].level, at_two.steps[-1].level) == (5, 2)


def test_per_deal_points_are_counted_beside_levels_and_the_race_knows_the_kinds_of_its_log():
    race = fold(rules(scale=Scale.DEAL_321, measure=Measure.LEVELS), [home(2), away(3)])
    assert (race.points, race.levels) == (Sides(3, 2), Sides(5, 4))
    race = fold(S000, [home(2), penalty(HOME, EffectKind.NOTE), home(2, DealKind.IN_HAND)])
    assert [race.has_deal(kind) for kind in DealKind] == [True, False, True, False]


def naive_raised_at(race, side):
    """The shortest prefix of the log after which the level stays what it is in the end."""
    levels = [taken.before[side] for taken in race.steps] + [race.levels[side]]
    length = next(n for n in range(len(levels)) if set(levels[n:]) == {race.levels[side]})
    return length - 1 if length else None


@given(rule_sets, logs)
def test_fold_never_leaves_2_to_target(options, log):
    race = fold(options, log)
    for levels in [race.levels, *(taken.after for taken in race.steps)]:
        assert all(2 <= level <= options.target_level for level in levels)


@given(rule_sets, logs)
def test_raised_at_agrees_with_a_naive_reading(options, log):
    race = fold(options, log)
    assert tuple(race.raised_at) == tuple(naive_raised_at(race, side) for side in Side)


@given(rule_sets, logs, st.data())
def test_fold_is_repeated_step_from_anywhere(options, log, data):
    cut = data.draw(st.integers(0, len(log)))
    race = fold(options, log[:cut])
    for entry in log[cut:]:
        race = step(options, race, entry)
    assert race == fold(options, log)
    assert [taken.index for taken in race.steps] == list(range(len(log)))


@given(rule_sets, logs)
def test_fails_stay_below_the_limit_and_0_without_one(options, log):
    race = fold(options, log)
    limit = options.a_fail_limit or 1
    assert race.lost or all(count < limit for count in race.fails)


@given(rule_sets, logs)
def test_sides_may_change_places(options, log):
    """Nothing depends on which side is called home."""
    swapped = [
        won(entry.order.winner.other, entry.order.partner_place, entry.kind)
        if isinstance(entry, Deal)
        else type(entry)(entry.side.other, entry.offence, entry.effects)
        for entry in log
    ]
    one, other = fold(options, log), fold(options, swapped)
    assert tuple(one.levels) == tuple(reversed(tuple(other.levels)))
    assert (one.winner and one.winner.other) == other.winner


@given(logs)
def test_no_failure_is_counted_on_first_and_last_but_by_a_winner(log):
    options = rules(a_fail_limit=9, fail_on=FailOn.FIRST_AND_LAST, pass_condition=PassCondition.PARTNER_NOT_LAST)
    assert all(taken.failed in ((), (taken.winner,)) for taken in fold(options, log).steps)
