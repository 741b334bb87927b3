"""The timetable: when each round starts, how many tables there are, and who plays at which."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.queries.versions import rounds_version, table_versions, tables_version
from tournaments.day.actions import sittings, timetable
from tournaments.day.queries.timetable import PlannedRound, planned_rounds
from tournaments.models import Round, Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.office.day.plan_forms import RoundsForm, RoundTablesForm, SittingsForm, TablesForm
from web.requests.attempts import Attempt
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs, stage_round
from web.requests.long_lists import asked_rows, means_match
from web.requests.numbers import typed_number

BLANK_ROWS = 1
MOST_OPEN = 64
"""Matches whose tables all stand on one page; of more, one round at a time."""


@needs(Permission.OFFICE_READ)
@require_safe
def plan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = _rounds_form(request.POST, tournament)
    attempt = form.try_to(
        lambda _typed: timetable.plan_rounds(
            tournament, form.starts(tournament.tzinfo), by=actor(request), seen=form.made_from, sure=form.insisted
        ),
        request,
    )
    return _answer(request, tournament, form, attempt, _("The timetable is saved."))


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = _tables_form(request.POST, tournament)
    attempt = form.try_to(
        lambda typed: timetable.set_tables(tournament, typed["tables"], by=actor(request), seen=form.made_from), request
    )
    return _answer(request, tournament, form, attempt, _("The number of tables is saved."))


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_round_tables(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = stage_round(tournament, number, _sitting(request))
    form = _tables_form_of(request.POST, request.POST, _planned(tournament, round_), table_versions(tournament))
    attempt = form.try_to(
        lambda _typed: sittings.arrange_sitting(
            round_, form.tables(), form.sittings(), by=actor(request), seen=form.made_from
        ),
        request,
    )
    return _answer(request, tournament, form, attempt, _("The tables are saved."), form.back)


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_sittings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """分批."""
    round_ = stage_round(tournament, number)
    form = _sittings_form(request.POST, tournament, _planned(tournament, round_))
    attempt = form.try_to(
        lambda _typed: sittings.plan_sittings(
            round_, form.starts(tournament.tzinfo), by=actor(request), seen=form.made_from, sure=form.insisted
        ),
        request,
    )
    return _answer(request, tournament, form, attempt, _("The sittings are saved; everybody concerned is told."))


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def plan_assignment(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_, form = stage_round(tournament, number, _sitting(request)), PageForm(request.POST)
    attempt = form.try_to(lambda _typed: timetable.assign_tables(round_, by=actor(request)), request)
    return _answer(request, tournament, form, attempt, _("The tables are assigned from the top."))


def _tables_form_of(
    query: QueryDict, data: QueryDict | None, planned: PlannedRound, versions: Mapping[str, int]
) -> RoundTablesForm:
    """The form of those matches of a round that the ``query`` asks for."""
    rows = asked_rows(query, planned.round.played, means_match, per_page=MOST_OPEN)
    return RoundTablesForm(data, planned, rows, version=versions.get(f"round:{planned.round.id}", 0))


def _sitting(request: HttpRequest) -> int:
    return typed_number(request.POST.get("sitting", "")) or 1


def _planned(tournament: Tournament, round_: Round) -> PlannedRound:
    return next(planned for planned in planned_rounds(tournament) if planned.round.id == round_.pk)


def _sittings_form(data: Any, tournament: Tournament, planned: PlannedRound) -> SittingsForm:
    return SittingsForm(data, planned, tables=tournament.tables.count(), version=rounds_version(tournament))


def _rounds_form(data: Any, tournament: Tournament, planned: tuple[PlannedRound, ...] | None = None) -> RoundsForm:
    version = rounds_version(tournament)
    blank = BLANK_ROWS if tournament.state == TournamentState.ENTRY else 0
    planned = planned_rounds(tournament) if planned is None else planned
    return RoundsForm(data, tuple(p for p in planned if p.round.sitting == 1), blank=blank, version=version)


def _tables_form(data: Any, tournament: Tournament) -> TablesForm:
    version = tables_version(tournament)
    return TablesForm(data, initial={"tables": tournament.tables.count()}, version=version)


def _answer(
    request: HttpRequest, tournament: Tournament, form: PageForm, attempt: Attempt, message: str, back: str = ""
) -> HttpResponse:
    if not attempt.done:
        return _page(request, tournament, form, attempt.status)
    messages.success(request, message)
    return redirect(reverse("plan", args=[tournament.slug]) + back)


def _page(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament.refresh_from_db(fields=["state"])
    versions = table_versions(tournament)
    planned = planned_rounds(tournament)
    count, version = tournament.tables.count(), rounds_version(tournament)
    drawn = [p for p in planned if p.round.matches]
    opened = _opened(request, drawn, refused)

    def tables_form(p: PlannedRound) -> RoundTablesForm:
        if isinstance(refused, RoundTablesForm) and refused.planned.round.id == p.round.id:
            return refused
        return _tables_form_of(request.GET, None, p, versions)

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
    return render(request, "day/plan.html", context, status=status)


def _opened(request: HttpRequest, drawn: Sequence[PlannedRound], refused: PageForm | None) -> Sequence[PlannedRound]:
    """The rounds whose tables are shown: all, or of many matches the round that is asked for, or the next one."""
    if sum(len(p.round.played) for p in drawn) <= MOST_OPEN:
        return drawn
    wanted = typed_number(request.GET.get("round", "")), typed_number(request.GET.get("sitting", "")) or 1
    if isinstance(refused, RoundTablesForm | SittingsForm):
        wanted = refused.planned.round.number, refused.planned.round.sitting
    meant = [p for p in drawn if (p.round.number, p.round.sitting) == wanted]
    return meant[:1] or [p for p in drawn if p.open and not p.begun][:1] or drawn[-1:]
