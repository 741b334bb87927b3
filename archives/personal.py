"""Which columns hold what belongs to a person, and how a name is taken out of a text.

A test holds the table against every text and JSON column of the project: a new one is decided upon, not forgotten.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Model

from notices.models import Announcement, Notice, Wording
from scoring.models import Confirmation, Deal, Penalty, Submission
from tournaments.entries.competitors import APART
from tournaments.entries.names import likeness
from tournaments.models import Branch, CertificateStyle, Draw, Result, Substitution, Team

SHORTEST: Final = 2
"""Characters of a name that is looked for inside a sentence."""

TEXTS: Final[tuple[tuple[type[Model], str, tuple[str, ...]], ...]] = (
    (Team, "branch__tournament", ("withdrawn_reason",)),
    (Substitution, "left__team__branch__tournament", ("reason",)),
    (Result, "match__stage__tournament", ("note",)),
    (Draw, "stage__tournament", ("reason",)),
    (Deal, "sheet__journal__tournament", ("struck_reason",)),
    (Penalty, "sheet__journal__tournament", ("note", "struck_reason")),
    (Confirmation, "sheet__journal__tournament", ("note",)),
    (Submission, "sheet__journal__tournament", ("body", "problems")),
    (Notice, "tournament", ("own_words",)),
    (Announcement, "tournament", ("title", "text")),
    (Wording, "tournament", ("title", "text")),
    (CertificateStyle, "tournament", ("title", "text", "signed_by")),
    (Branch, "tournament", ("remarks",)),
)
"""What people wrote, in which a name may stand: the model, the way to its event, the columns. The journal's data beside
them (`archives.actions.forgetting`)."""

HANDLED: Final = {
    "tournaments.Player.name": "what stands for it",
    "tournaments.Player.pinyin": "follows",
    "tournaments.Player.remark": "emptied",
    "tournaments.Player.mail": "emptied",
    "tournaments.Branch.leader_name": "what stands for it",
    "tournaments.Branch.leader_remark": "emptied",
    "tournaments.Branch.contact_name": "emptied",
    "tournaments.Branch.contact_phone": "emptied",
    "tournaments.Branch.contact_mail": "emptied",
    "tournaments.Series.merged": "keys of competitors",
    "tournaments.Series.declined": "keys of competitors",
    "journal.Event.data": "like the texts, keys of competitors too",
    "integrations.CallAttempt.said": "emptied",
    "notices.Delivery.address": "an address that is none",
    "notices.Delivery.last_error": "emptied",
    "notices.Attempt.said": "emptied",
}
"""Columns that hold what belongs to a person, and what becomes of it."""
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
        "scoring.Sheet": "game rule_set standing winner reason",
        "scoring.Deal": "entry mark",
        "scoring.Penalty": "offence effects",
        "scoring.Submission": "device key builds_on",
        "tournaments.Series": "slug name organiser season scale criteria",
        "tournaments.Tournament": "slug name organiser document place zone preset rule_set rule_options awards",
        "tournaments.Branch": "name",
        "tournaments.Stage": "format settings game rule_set rule_options",
        "tournaments.Table": "name",
        "tournaments.Result": "winner reason home_standing away_standing",
        "tournaments.AccessDevice": "device",
        "tournaments.Draw": "sampling seed teams positions breaches unavoidable basis numbers",
        "tournaments.Ceremony": "teams lots",
        "notices.Notice": "kind key",
        "notices.Delivery": "message_id together",
        "notices.Attempt": "message_id",
        "notices.Attachment": "name",
        "notices.Channel": "name secret mark hint silenced",
        "notices.Wording": "kind",
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
        return self._any.sub(lambda found: self.written.get(found[0], found[0]), text)  # type: ignore[attr-defined]

    def key(self, key: str) -> str:
        """Of a competitor (`entries.competitors`)."""
        branch, *players = key.split(APART)
        own = self.of.get(branch, {})
        if not players or not any(player in own for player in players):
            return key
        return APART.join((branch, *sorted(likeness(own.get(player, player)) for player in players)))
