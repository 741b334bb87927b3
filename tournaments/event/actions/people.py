"""人员: who is office, chief referee or referee of an event, and their accounts.

Whoever hands a one-time password out could sign in with it himself. So the roles of an account that an event's office
handed out count only once somebody else of the office, or the site's office, has confirmed whose it is.
"""

from collections.abc import Collection
from itertools import count

from django.db import IntegrityError, transaction

from accounts.identities import is_self_made
from accounts.models import LINK_MARK, User
from accounts.passwords import account_of_slip, hand_out_password
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, ask_about, refuse_if, refuse_overtaken
from tournaments.bracket.queries.versions import people_version
from tournaments.codes import Code, TournamentEvent
from tournaments.event.people_lists import Named, read_people
from tournaments.locks import locked_tournament
from tournaments.models import Role, Tournament
from tournaments.states import RoleKind

MOST_PEOPLE = 100
"""Of one list."""


@action
def grant_role(tournament: Tournament, user: User, kind: str, *, by: User | None) -> Role:
    """Give a person a role in the event. Refused: no such role, he has it already, it is nobody: a table slip, or it is
    himself: who gives the whistle does not take it, unless he is the site's office. The first role of somebody who made
    his account himself counts once a second person has confirmed whose it is: it could be the giver's own.
    """
    tournament = locked_tournament(tournament)
    refuse_if(_kind_problems(kind))
    if user == by and not user.is_of_site:
        raise Refused(Problem(Code.SECOND_PERSON_NEEDED, "username"))
    if user.is_of_link:
        raise Refused(Problem(Code.USER_UNKNOWN, "username", {"username": user.username}))
    if is_self_made(user) and not Role.objects.filter(user=user).exists():
        user.handed_out_by = _answerable(by)
        user.save(update_fields=["handed_out_by"])
    role, made = Role.objects.get_or_create(tournament=tournament, user=user, kind=kind)
    if not made:
        raise Refused(Problem(Code.ROLE_GRANTED_ALREADY, "username", {"name": str(user)}))
    _record(tournament, TournamentEvent.ROLE_GRANTED, user, by=by, role=str(kind))
    return role


@action
def revoke_role(
    tournament: Tournament,
    user: User,
    kind: str,
    *,
    by: User | None,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> None:
    """Take a role back. Refused if nobody would be left to run the office of the event; one's own is asked about."""
    tournament = locked_tournament(tournament)
    refuse_overtaken(tournament.subject, seen, people_version(tournament))
    roles = Role.objects.filter(tournament=tournament)
    revoked = roles.filter(user=user, kind=kind)
    if not revoked.exists():
        raise WrongState(tournament.subject, "revoked")
    if kind == RoleKind.OFFICE:
        others = roles.filter(kind=kind, user__is_active=True, user__handed_out_by=None).exclude(user=user)
        if not others.exists() and not User.objects.filter(is_staff=True, is_active=True).exists():
            raise Refused(Problem(Code.LAST_OFFICE, "", {"name": str(user)}))
    ask_about([Problem(Code.OWN_ROLE, "", {"kind": str(kind), "user": user.pk})] if user == by else [], sure)
    revoked.delete()
    _record(tournament, TournamentEvent.ROLE_REVOKED, user, by=by, role=str(kind))


@action
def add_people(
    tournament: Tournament, text: str, kind: str, *, by: User | None, sure: Collection[str] | None = None
) -> tuple[list[User], list[User]]:
    """Accounts with a role, for all of a list as `people_lists` reads it; ``kind``: of those without one there. Nobody
    can sign in but by a slip. Returns whose accounts are made, and who of the list works here already: he gets the role
    of the list besides, if he lacks it.

    Refused with all problems: a line is unclear, two people are not told apart, nobody or too many stand there, no such
    role. Asked about: somebody of that name has an account, with a role elsewhere.
    """
    tournament = locked_tournament(tournament)
    people, problems = read_people(text)
    if not people and not problems:
        problems = [Problem(Code.NAME_EMPTY, "lines")]
    if len(people) > MOST_PEOPLE:
        problems.append(Problem(Code.TOO_MANY_PEOPLE, "lines", {"most": MOST_PEOPLE}))
    refuse_if([*problems, *_kind_problems(kind)])
    here = {str(user): user for user in User.objects.filter(roles__tournament=tournament)}
    new = [one for one in people if one.name not in here]
    known = User.objects.filter(name__in=[one.name for one in new], is_active=True)
    same = known.exclude(username__startswith=LINK_MARK).order_by("username").values("name", "username")
    ask_about([Problem(Code.PERSON_KNOWN, "lines", dict(account)) for account in same], sure)
    made = []
    for one in people:
        user = here.get(one.name)
        if user is None:
            user = _account(tournament, one, by)
            made.append(user)
        if not Role.objects.filter(tournament=tournament, user=user, kind=one.kind or kind).exists():
            grant_role(tournament, user, one.kind or kind, by=by)
    return made, [here[one.name] for one in people if one.name in here]


def _account(tournament: Tournament, one: Named, by: User | None) -> User:
    """He signs in as 王伟, or as 王伟2 where that is somebody else's."""
    wanted = one.sign_in_name
    taken = set(User.objects.filter(username__istartswith=wanted).values_list("username", flat=True))
    names = (f"{wanted}{number}" for number in count(2))
    is_free = len(wanted) > 1 and wanted not in taken
    username = wanted if is_free else next(name for name in names if name not in taken)
    try:
        with transaction.atomic():
            return account_of_slip(username, name=one.name, handed_out_by=_answerable(by))
    except IntegrityError:  # of another event's list at the same moment
        raise WrongState(tournament.subject, "changed") from None


@action
def renew_password(tournament: Tournament, user: User, *, by: User | None, seen: int | None = None) -> str:
    """A new one-time password for somebody who lost his own; returns it.

    Only the site's office may do so for people who also have a role elsewhere, and nobody here for the site's office
    itself: a role in one event must not open another one.
    """
    tournament = locked_tournament(tournament)
    refuse_overtaken(tournament.subject, seen, people_version(tournament))
    roles = Role.objects.filter(user=user)
    here = roles.filter(tournament=tournament).exists()
    elsewhere = roles.exclude(tournament=tournament).exists()
    answerable = _answerable(by)
    if user.is_of_site or not here or (elsewhere and answerable):
        raise Refused(Problem(Code.ACCOUNT_NOT_YOURS, "", {"name": str(user)}))
    refuse_if([Problem(Code.SECOND_PERSON_NEEDED)] if user == answerable else [])
    password = hand_out_password(user, handed_out_by=answerable)
    _record(tournament, TournamentEvent.PASSWORD_RENEWED, user, by=by)
    return password


@action
def confirm_account(tournament: Tournament, user: User, *, by: User, seen: int | None = None) -> None:
    """The account is used by the person it is made out to: from now on its roles count.

    Refused: by whoever handed it out, and before its owner has chosen a password of his own.
    """
    tournament = locked_tournament(tournament)
    refuse_overtaken(tournament.subject, seen, people_version(tournament))
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_unconfirmed or not Role.objects.filter(tournament=tournament, user=user).exists():
        raise WrongState(tournament.subject, "confirmed")
    if _answerable(by) in (user.handed_out_by, user):
        raise Refused(Problem(Code.SECOND_PERSON_NEEDED))
    if user.one_time_password:
        raise Refused(Problem(Code.NOT_SIGNED_IN_YET, "", {"name": str(user)}))
    user.handed_out_by = None
    user.save(update_fields=["handed_out_by"])
    _record(tournament, TournamentEvent.ACCOUNT_CONFIRMED, user, by=by)


def _answerable(by: User | None) -> User | None:
    """Whoever needs a second person beside him: all but the site's office."""
    return None if by is None or by.is_of_site else by


def _record(tournament: Tournament, kind: TournamentEvent, user: User, *, by: User | None, **facts: str) -> None:
    record(tournament.journal, kind, tournament.subject, by=by, public=False, name=str(user), **facts)


def _kind_problems(kind: str) -> list[Problem]:
    return [] if kind in RoleKind.values else [Problem(Code.VALUE_INVALID, "kind")]
