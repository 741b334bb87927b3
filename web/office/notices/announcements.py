"""公告: the office writes to all or some, now or at a time, and sees what it wrote."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from journal import clock
from notices.actions.announcements import announce, withdraw_announcement
from notices.models import Announcement, Notice
from notices.queries import sendings
from notices.states import NoticeKind
from tournaments.bracket.words.names import when
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.office.notices.channel_forms import AnnouncementForm
from web.requests.attempts import attempt
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs

SHOWN = 50


@needs(Permission.EVENT_EDIT)
def announcements(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return _page(request, tournament, AnnouncementForm(tournament=tournament))
    announced: list[Announcement] = []
    form = AnnouncementForm(request.POST, request.FILES, tournament=tournament)
    outcome = form.try_to(
        lambda _typed: announced.append(announce(tournament, form.plan(), by=actor(request), sure=form.insisted)),
        request,
    )
    if not outcome.done:
        return _page(request, tournament, form, status=outcome.status)
    messages.success(request, _on_its_way(announced[0]) if announced else _("The announcement is saved."))
    return redirect("announcements", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def announcement_withdrawal(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    rows = Notice.objects.filter(tournament=tournament, kind=NoticeKind.ANNOUNCEMENT)
    announcement = get_object_or_404(rows.select_related("tournament__journal"), pk=pk)
    tell = "tell" in request.POST
    outcome = attempt(request, lambda: {"had_it": withdraw_announcement(announcement, by=actor(request), tell=tell)})
    if not outcome.done:
        form = AnnouncementForm(tournament=tournament)
        form.take(outcome.problems)
        return _page(request, tournament, form, status=outcome.status)
    messages.success(request, _withdrawn(outcome.answer["had_it"], tell=tell))
    return redirect("announcements", tournament.slug)


def _on_its_way(announcement: Announcement) -> str:
    due_at, now = announcement.notice.due_at, clock.now(announcement.tournament.journal)
    if due_at <= now:
        return _("The announcement is on its way; the list says how many it reached.")
    return _("The announcement goes out %(when)s; until then it can be withdrawn.") % {"when": when(due_at, now)}


def _withdrawn(had_it: int, *, tell: bool) -> str:
    if tell:
        return _("The announcement is withdrawn; whoever got it is told so.")
    if not had_it:
        return _("The announcement is withdrawn.")
    message = ngettext(
        "The announcement is withdrawn; it had gone to %(n)s address and nothing more is said there.",
        "The announcement is withdrawn; it had gone to %(n)s addresses and nothing more is said there.",
        had_it,
    )
    return message % {"n": had_it}


def _page(request: HttpRequest, tournament: Tournament, form: PageForm, *, status: int = 200) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "written": sendings.announcements(tournament, SHOWN)}
    return render(request, "notices/announcements.html", context, status=status)
