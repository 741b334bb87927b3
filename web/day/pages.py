"""The pages of the round day, shown as they are or after a refused form, and what this person may do on them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from accounts.models import User
from journal import clock
from tournaments.day.actions.matches import check_in, check_in_all, check_out
from tournaments.day.queries.calls import open_call
from tournaments.day.queries.desk import correction_of, desk_cards, match_card, round_desk
from tournaments.day.queries.dues import penalties_due
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.day.queries.sheet_views import PenaltyLine, SheetView
from tournaments.entries.queries.links import devices_of
from tournaments.models import Match, Player, Tournament
from tournaments.permissions import Permission
from tournaments.states import TeamState
from web.day.forms import RULINGS, DeskForms, ExtensionForm, Refused, SideForm, TicksForm
from web.day.narrowing import asked_of, narrowed
from web.day.phone import phone_page, phone_words
from web.day.seats import LONGEST_ORDER, Mending, entry_seats, mending_of
from web.day.sheet_forms import (
    AgreementForm,
    CallForm,
    CorrectionForm,
    GameForm,
    PenaltyForm,
    SheetForm,
    StrikeForm,
    penalties_named,
)
from web.requests.attempts import Attempt
from web.requests.forms import PageForm
from web.requests.fragments import page_or_part
from web.requests.loaders import allowed_to, stage_match
from web.requests.visitors import device_of, keep_device

NOTHING_TRIED = Attempt()
NO_FORM: Mapping[str, PageForm] = {}


@dataclass(frozen=True)
class Duties:
    """What the person may do here; ``desk``: the other tables too, which a slip does not open."""

    deal: bool
    agree: bool
    confirm: bool
    check_in: bool
    run: bool
    print: bool
    plan: bool
    rule: bool
    end: bool
    desk: bool


def duties(request: HttpRequest) -> Duties:
    """For all buttons of a page."""
    allowed = allowed_to(request)
    return Duties(
        deal=Permission.DEAL_ENTER in allowed,
        agree=Permission.RESULT_AGREE in allowed,
        confirm=Permission.RESULT_CONFIRM in allowed,
        check_in=Permission.CHECK_IN in allowed,
        run=Permission.ROUND_RUN in allowed,
        print=Permission.SLIP_PRINT in allowed,
        plan=Permission.TIMETABLE_EDIT in allowed,
        rule=Permission.MATCH_RULE in allowed,
        end=Permission.MATCH_END in allowed,
        desk=not getattr(request.user, "is_of_link", False),
    )


def sheet_page(
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
    can, device, opened = duties(request), device_of(request), devices_of(view.match.id)
    mending = mending_of(view, query) if can.deal and attempt.status != 409 else None
    forms = _box_forms(view, can, mending, {_box_of(form, request.POST): request.POST})
    refused = None if attempt.done else forms.get(_box_of(form, request.POST), SheetForm(request.POST))
    if refused:
        refused.take(attempt.problems)
    context = {
        "view": view,
        "seats": entry_seats(view),
        "mending": mending,
        "match": view.match,
        "number": number,
        "can": can,
        "devices": opened,
        "forms": forms,
        "refused": refused,
        "call": open_call(view.match.id) if can.deal else None,
        "phone": phone_page(request, tournament, view, device, opened) if can.deal else None,
        "words": phone_words if can.deal else None,
    }
    context = _shared(request, tournament, context)
    response = page_or_part(request, "day/sheet.html", context, status=attempt.status)
    if can.deal:
        keep_device(request, response, device)
    return response


def _box_of(form: str, sent: QueryDict) -> str:
    """The box of a sheet from which that form was sent."""
    if form == "agreement" and sent.get("agrees") == "no":
        return f"dispute-{sent.get('side')}"
    return {"deals": "entry", "strike": f"strike-{sent.get('penalty')}"}.get(form, form)


def _box_forms(
    view: SheetView, can: Duties, mending: Mending | None, sent: Mapping[str, QueryDict]
) -> dict[str, PageForm]:
    """The form of each box that the sheet shows, by the name of the box, with what was ``sent`` from it."""
    forms: dict[str, PageForm] = {}
    if can.deal and view.kind:
        forms["entry"] = entry = GameForm(sent.get("entry"), apart="entry")
        entry.offer(view)
    if can.agree and view.may_answer:
        for answer in view.answers:
            if answer.says == "none":
                name = f"dispute-{answer.side}"
                forms[name] = AgreementForm(sent.get(name), apart=name)
    return forms | (_mending_forms(view, can, mending, sent) if can.deal and view.is_open else {})


def _mending_forms(
    view: SheetView, can: Duties, mending: Mending | None, sent: Mapping[str, QueryDict]
) -> dict[str, PageForm]:
    """Those of an open sheet, in which something is put right."""
    forms: dict[str, PageForm] = {"referee": CallForm(sent.get("referee"), apart="referee")}
    if view.clock.state != "set":
        forms["penalty"] = penalty = PenaltyForm(sent.get("penalty"), apart="penalty")
        dues = penalties_due(view, may_end=can.end)
        named = penalties_named(dues, same_branch=view.same_branch)
        penalty.offer(named, view.effects, by_chief=can.rule)
    if mending or (view.deals and not view.form.is_tapped):
        typed = {"reason": mending.reason} if mending else None
        forms["correction"] = correction = CorrectionForm(sent.get("correction"), apart="correction", initial=typed)
        correction.offer(view)
    if can.run:
        forms["extension"] = ExtensionForm(sent.get("extension"), apart="extension", initial={"minutes": 5})
    for line in view.lines:
        if isinstance(line, PenaltyLine):
            name = f"strike-{line.id}"
            forms[name] = StrikeForm(sent.get(name), apart=name)
    return forms


def desk_page(
    request: HttpRequest, tournament: Tournament, number: int | None = None, refused: Refused | None = None
) -> HttpResponse:
    """The chief referee's desk at round ``number``, or at the current one."""
    filters, about = asked_of(request), refused.about if refused else 0
    desk = round_desk(tournament, number, filters.sitting)
    if desk is None and number is not None:
        raise Http404
    filters = replace(filters, sitting=desk.round.sitting if desk else 1)
    shown = narrowed(desk.groups[filters.group or "all"], filters, match=about) if desk else None
    context = {
        "desk": desk,
        "shown": shown,
        "cards": desk_cards(tournament, desk, shown.rows) if desk and shown else (),
        "asks_start": bool(desk and desk.may_start and desk.start_lacks) and request.GET.get("ask") == "start",
        "forms": DeskForms(tournament, refused),
        "refused": refused.form if refused else None,
    }
    status = refused.status if refused else HTTPStatus.OK
    return page_or_part(request, "day/desk.html", _shared(request, tournament, context), status=status)


def desk_address(request: HttpRequest, tournament: Tournament, number: int, **more: str) -> str:
    """The desk of the round as it was narrowed."""
    query = asked_of(request).kept | more
    return reverse("desk_round", args=[tournament.slug, number]) + (f"?{urlencode(query)}" if query else "")


def ruling_page(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    refused: Mapping[str, PageForm] = NO_FORM,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Everything the chief referee may decide about one match; ``refused`` is the form that was, by its name."""
    match, card = stage_match(tournament, number), match_card(tournament, number)
    if card is None:
        raise Http404
    forms = {name: form(apart=name) for name, form in RULINGS.items()} | dict(refused)
    absent = card.late.absent[0].side if card.late and not card.late.both else ""
    for name, form in forms.items():
        if isinstance(form, SideForm):
            form.offer(card.sides, absent if name == "forfeit" else "")
    context = {
        "card": card,
        "now": clock.now(tournament.journal),
        "match": card.match,
        "view": sheet_view(tournament, number) if card.match.is_disputed else None,
        "forms": forms,
        "refused": next(iter(refused.values()), None),
        "correction": correction_of(match),
    }
    return render(request, "day/ruling.html", _shared(request, tournament, context), status=status)


def _shared(request: HttpRequest, tournament: Tournament, context: dict[str, Any]) -> dict[str, Any]:
    """``context`` with what every page of the day shows."""
    shared = {
        "tournament": tournament,
        "can": context.get("can") or duties(request),
        "pulse": reverse("pulse", args=[tournament.slug]),
    }
    return shared | context


def tick(request: HttpRequest, match: Match, *, by: User) -> None:
    """What a check-in form asks for, of the event's players: whoever stands in a draft or elsewhere is passed over."""
    if "all" in request.POST:
        check_in_all(match, by=by)
    ticks = TicksForm(request.POST)
    ticks.full_clean()
    known = Player.objects.filter(team__branch__tournament=match.stage.tournament).exclude(team__state=TeamState.DRAFT)
    for player in known.filter(pk__in=ticks.cleaned_data["here"]):
        check_in(match, player, by=by)
    for player in known.filter(pk__in=ticks.cleaned_data["gone"]):
        check_out(match, player, by=by)
