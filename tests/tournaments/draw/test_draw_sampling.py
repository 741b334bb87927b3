"""The program's draw: legal always, even up to four teams a branch, the same from the same seed."""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.thorough import THOROUGH, some, tries
from tests.tournaments.draw.draw_shapes import (
    ANY_HALF,
    EVERY_RULE,
    is_even,
    legal_patterns,
    meets_the_rest,
    pairs_in,
    pattern_of,
    shapes,
    teams_of,
)
from tournaments.draw.method import (
    Chance,
    Constraints,
    Entrant,
    Method,
    breaches,
    draw_sheet,
    same_branch_pairs,
    shuffled,
)
from tournaments.draw.method.sampling import _draw_uniform
from tournaments.formats.knockout import sheet_size

FREE = Constraints(opposite_halves=False, separate_first_round=False)
CHAMPIONSHIP = teams_of(*[2] * 13)
OFTEN = 40 if THOROUGH else 15
"""How often each sheet is expected of an even draw."""


def patterns_drawn(shape, constraints, count):
    teams = teams_of(*shape)
    return [pattern_of(draw_sheet(teams, constraints, f"{shape} {i}").positions, teams) for i in range(count)]


SMALL = [
    *[(shape, EVERY_RULE) for shape in (
        (2,), (1, 1), (2, 1), (3,), (3, 1), (3, 1, 1, 1), (4, 1), (3, 3), (2, 2, 1), (2, 2, 2), (3, 2, 2), (4, 3),
        (2, 2, 2, 2), (3, 3, 1, 1), (3, 3, 2), (4, 4),
    )],
    *[(shape, ANY_HALF) for shape in ((4,), (2, 2, 1), (3, 3), (4, 2), (4, 3), (4, 2, 2))],
    ((5, 2), Constraints(separate_first_round=False)),
    ((4, 3), FREE),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "constraints"), some(SMALL))
def test_draw_is_even_over_all_legal_sheets_of_a_small_shape(shape, constraints):
    cells = legal_patterns(shape, constraints)
    assert is_even(cells, patterns_drawn(shape, constraints, OFTEN * len(cells)))


@pytest.mark.parametrize("shape", [(2, 1), (3, 1)])
def test_draw_is_even_over_the_teams_too(shape):
    teams = teams_of(*shape)
    blank = [None] * (sheet_size(len(teams)) - len(teams))
    legal = legal_patterns(shape, EVERY_RULE)
    every = set(permutations([*blank, *(team.id for team in teams)]))
    cells = [sheet for sheet in every if pattern_of(sheet, teams) in legal]
    drawn = [draw_sheet(teams, EVERY_RULE, f"teams {i}").positions for i in range(10 * len(cells))]
    assert is_even(cells, drawn)


@pytest.mark.parametrize("teams", [11, *some([14, 9, 13])])
def test_byes_are_drawn_evenly_over_quarters_and_lines(teams):
    patterns = (
        tuple(None if line in byes else 0 for line in range(16)) for byes in combinations(range(16), 16 - teams)
    )
    cells = [pattern for pattern in patterns if meets_the_rest(pattern, ANY_HALF)]
    everybody = [Entrant(number, number) for number in range(teams)]
    drawn = [draw_sheet(everybody, EVERY_RULE, f"byes {i}").positions for i in range(10 * len(cells))]
    assert is_even(cells, [tuple(None if team is None else 0 for team in sheet) for sheet in drawn])


class FirstShuffleAnyoneWrites(Chance):
    """Every place changes with any other: n^n outcomes for n! orders."""

    def shuffled(self, items):
        mixed = list(items)
        for i in range(len(mixed)):
            j = self.below(len(mixed))
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


def drawn_by_a_wrong_shuffle(shape, count):
    teams = teams_of(*shape)
    sheets = (_draw_uniform(teams, EVERY_RULE, FirstShuffleAnyoneWrites(f"wrong {i}")) for i in range(count))
    return [pattern_of(sheet.positions, teams) for sheet in sheets]


def drawn_by_refusing_a_half_only(shape, count):
    """For full sheets: the split over the halves is kept, and only the order within a half is drawn again."""
    chance = random.Random("wrong")
    smaller_halves = [size // 2 for size in shape]
    odd = [branch for branch, size in enumerate(shape) if size % 2]
    drawn = []
    for _ in range(count):
        up = set(chance.sample(odd, len(odd) // 2))
        sheet = []
        for extra in (up, set(odd) - up):
            half = [branch for branch, size in enumerate(smaller_halves) for _ in range(size + (branch in extra))]
            while True:
                chance.shuffle(half)
                if not pairs_in(half):
                    break
            sheet += half
        drawn.append(tuple(sheet))
    return drawn


@pytest.mark.parametrize(
    ("shape", "drawn_wrongly"),
    [((3, 3, 1, 1), drawn_by_refusing_a_half_only), ((2, 2, 1), drawn_by_a_wrong_shuffle)],
)
def test_wrong_draw_is_found_uneven(shape, drawn_wrongly):
    cells = legal_patterns(shape, EVERY_RULE)
    drawn = drawn_wrongly(shape, 40 * len(cells))
    assert set(drawn) <= cells
    assert not is_even(cells, drawn)


@pytest.mark.parametrize("constraints", [EVERY_RULE, ANY_HALF, Constraints(separate_first_round=False), FREE])
def test_every_shape_is_drawn_legally(constraints):
    for shape in (shape for teams in range(2, 13 if THOROUGH else 12) for shape in shapes(teams, teams)):
        entries = teams_of(*shape)
        drawn = draw_sheet(entries, constraints, f"{shape}")
        assert breaches(drawn.positions, entries, constraints) == ()
        is_uniform = max(shape) <= 4 or not constraints.separate_first_round
        assert (drawn.uniform, drawn.method is Method.UNIFORM) == (is_uniform, is_uniform)


LARGE = [(16,) * 4, (17, 9, 5, 1), (16, 1), (30, 1, 1), (8, 8, 8, 8), (33,), (40, 24), (5,) * 13, (64, 63)]


@pytest.mark.parametrize("constraints", [EVERY_RULE, ANY_HALF])
def test_large_branches_are_drawn_legally_and_said_to_be_uneven(constraints):
    for shape in LARGE:
        entries = teams_of(*shape)
        for seed in range(tries(16)):
            drawn = draw_sheet(entries, constraints, f"{seed}")
            assert breaches(drawn.positions, entries, constraints) == (), shape
            assert (drawn.method, drawn.uniform) == (Method.REPAIRED, False), shape


@pytest.mark.parametrize("shape", some([(2,) * 2048, (16,) * 256, (4,) * 1024, (1,) * 4095, (2048, 2048), (4096,)]))
def test_largest_sheets_are_drawn_legally(shape):
    entries = teams_of(*shape)
    drawn = draw_sheet(entries, EVERY_RULE, "large")
    assert breaches(drawn.positions, entries, EVERY_RULE) == ()


def test_championship_is_drawn_legally_with_every_seed_and_byes_fall_on_any_team_and_match():
    sheets = []
    for seed in range(600):
        drawn = draw_sheet(CHAMPIONSHIP, EVERY_RULE, f"{seed}")
        sheets.append(drawn.positions)
        assert breaches(drawn.positions, CHAMPIONSHIP, EVERY_RULE) == ()
        assert (len(drawn.positions), drawn.positions.count(None), drawn.pairs, drawn.uniform) == (32, 6, (), True)
    lucky = [sheet[line ^ 1] for sheet in sheets for line, team in enumerate(sheet) if team is None]
    assert is_even([team.id for team in CHAMPIONSHIP], lucky)
    quarters = [sheet[start : start + 8] for sheet in sheets for start in (0, 8, 16, 24)]
    with_byes = [tuple(line // 2 for line in range(8) if quarter[line] is None) for quarter in quarters]
    assert is_even(range(4), [match for (match,) in (matches for matches in with_byes if len(matches) == 1)])
    assert is_even(list(combinations(range(4), 2)), [matches for matches in with_byes if len(matches) == 2])


def test_same_seed_and_list_give_the_same_sheet_in_any_order():
    mixed = random.Random(1).sample(CHAMPIONSHIP, 26)
    assert draw_sheet(mixed, EVERY_RULE, "掼蛋") == draw_sheet(CHAMPIONSHIP, EVERY_RULE, "掼蛋")
    assert draw_sheet(mixed, EVERY_RULE, "掼蛋") != draw_sheet(CHAMPIONSHIP, EVERY_RULE, "掼蛋 ")


@pytest.mark.parametrize(
    ("shape", "sheet"),
    [
        ((2, 2, 1), "4 5 2 - - 1 - 3"),
        ((3, 3, 1, 1), "6 7 3 5 1 8 2 4"),
        ((6, 2), "1 5 8 3 2 6 4 7"),
        ([2] * 13, "18 23 - 15 12 10 14 21 - 8 20 - 3 25 1 5 2 24 - 11 16 6 - 9 19 17 13 7 26 4 - 22"),
    ],
)
def test_sheet_of_a_published_seed_never_changes(shape, sheet):
    """Whoever runs a draw again, years later and in another language, must find what was announced."""
    positions = draw_sheet(teams_of(*shape), EVERY_RULE, "2023").positions
    assert " ".join("-" if team is None else str(team) for team in positions) == sheet


def test_draw_names_unavoidable_pairs_and_refuses_what_is_no_list_of_teams():
    entries = teams_of(4)
    drawn = draw_sheet(entries, EVERY_RULE, "one branch only")
    assert drawn.pairs == same_branch_pairs(drawn.positions, entries)
    assert [pair.match for pair in drawn.pairs] == [1, 2]
    one, again = Entrant(1, 1), Entrant(1, 2)
    for wrong in ([], [one], [one, again], [Entrant(i, i) for i in range(4097)]):
        with pytest.raises(ValueError, match=r"entries"):
            draw_sheet(wrong, EVERY_RULE, "seed")


def test_chance_is_sha_256_read_in_numbers_of_32_bits_without_those_that_would_favour_the_low():
    """printf 'a:0' | sha256sum: 0ed32d33 52f0cddd … Above 2³² - (2³² mod n) a number is not taken: for n = 2³¹ + 1 that
    is nearly every other one."""
    chance = Chance("a")
    assert [chance.below(2**32) for _ in range(2)] == [0x0ED32D33, 0x52F0CDDD]
    assert Chance("a").below(1000) == 0x0ED32D33 % 1000
    n, chance, plain = 2**31 + 1, Chance("skip"), Chance("skip")
    words = [plain.below(2**32) for _ in range(200)]
    assert [chance.below(n) for _ in range(50)] == [word for word in words if word < n][:50]
    assert is_even(list(permutations("abcd")), [shuffled("abcd", f"order {i}") for i in range(24 * OFTEN)])


def test_evenness_is_told_from_unevenness():
    chance = random.Random(7)
    cells = range(20)
    assert is_even(cells, [chance.randrange(20) for _ in range(2000)])
    assert not is_even(cells, [chance.randrange(20) if chance.random() < 0.9 else 3 for _ in range(2000)])
    assert not is_even(cells, [20, *[chance.randrange(20) for _ in range(2000)]])
    assert Counter(is_even(cells, [chance.randrange(20) for _ in range(400)]) for _ in range(200))[False] <= 1
