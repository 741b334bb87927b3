"""What is advised to a clerk: what fits, with its figures, and why the rest does not."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan_rules import named
from tests.thorough import THOROUGH, in_ci_only, some
from tournaments.forecast.advice import Misfit, Offer, Why, Wish, advise, changes
from tournaments.forecast.champion import best_wins
from tournaments.forecast.legs import Leg
from tournaments.forecast.race import longest

HOUR = named("s000")
NOONS = Wish(teams=26, tables=13, days=5, minutes=60, start=750, latest=825)


def test_the_first_customer_is_advised_what_it_played_and_only_what_fits_is_played_to_its_champion():
    every = advise(NOONS, HOUR)
    fits = [proposal.misfit is None for proposal in every]
    assert fits == sorted(fits, reverse=True)
    assert [proposal.chance is not None for proposal in every] == fits
    proposals = {proposal.kind: proposal for proposal in every}
    knockout = proposals[Offer.KNOCKOUT]
    assert (len(knockout.rounds), knockout.matches, knockout.least, knockout.at_once) == (5, 25, 1, 10)
    assert [day.number for day in knockout.days] == [1, 2, 3, 4, 5]
    assert all(13 * 60 + 30 <= day.middle <= day.likely <= 13 * 60 + 45 for day in knockout.days)
    assert proposals[Offer.THIRD_PLACE].matches == 26
    assert proposals[Offer.THIRD_PLACE].chance == proposals[Offer.EVERY_PLACE].chance == knockout.chance
    assert proposals[Offer.ROUND_ROBIN].misfit == Misfit(Why.TEAMS, low=3, high=24)
    late = proposals[Offer.DOUBLE_ELIMINATION].misfit
    assert (late.why, late.day, late.round) == (Why.LATE, 1, 2)
    assert late.ends > 14 * 60


def test_whoever_wants_two_matches_for_everybody_gets_no_knockout_in_which_losers_are_out():
    wish = replace(NOONS, days=2, start=540, latest=1080, least=2)
    proposals = {proposal.kind: proposal for proposal in advise(wish, None)}
    assert proposals[Offer.KNOCKOUT].misfit == Misfit(Why.LEAST, least=1)
    assert proposals[Offer.EVERY_PLACE].least == 3
    assert {kind for kind, proposal in proposals.items() if proposal.misfit is None} == {
        Offer.EVERY_PLACE, Offer.DOUBLE_ELIMINATION, Offer.GROUPS, Offer.SWISS, Offer.SWISS_FINAL, Offer.MOVEMENT,
    }  # fmt: skip
    groups, final = proposals[Offer.GROUPS].legs
    assert (groups.format.groups, final.entries) == (8, 16)
    assert len(proposals[Offer.GROUPS].rounds_of(0)) == 3
    assert [r.number for r in proposals[Offer.GROUPS].rounds_of(1)] == [4, 5, 6, 7]


WISHES = st.builds(
    Wish, teams=st.integers(2, 28), tables=st.integers(1, 20), days=st.integers(1, 4), minutes=st.just(60),
    start=st.just(540), latest=st.integers(840, 1300), least=st.integers(1, 6),
    breaks=st.sampled_from([(), ((720, 780),)]), final=st.sampled_from([0, 0, 4, 6, 8]),
)  # fmt: skip


@in_ci_only
@settings(max_examples=40 if THOROUGH else 5)
@given(WISHES)
def test_laws_of_an_advice(wish):
    """What fits keeps what was wished: everybody plays often enough, at so many tables, and no day is too long. With
    another hour on each day nothing that fitted falls out."""
    for proposal in advise(wish, HOUR):
        if proposal.misfit is None:
            assert proposal.least >= wish.least
            assert all(day.number <= wish.days for day in proposal.days)
            assert all(round_.ends <= wish.latest for round_ in proposal.rounds)
            assert all(round_.matches <= wish.tables * len(round_.starts) for round_ in proposal.rounds)
            if proposal.chance is not None:
                assert 0 <= proposal.chance.low <= proposal.chance.share <= proposal.chance.high <= 1
        if proposal.misfit is None and wish.breaks:
            (begin, end) = wish.breaks[0]
            of_rounds = [(at, min(wish.tables, r.matches)) for r in proposal.rounds for at in r.starts]
            assert all(at + longest(HOUR, count, 0.9) <= begin or at >= end for at, count in of_rounds)
        if wish.final and proposal.misfit is None:
            assert proposal.legs[-1].name in ("knockout", "double_elimination")
    for change in changes(wish, HOUR):
        assert change.kinds
        same = [name for name in ("tables", "days", "minutes", "latest", "least", "final")
                if getattr(change.wish, name) == getattr(wish, name)]  # fmt: skip
        assert len(same) in (4, 5)
    fits, longer = (
        {proposal.kind for proposal in advise(variant, HOUR) if proposal.misfit is None}
        for variant in (wish, replace(wish, latest=wish.latest + 60))
    )
    assert fits <= longer


@pytest.mark.parametrize("teams", [2, 3, 500, *some([4, 5], of=2)])
def test_the_fewest_teams_and_the_most_have_something_that_fits(teams):
    assert any(proposal.misfit is None for proposal in advise(Wish(teams, teams, 1, 60, 540, 1080), HOUR))


def test_of_another_game_rounds_matches_and_tables_are_the_same_and_nobody_knows_who_wins():
    wish = replace(NOONS, teams=6, latest=1200)
    known, other = (advise(wish, rules) for rules in (HOUR, None))
    summaries = [
        [(p.kind, len(p.rounds), p.matches, p.least, p.at_once) for p in proposals if p.rounds]
        for proposals in (known, other)
    ]
    assert summaries[0] == summaries[1]
    assert all(proposal.chance is None for proposal in other)
    assert all(day.middle == day.likely for proposal in other for day in proposal.days)


def test_more_matches_serve_the_better_team():
    knockout, double, halves = (
        best_wins((Leg(name, 16, settings),), HOUR).share
        for name, settings in (("knockout", ()), ("double_elimination", ()), ("movement", (("halves", 1),)))
    )
    assert 1 / 16 < halves < knockout < double < 1


def test_an_event_too_large_to_be_played_often_has_no_chance_told():
    assert best_wins((Leg("round_robin", 16),), HOUR).runs > 150
    assert best_wins((Leg("round_robin", 17),), HOUR) is None
