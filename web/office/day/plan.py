"""The timetable: when each round starts, how many tables there are, and who plays at which."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.queries.versions import rounds_version, table_versions, tables_version
from tournaments.day.actions import sittings, timetable
from tournaments.day.queries.timetable import PlannedRound, planned_rounds
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.office.day.plan_forms import RoundsForm, RoundTablesForm, SittingsForm, TablesForm
from web.requests.changes import changes
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs, stage_round
from web.requests.long_lists import asked_rows, means_match
from web.requests.numbers import typed_number

BLANK_ROWS = 1
MOST_OPEN = 64
"""Matches whose tables all stand on one page; of more, one round at a time."""


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
    rows = asked_rows(query, planned.round.played, means_match, per_page=MOST_OPEN)
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
    matches those of the round that is asked for, or else of the next one."""
    tournament.refresh_from_db(fields=["state"])
    versions = table_versions(tournament)
    planned = planned_rounds(tournament)
    count, version = tournament.tables.count(), rounds_version(tournament)
    opened = drawn = [p for p in planned if p.round.matches]
    if sum(len(p.round.played) for p in drawn) > MOST_OPEN:
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
        if p.round.sitting > 1:
            return None
        if isinstance(refused, SittingsForm) and refused.planned.round.id == p.round.id:
            return refused
        return SittingsForm(None, p, tables=count, version=version)

    context: dict[str, Any] = {
        "tournament": tournament,
        "rounds": refused if isinstance(refused, RoundsForm) else _rounds_form(None, tournament, planned),
        "tables": refused if isinstance(refused, TablesForm) else _tables_form(None, tournament),
        "of_rounds": [(p, *((tables_form(p), sittings_form(p)) if p in opened else (None, None))) for p in drawn],
        "in_registration": tournament.state == TournamentState.ENTRY,
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
        sittings.arrange_sitting(round_, form.tables(), form.sittings(), by=by, seen=seen)

    if not form.try_to(arrange, request).done:
        return _plan_page(request, tournament, form)
    messages.success(request, _("The tables are saved."))
    return redirect(reverse("plan", args=[tournament.slug]) + form.back)


@needs(Permission.TIMETABLE_EDIT)
@changes(_plan_page, _sittings_form, _("The sittings are saved; everybody concerned is told."), to="plan")
def plan_sittings(request: HttpRequest, tournament: Tournament, form: SittingsForm, number: int) -> None:
    """分批."""
    round_, starts = stage_round(tournament, number), form.starts(tournament.tzinfo)
    sittings.plan_sittings(round_, starts, by=actor(request), seen=form.made_from, sure=form.insisted)


@needs(Permission.TIMETABLE_EDIT)
@changes(_plan_page, PageForm, _("The tables are assigned from the top."), to="plan")
def plan_assignment(request: HttpRequest, tournament: Tournament, form: PageForm, number: int) -> None:
    timetable.assign_tables(stage_round(tournament, number, _sitting(request.POST)), by=actor(request))
