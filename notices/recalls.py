"""更正通知: who was told what is wrong now. A recall goes to exactly those addresses to which it was sent.

What waits is cancelled by the plan and recalls nothing; who never heard hears the new notices alone. A mail that was on
its way while the correction was made is recalled when it turns out to have been sent.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from notices.addressing import message_id
from notices.models import Announcement, Delivery, Notice
from notices.states import TO_A_TEAM, DeliveryState, NoticeKind, NoticeState
from tournaments.bracket.rules.sides import fed_side
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


WrongNotices = dict[int, datetime | None]
"""Notices (ids) that say something wrong now: in whatever way they were sent, or only as sent from a moment on."""


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
    return _recall(_of(match), NoticeKind.CALL_UNDONE, key, dict.fromkeys(calls.values_list("pk", flat=True)), now)


def recall_challenge(challenged: Notice, key: str, now: datetime) -> Notice:
    """收回挑战: whoever was told of the challenge is told that it was taken back. Its match is gone."""
    about = {f"{name}_id": getattr(challenged, f"{name}_id") for name in ("tournament", "round", "team")}
    return _recall(about, NoticeKind.CHALLENGE_UNDONE, key, {challenged.pk: None}, now)


def recall_announcement(notice: Notice, announcement: Announcement, now: datetime) -> Notice:
    """撤回公告: whoever got it is told that it no longer holds."""
    key = f"{NoticeKind.WITHDRAWN}:{announcement.subject}"
    return _recall({"tournament": notice.tournament}, NoticeKind.WITHDRAWN, key, {notice.pk: None}, now)


def _of(match: Match) -> dict[str, Any]:
    return {"tournament": match.stage.tournament, "match": match, "round": match.round}


def _recall(about: dict[str, Any], kind: NoticeKind, key: str, wrong: WrongNotices, now: datetime) -> Notice:
    moments = {"due_at": now, "made_at": now, "issued_at": now}
    new = {**about, **moments, "kind": kind, "state": NoticeState.ISSUED}
    notice, is_new = Notice.objects.get_or_create(key=key, defaults=new)
    if is_new:
        pks = [pk for pk in wrong if pk != notice.pk]
        notice.recalls.set(pks)
        # whoever issues one of them right now has issued it, or never will
        list(Notice.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk").values_list("pk"))
        # whoever sends one of them right now notes it after this, and then finds the recall
        list(Delivery.objects.select_for_update().filter(notice__in=pks).order_by("pk").values_list("pk"))
        address(notice, _sent({pk: wrong[pk] for pk in pks}))
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


def _sent(wrong: WrongNotices) -> list[Delivery]:
    conditions = Q(pk=None)
    for pk, since in wrong.items():
        conditions |= Q(notice=pk, sent_at__gte=since) if since else Q(notice=pk)
    sent = Delivery.objects.filter(conditions, state=DeliveryState.SENT)
    return list(sent.select_related("notice").order_by("pk"))


def _wrong_notices(match: Match, wrongs: Wrongs) -> WrongNotices:
    about = Q(kind=NoticeKind.RESULT, result__in=wrongs.results) | Q(kind=NoticeKind.RECALL, match=match)
    if wrongs.awards:
        about |= Q(kind=NoticeKind.AWARDS)
    notices = Notice.objects.filter(about, tournament=match.stage.tournament_id, recalled_by=None)
    return dict.fromkeys(notices.order_by("pk").values_list("pk", flat=True)) | _wrong_reminders(wrongs)


def _wrong_reminders(wrongs: Wrongs) -> WrongNotices:
    """Of the team that stood there: always. Of the team it was to meet: as sent once the opponent was known; before
    that it named both candidates, and still does."""
    # by match, the team (None: nobody) that a wrong result had put on a side that moved, and when
    stood: defaultdict[int, list[tuple[int | None, datetime]]] = defaultdict(list)
    moved = set(wrongs.sides)
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
                stood[target.pk].append((getattr(result, f"{side}_team_id") if side else None, result.at))
    wrong: WrongNotices = {}
    reminders = Notice.objects.filter(kind__in=TO_A_TEAM, match__in=stood).order_by("pk")
    for pk, match, team in reminders.values_list("pk", "match_id", "team_id"):
        left = {before for before, _ in stood[match or 0]}
        wrong[pk] = None if team in left else min(since for _, since in stood[match or 0])
    return wrong
