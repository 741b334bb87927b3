"""What form services export (金数据, 腾讯文档, 钉钉 …): a row, or several beside merged cells, is one submission. Those
that may not be meant are asked about before they count: what was not approved, and what a branch sent before it sent
again. Knows no database."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.entries.files.questions import LEAVE_OUT, TAKE, Asked, BranchNames, Question
from tournaments.entries.files.roster_lines import SENT, RosterLine
from tournaments.entries.names import likeness, people

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
    sent = list(_submissions(lines, names))
    questions = {
        id(each): each.question(Asked.NOT_APPROVED, Asked.NOT_APPROVED) for each in sent if not each.is_approved
    }
    by_branch: defaultdict[str, list[Submission]] = defaultdict(list)
    for each in sent:
        if id(each) not in questions or answers.get(Asked.NOT_APPROVED) == TAKE:
            by_branch[each.branch].append(each)
    for branch, several in by_branch.items():
        for each in _sent_before(several, quotas.get(branch, len(several))):
            text = f"{branch} {each.lines[0].text(SENT)}"
            questions[id(each)] = each.question(Asked.SENT_AGAIN, f"sent-{likeness(text)}", text)
    asked = [question for question in questions.values() if question.key not in answers]
    taken = [each for each in sent if id(each) not in questions or answers.get(questions[id(each)].key) == TAKE]
    return [line for each in taken for line in each.lines], asked


def _submissions(lines: Sequence[RosterLine], names: BranchNames) -> Iterator[Submission]:
    """A line without a time goes on with the one above."""
    together: list[list[RosterLine]] = []
    for line in lines:
        if line.text(SENT) or not together:
            together.append([])
        together[-1].append(line)
    for several in together:
        written = several[0].text("branch")
        yield Submission(several, names.named(written) or names.answer(written) or written)


def _sent_before(several: Sequence[Submission], quota: int) -> list[Submission]:
    """Those of one branch that a later one names people or a team of, and the first of more than it has places for."""
    in_order = sorted(several, key=lambda each: each.time)
    again = [each for n, each in enumerate(in_order) if any(each.teams & later.teams for later in in_order[n + 1 :])]
    others = [each for each in in_order if each not in again]
    return again + others[: max(0, len(others) - quota)]
