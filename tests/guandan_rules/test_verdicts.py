import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_rules import (
    Awaited,
    Code,
    DealKind,
    EffectKind,
    FailTo,
    OnTime,
    Pending,
    Reason,
    RuleSet,
    Side,
    Sides,
    TieRule,
    Verdict,
    awarded,
    first_to_reach,
    fold,
    may_enter,
    named,
    verdict,
)
from tests.guandan_rules.factories import away, home, logs, penalty, race_of, rule_sets

S000 = named("s000")
HOME, AWAY = Side.HOME, Side.AWAY
LATE, IN_HAND, EXTRA = DealKind.LATE, DealKind.IN_HAND, DealKind.EXTRA
TIED = (home(2), away(2))


def found(rules, *entries, time_up=True, in_hand=False):
    """(winner, reason) of the verdict, or what is awaited."""
    given_ = verdict(rules, fold(rules, entries), time_up=time_up, in_hand=in_hand)
    return (given_.winner, given_.reason) if isinstance(given_, Verdict) else given_.awaits


def refused(rules, *entries, kind=DealKind.REGULAR, time_up=True, in_hand=None):
    return may_enter(rules, fold(rules, entries), time_up=time_up, in_hand=in_hand, kind=kind)


def by(*rules_, **options):
    return RuleSet(tie_rules=rules_, **options)


PASSED = (*[home(2)] * 4, home(4))  # 5, 8, J, A, passed


@pytest.mark.parametrize("time_up", [False, True])
def test_passing_a_wins_at_once_and_in_the_last_deal(time_up):
    """如一方过A，比赛提前结束 (S000 五、1)."""
    assert found(S000, home(2), time_up=False, in_hand=None) is Awaited.PLAY_ON
    given_ = verdict(S000, fold(S000, [*PASSED, away(2)]), time_up=time_up, in_hand=None)
    assert (given_.winner, given_.reason, given_.facts.entry) == (HOME, Reason.PASSED_A, 4)
    assert found(S000, *PASSED[:4], home(4, IN_HAND), in_hand=True) == (HOME, Reason.PASSED_A)


@pytest.mark.parametrize(
    ("kind", "reason"), [(EffectKind.MATCH_LOST, Reason.PENALTY), (EffectKind.DISQUALIFIED, Reason.DISQUALIFICATION)]
)
def test_match_lost_by_penalty(kind, reason):
    assert found(S000, home(2), penalty(HOME, kind)) == (AWAY, reason)


def test_match_lost_by_failed_a():
    rules = RuleSet(a_fail_limit=1, a_fail_to=FailTo.LOSE)
    race = race_of(rules, away(4), at=(14, 2), stage=HOME)
    assert verdict(rules, race, time_up=False, in_hand=None).reason is Reason.FAILED_A


def test_finish_deal_asks_then_waits_then_settles():
    """时间到 (rules.md §3): was a deal in hand?"""
    assert found(S000, home(2), in_hand=None) is Awaited.DEAL_IN_HAND_QUESTION
    assert found(S000, home(2), in_hand=True) is Awaited.LAST_DEAL
    assert found(S000, home(2), away(2, IN_HAND), home(2, IN_HAND), in_hand=True) == (HOME, Reason.LEVEL_AT_TIME)
    assert found(S000, home(2), in_hand=False) == (HOME, Reason.LEVEL_AT_TIME)


@pytest.mark.parametrize("in_hand", [None, True, False])
def test_stop_now_settles_at_the_bell(in_hand):
    rules = RuleSet(on_time=OnTime.STOP_NOW)
    assert found(rules, home(2), in_hand=in_hand) == (HOME, Reason.LEVEL_AT_TIME)


def test_referee_says_whether_the_deal_is_played_out():
    rules = RuleSet(on_time=OnTime.REFEREE)
    assert found(rules, home(2), in_hand=None) is Awaited.REFEREE
    assert found(rules, home(2), in_hand=True) is Awaited.LAST_DEAL
    assert found(rules, home(2), in_hand=False) == (HOME, Reason.LEVEL_AT_TIME)


def test_equal_levels_go_to_the_side_there_first():
    """如级数相同，先到队伍获胜 (S000 五、1)."""
    assert found(S000, *TIED) == (HOME, Reason.FIRST_TO_REACH)
    given_ = verdict(S000, fold(S000, [away(4), away(3), home(2)]), time_up=True, in_hand=False)
    assert (given_.winner, given_.facts.entry, given_.facts.raised_at) == (AWAY, 1, Sides(2, 1))
    assert (given_.facts.levels, given_.facts.on_stage, given_.facts.deals) == (Sides(5, 5), HOME, 3)


def test_a_side_that_never_moved_was_there_first():
    down = penalty(HOME, EffectKind.OFFENDER_DOWN, 1)
    race = fold(S000, [home(4), down])
    assert (race.levels, first_to_reach(race)) == (Sides(2, 2), AWAY)


def test_2_to_2_without_a_deal_needs_an_extra_deal():
    assert found(S000) is Awaited.EXTRA_DEAL
    assert found(S000, away(4, EXTRA)) == (AWAY, Reason.EXTRA_DEAL)
    given_ = verdict(S000, fold(S000, [away(4, EXTRA)]), time_up=True, in_hand=False)
    assert given_.facts.entry == 0


def test_same_entry_for_both_is_left_to_the_next_rule():
    both = penalty(HOME, EffectKind.OPPONENTS_UP, 1)
    race = race_of(S000, home(2), away(4), at=(2, 2))
    assert first_to_reach(race) is HOME
    same = type(both)(HOME, both.offence, (*both.effects, penalty(HOME, EffectKind.OFFENDER_DOWN, 1).effects[0]))
    tied = race_of(S000, same, at=(6, 4))
    assert (tied.levels, first_to_reach(tied)) == (Sides(5, 5), None)
    assert verdict(S000, tied, time_up=True, in_hand=False) == Pending(Awaited.EXTRA_DEAL)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (by(TieRule.ON_STAGE), (AWAY, Reason.ON_STAGE)),
        (by(TieRule.LEADS_NEXT_DEAL), (HOME, Reason.LEADS_NEXT_DEAL)),
        (by(TieRule.DRAW), (None, Reason.DRAW)),
        (by(TieRule.REFEREE), Awaited.REFEREE),
        (by(TieRule.EXTRA_DEAL, TieRule.DRAW), Awaited.EXTRA_DEAL),
        (by(), Awaited.REFEREE),
    ],
)
def test_tie_rules_decide_equal_levels(rules, expected):
    assert found(rules, *TIED) == expected


def test_tie_rules_that_say_nothing_are_passed_over():
    rules = by(TieRule.FIRST_TO_REACH, TieRule.ON_STAGE, TieRule.LEADS_NEXT_DEAL, TieRule.DRAW)
    assert found(rules) == (None, Reason.DRAW)


def test_last_player_leads_the_next_deal():
    assert found(by(TieRule.LEADS_NEXT_DEAL), home(3), away(3)) == (HOME, Reason.LEADS_NEXT_DEAL)
    assert found(by(TieRule.LEADS_NEXT_DEAL), home(4), away(4)) == (AWAY, Reason.LEADS_NEXT_DEAL)


def test_deal_limit_ends_the_match():
    """副数限制 (S004): the higher level, else one more deal."""
    rules = RuleSet(deal_limit=2, minutes=None, tie_rules=(TieRule.EXTRA_DEAL,))
    assert found(rules, home(2), time_up=False) is Awaited.PLAY_ON
    assert found(rules, home(2), home(2), time_up=False) == (HOME, Reason.LEVEL_AT_LIMIT)
    assert found(rules, *TIED, time_up=False) is Awaited.EXTRA_DEAL
    assert refused(rules, *TIED, time_up=False) == (Code.DEAL_LIMIT_REACHED,)
    assert refused(rules, *TIED, time_up=False, kind=EXTRA) == ()
    assert found(rules, *TIED, home(2, EXTRA), time_up=False) == (HOME, Reason.EXTRA_DEAL)


@pytest.mark.parametrize(
    "reason", [Reason.FORFEIT, Reason.WITHDRAWAL, Reason.DISQUALIFICATION, Reason.DECISION, Reason.BYE]
)
def test_awarded_names_a_winner_or_nobody(reason):
    assert awarded(reason, HOME) == Verdict(HOME, reason)
    assert awarded(Reason.BOTH_ABSENT) == Verdict(None, Reason.BOTH_ABSENT)
    assert awarded(Reason.DECISION) == Verdict(None, Reason.DECISION)
    assert awarded(reason, HOME, fold(S000, TIED)).facts.levels == Sides(5, 5)


@pytest.mark.parametrize(
    ("reason", "winner"), [(Reason.PASSED_A, HOME), (Reason.FORFEIT, None), (Reason.BOTH_ABSENT, HOME)]
)
def test_awarded_refuses_what_is_no_award(reason, winner):
    with pytest.raises(ValueError, match=reason.value):
        awarded(reason, winner)


@pytest.mark.parametrize("on_time", list(OnTime))
@pytest.mark.parametrize("in_hand", [None, True, False])
def test_regular_deals_end_with_the_bell_and_late_ones_are_entered_after_it_before_the_last(on_time, in_hand):
    rules = RuleSet(on_time=on_time)
    assert refused(rules, home(2), time_up=False) == ()
    assert refused(rules, home(2), in_hand=in_hand) == (Code.AFTER_THE_BELL,)
    assert refused(rules, home(2), kind=LATE, in_hand=in_hand) == ()
    assert refused(rules, home(2), kind=LATE, in_hand=in_hand, time_up=False) == (Code.BEFORE_THE_BELL,)
    assert refused(S000, home(2, IN_HAND), kind=LATE, in_hand=True) == (Code.LAST_DEAL_ENTERED,)


@pytest.mark.parametrize(
    ("entries", "time_up", "in_hand", "codes"),
    [
        ((), True, True, ()),
        ((), True, None, (Code.BELL_QUESTION_OPEN,)),
        ((), True, False, (Code.NO_DEAL_IN_HAND,)),
        ((), False, None, (Code.BEFORE_THE_BELL,)),
        ((home(2, IN_HAND),), True, True, (Code.LAST_DEAL_ENTERED,)),
    ],
)
def test_exactly_one_deal_in_hand(entries, time_up, in_hand, codes):
    assert refused(S000, *entries, kind=IN_HAND, time_up=time_up, in_hand=in_hand) == codes


def test_stop_now_knows_no_deal_in_hand():
    rules = RuleSet(on_time=OnTime.STOP_NOW)
    assert refused(rules, kind=IN_HAND, in_hand=True) == (Code.STOPPED_AT_THE_BELL,)
    assert refused(rules, kind=IN_HAND, time_up=False) == (Code.BEFORE_THE_BELL, Code.STOPPED_AT_THE_BELL)


def test_extra_deal_only_when_due():
    assert refused(S000, kind=EXTRA, in_hand=False) == ()
    assert refused(S000, kind=EXTRA, in_hand=None) == (Code.EXTRA_DEAL_NOT_DUE,)
    assert refused(S000, home(2), kind=EXTRA, in_hand=False) == (Code.EXTRA_DEAL_NOT_DUE,)
    assert refused(S000, home(2, EXTRA), kind=EXTRA, in_hand=False) == (Code.EXTRA_DEAL_ENTERED,)


def test_nothing_after_passing_a():
    assert refused(S000, *PASSED, time_up=False) == (Code.GAME_DECIDED,)
    assert refused(S000, *PASSED, kind=LATE) == (Code.GAME_DECIDED,)
    assert refused(S000, *PASSED, kind=EXTRA) == (Code.GAME_DECIDED, Code.EXTRA_DEAL_NOT_DUE)


def naive_first_to_reach(race):
    """Walk the log backwards: the side that had not yet left its final level first."""
    for before in reversed([taken.before for taken in race.steps]):
        here = [before[side] == race.levels[side] for side in Side]
        if not all(here):
            return {(True, False): HOME, (False, True): AWAY}.get(tuple(here))
    return None


@given(rule_sets, logs)
def test_first_to_reach_agrees_with_a_naive_definition(options, log):
    race = fold(options, log)
    assert first_to_reach(race) is naive_first_to_reach(race)


KINDS = st.sampled_from(list(DealKind))


@given(rule_sets, logs, st.booleans(), st.sampled_from([None, True, False]), KINDS)
def test_a_deal_may_be_entered_exactly_while_something_is_awaited(options, log, time_up, in_hand, kind):
    race = fold(options, log)
    now = verdict(options, race, time_up=time_up, in_hand=in_hand)
    allowed = not may_enter(options, race, time_up=time_up, in_hand=in_hand, kind=kind)
    expected = {
        DealKind.REGULAR: now == Pending(Awaited.PLAY_ON),
        DealKind.IN_HAND: now == Pending(Awaited.LAST_DEAL),
        DealKind.EXTRA: now == Pending(Awaited.EXTRA_DEAL),
    }
    if kind in expected:
        assert allowed is expected[kind]
    elif allowed:
        assert time_up
        assert race.winner is None
