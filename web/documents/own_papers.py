"""The office's own papers on pages: the notice with its template, the certificates with words, background and seal.

Whatever was sent goes back to the office alone, as a file to be saved; pages show only what typst has made of it.
"""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.event.actions.papers import keep_own_file, remove_own_file, word_certificates
from tournaments.event.papers.templates import CERTIFICATE, CIRCULAR, DOCX
from tournaments.event.queries.own_files import CertificateWords, certificate_words, own_files
from tournaments.event.words.papers import BLANKS, LISTS
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.states import OwnFileKind
from web.documents.certificates import WORDS, how_many, in_full, sample, usual_words
from web.documents.circular import circular, missing, template_of
from web.documents.document import Options
from web.documents.forms import CertificateForm, OwnFileForm
from web.documents.reading import EventReading
from web.files.file_names import file_name
from web.files.typesetting import all_pages, shown
from web.files.workbooks import file_answer
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs

log = logging.getLogger(__name__)
MOST_SHOWN = 30
"""Pages of a notice."""
SMALL, LARGE = 45, 60
"""Points an inch of the pages that are shown: a notice of many pages, one certificate."""


@needs(Permission.OFFICE_READ)
@require_safe
def circular_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _circular_page(request, tournament)


@needs(Permission.EVENT_EDIT)
@require_safe
def circular_template(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The template that is in use, to be changed in Word."""
    name = file_name(tournament.name, _("template of the notice"))
    return file_answer(template_of(tournament), f"{name}.docx", DOCX)


@needs(Permission.EVENT_EDIT)
@require_POST
def own_file(request: HttpRequest, tournament: Tournament, paper: str) -> HttpResponse:
    """A template or a picture of the office's own, sent from the page of what it serves."""
    address, page = _served(paper)
    form = OwnFileForm(request.POST, request.FILES, kind=paper, is_of_site=may(request.user, Permission.SITE))
    attempt = form.try_to(
        lambda typed: (
            keep_own_file(
                tournament, paper, *form.sent(), by=actor(request), for_site=typed.get("for_site", False)
            ).name
        ),
        request,
    )
    if not attempt.done:
        return page(request, tournament, form, attempt.status)
    messages.success(request, _("Your own file is used from now on. Look at the page below."))
    return redirect(address, tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def own_file_removal(request: HttpRequest, tournament: Tournament, paper: str) -> HttpResponse:
    """恢复默认."""
    address, page = _served(paper)
    for_site = "for_site" in request.POST
    if for_site and not may(request.user, Permission.SITE):
        raise PermissionDenied
    form = PageForm(request.POST)
    attempt = form.try_to(
        lambda _typed: remove_own_file(tournament, paper, by=actor(request), for_site=for_site), request
    )
    if not attempt.done:
        return page(request, tournament, form, attempt.status)
    messages.success(request, _("It looks as usual again."))
    return redirect(address, tournament.slug)


@needs(Permission.OFFICE_READ)
@require_safe
def award_certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _certificates_page(request, tournament)


@needs(Permission.EVENT_EDIT)
@require_POST
def certificates_words(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = CertificateForm(request.POST, initial=vars(in_full(tournament, certificate_words(tournament))))
    attempt = form.try_to(
        lambda typed: word_certificates(tournament, _chosen(tournament, typed), by=actor(request)).pk, request
    )
    if not attempt.done:
        return _certificates_page(request, tournament, form, attempt.status)
    messages.success(request, _("The certificates are saved. Look at the sample."))
    return redirect("award_certificates", tournament.slug)


def _served(kind: str) -> tuple[str, Callable[..., HttpResponse]]:
    """The address of the page that a file of the kind serves, and its view; 404 for a kind that there is not."""
    if kind == OwnFileKind.CIRCULAR:
        return "circular", _circular_page
    if kind in (OwnFileKind.BACKGROUND, OwnFileKind.SEAL):
        return "award_certificates", _certificates_page
    raise Http404


def _circular_page(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    of_site = may(request.user, Permission.SITE)
    try:
        notice = circular(EventReading(tournament, ""), Options())
        pages = all_pages(notice.template, notice.data, notice.files, SMALL)[:MOST_SHOWN]
    except Exception:  # whatever typst, or the library that reads the template, stumbles over
        log.warning("the notice of %s cannot be shown", tournament.slug, exc_info=True)
        pages = []
    context = {
        "tournament": tournament,
        "pages": shown(pages),
        "missing": missing(tournament),
        "form": refused or OwnFileForm(kind=OwnFileKind.CIRCULAR, is_of_site=of_site),
        "own": own_files(tournament).get(OwnFileKind.CIRCULAR),
        "blanks": [(name, BLANKS[name]) for name, rows in CIRCULAR.items() if not rows],
        "lists": [(name, LISTS[name], sorted(rows)) for name, rows in CIRCULAR.items() if rows],
        "may_edit": may(request.user, Permission.EVENT_EDIT, tournament),
        "of_site": of_site,
    }
    return render(request, "office/circular.html", context, status=status)


def _certificates_page(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    reading, of_site = EventReading(tournament, ""), may(request.user, Permission.SITE)
    words = certificate_words(tournament)
    first = sample(reading, words)
    sent = refused if isinstance(refused, OwnFileForm) else None
    own, initial = own_files(tournament), vars(in_full(tournament, words))
    context = {
        "tournament": tournament,
        "pages": shown(all_pages(first.template, first.data, first.files, LARGE)),
        "count": how_many(reading, words),
        "is_decided": reading.awards.decided,
        "form": refused if isinstance(refused, CertificateForm) else CertificateForm(initial=initial),
        "files": [
            (sent if sent and sent.kind == kind else OwnFileForm(kind=kind, is_of_site=of_site), own.get(kind))
            for kind in (OwnFileKind.BACKGROUND, OwnFileKind.SEAL)
        ],
        "blanks": [(name, BLANKS[name]) for name in CERTIFICATE],
        "may_edit": may(request.user, Permission.EVENT_EDIT, tournament),
        "of_site": of_site,
    }
    return render(request, "chronicle/certificates.html", context, status=status)


def _chosen(tournament: Tournament, typed: Mapping[str, Any]) -> CertificateWords:
    """What was typed; what is as usual is left out, so that it follows the event."""

    def plain(value: Any) -> str:
        return "\n".join(str(value or "").split("\r\n")).strip()

    usual = usual_words(tournament)
    chosen = {name: typed[name] for name in WORDS if plain(typed[name]) != plain(getattr(usual, name))}
    chosen |= {name: typed[name] for name in CertificateForm.TICKS}
    return CertificateWords(**chosen, is_each_player=typed["is_each_player"] != "team")
