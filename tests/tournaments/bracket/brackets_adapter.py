"""Tells the cases of brackets.json to our knockout: their words for matches, sides, operations and expectations.

`mismatches(case)` lists what turned out otherwise than the case says. Words that it does not know raise `UnknownWord`.
A match is RrMm or 3P; a winner is a side, 1 or 2; slots are read as the file's vocabulary says.
"""

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.tournaments.bracket.brackets_invariants import INVARIANTS
from tests.tournaments.bracket.brackets_words import (
    BY_HAND,
    as_pairs,
    confirmed,
    counts,
    drawn,
    first_round,
    guaranteed_ranks,
    guarantees,
    in_range,
    orders,
    round_pairs,
)
from tests.tournaments.bracket.tables_adapter import UnknownWord, known, swiss_mismatches, table_mismatches
from tests.tournaments.played_bracket import Bracket, BracketError, Status, Trouble, fold, with_byes
from tournaments.formats.double_elimination import DoubleElimination, keys
from tournaments.formats.format import Meeting
from tournaments.formats.knockout import placed, seed_order, sheet_size
from tournaments.formats.matches import BYE, NOBODY, OPEN, Reason, Slot

Case = dict[str, Any]
KNOCKOUT = "single_elimination"
NAMES: dict[Any, Slot] = {None: OPEN, "BYE": BYE, "NOBODY": NOBODY}
TRIES = 11


def load(folder: Path | None = None) -> list[Case]:
    folder = folder or Path(os.environ.get("CASES_DIR") or Path(__file__).parents[2] / "cases")
    cases: list[Case] = json.loads((folder / "brackets.json").read_text(encoding="utf-8"))["cases"]
    return cases


def mismatches(case: Case) -> list[str]:
    """Empty when all is as the case says; a defect of its source must not be ours."""
    differences = list(BUILT[case["format"]](case))
    if case["kind"] == "observed_defect":
        return [] if differences else ["our engine has the defect of the source"]
    return differences


# The sheet


def seeding(case: Case) -> list[Slot]:
    listed = case["seeding"]
    if listed == "1..n":
        return list(range(1, case["size"] + 1))
    return _slots_named(listed)


def _slots_named(names: list[Any]) -> list[Slot]:
    return [NAMES.get(name, name) for name in names]


def positions(entries: list[Slot], size: int, case: Case, attempt: int = 0) -> tuple[Slot, ...]:
    """The sheet of a seeding, laid out as the case's ordering says; where byes that it does not place stand is ours."""
    options, teams = awaiting(case), [entry for entry in entries if isinstance(entry, int)]
    are_byes_ours = case["ordering"] == "slots" and "pad_to" not in options and len(teams) == len(entries)
    if options.get("balance_byes") or (are_byes_ours and not options.get("tbd")):
        return with_byes(teams, size)
    padded = [*entries, *[OPEN if options.get("tbd") else BYE] * (size - len(entries))]
    match case["ordering"]:
        case "slots":
            return tuple(padded)
        case "fold" | "rank":
            return tuple(padded[rank - 1] for rank in seed_order(size))
        case "seeded_random":
            seeds, rest = teams[: options["seeds"]], teams[options["seeds"] :]
            random.Random(attempt).shuffle(rest)
            return placed([*seeds, *rest])
    raise UnknownWord(case["ordering"])


def awaiting(case: Case) -> Case:
    """The options; positions stay to be determined where the case confirms them later."""
    confirms = any(op["op"] == "confirm_seeding" for op in case["operations"])
    return {**case["options"], "tbd": True} if confirms else case["options"]


def size_of(entries: list[Slot], case: Case) -> int:
    size = case["size"] if isinstance(case["size"], int) else 0
    return sheet_size(max(size, case["options"].get("pad_to", 0), len(entries)))


@dataclass
class Play:
    """A bracket on its way through a case, and the points of its matches, which a bracket does not hold."""

    case: Case
    bracket: Bracket
    points: dict[int, list[int]] = field(default_factory=dict)

    def number(self, name: str) -> int:
        size = len(self.bracket.positions)
        if name == "3P":
            return size
        two_lives = self.case["format"] == DoubleElimination.name
        parts = re.fullmatch(r"([WLG])(\d+)M(\d+)" if two_lives else r"(R)(\d+)M(\d+)", name)
        if not parts:
            raise UnknownWord(name)
        round_, place = int(parts[2]), int(parts[3])
        if not two_lives:
            return size - (size >> (round_ - 1)) + place
        key = ({"W": "winners", "L": "losers", "G": "final"}[parts[1]], round_, place)
        return int(known({key: n for n, (_, key) in enumerate(keys(size, finals(self.case)), start=1)}, key))

    def side(self, number: int, side: int) -> int:
        slot = self.bracket.slots(number)[side - 1]
        return slot if isinstance(slot, int) else 0

    def open_matches(self) -> dict[int, tuple[Slot, Slot]]:
        numbers = [match.number for match in self.bracket.matches]
        waiting = [n for n in numbers if self.bracket.status(n) in (Status.READY, Status.RUNNING)]
        return {number: self.bracket.slots(number) for number in waiting}

    def started(self, number: int) -> Bracket:
        """The bracket with points on that match; a decided match may have its points mended while nothing follows."""
        if number not in self.bracket.results:
            return self.bracket.begin(number)
        outcome = self.bracket.results[number]
        if self.bracket.is_locked(number):
            return self.bracket.record(number, None, correct=True)
        return self.bracket.record(number, winner_id(outcome.winner), outcome.reason, correct=True)


def winner_id(slot: Slot) -> int | None:
    return slot if isinstance(slot, int) else None


def start(case: Case, attempt: int = 0) -> Play:
    options, entries = case["options"], seeding(case)
    slots = positions(entries, size_of(entries, case), case, attempt)
    if case["format"] == DoubleElimination.name:
        return Play(case, Bracket(slots, DoubleElimination(finals(case)).plan(len(slots))))
    third_place, best_of = options.get("third_place_match", False), options.get("best_of", 1)
    return Play(case, Bracket.start(slots, third_place=third_place, best_of=best_of))


def finals(case: Case) -> int:
    """How many finals a double elimination may have."""
    return {"none": 0, "simple": 1, "double": 2}[case["options"].get("grand_final", "double")]


# Operations: each returns the bracket afterwards, or raises BracketError


def _result(play: Play, op: Case) -> Bracket:
    number = play.number(op["match"])
    if op["winner"] is None:
        return play.bracket.reset(number)
    bracket = play.bracket.record(number, play.side(number, op["winner"]), correct=True)
    play.points |= {number: op["score"]} if "score" in op else {}
    return bracket


def _score(play: Play, op: Case) -> Bracket:
    number = play.number(op["match"])
    bracket = play.started(number)
    play.points[number] = op["score"]
    return bracket


def _score_by_team(play: Play, op: Case) -> Bracket:
    number = play.number(op["match"])
    bracket = play.started(number)
    scores = {int(team): points for team, points in op["scores"].items()}
    if set(scores) != set(bracket.slots(number)):
        return bracket.record(number, 0, correct=True)
    play.points[number] = [scores[play.side(number, side)] for side in (1, 2)]
    return bracket


def _touch(play: Play, op: Case) -> Bracket:
    play.started(play.number(op["match"]))
    return play.bracket


def _complete(play: Play, op: Case) -> Bracket:
    number, (home, away) = play.number(op["match"]), op["score"]
    winner = None if home == away else play.side(number, 1 if home > away else 2)
    bracket = play.bracket.record(number, winner, Reason.PLAYED, correct=True)
    play.points[number] = op["score"]
    return bracket


def _raw(play: Play, op: Case) -> Bracket:
    number, results = play.number(op["match"]), op["results"]
    if results == [None, None]:
        return play.bracket.reset(number)
    is_decisive = sorted(map(str, results)) in (["loss", "win"], ["None", "win"])
    winner = play.side(number, results.index("win") + 1) if is_decisive else None
    return play.bracket.record(number, winner, Reason.PLAYED, correct=True)


def _forfeit(play: Play, op: Case) -> Bracket:
    number, is_of_both = play.number(op["match"]), op["side"] == "both"
    winner, reason = (None, None) if is_of_both else (play.side(number, 3 - op["side"]), Reason.FORFEIT)
    return play.bracket.record(number, winner, reason, correct=True)


def _game(play: Play, op: Case) -> Bracket:
    """Sources refuse a game that would come after its match was decided and say so; ours may play it out."""
    number = play.number(op["match"])
    if op.get("error") and number in play.bracket.results:
        raise BracketError(Trouble.ALREADY_DECIDED, number)
    return play.bracket.game(number, play.side(number, op["winner"]), game=op.get("game"))


def _reseed(play: Play, op: Case) -> Bracket:
    entries = _slots_named(op["seeding"])
    return play.bracket.redraw(positions(entries, sheet_size(len(entries)), play.case))


def _all(play: Play, op: Case) -> Bracket:
    rules = {"lower number wins": min, "higher number wins": max}
    better = known(rules, next((words for words in rules if op["rule"].startswith(words)), op["rule"]))
    bracket = play.bracket
    for match in bracket.matches:
        if bracket.outcome(match.number) is None:
            bracket = bracket.record(match.number, winner_id(better(bracket.slots(match.number))))
    return bracket


def _team_wins(play: Play, op: Case) -> Bracket:
    number = next((n for n, slots in play.open_matches().items() if op["team"] in slots), 0)
    return play.bracket.record(number, op["team"])


OPERATIONS: dict[str, Callable[[Play, Case], Bracket]] = {
    "result": _result,
    "score": _score,
    "score_by_team": _score_by_team,
    "touch": _touch,
    "complete": _complete,
    "raw": _raw,
    "forfeit": _forfeit,
    "game": _game,
    "reset": lambda play, op: play.bracket.reset(play.number(op["match"])),
    "reset_game": lambda play, op: play.bracket.reset_game(play.number(op["match"]), op["game"]),
    "withdraw": lambda play, op: play.bracket.withdraw(op["team"]),
    "reseed": _reseed,
    "all": _all,
    "team_wins": _team_wins,
    "confirm_seeding": lambda play, op: confirmed(play.bracket),
    "draw": lambda play, op: drawn(play.bracket, play.number(op["match"])),
}


def _operate(play: Play, op: Case) -> Iterator[str]:
    match op["op"]:
        case "check":
            yield from _unfulfilled(play, {key: value for key, value in op.items() if key != "op"})
        case "expect_open":
            wanted, actual = sorted(map(sorted, op["pairs"])), sorted(map(sorted, play.open_matches().values()))
            yield from _different("open matches", wanted, actual)
        case "parallel":
            yield from _parallel(play, op["ops"])
        case word:
            yield from _step(play, op, known(OPERATIONS, word))


def _step(play: Play, op: Case, operation: Callable[[Play, Case], Bracket]) -> Iterator[str]:
    before, points = play.bracket, dict(play.points)
    try:
        play.bracket = operation(play, op)
    except (BracketError, ValueError) as error:
        yield from _different("refused", op.get("error", False), True, f"{op}: {error}")
        yield from _different("changed by a refusal", (before, points), (play.bracket, play.points))
    else:
        yield from _different("refused", op.get("error", False), False, str(op))


def _parallel(play: Play, ops: list[Case]) -> Iterator[str]:
    """Committed at the same moment: in any order they lead to the same."""
    ends: list[tuple[Bracket, dict[int, list[int]]]] = []
    for order in orders(ops):
        other = Play(play.case, play.bracket, dict(play.points))
        for op in order:
            yield from _operate(other, op)
        ends.append((other.bracket, other.points))
    yield from _different("in another order", [ends[0]] * len(ends), ends)
    play.bracket, play.points = ends[0]


# Expectations: what the case expects, and ours in its words


def _side_of_winner(play: Play, number: int) -> int | None:
    outcome, slots = play.bracket.outcome(number), play.bracket.slots(number)
    return slots.index(outcome.winner) + 1 if outcome and isinstance(outcome.winner, int) else None


def _results(play: Play, number: int) -> list[str | None]:
    outcome = play.bracket.outcome(number)
    words = ["win" if outcome and slot == outcome.winner else "loss" for slot in play.bracket.slots(number)]
    return [*words] if outcome else [None, None]


def _status(play: Play, number: int) -> str:
    match, status = play.bracket.match(number), play.bracket.status(number)
    is_last = not (match.winner_to or match.loser_to)
    return "archived" if status is Status.COMPLETED and (is_last or play.bracket.is_locked(number)) else status.value


def _score_of(play: Play, number: int) -> list[int] | None:
    """None where nothing was entered."""
    return list(play.bracket.score(number)) if number in play.bracket.games else play.points.get(number)


def _slots(play: Play, number: int) -> list[Any]:
    words = {slot: name for name, slot in NAMES.items()}
    return [words.get(slot, slot) for slot in play.bracket.slots(number)]


OF_A_MATCH: dict[str, Callable[[Play, int], Any]] = {
    "slots": _slots,
    "winners": _side_of_winner,
    "results": _results,
    "status": _status,
    "scores": _score_of,
}


def _counts(play: Play) -> dict[str, int]:
    states = [play.bracket.status(match.number).value for match in play.bracket.matches]
    return {status.value: states.count(status.value) for status in Status} | counts(play.bracket)


def _losses(play: Play, team: int) -> int:
    outcomes = [play.bracket.outcome(number) for number in play.bracket.path(team)]
    return sum(outcome is not None and outcome.winner != team for outcome in outcomes)


def _tiers(places: dict[int, int]) -> list[list[int]]:
    return [sorted(e for e, rank in places.items() if rank == tier) for tier in sorted(set(places.values()))]


def _pairs(play: Play) -> list[list[Slot]]:
    return sorted(sorted(pair) for pair in first_round(play.bracket) if not set(pair) & {BYE, OPEN})


def _with_bye(play: Play) -> list[Slot]:
    return sorted(slot for pair in first_round(play.bracket) if BYE in pair for slot in pair if slot is not BYE)


def _places(play: Play) -> dict[int, int]:
    bracket = play.bracket
    if play.case["format"] == KNOCKOUT:
        return bracket.places()
    meetings = [Meeting(*bracket.slots(m.number), bracket.outcome(m.number), round=m.round) for m in bracket.matches]
    return {row.entry: row.place for row in DoubleElimination(finals(play.case)).standing(meetings)}


def _standings(play: Play, wanted: Any) -> tuple[Any, Any]:
    """From the last place up where the case gives them so."""
    tiers = [sorted(tier) if isinstance(tier, list) else [tier] for tier in wanted]
    order = play.case["options"].get("standings_order", play.case["expected"].get("standings_order", ""))
    return tiers[::-1] if "last" in str(order) else tiers, _tiers(_places(play))


def _ranks(play: Play, wanted: Any) -> tuple[Any, Any]:
    """Rank numbers are ours; the order is the case's."""
    return _tiers({int(team): rank for team, rank in wanted.items()}), _tiers(play.bracket.places())


def _guaranteed_rank(play: Play, wanted: Any) -> tuple[Any, Any]:
    """Rank numbers are ours, or those of places: who shares 3 may be told 3 or 4."""
    wrong = []
    for through, words, rank in guarantees(wanted, play.case["expected"].get("through_round", 0)):
        ranks = guaranteed_ranks(play.bracket, through)
        worst = [max(ranks[entry][way] for entry in in_range(words)) for way in (0, 1)]
        wrong += [] if rank in worst else [(through, words, rank, worst)]
    return [], wrong


def _invariants(play: Play, wanted: Any) -> tuple[Any, Any]:
    return [], [words for words in wanted if not known(INVARIANTS, words)(play.bracket)]


OF_ALL: dict[str, Callable[[Play, Any], tuple[Any, Any]]] = {
    "standings": _standings,
    # rank numbers are ours; the order is the case's
    **dict.fromkeys(
        ("places", "ranks"),
        lambda play, wanted: (
            _tiers({int(team): rank for team, rank in wanted.items()}),
            _tiers(play.bracket.places()),
        ),
    ),
    "counts": lambda play, wanted: (wanted, {word: known(_counts(play), word) for word in wanted}),
    "invariants": _invariants,
    "seeds_with_bye_at_least": lambda play, wanted: ([], [seed for seed in wanted if seed not in _with_bye(play)]),
    "wins": lambda play, wanted: (wanted, {team: play.bracket.wins(int(team)) for team in wanted}),
    "losses": lambda play, wanted: (wanted, {team: _losses(play, int(team)) for team in wanted}),
    "champion": lambda play, wanted: (wanted, play.bracket.champion),
    "first_round_pairs": lambda play, wanted: (sorted(map(sorted, wanted)), _pairs(play)),
    **dict.fromkeys(("byes", "bye_opponents"), lambda play, wanted: (sorted(wanted), _with_bye(play))),
    "second_round": lambda play, wanted: (as_pairs(wanted), as_pairs(round_pairs(play.bracket, 2))),
    "guaranteed_rank": _guaranteed_rank,
    "slot_order": lambda play, wanted: (_slots_named(wanted), [*play.bracket.positions]),
    # what others read, and what is asserted by hand
    **dict.fromkeys(("through_round", "standings_order", *BY_HAND), lambda play, wanted: (None, None)),
}


def _unfulfilled(play: Play, expected: Case) -> Iterator[str]:
    for key, wanted in expected.items():
        if key in OF_A_MATCH:
            for name, value in wanted.items():
                yield from _different_at(play, key, name, value)
        else:
            yield from _different(key, *known(OF_ALL, key)(play, wanted))


def _different_at(play: Play, key: str, name: str, wanted: Any) -> Iterator[str]:
    actual = OF_A_MATCH[key](play, play.number(name))
    if key == "scores" and wanted == [None, None]:
        wanted = None  # nothing was entered
    if key == "slots" and "BYE" in wanted and play.case["ordering"] != "slots":
        wanted, actual = sorted(wanted, key=str), sorted(actual, key=str)  # positions of byes are ours
    if (key, wanted, actual) != ("status", "completed", "archived"):  # archived is completed, and more
        yield from _different(f"{key} of {name}", wanted, actual)


def _different(what: str, wanted: Any, actual: Any, where: str = "") -> Iterator[str]:
    if wanted != actual:
        yield f"{what}: {wanted!r} was expected, {actual!r} came {where}".rstrip()


# Formats


def _knockout(case: Case) -> Iterator[str]:
    if isinstance(case["size"], str):
        low, high = map(int, case["size"].split(".."))
        for size in range(low, high + 1):
            yield from _knockout({**case, "size": size})
    elif case["expected"].get("create_error"):
        yield from _not_built(case)
    else:
        case, expected = _as_told_here(case)
        for attempt in range(TRIES if case["ordering"] == "seeded_random" else 1):
            play = start(case, attempt)
            for op in case["operations"]:
                yield from _operate(play, op)
            yield from _unfulfilled(play, expected)


def differs(case: Case) -> bool:
    """Whether our meaning is another one on purpose, and the case is told as it is here."""
    if case["expected"].get("create_error"):
        return _is_legal_here(case)
    return _as_told_here(case)[0] is not case


def _is_legal_here(case: Case) -> bool:
    """Sizes that are no power of two are legal here."""
    teams = [entry for entry in seeding(case) if isinstance(entry, int)]
    return len(teams) == len(set(teams)) > 1 and bool(len(teams) & (len(teams) - 1))


def _not_built(case: Case) -> Iterator[str]:
    is_legal_here = _is_legal_here(case)
    try:
        play = start(case)
    except (BracketError, ValueError):
        yield from _different("refused", not is_legal_here, True)
    else:
        yield from _different("refused", not is_legal_here, False)
        yield from _different("matches", size_of(seeding(case), case) - 1, len(play.bracket.matches))


def _as_told_here(case: Case) -> tuple[Case, Case]:
    """A double forfeit is legal here: where the source refuses it, the match has been decided, for nobody."""
    refused = [op for op in case["operations"] if op["op"] == "forfeit" and op["side"] == "both" and op.get("error")]
    if not refused:
        return case, case["expected"]
    operations = [{**op, "error": False} if op in refused else op for op in case["operations"]]
    names = {op["match"] for op in refused}
    ours = {name: ["loss", "loss"] for name in names}
    theirs = {
        key: {name: value for name, value in wanted.items() if name not in names} if key in OF_A_MATCH else wanted
        for key, wanted in case["expected"].items()
    }
    return {**case, "operations": operations}, {**theirs, "results": {**theirs.get("results", {}), **ours}}


def _next_round(case: Case) -> Iterator[str]:
    """The winners of a round meet by the rank of their room; those who had a bye stand before them."""
    (previous,) = case["operations"]
    waiting = case["seeding"][: previous["room_rank_from"] - 1]
    try:
        pairs = [set(pair) for pair in fold([*waiting, *previous["winners"]])]
    except ValueError:
        yield from _different("refused", case["expected"].get("create_error", False), True)
    else:
        yield from _different("pairs", [set(pair) for pair in case["expected"].get("pairs", [])], pairs)


BUILT: dict[str, Callable[[Case], Iterator[str]]] = {
    KNOCKOUT: _knockout,
    "bye_layout": _knockout,
    "seed_order": _knockout,
    DoubleElimination.name: _knockout,
    "round_robin": table_mismatches,
    "swiss": swiss_mismatches,
    "next_round": _next_round,
}
