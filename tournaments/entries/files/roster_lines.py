"""The rows of a list of entries, under whatever headings offices write. Knows no database."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from tournaments.entries.fields import (
    GENDER,
    HIGHEST_TEAM,
    MAIL,
    PHONE,
    PlayerEntry,
    Section,
    list_columns,
    rows_of,
    section_rows,
)
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.names import likeness

LEADER, CONTACT = "leader", "contact"
OF_SENDER, SENT = "branch_of_sender", "sent"
"""What a form service says of who sent the row: the department, and when."""
HEADERS: dict[str, tuple[str, ...]] = {
    "branch": (
        "分会", "单位", "所在分会", "所属分会", "所在单位", "所属单位", "部门", "所在部门", "分工会", "工会",
        "工会小组", "所在工会", "所属工会", "所在分工会", "所属分工会", "参赛单位", "学院", "院系", "branch", "unit",
    ),
    OF_SENDER: ("发起人部门",),
    SENT: ("提交时间", "提交答卷时间", "创建时间", "发起时间", "审批发起时间"),
    "approval": ("审批状态",),
    "approved": ("审批结果",),
    LEADER: ("领队", "领队兼教练", "教练", "leader", "coach"),
    CONTACT: ("联系人", "联络人", "contact"),
    "role": ("身份", "队伍", "队别", "组别", "职务", "领队/队员", "角色", "role", "team"),
    **{part: row.headings for part, row in list_columns().items()},
}  # fmt: skip
"""What a column is called in the tables that offices send."""
_MEANT = {likeness(word): part for part, words in HEADERS.items() for word in words}
_FIELDS = list_columns()
_OF_A_PLAYER = tuple(rows_of(PlayerEntry))
_OF_CONTACT = {row.part for row in section_rows(Section.CONTACT)} - {"name"}
_OF_CONTACT_FIRST = {row.part for row in section_rows(Section.PLAYER) if row.setting}
"""What is the contact's, unless the event keeps it of players, too."""
TEAM_NAME = section_rows(Section.TEAM)[0].part
_ROLES = ("role", "duty")
_NUMBERS = ("role", *(part for part, row in _FIELDS.items() if row.kind in (PHONE, MAIL)))
_PLAYER = frozenset({"队员", "选手", "运动员", "参赛队员", "参赛选手", "参赛人员", "player"})
NUMBERED = re.compile(r"(?:参赛)?(?:队员|姓名|选手|运动员|player|name)(?:姓名)?([1-9一二三abc])(?:的?姓名)?")
_OF_NUMBERED = re.compile(r"(?:参赛)?(?:队员|选手|运动员|player)([1-9一二三abc])的?(.+)")
_PLAYERS = dict(zip("一二三abc", "123123", strict=True))
_ASIDE = re.compile(
    r"^(?:q?\d{1,2}|[一二三四五六七八九十]{1,2})[、·:]|\([^)]*\)|\[[^]]*\]|【[^】]*】|[:*※?]|^.*?明细\d*·?(?=.)"
)
"""What stands beside the word in a heading: 姓名（必填）, *单位, 1. 您所在的单位, 参赛明细.姓名."""
_POLITE = re.compile("^请您?(?:填写|输入|选择)|您(?:所在)?的?|(?<=所[在属])的|(?:是什么|是)$")
_IN_ORDER = re.compile("第([1-9一二三])[名位个]?(队员|选手|运动员)的?")
SIMPLE = str.maketrans(
    "單隊領聯絡組別職務備註員學會機關電話號動運選參賽屬係門車間總廠財術業產裝鍛壓線質檢輸後銷計劃設資環衛醫護處",
    "单队领联络组别职务备注员学会机关电话号动运选参赛属系门车间总厂财术业产装锻压线质检输后销计划设资环卫医护处",
)
"""Traditional characters of headings and of the names of branches."""
_PARTNER = re.compile("(?:搭档|搭子|同伴|队友)(?:的?姓名)?")
_SUM = re.compile("合计|总计|共计|小计|total")
_AUTOMATIC = re.compile(
    "序号|编号|no·?|标题|来源.*|(?:来自)?ip|所用时间|扩展属性.*|微信(?:昵称|头像|性别|openid|unionid)|"
    "(?:提交|填写|创建|更新|修改|发起|完成|审批|历史审批|当前处理|当前审批).*"
)
"""Headings of what a list counts, or a form service adds: nobody misses it."""
_COUNTED_LINE, _BEHIND = re.compile(r"^[(（]?\d{1,2}[.、)）]\s*"), re.compile(r"\s*\+?\d{7,}$")
"""What stands around a name in a cell with a line for each: its number, a telephone."""
_DIGITS = "零一二三四五六七八九"
_TEAM = re.compile(
    rf"(?:第|team|(?:参赛)?队伍?)?([1-9]\d?|[{_DIGITS[1:]}]?十[{_DIGITS[1:]}]?|[{_DIGITS[1:]}])(?:队|组|号队)?(?:队员|选手|player)?\d?"
)
_OWN_TEAM = re.compile(rf"\D*?(第?(?:[1-9]\d?|[十{_DIGITS[1:]}]{{1,3}})号?[队组])")
"""机关分会一队, 机关二队."""
_LEADER, _CONTACT = re.compile("领队|教练|leader|coach"), re.compile("联系人|联络人|contact")
_GENDERS = dict.fromkeys(("男", "男性", "m", "male", "man", "先生"), "m") | dict.fromkeys(("", "-", "—", "·"), "")
_GENDERS |= dict.fromkeys(("女", "女性", "f", "female", "woman", "女士"), "f")
_LAST_OF_HEAD = 30
OF_ANOTHER_TABLE = 3
"""So many headings in a row beneath, and none for names: there begins another table, as of the branches."""


@dataclass(frozen=True, order=True)
class Cell:
    """Where something stands: the place of the sheet in the file from 0, its row and its column from 1."""

    sheet: int
    row: int
    column: int

    @property
    def name(self) -> str:
        """As a spreadsheet calls it: ``B7``."""
        from openpyxl.utils import get_column_letter

        return f"{get_column_letter(self.column)}{self.row}"


@dataclass(frozen=True)
class RosterLine:
    """One row of a list. ``columns`` says which of the cells each part is, from 0, ``places`` in which columns of the
    sheet those stand, where they are not as many. ``is_team``: those who are named are all of their team."""

    sheet: int
    row: int
    columns: Mapping[str, int]
    cells: Sequence[str]
    places: Sequence[int] = ()
    is_team: bool = False

    def text(self, part: str) -> str:
        """What stands under that heading; numbers as people mean them, whatever their width. Names of several lines
        are parted by 、."""
        place = self.columns.get(part)
        text = self.cells[place] if place is not None and place < len(self.cells) else ""
        if "\n" in text:
            lines = text.split("\n")
            names = (_BEHIND.sub("", _COUNTED_LINE.sub("", line)) for line in lines)
            is_of_people = part.startswith("name") and max(map(len, lines)) > 1
            text = "、".join(names) if is_of_people else " ".join(lines)
        return unicodedata.normalize("NFKC", text) if part in _NUMBERS else text

    def value(self, part: str, as_part: str = "") -> str:
        """The same as a value of the field that is read from there, or from the column ``as_part`` of a player."""
        row = _FIELDS.get(as_part or part)
        return gender_of(self.text(part)) if row and row.kind is GENDER else self.text(part)

    def cell(self, part: str) -> Cell:
        """Where that stands, or would; the first column where there is no such heading."""
        place = self.columns.get(part)
        column = 0 if place is None else self.places[place] if self.places else place
        return Cell(self.sheet, self.row, column + 1)

    def of_branch(self, name: str) -> "RosterLine":
        """The same with a branch that stands elsewhere than in the row; "" for none."""
        if not name:
            return self
        width = max([len(self.cells), *(place + 1 for place in self.columns.values())])
        cells = (*self.cells, *[""] * (width - len(self.cells)), name)
        places = (*self.places, 0) if self.places else ()
        return replace(self, columns={**self.columns, "branch": width}, cells=cells, places=places)

    @property
    def role(self) -> str | int | None:
        """``LEADER``, ``CONTACT``, the ordinal of a team; None if the row names none, or an unknown one."""
        return role_of(self.role_text)

    @property
    def role_text(self) -> str:
        """The team or office that is named, in one column or in two (队别, 身份); the word for a player names none."""
        texts = [text for part in _ROLES if (text := self.text(part)) and likeness(text) not in _PLAYER]
        texts += [text for text in [self.text(TEAM_NAME)] if role_of(text)]
        offices = (text for text in texts if role_of(text) in (LEADER, CONTACT))
        return next(offices, next((text for text in texts if role_of(text)), texts[0] if texts else ""))

    @property
    def team_name(self) -> str:
        """The team's own name, in its column or in that for 一队, 二队 …"""
        own, text = self.text(TEAM_NAME), self.role_text
        return own or (text if self.role is None and text.endswith(("队", "组")) else "")

    @property
    def names(self) -> list[str]:
        """Of whoever is named in the row."""
        return [name for number in self._numbers if (name := self.text(f"name{number}"))]

    @property
    def is_of_one(self) -> bool:
        """A line for each person, and not one for each team?"""
        return len(self._numbers) == 1

    @property
    def is_of_contact(self) -> bool:
        """Does it name the contact, whose telephone alone is kept?"""
        return self.role == CONTACT or bool(self.text(CONTACT))

    def players(self) -> Iterator[tuple[PlayerEntry, dict[str, Cell]]]:
        """Each player of the row, and where his name, gender, remark and address stand."""
        for place, number in enumerate(self._numbers):
            columns = {part: f"{part}{number}" for part in _OF_A_PLAYER}
            for part in _OF_CONTACT_FIRST - {name for name in _OF_CONTACT_FIRST if f"{name}{number}" in self.columns}:
                # one column of the line is that of whoever is named first, unless a contact is named
                columns[part] = part if place == 0 and not self.is_of_contact else ""
            texts = {part: self.value(column, part) for part, column in columns.items()}
            known = {part: column for part, column in columns.items() if column in self.columns}
            yield PlayerEntry(**texts), {part: self.cell(name) for part, name in known.items()}

    @property
    def _numbers(self) -> list[str]:
        """Of the columns for players: "" for the only one, else "1", "2" …"""
        numbers = (part.removeprefix("name") for part in self.columns if part.startswith("name"))
        return sorted(numbers, key=lambda number: int(number or 0))


@dataclass(frozen=True)
class HeadedList:
    """Sheet ``number`` of the file, with headings: ``lines``, the rows beneath them in which something stands, or
    should; ``unread``, the headings of columns in which something stands and that nobody reads, such as the telephones
    of players; ``headings``, the rows of these, from 1."""

    number: int
    lines: list[RosterLine]
    unread: list[str]
    headings: set[int]


def headed_lines(number: int, sheet: Worksheet, unkept: Collection[str] = ()) -> HeadedList | None:
    """What stands on a sheet beneath its headings; None if it has none. ``unkept`` are fields of players that nobody
    reads."""
    heads, headings = _headings(sheet)
    columns = _columns(headings)
    if not columns:
        return None
    if of_sender := {OF_SENDER} & {*columns}:
        columns.setdefault("branch", columns.pop(*of_sender))
    beneath = sheet.rows[heads[-1] :]
    for part in _ROLES:
        # a 职务 that tells of nobody's team: there stands what people are elsewhere
        if part in columns and likeness(headings[columns[part]]) == "职务":
            texts = {cells[columns[part]] for cells in beneath if columns[part] < len(cells)} - {""}
            if not any(role_of(text) or likeness(text) in _PLAYER for text in texts):
                del columns[part]
    if "role" not in columns:
        # 参赛队, 第几队: whatever the heading is, a column in which everybody has 一队 or 二队 says who plays with whom
        places = (place for place in range(len(headings)) if place not in columns.values())
        place = next((place for place in places if _says_teams(beneath, place)), None)
        columns |= {} if place is None else {"role": place}

    with_formulas = {row for row, _column in sheet.formulas}
    lines = []
    for row, cells in enumerate(beneath, start=heads[-1] + 1):
        if not _columns(cells) and sum(_heading(cell) in _MEANT for cell in cells if cell) >= OF_ANOTHER_TABLE:
            break
        first, *others = [cell for cell in cells if cell] or [""]
        # 合计 4 人 beneath a list: what stands in it are counts, and the first word says so
        is_sum = _SUM.match("".join(first.split()).casefold()) and not any(map(str.isalpha, others))
        if (first or row in with_formulas) and not is_sum and not _columns(cells):
            lines.append(RosterLine(number, row, columns, cells))

    of_players = {
        part
        for part in columns
        if part.rstrip("123456789") in unkept and any(line.text(part) and not line.is_of_contact for line in lines)
    }
    read = {place for part, place in columns.items() if part not in of_players}
    unread = [
        text
        for place, text in enumerate(headings)
        if text and place not in read and not _AUTOMATIC.fullmatch(_heading(text))
        and any(place < len(cells) and cells[place] for cells in beneath)
    ]  # fmt: skip
    again = {row for row, cells in enumerate(sheet.rows, start=1) if _columns(cells)}
    return HeadedList(number, lines, unread, again | {*heads})


def _says_teams(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Is there 一队, 二队 … alone in that column, and not a mere number, which may count anything?"""
    texts = {text for cells in rows if (text := cells[place] if place < len(cells) else "")}
    return bool(texts) and all(isinstance(role_of(text), int) and not text.isdecimal() for text in texts)


def role_of(text: str) -> str | int | None:
    """``LEADER``, ``CONTACT``, the ordinal of a team; None if it is nothing that is known."""
    folded = "".join(text.split()).casefold().translate(SIMPLE)
    if _LEADER.search(folded):
        return LEADER
    if _CONTACT.search(folded):
        return CONTACT
    own = _OWN_TEAM.fullmatch(folded)
    return ordinal_of(folded) or (ordinal_of(own[1]) if own else None)


def gender_of(text: str) -> str:
    """m, f or "" for what stands in the column; what is none of the list stays, to be named."""
    return _GENDERS.get(likeness(text), text)


def ordinal_of(text: str) -> int | None:
    """一队, 第2队, 队2, 一队队员, team 2, 十一: which team; None if it is none."""
    match = _TEAM.fullmatch(text.translate(SIMPLE))
    if match is None:
        return None
    tens, ten, ones = match[1].partition("十")
    if match[1].isdecimal():
        number = int(match[1])
    elif ten:
        number = (_DIGITS.index(tens) if tens else 1) * 10 + (_DIGITS.index(ones) if ones else 0)
    else:
        number = _DIGITS.index(match[1])
    return number if number <= HIGHEST_TEAM else None


@lru_cache(maxsize=1_000)
def _heading(text: str) -> str:
    """The word that a heading comes down to: 单位名称（全称） is 单位."""
    word = _POLITE.sub("", _ASIDE.sub("", likeness(text)).translate(SIMPLE))
    word = _IN_ORDER.sub(r"\2\1", word)
    if partner := _PARTNER.match(word):
        word = "队员2" if partner.end() == len(word) else word[partner.end() :].removeprefix("的")
    shorter = (word, word.removesuffix("姓名"), word.removesuffix("名称"), word.removesuffix("全称"))
    return next((short for short in shorter if short in _MEANT), word)


def _headings(sheet: Worksheet) -> tuple[tuple[int, ...], list[str]]:
    """The rows of the headings, from 1, and what each column is called; nothing for a sheet without."""
    rows = sheet.rows[: _LAST_OF_HEAD + 1]
    head = next((row for row, cells in enumerate(rows[:_LAST_OF_HEAD]) if _columns(cells)), None)
    if head is None:
        return (1,), []
    for top in (head - 1, head):
        if not 0 <= top < len(rows) - 1:
            continue
        # 队员一 above 姓名 and 性别 is one head: the lower row has nothing but headings, and leaves some to the upper
        words = [_heading(text) for text in rows[top + 1]]
        over = [_heading(text) for text, word in zip_longest(rows[top], words, fillvalue="") if text and not word]
        names_people = any(_MEANT.get(word) == "name" for word in words)
        if names_people and all(word in _MEANT for word in words if word) and any(word in _MEANT for word in over):
            return (top + 1, top + 2), _joined(rows[top], rows[top + 1])
    return (head + 1,), list(rows[head])


def _joined(top: Sequence[str], below: Sequence[str]) -> list[str]:
    """One heading a column of two rows: a person above it says whose name, gender … it is."""
    headings, above = [], ""
    for over, under in zip_longest(top, below, fillvalue=""):
        above = (over or above) if under else ""
        group, word = _heading(above), _heading(under)
        if not under:
            headings.append(over)
        elif _MEANT.get(group) in (LEADER, CONTACT):
            of_contact = _MEANT[group] == CONTACT and _MEANT[word] in _OF_CONTACT
            headings.append(above if _MEANT[word] == "name" else under if of_contact else f"{above}{under}")
        else:
            headings.append(above if NUMBERED.fullmatch(group) and _MEANT[word] == "name" else under)
    return headings


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Which part stands in which column; {} if the row is no row of headings, which names two or more of them, and one
    for names. What stands behind the second player's heading is his: ``gender2``. A number is left away where there is
    but one column for names."""
    columns: dict[str, int] = {}
    words = [_heading(text) for text in cells]
    # 姓名 性别 姓名 性别: several players under the same headings; not where the list goes on beside itself, with a
    # second 序号 or 单位
    of_all = [word for word in words if word and _MEANT.get(word) not in _OF_A_PLAYER]
    is_repeated = sum(_MEANT.get(word) == "name" for word in words) > 1 and len(set(of_all)) == len(of_all)
    several = {part for part in _OF_CONTACT_FIRST if sum(_MEANT.get(word) == part for word in words) > 1}
    player = owner = ""
    for place, word in enumerate(words):
        if numbered := NUMBERED.fullmatch(word):
            player = _PLAYERS.get(numbered[1], numbered[1])
            columns.setdefault(f"name{player}", place)
            owner = player
        elif (of_one := _OF_NUMBERED.fullmatch(word)) and _MEANT.get(of_one[2]) in _OF_A_PLAYER:
            columns.setdefault(f"{_MEANT[of_one[2]]}{_PLAYERS.get(of_one[1], of_one[1])}", place)
        elif (of_contact := _MEANT.get(word.removeprefix("联系人"))) in _OF_CONTACT and word.startswith("联系人"):
            columns.setdefault(of_contact, place)
        elif part := _MEANT.get(word):
            if part == "name" and is_repeated:
                player = str(int(player or 0) + 1)
            part = "duty" if part == "role" and "role" in columns else part
            owner = "" if part == CONTACT else player if part == "name" else owner
            if part in _OF_CONTACT_FIRST:
                columns.setdefault(f"{part}{owner}" if part in several else part, place)
            else:
                columns.setdefault(f"{part}{player}" if part in _OF_A_PLAYER else part, place)
    names = [part for part in columns if part.startswith("name")]
    if len(names) == 1 and player:
        columns |= {part.removesuffix(player): place for part, place in columns.items() if part.endswith(player)}
        columns = {part: place for part, place in columns.items() if not part.endswith(player)}
    return columns if len(columns) > 1 and names and not {*words} & {"男", "女"} else {}
