"""发件: which notices went to whom and when, what still waits and in which words, what reached nobody."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from journal.refusals import Problem
from notices.actions.outbox import reword, send_again
from notices.mail_servers import outgoing
from notices.models import Notice
from notices.queries import sendings
from notices.queries.sendings import Shelf
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from web.office.forms import WordsForm
from web.requests.attempts import attempt
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number


@needs(Permission.OFFICE_READ)
@require_safe
def outbox(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@needs(Permission.OFFICE_READ)
@require_safe
def notice(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One notice as it is mailed."""
    return _notice_page(request, tournament, get_object_or_404(Notice, tournament=tournament, pk=pk))


@needs(Permission.EVENT_EDIT)
@require_POST
def outbox_words(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Put a notice that waits into other words."""
    notice_row = get_object_or_404(Notice.objects.select_related("tournament__journal"), tournament=tournament, pk=pk)
    draft = sendings.draft(notice_row)
    form = WordsForm(request.POST, initial={"words": draft.words}, version=draft.version)
    outcome = form.try_to(
        lambda typed: reword(notice_row, typed["words"], by=actor(request), seen=form.made_from), request
    )
    if not outcome.done:
        return _notice_page(request, tournament, notice_row, form, outcome.status)
    messages.success(request, _("The words of the notice are saved."))
    return redirect("outbox_notice", tournament.slug, pk)


def _notice_page(
    request: HttpRequest, tournament: Tournament, notice_row: Notice, form: WordsForm | None = None, status: int = 200
) -> HttpResponse:
    draft = sendings.draft(notice_row)
    context = {
        "tournament": tournament,
        "draft": draft,
        "form": form or WordsForm(initial={"words": draft.words}, version=draft.version),
        "may_reword": draft.waits and may(request.user, Permission.EVENT_EDIT, tournament),
        "may_read_addresses": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    return render(request, "notices/notice.html", context, status=status)


@needs(Permission.EVENT_EDIT)
@require_POST
def outbox_sending(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send again what did not reach its people: the notices that the form names."""
    pks = [pk for text in request.POST.getlist("notice") if (pk := typed_number(text)) is not None]
    outcome = attempt(request, lambda: {"n": send_again(tournament, pks, by=actor(request))})
    if not outcome.done:
        return _page(request, tournament, outcome.problems, outcome.status)
    message = ngettext("%(n)s message goes out again.", "%(n)s messages go out again.", outcome.answer["n"])
    messages.success(request, message % {"n": outcome.answer["n"]})
    return redirect("outbox", tournament.slug)


def _page(
    request: HttpRequest, tournament: Tournament, problems: tuple[Problem, ...] = (), status: int = 200
) -> HttpResponse:
    wanted = request.GET.get("shelf", "")
    shelf = Shelf(wanted) if wanted in set(Shelf) else Shelf.WAITING
    context = {
        "tournament": tournament,
        "outbox": sendings.outbox(tournament, shelf, request.GET.get("page", "1")),
        "problems": problems,
        "has_server": outgoing() is not None,
        "may_set_server": may(request.user, Permission.SITE),
        "may_send": may(request.user, Permission.EVENT_EDIT, tournament),
        "may_read_addresses": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    return render(request, "notices/outbox.html", context, status=status)
