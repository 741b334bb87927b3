"""What the office is asked about a list before it is entered: which branch a word means, and which submissions are
meant. Knows no database.

Form services (金数据, 腾讯文档, 钉钉 …) export a row, or several beside merged cells, for one submission. Those that
may not be meant are asked about before they count: what was not approved, and what a branch sent before it sent again.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cached_property

from tournaments.entries.files.roster_lines import SENT, SIMPLE, RosterLine
from tournaments.entries.names import likeness, people

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


_NOT_APPROVED = re.compile("拒绝|驳回|撤销|撤回|终止|作废|不同意|[不未]通过")


@dataclass(frozen=True, eq=False)
class Submission:
    """``branch`` is its name, or the word that is none."""

    lines: Sequence[RosterLine]
    branch: str

    @cached_property
    def time(self) -> tuple[int, ...]:
        """Year, month, day … as they are written."""
        return tuple(map(int, re.findall(r"\d+", self.lines[0].text(SENT))))

    @property
    def is_approved(self) -> bool:
        first = self.lines[0]
        return not any(_NOT_APPROVED.search(first.text(part)) for part in ("approval", "approved"))

    @cached_property
    def teams(self) -> frozenset[str | int]:
        """Its people, and its teams by their ordinals."""
        names = (name for line in self.lines for name in line.names)
        people_named = {likeness(person) for name in names for person in people(name)}
        return frozenset(people_named | {line.role for line in self.lines if isinstance(line.role, int)})

    def question(self, asked: Asked, key: str, text: str = "") -> Question:
        rows = tuple((line.sheet, line.row) for line in self.lines)
        return Question(key, asked, text, rows, LEAVE_OUT)


def counted_lines(
    lines: Sequence[RosterLine],
    names: BranchNames,
    quotas: Mapping[str, int],
    answers: Mapping[str, str],
) -> tuple[list[RosterLine], list[Question]]:
    """The lines without those that are asked about, or were answered to be left out; and the questions. ``quotas``
    are by the names of branches."""
    if not any(SENT in line.columns for line in lines):
        return list(lines), []
    together: list[list[RosterLine]] = []
    for line in lines:  # one without a time goes on with the one above
        if line.text(SENT) or not together:
            together.append([])
        together[-1].append(line)
    written = [several[0].text("branch") for several in together]
    branches = [names.named(word) or names.answer(word) or word for word in written]
    sent = [Submission(several, branch) for several, branch in zip(together, branches, strict=True)]
    questions = {
        id(each): each.question(Asked.NOT_APPROVED, Asked.NOT_APPROVED) for each in sent if not each.is_approved
    }
    by_branch: defaultdict[str, list[Submission]] = defaultdict(list)
    for each in sent:
        if id(each) not in questions or answers.get(Asked.NOT_APPROVED) == TAKE:
            by_branch[each.branch].append(each)
    for branch, several in by_branch.items():
        # those that a later one names people or a team of, and the first of more than the branch has places for
        in_order = sorted(several, key=lambda each: each.time)
        again = [one for n, one in enumerate(in_order) if any(one.teams & later.teams for later in in_order[n + 1 :])]
        others = [one for one in in_order if one not in again]
        too_many = max(0, len(others) - quotas.get(branch, len(several)))
        for each in again + others[:too_many]:
            text = f"{branch} {each.lines[0].text(SENT)}"
            questions[id(each)] = each.question(Asked.SENT_AGAIN, f"sent-{likeness(text)}", text)
    asked = [question for question in questions.values() if question.key not in answers]
    taken = [each for each in sent if id(each) not in questions or answers.get(questions[id(each)].key) == TAKE]
    return [line for each in taken for line in each.lines], asked
