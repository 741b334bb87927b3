"""群与邮箱: which chat groups and mailboxes hear the event's notices, tried and with their log."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from journal.queries import last_event_number
from notices.actions.channels import ChannelPlan, add_channel, change_channel, remove_channel, try_channel
from notices.actions.outbox import choose_mails
from notices.audience import AT_FIRST, HEARD_BY_BRANCH, MAILED, kinds_of
from notices.models import Channel
from notices.queries.sendings import channel_log, mailed_kinds, mailing_subject
from notices.queries.sendings import channels as channel_list
from notices.states import Collecting, Service
from tournaments.bracket.queries.labels import with_people
from tournaments.bracket.words.names import team_name
from tournaments.models import Team, Tournament
from tournaments.permissions import Permission
from web.requests.changes import changes
from web.requests.forms import Choice, Hour, PageForm, Text, group
from web.requests.fragments import page_or_element
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number

EVENT = "event"


class ChannelForm(PageForm):
    """A chat group or mailbox. What it has of address and key is never shown: left empty, both stay."""

    aliases = {"key": "secret"}
    about = group("name", "whose", "service", "address", "secret")

    name = Text(_("Name of the channel"), 40, help_text=_("As the office calls it, for example: group of branch A."))
    whose = Choice(_("Whose channel"), [])
    service = Choice(_("Service"), Service.choices)
    address = Text(_("Webhook or e-mail address"), 500, autocomplete="off", spellcheck="false")
    secret = Text(_("Signing key"), 200, autocomplete="off", spellcheck="false")
    heard = forms.MultipleChoiceField(
        label=_("What it hears"), required=False, widget=forms.CheckboxSelectMultiple,
        choices=[(kind.value, kind.label) for kind in HEARD_BY_BRANCH],
        help_text=_("What is about one team only goes to channels of its branch and its own, but a channel of the whole"
                    " event hears every result: of many matches rather leave results out there. Corrections always go"
                    " to whoever was told."),
    )  # fmt: skip
    quiet_from = Hour(label=_("Quiet from"), required=False)
    quiet_until = Hour(label=_("Quiet until"), required=False)
    collecting = forms.TypedChoiceField(
        label=_("How often"), required=False, coerce=int, empty_value=None, choices=Collecting.choices,
        help_text=_("What is collected goes out as one message, announcements and corrections each as one of their own."
                    " Calls to a table go out at once, whatever the hour."),
    )  # fmt: skip

    def __init__(self, *args: Any, tournament: Tournament, channel: Channel | None = None, **kwargs: Any) -> None:
        initial = {"whose": EVENT, "service": Service.WECOM, "heard": [*AT_FIRST], "collecting": 0}
        of_address = _("The whole address that the service shows for the robot (Webhook), or an e-mail address.")
        of_secret = _("Only if the robot signs: DingTalk (SEC…) or Feishu.")
        if channel is not None:
            owner = f"team:{channel.team_id}" if channel.team_id else f"branch:{channel.branch_id}"
            initial = {
                **{
                    name: getattr(channel, name)
                    for name in ("name", "service", "quiet_from", "quiet_until", "collecting")
                },
                "whose": owner if channel.team_id or channel.branch_id else EVENT,
                "heard": [kind for kind in kinds_of(channel) if kind not in channel.silenced],
            }
            of_address = _("It is kept encrypted and not shown again. Left empty, the current one stays.")
            of_secret = _("Left empty, the current one stays.")
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["address"].help_text, self.fields["secret"].help_text = of_address, of_secret
        teams = with_people(Team.objects.filter(branch__tournament=tournament))
        named = [(f"team:{team.pk}", team_name(team)) for team in teams.order_by("branch__number", "ordinal")]
        branches = [(f"branch:{branch.pk}", branch.name) for branch in tournament.branches.order_by("number")]
        self.fields["whose"].widget.choices = [
            (EVENT, _("the whole event")),
            (str(_("Branches")), branches),
            (str(_("Teams")), named),
        ]

    def plan(self) -> ChannelPlan:
        """What was typed."""
        typed = self.cleaned_data
        whose, _colon, pk = typed["whose"].partition(":")
        owner = -1 if whose != EVENT and typed_number(pk) is None else typed_number(pk)
        same = ("name", "service", "address", "heard", "quiet_from", "quiet_until")
        return ChannelPlan(
            **{name: typed[name] for name in same},
            key=typed["secret"],
            branch=owner if whose == "branch" else None,
            team=owner if whose not in ("branch", EVENT) else None,
            collecting=typed["collecting"] or 0,
        )


class MailingForm(PageForm):
    """邮件通知: which kinds the event mails."""

    mailed = forms.MultipleChoiceField(
        label=_("What is mailed"), required=False, widget=forms.CheckboxSelectMultiple,
        choices=[(kind.value, kind.label) for kind in MAILED],
        help_text=_("To the contacts of the branches, the players and the office, each as far as it concerns them."
                    " Announcements, corrections and what is said of an entry form always go out."),
    )  # fmt: skip


def _mailing_form(data: Any, tournament: Tournament) -> MailingForm:
    version = last_event_number(tournament.journal, mailing_subject(tournament))
    return MailingForm(data, initial={"mailed": mailed_kinds(tournament)}, version=version)


def _channels_page(request: HttpRequest, tournament: Tournament, refused: MailingForm | None = None) -> HttpResponse:
    form = refused or _mailing_form(None, tournament)
    context = {"tournament": tournament, "channels": channel_list(tournament), "form": form}
    return render(request, "notices/channels.html", context, status=form.status)


channels = needs(Permission.EVENT_EDIT)(require_safe(_channels_page))


@needs(Permission.EVENT_EDIT)
@changes(_channels_page, _mailing_form, _("It is saved which notices go out by e-mail."))
def channels_mailing(request: HttpRequest, tournament: Tournament, form: MailingForm) -> None:
    """Which kinds of notices go out by e-mail."""
    choose_mails(tournament, form.cleaned_data["mailed"], by=actor(request), seen=form.made_from)


@needs(Permission.EVENT_EDIT)
def channel_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form, added = ChannelForm(request.POST or None, tournament=tournament), list[Channel]()

    def add(_typed: dict[str, Any]) -> None:
        added.append(add_channel(tournament, form.plan(), by=actor(request)))

    if request.method != "POST" or not form.try_to(add, request).done:
        context = {"tournament": tournament, "form": form}
        return render(request, "notices/channel_new.html", context, status=form.status)
    messages.success(request, _("The channel is saved. Send a test to see whether it accepts messages."))
    return redirect("channel", tournament.slug, added[0].pk) if added else redirect("channels", tournament.slug)


def _channel(tournament: Tournament, pk: int) -> Channel:
    rows = Channel.objects.select_related("tournament__journal", "branch", "team__branch")
    return get_object_or_404(rows, tournament=tournament, removed_at=None, pk=pk)


def _channel_form(data: Any, channel_row: Channel) -> ChannelForm:
    tournament, version = channel_row.tournament, _version(channel_row)
    return ChannelForm(data, tournament=tournament, channel=channel_row, version=version)


def _press_form(data: Any, channel_row: Channel) -> PageForm:
    return PageForm(data, version=_version(channel_row))


def _version(channel_row: Channel) -> int:
    return last_event_number(channel_row.tournament.journal, channel_row.subject)


def _channel_page(request: HttpRequest, channel_row: Channel, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    log, is_typed = channel_log(channel_row), isinstance(refused, ChannelForm)
    context = {
        "tournament": channel_row.tournament,
        "channel": channel_row,
        "form": refused if is_typed else _channel_form(None, channel_row),
        "pressed": refused if refused and not is_typed else _press_form(None, channel_row),
        "log": log,
        "waits": any(item.is_waiting for _title, item in log),
    }
    status = refused.status if refused else 200
    return page_or_element(request, "notices/channel.html", "notices/channel.html#log", context, status=status)


@needs(Permission.EVENT_EDIT)
def channel(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One channel: its settings, a test, and what went there."""
    channel_row = _channel(tournament, pk)
    if request.method != "POST":
        return _channel_page(request, channel_row)
    form = _channel_form(request.POST, channel_row)

    def change(_typed: dict[str, Any]) -> None:
        change_channel(channel_row, form.plan(), by=actor(request), seen=form.made_from)

    if not form.try_to(change, request).done:
        return _channel_page(request, channel_row, form)
    messages.success(request, _("The channel is saved."))
    return redirect("channel", tournament.slug, pk)


@needs(Permission.EVENT_EDIT)
@changes(_channel_page, PageForm, _("A test is on its way; how it goes is shown below."), of=_channel)
def channel_test(request: HttpRequest, channel_row: Channel, form: PageForm) -> None:
    try_channel(channel_row, by=actor(request))


@needs(Permission.EVENT_EDIT)
@changes(_channel_page, _press_form, _("%(name)s is removed: nothing goes there any more."), to="channels", of=_channel)
def channel_removal(request: HttpRequest, channel_row: Channel, form: PageForm) -> dict[str, str]:
    remove_channel(channel_row, by=actor(request), seen=form.made_from)
    return {"name": channel_row.name}
