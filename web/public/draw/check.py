"""抽签记录: what was sealed, every draw that was made, the record as a file, and the check that runs in the browser."""

import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.draw.queries.records import counted_draws, drawn_teams, latest_seal, opened_seal, record_of
from tournaments.models import Draw, Tournament
from tournaments.permissions import Permission
from web.displays.present import present
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.long_lists import page_of

SCRIPTS = ("draw_check/sha256.js", "draw_check/draw.js", "draw_check/page.js")
MOST_LINES = 256
"""Teams of the sealed list, or positions, on one page."""
STYLE = "css/draw_check.css"


@public_page("page")
@needs(Permission.PUBLIC)
def public_draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    draws, seal, drawn = counted_draws(tournament), latest_seal(tournament), drawn_teams(tournament)
    sealed = seal.listed if seal and not seal.is_drawn else ()
    page = page_of(request, range(max(len(sealed), len(drawn))), MOST_LINES)
    here = slice((page.number - 1) * MOST_LINES, page.number * MOST_LINES)
    context = {
        "tournament": tournament,
        "present": present(tournament),
        "seal": seal,
        "sealed": sealed[here],
        "draws": draws,
        "opened": opened_seal(tournament),
        "drawn": list(enumerate(drawn, start=1))[here],
        "page": page.number,
        "pages": page.paginator.page_range,
        "counts": next((draw for draw in reversed(draws) if draw.is_counting), None),
    }
    return render(request, "draw/public_draw.html", context)


@public_page()
@needs(Permission.PUBLIC)
def check(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    records = [draw for draw in counted_draws(tournament) if draw.is_open]
    context = {"tournament": tournament, "present": present(tournament), "records": records}
    return render(request, "draw/draw_check.html", context)


@public_page()
@needs(Permission.PUBLIC)
def check_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same as one file: its scripts are those of the site, read from the same place."""
    context = {"style": _content(STYLE), "script": "\n".join(map(_content, SCRIPTS))}
    answer = render(request, "draw/draw_check_file.html", context)
    answer.headers["Content-Disposition"] = 'attachment; filename="draw-check.html"'
    return answer


@public_page()
@needs(Permission.PUBLIC)
def record_file(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The record of a draw that may be read; 404 for others, whose result or secret nobody knows yet."""
    draws = Draw.objects.select_related("stage__tournament")
    draw = get_object_or_404(draws, stage__tournament=tournament, number=number)
    if not draw.is_open:
        raise Http404
    text = json.dumps(record_of(draw), ensure_ascii=False, indent=1)
    name = f"{tournament.slug}-draw-{number}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/json", headers=headers)


def _content(name: str) -> str:
    path = finders.find(name)
    assert isinstance(path, str)
    return Path(path).read_text(encoding="utf-8")
