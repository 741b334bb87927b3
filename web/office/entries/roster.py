"""Entries by a file: the workbook to fill in, sent back, looked at, and entered all at once.

A sent file is kept for an hour, for its preview alone: looking at it and confirming it are pages of their own.
"""

import base64
import secrets
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from journal.refusals import Refused
from tournaments.bracket.words.names import listed, ordinal
from tournaments.entries.actions.entries import save_entries
from tournaments.entries.fields import Entry, Section, TeamEntry, section_rows, unkept
from tournaments.entries.files.branch_lists import ListedBranch
from tournaments.entries.files.rosters import Roster, read_roster
from tournaments.entries.files.spreadsheets import Worksheet, is_workbook, read_sheets
from tournaments.entries.queries.entries import roster_places
from tournaments.entries.words import READ_LOOSELY, not_read, value_words
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.words import sentence
from web.files.workbooks import XLSX, file_answer, file_name
from web.office.entries.entry_table import AnswersForm, RosterForm, marked_workbook, registration_workbook
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs

KEPT_SECONDS = 3600
MOST_LINES_NAMED = 6


@needs(Permission.ENTRY_EDIT)
def roster(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?mend=`` is the token of what was pasted before."""
    before = cache.get(_key(tournament, request.GET.get("mend", ""))) or {"name": "none"}
    pasted = "" if before["name"] else base64.b64decode(before["data"]).decode()
    form = RosterForm(request.POST or None, request.FILES or None, initial={"pasted": pasted})
    if request.method == "POST" and form.is_valid():
        try:
            data = form.data_sent()
            sheets = read_sheets(data, is_pasted=form.is_pasted)
        except Refused as refused:
            form.take(refused.problems)
        else:
            token, sent = secrets.token_urlsafe(12), form.cleaned_data["file"]
            upload = {
                "name": sent.name if sent else "",
                "data": base64.b64encode(data).decode(),
                "sheets": [asdict(sheet) for sheet in sheets],
            }
            cache.set(_key(tournament, token), upload, KEPT_SECONDS)
            return redirect("roster_preview", tournament.slug, token)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "entries/roster.html", {"tournament": tournament, "form": form}, status=status)


@needs(Permission.ENTRY_EDIT)
@require_safe
def roster_workbook(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    data = registration_workbook(tournament, roster_places(tournament))
    return file_answer(data, f"{file_name(tournament.name, _('Entry form'))}.xlsx", XLSX)


@needs(Permission.ENTRY_EDIT)
def roster_preview(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    sent = _Sent.of(tournament, token)
    if sent is None:
        return _gone(request, tournament)
    asking = sent.asking(request.POST if "answering" in request.POST else None)
    if asking.is_bound and asking.is_valid():
        sent.answer(asking.answers())
        return redirect("roster_preview", tournament.slug, token)
    if asking.is_bound:
        asking.status = HTTPStatus.UNPROCESSABLE_ENTITY
    form = PageForm(None if asking.is_bound else request.POST or None, version=sent.version)
    forms = sent.roster.forms

    def save(_typed: dict[str, Any]) -> None:
        save_entries(tournament, forms, by=actor(request), seen=form.made_from, sure=form.insisted)

    if request.method == "POST" and sent.roster.is_clear and form.try_to(save, request).done:
        message = ngettext("%(count)s branch is entered.", "%(count)s branches are entered.", len(forms))
        messages.success(request, message % {"count": len(forms)})
        return redirect("entries", tournament.slug)
    context = {"tournament": tournament, "form": form, "asking": asking, "token": token, "sent": sent}
    return render(request, "entries/roster_preview.html", context, status=max(form.status, asking.status))


@needs(Permission.ENTRY_EDIT)
@require_safe
def roster_marked(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    sent = _Sent.of(tournament, token)
    if sent is None or not sent.can_be_marked:
        return _gone(request, tournament)
    name = f"{sent.name.rpartition('.')[0] or _('Entry form')}-{_('to mend')}.xlsx"
    return file_answer(marked_workbook(sent.data, sent.roster.faults), name, XLSX)


def _gone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    messages.warning(request, _("The file was kept for an hour only. Please send it again."))
    return redirect("roster", tournament.slug)


def _key(tournament: Tournament, token: str) -> str:
    return f"roster-sent:{tournament.pk}:{token}"


@dataclass(frozen=True)
class _Sent:
    """A file that was sent, read against what is saved now, and with what was answered about it."""

    key: str
    upload: dict[str, Any]
    name: str
    data: bytes
    version: int
    sheets: list[Worksheet]
    places: dict[int, ListedBranch]
    roster: Roster

    @classmethod
    def of(cls, tournament: Tournament, token: str) -> "_Sent | None":
        key = _key(tournament, token)
        upload = cache.get(key)
        if not upload:
            return None
        version, data = tournament.journal.last_number, base64.b64decode(upload["data"])
        # the sheets are kept beside the file: reading a workbook takes longer than all that is done with it
        sheets = [Worksheet(**sheet) for sheet in upload["sheets"]]
        places = roster_places(tournament)
        read = read_roster(
            sheets,
            places,
            seats=tournament.fewest_players,
            reserves=tournament.reserves,
            answers=upload.get("answers"),
            unkept=unkept(tournament),
        )
        by_number = {place.number: place for place in places}
        return cls(key, upload, upload["name"], data, version, sheets, by_number, read)

    def answer(self, answers: dict[str, str]) -> None:
        """Read it with these answers from now on, too."""
        before = self.upload.get("answers", {})
        cache.set(self.key, {**self.upload, "answers": {**before, **answers}}, KEPT_SECONDS)

    @property
    def can_be_marked(self) -> bool:
        return is_workbook(self.data) and any(fault.cell for fault in self.roster.faults)

    def faults(self) -> list[tuple[str, str, str]]:
        """Where (sheet if there are several, row and column), what stands there, and what is wrong with it."""
        rows = []
        for fault in self.roster.faults:
            where = stands = ""
            if at := fault.cell:
                sheet = self.sheets[at.sheet]
                row = sheet.rows[at.row - 1] if at.row <= len(sheet.rows) else ()
                is_of_lines = max(map(len, sheet.rows)) == 1
                stands = row[at.column - 1] if at.column <= len(row) else ""
                where = self._where(at.sheet, at.row, "" if is_of_lines else at.name)
            rows.append((where, stands, sentence(fault.problem)))
        return rows

    def asking(self, data: Any) -> AnswersForm:
        """The questions about it, each with where it stands and what stands there."""
        labels = {}
        for question in self.roster.questions:
            lines = [self._where(*row) for row in question.rows]
            where = listed(lines[:MOST_LINES_NAMED]) + ("…" if len(lines) > MOST_LINES_NAMED else "")
            labels[question.key] = " · ".join(filter(None, (where, question.text)))
        return AnswersForm(self.roster.questions, [place.name for place in self.places.values()], labels, data)

    def left_out(self) -> list[tuple[str, str]]:
        """Where and what: the lines that name nobody who would be entered."""
        rows = ((n, row, self.sheets[n].rows[row - 1]) for n, row in self.roster.left_out)
        return [(self._where(n, row), " ".join(filter(None, cells))) for n, row, cells in rows]

    def _where(self, number: int, row: int, cell: str = "") -> str:
        where = cell or _("Line %(number)s") % {"number": row}
        return f"{self.sheets[number].name} {where}" if len(self.sheets) > 1 else where

    @property
    def is_pasted(self) -> bool:
        return not self.name

    @property
    def loosely(self) -> str:
        """How a list without headings was read; "" for one that has them."""
        return str(READ_LOOSELY) if self.roster.is_loose else ""

    def unread(self) -> list[str]:
        """What has text and was not understood as part of the list."""
        return not_read(self.roster.unread, self.roster.aside)

    def changes(self) -> list[tuple[str, list[tuple[str, str, str]]]]:
        """Each branch of the file in which something is another now, with its lines: what it is, before and after in
        words, "" for none."""
        branches = []
        for number, after in sorted(self.roster.forms.items()):
            before = self.places[number].saved
            was = {team.ordinal: team for team in before.filled}
            now = {team.ordinal: team for team in after.filled}
            lines = [
                (_("Leader and coach"), _own(before, Section.LEADER), _own(after, Section.LEADER)),
                *((ordinal(n), _team(was.get(n)), _team(now.get(n))) for n in sorted(was.keys() | now.keys())),
                (_("Contact"), _own(before, Section.CONTACT), _own(after, Section.CONTACT)),
            ]
            changed = [(what, old, new) for what, old, new in lines if old != new]
            if changed:
                branches.append((self.places[number].name, changed))
        return branches


def _team(team: TeamEntry | None) -> str:
    """Each player with what stands beside the name, so that whatever changes is seen."""
    if team is None:
        return ""
    players = listed(_own(player, Section.PLAYER) or "—" for player in team.players)
    return " ".join(filter(None, (_own(team, Section.TEAM), players)))


def _own(entry: Entry, section: Section) -> str:
    return " ".join(filter(None, (value_words(row, entry) for row in section_rows(section))))
