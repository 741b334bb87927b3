"""群与邮箱: which chat groups and mailboxes hear the notices of an event. The journal has no address and no key."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import time
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import QuerySet

from accounts.models import User
from journal import clock
from journal.queries import last_event_number
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if, refuse_overtaken
from journal.states import become_all
from journal.texts import storable
from notices.addressing import closed, mark, message_id, opened
from notices.audience import kinds_of
from notices.models import Channel, Delivery, Notice
from notices.outside import is_private
from notices.services import ROBOTS, address_is_of
from notices.states import Collecting, DeliveryState, NoticeKind, NoticeState, Service
from tournaments.codes import Code, TournamentEvent
from tournaments.models import Branch, Team, Tournament

LONGEST_NAME, LONGEST_ADDRESS, LONGEST_KEY = 40, 500, 200
MOST_CHANNELS = 100


@dataclass(frozen=True)
class ChannelPlan:
    """A channel as it shall be. Whose it is: a branch or a team (ids), or the event's where neither is named.

    An empty ``address`` keeps the one that is there, with its ``key``; ``heard`` are the kinds of notices it hears.
    """

    name: str
    service: str
    address: str = ""
    key: str = ""
    branch: int | None = None
    team: int | None = None
    heard: Collection[str] = ()
    quiet_from: time | None = None
    quiet_until: time | None = None
    collecting: int = Collecting.AT_ONCE


@action
def add_channel(tournament: Tournament, plan: ChannelPlan, *, by: User | None) -> Channel:
    """A new channel. Refused: a name or an address that is none, one that the event has already, half of the quiet
    hours."""
    tournament = Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament.pk)
    channel = Channel(tournament=tournament)
    _set(channel, plan)
    channel.save()
    _record(channel, TournamentEvent.CHANNEL_ADDED, by)
    return channel


@action
def change_channel(channel: Channel, plan: ChannelPlan, *, by: User | None, seen: int | None = None) -> None:
    """Another name, address, key or habit. ``Overtaken`` if ``seen`` is old, ``WrongState`` if it was removed."""
    channel = _locked(channel)
    refuse_overtaken(channel.subject, seen, last_event_number(channel.tournament.journal, channel.subject))
    _set(channel, plan)
    channel.save()
    _record(channel, TournamentEvent.CHANNEL_CHANGED, by)


@action
def remove_channel(channel: Channel, *, by: User | None, seen: int | None = None) -> None:
    """No notice goes there any more. Its address and key are forgotten, its log stays."""
    channel = _locked(channel)
    refuse_overtaken(channel.subject, seen, last_event_number(channel.tournament.journal, channel.subject))
    channel.secret, channel.mark, channel.hint = "", "", ""
    channel.removed_at = clock.now(channel.tournament.journal)
    channel.save()
    become_all(Delivery.objects.filter(channel=channel, lease_until=None), DeliveryState.CANCELLED)
    _record(channel, TournamentEvent.CHANNEL_REMOVED, by)


@action
def try_channel(channel: Channel, *, by: User | None) -> Notice:
    """A test on its way as every notice goes, at once; how it went stands in the channel's log."""
    channel = _locked(channel)
    tournament, now = channel.tournament, clock.now(channel.tournament.journal)
    number = Notice.objects.filter(kind=NoticeKind.CHANNEL_TEST, deliveries__channel=channel).count() + 1
    notice = Notice.objects.create(
        tournament=tournament, kind=NoticeKind.CHANNEL_TEST, key=f"{NoticeKind.CHANNEL_TEST}:{channel.pk}:{number}",
        state=NoticeState.ISSUED, due_at=now, made_at=now, issued_at=now,
    )  # fmt: skip
    Delivery.objects.create(notice=notice, channel=channel, address=channel.subject, message_id=message_id())
    _record(channel, TournamentEvent.CHANNEL_TESTED, by)
    return notice


def _locked(channel: Channel) -> Channel:
    rows = Channel.objects.select_for_update(no_key=True, of=("self",)).select_related("tournament__journal")
    row = rows.get(pk=channel.pk)
    if row.removed_at:
        raise WrongState(row.subject, "removed")
    return row


def _record(channel: Channel, kind: TournamentEvent, by: User | None) -> None:
    record(channel.tournament.journal, kind, channel.subject, by=by, public=False, name=channel.name)


def _set(channel: Channel, plan: ChannelPlan) -> None:
    name, address, key = storable(plan.name), storable(plan.address), storable(plan.key)
    refuse_if(_problems(channel, plan, name, address, key))
    channel.name, channel.branch_id, channel.team_id = name, plan.branch, plan.team
    channel.quiet_from, channel.quiet_until = plan.quiet_from, plan.quiet_until
    channel.collecting = plan.collecting
    channel.silenced = sorted(kind for kind in kinds_of(channel) if kind not in plan.heard)
    if address:
        # another address has other keys; the same one may be given a new key
        previous = opened(channel) if channel.secret else ("", "")
        key = key or (previous[1] if previous[0] == address else "")
        channel.secret, channel.mark = closed(address, key), mark(address)
        channel.hint = address if plan.service == Service.MAIL else urlsplit(address).hostname or ""
    elif key:
        channel.secret = closed(opened(channel)[0], key)
    channel.service = plan.service


def _problems(channel: Channel, plan: ChannelPlan, name: str, address: str, key: str) -> list[Problem]:
    problems = []
    if not name:
        problems.append(Problem(Code.NAME_EMPTY, "name"))
    for field, text, most in (("name", name, LONGEST_NAME), ("key", key, LONGEST_KEY)):
        if len(text) > most:
            problems.append(Problem(Code.TEXT_TOO_LONG, field, {"most": most}))
    if plan.service not in Service.values:
        problems.append(Problem(Code.VALUE_INVALID, "service"))
    else:
        problems += _address_problems(channel, plan, address)
    if plan.collecting not in Collecting.values:
        problems.append(Problem(Code.VALUE_INVALID, "collecting"))
    if (plan.quiet_from is None) != (plan.quiet_until is None):
        problems.append(Problem(Code.QUIET_HALF, "quiet_until" if plan.quiet_from else "quiet_from"))
    owners: list[QuerySet[Any]] = []
    if plan.branch is not None:
        owners.append(Branch.objects.filter(pk=plan.branch, tournament=channel.tournament))
    if plan.team is not None:
        owners.append(Team.objects.filter(pk=plan.team, branch__tournament=channel.tournament))
    if len(owners) > 1 or not all(rows.exists() for rows in owners):
        problems.append(Problem(Code.VALUE_INVALID, "whose"))
    return problems


def _address_problems(channel: Channel, plan: ChannelPlan, address: str) -> list[Problem]:
    if not address and channel.secret and channel.service == plan.service:
        return []
    if plan.service == Service.MAIL:
        try:
            validate_email(address)
        except ValidationError:
            return [Problem(Code.MAIL_INVALID, "address")]
        bad = len(address) > LONGEST_ADDRESS // 2
    else:
        private = settings.CHANNELS_MAY_BE_PRIVATE
        bad = len(address) > LONGEST_ADDRESS or not address_is_of(plan.service, address, private=private)
    if bad:
        example = ROBOTS[plan.service].example if plan.service in ROBOTS else "name@example.com"
        return [Problem(Code.CHANNEL_ADDRESS_INVALID, "address", {"example": example})]
    if plan.service != Service.MAIL and not settings.CHANNELS_MAY_BE_PRIVATE and is_private(address):
        return [Problem(Code.CHANNEL_ADDRESS_PRIVATE, "address")]
    return _problems_among_others(channel, address)


def _problems_among_others(channel: Channel, address: str) -> list[Problem]:
    others = Channel.objects.filter(tournament=channel.tournament, removed_at=None).exclude(pk=channel.pk)
    if others.filter(mark=mark(address)).exists():
        return [Problem(Code.CHANNEL_TWICE, "address")]
    if channel.pk is None and others.count() >= MOST_CHANNELS:
        return [Problem(Code.TOO_MANY_CHANNELS, "", {"most": MOST_CHANNELS})]
    return []
