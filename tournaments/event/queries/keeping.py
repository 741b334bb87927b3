"""保存期限: how long the personal data of an event are retained."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from journal import clock
from tournaments.models import Round, Tournament


@dataclass(frozen=True)
class Keeping:
    """``until``: when the time is over that personal data are meant to be kept, None while the event goes on;
    ``over``: is it? ``forgotten_at``: when everybody was forgotten."""

    months: int
    until: datetime | None
    over: bool
    forgotten_at: datetime | None


def keeping_of(tournament: Tournament) -> Keeping:
    """The time begins when the awards are confirmed; of an event that was put away without, with its last round."""
    ended = tournament.awards_confirmed_at
    if ended is None and tournament.archived_at is not None:
        starts = Round.objects.filter(stage__tournament=tournament).aggregate(last=Max("starts_at"))
        ended = starts["last"] or tournament.archived_at
    until = months_after(ended, tournament) if ended else None
    now = clock.now(tournament.journal)
    over = until is not None and until <= now and tournament.forgotten_at is None
    return Keeping(tournament.personal_months, until, over, tournament.forgotten_at)


def months_after(moment: datetime, tournament: Tournament) -> datetime:
    """So many months later at the same hour of the event's zone; of a month that is too short its last day."""
    local = moment.astimezone(tournament.tzinfo)
    year, month = divmod(local.year * 12 + local.month - 1 + tournament.personal_months, 12)
    for day in range(local.day, 27, -1):
        try:
            return local.replace(year=year, month=month + 1, day=day)
        except ValueError:
            continue
    return local.replace(year=year, month=month + 1)
