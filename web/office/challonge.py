"""An event out of a tournament of Challonge: looked at, and made here."""

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from integrations.actions.challonge import FORMATS, import_challonge
from integrations.challonge.file import LONGEST_NAME, read_challonge
from tournaments.actions.tournaments import SLUG_LENGTH
from tournaments.permissions import Permission
from tournaments.queries.office import free_slug
from web.attempts import Attempt
from web.forms import PageForm, Text
from web.loaders import actor, needs
from web.office.first_day import usual_first_day
from web.office.sent_files import forget_file, kept_file
from words.formats import FORMAT_NAMES


class ChallongeForm(PageForm):
    """What is made of it."""

    slug = Text(gettext_lazy("Address"), SLUG_LENGTH)
    first_day = forms.DateField(
        label=gettext_lazy("First match day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    branch = Text(
        gettext_lazy("One branch for all"),
        LONGEST_NAME,
        help_text=gettext_lazy("Left empty, every participant is a branch of its own."),
    )


@needs(Permission.SITE)
def challonge_import(request: HttpRequest, token: str) -> HttpResponse:
    data = kept_file(request, token)
    if data is None:
        return redirect("event_import")
    file = read_challonge(data)
    initial = {"slug": free_slug("event"), "first_day": usual_first_day()}
    form = ChallongeForm(request.POST or None, initial=initial)
    tried = Attempt()

    def create(typed: dict[str, Any]) -> dict[str, str]:
        day = typed["first_day"]
        assert isinstance(day, date)
        made = import_challonge(
            file, by=actor(request), slug=typed["slug"], first_day=day, branch=typed["branch"], sure=form.insisted
        )
        return {"slug": made.slug}

    if request.method == "POST":
        tried = form.try_to(create, request)
        if tried.done:
            forget_file(request, token)
            messages.success(request, _("%(name)s is here now.") % {"name": file.name})
            return redirect("draw" if file.matches else "office", tried.answer["slug"])
    context = {
        "form": form,
        "file": file,
        "format": FORMAT_NAMES[FORMATS[file.type]],
        "names": [participant.name for participant in file.participants],
        "token": token,
    }
    return render(request, "events/challonge_import.html", context, status=tried.status)
