"""按条件评奖: a championship reckoned by hand, and what holds of every proposal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.prizes import MAN, WOMAN, Candidate, PrizeRule, Proposal, TeamFacts, proposal

OF_PLACES = (PrizeRule.WOMEN, PrizeRule.MIXED, PrizeRule.NEWCOMERS)
OF_BRANCHES = (PrizeRule.MOST_TEAMS, PrizeRule.ALL_PRESENT)


def team(branch: int, ordinal: int, place: int, genders: str, **more: object) -> TeamFacts:
    """``genders``: a letter a player, - where it is not given."""
    known = tuple("" if letter == "-" else letter for letter in genders)
    return TeamFacts(Candidate(branch, 10 * branch + ordinal), place, known, **more)  # type: ignore[arg-type]


S000 = (
    team(1, 1, 1, "mm"),
    team(1, 2, 9, "ff"),
    team(2, 1, 2, "mf", penalties=1),
    team(2, 2, 5, "ff", is_new=True),
    team(3, 1, 3, "mm", is_new=True),
    team(3, 2, 5, "ff"),
    team(4, 1, 3, "mm"),
    team(4, 2, 9, "f-"),
    team(5, 1, 5, "mf", took_part=False),  # withdrew
    team(5, 2, 9, "mm", penalties=2),
    team(6, 1, 9, "mf", missed=1),
    team(6, 2, 0, "mm", took_part=False, missed=1),  # never came
)
"""Six branches of the 2023 championship with two teams each, as they might have ended: places 1, 2, 3, 3, 5, 9."""


def shown(of: Proposal) -> tuple[list[int], list[int], list[int]]:
    """Proposed, equals and behind, by the number of the team (branch and ordinal), or of the branch."""
    fits = (of.proposed, of.equals, of.behind)
    proposed, equals, behind = ([fit.candidate.team or fit.candidate.branch for fit in group] for group in fits)
    return proposed, equals, behind


@pytest.mark.parametrize(
    ("rule", "count", "expected"),
    [
        # two each of 1, 2, 3 and 4; of 5 and 6 one
        (PrizeRule.MOST_TEAMS, 1, ([], [1, 2, 3, 4], [5, 6])),
        (PrizeRule.MOST_TEAMS, 4, ([1, 2, 3, 4], [], [5, 6])),
        (PrizeRule.MOST_TEAMS, 5, ([1, 2, 3, 4], [5, 6], [])),
        (PrizeRule.ALL_PRESENT, 4, ([1, 2, 3, 4], [], [])),
        # 22 and 32 share the fifth place; of 42 one gender is not given
        (PrizeRule.WOMEN, 1, ([], [22, 32], [12])),
        (PrizeRule.WOMEN, 2, ([22, 32], [], [12])),
        (PrizeRule.WOMEN, 9, ([22, 32, 12], [], [])),
        # 51 withdrew
        (PrizeRule.MIXED, 1, ([21], [], [61])),
        (PrizeRule.NEWCOMERS, 1, ([31], [], [22])),
        # 21 and 52 have penalties, 61 gave a match away, 51 and 62 did not take part
        (PrizeRule.FAIR_PLAY, 1, ([], [11, 31, 41, 22, 32, 12, 42], [])),
    ],
)
def test_a_championship_is_reckoned_as_by_hand(rule, count, expected):
    assert shown(proposal(rule, count, S000)) == expected


def test_whose_gender_is_not_given_is_named_where_it_matters_and_what_is_given_by_hand_proposed_for_nobody():
    for rule, unknown in ((PrizeRule.WOMEN, 1), (PrizeRule.MIXED, 1), (PrizeRule.NEWCOMERS, 0)):
        assert proposal(rule, 1, S000).unknown == (Candidate(4, 42),) * unknown
    of = proposal(PrizeRule.BY_HAND, 99, S000)
    assert not of.proposed
    assert len(of.equals) == 6 + 10  # every branch had a team, two teams of twelve were not there


@pytest.mark.parametrize(
    ("rule", "count", "chosen", "agrees"),
    [
        (PrizeRule.NEWCOMERS, 1, [31], True),
        (PrizeRule.NEWCOMERS, 1, [22], False),  # passes somebody over
        (PrizeRule.NEWCOMERS, 1, [31, 22], False),  # once more than planned
        (PrizeRule.NEWCOMERS, 1, [], False),
        (PrizeRule.WOMEN, 1, [22], True),  # one of two equals
        (PrizeRule.WOMEN, 1, [22, 32], False),
        (PrizeRule.FAIR_PLAY, 3, [11], True),  # fewer than planned is the office's choice
        (PrizeRule.FAIR_PLAY, 3, [21], False),  # has a penalty
        (PrizeRule.FAIR_PLAY, 3, [], False),
    ],
)
def test_a_choice_agrees_with_the_proposal(rule, count, chosen, agrees):
    candidates = [one.candidate for one in S000 if one.candidate.team in chosen]
    assert proposal(rule, count, S000).agrees(candidates) is agrees


def test_of_a_prize_that_nobody_meets_nobody_agrees():
    of = proposal(PrizeRule.WOMEN, 1, [team(1, 1, 1, "mm")])
    assert of.agrees([])
    assert not of.agrees([Candidate(1, 11)])


facts = st.builds(
    TeamFacts,
    candidate=st.builds(Candidate, st.integers(1, 4), st.integers(1, 60)),
    place=st.integers(0, 9),
    genders=st.lists(st.sampled_from(["", MAN, WOMAN]), max_size=3).map(tuple),
    took_part=st.booleans(),
    missed=st.integers(0, 1),
    penalties=st.integers(0, 1),
    is_new=st.booleans(),
)
events = st.lists(facts, max_size=12, unique_by=lambda one: one.candidate.team)
rules, counts = st.sampled_from(PrizeRule), st.integers(1, 5)


def meets(rule: PrizeRule, one: TeamFacts) -> bool:
    """The condition of a team, said a second time."""
    if not one.took_part:
        return False
    if rule in OF_PLACES and one.place == 0:
        return False
    if rule is PrizeRule.WOMEN:
        return len(one.genders) > 0 and all(gender == WOMAN for gender in one.genders)
    if rule is PrizeRule.MIXED:
        return MAN in one.genders and WOMAN in one.genders
    if rule is PrizeRule.NEWCOMERS:
        return one.is_new
    return rule is PrizeRule.BY_HAND or (one.missed == 0 and one.penalties == 0)


@given(events, rules, counts)
def test_whoever_is_named_meets_the_condition_and_whoever_meets_it_is_named_once(teams, rule, count):
    of = proposal(rule, count, teams)
    named = [fit.candidate for fit in (*of.proposed, *of.equals, *of.behind)]
    assert len(named) == len({*named})
    expected = set()
    if rule not in OF_BRANCHES:
        expected = {one.candidate for one in teams if meets(rule, one)}
    if rule in (*OF_BRANCHES, PrizeRule.BY_HAND):
        came = {one.candidate.branch for one in teams if one.took_part}
        short = {one.candidate.branch for one in teams if not one.took_part or one.missed}
        expected |= {Candidate(branch) for branch in came - (short if rule is PrizeRule.ALL_PRESENT else set())}
    assert {*named} == expected


@given(events, rules, counts)
def test_nobody_better_is_passed_over_and_equals_stand_together(teams, rule, count):
    of = proposal(rule, count, teams)
    if rule.is_chosen:
        assert not of.behind
        return
    better = max if rule in OF_BRANCHES else min
    groups = [[fit.measure for fit in group] for group in (of.proposed, of.equals, of.behind)]
    assert len({*groups[1]}) <= 1
    for ahead, after in ((0, 1), (0, 2), (1, 2)):
        for one in groups[ahead]:
            assert all(better(one, other) == one != other for other in groups[after])


@given(events, rules, counts)
def test_a_prize_is_proposed_as_often_as_it_is_planned_and_no_more(teams, rule, count):
    of = proposal(rule, count, teams)
    assert len(of.proposed) <= count
    if of.equals and rule is not PrizeRule.BY_HAND:
        assert len(of.proposed) < count < len(of.proposed) + len(of.equals)
    if of.behind and not of.equals:
        assert len(of.proposed) == count


@given(events, rules, counts, st.randoms())
def test_the_order_in_which_teams_are_read_changes_nothing(teams, rule, count, random):
    shuffled = list(teams)
    random.shuffle(shuffled)
    assert proposal(rule, count, shuffled) == proposal(rule, count, teams)


@given(events, rules, counts)
def test_the_proposal_agrees_with_itself_where_nobody_has_to_choose(teams, rule, count):
    of = proposal(rule, count, teams)
    if not of.equals:
        assert of.agrees([fit.candidate for fit in of.proposed])
    else:
        assert not of.agrees([fit.candidate for fit in (*of.proposed, *of.equals)]) or rule is PrizeRule.BY_HAND


@given(events, rules, counts, st.data())
def test_whoever_agrees_names_nobody_that_does_not_meet_the_condition(teams, rule, count, data):
    of = proposal(rule, count, teams)
    everybody = sorted({one.candidate for one in teams} | {Candidate(one.candidate.branch) for one in teams})
    chosen = data.draw(st.sets(st.sampled_from(everybody))) if everybody else set()
    if of.agrees(chosen):
        sure, equal = ({fit.candidate for fit in group} for group in (of.proposed, of.equals))
        assert chosen <= sure | equal
        assert len(chosen) <= count
        assert rule.is_chosen or sure <= chosen
