"""What an event, and all of them together, have to tell: the journal, the report of a day, figures, and the records."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from journal import clock
from tournaments.chronicle.queries import history as journal
from tournaments.chronicle.queries import ratings as rated
from tournaments.chronicle.queries import records
from tournaments.chronicle.queries import statistics as figures
from tournaments.chronicle.queries.days import day_report, playing_days, present_day
from tournaments.chronicle.queries.highlights import highlights
from tournaments.chronicle.rating import SETTLED, START
from tournaments.chronicle.words.history import GROUP_NAMES
from tournaments.chronicle.words.stories import through_words
from tournaments.models import Tournament
from web.displays.cross_table import cross_tables
from web.displays.present import present
from web.lists.of_event import branch_head, branch_lines, event_lines, known
from web.publishing.pages import public_page
from web.publishing.versions import FINISHED
from web.requests.long_lists import page_of
from web.requests.numbers import typed_number

BRANCHES_A_PAGE = 40
EVENTS_A_PAGE, APPEARANCES_A_PAGE = 6, 12
RATED_A_PAGE, CHANGES_SHOWN = 40, 20
MOST_LISTED = 64
"""Matches of a round in the report; the file has them all."""


@public_page("kind", "before")
def history(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """日志: who did what when, in plain words, the newest first."""
    before, kind = typed_number(request.GET.get("before", "")), int(request.GET.get("kind", "0"))
    if kind not in (0, *journal.Group):
        raise Http404
    page = journal.history(tournament, before, kind)
    if before is not None and not page.items:
        raise Http404
    context = {
        "tournament": tournament,
        "history": page,
        "kind": kind,
        "keep": f"kind={kind}&" if kind else "",
        "kinds": GROUP_NAMES,
        "now": clock.now(tournament.journal),
    }
    return render(request, "chronicle/history.html", context)


@public_page("day")
def report(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """当日战报: what a playing day brought, who is through, and what comes next.

    ``?day=`` counts the playing days from 1; today, or the last one played, without.
    """
    snapshot = present(tournament)
    days = playing_days(tournament, snapshot.rounds)
    number = int(request.GET.get("day", "0")) or present_day(tournament, snapshot.rounds, snapshot.now)
    if "day" in request.GET and not 1 <= number <= len(days):
        raise Http404
    daily_report = day_report(tournament, snapshot.rounds, number) if days else None
    context = {
        "tournament": tournament,
        "present": snapshot,
        "days": list(enumerate(days, start=1)),
        "report": daily_report,
        "through_words": through_words(daily_report) if daily_report else "",
        "highlights": highlights(daily_report.matches) if daily_report else None,
        "tables": [(stage, cross_tables(stage)) for stage in daily_report.tables] if daily_report else [],
        "next": [(r, known(r)) for r in daily_report.next] if daily_report else [],
        "most": f":{MOST_LISTED}",
        "paper": "daily-report" if any(match.is_over for r in snapshot.rounds for match in r.matches) else "",
    }
    return render(request, "chronicle/report.html", context)


@public_page("page")
def statistics(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """统计: the event in numbers and its highlights, nothing of it personal; of many branches a page at a time."""
    snapshot = present(tournament)
    counted = figures.statistics(tournament, snapshot.rounds)
    *branches, total = branch_lines(counted)
    page = page_of(request, branches, BRANCHES_A_PAGE)
    context = {
        "tournament": tournament,
        "present": snapshot,
        "lines": event_lines(counted),
        "head": branch_head(counted),
        "rows": [*page, total],
        "page": page.number,
        "pages": page.paginator.page_range,
        "highlights": highlights(match for r in snapshot.rounds for match in r.at_tables),
    }
    return render(request, "chronicle/statistics.html", context)


# 历年成绩 tells of events that are over, and is rendered anew only when one of those changes


@public_page("page", of=FINISHED)
def champions(request: HttpRequest) -> HttpResponse:
    """The champions of all years."""
    page = page_of(request, records.finished_events(), EVENTS_A_PAGE)
    honours = records.honours(list(page), finals=True)
    return render(request, "chronicle/champions.html", {"honours": honours, "shown": page})


@public_page("year", of=FINISHED)
def medals(request: HttpRequest) -> HttpResponse:
    """The medal table of all years, or of ``?year=``."""
    year = typed_number(request.GET.get("year", "")) or 0
    table = records.medal_table(year)
    if year and year not in table.years:
        raise Http404
    return render(request, "chronicle/medals.html", {"table": table})


@public_page("page", of=FINISHED)
def ratings(request: HttpRequest, game: str = "") -> HttpResponse:
    """The ratings of a game, of the first that has some where none is named."""
    listed = rated.rating_list(game)
    if game and game not in listed.games:
        raise Http404
    context = {"list": listed, "shown": page_of(request, listed.rows, RATED_A_PAGE)}
    return render(request, "chronicle/ratings.html", context | ABOUT_RATINGS)


ABOUT_RATINGS = {"settled": SETTLED, "start": START}
RECORDS = {"branch": records.branch_record, "team": records.team_record, "player": records.player_record}


@public_page("page", of=FINISHED)
def record(request: HttpRequest, of: str, pk: int) -> HttpResponse:
    """What a branch, a team or a player came to in all years."""
    whose = RECORDS[of](pk)
    if whose is None:
        raise Http404
    page = page_of(request, whose.teams, APPEARANCES_A_PAGE)
    context = {
        "record": whose,
        "shown": page,
        "appearances": records.appearances(page),
        "ratings": rated.ratings_of(pk) if of == "player" else (),
        "changes_shown": CHANGES_SHOWN,
    }
    return render(request, "chronicle/record.html", context | ABOUT_RATINGS)
