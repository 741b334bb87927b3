"""名次赛: places behind the semi-finals played out beside a knockout, and a consolation."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.played_bracket import Bracket, Status
from tournaments.formats import Knockout, made
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, NOBODY, LoserOf, Reason
from tournaments.formats.settings import SettingsError

ALL = Knockout(third_place=True, places_to=64)


def played(format_, entries, seed, *, until=None):
    """A bracket whose matches are decided by chance in the order of their numbers, all of them, or the first ones."""
    dice = Random(seed)
    bracket = Bracket(format_.placed(range(1, entries + 1)), format_.plan(format_.size(entries)))
    for match in bracket.matches:
        if len(bracket.results) == until:
            break
        if bracket.status(match.number) is Status.READY:
            bracket = bracket.record(match.number, dice.choice(bracket.slots(match.number)))
    assert until or not any(bracket.status(match.number) is Status.READY for match in bracket.matches)
    return bracket


def places(format_, bracket):
    entering = format_.rounds(len(bracket.positions))
    meetings = [
        Meeting(*bracket.slots(m.number), bracket.outcome(m.number), entering[m.round - 1], m.place_for, round=m.round)
        for m in bracket.matches
    ]
    return {row.entry: row.place for row in format_.standing(meetings)}


@pytest.mark.parametrize(
    ("format_", "size", "beside"),
    [
        (Knockout(), 8, {}),
        (Knockout(places_to=8), 8, {(2, 5): 2, (3, 5): 1, (3, 7): 1}),
        (Knockout(places_to=6), 8, {(2, 5): 2, (3, 5): 1}),
        (Knockout(third_place=True, places_to=8), 16, {(3, 5): 2, (4, 3): 1, (4, 5): 1, (4, 7): 1}),
        (Knockout(consolation=True), 16, {(2, 9): 4, (3, 9): 2, (4, 9): 1}),
        (Knockout(consolation=True), 4, {(2, 3): 1}),
        (Knockout(survivors=4, places_to=16, consolation=True), 16, {}),
        (Knockout(places_to=8), 4, {}),
    ],
)
def test_matches_for_places_by_round_and_place(format_, size, beside):
    planned = format_.plan(size)
    assert Counter((m.round, m.place_for) for m in planned if m.place_for) == beside
    assert [m.number for m in planned] == list(range(1, len(planned) + 1))
    assert [m.round for m in planned] == sorted(m.round for m in planned)
    for round_ in range(1, planned[-1].round + 1):
        of_round = [m for m in planned if m.round == round_]
        assert [m.place for m in of_round] == list(range(1, len(of_round) + 1))
        assert [m.place_for or 1 for m in of_round] == sorted(m.place_for or 1 for m in of_round)


def test_with_every_place_played_out_everybody_plays_in_each_round_and_has_no_place_before():
    for size in (8, 16, 32):
        rounds = Counter(m.round for m in ALL.plan(size))
        assert rounds == dict.fromkeys(range(1, size.bit_length()), size // 2)
    assert places(ALL, played(ALL, 8, 3, until=4)) == {}
    plain = Knockout()
    assert sorted(places(plain, played(plain, 8, 3, until=4)).values()) == [5, 5, 5, 5]


@given(st.integers(3, 40), st.integers(0, 2**32))
def test_with_every_place_played_out_each_is_one_teams_alone(entries, seed):
    """Byes included, which have no place."""
    assert sorted(places(ALL, played(ALL, entries, seed)).values()) == list(range(1, entries + 1))


@given(st.integers(5, 32), st.integers(0, 2**32), st.sampled_from([0, 5, 6, 8, 12, 16]), st.booleans())
def test_places_that_are_not_played_for_are_shared_as_in_a_plain_knockout(entries, seed, places_to, consolation):
    format_ = Knockout(places_to=places_to, consolation=consolation)
    bracket = played(format_, entries, seed)
    ours = places(format_, bracket)
    assert len(ours) == entries
    in_tree = {m.number: bracket.outcome(m.number) for m in bracket.matches if not m.place_for}
    out = {outcome.loser: bracket.match(number).round for number, outcome in in_tree.items()}
    size, last = len(bracket.positions), len(format_.rounds(len(bracket.positions)))
    for entry, place in ours.items():
        if entry in out:  # whoever lost in a round has one of the places of those who lost in it
            losers = size >> out[entry]
            assert losers < place <= 2 * losers
    firsts = {3, *(first for first in range(5, size) if first <= places_to)}
    shared = {place for place, teams in Counter(ours.values()).items() if teams > 1}
    assert not shared & (firsts - {3})
    assert out[next(e for e, place in ours.items() if place == 2)] == last


@given(st.integers(5, 32), st.integers(0, 2**32))
def test_consolation_is_a_knockout_of_those_who_lost_in_the_first_round(entries, seed):
    format_ = Knockout(consolation=True)
    bracket = played(format_, entries, seed)
    size = len(bracket.positions)
    lost = {bracket.outcome(m.number).loser for m in bracket.matches if m.round == 1} - {BYE}
    beside = [m for m in bracket.matches if m.place_for]
    came = {slot for m in beside for slot in bracket.slots(m.number) if isinstance(slot, int)}
    assert came == lost
    best = next(entry for entry, place in places(format_, bracket).items() if place == size // 2 + 1)
    assert best in lost
    assert Counter(places(format_, bracket).values())[size // 2 + 1] == 1


def test_who_left_is_not_awaited_and_his_opponent_goes_on():
    bracket = Bracket(ALL.placed(range(1, 9)), ALL.plan(8))
    first, second = (m.number for m in bracket.matches if m.round == 2 and m.place_for == 5)
    assert bracket.match(first).home == LoserOf(1)
    bracket = bracket.record(1, bracket.slots(1)[0], Reason.DISQUALIFICATION).record(2, bracket.slots(2)[0])
    assert bracket.slots(first) == (NOBODY, bracket.outcome(2).loser)
    assert bracket.outcome(first).reason is Reason.WALKOVER
    bracket = bracket.record(3, None).record(4, bracket.slots(4)[0])
    assert bracket.outcome(second).winner == bracket.outcome(4).loser
    fifth = next(m.number for m in bracket.matches if m.place_for == 5 and m.round == 3)
    assert bracket.status(fifth) is Status.READY
    seventh = next(m.number for m in bracket.matches if m.place_for == 7)
    assert bracket.outcome(seventh).winner is NOBODY


def test_other_numbers_are_refused():
    """The third place is the event's to choose."""
    assert made("knockout", {"places_to": 8, "consolation": True}) == Knockout(places_to=8, consolation=True)
    for value in (-1, 1, 3, 4, 65, True, "8", None):
        with pytest.raises(SettingsError, match="places_to"):
            made("knockout", {"places_to": value})


def test_who_withdraws_has_the_last_of_the_places_that_he_would_have_played_for():
    for leaving, have in ((1, {1: 8}), (2, {1: 7, 2: 7})):
        bracket = Bracket(ALL.placed(range(1, 9)), ALL.plan(8))
        for match in bracket.matches:
            if bracket.status(match.number) is Status.READY:
                home, away = bracket.slots(match.number)
                gone = next((slot for slot in (home, away) if slot <= leaving), None)
                reason = Reason.WITHDRAWAL if gone else None
                bracket = bracket.record(match.number, away if gone == home else home, reason)
        ours = places(ALL, bracket)
        assert {entry: ours[entry] for entry in have} == have
        assert sorted(ours) == list(range(1, 9))
        assert max(Counter(ours.values()).values()) == leaving
