"""打印: every document of the event on one page, with its first page as a picture; and all of them as one archive."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from journal import clock
from tournaments.bracket.queries.match_views import RoundView
from tournaments.entries.queries.entries import entry_form
from tournaments.event.papers.word_files import DOCX
from tournaments.event.words.documents import GROUPS, SIZES, UNTIL
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.states import EntryState
from web.background import AWAY, looked_for, not_begun
from web.documents import sets
from web.documents.catalogue import BY_KEY, DOCUMENTS
from web.documents.daily_paper import days_of
from web.documents.document import Document, Group, Wish
from web.documents.entry_papers import confirmation
from web.documents.reading import Reading
from web.files.file_names import file_name
from web.files.qr_codes import full_address
from web.files.typesetting import pdf_answer, png_answer, shown, typeset
from web.files.workbooks import file_answer
from web.publishing.pages import public_page
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number

ZIP = "application/zip"
MOST_SHOWN = 30
"""Pages that are shown of a document."""


@dataclass(frozen=True)
class Offer:
    """A document as the page shows it; ``until``: when it can be made, empty if it can."""

    document: Document
    until: str
    has_word: bool
    sizes: tuple[tuple[str, str], ...]
    rounds: tuple[RoundView, ...]


@dataclass(frozen=True)
class OfferGroup:
    """The documents that are needed together."""

    key: str
    title: str
    offers: tuple[Offer, ...]


@needs(Permission.OFFICE_READ)
@require_safe
def printing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    reading = _reading(request, tournament)
    offers = [_offer(reading, document) for document in allowed(request, reading)]
    groups = (
        OfferGroup(group.value, str(GROUPS[group]), tuple(o for o in offers if o.document.group is group))
        for group in Group
    )
    context = {
        "tournament": tournament,
        "groups": [group for group in groups if group.offers],
        "rounds": reading.of_round(0),
        "may_edit": may(request.user, Permission.ENTRY_EDIT, tournament),
        **_set_context(request, tournament),
    }
    return render(request, "documents/printing.html", context)


def allowed(request: HttpRequest, reading: Reading) -> list[Document]:
    """The documents of this event that the person may have, ready or not."""
    event = reading.tournament
    return [d for d in DOCUMENTS if d.suits(reading) and may(request.user, d.permission, event)]


def _reading(request: HttpRequest, tournament: Tournament) -> Reading:
    return Reading(tournament, full_address(request, "").rstrip("/"))


def _offer(reading: Reading, document: Document) -> Offer:
    is_ready = document.is_ready(reading)
    return Offer(
        document,
        until="" if is_ready else str(UNTIL[document.ready]),
        has_word=document.word is not None,
        sizes=tuple((size, SIZES[size]) for size in document.sizes),
        rounds=reading.of_round(0) if document.by_round and is_ready else (),
    )


@needs(Permission.OFFICE_READ)
@require_safe
def document(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """The whole document as PDF, in the size and for the round of the query."""
    paper, reading, wish = _asked(request, tournament, key)
    return pdf_answer(paper.pdf(reading, wish), _file_name(reading, paper, wish))


@needs(Permission.OFFICE_READ)
@require_safe
def document_word(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """The same for Word; 404 where there is none."""
    paper, reading, wish = _asked(request, tournament, key)
    if paper.word is None:
        raise Http404
    return file_answer(paper.word(reading), f"{_file_name(reading, paper, wish)}.docx", DOCX)


@needs(Permission.OFFICE_READ)
@require_safe
def document_preview(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """Its first page as a picture."""
    paper, reading, wish = _asked(request, tournament, key)
    return png_answer(paper.preview(reading, wish))


@needs(Permission.OFFICE_READ)
@require_safe
def document_pages(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """All its pages as pictures, up to ``MOST_SHOWN``: to be looked at where no PDF can be, as within a chat."""
    paper, reading, wish = _asked(request, tournament, key)
    pictures = paper.pictures(reading, wish, MOST_SHOWN)
    context = {
        "tournament": tournament,
        "document": paper,
        "pages": shown(pictures),
        "has_more": len(pictures) == MOST_SHOWN,
        "sizes": [(size, SIZES[size]) for size in paper.sizes],
    }
    return render(request, "documents/pages.html", context)


@public_page("day")
@needs(Permission.PUBLIC)
def public_document(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """What everybody may read, in its usual size; kept until the event changes, as public pages are. ``?day=`` is the
    number of a playing day."""
    paper, reading = BY_KEY.get(key), Reading(tournament, settings.SITE_URL)
    if paper is None or paper.permission != Permission.PUBLIC or not paper.is_offered(reading):
        raise Http404
    wish = Wish(paper.sizes[0], day=_day(request, reading, paper))
    return pdf_answer(paper.pdf(reading, wish), _file_name(reading, paper, wish))


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


def _asked(request: HttpRequest, tournament: Tournament, key: str) -> tuple[Document, Reading, Wish]:
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
    wish = Wish(size if size in paper.sizes else paper.sizes[0], number if paper.by_round else 0, day)
    return paper, reading, wish


def _day(request: HttpRequest, reading: Reading, paper: Document) -> int:
    """The playing day that is asked for, 0 for none; 404 for one that there is not."""
    number = typed_number(request.GET.get("day", "")) or 0
    if paper.by_day and number > days_of(reading):
        raise Http404
    return number if paper.by_day else 0


def _file_name(reading: Reading, paper: Document, wish: Wish) -> str:
    size = SIZES[wish.size] if len(paper.sizes) > 1 else ""
    return file_name(reading.tournament.name, paper.title, wish.day or "", size)


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
