"""分会报名表 (annex 4) as the office or the branch itself fills it in: the branch's own fields, and a line for each
player of each team."""

import re
from collections.abc import Callable, Collection, Container
from http import HTTPStatus
from typing import Any, TypeVar

from django import forms
from django.http import Http404, HttpRequest, QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from journal.queries import last_event_number
from journal.refusals import Problem
from tournaments.bracket.words.names import listed, ordinal
from tournaments.codes import Code
from tournaments.entries.fields import (
    GENDER,
    HIGHEST_TEAM,
    BranchEntry,
    EntryField,
    PlayerEntry,
    Section,
    TeamEntry,
    field_name,
    form_fields,
    rows_of,
    section_rows,
    team_field,
    unkept,
)
from tournaments.entries.files.loose_lines import loose_lines
from tournaments.entries.files.questions import BranchNames
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.forms import namesake_warnings, print_warnings
from tournaments.entries.names import listed_people
from tournaments.entries.queries.entries import OpenedEntry, entry_form
from tournaments.entries.words import GENDERS
from tournaments.models import Tournament
from tournaments.states import EntryState
from web.requests.forms import Choice, Fault, Hidden, Lines, PageForm, Text, group

OF_NO_VERSION = -1
_TEAM = re.compile(r"team([1-9]\d?)_\w+")


F = TypeVar("F", bound=type[PageForm])


def has_fields(*rows: EntryField) -> Callable[[F], F]:
    """A form with a field for each of these of the entry form, with its ``row``."""

    def add(form: F) -> F:
        for row in rows:
            if row.kind is GENDER:
                box: Text = Choice(row.label, [*GENDERS.items()])
            else:
                shown: dict[str, Any] = {} if row.kind.input == "text" else {"type": row.kind.input}
                box = Text(row.label, autocomplete="off", **shown)
            box.row = row  # type: ignore[attr-defined]
            form.base_fields = {**form.base_fields, row.name: box}
        return form

    return add


class EntryLine(PageForm):
    """The fields of one entry: those that stand in its line, and those behind a fold."""

    rows: tuple[EntryField, ...] = ()

    def add_prefix(self, field_name: str) -> str:
        return f"{self.prefix}_{field_name}"

    def line(self) -> list[forms.BoundField]:
        return [self[row.name] for row in self.rows if not row.is_folded]

    def folded(self) -> list[forms.BoundField]:
        return [self[row.name] for row in self.rows if row.is_folded and row.name in self.fields]


@has_fields(*section_rows(Section.PLAYER))
class PlayerForm(EntryLine):
    """One line; its labels in a list of problems name the team and the number."""

    rows = section_rows(Section.PLAYER)


@has_fields(*section_rows(Section.TEAM))
class TeamForm(EntryLine):
    """The team's own fields."""

    rows = section_rows(Section.TEAM)


class TeamLines(Lines):
    """一队, 二队 …: its own fields, and a line for each player; a withdrawn team is shown without fields."""

    form = PlayerForm

    def __init__(
        self,
        data: Any,
        team: TeamEntry,
        *,
        withdrawn: bool,
        remarked: Container[str],
        seats: int,
        unkept: Collection[str] = (),
    ) -> None:
        self.ordinal, self.withdrawn, self.remarked, self.seats = team.ordinal, withdrawn, remarked, seats
        super().__init__(data, initial=[vars(player) for player in team.players], prefix=f"team{team.ordinal}")
        self.own = TeamForm(data, initial=team.own, prefix=self.prefix)
        for line in self.forms:
            for name in unkept:
                del line.fields[name]

    def add_prefix(self, index: int | str) -> str:
        return f"{self.prefix}_player{int(index) + 1}"

    def label_of(self, line: forms.Form) -> str:
        number = self.forms.index(line) + 1
        words = _("%(team)s, player %(number)s") if number <= self.seats else _("%(team)s, reserve %(number)s")
        return words % {"team": ordinal(self.ordinal), "number": number}

    def is_reserve(self, line: forms.Form) -> bool:
        return self.forms.index(line) >= self.seats

    def is_valid(self) -> bool:
        is_own_valid = self.own.is_valid()
        return super().is_valid() and is_own_valid

    def takes(self, problem: Problem) -> bool:
        own = problem.field.removeprefix(f"{self.prefix}_")
        if problem.field == self.own.add_prefix(own) and own in self.own.fields:
            self.own.put(own, problem)
            return True
        return super().takes(problem)

    @property
    def faults(self) -> list[Fault]:
        own = [Fault(fault.id, f"{ordinal(self.ordinal)} · {fault.label}", fault.words) for fault in self.own.faults]
        return [*own, *super().faults]

    @property
    def is_unfolded(self) -> bool:
        """Is something behind the fold filled in, wrong or remarked on?"""
        folded = [box for line in self.forms for box in line.folded()]
        return any(box.value() or box.errors or box.html_name in self.remarked for box in folded)

    def entry(self) -> TeamEntry:
        players = tuple(PlayerEntry(**line.cleaned_data) for line in self.forms)
        return TeamEntry(self.ordinal, players, **self.own.cleaned_data)


@has_fields(*section_rows(Section.LEADER), *section_rows(Section.CONTACT))
class EntryForm(PageForm):
    """The whole form; ``branch`` says whose it is."""

    branch = Hidden()
    leader_line = group(*(row.name for row in section_rows(Section.LEADER)))
    contact_line = group(*(row.name for row in section_rows(Section.CONTACT)))

    def __init__(self, data: Any, opened: OpenedEntry, *, version: int) -> None:
        super().__init__(data, initial=vars(opened.form), version=version)
        self.opened = opened
        self.mentioned = {int(hit[1]) for name in data or () if (hit := _TEAM.fullmatch(name))}

    @cached_property
    def teams(self) -> list[TeamLines]:
        """Those of the quota, those that are entered, and those that were sent with something written in them."""
        known = {team.ordinal: team for team in self.opened.form.teams}
        lines = self.opened.branch.tournament.most_players
        blank = tuple(PlayerEntry() for _line in range(lines))
        sent = [n for n in self.mentioned - known.keys() if self._is_written(n, lines)]
        teams = [*known.values(), *(TeamEntry(n, blank) for n in sent)]
        return [
            TeamLines(self.data if self.is_bound and t.ordinal in self.mentioned else None, t,
                      withdrawn=t.ordinal in self.opened.withdrawn, remarked=self.remarked,
                      seats=self.opened.branch.tournament.fewest_players, unkept=unkept(self.opened.branch.tournament))
            for t in sorted(teams, key=lambda team: team.ordinal)
        ]  # fmt: skip

    @property
    def remarked(self) -> dict[str, str]:
        """What the office remarked when it returned the form, by field; "" is the whole."""
        branch = self.opened.branch
        return branch.remarks if branch.state in (EntryState.RETURNED, EntryState.HANDED_IN) else {}

    @cached_property
    def warned(self) -> dict[str, list[Problem]]:
        """Names that cannot be printed, or stand in another branch too, by the field of the name."""
        form = self.entry() if self.is_bound and self.is_valid() else self.opened.form
        by_field: dict[str, list[Problem]] = {}
        for warning in [*print_warnings(form), *namesake_warnings(form, self.opened.elsewhere)]:
            by_field.setdefault(warning.field, []).append(warning)
        return by_field

    def entry(self) -> BranchEntry:
        """What was typed; teams that the page did not show are not mentioned."""
        own = {name: self.cleaned_data[name] for name in rows_of(BranchEntry)}
        teams = tuple(team.entry() for team in self.teams if team.is_bound)
        return BranchEntry(**own, teams=teams)

    def parts(self) -> list[TeamLines]:
        return self.teams

    def theirs(self) -> list[tuple[str, str]]:
        """The leader and the teams, as they are saved."""
        saved = self.opened.form
        leader = [(str(self.fields["leader"].label), saved.leader)] if saved.leader else []
        teams = [
            (ordinal(team.ordinal), listed([*filter(None, team.own.values()), *(p.name or "—" for p in team.players)]))
            for team in saved.filled
        ]
        return [*leader, *teams]

    @classmethod
    def fields_of(cls, entry: BranchEntry) -> dict[str, str]:
        """What a page sends that holds this form, without the lines, and fields of the branch, that it leaves empty."""
        sent = {name: text for name, text in entry.own.items() if text}
        for team in entry.filled:
            sent |= {team_field(team.ordinal, name): text for name, text in team.own.items()}
            for number, player in enumerate(team.players, start=1):
                own = {} if player.is_empty else player.own
                sent |= {field_name(team.ordinal, number, name): text for name, text in own.items()}
        return sent

    @property
    def faults(self) -> list[Fault]:
        """In the order of the page: the leader, the teams, the contact."""
        faults = super().faults
        contact = [fault for fault in faults if fault.id.startswith("f-contact")]
        return [fault for fault in faults if fault not in contact] + contact

    def _is_written(self, ordinal: int, lines: int) -> bool:
        blank = BranchEntry(teams=(TeamEntry(ordinal).with_lines(lines),))
        fields = [name for name, row, _text in form_fields(blank) if row.kind is not GENDER and name.startswith("team")]
        return ordinal <= HIGHEST_TEAM and any(self.data.get(name, "").strip() for name in fields)


def opened_form(tournament: Tournament, number: int) -> tuple[OpenedEntry, int]:
    """The form of that branch and its version, or 404. The version is read first, so that a form never claims a newer
    one than it shows."""
    branch = tournament.branches.filter(number=number).first()
    version = last_event_number(tournament.journal, branch.subject) if branch else 0
    opened = entry_form(tournament, number)
    if opened is None:
        raise Http404
    return opened, version


def received(
    request: HttpRequest, opened: OpenedEntry, version: int, save: Callable[[EntryForm, int], Any]
) -> EntryForm:
    """What was typed; its ``status`` is 200 if ``save`` has taken the form, which was made from that version."""
    form = EntryForm(request.POST, opened, version=version)
    if spread := _spread_names(request.POST, opened):
        data, problem = spread
        form = EntryForm(data, opened, version=form.made_from)
        form.take([problem])
        form.status = HTTPStatus.UNPROCESSABLE_ENTITY
        return form

    def take(typed: dict[str, Any]) -> None:
        # a page of another branch was made from no version of this one
        save(form, form.made_from if typed["branch"] == str(opened.branch.pk) else OF_NO_VERSION)

    form.try_to(take, request)
    return form


def _spread_names(sent: QueryDict, opened: OpenedEntry) -> tuple[QueryDict, Problem] | None:
    """What the form holds when each name of a list that was pasted into one field has a field of its own: it is spread
    over the fields that follow, or by teams. None where every field holds one name at most, or the names do not fit
    into the empty fields that follow."""
    event = opened.branch.tournament
    ordinals = [team.ordinal for team in opened.form.teams if team.ordinal not in opened.withdrawn]
    lines = [(ordinal, number) for ordinal in ordinals for number in range(1, event.most_players + 1)]
    for place, pasted in enumerate(lines):
        text = sent.get(field_name(*pasted, "name"), "")
        by_team = _by_team(text, event.fewest_players)
        people = [person for _line, person in by_team] or listed_people(text)
        if by_team or len(people) > 1 or any(gender for _name, gender in people):
            room = [line for line, _person in by_team] or lines[place : place + len(people)]
            break
    else:
        return None
    is_taken = any(sent.get(field_name(*line, "name"), "").strip() for line in room if line != pasted)
    if is_taken or len(room) < len(people) or not set(room) <= set(lines):
        return None
    data = sent.copy()
    data[field_name(*pasted, "name")] = ""
    for line, (name, gender) in zip(room, people, strict=True):
        data[field_name(*line, "name")] = name
        if gender:
            data[field_name(*line, "gender")] = gender
    return data, Problem(Code.NAMES_SPREAD, field_name(*room[0], "name"), {"count": len(people)})


def _by_team(text: str, seats: int) -> list[tuple[tuple[int, int], tuple[str, str]]]:
    """队1 队员甲 队员乙 队2 …: the line of the form and the person; [] for a text that does not say the team of each,
    or leaves something unclear."""
    sheet, nobodys = Worksheet("", ((text,),)), BranchNames((), {})
    loose = loose_lines(1, sheet, nobodys, {}, seats=seats, is_own=True) if text else None
    if loose is None or loose.unclear or not all(isinstance(line.role, int) for line in loose.lines):
        return []
    return [
        ((line.role, number), (player.name, player.gender))
        for line in loose.lines
        if isinstance(line.role, int)
        for number, (player, _cells) in enumerate(line.players(), start=1)
    ]
