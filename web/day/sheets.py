"""The referee's tables and one match's sheet: check-in, deals, undo, the bell, the result."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from guandan_rules import WITHOUT_CONSEQUENCE, Effect, EffectKind
from guandan_rules import Code as RuleCode
from journal.refusals import Problem, Refused
from scoring.games import game
from scoring.states import ScoringCode
from tournaments.actions import matches
from tournaments.actions.calls import call_referee
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission, granted
from tournaments.queries.desk import round_desk
from tournaments.queries.sheet_reading import sheet_view
from web.attempts import attempt
from web.day.narrowing import A_PAGE, asked_of, narrowed
from web.day.pages import sheet_page, tick
from web.day.phone import penalties_due
from web.fragments import page_or_part
from web.loaders import actor, needs, stage_match
from web.numbers import seen_number, typed_number


@needs(Permission.DESK_READ)
@require_safe
def sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """By table; a hall of more tables than a page shows has those first that need somebody."""
    desk = round_desk(tournament)
    cards = () if desk is None else desk.played if len(desk.played) <= A_PAGE else desk.by_urgency
    context = {
        "tournament": tournament,
        "desk": desk,
        "shown": narrowed(cards, asked_of(request)),
        "pulse": reverse("pulse", args=[tournament.slug]),
    }
    return page_or_part(request, "day/sheets.html", context)


@gzip_page
@needs(Permission.DESK_READ, match="number")
@require_safe
def sheet(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return sheet_page(request, tournament, number)


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_deals(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """记一笔: the fields of the form that the match's game asks for."""
    return _changed(
        request,
        tournament,
        number,
        "deals",
        lambda match, by: matches.enter(match, _entry(request, match), by=by, seen=_seen(request)),
    )


def _entry(request: HttpRequest, match: Match) -> dict[str, Any]:
    return game(match.stage.game).form.raw(dict(request.POST.lists()))


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, "undo", lambda match, by: matches.undo_deal(match, by=by, seen=_seen(request))
    )


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_bell(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    answers = {"yes": True, "no": False}

    def answer(match: Match, by: User) -> None:
        said = request.POST.get("in_hand", "")
        if said not in answers:
            raise Refused(Problem(RuleCode.BELL_QUESTION_OPEN, "in_hand"))
        matches.answer_bell(match, answers[said], by=by, seen=_seen(request))

    return _changed(request, tournament, number, "bell", answer)


@needs(Permission.RESULT_CONFIRM, match="number")
@require_POST
def sheet_agreement(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What a side says on the referee's phone: ``side``, ``agrees`` yes or no, ``note``, and the version seen."""
    said = request.POST

    def answer(match: Match, by: User) -> None:
        seen, agrees = seen_number(said.get("seen", "")), said.get("agrees", "yes") != "no"
        matches.agree(match, said.get("side", ""), by=by, seen=seen, agrees=agrees, note=said.get("note", ""))

    return _changed(request, tournament, number, "agreement", answer)


@needs(Permission.MATCH_RULE, match="number")
@require_POST
def sheet_result(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request,
        tournament,
        number,
        "result",
        lambda match, by: matches.confirm_result(match, by=by, seen=_seen(request)),
    )


@needs(Permission.CHECK_IN, match="number")
@require_POST
def sheet_check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, "check_in", lambda match, by: tick(request, match, by=by))


@needs(Permission.ROUND_RUN, match="number")
@require_POST
def sheet_call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, "call", lambda match, by: matches.call_match(match, by=by))


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_correction(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """更正: ``deal`` is the number of an entered deal, ``reason`` why; the game's form says what is right."""
    deal, reason = typed_number(request.POST.get("deal", "")) or 0, request.POST.get("reason", "")
    return _changed(
        request,
        tournament,
        number,
        "correction",
        lambda match, by: matches.correct_deal(
            match, deal, _entry(request, match), by=by, reason=reason, seen=_seen(request)
        ),
    )


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_penalty(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """处罚、警告、记录: ``penalty`` is side:offence; ``effect`` instead of what is due is one without a consequence;
    whoever may rule gives any, with its ``amount``."""
    said = request.POST
    side, _, offence = said.get("penalty", "").partition(":")
    allowed = granted(request.user, tournament, number)
    kinds = tuple(EffectKind) if Permission.MATCH_RULE in allowed else WITHOUT_CONSEQUENCE

    def enter(match: Match, by: User) -> None:
        given = _given_effects(said.get("effect", ""), said.get("amount", ""), kinds)
        if given is None and not _is_by_table(tournament, number, said.get("penalty", ""), allowed):
            given = [Effect(EffectKind.NOTE)]
        note = said.get("note", "")
        matches.enter_penalty(match, side, offence, by=by, effects=given, note=note, seen=_seen(request))

    return _changed(request, tournament, number, "penalty", enter)


def _given_effects(kind: str, amount: str, kinds: Sequence[EffectKind]) -> list[Effect] | None:
    """What is given instead of what is due; None: what is due."""
    if not kind:
        return None
    if kind not in kinds:
        raise Refused(Problem(ScoringCode.OFFENCE_UNKNOWN, "effect"))
    measured = kind in (EffectKind.OPPONENTS_UP, EffectKind.OFFENDER_DOWN)
    return [Effect(EffectKind(kind), (typed_number(amount) or 0) if measured else 0)]


def _is_by_table(tournament: Tournament, number: int, penalty: str, allowed: frozenset[Permission]) -> bool:
    view = sheet_view(tournament, number)
    listed = penalties_due(view, may_end=Permission.MATCH_END in allowed) if view else []
    found = next((due for _, dues in listed for due in dues if due.value == penalty), None)
    if found is None:
        raise Refused(Problem(ScoringCode.OFFENCE_UNKNOWN, "penalty"))
    return found.by_table


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_strike(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """撤销处罚 ``penalty`` (its id) with a ``reason``."""
    penalty, reason = typed_number(request.POST.get("penalty", "")) or 0, request.POST.get("reason", "")
    return _changed(
        request,
        tournament,
        number,
        "strike",
        lambda match, by: matches.strike_penalty(match, penalty, by=by, reason=reason, seen=_seen(request)),
    )


@needs(Permission.ROUND_RUN, match="number")
@require_POST
def sheet_extension(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """本桌加时."""
    minutes, reason = typed_number(request.POST.get("minutes", "")) or 0, request.POST.get("reason", "")
    return _changed(
        request,
        tournament,
        number,
        "extension",
        lambda match, by: matches.extend_match(match, minutes, by=by, reason=reason),
    )


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_referee(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """请裁判长."""
    note = request.POST.get("note", "")
    return _changed(request, tournament, number, "referee", lambda match, by: call_referee(match, by=by, note=note))


def _seen(request: HttpRequest) -> int | None:
    """None if the form brings none; a garbled one never fits."""
    seen = request.POST.get("seen", "")
    return seen_number(seen) if seen else None


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, form: str, change: Callable[[Match, User], Any]
) -> HttpResponse:
    match = stage_match(tournament, number)
    tried = attempt(request, lambda: change(match, actor(request)))
    if not tried.done:
        return sheet_page(request, tournament, number, tried, form)
    return redirect("sheet", tournament.slug, number)
