"""Which columns of tables outside the file of an event hold what belongs to a person, and how a name is taken out of a
text.

A test holds this and `archives.kept` against every text and JSON column: a new one is decided upon, not forgotten.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tournaments.entries.names import APART, likeness

SHORTEST: Final = 2
"""Characters of a name that is looked for inside a sentence."""

HANDLED: Final = {
    "tournaments.Series.merged": "keys of competitors",
    "tournaments.Series.declined": "keys of competitors",
    "journal.Event.data": "like the texts, keys of competitors too",
    "integrations.CallAttempt.said": "emptied",
    "notices.Delivery.address": "an address that is none",
    "notices.Delivery.last_error": "emptied",
    "notices.Attempt.said": "emptied",
}
"""Columns that hold what belongs to a person, beside those that `archives.kept` tells of, and what becomes of each."""
INNOCENT: Final = frozenset(
    f"{model}.{column}"
    for model, columns in {
        "accounts.User": "password username email name",
        "accounts.Session": "session_key session_data",
        "integrations.Token": "name scopes digest hint",
        "integrations.Webhook": "name secret hint kinds",
        "integrations.Call": "message_id kind",
        "journal.Event": "kind subject",
        "journal.Receipt": "key digest answer",
        "journal.SharedVersion": "name",
        "tournaments.AccessDevice": "device",
        "tournaments.Ceremony": "teams lots",
        "notices.Delivery": "message_id together",
        "notices.Attempt": "message_id",
        "notices.Attachment": "name",
        "notices.Channel": "name secret mark hint silenced",
        "notices.Mailing": "silenced",
        "tournaments.OwnFile": "name",
        "notices.MailServer": "host username secret sender",
    }.items()
    for column in columns.split()
)
"""Columns in which no player, leader or contact is named. Accounts belong to who signs in, and stay; the seed of a draw
stays as it is, for it proves the draw."""


@dataclass(frozen=True)
class Names:
    """What stands for whom: ``of`` by branch and name, both by their likeness; ``written`` by the name as it is
    spelled; ``known`` are all names of the event, so that a longer one is never taken for a shorter."""

    of: Mapping[str, Mapping[str, str]]
    written: Mapping[str, str]
    known: Iterable[str]

    def __post_init__(self) -> None:
        longest_first = sorted(
            {name for name in (*self.known, *self.written) if len(name) >= SHORTEST}, key=len, reverse=True
        )
        object.__setattr__(self, "_any", re.compile("|".join(map(re.escape, longest_first)) or r"(?!)"))

    def out_of(self, value: Any, key: str = "") -> Any:
        """The text, or JSON value, with what stands for each name in its place."""
        if isinstance(value, str):
            return value if key == "branch" else self._said(value)
        if isinstance(value, list):
            return [self.out_of(item, key) for item in value]
        if isinstance(value, dict):
            return {self.key(name): self.out_of(item, name) for name, item in value.items()}
        return value

    def _said(self, text: str) -> str:
        if text in self.written:
            return self.written[text]
        if APART in text:
            return self.key(text)
        return self._any.sub(lambda match: self.written.get(match[0], match[0]), text)  # type: ignore[attr-defined]

    def key(self, key: str) -> str:
        """Of a competitor (`entries.names.Competitor`)."""
        branch, *players = key.split(APART)
        own = self.of.get(branch, {})
        if not players or not any(player in own for player in players):
            return key
        return APART.join((branch, *sorted(likeness(own.get(player, player)) for player in players)))
