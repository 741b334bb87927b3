"""Every write is safe to repeat: a request's key is kept with its answer, in the same transaction as the change."""

import hashlib
import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from django.db import transaction

from accounts.models import User
from journal.models import Receipt
from journal.refusals import Problem, Refused

LONGEST_KEY = 80


class ReceiptCode(StrEnum):
    KEY_INVALID = "key_invalid"


class KeyReused(Exception):
    """The key was used before for another body."""


def digest(body: Any) -> str:
    """SHA-256 of the body (anything JSON can hold), independent of the order of its keys."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=False, default=str).encode()).hexdigest()


def once(key: str, body: Any, change: Callable[[], Mapping[str, Any]], *, by: User) -> tuple[dict[str, Any], bool]:
    """Run ``change`` unless this person's ``key`` was answered before; returns the answer and whether it is a repeat.

    The key is claimed first, so a second request with the same key waits for the first and then gets its answer.
    An empty key means that the sender does not mind: the change runs. Another body under the same key: ``KeyReused``.
    A change of several actions is one; a refused one leaves no receipt, for nothing was written.
    """
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise Refused(Problem(ReceiptCode.KEY_INVALID, data={"most": LONGEST_KEY}))
    if not key:
        with transaction.atomic():
            return dict(change()), False
    content = digest(body)
    with transaction.atomic():
        Receipt.objects.bulk_create([Receipt(by=by, key=key, digest=content)], ignore_conflicts=True)
        receipt = Receipt.objects.select_for_update().get(by=by, key=key)
        if receipt.digest != content:
            raise KeyReused(key)
        if receipt.answer:
            return dict(receipt.answer), True
        receipt.answer = dict(change()) or {"done": True}
        receipt.save(update_fields=["answer"])
        return dict(receipt.answer), False
