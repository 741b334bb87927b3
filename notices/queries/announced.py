"""What was announced: the site's notice board for everybody, and a team's own matches."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from journal import clock
from notices import wording
from notices.models import Notice
from notices.occasions import AHEAD
from notices.states import MATCH_REMINDERS, ON_BOARD, ROUND_REMINDERS, NoticeKind, NoticeState
from tournaments.models import Match, Tournament

OF_THE_OFFICE = Q(announcement__public=True)
"""What the office wrote for everybody."""
FOR_EVERYBODY = Q(kind__in=ON_BOARD) | OF_THE_OFFICE
"""What the board shows from its hour on."""


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
    """公告: what is announced now, newest first, in the language and zone that are active; of a few (``limit``) the
    reminders of rounds behind the next one are the last.

    Reminders are shown once a round, until it starts or every match of it has begun; of several corrections of a match
    the newest. What the board shows follows from the event and its time alone, never from whether a mail is out.
    """
    now = clock.now(tournament.journal)
    ahead = Exists(Match.objects.filter(round=OuterRef("round"), state__in=AHEAD))
    reminders = Q(ahead, kind__in=ROUND_REMINDERS, starts_at__gt=now, round__starts_at=F("starts_at"))
    results = Q(kind=NoticeKind.RESULT, match__result=F("result"))
    others = Q(kind__in=set(ON_BOARD) - {*ROUND_REMINDERS, NoticeKind.RESULT}) | OF_THE_OFFICE
    announced = Notice.objects.filter(reminders | results | others, tournament=tournament, due_at__lte=now)
    rows = announced.exclude(state=NoticeState.CANCELLED).order_by("-due_at", "-pk")

    newest: dict[object, int] = {}
    coming: dict[int, datetime] = {}
    for pk, kind, round_, match, starts_at in rows.values_list("pk", "kind", "round", "match", "starts_at"):
        if kind in ROUND_REMINDERS:
            newest.setdefault(("round", round_), pk)
            coming[pk] = starts_at or now
        elif kind == NoticeKind.RECALL:
            newest.setdefault(("recall", match), pk)
        else:
            newest[pk] = pk

    # what a notice says is read of those alone that are shown
    ordered = [*newest.values()]
    if limit is not None:
        soonest = min(coming.values(), default=now)
        ordered = sorted(ordered, key=lambda pk: max(coming.get(pk, soonest), soonest))[:limit]
    shown = {notice.pk: notice for notice in wording.with_subjects(Notice.objects.filter(pk__in=ordered))}
    items = []
    for notice in (shown[pk] for pk in ordered if pk in shown):
        notice.tournament = tournament
        match, round_ = notice.match.number if notice.match else 0, notice.round.number if notice.round else 0
        title, text = wording.title(notice, now), wording.text(notice, now)
        items.append(BoardItem(notice.due_at, title, text, notice.kind, match, round_))
    return items


def reminded(teams: Collection[int]) -> set[tuple[int, int]]:
    """Matches and the teams to whom they were announced as theirs (ids), whether or not they still are: one query.

    What was discarded with its draw is no match any more.
    """
    reminders = Notice.objects.filter(team__in=teams, kind__in=MATCH_REMINDERS, match__isnull=False).order_by()
    return {(match, team) for match, team in reminders.values_list("match_id", "team_id").distinct() if match and team}
