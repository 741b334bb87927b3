"""The laws of a knockout's plan, in the words in which brackets.json states them."""

from collections.abc import Callable

from tests.tournaments.played_bracket import Bracket
from tournaments.formats.matches import MatchSide, Position, Side, WinnerOf


def _each_entry_once(bracket: Bracket) -> bool:
    sources = [source for match in bracket.matches for source in (match.home, match.away)]
    lines = [source.number for source in sources if isinstance(source, Position)]
    entries = [slot for slot in bracket.positions if isinstance(slot, int)]
    return _counts_from_one(lines) and len(lines) == len(bracket.positions) and _counts_from_one(entries)


def _counts_from_one(numbers: list[int]) -> bool:
    return sorted(numbers) == list(range(1, len(numbers) + 1))


def _only_the_final_ends(bracket: Bracket) -> bool:
    last = [match.number for match in bracket.matches if match.winner_to is None]
    return last == [len(bracket.positions) - 1]


def _losers_are_out(bracket: Bracket) -> bool:
    return all(match.loser_to is None for match in bracket.matches)


def _links_agree(bracket: Bracket) -> bool:
    links = [
        (match, side, source.match)
        for match in bracket.matches
        for side, source in ((Side.HOME, match.home), (Side.AWAY, match.away))
        if isinstance(source, WinnerOf)
    ]
    feeders = [feeder for _, _, feeder in links]
    return len(feeders) == len(set(feeders)) and all(
        bracket.match(feeder).round == match.round - 1
        and bracket.match(feeder).winner_to == MatchSide(match.number, side)
        for match, side, feeder in links
    )


def _no_match_is_empty(bracket: Bracket) -> bool:
    first_round = [bracket.slots(match.number) for match in bracket.matches if match.round == 1]
    return all(any(isinstance(slot, int) for slot in slots) for slots in first_round)


def _direct_entries_early(bracket: Bracket) -> bool:
    """Whoever has a bye in round 1 stands in round 2 before play; nobody stands further on."""
    return all(
        not any(isinstance(slot, int) for slot in bracket.slots(match.number))
        for match in bracket.matches
        if match.round > 2
    )


INVARIANTS: dict[str, Callable[[Bracket], bool]] = {
    "every starting rank 1..n appears exactly once as a direct entry": _each_entry_once,
    "only the final has no next match for its winner": _only_the_final_ends,
    "every loser is out (no next match for losers)": _losers_are_out,
    "each 'winner of' link points back to exactly one earlier, deeper match and the right slot": _links_agree,
    "no match is left without players": _no_match_is_empty,
    "direct entries occur only in round 1 or round 2": _direct_entries_early,
}
