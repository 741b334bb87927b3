"""同分会回避: what the office chooses is what is drawn, checked, printed and recorded."""

import json
from collections import Counter
from itertools import combinations
from math import comb

import pytest
from django.utils import translation

from journal.refusals import Doubtful
from tests.factories import a_tournament
from tests.refusals import refused_codes
from tests.thorough import some, tries
from tests.tournaments.draw import second_draw
from tests.tournaments.draw.draw_shapes import is_even, teams_of
from tournaments.bracket.words.format_sentences import apart_words
from tournaments.codes import Code
from tournaments.draw.actions.ceremony import open_ceremony, take_back_lot, type_lot
from tournaments.draw.actions.draws import confirm_draw, draw_sealed, preview_draw, preview_lots, seal_draw
from tournaments.draw.method import Constraints, Entrant, breaches, draw_sheet, records, same_branch_pairs
from tournaments.draw.queries.draws import draw_view, entered_teams
from tournaments.draw.queries.records import record_of
from tournaments.formats import made
from tournaments.models import Tournament
from tournaments.states import BranchesApart

BY_LOT = Constraints(opposite_halves=False, separate_first_round=False)


def an_event(apart, *, branches=2, teams=6, **more):
    a_tournament(slug="s000", branches=branches, teams=teams, rounds=4, **more)
    Tournament.objects.update(branches_apart=apart)
    return Tournament.objects.get()


def pairs_in(draw):
    branch = {team.pk: team.branch_id for team in entered_teams(draw.stage.tournament)}
    firsts = zip(draw.positions[::2], draw.positions[1::2], strict=True)
    return sum(None not in pair and branch[pair[0]] == branch[pair[1]] for pair in firsts)


def law_of_pure_lots(teams, matches):
    """How likely so many of the first-round matches are within one of two branches of ``teams`` each, if every order
    of the teams over the places of the sheet is equally likely: by enumeration."""
    counted = Counter(
        sum((2 * match in first) == (2 * match + 1 in first) for match in range(matches))
        for first in map(frozenset, combinations(range(2 * teams), teams))
    )
    return {pairs: number / comb(2 * teams, teams) for pairs, number in counted.items()}


@pytest.mark.django_db
@pytest.mark.parametrize(("branches", "teams", "fewest"), [(9, 3, 0), (1, 4, 2), *some([(2, 7, 0), (2, 2, 0)])])
def test_first_round_of_a_swiss_keeps_branches_apart_as_far_as_numbers_allow(branches, teams, fewest):
    tournament = an_event(BranchesApart.FIRST_ROUND, branches=branches, teams=teams, format_="swiss")
    tournament.stages.update(settings={"rounds_played": 3})
    draws = [preview_draw(tournament, by=None, seed=f"lot {i}") for i in range(3)]
    assert [pairs_in(draw) for draw in draws] == [fewest] * 3
    shown = draw_view(tournament, draws[-1])
    assert (shown.breaches, len(shown.within_branch), [half.number for half in shown.halves]) == ((), fewest, [0])
    assert sum(pairs.pairs for pairs in shown.unavoidable) == fewest
    assert json.loads(draws[-1].basis)["way"] == "pairs"
    assert records.differences(record_of(draws[-1])) == []
    assert second_draw.drawn(draws[-1].basis, draws[-1].seed)[0] == list(record_of(draws[-1])["positions"])


@pytest.mark.django_db
def test_swiss_drawn_into_numbers_before_its_basis_was_kept_is_drawn_again_as_numbers():
    tournament = an_event(BranchesApart.FIRST_ROUND, branches=3, teams=3, format_="swiss")
    draw = preview_draw(tournament, by=None, seed="old")
    teams = entered_teams(tournament)
    rules = Constraints(numbers=10)
    numbers = draw_sheet([Entrant(n, team.branch_id) for n, team in enumerate(teams, start=1)], rules, "old")
    draw.basis, draw.sampling = "", numbers.method.value
    draw.positions = [teams[number - 1].pk if number else None for number in numbers.positions]
    draw.save()
    assert records.differences(record_of(draw)) == []


def test_pairs_within_a_branch_have_the_law_of_pure_lots():
    teams, law, count = teams_of(6, 6), law_of_pure_lots(6, 4), tries(8000)
    drawn = Counter(len(same_branch_pairs(draw_sheet(teams, BY_LOT, f"{i}").positions, teams)) for i in range(count))
    chi_square = sum((drawn[pairs] - count * chance) ** 2 / (count * chance) for pairs, chance in law.items())
    assert len(law) == 5
    assert chi_square < 28  # with four degrees of freedom exceeded once in 80,000 times


@pytest.mark.parametrize(("shape", "rounds"), [((4, 4, 4), 2), ((2, 2, 2, 2, 2), 3), ((3, 3, 2), 2), ((4, 4, 4, 4), 2)])
def test_nobody_of_a_branch_meets_in_the_first_rounds_where_numbers_allow(shape, rounds):
    teams, rules = teams_of(*shape), Constraints(opposite_halves=False, rounds=rounds)
    block = 1 << rounds
    branch = {team.id: team.branch for team in teams}
    for i in range(20):
        positions = draw_sheet(teams, rules, f"{i}").positions
        most = max(
            Counter(branch[team] for team in positions[start : start + block] if team).most_common(1)[0][1]
            for start in range(0, len(positions), block)
        )
        assert most == max(-(-size * block // len(positions)) for size in shape)
        assert breaches(positions, teams, rules) == ()


@pytest.mark.django_db
def test_who_may_meet_too_soon_all_the_same_is_named():
    draw = preview_draw(an_event(BranchesApart.TWO_ROUNDS), by=None)
    view = draw_view(draw.stage.tournament, draw)
    # two branches of six over four quarters: each has two in two of them
    assert (view.first_rounds.asked, len(view.first_rounds.missed)) == (2, 4)
    assert all(one.branch_id == other.branch_id for one, other in view.first_rounds.missed)
    assert draw.breaches == []
    assert records.differences(record_of(draw)) == []


@pytest.mark.django_db
def test_lots_of_the_hall_that_let_a_branch_meet_too_soon_need_the_chief_referee():
    tournament = an_event(BranchesApart.TWO_ROUNDS, branches=4, teams=2)
    lots = {team.pk: at for team, at in zip(entered_teams(tournament), (1, 3, 2, 5, 4, 6, 7, 8), strict=True)}
    draw = preview_lots(tournament, lots, by=None)
    # the seventh and eighth meet at once, which is another breach than the first two's meeting in round 2
    assert [breach["code"] for breach in draw.breaches] == ["same_branch", "branch_too_soon", "branch_too_soon"]
    assert draw.breaches[1]["positions"] == [1, 4]
    assert refused_codes(lambda: confirm_draw(draw, by=None)) == {Code.DRAW_BREACH}


@pytest.mark.django_db
def test_lot_typed_in_the_hall_is_asked_about_as_the_event_has_it():
    tournament = an_event(BranchesApart.NONE, branches=4, teams=2)
    ceremony = open_ceremony(tournament, by=None, by_hand=True)
    first, second, *_ = entered_teams(tournament)
    type_lot(ceremony, first.pk, 1, by=None)
    for apart, position, code in (
        (BranchesApart.FIRST_ROUND, 2, Code.LOT_MEETS_BRANCH),
        (BranchesApart.TWO_ROUNDS, 3, Code.LOT_TOO_SOON),
    ):
        Tournament.objects.update(branches_apart=apart)
        with pytest.raises(Doubtful) as doubt:
            type_lot(ceremony, second.pk, position, by=None, sure=())
        assert [problem.code for problem in doubt.value.problems] == [code]
    for apart, position in ((BranchesApart.NONE, 2), (BranchesApart.FIRST_ROUND, 3), (BranchesApart.TWO_ROUNDS, 5)):
        Tournament.objects.update(branches_apart=apart)
        type_lot(ceremony, second.pk, position, by=None, sure=())
        take_back_lot(ceremony, 2, by=None)


@pytest.mark.django_db
@pytest.mark.parametrize("apart", BranchesApart.values)
def test_sealed_draw_under_each_choice_is_drawn_again_by_the_second_program(apart):
    draw = draw_sealed(seal_draw(an_event(apart), by=None), "7, 21", by=None)
    record = record_of(draw)
    assert records.differences(record, draw.fingerprint) == []
    ours = list(record["positions"]), record["method"], record["missed"]
    assert second_draw.drawn(record["basis"], record["seed"]) == ours
    assert json.loads(record["basis"])["separate_first_round"] == (apart != BranchesApart.NONE)


def test_groups_drawn_by_lot_alone_are_every_division_alike():
    teams = teams_of(2, 2)
    rules = Constraints(separate_first_round=False, numbers=4, groups=2)
    drawn = [draw_sheet(teams, rules, f"{i}") for i in range(tries(2400))]
    pairs = [frozenset(pair) for pair in combinations(range(1, 5), 2)]
    assert is_even(pairs, [frozenset(one.positions[::2]) for one in drawn])
    assert {one.method.value for one in drawn} == {"shuffled"}
    apart = {frozenset(draw_sheet(teams, Constraints(numbers=4, groups=2), f"{i}").positions[::2]) for i in range(100)}
    assert apart == {*pairs} - {frozenset({1, 2}), frozenset({3, 4})}


@pytest.mark.parametrize("apart", BranchesApart)
def test_what_is_printed_is_what_the_format_does(apart):
    with translation.override("en"):
        said = {name: apart_words(made(name, {}), apart) for name in ("knockout", "round_robin", "swiss", "movement")}
        groups = apart_words(made("round_robin", {"groups": 2}), apart)
    assert said["round_robin"] == said["movement"] == ""
    assert ("may meet in the first round" in said["knockout"]) == (apart == BranchesApart.NONE)
    assert ("opposite halves" in said["knockout"]) == (apart == BranchesApart.HALVES)
    assert ("are kept apart" in said["swiss"]) == (apart != BranchesApart.NONE)
    assert ("spread over the groups" in groups) == (apart != BranchesApart.NONE)
