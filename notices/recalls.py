"""更正通知: who was told what is wrong now. A recall goes to exactly those addresses to which it was sent.

What waits is cancelled by the plan and recalls nothing; who never heard hears the new notices alone. A mail that was on
its way while the correction was made is recalled when it turns out to have been sent.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from notices.addressing import message_id
from notices.models import Announcement, Delivery, Notice
from notices.states import TO_A_TEAM, DeliveryState, NoticeKind, NoticeState
from tournaments.bracket.rules.sources import fed_side
from tournaments.models import Match, Result


@dataclass(frozen=True)
class Wrongs:
    """What a correction makes wrong: results (ids) that count no more, sides (match id, home or away) where others
    stand, and the awards."""

    results: Collection[int]
    sides: Collection[tuple[int, str]] = ()
    awards: bool = False


@dataclass(frozen=True)
class Affected:
    """How many addresses have a notice that will be wrong: of a result, of the next match, of the awards; and how many
    different ones in all."""

    results: int
    reminders: int
    awards: int
    addresses: int


@dataclass(frozen=True)
class WrongNotice:
    """A notice that says something wrong now; ``since``: only as it was sent from that moment on."""

    notice: int
    kind: str
    since: datetime | None = None


def affected_recipients(match: Match, wrongs: Wrongs) -> Affected:
    """How many recipients a correction would reach, before anything is signed."""
    by_kind: defaultdict[str, set[str]] = defaultdict(set)
    for delivery in _sent(_wrong_notices(match, wrongs)):
        by_kind[_GROUPS.get(NoticeKind(delivery.notice.kind), "reminders")].add(delivery.address.casefold())
    return Affected(
        results=len(by_kind["results"]),
        reminders=len(by_kind["reminders"]),
        awards=len(by_kind["awards"]),
        addresses=len({text for addresses in by_kind.values() for text in addresses}),
    )


_GROUPS = {NoticeKind.RESULT: "results", NoticeKind.RECALL: "results", NoticeKind.AWARDS: "awards"}


def recall(match: Match, key: str, wrongs: Wrongs, now: datetime) -> Notice:
    """Make the recall and address it to everybody who was told wrong. Made twice under one ``key`` it is made once."""
    return _recall(_of(match), NoticeKind.RECALL, key, _wrong_notices(match, wrongs), now)


def recall_call(match: Match, key: str, now: datetime) -> Notice:
    """撤回点名: whoever was told of the call is told that it was taken back."""
    calls = Notice.objects.filter(kind=NoticeKind.MATCH_CALLED, match=match, recalled_by=None).order_by("pk")
    wrong = [WrongNotice(pk, NoticeKind.MATCH_CALLED) for pk in calls.values_list("pk", flat=True)]
    return _recall(_of(match), NoticeKind.CALL_UNDONE, key, wrong, now)


def recall_announcement(notice: Notice, announcement: Announcement, now: datetime) -> Notice:
    """撤回公告: whoever got it is told that it no longer holds."""
    key, wrong = f"{NoticeKind.WITHDRAWN}:{announcement.subject}", [WrongNotice(notice.pk, NoticeKind.ANNOUNCEMENT)]
    return _recall({"tournament": notice.tournament}, NoticeKind.WITHDRAWN, key, wrong, now)


def _of(match: Match) -> dict[str, Any]:
    return {"tournament": match.stage.tournament, "match": match, "round": match.round}


def _recall(about: dict[str, Any], kind: NoticeKind, key: str, wrong: Collection[WrongNotice], now: datetime) -> Notice:
    moments = {"due_at": now, "made_at": now, "issued_at": now}
    new = {**about, **moments, "kind": kind, "state": NoticeState.ISSUED}
    notice, is_new = Notice.objects.get_or_create(key=key, defaults=new)
    if is_new:
        wrong = [wrong_notice for wrong_notice in wrong if wrong_notice.notice != notice.pk]
        pks = [wrong_notice.notice for wrong_notice in wrong]
        notice.recalls.set(pks)
        # whoever issues one of them right now has issued it, or never will
        list(Notice.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk").values_list("pk"))
        # whoever sends one of them right now notes it after this, and then finds the recall
        list(Delivery.objects.select_for_update().filter(notice__in=pks).order_by("pk").values_list("pk"))
        address(notice, _sent(wrong))
    return notice


def address(notice: Notice, deliveries: Iterable[Delivery]) -> None:
    """A delivery to each address or channel that was told, however it is capitalised, and has none yet."""
    known = {text.casefold() for text in notice.deliveries.values_list("address", flat=True)}
    new = {d.address.casefold(): d for d in deliveries if d.address.casefold() not in known}
    made = [
        Delivery(notice=notice, address=d.address, channel_id=d.channel_id, message_id=message_id())
        for d in new.values()
    ]
    Delivery.objects.bulk_create(made, ignore_conflicts=True)


def recalls_of(notice: Notice) -> frozenset[int]:
    """The recalls (ids) of what this notice said."""
    return frozenset(notice.recalled_by.values_list("pk", flat=True))


def recall_late(delivery: Delivery, known: frozenset[int]) -> None:
    """A mail turned out to be sent that was recalled while it was on its way; ``known``: recalls made before it was
    written, which it already reckoned with."""
    for notice in Notice.objects.filter(recalls=delivery.notice_id).exclude(pk__in=known):
        address(notice, [delivery])


def _sent(wrong: Collection[WrongNotice]) -> list[Delivery]:
    conditions = Q(pk=None)
    for wrong_notice in wrong:
        since = {"sent_at__gte": wrong_notice.since} if wrong_notice.since else {}
        conditions |= Q(notice=wrong_notice.notice, **since)
    sent = Delivery.objects.filter(conditions, state=DeliveryState.SENT)
    return list(sent.select_related("notice").order_by("pk"))


def _wrong_notices(match: Match, wrongs: Wrongs) -> list[WrongNotice]:
    about = Q(kind=NoticeKind.RESULT, result__in=wrongs.results) | Q(kind=NoticeKind.RECALL, match=match)
    if wrongs.awards:
        about |= Q(kind=NoticeKind.AWARDS)
    notices = Notice.objects.filter(about, tournament=match.stage.tournament_id, recalled_by=None)
    wrong_notices = [WrongNotice(pk, kind) for pk, kind in notices.order_by("pk").values_list("pk", "kind")]
    return [*wrong_notices, *_wrong_reminders(wrongs)]


def _wrong_reminders(wrongs: Wrongs) -> Iterator[WrongNotice]:
    """Of the team that stood there: always. Of the team it was to meet: as sent once the opponent was known; before
    that it named both candidates, and still does."""
    stood: defaultdict[int, list[tuple[int | None, datetime]]] = defaultdict(list)
    for pk, team, since in _handed_on(wrongs):
        stood[pk].append((team, since))
    reminders = Notice.objects.filter(kind__in=TO_A_TEAM, match__in=stood).order_by("pk")
    for pk, kind, match, team in reminders.values_list("pk", "kind", "match_id", "team_id"):
        gone = {before for before, _ in stood[match]}
        yield WrongNotice(pk, kind, None if team in gone else min(since for _, since in stood[match]))


def _handed_on(wrongs: Wrongs) -> Iterator[tuple[int, int | None, datetime]]:
    """Match id, team (None: nobody) and moment of everything that a wrong result had put on a side that moved."""
    moved = {(pk, side) for pk, side in wrongs.sides}
    results = Result.objects.filter(pk__in=wrongs.results).select_related("match__winner_to", "match__loser_to")
    for result in results:
        loser = "away" if result.winner == "home" else "home"
        for target, is_winner, side in (
            (result.match.winner_to, True, result.winner),
            (result.match.loser_to, False, loser if result.winner else ""),
        ):
            if target is None:
                continue
            fed, _ = fed_side(target, result.match, is_winner=is_winner)
            if (target.pk, fed) in moved:
                yield target.pk, getattr(result, f"{side}_team_id") if side else None, result.at
