"""The referee's tables and one match's sheet: check-in, deals, undo, the bell, the result."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from tournaments.bracket.rules.rule_sets import form_of
from tournaments.day.actions import matches
from tournaments.day.actions.matches import call_referee
from tournaments.day.queries.desk import round_desk
from tournaments.day.queries.penalties import effects_to_give
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from web.day.forms import ExtensionForm
from web.day.narrowing import A_PAGE, asked_of, narrowed
from web.day.pages import sheet_page, tick
from web.day.sheet_forms import AgreementForm, BellForm, CallForm, CorrectionForm, PenaltyForm, SheetForm, StrikeForm
from web.requests.forms import PageForm
from web.requests.fragments import page_or_part
from web.requests.loaders import actor, allowed_to, needs, stage_match

Form = TypeVar("Form", bound=PageForm)


@needs(Permission.DESK_READ)
@require_safe
def sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """By table; a hall of more tables than a page shows has those first that need somebody."""
    desk = round_desk(tournament)
    rows = () if desk is None else desk.played if len(desk.played) <= A_PAGE else desk.by_urgency
    context = {
        "tournament": tournament,
        "desk": desk,
        "shown": narrowed(rows, asked_of(request)),
        "pulse": reverse("pulse", args=[tournament.slug]),
    }
    return page_or_part(request, "day/sheets.html", context)


@gzip_page
@needs(Permission.DESK_READ, match="number")
@require_safe
def sheet(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return sheet_page(request, tournament, number)


@needs(Permission.DEAL_ENTER, match="number")
@require_safe
def sheet_preview(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What the form would do as it is filled in now; a part of the sheet, for those with script."""
    view = sheet_view(tournament, number, typed=dict(request.GET.lists()))
    if view is None:
        raise Http404
    return render(
        request, "day/parts/entry_preview.html", {"tournament": tournament, "view": view, "match": view.match}
    )


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_deals(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """记一笔: the fields of the form that the match's game asks for."""

    def enter(match: Match, by: User, form: SheetForm) -> None:
        matches.enter(match, _entry(match, form), by=by, seen=form.seen)

    return _changed(request, tournament, number, "deals", SheetForm, enter)


def _entry(match: Match, form: SheetForm) -> dict[str, Any]:
    return form_of(match.stage).raw(dict(cast("QueryDict", form.data).lists()))


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    def undo(match: Match, by: User, form: SheetForm) -> None:
        matches.undo_deal(match, by=by, seen=form.seen)

    return _changed(request, tournament, number, "undo", SheetForm, undo)


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_bell(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    def answer(match: Match, by: User, form: BellForm) -> None:
        matches.answer_bell(match, form.answer(), by=by, seen=form.seen)

    return _changed(request, tournament, number, "bell", BellForm, answer)


@needs(Permission.RESULT_AGREE, match="number")
@require_POST
def sheet_agreement(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What a side says on the referee's phone."""

    def answer(match: Match, by: User, form: AgreementForm) -> None:
        typed, seen = form.cleaned_data, form.made_from
        matches.agree(match, typed["side"], by=by, seen=seen, agrees=typed["agrees"] != "no", note=typed["note"])

    return _changed(request, tournament, number, "agreement", AgreementForm, answer)


@needs(Permission.RESULT_CONFIRM, match="number")
@require_POST
def sheet_result(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    def confirm(match: Match, by: User, form: SheetForm) -> None:
        matches.confirm_result(match, by=by, seen=form.seen)

    return _changed(request, tournament, number, "result", SheetForm, confirm)


@needs(Permission.CHECK_IN, match="number")
@require_POST
def sheet_check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    def ticked(match: Match, by: User, _: SheetForm) -> None:
        tick(request, match, by=by)

    return _changed(request, tournament, number, "check_in", SheetForm, ticked)


@needs(Permission.ROUND_RUN, match="number")
@require_POST
def sheet_call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    def call(match: Match, by: User, _: SheetForm) -> None:
        matches.call_match(match, by=by)

    return _changed(request, tournament, number, "call", SheetForm, call)


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_correction(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """更正: the game's form says what is right."""

    def correct(match: Match, by: User, form: CorrectionForm) -> None:
        deal, reason = form.cleaned_data["deal"], form.cleaned_data["reason"]
        matches.correct_deal(match, deal, _entry(match, form), by=by, reason=reason, seen=form.seen)

    return _changed(request, tournament, number, "correction", CorrectionForm, correct)


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_penalty(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """处罚、警告、记录; whoever may rule gives any effect."""
    allowed = allowed_to(request)
    may_rule, may_end = Permission.MATCH_RULE in allowed, Permission.MATCH_END in allowed

    def enter(match: Match, by: User, form: PenaltyForm) -> None:
        typed = form.cleaned_data
        side, _, offence = typed["penalty"].partition(":")
        view, kind, amount = sheet_view(tournament, number), typed["effect"], typed["amount"]
        effects = effects_to_give(view, typed["penalty"], kind, amount, may_rule=may_rule, may_end=may_end)
        matches.enter_penalty(match, side, offence, by=by, effects=effects, note=typed["note"], seen=form.seen)

    return _changed(request, tournament, number, "penalty", PenaltyForm, enter)


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_strike(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """撤销处罚."""

    def strike(match: Match, by: User, form: StrikeForm) -> None:
        matches.strike_penalty(
            match, form.cleaned_data["penalty"], by=by, reason=form.cleaned_data["reason"], seen=form.seen
        )

    return _changed(request, tournament, number, "strike", StrikeForm, strike)


@needs(Permission.ROUND_RUN, match="number")
@require_POST
def sheet_extension(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """本桌加时."""

    def extend(match: Match, by: User, form: ExtensionForm) -> None:
        matches.extend_match(match, form.cleaned_data["minutes"], by=by, reason=form.cleaned_data["reason"])

    return _changed(request, tournament, number, "extension", ExtensionForm, extend)


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_referee(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """请裁判长."""

    def call(match: Match, by: User, form: CallForm) -> None:
        call_referee(match, by=by, note=form.cleaned_data["note"])

    return _changed(request, tournament, number, "referee", CallForm, call)


def _changed(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    name: str,
    form: type[Form],
    change: Callable[[Match, User, Form], Any],
) -> HttpResponse:
    """Run the change with what was sent; a refusal is shown on the sheet, under the ``name`` of what was tried."""
    match, bound = stage_match(tournament, number), form(request.POST)
    attempt = bound.try_to(lambda _: change(match, actor(request), bound), request)
    if not attempt.done:
        return sheet_page(request, tournament, number, attempt, name)
    return redirect("sheet", tournament.slug, number)
