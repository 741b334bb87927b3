"""存档: the event as a file to keep or to take to another site, an event made of such a file, and what is forgotten
of its people."""

import base64
import secrets
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_POST, require_safe

from archives.actions.forgetting import forget_everybody, forget_person, keep_personal_data
from archives.actions.importing import import_event
from archives.queries import named_people, preview
from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.event.actions.tournaments import SLUG_LENGTH
from tournaments.event.queries.office import free_slug
from tournaments.event.queries.people import keeping_of
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.archiving import jobs
from web.archiving.jobs import LARGEST, read_parcel
from web.archiving.website import unreadable_page
from web.background import AWAY, looked_for, not_begun
from web.files.workbooks import file_answer, file_name
from web.requests.forms import Choice, Number, PageForm, Text
from web.requests.fragments import page_or_element
from web.requests.loaders import actor, changes, needs

ZIP = "application/zip"


class MakingForm(PageForm):
    """What the file is to hold."""

    personal = forms.BooleanField(
        required=False,
        label=gettext_lazy("With genders, remarks, telephone numbers and e-mail addresses"),
        help_text=gettext_lazy("Only for taking the event to another site, not for handing it on."),
    )


class MonthsForm(PageForm):
    """How long personal data are meant to be kept."""

    apart = "keep"
    months = Number(gettext_lazy("Months after the awards"), 3, shape="few")


class PersonForm(PageForm):
    """Who is to be forgotten."""

    apart = "person"

    def __init__(self, *args: Any, tournament: Tournament, may_everywhere: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        branches = tournament.branches.order_by("number")
        self.people = {f"{branch.pk}:{name}": (branch.name, name) for branch, name in named_people(branches)}
        offers = [(key, f"{branch} {name}") for key, (branch, name) in self.people.items()]
        self.fields["person"] = Choice(_("Person"), [("", "—"), *offers])
        if may_everywhere:
            self.fields["everywhere"] = forms.BooleanField(required=False, label=_("In all events of this site"))

    @property
    def chosen(self) -> tuple[str, str]:
        """Branch and name; empty if it is none of them."""
        return self.people.get(self.cleaned_data["person"], ("", ""))


class EverybodyForm(PageForm):
    """Everybody is to be forgotten."""

    apart = "everybody"

    def __init__(self, *args: Any, tournament: Tournament, may_everywhere: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if tournament.series_id and may_everywhere:
            label = _("Also in the other events of the series, so that its table stays")
            self.fields["with_series"] = forms.BooleanField(required=False, label=label)


def _archive_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    about: dict[str, Any] = {"tournament": tournament, "may_everywhere": actor(request).is_staff}
    months = MonthsForm(initial={"months": tournament.personal_months})
    job, is_away = looked_for(lambda: jobs.job_of(tournament))
    context = {
        "tournament": tournament,
        "job": job,
        "job_error": _(job.error) if job and job.error else "",
        "is_away": is_away,
        "making": refused if isinstance(refused, MakingForm) else MakingForm(),
        "keeping": keeping_of(tournament),
        "months": refused if isinstance(refused, MonthsForm) else months,
        "person": refused if isinstance(refused, PersonForm) else PersonForm(**about),
        "everybody": refused if isinstance(refused, EverybodyForm) else EverybodyForm(**about),
    }
    status = refused.status if refused else 200
    return page_or_element(request, "event/archive.html", "event/parts/job.html#job", context, status=status)


archive = needs(Permission.EVENT_EDIT)(require_safe(_archive_page))


@needs(Permission.EVENT_EDIT)
@require_POST
def archive_making(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = MakingForm(request.POST)
    form.full_clean()
    try:
        jobs.begin(tournament, personal=form.cleaned_data["personal"])
    except AWAY:
        messages.error(request, not_begun())
    return redirect("archive", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_safe
def archive_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    job = jobs.job_of(tournament)
    data = job.kept() if job else None
    if data is None:
        messages.warning(request, _("The file was kept for a day only. Please make it again."))
        return redirect("archive", tournament.slug)
    return file_answer(data, f"{file_name(tournament.name, pgettext('office', 'Archive'))}.zip", ZIP)


@needs(Permission.EVENT_EDIT)
@changes(_archive_page, MonthsForm, gettext_lazy("The time is set."))
def archive_months(request: HttpRequest, tournament: Tournament, form: MonthsForm) -> None:
    keep_personal_data(tournament, form.cleaned_data["months"], by=actor(request))


@needs(Permission.EVENT_EDIT)
@require_POST
def archive_person(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = PersonForm(request.POST, tournament=tournament, may_everywhere=actor(request).is_staff)

    def forget(typed: dict[str, Any]) -> dict[str, str]:
        by, everywhere = actor(request), typed.get("everywhere", False)
        new = forget_person(tournament, *form.chosen, by=by, everywhere=everywhere, sure=form.insisted)
        return {"name": new}

    attempt = form.try_to(forget, request)
    if not attempt.done:
        return _archive_page(request, tournament, form)
    messages.success(request, _("The person is called %(name)s now.") % attempt.answer)
    return redirect("archive", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def archive_people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = EverybodyForm(request.POST, tournament=tournament, may_everywhere=actor(request).is_staff)

    def forget(typed: dict[str, Any]) -> None:
        by, with_series = actor(request), typed.get("with_series", False)
        forget_everybody(tournament, by=by, with_series=with_series, sure=form.insisted)

    if not form.try_to(forget, request).done:
        return _archive_page(request, tournament, form)
    messages.success(request, _("Everybody of this event is forgotten."))
    return redirect("archive", tournament.slug)


KEPT_SECONDS = 3600


class ImportForm(PageForm):
    """The file."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("The .zip that an office has made on its page Archive, or the event.json in it"),
        widget=forms.FileInput(attrs={"accept": ".zip,.json"}),
    )

    def data_sent(self) -> bytes:
        """What was sent; ``Refused`` if it is too large."""
        sent = self.cleaned_data["file"]
        if sent is None:
            return b""
        if sent.size > LARGEST:
            raise Refused(Problem(Code.FILE_TOO_LARGE, "file", {"most": LARGEST // 1_000_000}))
        return bytes(sent.read())


class ImportingForm(PageForm):
    """What is made of it."""

    slug = Text(gettext_lazy("Address"), SLUG_LENGTH)
    with_series = forms.BooleanField(required=False, label=gettext_lazy("Into its series"))


@needs(Permission.SITE)
def event_import(request: HttpRequest) -> HttpResponse:
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            data = form.data_sent()
            read_parcel(data)
        except Refused as refused:
            form.take(refused.problems)
        else:
            token = secrets.token_urlsafe(12)
            cache.set(_key(request, token), base64.b64encode(data).decode(), KEPT_SECONDS)
            return redirect("event_import_preview", token)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "event/event_import.html", {"form": form}, status=status)


@needs(Permission.SITE)
def event_import_preview(request: HttpRequest, token: str) -> HttpResponse:
    encoded = cache.get(_key(request, token))
    if encoded is None:
        messages.warning(request, _("The file was kept for an hour only. Please send it again."))
        return redirect("event_import")
    file = read_parcel(base64.b64decode(encoded))
    summary = preview(file)
    form = ImportingForm(request.POST or None, initial={"slug": free_slug(summary["slug"]), "with_series": True})

    def make(typed: dict[str, Any]) -> dict[str, str]:
        event = import_event(
            file, by=actor(request), slug=typed["slug"], with_series=typed["with_series"], sure=form.insisted
        )
        if unreadable_page(event):  # then nothing of it stays
            raise Refused(Problem(Code.EVENT_FILE_INCONSISTENT))
        return {"slug": event.slug}

    if request.method == "POST":
        attempt = form.try_to(make, request)
        if attempt.done:
            cache.delete(_key(request, token))
            messages.success(request, _("%(name)s is here now.") % {"name": summary["name"]})
            return redirect("office", attempt.answer["slug"])
    context = {"form": form, "event": summary, "token": token}
    return render(request, "event/event_import_preview.html", context, status=form.status)


def _key(request: HttpRequest, token: str) -> str:
    return f"event-import:{actor(request).pk}:{token}"
