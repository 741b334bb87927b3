"""台票: the pages that make, print, show and revoke table slips. Phones open them by `web.site.links`."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.queries.matches import rounds
from tournaments.day.actions import links
from tournaments.entries.queries.links import by_table, has_valid_slips, slip_of, slips_of
from tournaments.models import AccessLink, Match, Round, Tournament
from tournaments.permissions import Permission, may
from web.day.slip_papers import slip_address, slip_document
from web.files.qr_codes import full_address, is_local, qr_image
from web.files.typesetting import pdf_answer
from web.requests.attempts import Attempt, attempt
from web.requests.loaders import actor, needs, stage_match, stage_round
from web.requests.long_lists import asked_rows, means_match


@needs(Permission.SLIP_PRINT)
@require_safe
def slips(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _round_page(request, tournament, stage_round(tournament, number))


@needs(Permission.SLIP_PRINT)
@require_POST
def slips_issue(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = stage_round(tournament, number)
    outcome = attempt(request, lambda: {"slips": len(links.issue_slips(round_, by=actor(request)))})
    if not outcome.done:
        return _round_page(request, tournament, round_, outcome)
    messages.success(request, _("%(n)s table slips are ready to be printed.") % {"n": outcome.answer["slips"]})
    return redirect("slips", tournament.slug, number)


@needs(Permission.SLIP_PRINT)
@require_safe
def slips_a6(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _document(request, tournament, number, "a6")


@needs(Permission.SLIP_PRINT)
@require_safe
def slips_a4(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _document(request, tournament, number, "a4")


def _document(request: HttpRequest, tournament: Tournament, number: int, paper: str) -> HttpResponse:
    """The valid slips on paper; with none there is nothing to print, and the page says how to make them."""
    valid = tuple(slip for slip in slips_of(stage_round(tournament, number)) if slip.is_valid)
    if not valid:
        return redirect("slips", tournament.slug, number)
    return pdf_answer(
        slip_document(request, tournament, valid, paper), f"slips-{tournament.slug}-round-{number}-{paper}"
    )


@needs(Permission.ROUND_RUN)
@require_safe
def match_slip(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _match_page(request, tournament, number)


@needs(Permission.ROUND_RUN)
@require_POST
def match_slip_revocation(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match: links.revoke_slip(match, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def match_slip_renewal(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match: links.reissue_slip(match, by=actor(request)))


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, change: Callable[[Match], AccessLink]
) -> HttpResponse:
    match = stage_match(tournament, number)
    outcome = attempt(request, lambda: change(match))
    if not outcome.done:
        return _match_page(request, tournament, number, outcome)
    return redirect("match_slip", tournament.slug, number)


def _round_page(
    request: HttpRequest, tournament: Tournament, round_: Round, outcome: Attempt | None = None
) -> HttpResponse:
    full_round = next(full_round for full_round in rounds(tournament) if full_round.number == round_.number)
    rows = asked_rows(request.GET, sorted(full_round.played, key=by_table), means_match)
    context = {
        "tournament": tournament,
        "round": round_,
        "rows": rows,
        "slips": slips_of(round_, [match.number for match in rows]),
        "is_any_valid": has_valid_slips(round_),
        "is_local": is_local(full_address(request, "/")),
        "may_run": may(request.user, Permission.ROUND_RUN, tournament),
        "problems": outcome.problems if outcome else (),
    }
    return render(request, "day/slips.html", context, status=outcome.status if outcome else 200)


def _match_page(
    request: HttpRequest, tournament: Tournament, number: int, outcome: Attempt | None = None
) -> HttpResponse:
    slip = slip_of(stage_match(tournament, number))
    if slip is None:
        raise Http404
    address = slip_address(request, slip) if slip.is_valid else ""
    context = {
        "tournament": tournament,
        "slip": slip,
        "match": slip.match,
        "address": address,
        "qr": qr_image(address) if address else "",
        "is_local": is_local(full_address(request, "/")),
        "problems": outcome.problems if outcome else (),
    }
    return render(request, "day/match_slip.html", context, status=outcome.status if outcome else 200)
