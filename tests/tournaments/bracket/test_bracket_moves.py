"""The bracket in the database is the pure fold of ``formats.bracket``, whatever people decide, withdraw and correct."""

from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

import pytest

from journal.clock import set_rehearsal_time
from journal.refusals import Refused, WrongState
from tests.factories import a_drawn_tournament, a_user
from tests.rows import all_rows
from tests.thorough import THOROUGH, some
from tests.tournaments.played_bracket import Bracket, BracketError
from tournaments.bracket.rules.bracket_moves import has_begun
from tournaments.day.actions.matches import call_match
from tournaments.day.actions.rulings import both_absent, correct_result, decide, disqualify, forfeit
from tournaments.day.queries.desk import correction_of
from tournaments.entries.actions.teams import withdraw_team
from tournaments.formats.matches import BYE, NOBODY, OPEN, Outcome, Reason, Slot
from tournaments.models import Match, Team, Tournament
from tournaments.states import WALKOVER, MatchState, SlotKind

pytestmark = pytest.mark.django_db
STEPS = 24 if THOROUGH else 14
VACANT = {SlotKind.OPEN: OPEN, SlotKind.BYE: BYE, SlotKind.NOBODY: NOBODY}
REASONS = {WALKOVER: Reason.WALKOVER, "passed_a": Reason.PLAYED}


@dataclass
class Twin:
    """An event in the database and the same event as a value; every step is tried on both."""

    tournament: Tournament
    bracket: Bracket
    random: Random
    by: object
    called: set[int] = field(default_factory=set)

    def match(self, number: int) -> Match:
        return Match.objects.select_related("result", "round__clock").get(number=number)

    def both(self, in_database, in_value) -> bool:
        """Both do it, or both refuse it and nothing is changed."""
        try:
            after = in_value()
        except BracketError:
            before = all_rows()
            with pytest.raises((Refused, WrongState)):
                in_database()
            assert all_rows() == before
            return False
        in_database()
        self.bracket = after
        return True

    # what people do

    def rule(self, number: int) -> None:
        match, value = self.match(number), self.bracket
        home, away = value.slots(number)
        side, winner, loser = self.random.choice([("home", home, away), ("away", away, home)])
        by, lots = self.by, self.random.randrange(5)
        if lots == 0:
            self.both(lambda: forfeit(match, side, by=by), lambda: value.record(number, loser, Reason.FORFEIT))
        elif lots == 1:
            self.both(lambda: both_absent(match, by=by), lambda: value.record(number, None))
        elif lots == 2:
            out = Reason.DISQUALIFICATION
            self.both(lambda: disqualify(match, side, reason="冒名", by=by), lambda: value.record(number, loser, out))
        else:
            reason = Reason.DECISION
            self.both(lambda: decide(match, side, reason="裁定", by=by), lambda: value.record(number, winner, reason))

    def call(self, number: int) -> None:
        match, value = self.match(number), self.bracket
        if match.state == MatchState.READY:
            self.both(lambda: call_match(match, by=self.by), lambda: value.begin(number))
            self.called.add(number)

    def correct(self, number: int) -> None:
        match, value = self.match(number), self.bracket
        possible = match.state == MatchState.OVER and correction_of(match).is_possible

        def reset() -> Bracket:
            after = value.reset(number)
            return after.begin(number) if number in self.called else after

        assert self.both(lambda: correct_result(match, by=self.by, reason="更正"), reset) is possible

    def withdraw(self, team: int) -> None:
        value = self.bracket
        self.both(
            lambda: withdraw_team(Team.objects.get(pk=team), by=self.by, reason="退赛"), lambda: value.withdraw(team)
        )

    # what stands where

    def compare(self) -> None:
        for match in Match.objects.select_related("result", "round__clock"):
            number = match.number
            sides = tuple(slot(match, side) for side in ("home", "away"))
            assert sides == self.bracket.slots(number), number
            assert outcome(match) == self.bracket.outcome(number), number
            assert has_begun(match) is (number in self.called or number in self.bracket.results), number


def slot(match: Match, side: str) -> Slot:
    kind = SlotKind(getattr(match, f"{side}_slot"))
    return getattr(match, f"{side}_team_id") if kind == SlotKind.TEAM else VACANT[kind]


def outcome(match: Match) -> Outcome | None:
    """The match's result as the pure bracket says it."""
    home, away = slot(match, "home"), slot(match, "away")
    if match.state == MatchState.BYE:
        winner, loser = (away, home) if home is BYE else (home, away)
        return Outcome(winner, loser, Reason.BYE)
    if match.result is None:
        return None
    reason = REASONS.get(match.result.reason) or Reason(match.result.reason)
    if not match.result.winner:
        return Outcome(NOBODY, BYE if BYE in (home, away) else NOBODY, reason)
    return Outcome(*((home, away) if match.result.winner == "home" else (away, home)), reason)


def a_twin(seed: int) -> Twin:
    random = Random(seed)
    branches, third = random.randint(2, 9), random.random() < 0.5
    tournament = a_drawn_tournament(branches=branches, teams=1, third_place_match=third, rehearsal=True)
    last = tournament.stages.get().rounds.last()
    set_rehearsal_time(tournament.journal, last.starts_at + timedelta(minutes=1))
    positions = tournament.stages.get().draws.get().positions
    return Twin(tournament, Bracket.start(positions, third_place=third), random, a_user())


@pytest.mark.parametrize("seed", some(range(8)))
def test_bracket_in_the_database_equals_the_fold(seed):
    twin = a_twin(seed)
    teams = [team for team in twin.bracket.positions if isinstance(team, int)]
    twin.compare()
    for _ in range(STEPS):
        number = twin.random.randint(1, len(twin.bracket.matches))
        ready = [m.number for m in Match.objects.filter(state__in=(MatchState.READY, MatchState.CALLED))]
        step = twin.random.choice(["rule"] * 6 + ["correct"] * 3 + ["call", "withdraw"])
        if step == "rule" and ready:
            twin.rule(twin.random.choice(ready))
        elif step == "correct":
            twin.correct(number)
        elif step == "call":
            twin.call(number)
        elif step == "withdraw":
            twin.withdraw(twin.random.choice(teams))
        twin.compare()


def test_first_round_stands_as_it_was_drawn():
    tournament = a_drawn_tournament(branches=5, teams=1)
    matches = list(tournament.stages.get().matches.order_by("number"))
    assert [m.state for m in matches[:4]] == [MatchState.BYE] * 3 + [MatchState.READY]
    assert [m.state for m in matches[4:]] == [MatchState.READY, MatchState.WAITING, MatchState.WAITING]
    assert [m.games.count() for m in matches] == [0, 0, 0, 1, 1, 0, 0]
