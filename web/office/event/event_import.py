"""An event out of a file: sent, looked at, and made here. The file is kept for an hour, for whoever sent it alone."""

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
from django.utils.translation import gettext_lazy

from archives.actions.importing import import_event
from archives.queries import preview
from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.event.actions.tournaments import SLUG_LENGTH
from tournaments.event.queries.office import free_slug
from tournaments.permissions import Permission
from web.archiving.jobs import LARGEST, read_parcel
from web.archiving.website import unreadable_page
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs

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
