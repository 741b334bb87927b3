"""复制文字、保存图片、Excel、CSV: the lists of the public pages, to take away."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.chronicle.queries import records
from tournaments.chronicle.queries.days import present_day
from tournaments.chronicle.queries.history import full_history
from tournaments.chronicle.queries.ratings import rating_list
from tournaments.chronicle.queries.statistics import statistics
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Tournament
from tournaments.series.queries import season, series_at
from web.displays.present import Present, present
from web.lists import of_event, of_matches, of_places, of_years
from web.lists.listing import Form, Listing, list_answer, messages_of, pictures_of
from web.publishing.pages import public_page
from web.publishing.versions import FINISHED
from web.requests.numbers import typed_number

NOTHING_MORE: Mapping[str, Any] = {}
NUMBERS = ("stage", "round", "day", "match")
"""What of an event a list may be narrowed to, by its number in the query."""


@public_page(*NUMBERS, "page")
def public_list(request: HttpRequest, tournament: Tournament, name: str, form: str) -> HttpResponse:
    """List ``name`` as one of the ``Form``. Files and pictures are kept like pages: made once, whoever asks."""
    make = LISTS.get(name)
    if make is None or form not in tuple(Form):
        raise Http404
    snapshot, query = present(tournament), {key: request.GET[key] for key in NUMBERS if key in request.GET}
    listing = make(snapshot, {key: int(number) for key, number in query.items()})
    context = {"tournament": tournament, "present": snapshot}
    return _answer(request, listing, form, ("public_list", tournament.slug, name), query, "event/list.html", context)


@public_page("page")
def season_list(request: HttpRequest, series: str, form: str) -> HttpResponse:
    """The table of a season as one of the ``Form``."""
    known_series = series_at(series)
    if known_series is None or form not in tuple(Form):
        raise Http404
    listing = of_years.season_table(season(known_series, public=True))
    return _answer(request, listing, form, ("season_list", series))


@public_page("year", "page", of=FINISHED)
def records_list(request: HttpRequest, name: str, form: str) -> HttpResponse:
    """``champions`` or ``medals`` of all years as one of the ``Form``; the medals of one ``year`` too."""
    year = typed_number(request.GET.get("year", "")) or 0
    if name not in ("champions", "medals") or form not in tuple(Form):
        raise Http404
    if name == "champions":
        listing = of_years.champions(records.honours(list(records.finished_events())))
    else:
        table = records.medal_table(year)
        if year and year not in table.years:
            raise Http404
        listing = of_years.medals(table)
    return _answer(request, listing, form, ("records_list", name), {"year": str(year)} if year else {})


@public_page("page", of=FINISHED)
def ratings_list(request: HttpRequest, game: str, form: str) -> HttpResponse:
    """The ratings of a game as one of the ``Form``."""
    listed = rating_list(game)
    if game not in listed.games or form not in tuple(Form):
        raise Http404
    return _answer(request, of_years.ratings(listed), form, ("ratings_list", game))


def _answer(
    request: HttpRequest,
    listing: Listing,
    form: str,
    address: tuple[str, ...],
    query: Mapping[str, str] = NOTHING_MORE,
    template: str = "event/list_of_years.html",
    context: Mapping[str, Any] = NOTHING_MORE,
) -> HttpResponse:
    """The list as a file or picture; as text a page with all its messages and pictures, and the addresses of all forms:
    ``address`` is the name of the view and what stands before the form."""
    if form != Form.TEXT:
        return list_answer(listing, form, typed_number(request.GET.get("page", "")) or 1)
    name, *args = address
    addresses = {each: reverse(name, args=[*args, each]) for each in Form}
    shown = {"listing": listing, "texts": messages_of(listing), "pictures": pictures_of(listing)}
    query_text = "&".join(f"{key}={number}" for key, number in query.items())
    return render(request, template, {**context, **shown, "query": query_text} | {**addresses})


def _report(snapshot: Present, numbers: Mapping[str, int]) -> Listing:
    day = numbers.get("day") or present_day(snapshot.tournament, snapshot.rounds, snapshot.now)
    try:
        return of_event.report(snapshot, day)
    except IndexError:
        raise Http404 from None


def _match(snapshot: Present, numbers: Mapping[str, int]) -> Listing:
    matches = (match for r in snapshot.rounds for match in r.matches)
    match = next((match for match in matches if match.number == numbers.get("match")), None)
    if match is None:
        raise Http404
    return of_matches.one_match(snapshot, match)


def _pairings(snapshot: Present, numbers: Mapping[str, int]) -> Listing:
    number = numbers.get("round", 0)
    if number and number not in {r.number for r in snapshot.rounds}:
        raise Http404
    return of_matches.pairings(snapshot, number)


def _standings(snapshot: Present, numbers: Mapping[str, int]) -> Listing:
    number = numbers.get("stage", 0)
    if number and number not in {stage.label.number for stage in snapshot.stages if stage.is_drawn}:
        raise Http404
    return of_places.standings(snapshot, number)


LISTS: dict[str, Callable[[Present, Mapping[str, int]], Listing]] = {
    "results": lambda snapshot, _: of_matches.results(snapshot),
    "pairings": _pairings,
    "match": _match,
    "timetable": lambda snapshot, _: of_matches.timetable(snapshot),
    "standings": _standings,
    "teams": lambda snapshot, _: of_event.teams(snapshot, branch_line_ups(snapshot.tournament)),
    "journal": lambda snapshot, _: of_event.journal(snapshot, full_history(snapshot.tournament)),
    "statistics": lambda snapshot, _: of_event.numbers(snapshot, statistics(snapshot.tournament, snapshot.rounds)),
    "report": _report,
}
"""The lists of an event by name, each made of how the event is and of the numbers in the query."""
