"""Wishes: kept where they can be, evenly over the sheets that miss least, said where they cannot be."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from tests.factories import a_tournament
from tests.thorough import tries
from tests.tournaments.draw.draw_shapes import EVERY_RULE, is_even, legal_patterns, teams_of
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.method import Constraints, Method, Missed, Wishes, breaches, draw_sheet, missed
from tournaments.draw.method.sampling import _propose
from tournaments.draw.method.wishes import fewest
from tournaments.draw.queries.draws import entered_teams
from tournaments.draw.queries.wishes import WishRequest, earlier_events, wishes_for
from tournaments.models import Tournament
from tournaments.states import TournamentState

CHAMPIONSHIP = teams_of(*[2] * 13)


class EveryChoice:
    """A source of chance that takes, run after run, every way through the choices; `weight`: its exact chance."""

    def __init__(self):
        self.way, self.at, self.weight = [], 0, Fraction(1)

    def below(self, n):
        if self.at == len(self.way):
            self.way.append([0, n])
        choice = self.way[self.at][0]
        self.at, self.weight = self.at + 1, self.weight / n
        return choice

    def shuffled(self, items):
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    def goes_on(self):
        """To the next way; False after the last."""
        while self.way and self.way[-1][0] + 1 == self.way[-1][1]:
            self.way.pop()
        if not self.way:
            return False
        self.way[-1][0] += 1
        self.at, self.weight = 0, Fraction(1)
        return True


def chances_of_a_run(teams, constraints):
    """The exact chance of every sheet that a run can end in."""
    chances, choices, on = defaultdict(Fraction), EveryChoice(), True
    while on:
        sheet = tuple(_propose(teams, constraints, choices))
        chances[sheet] += choices.weight
        on = choices.goes_on()
    return chances


@pytest.mark.parametrize("halves", [True, False])
@pytest.mark.parametrize("shape", [(2, 1), (2, 2), (3, 1), (2, 2, 1), (3, 2)])
def test_a_run_ends_in_every_sheet_with_exactly_the_same_chance(shape, halves):
    """So whatever of them is kept, by rule 5 or for wishes, is even: over all sheets that are legal but for rule 5."""
    teams, rules = teams_of(*shape), Constraints(opposite_halves=halves, separate_first_round=False)
    chances = chances_of_a_run(teams, rules)
    assert sum(chances.values()) == 1
    assert len(set(chances.values())) == 1
    names = {None: None} | {team.id: team.branch for team in teams}
    assert {tuple(names[team] for team in sheet) for sheet in chances} == legal_patterns(shape, rules)


@pytest.mark.parametrize(
    ("shape", "wishes"),
    [
        ((1, 1, 1), Wishes(seeds=(1, 3))),
        ((2, 1), Wishes(rested=(1, 3))),
        ((2, 2), Wishes(met=((1, 4),))),
        ((1, 1, 1, 1), Wishes(seeds=(2, 4), met=((1, 2),))),
    ],
)
def test_draw_is_even_over_the_sheets_that_miss_least(shape, wishes):
    teams = teams_of(*shape)
    legal = [sheet for sheet in chances_of_a_run(teams, EVERY_RULE) if not breaches(sheet, teams, EVERY_RULE)]
    fewest_found = min(missed(sheet, teams, wishes).counts for sheet in legal)
    cells = [sheet for sheet in legal if missed(sheet, teams, wishes).counts == fewest_found]
    drawn = [draw_sheet(teams, EVERY_RULE, f"{shape} {i}", wishes) for i in range(40 * len(cells))]
    assert is_even(cells, [sheet.positions for sheet in drawn])
    assert fewest_found == fewest(teams, len(cells[0]), wishes)
    assert {sheet.method for sheet in drawn} == {Method.UNIFORM}


def test_seeds_of_the_championship_are_kept_apart_with_every_rule_kept():
    wishes = Wishes(seeds=tuple(range(1, 17, 2)), rounds=3)
    for seed in range(tries(32)):
        drawn = draw_sheet(CHAMPIONSHIP, EVERY_RULE, f"{seed}", wishes)
        assert breaches(drawn.positions, CHAMPIONSHIP, EVERY_RULE) == ()
        assert missed(drawn.positions, CHAMPIONSHIP, wishes).counts == (0, 0, 0, 0)
        places = {team: place for place, team in enumerate(drawn.positions)}
        assert len({places[team] // 4 for team in wishes.seeds}) == 8
        assert {places[team] // 16 for team in wishes.seeds[:2]} == {0, 1}


def in_groups(groups, per_group):
    return Constraints(numbers=groups * per_group, groups=groups)


@pytest.mark.parametrize(("shape", "groups"), [((2,) * 13, 4), ((4,) * 8, 8), ((3, 3, 2, 2, 1), 4), ((1,) * 64, 16)])
def test_seeds_and_pairs_of_last_time_are_in_different_groups_and_branches_stay_spread(shape, groups):
    teams = teams_of(*shape)
    per_group = -(-len(teams) // groups)
    ids = [team.id for team in teams]
    firsts = [next(team.id for team in teams if team.branch == branch) for branch in range(len(shape))]
    wishes = Wishes(seeds=tuple(firsts[: 2 * groups]), met=((ids[0], ids[-1]), (ids[1], ids[-2])))
    for seed in range(tries(32)):
        drawn = draw_sheet(teams, in_groups(groups, per_group), f"{seed}", wishes)
        assert missed(drawn.positions, teams, wishes, groups) == Missed()
        assert sorted(team for team in drawn.positions if team) == ids
        group = {team: place % groups for place, team in enumerate(drawn.positions)}
        assert len({group[team] for team in wishes.seeds[:groups]}) == min(groups, len(firsts))
        for branch, count in enumerate(shape):
            spread = Counter(group[team.id] for team in teams if team.branch == branch)
            assert max(spread.values()) == -(-count // groups)
        assert drawn.method == Method.DEALT


def test_seeds_of_one_branch_too_many_for_the_groups_are_said_to_be_together():
    teams, wishes = teams_of(4, 2), Wishes(seeds=(1, 2, 5), met=((1, 2), (1, 3), (2, 3)))
    drawn = draw_sheet(teams, in_groups(2, 3), "7", wishes)
    assert missed(drawn.positions, teams, wishes, 2).counts == (0, 0, 0, 1)


def test_without_wishes_the_sheet_is_the_one_it_always_was_and_byes_are_as_new_as_can_be():
    as_ever = draw_sheet(CHAMPIONSHIP, EVERY_RULE, "2023")
    for nothing in (Wishes(), Wishes(seeds=(3,))):
        assert draw_sheet(CHAMPIONSHIP, EVERY_RULE, "2023", nothing) == as_ever
    wishes = Wishes(rested=tuple(range(1, 23)))  # of 26, and six rest
    drawn = draw_sheet(CHAMPIONSHIP, EVERY_RULE, "byes", wishes)
    assert missed(drawn.positions, CHAMPIONSHIP, wishes).counts == fewest(CHAMPIONSHIP, 32, wishes) == (0, 0, 2, 0)


def test_large_sheet_with_every_wish_is_legal_and_says_how_far_it_goes():
    teams = teams_of(*[4] * 300)
    wishes = Wishes(seeds=tuple(range(1, 64, 4)), rounds=3, rested=tuple(range(100, 200)), met=((1, 5), (9, 13)))
    drawn = draw_sheet(teams, EVERY_RULE, "large", wishes)
    assert breaches(drawn.positions, teams, EVERY_RULE) == ()
    counts = missed(drawn.positions, teams, wishes).counts
    assert counts[0] <= 4
    assert counts[1:] == (0, 0, 0)


@pytest.mark.django_db
def test_last_event_gives_byes_pairs_and_the_best_to_the_teams_that_are_the_same():
    before = a_tournament(branches=3, teams=2, rounds=3, name="上一届")
    last = confirm_draw(preview_draw(before, by=None, seed="七"), by=None)
    Tournament.objects.filter(pk=before.pk).update(state=TournamentState.FINISHED)
    now = a_tournament(branches=4, teams=2, rounds=3)
    before.refresh_from_db()
    teams = entered_teams(now)
    wanted = WishRequest(last=before, rest_others=True, meet_others=True)
    old = {team.pk: number for number, team in enumerate(entered_teams(before), start=1)}
    pairs = list(zip(last.positions[::2], last.positions[1::2], strict=True))
    wishes = wishes_for(now, teams, wanted)
    assert wishes.rested == tuple(sorted(old[one or two] for one, two in pairs if None in (one, two)))
    assert wishes.met == tuple(sorted(tuple(sorted((old[one], old[two]))) for one, two in pairs if one and two))
    assert earlier_events(before) == []
