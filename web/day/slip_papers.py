"""台票 on paper: the data of templates/documents/slips.typ, in the words of the reader's language."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.bracket.queries.match_views import Line
from tournaments.bracket.words import results
from tournaments.bracket.words.matches import SEATS
from tournaments.bracket.words.names import day, hour, round_name, team_name
from tournaments.day.words.slips import PAPER
from tournaments.entries.queries.links import SeatedPlayer, Slip
from tournaments.entries.seats import SEATS_OF
from tournaments.models import Tournament
from web.files.qr_codes import full_address, qr_svg
from web.files.typesetting import typeset

PAPERS = ("a6", "a4")


def slip_document(request: HttpRequest, tournament: Tournament, slips: tuple[Slip, ...], paper: str) -> bytes:
    """The valid slips of ``slips`` as PDF: a page each (``a6``), or four on a sheet to be cut (``a4``)."""
    data = {
        "paper": paper,
        "event": tournament.name,
        "words": {name: str(words) for name, words in PAPER.items()},
        "slips": [_slip(request, tournament, slip) for slip in slips if slip.is_valid],
    }
    return typeset("slips.typ", data)


def slip_address(request: HttpRequest, slip: Slip) -> str:
    """What the slip's code says."""
    return full_address(request, reverse("link", args=[slip.token]))


def _slip(request: HttpRequest, tournament: Tournament, slip: Slip) -> dict[str, Any]:
    match = slip.match
    return {
        "table": str(match.table or ""),
        "number": str(match.number),
        "round": round_name(match.entrants, number=match.round_number, sitting=match.sitting, where=match.where),
        "when": f"{day(match.starts_at)} {hour(match.starts_at)}",
        "qr": qr_svg(slip_address(request, slip)),
        "sheet": full_address(request, reverse("sheet", args=[tournament.slug, match.number])),
        "sides": [
            _side(match.home, slip.home, SEATS_OF[tournament.seats]["home"]),
            _side(match.away, slip.away, SEATS_OF[tournament.seats]["away"]),
        ],
    }


def _side(line: Line, players: tuple[SeatedPlayer, ...], seats: tuple[str, ...]) -> dict[str, Any]:
    return {
        "name": team_name(line.team) if line.team else str(results.source_words(line.source)),
        "letters": " ".join(str(SEATS[seat]) for seat in seats),
        "seats": [[str(SEATS[p.seat]) if p.seat else "", p.name] for p in players],
    }
