"""Tells the cases of brackets.json that have a table to our round robin and our Swiss. A match is #i, as the source
counts."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from tests.tournaments.bracket.brackets_words import BY_HAND, orders
from tournaments.bracket.queries.pairing import cheapest
from tournaments.formats import RoundRobin
from tournaments.formats.format import Meeting
from tournaments.formats.matches import OPEN, Outcome, Position, Reason
from tournaments.formats.swiss_pairing import Contender, pair
from tournaments.formats.table import Points, standing, tallies
from tournaments.formats.tie_breaks import TieBreak

Case = dict[str, Any]


class UnknownWord(Exception):
    """The case says something that no one has taught the adapter."""


def known(words: dict[Any, Any], word: Any) -> Any:
    if word not in words:
        raise UnknownWord(str(word))
    return words[word]


class Refused(Exception):
    """What an operation with an error must come to."""


class Table:
    """The matches of a case by name, and what was decided of them: home's and away's games."""

    def __init__(self, case: Case) -> None:
        self.case, self.options = case, case["options"]
        self.entries = case["seeding"]
        self.groups = [self.entries[g :: self.options.get("groups", 1)] for g in range(self.options.get("groups", 1))]
        self.pairs = [pair for group in self.groups for pair in source_order(group)]
        self.games: dict[tuple[str, int], tuple[int, int]] = {}
        self.met: list[Meeting] = []

    def operate(self, op: Case) -> None:
        known(OPERATIONS, op["op"])(self, op)

    def enter(self, op: Case) -> None:
        """A result by its winner, or None to take it back."""
        home, away = self.pair(op["match"])
        if op["winner"] is None:
            self.take_back(home, away)
        else:
            self.decide(home, away, home if op["winner"] == 1 else away)

    def play(self, op: Case) -> None:
        """A game; the last one decides, for nobody if both have as many."""
        won = self.games.get((op["match"], 0), (0, 0))
        if sum(won) == self.options.get("best_of", 1):
            raise Refused("every game is played")
        ahead = (won[0] + (op["winner"] == 1), won[1] + (op["winner"] == 2))
        self.games[op["match"], 0] = ahead
        if sum(ahead) == self.options.get("best_of", 1):
            self.decide(*self.pair(op["match"]), self.better(*self.pair(op["match"]), ahead))

    def score(self, op: Case) -> None:
        home, away = op["pair"]
        self.decide(home, away, self.better(home, away, op["score"]))

    def better(self, home: int, away: int, score: tuple[int, int] | list[int]) -> int:
        return 0 if score[0] == score[1] else (home if score[0] > score[1] else away)

    def forfeit(self, op: Case) -> None:
        home, away = self.pair(op["match"])
        self.decide(home, away, away if op["side"] == 1 else home)

    def ignore(self, op: Case) -> None:
        """A match without two known teams counts for nobody."""
        self.met.append(Meeting(self.entries[0], OPEN, None))

    def at_once(self, ops: list[Case]) -> None:
        """Committed at the same moment: in any order they lead to the same."""
        before, ends = (dict(self.games), list(self.met)), []
        for order in orders(ops):
            self.games, self.met = dict(before[0]), list(before[1])
            for op in order:
                self.operate(op)
            ends.append((self.games, sorted(self.met, key=str)))
        if any(end != ends[0] for end in ends):
            raise AssertionError("the order of what happens at the same moment leaves a trace")

    def pair(self, name: str) -> tuple[int, int]:
        number = int(name.removeprefix("#"))
        if number >= len(self.pairs):
            raise Refused(name)
        return self.pairs[number]

    def outcome(self, name: str) -> Outcome | None:
        pair = self.pair(name)
        return next((m.outcome for m in reversed(self.met) if (m.home, m.away) == pair), None)

    def result(self, name: str) -> list[str | None]:
        outcome = self.outcome(name)
        if outcome is None:
            return [None, None]
        if outcome.reason is Reason.DRAWN:
            return ["draw", "draw"]
        return ["win" if team == outcome.winner else "loss" for team in self.pair(name)]

    def status(self, name: str) -> str:
        """Both teams of a match are known from the start."""
        if self.outcome(name):
            return "completed"
        return "running" if (name, 0) in self.games else "ready"

    def count(self, word: str) -> int:
        """Of the plan; ``games`` those that may be played."""
        most = max(map(len, self.groups))
        rounds = most - 1 + most % 2
        byes = sum(rounds for group in self.groups if len(group) % 2)
        counts = {"rounds": rounds, "matches": len(self.pairs), "real_matches": len(self.pairs), "byes": byes}
        counts |= {"games": len(self.pairs) * self.options.get("best_of", 1)}
        first = sum(len(group) % 2 for group in self.groups)
        counts |= {"byes_round1": first, "real_matches_round1": sum(len(group) // 2 for group in self.groups)}
        statuses = [self.status(f"#{number}") for number in range(len(self.pairs))]
        counts |= {status: statuses.count(status) for status in ("waiting", "ready", "running", "completed")}
        return int(known(counts, word))

    def take_back(self, home: int, away: int) -> None:
        met = [meeting for meeting in self.met if (meeting.home, meeting.away) == (home, away)]
        if not met:
            raise Refused(f"{home} and {away} have no result")
        self.met.remove(met[-1])

    def decide(self, home: int, away: int, winner: int) -> None:
        outcome = Outcome(home, away, Reason.DRAWN)
        if winner:
            outcome = Outcome(winner, away if winner == home else home, Reason.PLAYED)
        self.met.append(Meeting(home, away, outcome))


def source_order(group: list[int]) -> list[tuple[int, int]]:
    """The circle as the sources turn it."""
    most = len(group) + len(group) % 2 - 1
    pairs = []
    for turn in range(most):
        for place in range((most + 1) // 2):
            one, other = (turn - place - 1 + most + 1) % most, most if place == 0 else (turn + place) % most
            if max(one, other) < len(group):
                pairs.append((group[one], group[other]))
    return pairs


OPERATIONS: dict[str, Callable[[Table, Case], None]] = {
    "result": Table.enter,
    "game": Table.play,
    "pair_result": Table.score,
    "incomplete": Table.ignore,
    "forfeit": Table.forfeit,
    "draw": lambda table, op: table.decide(*table.pair(op["match"]), 0),
    "reset": lambda table, op: table.take_back(*table.pair(op["match"])),
    "parallel": lambda table, op: table.at_once(op["ops"]),
}


def table_mismatches(case: Case) -> Iterator[str]:
    """What came out otherwise in a round robin."""
    table = Table(case)
    for op in case["operations"]:
        if _is_refused(table, op) != op.get("error", False):
            yield f"{op}: refused, or not, against the case"
    for key, wanted in case["expected"].items():
        if key in (*BY_HAND, "standings_order"):
            continue
        right = _as_sets(wanted) if key == "rounds" else wanted
        actual = _actual(table, key, wanted)
        if actual != right:
            yield f"{key}: {right!r} was expected, {actual!r} came"


def _is_refused(table: Table, op: Case) -> bool:
    try:
        table.operate(op)
    except Refused:
        return True
    return False


FIELDS = {"points": "points", "wins": "won", "draws": "drawn", "losses": "lost"}


def _actual(table: Table, key: str, wanted: Any) -> Any:
    """Ours in the words of the case."""
    if key in FIELDS:
        by_team = tallies(table.met, _points(table))
        return {team: float(getattr(by_team[int(team)], FIELDS[key])) for team in wanted}
    if key in OF_A_MATCH:
        return {name: OF_A_MATCH[key](table, name) for name in wanted}
    return known(OF_ALL, key)(table, wanted)


def _score(table: Table, name: str) -> list[int] | None:
    """None where nothing was entered."""
    return list(table.games[name, 0]) if (name, 0) in table.games else None


def _in_tiers(table: Table, wanted: list[Any]) -> list[Any]:
    """Entries with equal points share a tier, as far as the case's own tiers let them."""
    rows = standing(RoundRobin(criteria=(TieBreak.POINTS,)), table.met, _points(table))
    tiers = [[row.entry for row in equal] for _, equal in groupby(rows, key=lambda row: row.points)]
    tiers = tiers[::-1] if "last" in str(table.case["expected"].get("standings_order", "")) else tiers
    sizes = [len(tier) if isinstance(tier, list) else 1 for tier in wanted]
    same = sizes == [len(tier) for tier in tiers] and all(
        sorted(ours) == (sorted(theirs) if isinstance(theirs, list) else [theirs])
        for ours, theirs in zip(tiers, wanted, strict=True)
    )
    return wanted if same else tiers


OF_A_MATCH: dict[str, Callable[[Table, str], Any]] = {
    "scores": _score,
    "results": Table.result,
    "status": Table.status,
    "slots": lambda table, name: [*table.pair(name)],
}
OF_ALL: dict[str, Callable[[Table, Any], Any]] = {
    "groups": lambda table, wanted: table.groups,
    "rounds": lambda table, wanted: _as_sets(our_rounds(table.case["size"])),
    "counts": lambda table, wanted: {word: table.count(word) for word in wanted},
    "standings": _in_tiers,
}


def _points(table: Table) -> Points:
    amounts = table.options.get("points", {})
    return Points(**{name: Fraction(str(value)) for name, value in amounts.items()})


def our_rounds(size: int) -> list[list[tuple[int, int]]]:
    """Who meets whom in which round."""
    rounds: list[list[tuple[int, int]]] = [[] for _ in range(size - 1)]
    for match in RoundRobin().plan(size):
        assert isinstance(match.home, Position)
        assert isinstance(match.away, Position)
        rounds[match.round - 1].append((match.home.number, match.away.number))
    return rounds


def _as_sets(rounds: list[Any]) -> set[frozenset[frozenset[int]]]:
    """The rounds in any order, home and away alike: only who meets whom at the same time is compared."""
    return {frozenset(frozenset(pair) for pair in round_) for round_ in rounds}


def swiss_mismatches(case: Case) -> Iterator[str]:
    """What came out otherwise in the pairing of one round."""
    options, (op,) = case["options"], case["operations"]
    if op["op"] != "pair_round":
        raise UnknownWord(op["op"])
    scores = {int(team): points for team, points in (op.get("scores") or options["scores"]).items()}
    met: dict[int, set[int]] = {team: set() for team in case["seeding"]}
    for one, other in options.get("played", ()):
        met[one].add(other)
        met[other].add(one)
    there = [team for team in case["seeding"] if team not in options.get("absent_next", ())]
    ranked = sorted(there, key=lambda team: (-scores[team], team))
    contenders = [Contender(t, scores[t], rank, met=Counter(met[t])) for rank, t in enumerate(ranked, start=1)]
    pairing = pair(contenders, matching=cheapest)
    pairs = [{p.home, p.away} for p in pairing.pairs]
    byes = [pairing.bye.entry] if pairing.bye else []
    ours = {
        "pairs": sorted(map(sorted, pairs)),
        "bye": next(iter(byes), None),
        "bye_opponents": byes,
        "byes": byes,
        "rematches": pairing.rematches,
        "cross_score_pairs": sum(scores[one] != scores[other] for one, other in pairs),
    }
    for key, wanted in case["expected"].items():
        right = sorted(map(sorted, wanted)) if key == "pairs" else wanted
        if key not in BY_HAND and known(ours, key) != right:
            yield f"{key}: {right!r} was expected, {ours[key]!r} came"
