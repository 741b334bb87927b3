"""Why a step of a bracket is refused. A caller who may not see these turns them into problems of its own."""

from enum import StrEnum


class Trouble(StrEnum):
    """Why a step is refused."""

    WRONG_SIZE = "wrong_size"
    ENTRY_TWICE = "entry_twice"
    UNKNOWN_MATCH = "unknown_match"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_ENTRY = "unknown_entry"
    NOT_READY = "not_ready"
    NOT_IN_MATCH = "not_in_match"
    WRONG_REASON = "wrong_reason"
    ALREADY_DECIDED = "already_decided"
    NOT_DECIDED = "not_decided"
    SETTLED_WITHOUT_PLAY = "settled_without_play"
    NEXT_BEGUN = "next_begun"
    ENTRY_OUT = "entry_out"
    ROUND_NOT_DRAWN = "round_not_drawn"
    WRONG_LOTS = "wrong_lots"
    BEGUN = "begun"


class BracketError(Exception):
    """A refused step: its code, and the match it concerns, if any."""

    def __init__(self, code: Trouble, match: int | None = None) -> None:
        super().__init__(code if match is None else f"{code} in match {match}")
        self.code = code
        self.match = match
