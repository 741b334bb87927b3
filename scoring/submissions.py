"""提交: what a device sent, and the judgement of it against what stands. Values only, no rows.

Every entry names what it builds on: the key of the entry before it on the same device, whatever that was, or the mark
of the deal that the device was shown last. So the order in which entries arrive does not matter: one whose ground is
not known yet waits, and a key stands for the deal on which later entries rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.games import GAMES, EntryError, Game, GameCode
from scoring.games.entries import PENALTY
from scoring.games.guandan import Guandan, raw_deal
from scoring.models import KEY_LENGTH
from scoring.states import DealKind, Operation, ScoringCode, SubmissionState

MOST_DEALS = 999
STANDS = (SubmissionState.ACCEPTED, SubmissionState.DUPLICATE)
BEFORE_THE_BELL = (DealKind.REGULAR, DealKind.LATE)


@dataclass(frozen=True)
class Entry:
    """What a device sends. ``body``: the ``entry`` of a deal, or the ``order`` and ``kind`` of 掼蛋; ``in_hand`` of an
    answer at the bell; nothing of an undo.

    ``number``: the deal it speaks of, for an undo the one undone, for the bell the last one. ``sheet``: the id of the
    sheet it was written on, if the device says so. ``behind``: how many more the device holds.
    """

    device: str
    key: str
    operation: str
    number: int
    builds_on: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)
    sheet: int | None = None
    behind: int = 0


@dataclass(frozen=True)
class Stood:
    """A deal that counts, its ``entry`` as the game writes it."""

    number: int
    mark: str
    entry: Mapping[str, Any]


@dataclass(frozen=True)
class Sent:
    """An earlier submission. ``rests``: the mark of the deal on which entries that build on it rest ("": none)."""

    device: str
    operation: str
    number: int
    state: str
    rests: str = ""
    in_hand: bool | None = None


@dataclass(frozen=True)
class Situation:
    """The sheet as an entry meets it: its deals, those undone and replaced, what each rested on, what was sent, and the
    game that says what an entry is."""

    deals: tuple[Stood, ...] = ()
    undone: frozenset[str] = frozenset()
    replaced: frozenset[str] = frozenset()
    before: Mapping[str, str] = field(default_factory=dict)
    in_hand: bool | None = None
    sent: Mapping[str, Sent] = field(default_factory=dict)
    game: Game[Any, Any, Any] = GAMES[Guandan.name]

    def mark(self, number: int) -> str | None:
        """The mark of deal ``number``, "" before the first; None if there is none."""
        if number == 0:
            return ""
        return self.deals[number - 1].mark if 0 < number <= len(self.deals) else None

    def number(self, mark: str) -> int:
        """The number of the deal that counts under this mark, 0 for "" and for any other."""
        return next((deal.number for deal in self.deals if deal.mark == mark), 0)

    def knows(self, mark: str) -> bool:
        return mark in self.undone or mark in self.replaced or self.number(mark) > 0


class Judgement(StrEnum):
    """What becomes of an entry; whatever is to be applied may still be refused by the rules."""

    APPLY = "apply"
    DUPLICATE = "duplicate"
    CONFLICTING = "conflicting"
    WAITING = "waiting"
    REFUSED = "refused"


@dataclass(frozen=True)
class Finding:
    """A judgement with what follows from it: the ground of later entries, or the codes of the refusal and the field."""

    judgement: Judgement
    rests: str = ""
    codes: tuple[StrEnum, ...] = ()
    field: str = ""


WAITING = Finding(Judgement.WAITING)
CONFLICTING = Finding(Judgement.CONFLICTING)


@dataclass(frozen=True)
class _Ground:
    """On what an entry builds: a deal by its mark ("" before the first), or an entry that was dropped."""

    mark: str = ""
    dropped: Sent | None = None


def refused(*codes: StrEnum, field: str = "") -> Finding:
    return Finding(Judgement.REFUSED, codes=codes, field=field)


def invalid_fields(entry: Entry) -> tuple[str, ...]:
    """Fields that cannot even be stored as sent."""
    texts = {"device": entry.device, "key": entry.key, "builds_on": entry.builds_on}
    wrong = [name for name, text in texts.items() if len(text) > KEY_LENGTH or not text.isprintable()]
    wrong += [name for name in ("device", "key") if not texts[name]]
    wrong += ["operation"] if entry.operation not in Operation.values else []
    return (*wrong, "number") if entry.number not in range(MOST_DEALS + 1) else tuple(wrong)


def judge(now: Situation, entry: Entry) -> Finding:
    """判断一条提交 of an open sheet: what becomes of it, by what stands and what was sent before.

    While an entry of the same device is in conflict, its later ones wait; the sheet goes on for the others.
    """
    malformed = _malformed(now, entry)
    if malformed is not None:
        return malformed
    others = (sent for key, sent in now.sent.items() if key != entry.key and sent.device == entry.device)
    if any(sent.state == SubmissionState.CONFLICTING for sent in others):
        return WAITING
    ground = _ground(now, entry)
    return ground if isinstance(ground, Finding) else _JUDGES[Operation(entry.operation)](now, entry, ground)


def raw_of(entry: Entry) -> Any:
    """What a deal says, as the sheet's game reads it; 掼蛋 may be sent as ``order`` and ``kind`` alone."""
    body = entry.body
    return body["entry"] if "entry" in body else raw_deal(body.get("order"), body.get("kind", DealKind.REGULAR))


def _malformed(now: Situation, entry: Entry) -> Finding | None:
    if entry.operation == Operation.DEAL:
        try:
            plain = now.game.plain_entry(now.game.entry_of(raw_of(entry)))
        except EntryError as wrong:
            return refused(*(problem.code for problem in wrong.problems), field=wrong.problems[0].field)
        if plain["type"] == PENALTY:
            return refused(GameCode.NOT_AN_ENTRY, field="type")
    if entry.operation == Operation.BELL and not isinstance(entry.body.get("in_hand"), bool):
        return refused(ScoringCode.ENTRY_INVALID, field="in_hand")
    return None


def _ground(now: Situation, entry: Entry) -> _Ground | Finding:
    sent = now.sent.get(entry.builds_on)
    if not entry.builds_on or (sent is None and now.knows(entry.builds_on)):
        return _Ground(entry.builds_on)
    if sent is None or sent.state in (SubmissionState.WAITING, SubmissionState.CONFLICTING):
        return WAITING
    if sent.state == SubmissionState.REFUSED:
        return refused(ScoringCode.BUILDS_ON_REFUSED)
    return _Ground(dropped=sent) if sent.state == SubmissionState.DROPPED else _Ground(sent.rests)


def _deal(now: Situation, entry: Entry, ground: _Ground) -> Finding:
    """Next in the row it is applied; else it is compared with what stands, provided that it rests on the same deal."""
    if ground.dropped is not None:
        return _compared(now, entry)
    if ground.mark and not now.number(ground.mark):
        return CONFLICTING
    if entry.number != now.number(ground.mark) + 1:
        return refused(ScoringCode.NUMBER_WRONG, field="number")
    return Finding(Judgement.APPLY) if entry.number > len(now.deals) else _compared(now, entry)


def _compared(now: Situation, entry: Entry) -> Finding:
    stood = now.deals[entry.number - 1] if 0 < entry.number <= len(now.deals) else None
    if stood is None or not is_same(now, stood, entry):
        return CONFLICTING
    return Finding(Judgement.DUPLICATE, rests=stood.mark)


def is_same(now: Situation, stood: Stood, entry: Entry) -> bool:
    """The same entry. One made before the bell, or finished before it and entered late, says the same."""
    plain = now.game.plain_entry(now.game.entry_of(raw_of(entry)))
    return _timeless(plain) == _timeless(stood.entry)


def _timeless(entry: Mapping[str, Any]) -> dict[str, Any]:
    before = entry.get("kind") in BEFORE_THE_BELL
    return {**entry, "kind": DealKind.REGULAR.value} if before else dict(entry)


def _undo(now: Situation, entry: Entry, ground: _Ground) -> Finding:
    """The last deal is taken back; one that was taken back already, or was dropped, is gone as this device wants it."""
    if ground.dropped is not None:
        gone = ground.dropped.operation == Operation.DEAL and ground.dropped.number == entry.number
        before = now.mark(entry.number - 1) if gone else None
        return CONFLICTING if before is None else Finding(Judgement.DUPLICATE, rests=before)
    if not ground.mark:
        return refused(ScoringCode.NO_DEAL_TO_UNDO)
    before = now.before.get(ground.mark, "")
    if ground.mark in now.undone:
        return Finding(Judgement.DUPLICATE, rests=before)
    number = now.number(ground.mark)
    if number and number != entry.number:
        return refused(ScoringCode.NUMBER_WRONG, field="number")
    return Finding(Judgement.APPLY, rests=before) if number and number == len(now.deals) else CONFLICTING


def _bell(now: Situation, entry: Entry, ground: _Ground) -> Finding:
    """A device that built on the answer that stands may change it; another answer without knowing of it conflicts."""
    rests = ground.mark if ground.dropped is None else (now.mark(len(now.deals)) or "")
    answer, known = entry.body["in_hand"], now.sent.get(entry.builds_on)
    if now.in_hand is None:
        return Finding(Judgement.APPLY, rests=rests)
    if answer == now.in_hand:
        return Finding(Judgement.DUPLICATE, rests=rests)
    knew = known is not None and known.operation == Operation.BELL and known.in_hand == now.in_hand
    return Finding(Judgement.APPLY, rests=rests) if knew else CONFLICTING


_JUDGES = {Operation.DEAL: _deal, Operation.UNDO: _undo, Operation.BELL: _bell}
