"""What the site's notice board shows to everybody, and when it changes by itself."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet

from journal import clock
from notices import wording
from notices.kinds import ON_BOARD
from notices.models import Notice
from notices.occasions import AHEAD
from notices.states import ROUND_REMINDERS, NoticeKind, NoticeState
from tournaments.models import Match, Tournament

OF_THE_OFFICE = Q(announcement__public=True)
"""What the office wrote for everybody."""


@dataclass(frozen=True)
class BoardItem:
    """An announcement in plain text. ``match`` and ``round`` are numbers for a link, 0 if it is not about one."""

    at: datetime
    title: str
    text: str
    kind: str
    match: int = 0
    round: int = 0


def board(tournament: Tournament, limit: int | None = None) -> list[BoardItem]:
    """公告: what is announced now, newest first, in the language and zone that are active.

    Reminders are shown once a round, until it starts or every match of it has begun; of several corrections of a match
    the newest. What the board shows follows from
    the event and its time alone, never from whether a mail is already out.
    """
    now = clock.now(tournament.journal)
    rows = _announced(tournament, now).order_by("-due_at", "-pk").values_list("pk", "kind", "round", "match")
    newest: dict[object, int] = {}
    for pk, kind, round_, match in rows:  # what a notice says is read of those alone that are shown
        newest.setdefault(_once(kind, round_, match) or pk, pk)
    shown = wording.with_subjects(Notice.objects.filter(pk__in=[*newest.values()][:limit]))
    return [_item(notice, tournament, now) for notice in shown.order_by("-due_at", "-pk")]


def _once(kind: str, round_: int | None, match: int | None) -> tuple[str, int | None] | None:
    """What is shown once alone, by its newest notice; None for all others."""
    if kind in ROUND_REMINDERS:
        return "round", round_
    return ("recall", match) if kind == NoticeKind.RECALL else None


def _announced(tournament: Tournament, now: datetime) -> QuerySet[Notice]:
    ahead = Exists(Match.objects.filter(round=OuterRef("round"), state__in=AHEAD))
    reminders = Q(ahead, kind__in=ROUND_REMINDERS, starts_at__gt=now, round__starts_at=F("starts_at"))
    results = Q(kind=NoticeKind.RESULT, match__result=F("result"))
    others = Q(kind__in=set(ON_BOARD) - {*ROUND_REMINDERS, NoticeKind.RESULT}) | OF_THE_OFFICE
    notices = Notice.objects.filter(reminders | results | others, tournament=tournament, due_at__lte=now)
    return notices.exclude(state=NoticeState.CANCELLED)


def _item(notice: Notice, tournament: Tournament, now: datetime) -> BoardItem:
    notice.tournament = tournament
    return BoardItem(
        at=notice.due_at,
        title=wording.title(notice, now),
        text=wording.text(notice, now),
        kind=notice.kind,
        match=notice.match.number if notice.match else 0,
        round=notice.round.number if notice.round else 0,
    )


def next_due(tournament: Tournament) -> datetime | None:
    """When the board changes by itself next: a notice falls due, a reminded round starts, or 明天 becomes 今天."""
    now = clock.now(tournament.journal)
    shown = Q(kind__in=ON_BOARD) | OF_THE_OFFICE
    notices = Notice.objects.filter(shown, tournament=tournament).exclude(state=NoticeState.CANCELLED)
    due = notices.filter(due_at__gt=now).aggregate(next=Min("due_at"))["next"]
    reminded = notices.filter(due_at__lte=now, kind__in=ROUND_REMINDERS, starts_at__gt=now)
    starts = reminded.aggregate(next=Min("starts_at"))["next"]
    moments = [moment for moment in (due, starts) if moment is not None]
    if starts is not None:
        moments.append(_midnight(now, tournament))
    return min(moments, default=None)


def _midnight(now: datetime, tournament: Tournament) -> datetime:
    tomorrow = now.astimezone(tournament.tzinfo).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time(), tournament.tzinfo)
