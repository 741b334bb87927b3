"""What programs are told of an event of the public journal, over the API and by webhooks: which kinds they choose from,
what of each, and how a receiver knows that a call is ours (Standard Webhooks: HMAC-SHA256 over id, moment and body)."""

import base64
import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.chronicle.queries.history import HistoryItem

SUBJECTS: Mapping[str, Promise] = {
    "result": _("results and corrections"),
    "deal": _("deals at the tables"),
    "match": _("matches called, moved or reset"),
    "clock": _("clocks of rounds"),
    "round": _("rounds called, moved or paired"),
    "draw": _("draws"),
    "team": _("teams that withdraw or come back"),
    "awards": _("awards"),
    "prize": _("prizes that are decided after the awards"),
    "tournament": _("the event itself"),
}
"""The kinds that a webhook may choose from, by their first word; none chosen: all that is public."""
WITHOUT_DEALS = {**SUBJECTS, "deal": _("results as they are written down at the tables")}


KEY_PREFIX = "whsec_"
PUBLISHED_MEMBERS = frozenset(
    (
        "round", "sitting", "entrants", "table", "deal", "number", "order", "kind", "level", "winner", "reason", "side",
        "home", "away", "before", "after", "version", "minutes", "stage", "offence", "effects", "team", "format",
        "champion", "runner_up", "passed", "points", "from", "to", "tables", "rounds",
        "prize", "recipients",
    )
)  # fmt: skip
"""What a program is told of an event; names of people and what was written in a text are not among it."""


def subjects(*, deals: bool) -> Mapping[str, Promise]:
    """Their words, by whether the game of the event has ``deals``."""
    return SUBJECTS if deals else WITHOUT_DEALS


def wanted(kind: str, chosen: list[str]) -> bool:
    """Is an event of that kind among the chosen subjects?"""
    return not chosen or kind.partition(".")[0] in chosen


def webhook_payload(item: HistoryItem) -> dict[str, Any]:
    """One event of the journal as a program receives it; ``by``: staff, or "" where nobody pressed anything. Names of
    people are not in it."""
    data = {name: value for name, value in item.data.items() if name in PUBLISHED_MEMBERS}
    return {
        "number": item.number,
        "at": item.at,
        "by": "staff" if item.by else "",
        "kind": item.kind,
        "match": item.match,
        "data": data,
    }


def new_key() -> str:
    """256 random bits, as the receiver's library takes them."""
    return KEY_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(key: str, message_id: str, moment: int, body: bytes) -> str:
    """The value of ``webhook-signature``; ``moment`` is in seconds and stands in ``webhook-timestamp``."""
    signed = f"{message_id}.{moment}.".encode() + body
    mac = hmac.new(base64.b64decode(key.removeprefix(KEY_PREFIX)), signed, sha256)
    return "v1," + base64.b64encode(mac.digest()).decode()
