"""报名表 (annex 4 of S000) field by field: **one row a field**, which form, link of the branch, Excel, API, lists,
documents, archive and forgetting all read. Knows no database.

A row is an attribute of the entry that it belongs to, made by ``field_row``. Whoever adds one gives the model a column
of that name, and its migration; nothing else has to know it.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from journal.refusals import Problem
from journal.texts import clean, storable
from tournaments.codes import Code
from tournaments.entries.names import is_nobody, sort_key, width, written

NAME_WIDTH = 50
"""Columns of a name (`names.width`): 25 Chinese characters, or 50 letters."""
NAME_LENGTH = 2 * NAME_WIDTH
BRANCH_LENGTH = 2 * 80
REMARK_LENGTH = 100
PHONE_LENGTH = 30
MAIL_LENGTH = 254
GENDERS = ("", "m", "f")
_MARKED = re.compile(r"([^()（）]+?)\s*[(（]\s*([大中小男女]|\d{1,2})\s*[)）]")
HIGHEST_TEAM = 99
_PHONES = ("电话", "联系电话", "手机", "手机号", "手机号码", "联系方式", "phone", "telephone")
_OF_PHONES = _("For the office alone: of the contact, and of players where the event keeps them.")


class Section(StrEnum):
    """The part of the form in which a field stands."""

    LEADER = "leader"
    TEAM = "team"
    PLAYER = "player"
    CONTACT = "contact"


def text_problems(where: str, text: str, longest: int) -> list[Problem]:
    """A tidied text must not be longer than that."""
    return [Problem(Code.TEXT_TOO_LONG, where, {"most": longest})] if len(text) > longest else []


def name_width_problems(where: str, name: str, longest: int) -> list[Problem]:
    """A name is measured in columns; ``longest`` are characters with their marks, one a letter."""
    most = longest // 2
    is_longer = width(name) > most or len(name) > longest
    return [Problem(Code.NAME_TOO_LONG, where, {"most": most, "wide": most // 2})] if is_longer else []


def _mail_problems(where: str, mail: str, longest: int) -> list[Problem]:
    """An address is optional; one that is typed must be one."""
    if not mail or len(mail) > longest:
        return text_problems(where, mail, longest)
    try:
        validate_email(mail)
    except ValidationError:
        return [Problem(Code.MAIL_INVALID, where)]
    return []


@dataclass(frozen=True)
class FieldKind:
    """What a field holds. ``tidy`` makes of what is typed what the form holds, ``stored`` of that what is saved;
    ``problems`` are those of one value by itself; ``input`` is the type of the element on a page."""

    tidy: Callable[[str], str]
    stored: Callable[[str], str] = str
    problems: Callable[[str, str, int], list[Problem]] = text_problems
    input: str = "text"


PERSON = FieldKind(written, storable, lambda _where, _name, _longest: [])
"""The name of one person. What is wrong with it is no matter of the field alone (`entries.forms`)."""
GENDER = FieldKind(
    str, str, lambda where, gender, _longest: [] if gender in GENDERS else [Problem(Code.GENDER_INVALID, where)]
)
TITLE = FieldKind(storable, problems=name_width_problems)
TEXT = FieldKind(storable)
PHONE = FieldKind(storable, input="tel")
MAIL = FieldKind(clean, storable, _mail_problems, "email")


@dataclass(frozen=True)
class EntryField:
    """``label`` is what the field is called where it stands alone, ``head`` where it stands in its section. ``column``
    is that of the model, ``part`` the column of a list (Excel, a chat) from which it is read, under one of the
    ``headings``; ``width`` and ``note`` are for the workbook. All three names follow from that of the field.

    ``is_public``: everybody may read it, and the file of an event holds it without personal data, too; of a team, it
    stands beside its name. Else it is the office's, and is emptied when the person is forgotten. ``is_folded``: rarely
    filled, so it stands behind a fold of the form and on no paper. ``setting``: the event's column that says whether it
    is kept at all.
    """

    section: Section
    kind: FieldKind
    label: Promise
    length: int = REMARK_LENGTH
    head: Promise | None = None
    column: str = ""
    part: str = ""
    headings: tuple[str, ...] = ()
    is_public: bool = False
    is_folded: bool = False
    setting: str = ""
    width: int = 21
    note: Promise | None = None
    name: str = ""

    @property
    def heading(self) -> Promise:
        return self.head or self.label

    def problems(self, where: str, value: str) -> list[Problem]:
        return self.kind.problems(where, value, self.length)


def field_row(section: Section, kind: FieldKind, label: Promise, length: int = REMARK_LENGTH, **about: Any) -> Any:
    """An attribute of an entry that is a field of the form (``EntryField``), empty at first."""
    return dataclasses.field(default="", metadata={"row": EntryField(section, kind, label, length, **about)})


@dataclass(frozen=True)
class Entry:
    """Values of fields. What is typed is tidied here and nowhere else; what cannot be printed stays to be named."""

    def __post_init__(self) -> None:
        for name, row in rows_of(type(self)).items():
            object.__setattr__(self, name, row.kind.tidy(getattr(self, name)))

    @property
    def own_is_empty(self) -> bool:
        """Is nothing typed into its fields? A chosen gender alone does not make a player."""
        return not any(getattr(self, name) for name, row in rows_of(type(self)).items() if row.kind is not GENDER)

    @property
    def own(self) -> dict[str, str]:
        """The values by field."""
        return {name: getattr(self, name) for name in rows_of(type(self))}

    @property
    def columns(self) -> dict[str, str]:
        """The values as they are saved, by the column of the model: nothing unseen is kept, not even of a draft."""
        rows = rows_of(type(self)).values()
        return {row.column: row.kind.stored(getattr(self, row.name)) for row in rows}


@dataclass(frozen=True)
class PlayerEntry(Entry):
    """One line of the form."""

    name: str = field_row(
        Section.PLAYER, PERSON, _("Name"), NAME_LENGTH, is_public=True, width=17,
        headings=(
            "姓名", "名字", "队员", "队员姓名", "选手", "选手姓名", "运动员", "运动员姓名", "参赛人员", "参赛队员",
            "参赛选手", "参赛者", "name", "player",
        ),
        note=_("The full name of one person, at most 25 Chinese characters or 50 letters."),
    )  # fmt: skip
    gender: str = field_row(
        Section.PLAYER, GENDER, _("Gender"), 1, width=11, headings=("性别", "gender", "sex"),
        note=_("May be left open; it is for the office only."),
    )  # fmt: skip
    remark: str = field_row(
        Section.PLAYER, TEXT, _("Remark"), width=27, headings=("备注", "说明", "remark", "remarks", "note")
    )
    mail: str = field_row(
        Section.PLAYER, MAIL, _("E-mail"), MAIL_LENGTH, width=31, is_folded=True,
        headings=("邮箱", "电子邮箱", "电子邮件", "e-mail", "email", "mail"),
        note=_("Of a player: his next match is sent there."),
    )  # fmt: skip
    phone: str = field_row(
        Section.PLAYER, PHONE, _("Telephone"), PHONE_LENGTH, is_folded=True, setting="phones_kept",
        headings=_PHONES, note=_OF_PHONES,
    )  # fmt: skip

    def __post_init__(self) -> None:
        """王伟（大）, 王伟（男）: a mark in brackets behind a name tells namesakes apart and goes into the remark."""
        super().__post_init__()
        if marked := _MARKED.fullmatch(self.name):
            name, mark = marked.groups()
            gender = {"男": "m", "女": "f"}.get(mark, "")
            if gender and self.gender not in ("", gender):
                return  # which of the two is right is for a person to say
            object.__setattr__(self, "name", name)
            if gender:
                object.__setattr__(self, "gender", gender)
            elif mark not in self.remark:
                object.__setattr__(self, "remark", f"{mark} {self.remark}".strip())

    @property
    def is_empty(self) -> bool:
        return self.own_is_empty

    @property
    def columns(self) -> dict[str, str]:
        """With the stored sort key of the name."""
        return {**super().columns, "pinyin": sort_key(storable(self.name))}


@dataclass(frozen=True)
class TeamEntry(Entry):
    """一队, 二队 …: its own fields, and a line for each player that a team of the event may have."""

    ordinal: int
    players: tuple[PlayerEntry, ...] = ()
    name: str = field_row(
        Section.TEAM, TITLE, _("Name of the team"), NAME_LENGTH, is_public=True, width=17,
        headings=("队名", "队伍名称", "队伍名", "球队名称", "代表队名称", "name of the team", "team name"),
        note=_("Of the team's own, such as Eagles; may be left open."),
    )  # fmt: skip

    @property
    def is_empty(self) -> bool:
        return self.own_is_empty and all(player.is_empty for player in self.players)

    def with_lines(self, lines: int) -> "TeamEntry":
        """With empty lines for those who are not named; ValueError if there are more of them already."""
        if len(self.players) > lines:
            raise ValueError(f"{len(self.players)} players in {lines} lines")
        return replace(self, players=(*self.players, *[PlayerEntry()] * (lines - len(self.players))))


@dataclass(frozen=True)
class BranchEntry(Entry):
    """The whole form of one branch. Teams are in the order of their ordinals."""

    leader: str = field_row(
        Section.LEADER, PERSON, _("Leader and coach"), NAME_LENGTH, head=_("Name"), column="leader_name", part="name",
        is_public=True,
    )  # fmt: skip
    leader_gender: str = field_row(Section.LEADER, GENDER, _("Gender of the leader"), 1, head=_("Gender"))
    leader_remark: str = field_row(Section.LEADER, TEXT, _("Remark on the leader"), head=_("Remark"))
    contact_name: str = field_row(Section.CONTACT, PERSON, _("Contact"), NAME_LENGTH, head=_("Name"))
    contact_phone: str = field_row(
        Section.CONTACT, PHONE, _("Telephone"), PHONE_LENGTH,
        headings=_PHONES,
        note=_OF_PHONES,
    )  # fmt: skip
    contact_mail: str = field_row(
        Section.CONTACT, MAIL, _("E-mail of the contact"), MAIL_LENGTH, head=_("E-mail for notices")
    )
    teams: tuple[TeamEntry, ...] = ()

    @property
    def filled(self) -> tuple[TeamEntry, ...]:
        """The teams in which something is written."""
        return tuple(team for team in self.teams if not team.is_empty)

    @property
    def saved_leader(self) -> str:
        """The leader's name as it is saved; empty if the form says 无."""
        return "" if is_nobody(self.leader) else storable(self.leader)

    @property
    def columns(self) -> dict[str, str]:
        """Nobody has no gender."""
        named = {"leader_name": self.saved_leader}
        return {**super().columns, **named, **({} if self.saved_leader else {"leader_gender": ""})}


_ROWS: dict[type, Mapping[str, EntryField]] = {}


def rows_of(entry: type) -> Mapping[str, EntryField]:
    """The fields of the form that stand in such an entry, in their order, by their names."""
    if entry in _ROWS:
        return _ROWS[entry]
    rows: dict[str, EntryField] = {}
    for each in dataclasses.fields(entry):
        if row := each.metadata.get("row"):
            own = each.name.removeprefix(f"{row.section}_")
            part = f"team_{own}" if row.section is Section.TEAM else own
            rows[each.name] = replace(row, name=each.name, column=row.column or each.name, part=row.part or part)
    return _ROWS.setdefault(entry, rows)


def section_rows(section: Section) -> tuple[EntryField, ...]:
    """The fields of a section, in their order."""
    every = (rows_of(entry) for entry in (BranchEntry, TeamEntry, PlayerEntry))
    return tuple(row for rows in every for row in rows.values() if row.section is section)


def kept_rows(section: Section, event: Any) -> tuple[EntryField, ...]:
    """The fields of the section that this event keeps."""
    return tuple(row for row in section_rows(section) if not row.setting or getattr(event, row.setting))


def unkept(event: Any) -> frozenset[str]:
    """The fields of players that this event does not keep."""
    return frozenset(row.name for row in section_rows(Section.PLAYER)) - {
        row.name for row in kept_rows(Section.PLAYER, event)
    }


PUBLIC_OF_TEAM = tuple(row for row in section_rows(Section.TEAM) if row.is_public)
"""What everybody reads beside 一队, 二队 …"""


def list_columns() -> dict[str, EntryField]:
    """The columns of a list with a line for each person, each by its part and as the player has it: what stands in a
    player's line, what the contact has, what is rarely filled, then the team's own."""
    player, team = section_rows(Section.PLAYER), section_rows(Section.TEAM)
    others = (*section_rows(Section.LEADER), *section_rows(Section.CONTACT))
    rows = {row.part: row for row in (*team, *others, *player)}
    in_order = (*(row for row in player if not row.is_folded), *others, *player, *team)
    return {row.part: rows[row.part] for row in in_order}


def values_of(entry: type[Entry], saved: Any) -> dict[str, Any]:
    """The values by field, of a row of the model."""
    return {name: getattr(saved, row.column) for name, row in rows_of(entry).items()}


def field_name(ordinal: int, number: int, part: str) -> str:
    """``team1_player2_name``."""
    return f"team{ordinal}_player{number}_{part}"


def team_field(ordinal: int, name: str) -> str:
    """``team1_name``: a field of the team's own."""
    return f"team{ordinal}_{name}"


@lru_cache(maxsize=1_000)
def is_field(where: str) -> bool:
    """Is it the name of a field on the page, or "", the whole of the form?"""
    own = "|".join(["", *rows_of(BranchEntry)])
    team, player = "|".join(rows_of(TeamEntry)) or "(?!)", "|".join(rows_of(PlayerEntry))
    return re.fullmatch(rf"{own}|team[1-9]\d?_({team}|player[1-9]_({player}))", where) is not None


def form_fields(form: BranchEntry) -> Iterator[tuple[str, EntryField, str]]:
    """Every field of the form with its name on the page and what stands in it, in the order of the page."""
    for row in section_rows(Section.LEADER):
        yield row.name, row, getattr(form, row.name)
    for team in form.teams:
        yield from ((team_field(team.ordinal, n), row, getattr(team, n)) for n, row in rows_of(TeamEntry).items())
        for number, player in enumerate(team.players, start=1):
            for name, row in rows_of(PlayerEntry).items():
                yield field_name(team.ordinal, number, name), row, getattr(player, name)
    for row in section_rows(Section.CONTACT):
        yield row.name, row, getattr(form, row.name)
