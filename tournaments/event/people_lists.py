"""裁判名单: names as an office has them in a chat or a table, with phones or roles, read into people."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from journal.refusals import Problem
from journal.texts import clean, storable
from tournaments.codes import Code
from tournaments.states import RoleKind

ROLES = {
    **dict.fromkeys(("裁判长", "副裁判长", "主裁判", "chief referee", "chief"), RoleKind.CHIEF_REFEREE),
    **dict.fromkeys(("裁判", "裁判员", "referee"), RoleKind.REFEREE),
    **dict.fromkeys(("赛务", "赛务办公室", "工作人员", "office"), RoleKind.OFFICE),
}
HEADS = frozenset(
    (
        "姓名",
        "名字",
        "电话",
        "手机",
        "手机号",
        "手机号码",
        "联系电话",
        "联系方式",
        "角色",
        "身份",
        "职务",
        "岗位",
        "分工",
        "职责",
        "单位",
        "部门",
        "性别",
        "备注",
        "序号",
        "name",
        "phone",
        "role",
    )
)
LONGEST_NAME = 40
SAME = str.maketrans("（）：，；．＋０１２３４５６７８９", "():,;.+0123456789")
NUMBERING = re.compile(r"\s*(?:\d{1,3}\s*[.、)]|\d{1,2}\s|[①-⑳]|[一二三四五六七八九十]+[、.]|[-*•@])\s*")
BETWEEN = re.compile(r"[、,;/|\t]+")
PHONE = re.compile(r"\+?\d(?:[ -]?\d){5,14}")
_WORDS = "|".join(sorted(ROLES, key=len, reverse=True))
ROLE = re.compile(rf"(?<![^\s(])(?:{_WORDS})(?![^\s):])", re.IGNORECASE)
TOKEN = re.compile(r"[^\s()]+(?:\([^()]*\))?")
NAME = re.compile(r"([^\W\d_][\w.·•'’-]*(?: [\w.·'’-]+)*)(?:\(([^()]+)\))?")
TAIL = 4
"""Figures of a phone that tell two people of one name apart."""


@dataclass(frozen=True)
class Named:
    """Somebody of the list: ``name`` as it is shown, with what tells him from another one; ``kind`` "" if none stands
    there; ``phone`` figures alone, which is kept nowhere; in which ``line`` of the text."""

    name: str
    kind: str
    phone: str
    line: int

    @property
    def sign_in_name(self) -> str:
        """王伟, li.lei: the name in small letters without its remark, before anybody else is thought of."""
        plain = self.name.partition("（")[0].lower().replace(" ", ".")
        return re.sub(r"[^\w.·-]|_", "", plain)[: LONGEST_NAME // 2]


def read_people(text: str) -> tuple[list[Named], list[Problem]]:
    """Everybody of the text, once, and what is unclear in it: one a line, or several between 、 , or blanks; a role in
    a line is that of its people, alone or before a colon that of those who follow."""
    people: list[Named] = []
    problems: list[Problem] = []
    head = ""
    for number, line in enumerate(storable_lines(text), start=1):
        of_line, kind, unclear = _line(line, number, head)
        people += of_line
        head = kind if not of_line and not unclear else head
        problems += [Problem(Code.PERSON_UNCLEAR, "lines", {"line": number, "text": words}) for words in unclear]
    apart, twice = _told_apart(people)
    return apart, problems + twice


def storable_lines(text: str) -> list[str]:
    """The lines of what was pasted, without what nobody sees."""
    return [storable(line.replace("\t", "、")).translate(SAME) for line in text.replace("\r", "\n").split("\n")]


def _line(line: str, number: int, head: str) -> tuple[list[Named], str, list[str]]:
    """The people of a line, the role that it names for those who follow, and words that are none of this."""
    line = NUMBERING.sub("", line, count=1) if NUMBERING.match(line) else line
    people: list[Named] = []
    unclear: list[str] = []
    before, colon, rest = line.partition(":")
    if colon and (role := _role(before)):
        head, line = role, rest
    for part in BETWEEN.split(line):
        phones = [re.sub(r"\D", "", phone) for phone in PHONE.findall(part)]
        roles = [_role(word) for word in ROLE.findall(part)]
        words = re.sub(r"\(\s*\)", " ", ROLE.sub(" ", PHONE.sub(" ", part)))
        names = [token for token in _names(words) if token.lower() not in HEADS]
        if len(set(roles)) > 1 or any(not NAME.fullmatch(name) or len(name) > LONGEST_NAME for name in names):
            unclear.append(clean(part))
        elif names:
            kind = roles[0] if roles else head
            people += [
                Named(_shown(name), kind, phones[place] if place < len(phones) else "", number)
                for place, name in enumerate(names)
            ]
        elif people:
            last = people[-1]
            people[-1] = replace(last, kind=roles[0] if roles else last.kind, phone=phones[0] if phones else last.phone)
        elif roles:
            head = roles[0]
    return people, head, unclear


def _role(words: str) -> str:
    return str(ROLES.get(words.strip().lower(), ""))


def _names(words: str) -> Iterator[str]:
    """张 三 is one name, and so is Li Lei; 张三 李四 are two."""
    run = ""
    for token in TOKEN.findall(re.sub(r"\s+\(", "(", words)):
        joins = run and ((token.isascii() and run.isascii()) or (len(run) == 1 and len(token.partition("(")[0]) == 1))
        if joins:
            run = f"{run} {token}" if run.isascii() else run + token
        else:
            yield from [run] if run else []
            run = token
    yield from [run] if run else []


def _shown(name: str) -> str:
    found = NAME.fullmatch(name)
    assert found is not None
    return f"{found[1]}（{found[2].strip()}）" if found[2] else found[1]


def _told_apart(people: list[Named]) -> tuple[list[Named], list[Problem]]:
    """Each person once: of one name and one phone is one; of one name the ends of the phones tell who is who."""
    by_name: dict[str, dict[str, Named]] = {}
    problems = []
    for one in people:
        same = by_name.setdefault(one.name, {})
        if same and (not one.phone or "" in same):
            lines = {"name": one.name, "first": next(iter(same.values())).line, "second": one.line}
            problems.append(Problem(Code.PERSON_TWICE, "lines", lines))
        else:
            same.setdefault(one.phone, one)
    apart = []
    for same in by_name.values():
        tails = {phone[-TAIL:] for phone in same}
        if len(tails) < len(same):
            first, second, *_ = same.values()
            lines = {"name": first.name, "first": first.line, "second": second.line}
            problems.append(Problem(Code.PERSON_TWICE, "lines", lines))
        apart += [
            replace(one, name=f"{one.name}（{phone[-TAIL:]}）") if len(same) > 1 else one for phone, one in same.items()
        ]
    return apart, problems
