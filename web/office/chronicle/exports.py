"""导出: every list of an event as a file, a text or a picture, from one page; those with more than names are here."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.bracket.queries.awards import award_list
from tournaments.chronicle.queries.history import full_history
from tournaments.chronicle.queries.statistics import gender_numbers, statistics
from tournaments.day.queries.arrivals import arrivals
from tournaments.entries.queries.entries import all_entries
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from web.displays.present import Present, present
from web.lists import of_event, of_office, of_places
from web.lists.listing import Form, Listing, list_answer, messages_of, pictures_of
from web.requests.loaders import View, needs
from web.requests.long_lists import asked_rows
from web.requests.numbers import typed_number

Makers = dict[str, Callable[[Present], Listing]]


@needs(Permission.OFFICE_READ)
@require_safe
def exports(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    moment = present(tournament)
    context = {
        "tournament": tournament,
        "drawn": moment.is_drawn,
        "stages": [stage.label.number for stage in moment.stages if stage.is_drawn],
        "may_edit": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    return render(request, "chronicle/exports.html", context)


@needs(Permission.ENTRY_EDIT)
@require_safe
def numbers(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """统计 with the counts by gender."""
    counted = statistics(tournament)
    *branches, total = of_event.branch_lines(counted)
    *genders, total_of_genders = of_event.gender_lines(gender_numbers(tournament))
    rows = asked_rows(request.GET, branches)
    context = {
        "tournament": tournament,
        "lines": of_event.event_lines(counted),
        "head": of_event.branch_head(counted),
        "shown": rows,
        "rows": [*rows, total],
        "gender_head": of_event.gender_head(),
        "genders": [*asked_rows(request.GET, genders), total_of_genders],
    }
    return render(request, "chronicle/numbers.html", context)


OF_THE_DAY: Makers = {
    "awards": lambda moment: of_places.awards(moment, award_list(moment.tournament)),
    "arrivals": lambda moment: of_office.by_branch(
        moment, arrivals(moment.tournament), branch_line_ups(moment.tournament, unmasked=True)
    ),
    "tables": lambda moment: of_office.by_table(moment, arrivals(moment.tournament)),
}
PERSONAL: Makers = {
    "entries": lambda moment: of_office.entries(moment, all_entries(moment.tournament)),
    "journal": lambda moment: of_event.journal(moment, full_history(moment.tournament, for_office=True)),
    "statistics": lambda moment: of_event.numbers(
        moment, statistics(moment.tournament, moment.rounds), gender_numbers(moment.tournament)
    ),
}


def _exports(makers: Makers, view: str) -> View:
    """Make the view of these lists, each in every form; ``view`` is the name of its address."""

    @require_safe
    def export(request: HttpRequest, tournament: Tournament, name: str, form: str) -> HttpResponse:
        if name not in makers or form not in tuple(Form):
            raise Http404
        listing = makers[name](present(tournament))
        if form != Form.TEXT:
            return list_answer(listing, form, typed_number(request.GET.get("page", "1")) or 0)
        context = {
            "tournament": tournament,
            "listing": listing,
            "texts": messages_of(listing),
            "pictures": pictures_of(listing),
            **{each.value: reverse(view, args=[tournament.slug, name, each]) for each in Form},
        }
        return render(request, "chronicle/export.html", context)

    return export


export = needs(Permission.OFFICE_READ)(_exports(OF_THE_DAY, "export"))
"""The lists of whoever runs the event."""
export_personal = needs(Permission.ENTRY_EDIT)(_exports(PERSONAL, "export_personal"))
"""The lists with gender, remark and contact, and with what is not public."""
