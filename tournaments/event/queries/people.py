"""The people of an event: who does what in it, and how long what is known of them is kept (保存期限)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from accounts.models import User
from journal import clock
from tournaments.models import Role, Round, Tournament
from tournaments.states import RoleKind

_ORDER = {kind: place for place, kind in enumerate(RoleKind)}


@dataclass(frozen=True)
class Person:
    """Somebody with a role here; ``waiting`` while the one-time password has not been replaced."""

    user: User
    kinds: tuple[RoleKind, ...]

    @property
    def waiting(self) -> bool:
        return self.user.one_time_password


def people_of(tournament: Tournament) -> tuple[Person, ...]:
    """Everybody with a role in the event, the office first: one query."""
    roles_by_user: dict[int, list[Role]] = {}
    for role in Role.objects.filter(tournament=tournament).select_related("user__handed_out_by", "user__identity"):
        roles_by_user.setdefault(role.user_id, []).append(role)
    people = [
        Person(roles[0].user, tuple(sorted((RoleKind(role.kind) for role in roles), key=_ORDER.__getitem__)))
        for roles in roles_by_user.values()
    ]
    return tuple(sorted(people, key=lambda person: (_ORDER[person.kinds[0]], person.user.username)))


def people_before() -> tuple[Person, ...]:
    """Whom a new event may take over: those of the event made last, rehearsals left out."""
    last = Tournament.objects.filter(journal__rehearsal=False).order_by("-created_at", "-pk").first()
    return people_to_take(last) if last else ()


def people_to_take(tournament: Tournament) -> tuple[Person, ...]:
    """Those of the event who can sign in, but for the site's own office, which runs every event: one query."""
    return tuple(
        person
        for person in people_of(tournament)
        if person.user.is_active and not person.user.is_unconfirmed and not person.user.is_of_site
    )


def slips_to_print(tournament: Tournament, by: User) -> tuple[Person, ...]:
    """Whose slip ``by`` may print: of those who have not signed in yet whom he let in himself, or for the site's own
    office all; whoever holds a slip can sign in with it, so another one of the event's office confirms them."""
    return tuple(
        person
        for person in people_of(tournament)
        if person.waiting
        and person.user.is_active
        and not person.user.is_of_site
        and (by.is_of_site or person.user.handed_out_by_id == by.pk)
    )


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
