"""复制文字、保存图片、Excel、CSV: the lists of the public pages, to take away."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.chronicle.queries import records
from tournaments.chronicle.queries.days import present_day
from tournaments.chronicle.queries.history import full_history
from tournaments.chronicle.queries.statistics import statistics
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.series.queries import season, series_at
from web.displays.present import Present, present
from web.lists import of_day, of_event, of_matches, of_places, of_years
from web.lists.answers import list_answer, pictures_of
from web.lists.listing import Form, Listing, messages_of
from web.publishing.pages import public_page
from web.publishing.versions import FINISHED
from web.requests.loaders import needs
from web.requests.numbers import typed_number

Asked = Callable[[str], int]
"""A number of the query, 0 without."""


@public_page("stage", "round", "day", "match", "page")
@needs(Permission.PUBLIC)
def public_list(request: HttpRequest, tournament: Tournament, name: str, form: str) -> HttpResponse:
    """List ``name`` as one of the ``Form``. Files and pictures are kept like pages: made once, whoever asks."""
    make = LISTS.get(name)
    if make is None or form not in tuple(Form):
        raise Http404

    def asked(number: str) -> int:
        return int(request.GET.get(number, "0"))

    snapshot = present(tournament)
    listing = make(snapshot, asked)
    if form != Form.TEXT:
        return list_answer(listing, form, asked("page") or 1)
    query = "&".join(f"{key}={request.GET[key]}" for key in ("stage", "round", "day", "match") if key in request.GET)
    addresses = {each: reverse("public_list", args=[tournament.slug, name, each]) for each in Form}
    context = {"tournament": tournament, "present": snapshot} | _taken(listing, addresses, query)
    return render(request, "event/list.html", context)


@public_page("page")
@needs(Permission.PUBLIC)
def season_list(request: HttpRequest, series: str, form: str) -> HttpResponse:
    """The table of a season as one of the ``Form``."""
    known_series = series_at(series)
    if known_series is None or form not in tuple(Form):
        raise Http404
    addresses = {each: reverse("season_list", args=[series, each]) for each in Form}
    return _of_years(request, of_years.season_table(season(known_series, public=True)), form, addresses)


@public_page("year", "page", of=FINISHED)
@needs(Permission.PUBLIC)
def records_list(request: HttpRequest, name: str, form: str) -> HttpResponse:
    """``champions`` or ``medals`` of all years as one of the ``Form``; the medals of one ``year`` too."""
    year = typed_number(request.GET.get("year", "")) or 0
    if name not in RECORDS or form not in tuple(Form):
        raise Http404
    addresses = {each: reverse("records_list", args=[name, each]) for each in Form}
    return _of_years(request, RECORDS[name](year), form, addresses, f"year={year}" if year else "")


def _of_years(
    request: HttpRequest, listing: Listing, form: str, addresses: Mapping[Form, str], query: str = ""
) -> HttpResponse:
    if form != Form.TEXT:
        return list_answer(listing, form, typed_number(request.GET.get("page", "")) or 1)
    return render(request, "event/list_of_years.html", _taken(listing, addresses, query))


def _taken(listing: Listing, addresses: Mapping[Form, str], query: str) -> dict[str, object]:
    """What parts/taken.html shows: texts and pictures, and the addresses of all forms."""
    texts, pictures = messages_of(listing), pictures_of(listing)
    return {"listing": listing, "texts": texts, "pictures": pictures, "query": query} | {**addresses}


def _report(snapshot: Present, number_of: Asked) -> Listing:
    try:
        return of_day.report(
            snapshot, number_of("day") or present_day(snapshot.tournament, snapshot.rounds, snapshot.now)
        )
    except IndexError:
        raise Http404 from None


def _match(snapshot: Present, number_of: Asked) -> Listing:
    matches = (match for r in snapshot.rounds for match in r.matches)
    match = next((match for match in matches if match.number == number_of("match")), None)
    if match is None:
        raise Http404
    return of_matches.one_match(snapshot, match)


def _pairings(snapshot: Present, number_of: Asked) -> Listing:
    if number_of("round") and number_of("round") not in {r.number for r in snapshot.rounds}:
        raise Http404
    return of_matches.pairings(snapshot, number_of("round"))


def _standings(snapshot: Present, number_of: Asked) -> Listing:
    if number_of("stage") and number_of("stage") not in {
        stage.label.number for stage in snapshot.stages if stage.matches
    }:
        raise Http404
    return of_places.standings(snapshot, number_of("stage"))


def _medals(year: int) -> Listing:
    table = records.medal_table(year)
    if year and year not in table.years:
        raise Http404
    return of_years.medals(table)


RECORDS: dict[str, Callable[[int], Listing]] = {
    "champions": lambda _year: of_years.champions(records.honours(list(records.finished_events()))),
    "medals": _medals,
}
LISTS: dict[str, Callable[[Present, Asked], Listing]] = {
    "results": lambda found, _asked: of_matches.results(found),
    "pairings": _pairings,
    "match": _match,
    "timetable": lambda found, _asked: of_matches.timetable(found),
    "standings": _standings,
    "teams": lambda found, _asked: of_event.teams(found, branch_line_ups(found.tournament)),
    "journal": lambda found, _asked: of_event.journal(found, full_history(found.tournament)),
    "statistics": lambda found, _asked: of_event.numbers(found, statistics(found.tournament, found.rounds)),
    "report": _report,
}
