"""The referee's tables and one match's sheet: check-in, deals, undo, the bell, the result.

Most buttons of a sheet are a line of ``urls``: the name of the box, who may press it, and the action that it does.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from guandan_rules import Code
from journal.refusals import Problem, Refused
from tournaments.bracket.rules.rule_sets import form_of
from tournaments.day.actions import matches
from tournaments.day.queries.desk import round_desk
from tournaments.day.queries.sheet_parts import effects_to_give, open_call, penalties_due, phone_name
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.day.queries.sheet_views import PenaltyLine, SheetView
from tournaments.entries.queries.links import branch_of, devices_of
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from web.day.desk import A_PAGE, Action, day_context, narrowed, press, table_filter
from web.day.forms import (
    AgreementForm,
    CallForm,
    CorrectionForm,
    ExtensionForm,
    GameForm,
    PenaltyForm,
    SheetForm,
    StrikeForm,
    penalties_named,
)
from web.day.phone import phone_page, phone_words
from web.day.seats import LONGEST_ORDER, Mending, entry_seats, mending_of
from web.requests.attempts import Attempt
from web.requests.forms import PageForm
from web.requests.fragments import page_or_part
from web.requests.loaders import View, actor, allowed_to, needs, stage_match
from web.requests.visitors import device_of, keep_device

NOTHING_TRIED = Attempt()
NEWS = timedelta(minutes=5)
"""So long a sheet says at its top that another phone has opened its slip."""


@needs(Permission.DESK_READ)
@require_safe
def sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """By table; a hall of more tables than a page shows has those first that need somebody."""
    desk = round_desk(tournament)
    tables = () if desk is None else desk.played if len(desk.played) <= A_PAGE else desk.by_urgency
    filters = table_filter(request)
    context = {"desk": desk, "filter": filters, "shown": narrowed(tables, filters)}
    return page_or_part(request, "day/sheets.html", day_context(request, tournament) | context)


@needs(Permission.DEAL_ENTER, match="number")
@require_safe
def sheet_preview(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What the form would do as it is filled in now; a part of the sheet, for those with script."""
    view = sheet_view(tournament, number, typed=dict(request.GET.lists()))
    if view is None:
        raise Http404
    context = {"tournament": tournament, "view": view, "match": view.match}
    return render(request, "day/parts/preview_words.html", context)


def on_sheet(
    name: str, permission: Permission, action: Action, form_type: type[PageForm] = SheetForm, first: str = ""
) -> View:
    """A button in the box of that name; a refusal is shown on the sheet, in that box."""

    @needs(permission, match="number")
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        _form, attempt = press(request, form_type, action, stage_match(tournament, number), first)
        return _back_to_sheet(request, tournament, number, attempt, name)

    return view


@needs(Permission.DEAL_ENTER, match="number")
@require_POST
def sheet_penalty(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """处罚、警告、记录; whoever may rule gives any effect."""
    match, form = stage_match(tournament, number), PenaltyForm(request.POST)
    allowed = allowed_to(request)
    may_rule, may_end = Permission.MATCH_RULE in allowed, Permission.MATCH_END in allowed

    def enter(typed: dict[str, Any]) -> None:
        side, _, offence = typed["penalty"].partition(":")
        view, kind, amount = sheet_view(tournament, number), typed["effect"], typed["amount"]
        effects = effects_to_give(view, typed["penalty"], kind, amount, may_rule=may_rule, may_end=may_end)
        by, note = actor(request), typed["note"]
        matches.enter_penalty(match, side, offence, by=by, effects=effects, note=note, seen=form.seen)

    return _back_to_sheet(request, tournament, number, form.try_to(enter, request), "penalty")


def _back_to_sheet(
    request: HttpRequest, tournament: Tournament, number: int, attempt: Attempt, name: str
) -> HttpResponse:
    if not attempt.done:
        return _sheet_page(request, tournament, number, attempt, name)
    return redirect("sheet", tournament.slug, number)


def enter_deal(match: Match, *, by: User, seen: int | None, sent: dict[str, Any]) -> None:
    """记一笔: the fields of the form that the match's game asks for."""
    matches.enter(match, form_of(match.stage).raw(sent), by=by, seen=seen)


def correct_deal(match: Match, deal: int, *, by: User, seen: int | None, sent: dict[str, Any], reason: str) -> None:
    """更正: the game's form says what is right."""
    matches.correct_deal(match, deal, form_of(match.stage).raw(sent), by=by, reason=reason, seen=seen)


def answer_bell(match: Match, in_hand: str, *, by: User, seen: int | None) -> None:
    """Whether a deal was being played at the bell."""
    if in_hand not in ("yes", "no"):
        raise Refused(Problem(Code.BELL_QUESTION_OPEN, "in_hand"))
    matches.answer_bell(match, in_hand == "yes", by=by, seen=seen)


def agree(match: Match, side: str, *, by: User, seen: int, agrees: str, note: str) -> None:
    """What a side says of the result on the referee's phone."""
    matches.agree(match, side, by=by, seen=seen, agrees=agrees != "no", note=note)


def _sheet_page(
    request: HttpRequest, tournament: Tournament, number: int, attempt: Attempt = NOTHING_TRIED, form: str = ""
) -> HttpResponse:
    """A match's sheet, with the name of the ``form`` that was tried: what was wrong stands at its fields. A refused
    order is kept; not if someone was faster, lest it be entered twice."""
    query = request.GET if request.method == "GET" else request.POST
    keeps_input = attempt.status != 409 and form != "correction"
    order = query.get("order", "")[:LONGEST_ORDER] if keeps_input else ""
    view = sheet_view(tournament, number, order=order, kind=query.get("kind", "") if keeps_input else "")
    if view is None:
        raise Http404
    context = day_context(request, tournament)
    can, device, opened = context["can"], device_of(request), devices_of(view.match.id)
    mending = mending_of(view, query) if can["deal"] and attempt.status != 409 else None

    # what was refused stands in the box from which it was sent
    box = {"deals": "entry", "strike": f"strike-{request.POST.get('penalty')}"}.get(form, form)
    if form == "agreement" and request.POST.get("agrees") == "no":
        box = f"dispute-{request.POST.get('side')}"
    forms = _box_forms(view, can, mending, {box: request.POST})
    refused = None if attempt.done else forms.get(box, SheetForm(request.POST))
    if refused:
        refused.take(attempt.problems)

    seats = entry_seats(view, order)
    # by the link of a branch (自己约日子) its own side alone may answer here
    branch = branch_of(actor(request))
    answering = [s.side for s in view.sides if branch is None or (s.team and branch.pk in s.team.branch_ids)]
    context |= {
        "view": view,
        "own_branch": branch,
        "answering": answering,
        "seats": seats,
        "mending": mending,
        "match": view.match,
        "number": number,
        "devices": opened,
        "devices_are_news": bool(opened and opened.is_shared and view.now - opened.last_at < NEWS),
        "own_device": phone_name(device),
        "forms": forms,
        "refused": refused,
        "call": open_call(view.match.id) if can["deal"] else None,
        "phone": phone_page(request, tournament, view, seats, device, opened) if can["deal"] else None,
        "words": phone_words if can["deal"] else None,
    }
    response = page_or_part(request, "day/sheet.html", context, status=attempt.status)
    if can["deal"]:
        keep_device(request, response, device)
    return response


sheet = gzip_page(needs(Permission.DESK_READ, match="number")(require_safe(_sheet_page)))


def _box_forms(
    view: SheetView, can: Mapping[str, bool], mending: Mending | None, sent: Mapping[str, QueryDict]
) -> dict[str, PageForm]:
    """The form of each box that the sheet shows, by the name of the box, with what was ``sent`` from it."""
    forms: dict[str, PageForm] = {}
    if can["deal"] and view.kind:
        forms["entry"] = entry = GameForm(sent.get("entry"), apart="entry", initial={"defenders": view.stage})
        entry.offer(view)
    if can["agree"] and view.may_answer:
        for name in (f"dispute-{answer.side}" for answer in view.answers if answer.says == "none"):
            forms[name] = AgreementForm(sent.get(name), apart=name)
    if not (can["deal"] and view.is_open):
        return forms
    # those in which something is put right
    forms["referee"] = CallForm(sent.get("referee"), apart="referee")
    if view.clock.state != "set":
        forms["penalty"] = penalty = PenaltyForm(sent.get("penalty"), apart="penalty")
        named = penalties_named(penalties_due(view, may_end=can["end"]), same_branch=view.same_branch)
        penalty.offer(named, view.effects, by_chief=can["rule"])
    if mending or (view.deals and not view.form.is_tapped):
        typed = {"reason": mending.reason, "turned_up": mending.turned_up} if mending else None
        forms["correction"] = correction = CorrectionForm(sent.get("correction"), apart="correction", initial=typed)
        correction.offer(view)
    if can["run"]:
        forms["extension"] = ExtensionForm(sent.get("extension"), apart="extension", initial={"minutes": 5})
    for name in (f"strike-{line.id}" for line in view.lines if isinstance(line, PenaltyLine)):
        forms[name] = StrikeForm(sent.get(name), apart=name)
    return forms
