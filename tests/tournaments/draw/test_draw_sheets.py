"""The definition of a legal sheet, and lots drawn by hand held against it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.thorough import THOROUGH
from tests.tournaments.draw.draw_shapes import (
    ANY_HALF,
    EVERY_RULE,
    arrangements,
    legal_patterns,
    shapes,
    teams_of,
)
from tournaments.draw.method import (
    BranchPair,
    Breach,
    BreachCode,
    Constraints,
    Unavoidable,
    breaches,
    from_lots,
    same_branch_pairs,
    unavoidable,
)
from tournaments.formats.knockout import sheet_size


def labelled(pattern):
    """A sheet of that pattern: the teams of a branch in order of their number."""
    counts = {branch: pattern.count(branch) for branch in sorted(set(pattern) - {None})}
    teams = teams_of(*counts.values())
    queues = {branch: [team.id for team in teams if team.branch == branch] for branch in counts}
    return tuple(None if branch is None else queues[branch].pop(0) for branch in pattern), teams


SMALL = [(2, 1), (4,), (3, 2), (4, 1), (5,), (3, 3), (4, 2), (2, 2, 2), (4, 3), (5, 2), (3, 3, 2), (6, 2)]


@pytest.mark.parametrize("constraints", [EVERY_RULE, ANY_HALF, Constraints(separate_first_round=False)])
def test_sheet_without_breaches_is_a_legal_one_and_no_other(constraints):
    for shape in SMALL if THOROUGH else SMALL[:-2]:
        legal = legal_patterns(shape, constraints)
        byes = sheet_size(sum(shape)) - sum(shape)
        for pattern in arrangements({None: byes, **dict(enumerate(shape))}):
            sheet, teams = labelled(pattern)
            assert (breaches(sheet, teams, constraints) == ()) == (pattern in legal), pattern


@pytest.mark.parametrize("constraints", [EVERY_RULE, ANY_HALF])
@pytest.mark.parametrize("teams", range(2, 8 if THOROUGH else 6))
def test_unavoidable_pairs_are_the_fewest_of_all_sheets(teams, constraints):
    for shape in shapes(teams, teams):
        sheet = next(iter(legal_patterns(shape, constraints)))
        positions, entries = labelled(sheet)
        fewest = len(same_branch_pairs(positions, entries))
        assert sum(branch.pairs for branch in unavoidable(entries, constraints)) == fewest


def test_unavoidable_names_the_branch_that_is_too_large_and_pairs_of_a_branch_are_found_with_their_match():
    assert unavoidable(teams_of(6, 2), EVERY_RULE) == (Unavoidable(branch=0, teams=6, matches=4, pairs=2),)
    assert unavoidable(teams_of(4, 4), EVERY_RULE) == ()
    assert unavoidable(teams_of(6, 2), Constraints(separate_first_round=False)) == ()
    assert same_branch_pairs((1, 3, 2, None), teams_of(2, 1)) == ()
    assert same_branch_pairs((3, None, 2, 1), teams_of(2, 1)) == (BranchPair(match=2, branch=0, teams=(2, 1)),)


@pytest.mark.parametrize(
    ("positions", "found"),
    [
        ((1, 3, 2, 4), []),
        ((1, 3, 2), [Breach(BreachCode.WRONG_SIZE, counts=(3, 4)), Breach(BreachCode.MISSING_TEAM, teams=(4,))]),
        ((1, 3, 2, None), [Breach(BreachCode.MISSING_TEAM, teams=(4,))]),
        ((1, 3, 1, 4), [
            Breach(BreachCode.MISSING_TEAM, teams=(2,)), Breach(BreachCode.TEAM_TWICE, teams=(1,), positions=(1, 3)),
        ]),
        ((1, 3, 9, 4), [
            Breach(BreachCode.MISSING_TEAM, teams=(2,)), Breach(BreachCode.UNKNOWN_TEAM, teams=(9,), positions=(3,)),
        ]),
        ((1, 2, 3, 4), [
            Breach(BreachCode.BRANCH_NOT_SPLIT, branch=0, counts=(2, 0)),
            Breach(BreachCode.BRANCH_NOT_SPLIT, branch=1, counts=(0, 2)),
            Breach(BreachCode.SAME_BRANCH, teams=(1, 2), positions=(1, 2), branch=0),
            Breach(BreachCode.SAME_BRANCH, teams=(3, 4), positions=(3, 4), branch=1),
        ]),
    ],
)  # fmt: skip
def test_breaches_of_two_branches_of_two(positions, found):
    assert [*breaches(positions, teams_of(2, 2), EVERY_RULE)] == found


UPPER_HALF = Breach(BreachCode.QUARTERS_UNBALANCED, positions=(1, 8), counts=(2, 0))
LOWER_HALF = Breach(BreachCode.QUARTERS_UNBALANCED, positions=(9, 16), counts=(2, 0))


@pytest.mark.parametrize(
    ("byes", "found"),
    [
        ((1, 5, 9, 13), []),
        ((1, 2, 9, 13), [Breach(BreachCode.BYES_MEET, positions=(1, 2)), UPPER_HALF]),
        ((1, 3, 5, 9), [Breach(BreachCode.HALVES_UNBALANCED, counts=(3, 1))]),
        ((1, 3, 9, 11), [UPPER_HALF, LOWER_HALF]),
    ],
)
def test_breaches_of_four_byes_in_sixteen(byes, found):
    teams = teams_of(*[1] * 12)
    ids = iter(team.id for team in teams)
    positions = tuple(None if line in byes else next(ids) for line in range(1, 17))
    assert [*breaches(positions, teams, EVERY_RULE)] == found


@given(st.permutations(range(1, 33)))
def test_lots_of_the_hall_become_the_sheet(order):
    teams = teams_of(*[2] * 13)
    lots = {team.id: position for team, position in zip(teams, order, strict=False)}
    drawn = from_lots(lots, teams, EVERY_RULE)
    assert drawn.problems == ()
    assert {team: line for line, team in enumerate(drawn.positions, start=1) if team is not None} == lots


def test_wrong_lots_are_all_told_at_once():
    drawn = from_lots({1: 2, 2: 2, 3: 5, 9: 1}, teams_of(2, 2), EVERY_RULE)
    assert drawn.positions == (None, None, None, None)
    assert drawn.problems == (
        Breach(BreachCode.UNKNOWN_TEAM, teams=(9,), positions=(1,)),
        Breach(BreachCode.MISSING_TEAM, teams=(4,)),
        Breach(BreachCode.POSITION_TWICE, teams=(1, 2), positions=(2,)),
        Breach(BreachCode.POSITION_UNKNOWN, teams=(3,), positions=(5,)),
    )
