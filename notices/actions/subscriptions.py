"""通知我: the devices of members that are told what concerns a team or branch (Web Push). Whoever holds the address of
我的比赛 may ask; the journal has neither the device nor the person."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, refuse_if
from journal.states import become_all
from notices import push
from notices.addressing import closed
from notices.models import Channel, Delivery
from notices.outside import is_private
from notices.queries.channels import devices_of
from notices.sealing import mark
from notices.services import address_is_of
from notices.states import DeliveryState, Service
from tournaments.codes import Code, TournamentEvent
from tournaments.models import Branch, Team, Tournament

LONGEST_ENDPOINT = 500
MOST_DEVICES = 200
"""Of one team or branch."""


@dataclass(frozen=True)
class Subscription:
    """What a browser names itself by (Push API, ``PushSubscription``): where to send to, and the keys to seal with."""

    endpoint: str
    p256dh: str
    auth: str


@action
def subscribe(
    tournament: Tournament, owner: Team | Branch, asked: Subscription, *, language: str, by: User | None
) -> Channel:
    """Tell the device of the team or branch from now on, in that language; asked again it stands there once.

    Refused: an address or keys that are none, an address in a network of one's own, too many devices.
    """
    tournament = Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament.pk)
    known = devices_of(owner)
    row = known.filter(mark=mark(asked.endpoint)).first() or Channel(tournament=tournament, service=Service.PUSH)
    is_told = row.pk is not None and row.removed_at is None
    refuse_if(_problems(asked))
    full = not is_told and known.filter(removed_at=None).count() >= MOST_DEVICES
    refuse_if([Problem(Code.TOO_MANY_DEVICES, "", {"most": MOST_DEVICES})] if full else [])
    row.team_id, row.branch_id = (owner.pk, None) if isinstance(owner, Team) else (None, owner.pk)
    row.secret = closed(asked.endpoint, f"{asked.p256dh} {asked.auth} {push.site_key()}")
    row.mark, row.hint = mark(asked.endpoint), urlsplit(asked.endpoint).netloc
    row.language, row.removed_at, row.paused_until = language, None, None
    row.save()
    if not is_told:
        record(tournament.journal, TournamentEvent.PUSH_SUBSCRIBED, row.subject, by=by, public=False)
    return row


@action
def unsubscribe(device: Channel, *, by: User | None) -> None:
    """Nothing goes there any more, and its address and keys are forgotten. Done twice it is done once."""
    rows = Channel.objects.select_for_update(no_key=True, of=("self",)).select_related("tournament__journal")
    device = rows.get(pk=device.pk)
    if device.removed_at is not None:
        return
    device.secret, device.hint, device.removed_at = "", "", clock.now(device.tournament.journal)
    device.save()
    become_all(Delivery.objects.filter(channel=device, lease_until=None), DeliveryState.CANCELLED)
    record(device.tournament.journal, TournamentEvent.PUSH_UNSUBSCRIBED, device.subject, by=by, public=False)


def _problems(asked: Subscription) -> list[Problem]:
    found, private = [], settings.CHANNELS_MAY_BE_PRIVATE
    short = asked.endpoint.isascii() and len(asked.endpoint) <= LONGEST_ENDPOINT
    well_formed = short and address_is_of(Service.PUSH, asked.endpoint, private=private)
    # push services listen at https alone: a port of the asker's choice would be some other server's
    if not well_formed or (urlsplit(asked.endpoint).port is not None and not private):
        found.append(Problem(Code.VALUE_INVALID, "endpoint"))
    elif is_private(asked.endpoint) and not private:
        found.append(Problem(Code.CHANNEL_ADDRESS_PRIVATE, "endpoint"))
    if not push.is_receiver(asked.p256dh, asked.auth):
        found.append(Problem(Code.VALUE_INVALID, "keys"))
    return found
