"""公告: the office writes to all or some, now or at a time, and sees what it wrote."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from journal import clock
from notices.actions.announcements import Plan, announce, withdraw_announcement
from notices.models import Announcement, Notice
from notices.queries import sendings
from notices.states import Concerned, NoticeKind
from tournaments.bracket.queries.labels import with_people
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.words.names import round_name, team_name, when
from tournaments.models import Round, Team, Tournament
from tournaments.permissions import Permission
from web.requests.attempts import attempt
from web.requests.forms import Choice, Choices, Moment, PageForm, Text, group
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number

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
        played = [(str(row.pk), _round_words(row, views.get(row.number))) for row in rows]
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


def _round_words(row: Round, view: RoundView | None) -> str:
    """Its name; later sittings apart."""
    return round_name(row.entrants, number=row.number, sitting=row.sitting, where=view.wheres if view else None)


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
