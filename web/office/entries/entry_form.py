"""分会报名表 (annex 4) as the office or the branch itself fills it in: the branch's own fields, and a line for each
player of each team."""

import re
from collections.abc import Callable, Container
from http import HTTPStatus
from typing import Any

from django import forms
from django.http import Http404, HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.queries import last_event_number
from journal.refusals import Problem
from tournaments.bracket.words.names import listed, ordinal
from tournaments.codes import Code
from tournaments.entries.forms import (
    HIGHEST_TEAM,
    BranchEntry,
    PlayerEntry,
    TeamEntry,
    field_name,
    namesake_warnings,
)
from tournaments.entries.queries.entries import OpenedEntry, entry_form
from tournaments.entries.words.entries import GENDERS
from tournaments.models import Tournament
from tournaments.states import EntryState
from web.office.entries.pasted import spread_names
from web.requests.forms import Choice, Fault, Hidden, Lines, PageForm, Text

OF_NO_VERSION = -1
_TEAM = re.compile(r"team([1-9]\d?)_player\d_\w+")


def _gender(label: Any) -> Choice:
    return Choice(label, [*GENDERS.items()])


class PlayerForm(PageForm):
    """One line; its labels in a list of problems name the team and the number."""

    name = Text(gettext_lazy("Name"), autocomplete="off")
    gender = _gender(gettext_lazy("Gender"))
    remark = Text(gettext_lazy("Remark"), autocomplete="off")
    mail = Text(gettext_lazy("E-mail"), type="email", autocomplete="off")

    def add_prefix(self, field_name: str) -> str:
        return f"{self.prefix}_{field_name}"


class TeamLines(Lines):
    """The players of 一队, 二队 …; a withdrawn team is shown without fields."""

    form = PlayerForm

    def __init__(self, data: Any, team: TeamEntry, *, withdrawn: bool, remarked: Container[str]) -> None:
        self.ordinal, self.withdrawn, self.remarked = team.ordinal, withdrawn, remarked
        super().__init__(data, initial=[vars(player) for player in team.players], prefix=f"team{team.ordinal}")

    def add_prefix(self, index: int | str) -> str:
        return f"{self.prefix}_player{int(index) + 1}"

    def label_of(self, line: forms.Form) -> str:
        return _("%(team)s, player %(number)s") % {"team": ordinal(self.ordinal), "number": self.forms.index(line) + 1}

    @property
    def has_mails(self) -> bool:
        """Is an address written down, or one wrong or remarked on?"""
        mails = [line["mail"] for line in self.forms]
        return any(mail.value() or mail.errors or mail.html_name in self.remarked for mail in mails)

    def entry(self) -> TeamEntry:
        return TeamEntry(self.ordinal, tuple(PlayerEntry(**line.cleaned_data) for line in self.forms))


class EntryForm(PageForm):
    """The whole form; ``branch`` says whose it is."""

    branch = Hidden()
    leader = Text(gettext_lazy("Leader and coach"), autocomplete="off")
    leader_gender = _gender(gettext_lazy("Gender of the leader"))
    leader_remark = Text(gettext_lazy("Remark on the leader"), autocomplete="off")
    contact_name = Text(gettext_lazy("Contact"), autocomplete="off")
    contact_phone = Text(gettext_lazy("Telephone"), type="tel", autocomplete="off")
    contact_mail = Text(gettext_lazy("E-mail of the contact"), type="email", autocomplete="off")

    OWN = ("leader", "leader_gender", "leader_remark", "contact_name", "contact_phone", "contact_mail")

    def __init__(self, data: Any, opened: OpenedEntry, *, version: int) -> None:
        super().__init__(data, initial=vars(opened.form), version=version)
        self.opened = opened
        self.mentioned = {int(found[1]) for name in data or () if (found := _TEAM.fullmatch(name))}

    @cached_property
    def teams(self) -> list[TeamLines]:
        """Those of the quota, those that are entered, and those that were sent with something written in them."""
        known = {team.ordinal: team for team in self.opened.form.teams}
        seats = self.opened.branch.tournament.seats
        blank = tuple(PlayerEntry() for _seat in range(seats))
        sent = [n for n in self.mentioned - known.keys() if self._is_written(n, seats)]
        teams = [*known.values(), *(TeamEntry(n, blank) for n in sent)]
        return [
            TeamLines(self.data if self.is_bound and t.ordinal in self.mentioned else None, t,
                      withdrawn=t.ordinal in self.opened.withdrawn, remarked=self.remarked)
            for t in sorted(teams, key=lambda team: team.ordinal)
        ]  # fmt: skip

    @property
    def remarked(self) -> dict[str, str]:
        """What the office remarked when it returned the form, by field; "" is the whole."""
        branch = self.opened.branch
        return branch.remarks if branch.state in (EntryState.RETURNED, EntryState.HANDED_IN) else {}

    @cached_property
    def warned(self) -> dict[str, list[Problem]]:
        """Names that stand in another branch too, by the field of the name."""
        form = self.entry() if self.is_bound and self.is_valid() else self.opened.form
        found: dict[str, list[Problem]] = {}
        for warning in namesake_warnings(form, self.opened.elsewhere):
            found.setdefault(warning.field, []).append(warning)
        return found

    def entry(self) -> BranchEntry:
        """What was typed; teams that the page did not show are not mentioned."""
        own = {name: self.cleaned_data[name] for name in self.OWN}
        teams = tuple(team.entry() for team in self.teams if team.is_bound)
        return BranchEntry(**own, teams=teams)

    def parts(self) -> list[TeamLines]:
        return self.teams

    def theirs(self) -> list[tuple[str, str]]:
        """The leader and the teams, as they are saved."""
        saved = self.opened.form
        leader = [(str(self.fields["leader"].label), saved.leader)] if saved.leader else []
        teams = [
            (ordinal(team.ordinal), listed(player.name or "—" for player in team.players)) for team in saved.filled
        ]
        return [*leader, *teams]

    @classmethod
    def fields_of(cls, entry: BranchEntry) -> dict[str, str]:
        """What a page sends that holds this form, without the lines, and fields of the branch, that it leaves empty."""
        own = {name: text for name in cls.OWN if (text := str(getattr(entry, name)))}
        lines = [(team.ordinal, n, player) for team in entry.filled for n, player in enumerate(team.players, start=1)]
        named = [line for line in lines if not line[2].is_empty]
        return own | {field_name(t, n, part): text for t, n, player in named for part, text in vars(player).items()}

    @property
    def faults(self) -> list[Fault]:
        """In the order of the page: the leader, the teams, the contact."""
        found = super().faults
        contact = [fault for fault in found if fault.id.startswith("f-contact")]
        return [fault for fault in found if fault not in contact] + contact

    def _is_written(self, ordinal: int, seats: int) -> bool:
        names = [field_name(ordinal, n, part) for n in range(1, seats + 1) for part in ("name", "remark", "mail")]
        return ordinal <= HIGHEST_TEAM and any(self.data.get(name, "").strip() for name in names)


def opened_form(tournament: Tournament, number: int) -> tuple[OpenedEntry, int]:
    """The form of that branch and its version, or 404. The version is read first, so that a form never claims a newer
    one than it shows."""
    branch = tournament.branches.filter(number=number).first()
    version = last_event_number(tournament.journal, branch.subject) if branch else 0
    found = entry_form(tournament, number)
    if found is None:
        raise Http404
    return found, version


def received(
    request: HttpRequest, opened: OpenedEntry, version: int, save: Callable[[EntryForm, int], Any]
) -> tuple[EntryForm, int]:
    """What was typed, and the status of the page that shows it again: 200 if ``save`` has taken the form, which was
    made from that version."""
    form = EntryForm(request.POST, opened, version=version)
    if spread := spread_names(request.POST, opened):
        form = EntryForm(spread.data, opened, version=form.made_from)
        form.take([Problem(Code.NAMES_SPREAD, spread.field, {"count": spread.count})])
        return form, HTTPStatus.UNPROCESSABLE_ENTITY

    def take(typed: dict[str, Any]) -> None:
        # a page of another branch was made from no version of this one
        save(form, form.made_from if typed["branch"] == str(opened.branch.pk) else OF_NO_VERSION)

    return form, form.try_to(take, request).status
