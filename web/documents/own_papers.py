"""The office's own papers on pages: the notice with its template, the certificates with words, background and seal.

Whatever was sent goes back to the office alone, as a file to be saved; pages show only what typst has made of it.
"""

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from journal.words import Words
from tournaments.event.actions.papers import LARGEST as LARGEST_PICTURE
from tournaments.event.actions.papers import keep_own_file, remove_own_file, word_certificates
from tournaments.event.papers.templates import CERTIFICATE, CIRCULAR, DOCX, LARGEST
from tournaments.event.queries.own_files import CertificateWords, certificate_words, own_files
from tournaments.event.words.papers import BLANKS, LISTS
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.states import OwnFileKind
from web.documents.certificates import WORDS, how_many, in_full, sample, usual_words
from web.documents.circular import circular_word, missing, template_of
from web.documents.document import EventReading
from web.documents.word_pages import word_pages
from web.files.typesetting import all_pages, shown
from web.files.workbooks import file_answer, file_name
from web.requests.forms import Choice, PageForm, Text
from web.requests.loaders import actor, needs

log = logging.getLogger(__name__)
MOST_SHOWN = 30
"""Pages of a notice."""
SMALL, LARGE = 45, 60
"""Points an inch of the pages that are shown: a notice of many pages, one certificate."""

_HELP = Words() | {
    OwnFileKind.CIRCULAR: gettext_lazy("A Word document (.docx), at most 2 MB"),
    OwnFileKind.BACKGROUND: gettext_lazy("A .png or .jpg in landscape, ideally 3508 × 2480 pixels, at most 5 MB"),
    OwnFileKind.SEAL: gettext_lazy("A square .png with a transparent background, at most 1 MB; printed 42 mm wide"),
}
_LABELS = Words() | {
    OwnFileKind.CIRCULAR: gettext_lazy("Your own template"),
    OwnFileKind.BACKGROUND: gettext_lazy("Background picture"),
    OwnFileKind.SEAL: gettext_lazy("Picture of the seal"),
}
_TAKEN = {OwnFileKind.CIRCULAR: ".docx", OwnFileKind.BACKGROUND: ".png,.jpg,.jpeg", OwnFileKind.SEAL: ".png"}


class OwnFileForm(PageForm):
    """A file of a ``kind``; the site's office may send it for all events."""

    file = forms.FileField(required=False, allow_empty_file=True)
    for_site = forms.BooleanField(
        label=gettext_lazy("for all events of this site that have none of their own"), required=False
    )

    def __init__(self, *args: Any, kind: str, is_of_site: bool, **kwargs: Any) -> None:
        self.kind = OwnFileKind(kind)
        super().__init__(*args, apart=str(kind), **kwargs)
        self.fields["file"].label = _LABELS[self.kind]
        self.fields["file"].help_text = _HELP[self.kind]
        self.fields["file"].widget.attrs["accept"] = _TAKEN[self.kind]
        if not is_of_site:
            del self.fields["for_site"]

    def sent(self) -> tuple[str, bytes]:
        """The name and the bytes, no more than it takes to see that there are too many."""
        sent = self.cleaned_data["file"]
        most = LARGEST_PICTURE.get(self.kind, LARGEST)
        return ("", b"") if sent is None else (str(sent.name), bytes(sent.read(most + 1)))


class CertificateForm(PageForm):
    """How the certificates read."""

    TICKS = ("is_words_only", "has_souvenirs")

    title = Text(gettext_lazy("Heading"), 20)
    text = forms.CharField(
        label=gettext_lazy("Text"),
        required=False,
        strip=False,
        help_text=gettext_lazy(
            "One line for each paragraph. A line with {{奖项}} alone is printed large in the middle."
        ),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    signed_by = Text(gettext_lazy("Signed by"), 60)
    dated = forms.DateField(
        label=gettext_lazy("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    is_each_player = Choice(
        gettext_lazy("Whose certificate"),
        [("player", gettext_lazy("One for each player")), ("team", gettext_lazy("One for each team"))],
    )
    has_souvenirs = forms.BooleanField(label=gettext_lazy("also for those who get a souvenir"), required=False)
    is_words_only = forms.BooleanField(
        label=gettext_lazy("words only: the paper has its frame and seal already"), required=False
    )

    def __init__(self, *args: Any, initial: dict[str, Any] | None = None, **kwargs: Any) -> None:
        prefilled = dict(initial or {})
        prefilled["is_each_player"] = "player" if prefilled.get("is_each_player", True) else "team"
        super().__init__(*args, initial=prefilled, **kwargs)
        self.fields["text"].validators = []


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
        return page(request, tournament, form)
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
        return page(request, tournament, form)
    messages.success(request, _("It looks as usual again."))
    return redirect(address, tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def certificates_words(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = CertificateForm(request.POST, initial=vars(in_full(tournament, certificate_words(tournament))))

    def plain(value: Any) -> str:
        return "\n".join(str(value or "").split("\r\n")).strip()

    def change(typed: dict[str, Any]) -> int:
        # what is as usual is left out, so that it follows the event
        usual = usual_words(tournament)
        chosen = {name: typed[name] for name in WORDS if plain(typed[name]) != plain(getattr(usual, name))}
        chosen |= {name: typed[name] for name in CertificateForm.TICKS}
        words = CertificateWords(**chosen, is_each_player=typed["is_each_player"] != "team")
        return word_certificates(tournament, words, by=actor(request)).pk

    if not form.try_to(change, request).done:
        return _certificates_page(request, tournament, form)
    messages.success(request, _("The certificates are saved. Look at the sample."))
    return redirect("award_certificates", tournament.slug)


def _served(kind: str) -> tuple[str, Callable[..., HttpResponse]]:
    """The address of the page that a file of the kind serves, and its view; 404 for a kind that there is not."""
    if kind == OwnFileKind.CIRCULAR:
        return "circular", _circular_page
    if kind in (OwnFileKind.BACKGROUND, OwnFileKind.SEAL):
        return "award_certificates", _certificates_page
    raise Http404


def _circular_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    of_site = may(request.user, Permission.SITE)
    try:
        notice = word_pages(circular_word(EventReading(tournament, "")), _("Notice of the event"))
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
    return render(request, "office/circular.html", context, status=refused.status if refused else HTTPStatus.OK)


circular_page = needs(Permission.OFFICE_READ)(require_safe(_circular_page))


def _certificates_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
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
    return render(request, "chronicle/certificates.html", context, status=refused.status if refused else HTTPStatus.OK)


award_certificates = needs(Permission.OFFICE_READ)(require_safe(_certificates_page))
