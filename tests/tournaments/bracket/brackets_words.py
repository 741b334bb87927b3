"""Further words of bracket cases: what follows from a bracket alone."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any, TypeVar

from tests.tournaments.played_bracket import Bracket, BracketError, Trouble
from tournaments.formats.matches import BYE, OPEN, Slot

MOST_ORDERS = 24
BY_HAND = ("must", "must_not")
_T = TypeVar("_T")


def by_hand(case: dict[str, Any]) -> list[str]:
    """The sentences of a case that are to be asserted by hand, in a test of their own."""
    remarks = [part.get(word, ()) for part in (case, case["expected"]) for word in BY_HAND]
    return [sentence for some in remarks for sentence in ([some] if isinstance(some, str) else some)]


def orders(ops: list[_T]) -> Iterator[list[_T]]:
    """In which operations of the same moment may come, every one as far as they are few."""
    for number, order in enumerate(permutations(ops)):
        if number == MOST_ORDERS:
            break
        yield list(order)
    yield ops[::-1]


def confirmed(bracket: Bracket) -> Bracket:
    """确认签位: positions that are still empty are byes."""
    if any(bracket.status(match.number).value == "running" for match in bracket.matches):
        raise BracketError(Trouble.BEGUN)
    return replace(bracket, positions=tuple(BYE if slot is OPEN else slot for slot in bracket.positions))


def drawn(bracket: Bracket, number: int) -> Bracket:
    """A knockout has no draws, whoever they stand for."""
    bracket.slots(number)
    raise BracketError(Trouble.WRONG_REASON, number)


def first_round(bracket: Bracket) -> list[tuple[Slot, Slot]]:
    return [bracket.slots(match.number) for match in bracket.matches if match.round == 1]


def round_pairs(bracket: Bracket, round_: int) -> list[list[Slot | None]]:
    """Who meets in a round, None where it is open."""
    pairs = [bracket.slots(match.number) for match in bracket.matches if match.round == round_]
    return [[None if slot is OPEN else slot for slot in pair] for pair in pairs]


def as_pairs(pairs: Any) -> list[list[str]]:
    """In any order, home and away alike."""
    return sorted(sorted(map(str, pair)) for pair in pairs)


def counts(bracket: Bracket) -> dict[str, int]:
    """What the sources count of a sheet. ``games``: those that were entered, before any the most that there may be."""
    positions, half = bracket.positions, len(bracket.positions) // 2
    with_bye = [match for match in bracket.matches if BYE in bracket.slots(match.number)]
    first = [match for match in bracket.matches if match.round == 1]
    first_byes = [match for match in with_bye if match.round == 1]
    real = len(bracket.matches) - len(with_bye)
    entered = sum(game is not None for games in bracket.games.values() for game in games)
    return {
        "rounds": bracket.matches[-1].round,
        "matches": len(bracket.matches),
        "games": entered or real * bracket.best_of,
        "byes": positions.count(BYE),
        "byes_round1": len(first_byes),
        "byes_top_half": positions[:half].count(BYE),
        "byes_bottom_half": positions[half:].count(BYE),
        "real_matches": real,
        "real_matches_round1": len(first) - len(first_byes),
    }


def guaranteed_ranks(bracket: Bracket, through_round: int) -> dict[int, tuple[int, int]]:
    """The worst place still possible for each entry once the rounds up to that one are played: as our ranks count it
    (equals share the best of theirs: 3, 3), and as places do (4)."""
    numbers = {match.number for match in bracket.matches if match.round <= through_round and not match.place_for}
    so_far = replace(bracket, results={n: result for n, result in bracket.results.items() if n in numbers}, games={})
    places, size = so_far.places(), len(so_far.positions)
    entries = [slot for slot in so_far.positions if isinstance(slot, int)]
    ranks = {entry: places.get(entry) or (size >> (through_round + 1)) + 1 for entry in entries}
    return {entry: (rank, max(2 * (rank - 1), 1)) for entry, rank in ranks.items()}


def in_range(words: str) -> range:
    """1..4, 1-4 or 3 as the entries that it names."""
    first, *last = map(int, re.findall(r"\d+", words))
    return range(first, (last[0] if last else first) + 1)


def guarantees(wanted: Any, through: int) -> Iterator[tuple[int, str, int]]:
    """Through which round, which entries, which rank: however the case lays it out."""
    if isinstance(wanted, list):
        for row in wanted:
            yield from guarantees(row, through)
        return
    through = wanted.get("through_round", through)
    rows = wanted.get("ranks", wanted)
    if "rank" in wanted:
        rows = {str(wanted.get("entries") or wanted.get("range")): wanted["rank"]}
    for words, rank in rows.items():
        if isinstance(rank, dict):
            yield from guarantees(rank, int(words))
        elif words != "through_round":
            yield through, words, rank
