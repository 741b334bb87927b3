"""The law of pairing, for every format: nobody meets himself or stands twice in a round, no result moves to another
pair, and everybody who may play is paired or has a bye with a reason."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.thorough import THOROUGH, some, tries
from tests.tournaments.played_bracket import Bracket, Status
from tournaments.bracket.queries.pairing import cheapest
from tournaments.formats import DoubleElimination, Knockout, Movement, RoundRobin, Swiss
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, LEAVES_THE_EVENT, NOBODY, OPEN, Outcome, Position, Reason
from tournaments.formats.swiss_pairing import pair

MOST = 16 if THOROUGH else 10
SHAPES = {
    "a knockout": Knockout(),
    "with a match for third place": Knockout(third_place=True),
    "until four are left": Knockout(survivors=4),
    "every place played out": Knockout(third_place=True, places_to=16),
    "a consolation": Knockout(consolation=True),
    "double elimination": DoubleElimination(),
    "with one final": DoubleElimination(finals=1),
    "without a final": DoubleElimination(finals=0),
    "movement": Movement(halves=3),
    "round robin": RoundRobin(),
    "home and away": RoundRobin(legs=2),
    "some rounds of it": RoundRobin(rounds_played=2),
    "three groups": RoundRobin(groups=3),
    "Swiss": Swiss(),
    "four rounds of it": Swiss(rounds_played=4),
}
LIVES = {"knockout": 1, "double_elimination": 2}


class Walked:
    """A stage on its way by chance. ``had``: the pair to which each result belongs."""

    def __init__(self, format_, entries, chance):
        self.format, self.chance, self.entries = format_, chance, entries
        self.bracket = Bracket(format_.placed(entries), format_.plan(format_.size(len(entries))))
        self.had, self.why, self.gone = {}, {}, {}

    def go_on(self):
        """One step; False when there is nothing left to do."""
        open_ = [m.number for m in self.bracket.matches if self.bracket.status(m.number) is Status.READY]
        if open_:
            self.decide(self.chance.choice(open_))
            return True
        later = sorted(self.bracket.drawn_rounds - self.bracket.lots.keys())
        for round_ in later[:1]:
            self.pair(round_)
        return bool(later)

    def decide(self, number):
        home, _ = self.chance.sample(self.bracket.slots(number), 2)
        lots = self.chance.randrange(12)
        if lots == 0 and home not in self.bracket.withdrawn:
            self.bracket = self.bracket.withdraw(home)
            return
        if lots == 1 and self.had:
            self.take_back(self.chance.choice(list(self.had)))
            return
        if lots == 2:
            self.bracket = self.bracket.record(number, None)
        elif lots == 3 and self.format.takes_draws:
            first, second = self.bracket.slots(number)
            drawn = Outcome(first, second, Reason.DRAWN)
            self.bracket = replace(self.bracket, results={**self.bracket.results, number: drawn})
        else:
            self.bracket = self.bracket.record(number, home, Reason.DISQUALIFICATION if lots == 4 else None)
        self.had[number] = self.bracket.slots(number)

    def take_back(self, number):
        if not self.bracket.is_locked(number):
            self.bracket = self.bracket.reset(number)
            del self.had[number]

    def pair(self, round_):
        """As the office does it: of who is there, by the standing before."""
        self.gone[round_] = self.left()
        there = [entry for entry in self.entries if entry not in self.bracket.withdrawn]
        meetings = [self.meeting(match) for match in self.bracket.matches if match.round < round_]
        later = len(self.bracket.drawn_rounds - self.bracket.lots.keys()) - 1
        pairing = pair(self.format.contenders(meetings, dict.fromkeys(there, 0)), matching=cheapest, later=later)
        pairs = [(one.home, one.away) for one in pairing.pairs]
        pairs += [(pairing.bye.entry, BYE)] if pairing.bye else []
        self.why |= {(round_, pairing.bye.entry): pairing.bye.why} if pairing.bye else {}
        self.bracket = self.bracket.seat_round(round_, pairs)

    def meeting(self, match):
        drawn = tuple(s.number if isinstance(s, Position) else 0 for s in (match.home, match.away))
        return Meeting(
            *self.bracket.slots(match.number), self.bracket.outcome(match.number), positions=drawn, round=match.round
        )

    def left(self):
        """Who withdrew or was sent away."""
        outcomes = [self.bracket.outcome(match.number) for match in self.bracket.matches]
        gone = {outcome.loser for outcome in outcomes if outcome and outcome.reason in LEAVES_THE_EVENT}
        return gone | self.bracket.withdrawn.keys()

    def absent(self):
        """Who did not come where nobody came: nobody is handed on from there."""
        numbers = [n for n, result in self.bracket.results.items() if result.reason is Reason.BOTH_ABSENT]
        return {slot for number in numbers for slot in self.bracket.slots(number)}

    # the law

    def holds(self):
        stands = {match.number: self.bracket.slots(match.number) for match in self.bracket.matches}
        assert {number: stands[number] for number in self.had} == self.had
        for round_ in {match.round for match in self.bracket.matches}:
            self.everybody_once(round_, [stands[m.number] for m in self.bracket.matches if m.round == round_])
        for number, pair_ in stands.items():
            outcome = self.bracket.outcome(number)
            if BYE in pair_ and OPEN not in pair_:
                assert outcome.reason in (Reason.BYE, Reason.BOTH_ABSENT, Reason.WITHDRAWAL), number
        for entry in self.entries:
            assert entry in self.left() or self.is_waited_for(entry) or self.is_through(entry), entry

    def everybody_once(self, round_, pairs):
        teams = Counter(slot for pair_ in pairs for slot in pair_ if isinstance(slot, int))
        assert not teams or max(teams.values()) == 1
        if self.is_for_all(round_):
            gone = self.gone.get(round_, self.left())
            gone |= self.absent() if self.format.name == "movement" else set()
            assert set(self.entries) - teams.keys() <= gone
            assert not (round_ in self.gone and teams.keys() & gone)
            rests = {next(iter({*pair_} - {BYE})) for pair_ in pairs if BYE in pair_ and {*pair_} != {BYE}}
            assert all(self.why.get((round_, entry)) for entry in rests if round_ in self.bracket.lots)

    def is_for_all(self, round_):
        """Rounds in which everybody stands, as soon as their sides are known."""
        of_round = [match for match in self.bracket.matches if match.round == round_]
        is_known = all(OPEN not in self.bracket.slots(match.number) for match in of_round)
        return self.format.name not in LIVES and is_known

    def is_waited_for(self, entry):
        """A match is open, or a round to be paired."""
        open_ = [number for number in self.bracket.path(entry) if not self.bracket.outcome(number)]
        return bool(open_) or bool(self.bracket.drawn_rounds - self.bracket.lots.keys())

    def is_through(self, entry):
        """Out, or nothing follows where the winner, or the loser, of the last match would go."""
        path = self.bracket.path(entry)
        outcomes = [self.bracket.outcome(number) for number in path]
        lost = sum(outcome.winner != entry for outcome in outcomes if outcome.reason is not Reason.BYE)
        last = self.bracket.match(path[-1])
        onward = last.winner_to if outcomes[-1].winner == entry else last.loser_to
        is_out = outcomes[-1].winner is NOBODY or lost >= LIVES.get(self.format.name, lost + 1)
        return is_out or onward is None


@pytest.mark.parametrize("shape", some(SHAPES))
def test_everybody_who_may_play_is_paired_or_rests_for_a_reason(shape):
    format_ = SHAPES[shape]

    @settings(max_examples=tries(40), deadline=None)
    @example(max(4, format_.fewest), 49858)  # all but one are gone before the last round of a Swiss
    @given(st.integers(format_.fewest, max(MOST, format_.fewest + 3)), st.integers(0, 2**32))
    def walked(entries, seed):
        walk = Walked(format_, list(range(1, entries + 1)), Random(seed))
        walk.holds()
        while walk.go_on():
            walk.holds()

    walked()
