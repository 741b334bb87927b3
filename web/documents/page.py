"""打印: every document of the event on one page, with its first page as a picture; and all of them as one archive."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from journal import clock
from tournaments.chronicle.queries.days import playing_days
from tournaments.entries.queries.entries import entry_form
from tournaments.event.papers.templates import DOCX
from tournaments.event.queries.office import Step, event_path
from tournaments.event.words.papers import GROUPS, SIZES, UNTIL
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.states import EntryState
from web.background import AWAY, looked_for, not_begun
from web.documents import sets
from web.documents.catalogue import BY_KEY, DOCUMENTS
from web.documents.document import Document, EventReading, Group, Options
from web.documents.entry_papers import confirmation
from web.files.qr_codes import full_address
from web.files.typesetting import pdf_answer, png_answer, shown, typeset
from web.files.workbooks import file_answer, file_name
from web.publishing.pages import public_page
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number

ZIP = "application/zip"
WANTED = {
    Step.ENTRIES: (Group.ENTRY,),
    Step.DRAW: (Group.DRAW,),
    Step.PLAN: (Group.HALL, Group.DRAW),
    Step.DAY: (Group.HALL, Group.WALL),
    Step.AWARDS: (Group.AFTER,),
}
"""What is printed as long as the event stands there."""
MOST_SHOWN = 30
"""Pages that are shown of a document."""


@needs(Permission.OFFICE_READ)
@require_safe
def printing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The documents by when an office reaches for them, those of now first; ``until`` says when one can be made, empty
    if it can."""
    reading = _reading(request, tournament)
    rounds = reading.of_round(0)
    offers: dict[Group, list[dict[str, Any]]] = {group: [] for group in Group}
    for document in allowed(request, reading):
        is_ready = document.is_ready(reading)
        offers[document.group].append(
            {
                "document": document,
                "until": "" if is_ready else UNTIL[document.ready],
                "has_word": document.word is not None
                and may(request.user, document.word_permission, reading.tournament),
                "sizes": [(size, SIZES[size]) for size in document.sizes],
                "rounds": rounds if document.by_round and is_ready else (),
            }
        )
    groups = {
        group: {"key": group.value, "title": GROUPS[group], "offers": of_group}
        for group, of_group in offers.items()
        if of_group
    }
    now = WANTED[event_path(tournament, clock.now(tournament.journal)).here]
    context = {
        "tournament": tournament,
        "wanted": [groups.pop(group) for group in now if group in groups],
        "groups": groups.values(),
        "rounds": rounds,
        "may_edit": may(request.user, Permission.ENTRY_EDIT, tournament),
        **_set_context(request, tournament),
    }
    return render(request, "documents/printing.html", context)


def allowed(request: HttpRequest, reading: EventReading) -> list[Document]:
    """The documents of this event that the person may have, ready or not."""
    event = reading.tournament
    return [d for d in DOCUMENTS if d.suits(reading) and may(request.user, d.permission, event)]


def _reading(request: HttpRequest, tournament: Tournament) -> EventReading:
    return EventReading(tournament, full_address(request, "").rstrip("/"))


@needs(Permission.OFFICE_READ)
@require_safe
def document(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """The whole document as PDF, in the size and for the round or day of the query."""
    paper, reading, options = _chosen(request, tournament, key)
    return pdf_answer(paper.pdf(reading, options), _file_name(reading, paper, options))


@needs(Permission.OFFICE_READ)
@require_safe
def document_word(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """The same for Word; 404 where there is none."""
    paper, reading, options = _chosen(request, tournament, key)
    if paper.word is None:
        raise Http404
    if not may(request.user, paper.word_permission, tournament):
        raise PermissionDenied
    return file_answer(paper.word(reading), f"{_file_name(reading, paper, options)}.docx", DOCX)


@needs(Permission.OFFICE_READ)
@require_safe
def document_preview(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """Its first page as a picture."""
    paper, reading, options = _chosen(request, tournament, key)
    return png_answer(paper.preview(reading, options))


@needs(Permission.OFFICE_READ)
@require_safe
def document_pages(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """All its pages as pictures, up to ``MOST_SHOWN``: to be looked at where no PDF can be, as within a chat."""
    paper, reading, options = _chosen(request, tournament, key)
    pictures = paper.pictures(reading, options, MOST_SHOWN)
    context = {
        "tournament": tournament,
        "document": paper,
        "pages": shown(pictures),
        "has_more": len(pictures) == MOST_SHOWN,
        "sizes": [(size, SIZES[size]) for size in paper.sizes],
    }
    return render(request, "documents/pages.html", context)


@public_page("day")
def public_document(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """What everybody may read, in its usual size; kept until the event changes, as public pages are. ``?day=`` is the
    number of a playing day."""
    paper, reading = BY_KEY.get(key), EventReading(tournament, settings.SITE_URL)
    if paper is None or paper.permission != Permission.PUBLIC or not paper.is_offered(reading):
        raise Http404
    options = Options(paper.sizes[0], day=_day(request, reading, paper))
    return pdf_answer(paper.pdf(reading, options), _file_name(reading, paper, options))


@needs(Permission.ENTRY_FILL, branch="number")
@require_safe
def entry_confirmation(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What a branch handed in, to be signed and sealed, as PDF; before that its form says that there is nothing yet."""
    opened = entry_form(tournament, number)
    if opened is None:
        raise Http404
    if opened.branch.state not in (EntryState.HANDED_IN, EntryState.ACCEPTED):
        return redirect("branch_entry_confirmation", tournament.slug, number)
    pages = confirmation(_reading(request, tournament), opened)
    name = file_name(opened.branch.name, _("Entry form"))
    return pdf_answer(typeset(pages.template, pages.data), name)


def _chosen(request: HttpRequest, tournament: Tournament, key: str) -> tuple[Document, EventReading, Options]:
    """404 for what there is not, or not yet; 403 for what this person may not have."""
    paper, reading = BY_KEY.get(key), _reading(request, tournament)
    if paper is None:
        raise Http404
    if not may(request.user, paper.permission, tournament):
        raise PermissionDenied
    if not paper.is_offered(reading):
        raise Http404
    size = request.GET.get("size", "")
    number = typed_number(request.GET.get("round", "")) or 0
    day = _day(request, reading, paper)
    options = Options(size if size in paper.sizes else paper.sizes[0], number if paper.by_round else 0, day)
    return paper, reading, options


def _day(request: HttpRequest, reading: EventReading, paper: Document) -> int:
    """The playing day that is asked for, 0 for none; 404 for one that there is not."""
    number = typed_number(request.GET.get("day", "")) or 0
    if paper.by_day and number > len(playing_days(reading.tournament, reading.rounds)):
        raise Http404
    return number if paper.by_day else 0


def _file_name(reading: EventReading, paper: Document, options: Options) -> str:
    size = SIZES[options.size] if len(paper.sizes) > 1 else ""
    return file_name(reading.tournament.name, paper.title, options.day or "", size)


@needs(Permission.OFFICE_READ)
@require_http_methods(["GET", "HEAD", "POST"])
def document_set(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """POST begins all documents anew, unless they are being made; GET says how far they are, to the page that asks."""
    if request.method == "POST":
        reading = _reading(request, tournament)
        try:
            sets.begin(reading, actor(request), allowed(request, reading))
        except AWAY:
            messages.error(request, not_begun())
        return redirect("printing", tournament.slug)
    if not getattr(request, "htmx", False):
        return redirect("printing", tournament.slug)
    return render(request, "documents/parts/set.html", _set_context(request, tournament))


def _set_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    progress, is_away = looked_for(lambda: sets.set_of(tournament, actor(request)))
    return {"tournament": tournament, "progress": progress, "is_away": is_away}


@needs(Permission.OFFICE_READ)
@require_safe
def document_set_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What was made, as .zip; back to the page if there is nothing, or nothing any more."""
    made = sets.archive(tournament, actor(request))
    if made is None:
        return redirect("printing", tournament.slug, permanent=False)
    today = clock.now(tournament.journal).astimezone(tournament.tzinfo).date().isoformat()
    return file_answer(made, f"{file_name(tournament.name, today)}.zip", ZIP)
