"""Everything that can be wrong with a 分会报名表 (annex 4 of S000). Knows no database.

A problem names the field of the page (``leader``, ``team1_player2_name`` …), so that it is shown there.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from journal.refusals import Problem
from journal.texts import has_unseen
from tournaments.codes import Code
from tournaments.entries.fields import (
    NAME_LENGTH,
    PERSON,
    TITLE,
    BranchEntry,
    Entry,
    PlayerEntry,
    Section,
    TeamEntry,
    field_name,
    form_fields,
    name_width_problems,
    rows_of,
    team_field,
)
from tournaments.entries.glyphs import print_doubts
from tournaments.entries.names import has_letter, is_nobody, likeness, people, wrong_characters


@dataclass(frozen=True)
class Registered:
    """Somebody of another branch: who, and in which team; its leader is in team 0."""

    name: str
    mail: str
    branch: str
    ordinal: int
    gender: str = ""


@dataclass(frozen=True)
class _Line:
    """A written line of the form, and where it stands: which team, which of its players."""

    ordinal: int
    number: int
    player: PlayerEntry
    likeness: str

    def field(self, part: str) -> str:
        return field_name(self.ordinal, self.number, part)


def in_full(form: BranchEntry, *, quota: int, lines: int) -> BranchEntry:
    """The form with a place for every team of the quota and so many lines for each."""
    known = {team.ordinal: team for team in form.teams}
    ordinals = sorted(known.keys() | set(range(1, quota + 1)))
    return replace(form, teams=tuple(known.get(n, TeamEntry(n)).with_lines(lines) for n in ordinals))


def entry_problems(
    form: BranchEntry, *, quota: int, elsewhere: Sequence[Registered] = (), reserves: int = 0
) -> list[Problem]:
    """Everything that keeps the form from being entered, in the order of its fields (S000 一 and 附件 4). Of the lines
    of a team as many may stay empty as it may have ``reserves``.

    ``elsewhere`` are the players of all other branches: the same name with the same e-mail is the same person, the same
    name alone is a namesake.
    """
    # the leader, perhaps none, and the contact
    named = len(people(form.leader))
    problem = None if is_nobody(form.leader) else name_problem(form.leader, "leader")
    problems = [Problem(Code.MORE_THAN_ONE_LEADER, "leader", {"count": named})] if named > 1 else []
    problems += [problem] if problem and (named <= 1 or problem.code == Code.NAME_TOO_LONG) else []
    problems += value_problems(form, only=Section.LEADER)
    problem = one_name_problem(form.contact_name, "contact_name") if form.contact_name else None
    problems += [problem] if problem else []
    problems += value_problems(form, only=Section.CONTACT)

    # the teams, and each of their places
    lines = _lines(form)
    if not lines:
        problems.append(Problem(Code.NO_PLAYERS, field_name(1, 1, "name")))
    for team in form.filled:
        ordinal = team.ordinal
        if ordinal > quota:
            data = {"ordinal": ordinal, "quota": quota}
            problems.append(Problem(Code.OVER_QUOTA, field_name(ordinal, 1, "name"), data))
        problems += value_problems(team, team_field(ordinal, ""))
        empty = [number for number, player in enumerate(team.players, start=1) if player.is_empty]
        missing = empty[: max(0, len(empty) - reserves)]
        for number, player in enumerate(team.players, start=1):
            where = field_name(ordinal, number, "name")
            if player.is_empty:
                data = {"ordinal": ordinal, "seats": len(team.players) - reserves}
                problems += [Problem(Code.ONE_PLAYER_ONLY, where, data)] if number in missing else []
                continue
            problem = one_name_problem(player.name, where)
            problems += [problem] if problem else another_branch_problems(player, elsewhere, where)[:1]
            problems += value_problems(player, field_name(ordinal, number, ""))
    return problems


def draft_problems(form: BranchEntry, *, quota: int) -> list[Problem]:
    """What not even a draft can hold: texts that are too long, teams beyond the quota."""
    cannot_be_saved = {
        Code.MORE_THAN_ONE_PLAYER, Code.NAME_TOO_LONG, Code.TEXT_TOO_LONG, Code.OVER_QUOTA, Code.GENDER_INVALID,
    }  # fmt: skip
    return [p for p in entry_problems(form, quota=quota) if p.code in cannot_be_saved]


def entry_warnings(form: BranchEntry, elsewhere: Sequence[Registered] = ()) -> list[Problem]:
    """What the office may want to ask about and need not mend: no leader, genders left out (one warning for all), names
    that cannot be printed or also stand in another branch."""
    warnings = [Problem(Code.NO_LEADER, "leader")] if is_nobody(form.leader) else []
    missing = [line for line in _lines(form) if not line.player.gender]
    if missing:
        names = "、".join(line.player.name for line in missing)
        warnings.append(Problem(Code.GENDER_MISSING, missing[0].field("gender"), {"names": names}))
    return warnings + print_warnings(form) + namesake_warnings(form, elsewhere)


def print_warnings(form: BranchEntry, known: Collection[str] = ()) -> list[Problem]:
    """Names that cannot be printed, each at its field, but those that are ``known``."""
    names = ((where, text) for where, row, text in form_fields(form) if row.kind in (PERSON, TITLE))
    return [doubt for where, text in names if text not in known for doubt in print_doubts(text, where)]


def namesake_warnings(form: BranchEntry, elsewhere: Sequence[Registered]) -> list[Problem]:
    """The leader and the players whose names stand in another branch too, each at the field of the name."""
    leader = PlayerEntry(form.saved_leader, form.leader_gender)
    named = [(leader, "leader"), *((line.player, line.field("name")) for line in _lines(form))]
    wanted = {likeness(person.name) for person, _where in named if person.name}
    alike = [other for other in elsewhere if likeness(other.name) in wanted]
    warnings = (namesake_warning(person, alike, where) for person, where in named)
    return [warning for warning in warnings if warning]


def namesake_warning(player: PlayerEntry, elsewhere: Sequence[Registered], where: str) -> Problem | None:
    """The name stands in another branch: a namesake, or the same person; likelier so if the gender is the same."""
    alike = [other for other in elsewhere if player.name and likeness(other.name) == likeness(player.name)]
    same = [other for other in alike if player.gender and other.gender == player.gender]
    for code, others in ((Code.NAMESAKE_SAME_GENDER, same), (Code.NAMESAKE, alike)):
        if others:
            data = {"name": player.name, "branch": others[0].branch, "ordinal": others[0].ordinal}
            return Problem(code, where, data)
    return None


def _lines(form: BranchEntry) -> list[_Line]:
    return [
        _Line(t.ordinal, n, p, likeness(p.name))
        for t in form.teams
        for n, p in enumerate(t.players, start=1)
        if not p.is_empty
    ]


def value_problems(entry: Entry, prefix: str = "", *, only: Section | None = None) -> Iterator[Problem]:
    """What is wrong with each value by itself, names of people apart, at ``<prefix><field>``."""
    for name, row in rows_of(type(entry)).items():
        if row.kind is not PERSON and only in (None, row.section):
            yield from row.problems(f"{prefix}{name}", getattr(entry, name))


def one_name_problem(name: str, where: str) -> Problem | None:
    """What is wrong with a field for one person, if anything: several people, or ``name_problem``."""
    count = len(people(name))
    return Problem(Code.MORE_THAN_ONE_PLAYER, where, {"count": count}) if count > 1 else name_problem(name, where)


def name_problem(name: str, where: str) -> Problem | None:
    """What is wrong with one tidied name, if anything: empty, too long, unseen characters, or no name at all."""
    if not name:
        return Problem(Code.NAME_EMPTY, where)
    for problem in name_width_problems(where, name, NAME_LENGTH):
        return problem
    if has_unseen(name):
        return Problem(Code.NAME_INVALID, where)
    if wrong := wrong_characters(name):
        return Problem(Code.NAME_CHARACTERS, where, {"characters": wrong})
    if not has_letter(name):
        return Problem(Code.NAME_WITHOUT_LETTER, where)
    return None if has_letter(name[0]) else Problem(Code.NAME_START, where, {"characters": name[0]})


def same_name_doubts(form: BranchEntry, entered: Iterable[str] = ()) -> list[Problem]:
    """一人只能参加一支队伍: each name that stands in the form before, unless the remarks of both tell two people apart.
    Of the names of those who are ``entered`` as many are known to be of different people."""
    known, lines, doubts = Counter(map(likeness, entered)), _lines(form), []
    for number, line in enumerate(lines):
        same = [other for other in lines[:number] if line.likeness and other.likeness == line.likeness]
        remarks = [likeness(each.player.remark) for each in (line, *same)]
        are_apart = all(remarks) and remarks[0] not in remarks[1:]
        if not same or len(same) < known[line.likeness] or are_apart:
            continue
        where = line.field("name")
        doubts.append(same_name_doubt(where, line.player, line.ordinal, same[0].player.name, same[0].ordinal))
    return doubts


def same_name_doubt(where: str, player: PlayerEntry, ordinal: int, other: str, of_other: int) -> Problem:
    """The name in a team of that ordinal, and the ``other`` that is alike, in the same team or another."""
    code = Code.TWICE_IN_TEAM if ordinal == of_other else Code.IN_TWO_TEAMS
    data = {"name": player.name, "ordinal": of_other, "other": other}
    return Problem(code if player.name == other else Code.LOOKS_ALIKE, where, data)


def another_branch_problems(player: PlayerEntry, elsewhere: Iterable[Registered], where: str = "") -> list[Problem]:
    """Who of another branch is the same person: name and e-mail together tell that; namesakes are legitimate."""
    mail, name = player.mail.casefold(), likeness(player.name)
    same = [r for r in elsewhere if mail and mail == r.mail.casefold() and name == likeness(r.name)]
    facts = [{"name": player.name, "branch": r.branch, "ordinal": r.ordinal} for r in same]
    return [Problem(Code.IN_ANOTHER_BRANCH, where, data) for data in facts]
