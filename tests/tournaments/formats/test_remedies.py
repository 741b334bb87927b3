"""更正的办法 as values: what each remedy leaves, by example, and by its laws over random brackets."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.thorough import tries
from tests.tournaments.played_bracket import Bracket, BracketError, with_byes
from tournaments.formats.matches import NOBODY, OPEN, Outcome, Reason, Side
from tournaments.formats.remedies import Fate, Kind, remedies
from tournaments.states import RemedyKind


def a_bracket(n=4, *, third_place=False):
    return Bracket.start(with_byes(list(range(1, n + 1))), third_place=third_place)


def offered(bracket, number, winner):
    """The remedies by kind and side."""
    return {(r.kind.value, r.side or ""): r for r in remedies(bracket, number, winner)}


def changes(remedy):
    return {change.number: change for change in remedy.changes}


def fates(remedy):
    return {change.number: change.fate for change in remedy.changes}


def test_kinds_are_those_of_the_event_and_nothing_built_upon_needs_none():
    assert {kind.value for kind in Kind} == set(RemedyKind)
    assert remedies(a_bracket().record(1, 1), 1, 2) == ()


def test_same_winner_is_kept_and_nothing_moves():
    bracket = a_bracket().record(1, 1).record(2, 3).begin(3)
    (keeping,) = remedies(bracket, 1, 1)
    assert (keeping.kind, keeping.bracket) == (Kind.KEEP, bracket)
    assert [(c.number, c.fate, c.moves) for c in keeping.changes] == [(1, Fate.SIGNED, False)]


def test_every_remedy_of_a_final_that_was_played():
    bracket = a_bracket().record(1, 1).record(2, 3).record(3, 1)
    offers = offered(bracket, 1, 2)
    assert list(offers) == [("keep", ""), ("replay", ""), ("walkover", "home"), ("walkover", "away"), ("rematch", "")]
    assert offers["keep", ""].bracket == bracket
    replay = offers["replay", ""]
    assert (replay.bracket.slots(3), replay.bracket.outcome(3)) == ((2, 3), None)
    assert [(c.number, c.fate, c.begun) for c in replay.changes] == [(1, "signed", True), (3, "set_aside", True)]
    assert (changes(replay)[3].pair_before, changes(replay)[3].pair_after) == ((1, 3), (2, 3))
    assert [offers["walkover", side].bracket.champion for side in ("home", "away")] == [2, 3]
    rematch = offers["rematch", ""].bracket
    assert (rematch.slots(1), rematch.outcome(1)) == ((1, 2), None)
    assert (rematch.slots(3), rematch.outcome(3)) == ((OPEN, 3), None)


def test_walkover_with_the_same_winner_changes_nothing_further():
    bracket = a_bracket(8)
    for number, winner in ((1, 1), (2, 3), (3, 5), (4, 7), (5, 3), (6, 5), (7, 5)):
        bracket = bracket.record(number, winner)
    offers = offered(bracket, 1, 2)
    assert list(changes(offers["walkover", "away"])) == [1, 5]
    assert offers["walkover", "away"].bracket.champion == 5
    assert fates(offers["walkover", "home"]) == {1: "signed", 5: "signed", 7: "set_aside"}
    assert ("replay", "") not in offers  # more than the next match would be played again
    assert fates(offers["reset", ""]) == {1: "signed", 5: "set_aside", 7: "set_aside"}


def test_final_and_third_place_both_change_or_third_place_alone_has_begun():
    begun = a_bracket(third_place=True).record(1, 1).record(2, 3)
    offers = offered(begun.record(3, 1).record(4, 2), 1, 2)
    replayed = offers["replay", ""].bracket
    assert (replayed.slots(3), replayed.slots(4)) == ((2, 3), (1, 4))
    assert fates(offers["walkover", "home"]) == {1: "signed", 3: "signed", 4: "set_aside"}
    offers = offered(begun.begin(4), 1, 2)
    assert offers["walkover", "home"].awarded == 4
    assert changes(offers["replay", ""])[3].fate is Fate.FOLLOWS


def test_a_disqualification_lifted_fills_the_match_for_third_place():
    bracket = a_bracket(third_place=True).record(1, 1, Reason.DISQUALIFICATION).record(2, 3).begin(3)
    assert bracket.outcome(4) == Outcome(4, NOBODY, Reason.WALKOVER)
    kept_out = offered(bracket, 1, 2)["replay", ""].bracket
    assert kept_out.slots(4) == (1, 4)
    again = remedies(replace(bracket, begun=bracket.begun | {4}), 1, 1)
    assert [r.kind for r in again][:2] == [Kind.KEEP, Kind.REPLAY]


def test_team_that_withdrew_meanwhile_is_not_there_for_the_replay():
    bracket = a_bracket().record(1, 1).record(2, 3).begin(3).withdraw(3)
    offers = offered(bracket, 1, 2)
    assert offers["replay", ""].bracket.outcome(3) == Outcome(2, 3, Reason.WITHDRAWAL)
    assert ("walkover", "home") not in offers
    rematch = offered(a_bracket().record(1, 1).record(2, 3).begin(3).withdraw(1), 1, 2)["rematch", ""].bracket
    assert rematch.outcome(1) == Outcome(2, 1, Reason.WITHDRAWAL)


def test_correction_of_what_is_not_there_is_refused():
    for number, winner, error in ((3, 1, KeyError), (1, 3, ValueError), (9, 1, KeyError)):
        with pytest.raises(error):
            remedies(a_bracket().record(1, 1), number, winner)


# the laws


def played(n, chance, *, third_place, share):
    """A random bracket on its way: results of every kind, byes, walkovers, withdrawals, matches under way."""
    order = list(range(1, n + 1))
    chance.shuffle(order)
    bracket = Bracket.start(with_byes(order), third_place=third_place)
    for match in bracket.matches:
        if chance.random() < 0.1:
            bracket = unless_refused(bracket, lambda b: b.withdraw(chance.choice(order)))
        if chance.random() > share:
            continue
        home, away = bracket.slots(match.number)
        reason = chance.choice([Reason.PLAYED, Reason.PLAYED, Reason.FORFEIT, Reason.DISQUALIFICATION])
        winner = chance.choice([home, away, home, away, None])
        if chance.random() < 0.15:
            bracket = unless_refused(bracket, lambda b, n=match.number: b.begin(n))
        else:
            bracket = unless_refused(
                bracket, lambda b, n=match.number, w=winner, r=reason: b.record(n, w, r if w else None)
            )
    return bracket


def unless_refused(bracket, step):
    try:
        return step(bracket)
    except BracketError:
        return bracket


def folded(bracket):
    """The same from the confirmed draw, result by result; a result that no longer fits is refused here."""
    fresh = Bracket.start(bracket.positions, third_place=bracket.third_place)
    fresh = replace(fresh, withdrawn=bracket.withdrawn)
    for number, outcome in sorted(bracket.results.items()):
        winner = None if outcome.winner is NOBODY else outcome.winner
        fresh = fresh.record(number, winner, outcome.reason)
    return replace(fresh, begun=bracket.begun)


def downstream(bracket, number):
    seats = (bracket.match(number).winner_to, bracket.match(number).loser_to)
    nexts = [seat.match for seat in seats if seat]
    return {number}.union(*(downstream(bracket, n) for n in nexts))


def follows_the_laws(before, number, winner, remedy):
    after, changed = remedy.bracket, changes(remedy)
    assert folded(after) == after
    assert set(changed) <= downstream(before, number)
    for match in before.matches:
        leaves_what_it_need_not_touch(before, after, changed, match.number)
        sets_aside_what_another_pair_played(before, remedy, changed, match.number)
    does_what_it_says(before, number, winner, remedy)


def leaves_what_it_need_not_touch(before, after, changed, number):
    same = (after.slots(number), after.outcome(number)) == (before.slots(number), before.outcome(number))
    assert same or number in changed


def sets_aside_what_another_pair_played(before, remedy, changed, number):
    after, outcome = remedy.bracket, remedy.bracket.results.get(number)
    if outcome:
        assert {s for s in (outcome.winner, outcome.loser) if isinstance(s, int)} <= set(after.slots(number))
    if after.slots(number) != before.slots(number):
        assert number not in after.begun
        assert outcome is None or number == remedy.awarded
    if number in changed and changed[number].fate is Fate.SET_ASIDE:
        assert outcome is None
        assert number not in after.begun
        assert changed[number].begun or remedy.kind is Kind.REMATCH


def does_what_it_says(before, number, winner, remedy):
    after = remedy.bracket
    if remedy.kind is Kind.KEEP:
        assert after == before
    elif remedy.kind is Kind.REMATCH:
        assert number not in after.results
    else:
        assert after.outcome(number).winner == winner
    if remedy.kind is Kind.WALKOVER:
        home, away = after.slots(remedy.awarded)
        assert after.outcome(remedy.awarded).winner == (home if remedy.side is Side.HOME else away)


@settings(max_examples=tries(400), deadline=None)
@given(
    st.integers(2, 16),
    st.integers(0, 2**32),
    st.booleans(),
    st.sampled_from([0.6, 0.9, 1.0]),
    st.lists(st.integers(0, 2**16), min_size=1, max_size=4),
)
def test_every_remedy_leaves_a_bracket_that_folds(n, seed, third_place, share, picks):
    bracket = played(n, Random(seed), third_place=third_place, share=share)
    assume(bracket.results)
    for pick in picks:  # one correction after the other
        numbers = sorted(bracket.results)
        number = numbers[pick % len(numbers)]
        pair = [slot for slot in bracket.slots(number) if isinstance(slot, int)]
        winner = pair[pick % 2 % len(pair)]
        offers = remedies(bracket, number, winner)
        for remedy in offers:
            follows_the_laws(bracket, number, winner, remedy)
        if offers:
            bracket = offers[pick % len(offers)].bracket
        assume(bracket.results)
