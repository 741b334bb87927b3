"""Lists as they stand in a chat (`tests/cases/chat_lists.txt`): each line is read as its writer means it, or asked."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tournaments.bracket.words.names import ordinal
from tournaments.entries.fields import BranchEntry
from tournaments.entries.files.branch_lists import ListedBranch
from tournaments.entries.files.questions import LEAVE_OUT
from tournaments.entries.files.rosters import Roster, read_roster
from tournaments.entries.files.spreadsheets import read_sheets

BRANCHES = "机关一分会 机关二分会 锻压车间分会 金工车间分会 装配车间分会 物流中心分会 技术中心分会 后勤分会 财务部分会"


@dataclass
class ChatList:
    name: str
    places: list[ListedBranch]
    lines: list[str] = field(default_factory=list)
    reading: list[str] = field(default_factory=list)


def lists_of_chats() -> list[ChatList]:
    lists: list[ChatList] = []
    for line in Path("tests/cases/chat_lists.txt").read_text().split("\n## ", 1)[1].splitlines():
        if not lists or line.startswith("## "):
            name = line.removeprefix("## ")
            lists.append(ChatList(name, places_of(BRANCHES)))
        elif line.startswith("branches: "):
            lists[-1].places = places_of(line.removeprefix("branches: "))
        elif line[:2] in ("=>", "? ", "× ", "- "):
            lists[-1].reading.append(line)
        else:
            lists[-1].lines.append(line)
    return lists


def places_of(names: str) -> list[ListedBranch]:
    return [ListedBranch(n, name, 3, BranchEntry()) for n, name in enumerate(names.split(), start=1)]


def read(chat: ChatList, answers: dict[str, str] | None = None) -> Roster:
    sheets = read_sheets("\n".join(chat.lines).encode(), is_pasted=True)
    return read_roster(sheets, chat.places, seats=2, answers=answers)


def reading_of(chat: ChatList, roster: Roster) -> list[str]:
    """In the words of the cases."""
    asked = {row for question in roster.questions for row in question.rows}
    faulty = {(fault.cell.sheet, fault.cell.row) for fault in roster.faults if fault.cell}
    read = []
    for number, form in sorted(roster.forms.items()):
        for team in form.filled:
            named = team.name or ordinal(team.ordinal)
            if all(player.name for player in team.players):
                players = " ".join(player.name for player in team.players)
                read.append(f"=> {chat.places[number - 1].name} {named}: {players}")
    questions = [
        (row, f"? {row} {question.text} → {question.proposal.replace(LEAVE_OUT, '不报') or '–'}")
        for question in roster.questions
        for _sheet, row in question.rows
    ]
    return [
        *read,
        *(f"- {row}" for _sheet, row in roster.left_out if chat.lines[row - 1].strip()),
        *(f"× {row}" for _sheet, row in sorted(faulty - asked)),
        *(line for _row, line in sorted(questions)),
    ]


@pytest.mark.parametrize("chat", [pytest.param(chat, id=chat.name) for chat in lists_of_chats()])
def test_list_of_a_chat(chat, settings):
    settings.LANGUAGE_CODE = "zh-hans"
    roster = read(chat)
    assert sorted(reading_of(chat, roster)) == sorted(chat.reading)
    assert roster.is_clear == (not any(line[0] in "?×" for line in chat.reading))
