"""The source of chance: a seed in words becomes the same numbers on every machine and in every language.

Block k (k = 0, 1, 2, …) is the SHA-256 of the UTF-8 text `<seed>:<k>`; its 32 bytes are eight numbers of 32 bits, big
end first. A choice among n takes the next number w, skips it where w ≥ 2³² - (2³² mod n), and is w mod n: each choice
equally likely.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TypeVar

_T = TypeVar("_T")
_RANGE = 1 << 32


class Chance:
    def __init__(self, seed: str) -> None:
        self._words = _words(seed)

    def below(self, n: int) -> int:
        """One of 0 … n-1, for n up to 2³²."""
        limit = _RANGE - _RANGE % n
        while (word := next(self._words)) >= limit:
            pass
        return word % n

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """For i = last … 1: change places with the item at `below(i + 1)`."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


def shuffled(items: Iterable[_T], seed: str) -> tuple[_T, ...]:
    """The items in an order drawn from the seed: the lots of a round that has its own draw."""
    return tuple(Chance(seed).shuffled(items))


def _words(seed: str) -> Iterator[int]:
    for block in count():
        yield from unpack(">8I", sha256(f"{seed}:{block}".encode()).digest())
