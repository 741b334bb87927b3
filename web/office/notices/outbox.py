"""发件: which notices went to whom and when, what still waits and in which words, what reached nobody."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_safe

from notices.actions.outbox import reword, send_again
from notices.mail_servers import outgoing
from notices.models import Notice
from notices.queries import sendings
from notices.queries.sendings import Shelf
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from web.requests.forms import PageForm
from web.requests.loaders import actor, allowed_to, changes, needs
from web.requests.numbers import typed_number


class WordsForm(PageForm):
    """What a notice says in the office's own words."""

    words = forms.CharField(
        label=_("Words of this notice"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("They stay as they are here, whatever changes meanwhile. Left empty, the usual words go out."),
    )  # fmt: skip


def _words_form(data: Any, notice_row: Notice) -> WordsForm:
    draft = sendings.draft(notice_row)
    return WordsForm(data, initial={"words": draft.words}, version=draft.version)


def _notice(tournament: Tournament, pk: int) -> Notice:
    return get_object_or_404(Notice.objects.select_related("tournament__journal"), tournament=tournament, pk=pk)


def _notice_page(request: HttpRequest, notice_row: Notice, refused: WordsForm | None = None) -> HttpResponse:
    draft, allowed = sendings.draft(notice_row), allowed_to(request)
    context = {
        "tournament": notice_row.tournament,
        "draft": draft,
        "form": refused or WordsForm(initial={"words": draft.words}, version=draft.version),
        "may_reword": draft.waits and Permission.EVENT_EDIT in allowed,
        "may_read_addresses": Permission.ENTRY_EDIT in allowed,
    }
    return render(request, "notices/notice.html", context, status=refused.status if refused else 200)


@needs(Permission.OFFICE_READ)
@require_safe
def notice(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One notice as it is mailed."""
    return _notice_page(request, _notice(tournament, pk))


@needs(Permission.EVENT_EDIT)
@changes(_notice_page, _words_form, _("The words of the notice are saved."), of=_notice)
def outbox_words(request: HttpRequest, notice_row: Notice, form: WordsForm) -> None:
    """Put a notice that waits into other words."""
    reword(notice_row, form.cleaned_data["words"], by=actor(request), seen=form.made_from)


def _outbox_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    wanted, allowed = request.GET.get("shelf", ""), allowed_to(request)
    shelf = Shelf(wanted) if wanted in set(Shelf) else Shelf.WAITING
    context = {
        "tournament": tournament,
        "outbox": sendings.outbox(tournament, shelf, request.GET.get("page", "1")),
        "refused": refused,
        "has_server": outgoing() is not None,
        "may_set_server": may(request.user, Permission.SITE),
        "may_send": Permission.EVENT_EDIT in allowed,
        "may_read_addresses": Permission.ENTRY_EDIT in allowed,
    }
    return render(request, "notices/outbox.html", context, status=refused.status if refused else 200)


outbox = needs(Permission.OFFICE_READ)(require_safe(_outbox_page))


SENT_AGAIN = ngettext_lazy("%(n)s message goes out again.", "%(n)s messages go out again.", "n")


@needs(Permission.EVENT_EDIT)
@changes(_outbox_page, message=SENT_AGAIN)
def outbox_sending(request: HttpRequest, tournament: Tournament, form: PageForm) -> dict[str, int]:
    """Send again what did not reach its people: the notices that the form names."""
    pks = [pk for text in request.POST.getlist("notice") if (pk := typed_number(text)) is not None]
    return {"n": send_again(tournament, pks, by=actor(request))}
