"""措辞: what the notices of each kind say in this event, with a preview and 恢复默认."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from journal.queries import last_event_number
from notices import variables, wording
from notices.actions.kinds import restore_wording, word_kind
from notices.models import Wording
from notices.states import NoticeKind
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.office.notices.channel_forms import WordingForm
from web.requests.attempts import attempt
from web.requests.loaders import actor, needs


@dataclass(frozen=True)
class Row:
    """A kind of notice and, if it has any, the first line of its own words."""

    kind: NoticeKind
    title: str


@needs(Permission.EVENT_EDIT)
@require_safe
def wordings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    own = {row.kind: variables.shown(row.title) for row in tournament.wordings.all()}
    rows = [Row(kind, own.get(kind.value, "")) for kind in variables.KNOWN]
    return render(request, "notices/wordings.html", {"tournament": tournament, "rows": rows})


@needs(Permission.EVENT_EDIT)
def wording_edit(request: HttpRequest, tournament: Tournament, notice: str) -> HttpResponse:
    """The words of a kind; ``look`` only shows how they would read."""
    kind = _kind(notice)
    form = WordingForm(request.POST or None, initial=_present(tournament, kind), version=_version(tournament, kind))
    if request.method != "POST":
        return _page(request, tournament, kind, form)
    if "look" in request.POST:
        if form.is_valid():
            form.take(variables.wording_problems(kind, *_typed(form)))
        return _page(request, tournament, kind, form, status=422 if form.errors else 200)
    outcome = form.try_to(
        lambda typed: word_kind(
            tournament, kind, typed["title"], typed["text"], by=actor(request), seen=form.made_from
        ),
        request,
    )
    if not outcome.done:
        return _page(request, tournament, kind, form, status=outcome.status)
    messages.success(request, _("The words are saved: notices say so from now on."))
    return redirect("wordings", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def wording_restoration(request: HttpRequest, tournament: Tournament, notice: str) -> HttpResponse:
    kind = _kind(notice)
    outcome = attempt(request, lambda: restore_wording(tournament, kind, by=actor(request)))
    if not outcome.done:
        form = WordingForm(initial=_present(tournament, kind), version=_version(tournament, kind))
        form.take(outcome.problems)
        return _page(request, tournament, kind, form, status=outcome.status)
    messages.success(request, _("Notices have the usual words again."))
    return redirect("wordings", tournament.slug)


def _kind(notice: str) -> NoticeKind:
    if notice not in variables.KNOWN:
        raise Http404
    return NoticeKind(notice)


def _present(tournament: Tournament, kind: NoticeKind) -> dict[str, str]:
    """The event's own words, or what they begin with."""
    own = Wording.objects.filter(tournament=tournament, kind=kind).first()
    title, text = (own.title, own.text) if own else variables.beginning(kind)
    return {"title": variables.shown(title), "text": variables.shown(text)}


def _version(tournament: Tournament, kind: NoticeKind) -> int:
    return last_event_number(tournament.journal, variables.subject_of(kind))


def _typed(form: WordingForm) -> tuple[str, str]:
    return variables.stored_text(form.cleaned_data["title"]), variables.stored_text(form.cleaned_data["text"])


def _page(
    request: HttpRequest, tournament: Tournament, kind: NoticeKind, form: WordingForm, status: int = 200
) -> HttpResponse:
    typed = _typed(form) if form.is_bound and not form.errors else None
    own = Wording.objects.filter(tournament=tournament, kind=kind).first()
    words = typed or ((own.title, own.text) if own else variables.beginning(kind))
    mail, chat = wording.preview(tournament, kind, *words)
    context = {
        "tournament": tournament,
        "kind": kind,
        "form": form,
        "known": [variables.shown(f"{{{name}}}") for name in variables.variables(kind)],
        "mail": mail,
        "chat": chat,
        "is_own": own is not None,
        "is_typed": typed is not None,
    }
    return render(request, "notices/wording.html", context, status=status)
