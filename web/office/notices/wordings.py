"""消息模板: what the notices of each kind say in this event, with a preview and 恢复默认."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from journal.queries import last_event_number
from notices import variables, wording
from notices.actions.outbox import restore_wording, word_kind
from notices.models import Wording
from notices.states import NoticeKind
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.requests.attempts import attempt
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs


class WordingForm(PageForm):
    """What the notices of a kind say."""

    title = Text(_("First line"), 60)
    text = forms.CharField(label=_("Text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 6}))


@needs(Permission.EVENT_EDIT)
@require_safe
def wordings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    own = {row.kind: variables.shown(row.title) for row in tournament.wordings.all()}
    rows = [(kind, own.get(kind.value, "")) for kind in variables.worded_kinds(tournament)]
    return render(request, "notices/wordings.html", {"tournament": tournament, "rows": rows})


@needs(Permission.EVENT_EDIT)
def wording_edit(request: HttpRequest, tournament: Tournament, notice: str) -> HttpResponse:
    """The words of a kind; ``look`` only shows how they would read."""
    kind = _kind(notice)
    form = _form(request.POST or None, tournament, kind)
    if request.method != "POST":
        return _wording_page(request, tournament, kind, form)
    if "look" in request.POST:
        if form.is_valid():
            form.take(variables.wording_problems(kind, *_typed(form)))
        form.status = 422 if form.errors else 200
        return _wording_page(request, tournament, kind, form)

    def save(typed: dict[str, Any]) -> None:
        word_kind(tournament, kind, typed["title"], typed["text"], by=actor(request), seen=form.made_from)

    if not form.try_to(save, request).done:
        return _wording_page(request, tournament, kind, form)
    messages.success(request, _("The words are saved: notices say so from now on."))
    return redirect("wordings", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def wording_restoration(request: HttpRequest, tournament: Tournament, notice: str) -> HttpResponse:
    kind = _kind(notice)
    outcome = attempt(request, lambda: restore_wording(tournament, kind, by=actor(request)))
    if not outcome.done:
        form = _form(None, tournament, kind)
        form.take(outcome.problems)
        form.status = outcome.status
        return _wording_page(request, tournament, kind, form)
    messages.success(request, _("Notices have the usual words again."))
    return redirect("wordings", tournament.slug)


def _kind(notice: str) -> NoticeKind:
    if notice not in variables.WORDED:
        raise Http404
    return NoticeKind(notice)


def _present(tournament: Tournament, kind: NoticeKind) -> tuple[str, str]:
    """The event's own words, or what they begin with."""
    own = Wording.objects.filter(tournament=tournament, kind=kind).first()
    return (own.title, own.text) if own else variables.beginning(kind)


def _form(data: Any, tournament: Tournament, kind: NoticeKind) -> WordingForm:
    title, text = map(variables.shown, _present(tournament, kind))
    version = last_event_number(tournament.journal, variables.subject_of(kind))
    return WordingForm(data, initial={"title": title, "text": text}, version=version)


def _typed(form: WordingForm) -> tuple[str, str]:
    return variables.stored_text(form.cleaned_data["title"]), variables.stored_text(form.cleaned_data["text"])


def _wording_page(request: HttpRequest, tournament: Tournament, kind: NoticeKind, form: WordingForm) -> HttpResponse:
    is_typed = form.is_bound and not form.errors
    mail, chat = wording.preview(tournament, kind, *(_typed(form) if is_typed else _present(tournament, kind)))
    context = {
        "tournament": tournament,
        "kind": kind,
        "form": form,
        "known": [variables.shown(f"{{{name}}}") for name in variables.variables(kind)],
        "mail": mail,
        "chat": chat,
        "is_own": Wording.objects.filter(tournament=tournament, kind=kind).exists(),
        "is_typed": is_typed,
    }
    return render(request, "notices/wording.html", context, status=form.status)
