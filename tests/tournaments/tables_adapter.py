"""Tells the cases of brackets.json that have a table to our round robin and our Swiss. A match is #i, as the source
counts."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tournaments.formats import RoundRobin
from tournaments.formats.format import Meeting
from tournaments.formats.matches import OPEN, Outcome, Position, Reason
from tournaments.formats.swiss_pairing import Contender, pair
from tournaments.formats.table import Points, tallies
from tournaments.play.matching import cheapest

Case = dict[str, Any]


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
        """``incomplete``: a match without two known teams counts for nobody."""
        match op["op"]:
            case "result":
                home, away = self.pair(op["match"])
                self.decide(home, away, home if op["winner"] == 1 else away)
            case "game":
                won = self.games.get((op["match"], 0), (0, 0))
                self.games[op["match"], 0] = (won[0] + (op["winner"] == 1), won[1] + (op["winner"] == 2))
                if sum(self.games[op["match"], 0]) == self.options.get("best_of", 1):
                    home, away = self.pair(op["match"])
                    ahead = self.games[op["match"], 0]
                    self.decide(home, away, 0 if ahead[0] == ahead[1] else (home if ahead[0] > ahead[1] else away))
            case "pair_result":
                (home, away), (for_home, for_away) = op["pair"], op["score"]
                self.decide(home, away, 0 if for_home == for_away else (home if for_home > for_away else away))
            case "incomplete":
                self.met.append(Meeting(self.entries[0], OPEN, None))
            case other:
                raise KeyError(other)

    def pair(self, name: str) -> tuple[int, int]:
        home, away = self.pairs[int(name.removeprefix("#"))]
        return home, away

    def decide(self, home: int, away: int, winner: int) -> None:
        outcome = Outcome(home, away, Reason.DRAWN)
        if winner:
            outcome = Outcome(winner, away if winner == home else home, Reason.PLAYED)
        self.met.append(Meeting(home, away, outcome))


def source_order(group: list[int]) -> list[tuple[int, int]]:
    """The circle as the sources turn it."""
    most = len(group) + len(group) % 2 - 1
    found = []
    for turn in range(most):
        for place in range((most + 1) // 2):
            one, other = (turn - place - 1 + most + 1) % most, most if place == 0 else (turn + place) % most
            if max(one, other) < len(group):
                found.append((group[one], group[other]))
    return found


def table_mismatches(case: Case) -> Iterator[str]:
    """What came out otherwise in a round robin."""
    table = Table(case)
    for op in case["operations"]:
        table.operate(op)
    for key, wanted in case["expected"].items():
        right = _as_sets(wanted) if key == "rounds" else wanted
        actual = _actual(table, key, wanted)
        if actual != right:
            yield f"{key}: {right!r} was expected, {actual!r} came"


FIELDS = {"points": "points", "wins": "won", "draws": "drawn", "losses": "lost"}


def _actual(table: Table, key: str, wanted: Any) -> Any:
    """Ours in the words of the case."""
    if key in FIELDS:
        given = table.options.get("points", {})
        found = tallies(table.met, Points(**{name: Fraction(str(value)) for name, value in given.items()}))
        return {team: float(getattr(found[int(team)], FIELDS[key])) for team in wanted}
    if key == "scores":
        return {name: list(table.games[name, 0]) for name in wanted}
    if key == "results":
        drawn = [m.outcome is not None and m.outcome.reason is Reason.DRAWN for m in table.met]
        return {name: ["draw", "draw"] for name in wanted} if drawn == [True] else {}
    return {"groups": table.groups, "rounds": _as_sets(our_rounds(table.case["size"]))}[key]


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
    scores = {int(team): points for team, points in (op.get("scores") or options["scores"]).items()}
    met: dict[int, set[int]] = {team: set() for team in case["seeding"]}
    for one, other in options.get("played", ()):
        met[one].add(other)
        met[other].add(one)
    there = [team for team in case["seeding"] if team not in options.get("absent_next", ())]
    ranked = sorted(there, key=lambda team: (-scores[team], team))
    contenders = [Contender(t, scores[t], rank, met=frozenset(met[t])) for rank, t in enumerate(ranked, start=1)]
    found = pair(contenders, matching=cheapest)
    pairs = [{p.home, p.away} for p in found.pairs]
    ours = {
        "pairs": sorted(map(sorted, pairs)),
        "bye": found.bye.entry if found.bye else None,
        "cross_score_pairs": sum(scores[one] != scores[other] for one, other in pairs),
    }
    for key, wanted in case["expected"].items():
        right = sorted(map(sorted, wanted)) if key == "pairs" else wanted
        if ours[key] != right:
            yield f"{key}: {right!r} was expected, {ours[key]!r} came"
