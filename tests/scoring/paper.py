"""A sheet on paper: entries judged by ``Situation.judge`` and carried out without any rows or rules."""

from dataclasses import replace
from typing import NamedTuple

from guandan_rules import finish_order
from scoring.actions.submissions import Finding, Judgement, Sent, SentEntry, Situation
from scoring.games.guandan import raw_deal
from scoring.states import Operation, SubmissionState


class Stood(NamedTuple):
    """A deal that counts."""

    number: int
    mark: str
    entry: dict[str, object]


def chained(device: str, moves: list[tuple[str, str]]) -> list[SentEntry]:
    """What one device sends: each entry builds on the one before it. ``moves``: operation and order."""
    entries: list[SentEntry] = []
    number = 0
    for index, (operation, order) in enumerate(moves):
        number += operation == Operation.DEAL
        body = {"order": order, "kind": "regular"} if operation == Operation.DEAL else {}
        before = entries[-1].key if entries else ""
        entries.append(SentEntry(device, f"{device}-{index}", operation, number, before, body))
        number -= operation == Operation.UNDO
    return entries


class Paper:
    """What becomes of entries as they come, with those that wait judged again, as the action does it."""

    def __init__(self) -> None:
        self.situation = Situation()
        self.entries: dict[str, SentEntry] = {}

    def submit(self, entry: SentEntry) -> None:
        if entry.key in self.entries:
            return
        self.entries[entry.key] = entry
        self._note(entry, SubmissionState.WAITING, "")
        self._settle()

    def drop_all_conflicts(self) -> None:
        """The chief referee keeps what stands, each time."""
        while key := next((k for k, s in self.situation.sent.items() if s.state == SubmissionState.CONFLICTING), ""):
            self._note(self.entries[key], SubmissionState.DROPPED, "")
            self._settle()

    def states(self) -> set[str]:
        return {str(sent.state) for sent in self.situation.sent.values()}

    def _settle(self) -> None:
        while any(self._judge(key) for key, s in self.situation.sent.items() if s.state == SubmissionState.WAITING):
            pass

    def _judge(self, key: str) -> bool:
        entry = self.entries[key]
        finding = self.situation.judge(entry)
        if finding.judgement is Judgement.WAITING:
            return False
        if finding.judgement is Judgement.APPLY:
            self._note(entry, SubmissionState.ACCEPTED, self._carry_out(entry, finding))
        else:
            self._note(entry, SubmissionState(finding.judgement.value), finding.rests)
        return True

    def _note(self, entry: SentEntry, state: SubmissionState, rests: str) -> None:
        sent = Sent(entry.device, entry.operation, entry.number, state, rests)
        self.situation = replace(self.situation, sent={**self.situation.sent, entry.key: sent})

    def _carry_out(self, entry: SentEntry, finding: Finding) -> str:
        now = self.situation
        if entry.operation == Operation.UNDO:
            gone = now.deals[-1].mark
            self.situation = replace(now, deals=now.deals[:-1], undone=now.undone | {gone})
            return finding.rests
        last = now.deals[-1].mark if now.deals else ""
        letters = finish_order(entry.body["order"]).letters
        deal = Stood(entry.number, entry.key, raw_deal(letters, entry.body["kind"]))
        self.situation = replace(now, deals=(*now.deals, deal), before={**now.before, entry.key: last})
        return entry.key
