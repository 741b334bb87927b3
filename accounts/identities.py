"""Which account of the house opens which account here. Nothing else of it counts: no address, no name and no role.

An account that exists is connected by its owner alone, who comes with both its password and the house's account; so
nobody gets into it by what the provider says of him. Whatever replaces a password ends the connection: whoever knew the
old one may have connected himself.
"""

import re
from itertools import chain, count

from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.crypto import get_random_string

from accounts.identity import LONGEST_LOGIN, Identified
from accounts.models import Identity, User
from accounts.passwords import ALPHABET

HOUSE_MARK = "@sso"
"""Last letters of the username of an account that its owner made by coming from the house's provider: no office gives
such a name, so nobody takes one that an office is going to give."""
SALT, SECONDS = "accounts.identified", 600
UNFIT = re.compile(r"[^\w.+-]+")


def sealed(identified: Identified) -> str:
    """For a hidden field: who came, signed, for ten minutes."""
    facts = [identified.issuer, identified.subject, identified.name, identified.login]
    return signing.dumps(facts, salt=SALT)


def unsealed(text: str) -> Identified | None:
    """What ``sealed`` made; None if nobody here signed it, or too long ago."""
    try:
        return Identified(*signing.loads(text, salt=SALT, max_age=SECONDS))
    except signing.BadSignature:
        return None


def account_of(identified: Identified) -> User | None:
    """Whom it opens here."""
    row = _rows(identified).select_related("user").first()
    return row.user if row else None


def may_connect(user: User) -> bool:
    """Has the account a password of its owner's own, and does nobody else know it any more?"""
    return not (user.one_time_password or user.is_unconfirmed or user.is_of_link)


def connect(user: User, identified: Identified) -> bool:
    """Let it open the account, in the place of whatever did; the caller has just checked the account's password. False
    if it may not be, or if it opens another one."""
    try:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=user.pk)
            if not may_connect(user) or _rows(identified).exclude(user=user).exists():
                return False
            disconnect(user)
            _add(user, identified)
    except IntegrityError:  # opened another one at this very moment
        return False
    return True


def disconnect(user: User) -> None:
    Identity.objects.filter(user=user).delete()


def new_account_of(identified: Identified) -> User:
    """Somebody who is not known here: an account without role and password, that only the house's opens."""
    for login in (identified.login, ""):
        # 20231234@sso, or 20231234-2@sso where that is somebody else's
        wanted = UNFIT.sub("", User.normalize_username(login).lower())[:LONGEST_LOGIN] or get_random_string(8, ALPHABET)
        names = (f"{wanted}{number}{HOUSE_MARK}" for number in chain([""], (f"-{number}" for number in count(2))))
        free = next(name for name in names if not User.objects.filter(username=name).exists())
        try:
            with transaction.atomic():
                user = User.objects.create_user(free, name=identified.name)
                _add(user, identified)
        except IntegrityError:  # pressed twice, or somebody else was faster to take the name
            if known := account_of(identified):
                return known
        else:
            return user
    raise RuntimeError("no username is free")


def is_self_made(user: User) -> bool:
    """Is it an account of ``new_account_of``, which nobody of an office has had in his hands?"""
    return not user.has_usable_password() and Identity.objects.filter(user=user).exists()


def _rows(identified: Identified) -> QuerySet[Identity]:
    return Identity.objects.filter(issuer=identified.issuer, subject=identified.subject)


def _add(user: User, identified: Identified) -> None:
    Identity.objects.create(user=user, issuer=identified.issuer, subject=identified.subject, label=identified.label)
