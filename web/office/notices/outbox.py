"""发件: which notices went to whom and when, what still waits and in which words, what reached nobody; and 公告,
what the office writes itself, to all or some, now or at a time."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from notices.actions.announcements import Plan, announce, withdraw_announcement
from notices.actions.outbox import reword, send_again
from notices.mail_servers import outgoing
from notices.models import Announcement, Notice
from notices.queries import sendings
from notices.queries.sendings import Shelf
from notices.states import Concerned, NoticeKind
from tournaments.bracket.queries.labels import with_people
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.words.names import round_name, team_name, when
from tournaments.models import Round, Team, Tournament
from tournaments.permissions import Permission, may
from web.requests.attempts import attempt
from web.requests.forms import Choice, Choices, Moment, PageForm, Text, group
from web.requests.loaders import actor, allowed_to, changes, needs
from web.requests.numbers import typed_number


class WordsForm(PageForm):
    """What a notice says in the office's own words."""

    words = forms.CharField(
        label=_("Words of this notice"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("They stay as they are here, whatever changes meanwhile. Left empty, the usual words go out."),
    )  # fmt: skip

    def __init__(self, data: Any, draft: sendings.Draft) -> None:
        super().__init__(data, initial={"words": draft.words}, version=draft.version)


def _notice(tournament: Tournament, pk: int) -> Notice:
    return get_object_or_404(Notice.objects.select_related("tournament__journal"), tournament=tournament, pk=pk)


def _notice_page(request: HttpRequest, notice_row: Notice, refused: WordsForm | None = None) -> HttpResponse:
    draft, allowed = sendings.draft(notice_row), allowed_to(request)
    context = {
        "tournament": notice_row.tournament,
        "draft": draft,
        "form": refused or WordsForm(None, draft),
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
@changes(
    _notice_page,
    lambda data, notice_row: WordsForm(data, sendings.draft(notice_row)),
    _("The words of the notice are saved."),
    of=_notice,
)
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


SHOWN = 50


class AnnouncementForm(PageForm):
    """公告: words of the office's own to some or all, now or at a time."""

    about = group("title", "text", "file")

    title = Text(_("Title"), 40)
    text = forms.CharField(label=_("Text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 6}))
    concerned = Choice(_("For whom"), [*Concerned.choices], forms.RadioSelect)
    branch = Choice(_("Branch"), [])
    team = Choice(_("Team"), [])
    round = Choice(_("Round"), [])
    public = forms.BooleanField(label=_("Also on the event's public page"), required=False)
    at = Moment(label=_("When"), required=False, help_text=_("Left empty, it goes out at once."))
    file = forms.FileField(
        label=_("Attachment"), required=False, allow_empty_file=True,
        help_text=_("Goes with the e-mails, at most 5 MB; a chat group reads its name."),
    )  # fmt: skip

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"concerned": Concerned.ALL})
        super().__init__(*args, **kwargs)
        nobody: Choices = [("", "—")]
        teams = with_people(Team.objects.filter(branch__tournament=tournament))
        named = [(str(team.pk), team_name(team)) for team in teams.order_by("branch__number", "ordinal")]
        branches = [(str(branch.pk), branch.name) for branch in tournament.branches.order_by("number")]
        views = {view.number: view for view in rounds(tournament)}
        rows = Round.objects.filter(stage__tournament=tournament).order_by("number", "sitting")
        played = []
        for row in rows:
            where = views[row.number].wheres if row.number in views else None
            name = round_name(row.entrants, number=row.number, sitting=row.sitting, where=where)
            played.append((str(row.pk), name))
        self.fields["branch"].widget.choices = nobody + branches
        self.fields["team"].widget.choices = nobody + named
        self.fields["round"].widget.choices = nobody + played

    def plan(self) -> Plan:
        """What was typed; of branch, team and round only the one that is meant."""
        typed, file = self.cleaned_data, self.cleaned_data["file"]
        meant = {"branch": "branch", "team": "team", "round": "round", "absent": "round"}.get(typed["concerned"], "")
        named: dict[str, Any] = {meant: typed_number(typed[meant])} if meant else {}
        at = typed["at"]
        return Plan(
            **{name: typed[name] for name in ("title", "text", "concerned", "public")},
            at=timezone.make_aware(at) if at and timezone.is_naive(at) else at,
            file=(file.name, file.read(6_000_000)) if file is not None else None,
            **named,
        )


def _announcements_page(request: HttpRequest, tournament: Tournament, form: PageForm, status: int) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "written": sendings.announcements(tournament, SHOWN)}
    return render(request, "notices/announcements.html", context, status=status)


@needs(Permission.EVENT_EDIT)
def announcements(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    is_sent, announced = request.method == "POST", list[Announcement]()
    data = (request.POST, request.FILES) if is_sent else ()
    form = AnnouncementForm(*data, tournament=tournament)

    def publish(_typed: dict[str, Any]) -> None:
        announced.append(announce(tournament, form.plan(), by=actor(request), sure=form.insisted))

    if not is_sent or not form.try_to(publish, request).done:
        return _announcements_page(request, tournament, form, form.status)
    message = gettext("The announcement is saved.")
    if announced:
        due_at, now = announced[0].notice.due_at, clock.now(tournament.journal)
        message = gettext("The announcement is on its way; the list says how many it reached.")
        if due_at > now:
            message = gettext("The announcement goes out %(when)s; until then it can be withdrawn.")
            message %= {"when": when(due_at, now)}
    messages.success(request, message)
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
        return _announcements_page(request, tournament, form, outcome.status)
    reached = outcome.answer["had_it"]
    message = gettext("The announcement is withdrawn.")
    if tell:
        message = gettext("The announcement is withdrawn; whoever got it is told so.")
    elif reached:
        message = ngettext(
            "The announcement is withdrawn; it had gone to %(n)s address and nothing more is said there.",
            "The announcement is withdrawn; it had gone to %(n)s addresses and nothing more is said there.",
            reached,
        ) % {"n": reached}
    messages.success(request, message)
    return redirect("announcements", tournament.slug)
