"""The timetable: when each round starts, how many tables there are, and who plays at which."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import count
from math import ceil
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from journal.refusals import Problem, refuse_if
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.versions import rounds_version, table_versions, tables_version
from tournaments.bracket.words.names import match_number
from tournaments.codes import Code
from tournaments.day.actions import timetable
from tournaments.day.queries.timetable import PlannedRound, is_announced, planned_rounds
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.requests.changes import changes
from web.requests.forms import Line, Lines, Number, OptionalNumber, PageForm, Text
from web.requests.loaders import actor, needs, stage_round
from web.requests.long_lists import Rows, asked_rows, means_match
from web.requests.numbers import typed_moment, typed_number

BLANK_ROWS = 1
MOST_OPEN = 64
"""Matches whose tables all stand on one page; of more, one round at a time."""
NO_TABLE = -1


class RoundForm(Line):
    """One round: its day and hour on the wall of the event's zone. Left blank it is no round."""

    date = Text(_("Day"), type="date")
    time = Text(_("Starts at"), type="time")
    whole = "round"
    planned: PlannedRound | None = None

    def starts_at(self, zone: ZoneInfo) -> datetime | None:
        """In UTC; None if it is not written so, or left out by summer time."""
        return typed_moment(self.cleaned_data["date"], self.cleaned_data["time"], zone)


class RoundLines(Lines):
    """A row a round, and ``blank`` ones to add rounds; all that were sent, if rounds were dropped meanwhile."""

    form = RoundForm

    def __init__(self, data: Any, planned: tuple[PlannedRound, ...], *, blank: int) -> None:
        known = [timezone.localtime(p.round.starts_at) for p in planned]
        rows = [{"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}"} for at in known]
        sent = next(n for n in count() if f"date-{n + 1}" not in (data or ()))
        super().__init__(data, initial=[*rows, *[{}] * max(blank, sent - len(rows))])
        for line, round_ in zip(self.forms, planned, strict=False):
            line.planned = round_

    def add_prefix(self, index: int | str) -> str:
        return str(int(index) + 1)

    def label_of(self, line: forms.Form) -> str:
        return gettext("Round %(number)s") % {"number": line.prefix}


class RoundsForm(PageForm):
    """The timetable."""

    def __init__(self, data: Any, planned: tuple[PlannedRound, ...], *, blank: int, version: int) -> None:
        super().__init__(data, version=version)
        self.rounds = RoundLines(data, planned, blank=blank)

    def parts(self) -> list[RoundLines]:
        return [self.rounds]

    def starts(self, zone: ZoneInfo) -> list[datetime]:
        """The starts of the rows that are filled. Refused at its row: what is no moment in that zone."""
        filled = [line for line in self.rounds.forms if any(line.cleaned_data.values())]
        moments = [(line, line.starts_at(zone)) for line in filled]
        invalid = [line.prefix for line, moment in moments if moment is None]
        refuse_if([Problem(Code.MOMENT_INVALID, f"round-{number}", {"round": int(number)}) for number in invalid])
        return [moment for _line, moment in moments if moment is not None]


class TablesForm(PageForm):
    """How many tables there are."""

    tables = OptionalNumber(_("Number of tables in the hall"), blank=0, otherwise=NO_TABLE)


class SittingsForm(PageForm):
    """分批: when the second and further sittings of a round start, as many as its matches need; one without an hour is
    none."""

    def __init__(self, data: Any, planned: PlannedRound, *, tables: int, version: int) -> None:
        number, parts = planned.round.number, planned.whole.parts
        super().__init__(data, version=version, apart=f"sittings-{number}")
        matches = sum(not match.is_over for match in planned.whole.in_need_of_tables)
        self.planned, self.counted = planned, range(2, max(len(parts), 2, ceil(matches / max(tables, 1))) + 1)
        self.is_due = planned.is_divided or matches > tables
        for n in self.counted:
            at = timezone.localtime(parts[min(n, len(parts)) - 1].starts_at)
            hour = f"{at:%H:%M}" if n <= len(parts) else ""
            day, start = gettext("Sitting %(number)s, day"), gettext("Sitting %(number)s, start")
            self.fields[f"date-{n}"] = Text(day % {"number": n}, type="date")
            self.fields[f"time-{n}"] = Text(start % {"number": n}, type="time")
            self.initial.update({f"date-{n}": f"{at:%Y-%m-%d}", f"time-{n}": hour})
        self.aliases = {f"start-{n}": f"time-{n}" for n in self.counted}

    def starts(self, zone: ZoneInfo) -> list[datetime]:
        """The starts that are typed. Refused at its hour: what is no moment in that zone."""
        typed = [(n, self.cleaned_data[f"date-{n}"], self.cleaned_data[f"time-{n}"]) for n in self.counted]
        moments = [(n, typed_moment(day, hour, zone)) for n, day, hour in typed if hour]
        data = {"round": self.planned.round.number}
        refuse_if([Problem(Code.MOMENT_INVALID, f"start-{n}", data) for n, moment in moments if moment is None])
        return [moment for _n, moment in moments if moment is not None]


class TableForm(Line):
    """The table of one match, and its sitting where the round has several."""

    match: MatchView
    sitting = Number(otherwise=NO_TABLE, autocomplete="off")
    table = OptionalNumber(blank=0, otherwise=NO_TABLE, autocomplete="off")


class TableLines(Lines):
    """A line for each of these matches of the round, byes too: one that is over is told so."""

    form = TableForm

    def __init__(self, data: Any, planned: PlannedRound, matches: Sequence[MatchView]) -> None:
        self.matches = matches
        known = [{"table": match.table or "", "sitting": match.sitting} for match in self.matches]
        super().__init__(data, initial=known)
        for match, line in zip(self.matches, self.forms, strict=True):
            line.match = match
            if not planned.is_divided:
                del line.fields["sitting"]

    def add_prefix(self, index: int | str) -> str:
        return str(self.matches[int(index)].number)

    def label_of(self, line: forms.Form) -> str:
        return gettext("Table of match %(number)s") % {"number": match_number(int(line.prefix or 0))}


class RoundTablesForm(PageForm):
    """Who plays where in one round: the matches of one page of it, and whichever else were sent."""

    def __init__(self, data: Any, planned: PlannedRound, rows: Rows[MatchView], *, version: int) -> None:
        super().__init__(data, version=version)
        sent = {m.number for m in planned.round.at_tables if f"table-{m.number}" in (data or ())}
        shown = sent | {match.number for match in rows}
        matches = [match for match in planned.round.at_tables if match.number in shown]
        self.planned, self.rows, self.lines = planned, rows, TableLines(data, planned, matches)

    @property
    def shown(self) -> str:
        """What leads back to the round and the search, as the end of an address."""
        round_ = self.planned.round
        params = [("round", round_.number), ("sitting", round_.sitting), ("q", self.rows.search)]
        return urlencode([(name, value) for name, value in params if value])

    @property
    def back(self) -> str:
        """To the same page of it, as the end of an address."""
        page = f"&page={self.rows.page}" if self.rows.is_long else ""
        return f"?{self.shown}{page}#{self.planned.key}"

    def parts(self) -> list[TableLines]:
        return [self.lines]

    def tables(self) -> dict[int, int]:
        """Table by match, of the matches that the page had fields for."""
        return self._sent("table")

    def sittings(self) -> dict[int, int]:
        """The same with sittings; none where the round is played at once."""
        return self._sent("sitting")

    def _sent(self, name: str) -> dict[int, int]:
        return {
            int(line.prefix): line.cleaned_data[name]
            for line in self.lines.forms
            if line.add_prefix(name) in self.data and name in line.cleaned_data
        }


def _rounds_form(data: Any, tournament: Tournament, planned: tuple[PlannedRound, ...] | None = None) -> RoundsForm:
    version = rounds_version(tournament)
    blank = BLANK_ROWS if tournament.state == TournamentState.ENTRY else 0
    planned = planned_rounds(tournament) if planned is None else planned
    return RoundsForm(data, tuple(p for p in planned if p.round.sitting == 1), blank=blank, version=version)


def _tables_form(data: Any, tournament: Tournament) -> TablesForm:
    version = tables_version(tournament)
    return TablesForm(data, initial={"tables": tournament.tables.count()}, version=version)


def _round_tables_form(
    query: QueryDict, data: QueryDict | None, planned: PlannedRound, versions: Mapping[str, int]
) -> RoundTablesForm:
    """The form of those matches of a round that the ``query`` asks for."""
    rows = asked_rows(query, planned.round.in_need_of_tables, means_match, per_page=MOST_OPEN)
    return RoundTablesForm(data, planned, rows, version=versions.get(f"round:{planned.round.id}", 0))


def _sittings_form(data: Any, tournament: Tournament, number: int) -> SittingsForm:
    planned = _planned(tournament, number, 1)
    return SittingsForm(data, planned, tables=tournament.tables.count(), version=rounds_version(tournament))


def _sitting(typed: QueryDict) -> int:
    return typed_number(typed.get("sitting", "")) or 1


def _planned(tournament: Tournament, number: int, sitting: int) -> PlannedRound:
    for planned in planned_rounds(tournament):
        if (planned.round.number, planned.round.sitting) == (number, sitting):
            return planned
    raise Http404


def _plan_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed. Open are the tables of all rounds, or of many
    matches those of the round that is asked for, or else of the next one; none where
    sides choose day and place and no table was set up."""
    tournament.refresh_from_db(fields=["state"])
    versions = table_versions(tournament)
    planned = planned_rounds(tournament)
    table_count, version = tournament.tables.count(), rounds_version(tournament)
    takes_tables = table_count or not tournament.own_days
    opened = drawn = [p for p in planned if p.round.matches and takes_tables]
    if sum(len(p.round.in_need_of_tables) for p in drawn) > MOST_OPEN:
        wanted = typed_number(request.GET.get("round", "")), _sitting(request.GET)
        if isinstance(refused, RoundTablesForm | SittingsForm):
            wanted = refused.planned.round.number, refused.planned.round.sitting
        meant = [p for p in drawn if (p.round.number, p.round.sitting) == wanted]
        opened = meant[:1] or [p for p in drawn if p.open and not p.begun][:1] or drawn[-1:]

    def tables_form(p: PlannedRound) -> RoundTablesForm:
        if isinstance(refused, RoundTablesForm) and refused.planned.round.id == p.round.id:
            return refused
        return _round_tables_form(request.GET, None, p, versions)

    def sittings_form(p: PlannedRound) -> SittingsForm | None:
        if p.round.sitting > 1 or tournament.own_days:
            return None
        if isinstance(refused, SittingsForm) and refused.planned.round.id == p.round.id:
            return refused
        return SittingsForm(None, p, tables=table_count, version=version)

    context: dict[str, Any] = {
        "tournament": tournament,
        "rounds": refused if isinstance(refused, RoundsForm) else _rounds_form(None, tournament, planned),
        "tables": refused if isinstance(refused, TablesForm) else _tables_form(None, tournament),
        "of_rounds": [(p, *((tables_form(p), sittings_form(p)) if p in opened else (None, None))) for p in drawn],
        "in_registration": tournament.state == TournamentState.ENTRY,
        "announced": is_announced(tournament),
        "refused": refused,
    }
    return render(request, "day/plan.html", context, status=refused.status if refused else 200)


plan = needs(Permission.OFFICE_READ)(require_safe(_plan_page))


@needs(Permission.TIMETABLE_EDIT)
@changes(_plan_page, _rounds_form, _("The timetable is saved."))
def plan_rounds(request: HttpRequest, tournament: Tournament, form: RoundsForm) -> None:
    starts = form.starts(tournament.tzinfo)
    timetable.plan_rounds(tournament, starts, by=actor(request), seen=form.made_from, sure=form.insisted)


@needs(Permission.TIMETABLE_EDIT)
@changes(_plan_page, message=_("The timetable is announced. From now on everybody concerned is told of changes."))
def plan_announcement(request: HttpRequest, tournament: Tournament, form: PageForm) -> None:
    timetable.announce_timetable(tournament, by=actor(request))


@needs(Permission.TIMETABLE_EDIT)
@changes(_plan_page, _tables_form, _("The number of tables is saved."))
def plan_tables(request: HttpRequest, tournament: Tournament, form: TablesForm) -> None:
    timetable.set_tables(tournament, form.cleaned_data["tables"], by=actor(request), seen=form.made_from)


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_round_tables(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = stage_round(tournament, number, _sitting(request.POST))
    planned = _planned(tournament, number, round_.sitting)
    form = _round_tables_form(request.POST, request.POST, planned, table_versions(tournament))

    def arrange(_typed: dict[str, Any]) -> None:
        by, seen = actor(request), form.made_from
        timetable.arrange_sitting(round_, form.tables(), form.sittings(), by=by, seen=seen)

    if not form.try_to(arrange, request).done:
        return _plan_page(request, tournament, form)
    messages.success(request, _("The tables are saved."))
    return redirect(reverse("plan", args=[tournament.slug]) + form.back)


@needs(Permission.TIMETABLE_EDIT)
@changes(_plan_page, _sittings_form, _("The sittings are saved."), to="plan")
def plan_sittings(request: HttpRequest, tournament: Tournament, form: SittingsForm, number: int) -> None:
    """分批."""
    round_, starts = stage_round(tournament, number), form.starts(tournament.tzinfo)
    timetable.plan_sittings(round_, starts, by=actor(request), seen=form.made_from, sure=form.insisted)


@needs(Permission.TIMETABLE_EDIT)
@changes(_plan_page, PageForm, _("The tables are assigned from the top."), to="plan")
def plan_assignment(request: HttpRequest, tournament: Tournament, form: PageForm, number: int) -> None:
    timetable.assign_tables(stage_round(tournament, number, _sitting(request.POST)), by=actor(request))
