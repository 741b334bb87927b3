"""Plain values that actions of scoring take."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Replacement:
    """The right version of a deal: its finish order, its kind (empty: as before) and its mark (empty: a new one)."""

    order: str
    kind: str = ""
    mark: str = ""
