"""台票: the pages that make, print, show and revoke table slips. Phones open them by `web.site.account`."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.queries.match_views import Board, Line
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.words import results
from tournaments.bracket.words.format_sentences import table_change
from tournaments.bracket.words.matches import SEATS
from tournaments.bracket.words.names import round_name, start_words
from tournaments.day.actions import links
from tournaments.day.words.slips import PAPER, written_columns
from tournaments.entries.queries.links import SeatedPlayer, Slip, by_table, has_valid_slips, slip_of, slips_of
from tournaments.models import Round, Tournament
from tournaments.permissions import Permission, may
from tournaments.presets.named_games import GUANDAN, named_game
from web.day.desk import Action
from web.day.sheets import NOTHING_TRIED
from web.files.qr_codes import full_address, is_local, qr_image, qr_svg
from web.files.typesetting import pdf_answer, typeset
from web.requests.attempts import Attempt, attempt
from web.requests.loaders import View, actor, needs, stage_match, stage_round
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


def _round_page(
    request: HttpRequest, tournament: Tournament, round_: Round, outcome: Attempt = NOTHING_TRIED
) -> HttpResponse:
    full_round = next(full_round for full_round in rounds(tournament) if full_round.number == round_.number)
    rows = asked_rows(request.GET, sorted(full_round.in_need_of_tables, key=by_table), means_match)
    context = {
        "tournament": tournament,
        "round": round_,
        "rows": rows,
        "slips": slips_of(round_, [match.number for match in rows]),
        "is_any_valid": has_valid_slips(round_),
        "is_local": is_local(full_address(request, "/")),
        "may_run": may(request.user, Permission.ROUND_RUN, tournament),
        "problems": outcome.problems,
    }
    return render(request, "day/slips.html", context, status=outcome.status)


@needs(Permission.SLIP_PRINT)
@require_safe
def slips_document(request: HttpRequest, tournament: Tournament, number: int, paper: str) -> HttpResponse:
    """The valid slips as PDF: a page each (``a6``), or four on a sheet to be cut (``a4``). With none there is nothing
    to print, and the page says how to make them."""
    round_ = stage_round(tournament, number)
    valid = [slip for slip in slips_of(round_) if slip.is_valid]
    if not valid:
        return redirect("slips", tournament.slug, number)
    stage = round_.stage
    board, game = Board.of(stage.game, stage.rule_set.get("measure")), named_game(stage.game, stage.rule_set)
    is_ordered = not board.is_entered and game == GUANDAN
    data = {
        "paper": paper,
        "event": tournament.name,
        "words": {name: str(words) for name, words in PAPER.items()},
        "change": _table_change(round_),
        # the columns of the slip, whether they are of deals or of how many games, and what is said below
        "columns": written_columns(board, game, tournament.seats),
        "games": tournament.best_of if board.is_entered else 0,
        "by_hand": str(PAPER["seats" if is_ordered else "by_hand"]),
        "slips": [_on_paper(request, tournament, slip) for slip in valid],
    }
    return pdf_answer(typeset("slips.typ", data), f"slips-{tournament.slug}-round-{number}-{paper}")


def _table_change(round_: Round) -> str:
    """Who goes where after the round, if another one of its stage follows."""
    return table_change(format_of(round_.stage)) if round_.stage.rounds.filter(number__gt=round_.number) else ""


def _on_paper(request: HttpRequest, tournament: Tournament, slip: Slip) -> dict[str, Any]:
    """The data of templates/documents/slips.typ, in the words of the reader's language."""
    match = slip.match
    return {
        "table": str(match.table or ""),
        "number": str(match.number),
        "round": round_name(match.entrants, number=match.round_number, sitting=match.sitting, where=match.where),
        "when": start_words(match.starts_at, match.until),
        "qr": qr_svg(_address(request, slip)),
        "sheet": full_address(request, reverse("sheet", args=[tournament.slug, match.number])),
        "sides": [_side(match.home, slip.home), _side(match.away, slip.away)],
    }


def _side(line: Line, players: tuple[SeatedPlayer, ...]) -> dict[str, Any]:
    return {
        "name": results.side_words(line),
        # of two who face each other nobody sits north
        "seats": [[str(SEATS[p.seat]) if p.seat and len(players) > 1 else "", p.name] for p in players],
    }


def _address(request: HttpRequest, slip: Slip) -> str:
    """What the slip's code says."""
    return full_address(request, reverse("link", args=[slip.token]))


def on_slip(action: Action) -> View:
    """A button of the slip of one match."""

    @needs(Permission.ROUND_RUN)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        match = stage_match(tournament, number)
        outcome = attempt(request, lambda: action(match, by=actor(request)))
        if not outcome.done:
            return _match_page(request, tournament, number, outcome)
        return redirect("match_slip", tournament.slug, number)

    return view


def _match_page(
    request: HttpRequest, tournament: Tournament, number: int, outcome: Attempt = NOTHING_TRIED
) -> HttpResponse:
    slip_match = stage_match(tournament, number)
    slip = slip_of(slip_match)
    if slip is None:
        raise Http404
    address = _address(request, slip) if slip.is_valid else ""
    context = {
        "tournament": tournament,
        "slip": slip,
        "match": slip.match,
        "change": _table_change(slip_match.round),
        "address": address,
        "qr": qr_image(address) if address else "",
        "is_local": is_local(full_address(request, "/")),
        "problems": outcome.problems,
    }
    return render(request, "day/match_slip.html", context, status=outcome.status)


match_slip = needs(Permission.ROUND_RUN)(require_safe(_match_page))
