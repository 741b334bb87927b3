"""Forms of the channels, the wordings and the announcements. They read types; what is allowed the actions say."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notices.actions.announcements import Plan
from notices.actions.channels import ChannelPlan
from notices.models import Channel
from notices.routing import HEARD_BY_BRANCH, MAILED, kinds_of
from notices.states import Collecting, Concerned, Service
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.words.names import round_name, team_name
from tournaments.models import Round, Team, Tournament
from web.requests.forms import Choice, Choices, PageForm, Text
from web.requests.numbers import typed_number

EVENT = "event"


def _time(label: Any, help_text: Any = "") -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, widget=widget, help_text=help_text)


class ChannelForm(PageForm):
    """A chat group or mailbox. What it has of address and key is never shown: left empty, both stay."""

    aliases = {"key": "secret"}

    name = Text(_("Name of the channel"), 40, help_text=_("As the office calls it, for example: group of branch A."))
    whose = Choice(_("Whose channel"), [])
    service = Choice(_("Service"), Service.choices)
    address = Text(_("Webhook or e-mail address"), 500, autocomplete="off", spellcheck="false")
    secret = Text(_("Signing key"), 200, autocomplete="off", spellcheck="false")
    heard = forms.MultipleChoiceField(
        label=_("What it hears"), required=False, widget=forms.CheckboxSelectMultiple,
        choices=[(kind.value, kind.label) for kind in HEARD_BY_BRANCH],
        help_text=_("What is about one team only goes to channels of its branch and its own; corrections always go to"
                    " whoever was told."),
    )  # fmt: skip
    quiet_from = _time(_("Quiet from"))
    quiet_until = _time(_("Quiet until"))
    collecting = forms.TypedChoiceField(
        label=_("How often"), required=False, coerce=int, empty_value=None, choices=Collecting.choices,
        help_text=_("What is collected goes out as one message, announcements and corrections each as one of their own."
                    " Calls to a table go out at once, whatever the hour."),
    )  # fmt: skip

    def __init__(self, *args: Any, tournament: Tournament, channel: Channel | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("initial", _initial(channel))
        super().__init__(*args, **kwargs)
        self.fields["whose"].widget.choices = _owners(tournament)
        known = channel is not None
        self.fields["address"].help_text = (
            _("It is kept encrypted and not shown again. Left empty, the current one stays.")
            if known
            else _("The whole address that the service shows for the robot (Webhook), or an e-mail address.")
        )
        self.fields["secret"].help_text = (
            _("Left empty, the current one stays.")
            if known
            else _("Only if the robot signs: DingTalk (SEC…) or Feishu.")
        )

    @property
    def about(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "whose", "service", "address", "secret")]

    def plan(self) -> ChannelPlan:
        """What was typed."""
        typed = self.cleaned_data
        whose, _colon, pk = typed["whose"].partition(":")
        owner = -1 if whose != EVENT and typed_number(pk) is None else typed_number(pk)
        return ChannelPlan(
            name=typed["name"],
            service=typed["service"],
            address=typed["address"],
            key=typed["secret"],
            branch=owner if whose == "branch" else None,
            team=owner if whose not in ("branch", EVENT) else None,
            heard=typed["heard"],
            quiet_from=typed["quiet_from"],
            quiet_until=typed["quiet_until"],
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


def _initial(channel: Channel | None) -> dict[str, Any]:
    if channel is None:
        return {"whose": EVENT, "service": Service.WECOM, "heard": [*HEARD_BY_BRANCH], "collecting": 0}
    owner = f"team:{channel.team_id}" if channel.team_id else f"branch:{channel.branch_id}"
    return {
        "name": channel.name,
        "whose": owner if channel.team_id or channel.branch_id else EVENT,
        "service": channel.service,
        "heard": [kind for kind in kinds_of(channel) if kind not in channel.silenced],
        "quiet_from": channel.quiet_from,
        "quiet_until": channel.quiet_until,
        "collecting": channel.collecting,
    }


def _owners(tournament: Tournament) -> Choices:
    teams = Team.objects.filter(branch__tournament=tournament).select_related("branch")
    named = [(f"team:{team.pk}", team_name(team)) for team in teams.order_by("branch__number", "ordinal")]
    branches = [(f"branch:{branch.pk}", branch.name) for branch in tournament.branches.order_by("number")]
    return [(EVENT, _("the whole event")), (str(_("Branches")), branches), (str(_("Teams")), named)]


class WordingForm(PageForm):
    """What the notices of a kind say."""

    title = Text(_("First line"), 60)
    text = forms.CharField(label=_("Text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 6}))


class AnnouncementForm(PageForm):
    """公告: words of the office's own to some or all, now or at a time."""

    title = Text(_("Title"), 40)
    text = forms.CharField(label=_("Text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 6}))
    concerned = Choice(_("For whom"), [*Concerned.choices], forms.RadioSelect)
    branch = Choice(_("Branch"), [])
    team = Choice(_("Team"), [])
    round = Choice(_("Round"), [])
    public = forms.BooleanField(label=_("Also on the event's public page"), required=False)
    at = forms.DateTimeField(
        label=_("When"), required=False, help_text=_("Left empty, it goes out at once."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    file = forms.FileField(
        label=_("Attachment"), required=False, allow_empty_file=True,
        help_text=_("Goes with the e-mails, at most 5 MB; a chat group reads its name."),
    )  # fmt: skip

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"concerned": Concerned.ALL})
        super().__init__(*args, **kwargs)
        nobody: Choices = [("", "—")]
        teams = Team.objects.filter(branch__tournament=tournament).select_related("branch")
        named = [(str(team.pk), team_name(team)) for team in teams.order_by("branch__number", "ordinal")]
        branches = [(str(branch.pk), branch.name) for branch in tournament.branches.order_by("number")]
        self.fields["branch"].widget.choices = nobody + branches
        self.fields["team"].widget.choices = nobody + named
        self.fields["round"].widget.choices = nobody + _rounds(tournament)

    @property
    def about(self) -> list[forms.BoundField]:
        return [self[name] for name in ("title", "text", "file")]

    def plan(self) -> Plan:
        """What was typed; of branch, team and round only the one that is meant."""
        typed, file = self.cleaned_data, self.cleaned_data["file"]
        meant = {"branch": "branch", "team": "team", "round": "round", "absent": "round"}.get(typed["concerned"], "")
        named = {meant: typed_number(typed[meant])} if meant else {}
        at = typed["at"]
        return Plan(
            title=typed["title"],
            text=typed["text"],
            concerned=typed["concerned"],
            public=typed["public"],
            at=timezone.make_aware(at) if at and timezone.is_naive(at) else at,
            file=(file.name, file.read(6_000_000)) if file is not None else None,
            **named,
        )


def _rounds(tournament: Tournament) -> Choices:
    """The rounds with their names; later sittings apart."""
    known = {view.number: view for view in rounds(tournament)}
    rows = Round.objects.filter(stage__tournament=tournament).order_by("number", "sitting")
    return [(str(row.pk), _round_words(row, known.get(row.number))) for row in rows]


def _round_words(row: Round, view: Any) -> str:
    where = getattr(view, "where", None)
    return round_name(row.entrants, number=row.number, sitting=row.sitting, where=where)
