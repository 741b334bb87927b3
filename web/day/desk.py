"""The chief referee's desk: every table of a round, its clock, and what is decided about one match.

Most buttons are a line of ``urls``: who may press it, and the action that it does. What the desk shows of many tables
and what a press does serve the sheets of single matches as well.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from journal import clock
from tournaments.bracket.queries.pairing import pairing_desk, rests_on_old_results
from tournaments.bracket.rules.starts import START_DOUBTS
from tournaments.day.actions import matches, rounds, timetable
from tournaments.day.queries.desk import GROUPS, correction_of, match_card, round_desk
from tournaments.day.queries.desk_tables import TableRow, table_cards
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.models import Match, Player, Round, Tournament
from tournaments.permissions import Permission
from tournaments.states import TeamState
from web.day.forms import RULINGS, DeskForms, RefusedForm, SheetForm, SideForm, StartForm, plan_form
from web.requests.attempts import Attempt
from web.requests.forms import PageForm
from web.requests.fragments import page_or_part
from web.requests.loaders import View, actor, allowed_to, needs, stage_match, stage_round
from web.requests.long_lists import LONGEST_SEARCH, Rows, means_match
from web.requests.numbers import typed_number

Action = Callable[..., Any]
A_PAGE = 24
DUTIES = {
    "deal": Permission.DEAL_ENTER,
    "agree": Permission.RESULT_AGREE,
    "confirm": Permission.RESULT_CONFIRM,
    "check_in": Permission.CHECK_IN,
    "run": Permission.ROUND_RUN,
    "print": Permission.SLIP_PRINT,
    "plan": Permission.TIMETABLE_EDIT,
    "rule": Permission.MATCH_RULE,
    "end": Permission.MATCH_END,
}
"""What a page asks before it shows a button."""


@dataclass(frozen=True)
class TableFilter:
    """What the page is narrowed to: one of ``GROUPS`` ("" for all), words to search for, the page, and a sitting."""

    group: str = ""
    search: str = ""
    page: int = 1
    sitting: int = 1

    @property
    def fields(self) -> dict[str, str]:
        """As fields of the address, or of a form that comes back to the page."""
        sitting, page = (str(number) if number > 1 else "" for number in (self.sitting, self.page))
        fields = {"sitting": sitting, "show": self.group, "q": self.search, "page": page}
        return {name: value for name, value in fields.items() if value}

    @property
    def query(self) -> str:
        """The end of an address, without the page."""
        return urlencode({name: value for name, value in self.fields.items() if name != "page"})


def table_filter(request: HttpRequest) -> TableFilter:
    """By the address, or by the form sent from the page."""
    fields = request.GET if request.method in ("GET", "HEAD") else request.POST
    group, search = fields.get("show", ""), fields.get("q", "").strip()[:LONGEST_SEARCH]
    page, sitting = (max(1, typed_number(fields.get(name, "")) or 1) for name in ("page", "sitting"))
    return TableFilter(group if group in GROUPS[1:] else "", search, page, sitting)


def narrowed(tables: Sequence[TableRow], by: TableFilter, *, match: int = 0) -> Rows[TableRow]:
    """The page that is asked for, or the one with that ``match`` on it; the last one beyond the end."""
    matching = [row for row in tables if means_match(by.search, row.match)] if by.search else tables
    place = next((i for i, row in enumerate(matching) if match and row.match.number == match), None)
    pages = Paginator(matching, A_PAGE)
    page = pages.get_page(by.page if place is None else place // A_PAGE + 1)
    return Rows(list(page), by.search, page.number, pages.num_pages, len(tables))


def day_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What every page of the day shows. ``can``: the duties of this person, and ``desk``: whether he sees other tables
    too, which a slip does not open."""
    allowed = allowed_to(request)
    can = {name: permission in allowed for name, permission in DUTIES.items()}
    return {
        "tournament": tournament,
        "can": can | {"desk": not getattr(request.user, "is_of_link", False)},
        "pulse": reverse("pulse", args=[tournament.slug]),
    }


def desk_page(
    request: HttpRequest, tournament: Tournament, number: int | None = None, refused: RefusedForm | None = None
) -> HttpResponse:
    """The chief referee's desk at round ``number``, or at the current one."""
    context, filters = day_context(request, tournament), table_filter(request)
    desk = round_desk(tournament, number, filters.sitting)
    if desk is None and number is not None:
        raise Http404
    filters = replace(filters, sitting=desk.round.sitting if desk else 1)
    about = refused.match if refused else 0
    shown = narrowed(desk.groups[filters.group or "all"], filters, match=about) if desk else None
    context |= {
        "desk": desk,
        "filter": filters,
        "shown": shown,
        "cards": table_cards(tournament, desk.round.clock, shown.rows, desk.now) if desk and shown else (),
        "asks_start": bool(desk and desk.may_start and desk.start_lacks) and request.GET.get("ask") == "start",
        "is_outdated": bool(desk and desk.is_paired and rests_on_old_results(tournament, desk.round.number)),
        "forms": DeskForms(tournament, refused),
        "refused": refused.form if refused else None,
        "may_challenge": bool(desk and desk.round.stage.is_ladder) and Permission.DAY_AGREE in allowed_to(request),
    }
    return page_or_part(request, "day/desk.html", context, status=refused.form.status if refused else HTTPStatus.OK)


desk = needs(Permission.DESK_READ)(require_safe(desk_page))


def desk_address(request: HttpRequest, tournament: Tournament, number: int, **fields: str) -> str:
    """The desk of the round as it was narrowed."""
    query = urlencode(table_filter(request).fields | fields)
    return reverse("desk_round", args=[tournament.slug, number]) + (f"?{query}" if query else "")


def press(
    request: HttpRequest, form_type: type[PageForm], action: Action, subject: Any, first: str = ""
) -> tuple[PageForm, Attempt]:
    """Run ``action`` on ``subject`` with what was typed, by the names of the form's fields, but for the field
    ``first``, which comes first. From a sheet the version goes along that the page showed."""
    form = form_type(request.POST)

    def run(typed: dict[str, Any]) -> Any:
        values = dict(typed)
        leading = [values.pop(first)] if first else []
        if isinstance(form, SheetForm):
            values["seen"] = form.seen
        return action(subject, *leading, by=actor(request), **values)

    return form, form.try_to(run, request)


def on_round(permission: Permission, action: Action, form_type: type[PageForm] = PageForm, first: str = "") -> View:
    """A button of the desk for a whole round, or for the sitting of it that is shown."""

    @needs(permission)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        sitting = table_filter(request).sitting
        round_ = stage_round(tournament, number, sitting)
        form, attempt = press(request, form_type, action, round_, first)
        return _back_to_desk(request, tournament, number, form, attempt, attempt.answer.get("match", 0))

    return view


def on_match(permission: Permission, action: Action, form_type: type[PageForm] = PageForm, first: str = "") -> View:
    """A button on the card of one match at the desk."""

    @needs(permission)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        match = stage_match(tournament, number)
        form, attempt = press(request, form_type, action, match, first)
        return _back_to_desk(request, tournament, match.round.number, form, attempt, match.number)

    return view


def _back_to_desk(
    request: HttpRequest, tournament: Tournament, number: int, form: PageForm, attempt: Attempt, match: int = 0
) -> HttpResponse:
    """To the desk as it was narrowed, and to the card of that ``match``; or the desk with what was refused."""
    if attempt.done:
        return redirect(desk_address(request, tournament, number) + (f"#m{match}" if match else ""))
    return desk_page(request, tournament, number, RefusedForm(form, match))


def tick(match: Match, *, by: User, here: list[int], gone: list[int], everybody: bool) -> None:
    """签到 of a ``TicksForm``, of the event's players: whoever stands in a draft or elsewhere is passed over."""
    if everybody:
        matches.check_in_all(match, by=by)
    known = Player.objects.filter(team__branch__tournament=match.stage.tournament).exclude(team__state=TeamState.DRAFT)
    for player in known.filter(pk__in=here):
        matches.check_in(match, player, by=by)
    for player in known.filter(pk__in=gone):
        matches.check_out(match, player, by=by)


def assign_next(round_: Round, *, by: User) -> dict[str, int]:
    """下一场上桌: the number of the match that has a table now."""
    return {"match": rounds.assign_next(round_, by=by).number}


def choose_submission(match: Match, submission: int, *, by: User, take: str, reason: str) -> None:
    """裁判长选定: what a phone sent is taken or, unless ``take`` is yes, dropped."""
    matches.choose_submission(match, submission, by=by, take=take == "yes", reason=reason)


@needs(Permission.ROUND_RUN)
@require_POST
def clock_start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What is missing is asked about once; ``anyway`` yes is the answer."""
    round_, form = stage_round(tournament, number, table_filter(request).sitting), StartForm(request.POST)
    attempt = form.try_to(
        lambda typed: rounds.start_round(round_, by=actor(request), ask=typed["anyway"] != "yes"), request
    )
    if attempt.problems and all(problem.code in START_DOUBTS for problem in attempt.problems):
        return redirect(desk_address(request, tournament, number, ask="start") + "#round-head")
    return _back_to_desk(request, tournament, number, form, attempt)


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def clock_plan(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """改期: brought forward or put off."""
    round_ = stage_round(tournament, number, table_filter(request).sitting)
    form = plan_form(request.POST, tournament, round_)
    move = timetable.move_round if round_.sitting == 1 else timetable.move_sitting
    attempt = form.try_to(
        lambda _typed: move(
            round_, form.starts_at(tournament.tzinfo), by=actor(request), seen=form.made_from, sure=form.insisted
        ),
        request,
    )
    if attempt.done:
        messages.success(request, _("The round is moved; everybody concerned is told."))
    return _back_to_desk(request, tournament, number, form, attempt)


@needs(Permission.ROUND_RUN)
@require_safe
def absent(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """编排: who cannot come to the round, before it is paired."""
    waiting = pairing_desk(tournament, number)
    if waiting is None:
        return redirect("desk_round", tournament.slug, number)
    return render(request, "day/absent.html", day_context(request, tournament) | {"waiting": waiting})


def on_ruling(name: str, action: Action, first: str = "") -> View:
    """What the chief referee decides on the page of one match, by the form of that name."""

    @needs(Permission.MATCH_RULE)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        form, attempt = press(request, RULINGS[name], action, stage_match(tournament, number), first)
        if not attempt.done:
            return _ruling_page(request, tournament, number, name, form)
        return redirect("desk_match", tournament.slug, number)

    return view


def _ruling_page(
    request: HttpRequest, tournament: Tournament, number: int, tried: str = "", refused: PageForm | None = None
) -> HttpResponse:
    """Everything the chief referee may decide about one match; ``refused`` is the form that was ``tried``."""
    match, card = stage_match(tournament, number), match_card(tournament, number)
    if card is None:
        raise Http404
    forms = {name: form(apart=name) for name, form in RULINGS.items()} | ({tried: refused} if refused else {})
    absent = card.late.absent[0].side if card.late and not card.late.both else ""
    for name, form in forms.items():
        if isinstance(form, SideForm):
            form.offer(card.sides, absent if name == "forfeit" else "")
    sets_day = match.stage.tournament.own_days and Permission.DAY_AGREE in allowed_to(request)
    context: dict[str, Any] = day_context(request, tournament) | {
        "card": card,
        "now": clock.now(tournament.journal),
        "match": card.match,
        "view": sheet_view(tournament, number) if card.match.is_disputed else None,
        "forms": forms,
        "refused": refused,
        "correction": correction_of(match),
        # the branch among whose matches the office sets the day of this one
        "own_branch": match.home_team.branch.number if sets_day and match.home_team else 0,
    }
    return render(request, "day/ruling.html", context, status=refused.status if refused else HTTPStatus.OK)


ruling = needs(Permission.DESK_READ)(require_safe(_ruling_page))
