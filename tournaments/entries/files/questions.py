"""What the office is asked about a list before it is entered, and which branch a word means. Knows no database."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from tournaments.entries.files.roster_lines import SIMPLE
from tournaments.entries.names import likeness

LEAVE_OUT, TAKE, NO_BRANCH = "-", "+", "="
"""Answers beside the name of a branch: these lines are not entered; they are; the word is a remark."""
_OF_ANY_BRANCH = re.compile(r"(?:分工会|工会小组|分会|工会|代表队|代表|branch)+$")
_TEAM = re.compile(r"第?(?:\d{1,2}|[一二三四五六七八九十]{1,3})?(?:号|支|个)?(?:参赛)?[队组]伍?")
_TEAM_BEHIND = re.compile(_TEAM.pattern + "$")
_ALIKE = 0.6
_MORE_THAN_ANOTHER = 0.1


class Asked(StrEnum):
    """Which branch a word means (once for all its lines); which branch a line belongs to, and why that is not clear;
    whether rows are meant that are hidden or struck out in the file, that were not approved, or after which their
    branch sent others."""

    NAME = "name"
    NO_BRANCH = "no_branch"
    TWO_BRANCHES = "two_branches"
    SAME_PEOPLE = "same_people"
    SAME_NUMBER = "same_number"
    WITHDRAWN = "withdrawn"
    HIDDEN = "hidden"
    STRUCK = "struck"
    NOT_APPROVED = "not_approved"
    SENT_AGAIN = "sent_again"


WHETHER_MEANT = frozenset({Asked.HIDDEN, Asked.STRUCK, Asked.NOT_APPROVED, Asked.SENT_AGAIN})
"""Their answers are ``TAKE`` and ``LEAVE_OUT``."""


@dataclass(frozen=True)
class Question:
    """``key`` names it among the answers, ``text`` is the word or the line, ``rows`` are (sheet from 0, row from 1),
    ``proposal`` is an answer or ""."""

    key: str
    asked: Asked
    text: str
    rows: tuple[tuple[int, int], ...]
    proposal: str = ""


class BranchNames:
    """The names of the branches, and what was answered for others that the list uses for them."""

    def __init__(self, names: Iterable[str], answers: Mapping[str, str]) -> None:
        self._answers = answers
        self._full = {_plain(name): name for name in names}
        by_core = defaultdict(list)
        for alike, name in self._full.items():
            by_core[_OF_ANY_BRANCH.sub("", alike)].append(name)
        self._short = {core: same[0] for core, same in by_core.items() if core and len(same) == 1}

    def named(self, text: str) -> str:
        """The branch that the text certainly names: 机关一, 机关一工会 for 机关一分会; "" for none."""
        alike = _plain(text)
        return self._full.get(alike) or self._short.get(_OF_ANY_BRANCH.sub("", alike), "")

    def with_team(self, text: str) -> set[tuple[str, str]]:
        """机关一二队: each branch that the text may begin with, and the team that stands behind its name."""
        alike = _plain(text)
        names = {**self._short, **self._full}
        parts = {(names[name], alike.removeprefix(name)) for name in names if alike.startswith(name)}
        return {(branch, team) for branch, team in parts if _TEAM.fullmatch(team)}

    def answer(self, text: str) -> str:
        """What was answered for the word: a branch, ``LEAVE_OUT``, ``NO_BRANCH``; "" for nothing."""
        return self._answers.get(key_of(text), "")

    def likely(self, text: str) -> str:
        """The one branch that is written nearly so; "" if there is none, or none that is nearer than others."""
        alike = _plain(text)
        core = _TEAM_BEHIND.sub("", _OF_ANY_BRANCH.sub("", alike))
        if len(core) < 2 or len(self.with_team(text)) > 1:
            return ""
        names = {**self._short, **self._full}
        within = {name for name in names if name in alike}
        longest = {names[name] for name in within if not any(name in other for other in within - {name})}
        around = {names[name] for name in names if core in name}
        for several in (longest, around):
            if several:
                return several.pop() if len(several) == 1 else ""
        ratios: dict[str, float] = {}
        for other, name in names.items():
            ratio = max(SequenceMatcher(None, word, other).ratio() for word in (core, alike))
            ratios[name] = max(ratio, ratios.get(name, 0))
        (best, ratio), (_second, next_ratio) = [*sorted(ratios.items(), key=lambda each: -each[1]), ("", 0.0)][:2]
        return best if ratio >= _ALIKE and ratio - next_ratio >= _MORE_THAN_ANOTHER else ""


def _plain(text: str) -> str:
    return likeness(text).translate(SIMPLE)


def key_of(text: str) -> str:
    """Of the question which branch that word means."""
    return f"name-{likeness(text)}"
