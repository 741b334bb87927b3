"""Entries in the office: the list of branches beside one branch's form, filled in here or handed in by the branch and
reviewed here, and the table of everybody."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from journal.refusals import Problem
from tournaments.bracket.queries.pairing import late_round
from tournaments.bracket.words.names import ordinal
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.actions.entry_reviews import REMARK_LENGTH, accept_entries, accept_entry, return_entry
from tournaments.entries.fields import (
    PERSON,
    Entry,
    EntryField,
    Section,
    field_name,
    kept_rows,
    section_rows,
    team_field,
)
from tournaments.entries.queries.entries import OpenedEntry, all_entries, by_name, entry_list
from tournaments.entries.words import value_words
from tournaments.event.queries.office import next_step
from tournaments.formats import Ladder
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.office.entries.entry_form import EntryForm, opened_form, received
from web.office.entries.entry_table import RosterForm, read_table
from web.requests.attempts import attempt
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs
from web.requests.long_lists import asked_rows, is_called

WHOLE = "remark"


class ReturnForm(PageForm):
    """退回修改: ``remark`` is about the whole form, ``remark_<field>`` says what is to be mended at that field of the
    entry form."""

    remark = Text(gettext_lazy("To the branch"), REMARK_LENGTH, autocomplete="off")

    def __init__(self, data: Any, opened: OpenedEntry, *, version: int | None) -> None:
        super().__init__(data, initial={}, version=version, apart="return")
        self._lines = list(_remark_lines(opened))
        named = [field for line in self._lines for field in line]
        for name, label in named:
            self.fields[f"{WHOLE}_{name}"] = Text(label, REMARK_LENGTH, autocomplete="off")
        self.aliases = {name: f"{WHOLE}_{name}" for name, _label in named} | {"": WHOLE}

    def lines(self) -> Iterator[dict[str, Any]]:
        """In the order of the entry form: the ``first`` field of a line is about its name, the ``others`` about what
        stands beside it; ``is_used``: something is said of that."""
        for line in self._lines:
            first, *others = (self[f"{WHOLE}_{name}"] for name, _label in line)
            is_used = any(bound.errors or bound.value() for bound in others)
            yield {"first": first, "others": others, "is_used": is_used}

    def remarks(self) -> Mapping[str, str]:
        """What was typed, by the field of the entry form that it is about."""
        return {name.removeprefix(WHOLE).removeprefix("_"): remark for name, remark in self.cleaned_data.items()}


def _remark_lines(opened: OpenedEntry) -> Iterator[list[tuple[str, str]]]:
    """Of each line its fields with their labels: the line, the field, and what it holds; that of the name comes first
    and is called as the line."""
    form, of_player = opened.form, kept_rows(Section.PLAYER, opened.branch.tournament)
    yield _labelled(_("Leader and coach"), section_rows(Section.LEADER), form)
    for team in form.teams:
        place = ordinal(team.ordinal)
        yield _labelled(place, section_rows(Section.TEAM), team, team_field(team.ordinal, ""))
        for number, player in enumerate(team.players, start=1):
            person = _("%(team)s, player %(number)s") % {"team": place, "number": number}
            yield _labelled(person, of_player, player, field_name(team.ordinal, number, ""))
    yield _labelled(_("Contact"), section_rows(Section.CONTACT), form)


def _labelled(place: str, rows: Sequence[EntryField], entry: Entry, prefix: str = "") -> list[tuple[str, str]]:
    labelled = []
    for row in rows:
        parts = (place, "" if row.kind is PERSON else row.heading, value_words(row, entry))
        labelled.append((f"{prefix}{row.name}", " · ".join(str(part) for part in parts if part)))
    return labelled


def _entries_page(
    request: HttpRequest,
    tournament: Tournament,
    form: EntryForm | None = None,
    *,
    returning: ReturnForm | None = None,
    table: RosterForm | None = None,
    problems: tuple[Problem, ...] = (),
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The list, and beside it the ``form`` of a branch: ``returning`` it was refused, or it is filled with what a
    ``table`` says."""
    now, entries = clock.now(tournament.journal), entry_list(tournament)
    opened = form.opened if form else None
    late = late_round(tournament)
    context = {
        "tournament": tournament,
        "entries": entries,
        "rows": asked_rows(
            request.GET,
            entries.branches,
            lambda search, row: is_called(search, row.name),
            here=lambda row: opened is not None and row.id == opened.branch.pk,
        ),
        "next": next_step(tournament, now, entries),
        "now": now,
        "may_edit": True,
        "opened": opened,
        "drawn": tournament.state != TournamentState.ENTRY,
        "closed": now > tournament.closes_at,
        "late": late,
        "on_ladder": bool(late) and tournament.stages.filter(number=1, format=Ladder.name).exists(),
        "problems": problems,
    }
    if form is not None:
        context["returning"] = returning or ReturnForm(None, form.opened, version=form.version)
        if not form.is_bound:
            # what the list calls "to mend" is shown at its fields as soon as the draft is opened
            form.take(next((row.problems for row in entries.branches if row.id == form.opened.branch.pk), ()))
        context |= {"form": form, "table": table or RosterForm()}
    return render(request, "entries/entries.html", context, status=status)


entries = needs(Permission.ENTRY_EDIT)(require_safe(_entries_page))


@needs(Permission.ENTRY_EDIT)
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened, version = opened_form(tournament, number)
    if request.method != "POST":
        return _entries_page(request, tournament, EntryForm(None, opened, version=version))
    if "read" in request.POST:
        notice = _("What the table says (%(count)s lines) is now in the fields. Please check it and save it.")
        form, table = read_table(request, opened, version, message=notice)
        return _entries_page(request, tournament, form, table=table, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    draft = "draft" in request.POST

    def save(form: EntryForm, seen: int) -> None:
        save_entry(opened.branch, form.entry(), by=actor(request), draft=draft, seen=seen, sure=form.insisted)

    form = received(request, opened, version, save)
    if form.status != HTTPStatus.OK:
        return _entries_page(request, tournament, form, status=form.status)
    message = _("%(branch)s: saved as a draft.") if draft else _("%(branch)s: the entry form is saved.")
    messages.success(request, message % {"branch": opened.branch.name})
    return redirect("entry", tournament.slug, number)


@needs(Permission.ENTRY_EDIT)
@require_POST
def entry_acceptance(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened, version = opened_form(tournament, number)
    pressed, form = PageForm(request.POST, version=version), EntryForm(None, opened, version=version)
    outcome = pressed.try_to(
        lambda _typed: accept_entry(opened.branch, by=actor(request), seen=pressed.made_from), request
    )
    if not outcome.done:
        form.take(outcome.problems)
        return _entries_page(request, tournament, form, status=outcome.status)
    messages.success(request, _("%(branch)s: the entry form is accepted.") % {"branch": opened.branch.name})
    return redirect("entry", tournament.slug, number)


@needs(Permission.ENTRY_EDIT)
@require_POST
def entry_return(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    opened, version = opened_form(tournament, number)
    returning = ReturnForm(request.POST, opened, version=version)

    def send_back(_typed: dict[str, Any]) -> None:
        return_entry(opened.branch, returning.remarks(), by=actor(request), seen=returning.made_from)

    if not returning.try_to(send_back, request).done:
        form = EntryForm(None, opened, version=version)
        return _entries_page(request, tournament, form, returning=returning, status=returning.status)
    messages.success(request, _("%(branch)s: returned with your remarks.") % {"branch": opened.branch.name})
    return redirect("entry", tournament.slug, number)


@needs(Permission.ENTRY_EDIT)
@require_POST
def entries_acceptance(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    outcome = attempt(request, lambda: {"count": len(accept_entries(tournament, by=actor(request)))})
    if not outcome.done:
        return _entries_page(request, tournament, problems=outcome.problems, status=outcome.status)
    count, left = outcome.answer["count"], len(entry_list(tournament).waiting)
    message = ngettext("%(n)s entry form is accepted.", "%(n)s entry forms are accepted.", count)
    messages.success(request, message % {"n": count})
    if left:
        message = ngettext(
            "%(n)s cannot be accepted as it stands: open it to see why.",
            "%(n)s cannot be accepted as they stand: open them to see why.", left,
        )  # fmt: skip
        messages.warning(request, message % {"n": left})
    return redirect("entries", tournament.slug)


@needs(Permission.ENTRY_EDIT)
@require_safe
def all_entries_table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    blocks = all_entries(tournament)
    sort = "name" if request.GET.get("sort") == "name" else "team"
    context = {
        "tournament": tournament,
        "blocks": blocks,
        "of_team": section_rows(Section.TEAM),
        "of_player": [row for row in section_rows(Section.PLAYER)[1:] if not row.is_folded],
        "rows": by_name(blocks) if sort == "name" else (),
        "sort": sort,
        "players": sum(len(block.rows) for block in blocks),
    }
    return render(request, "entries/all_entries.html", context)
