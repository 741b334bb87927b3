"""群与邮箱: which chat groups and mailboxes hear the event's notices, tried and with their log."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from journal.queries import last_event_number
from notices.actions.channels import add_channel, change_channel, remove_channel, try_channel
from notices.actions.kinds import choose_mails
from notices.models import Channel
from notices.queries.channels import channel_log, mailed_kinds, mailing_subject
from notices.queries.channels import channels as channel_list
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.office.notices.channel_forms import ChannelForm, MailingForm
from web.requests.forms import PageForm
from web.requests.fragments import page_or_element
from web.requests.loaders import actor, needs


@needs(Permission.EVENT_EDIT)
@require_safe
def channels(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _channels_page(request, tournament)


@needs(Permission.EVENT_EDIT)
@require_POST
def channels_mailing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Which kinds of notices go out by e-mail."""
    form = _mailing_form(tournament, request.POST)
    attempt = form.try_to(
        lambda typed: choose_mails(tournament, typed["mailed"], by=actor(request), seen=form.made_from), request
    )
    if not attempt.done:
        return _channels_page(request, tournament, form, status=attempt.status)
    messages.success(request, _("It is saved which notices go out by e-mail."))
    return redirect("channels", tournament.slug)


def _channels_page(
    request: HttpRequest, tournament: Tournament, form: MailingForm | None = None, *, status: int = 200
) -> HttpResponse:
    form = form or _mailing_form(tournament)
    context = {"tournament": tournament, "channels": channel_list(tournament), "form": form}
    return render(request, "notices/channels.html", context, status=status)


def _mailing_form(tournament: Tournament, typed: QueryDict | None = None) -> MailingForm:
    version = last_event_number(tournament.journal, mailing_subject(tournament))
    return MailingForm(typed, initial={"mailed": mailed_kinds(tournament)}, version=version)


@needs(Permission.EVENT_EDIT)
def channel_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ChannelForm(request.POST or None, tournament=tournament)
    status = 200
    if request.method == "POST":
        added: list[Channel] = []
        attempt = form.try_to(
            lambda _typed: added.append(add_channel(tournament, form.plan(), by=actor(request))), request
        )
        if attempt.done:
            messages.success(request, _("The channel is saved. Send a test to see whether it accepts messages."))
            return redirect("channel", tournament.slug, added[0].pk) if added else redirect("channels", tournament.slug)
        status = attempt.status
    return render(request, "notices/channel_new.html", {"tournament": tournament, "form": form}, status=status)


@needs(Permission.EVENT_EDIT)
def channel(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One channel: its settings, a test, and what went there."""
    channel_row = _channel(tournament, pk)
    form = ChannelForm(request.POST or None, tournament=tournament, channel=channel_row, version=_version(channel_row))
    if request.method != "POST":
        return _page(request, channel_row, form)
    attempt = form.try_to(
        lambda _typed: change_channel(channel_row, form.plan(), by=actor(request), seen=form.made_from), request
    )
    if not attempt.done:
        return _page(request, channel_row, form, status=attempt.status)
    messages.success(request, _("The channel is saved."))
    return redirect("channel", tournament.slug, pk)


@needs(Permission.EVENT_EDIT)
@require_POST
def channel_test(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    channel_row, form = _channel(tournament, pk), PageForm(request.POST)
    attempt = form.try_to(lambda _typed: try_channel(channel_row, by=actor(request)), request)
    if not attempt.done:
        return _page(request, channel_row, pressed=form, status=attempt.status)
    messages.success(request, _("A test is on its way; how it goes is shown below."))
    return redirect("channel", tournament.slug, pk)


@needs(Permission.EVENT_EDIT)
@require_POST
def channel_removal(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    channel_row = _channel(tournament, pk)
    form = PageForm(request.POST, version=_version(channel_row))
    attempt = form.try_to(lambda _typed: remove_channel(channel_row, by=actor(request), seen=form.made_from), request)
    if not attempt.done:
        return _page(request, channel_row, pressed=form, status=attempt.status)
    messages.success(request, _("%(name)s is removed: nothing goes there any more.") % {"name": channel_row.name})
    return redirect("channels", tournament.slug)


def _channel(tournament: Tournament, pk: int) -> Channel:
    rows = Channel.objects.select_related("tournament__journal", "branch", "team__branch")
    return get_object_or_404(rows, tournament=tournament, removed_at=None, pk=pk)


def _version(channel_row: Channel) -> int:
    return last_event_number(channel_row.tournament.journal, channel_row.subject)


def _page(
    request: HttpRequest,
    channel_row: Channel,
    form: ChannelForm | None = None,
    *,
    pressed: PageForm | None = None,
    status: int = 200,
) -> HttpResponse:
    log = channel_log(channel_row)
    context = {
        "tournament": channel_row.tournament,
        "channel": channel_row,
        "form": form
        or ChannelForm(tournament=channel_row.tournament, channel=channel_row, version=_version(channel_row)),
        "pressed": pressed or PageForm(version=_version(channel_row)),
        "log": log,
        "waits": any(item.is_waiting for _title, item in log),
    }
    return page_or_element(request, "notices/channel.html", "notices/channel.html#log", context, status=status)
