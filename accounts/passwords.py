"""How passwords are kept; and one-time passwords: readable aloud in a noisy hall, replaced at the first sign-in."""

import re
import secrets
from collections.abc import Sequence
from contextlib import suppress

from django.contrib.auth.hashers import Argon2PasswordHasher, make_password
from django.core.signing import BadSignature, Signer
from django.db import transaction

from accounts.models import LINK_MARK, Identity, User

# no 0/o, 1/l/i: the clerk reads it from a terminal or a slip of paper
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP = 3, 4
KEY = re.compile(r"[1-9][0-9]{0,17}")


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane: what OWASP asks for, in a tenth of the time that PBKDF2 takes, since
    without a door the processes that calculate it also take the referees' entries."""

    time_cost, memory_cost, parallelism = 2, 19 * 1024, 1


def one_time_password() -> str:
    """Three groups of four characters, about 59 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def new_account(username: str, *, name: str = "", is_staff: bool = False) -> tuple[User, str]:
    """Make an account and return it with its one-time password, which is stored nowhere in clear."""
    password = one_time_password()
    user = User.objects.create_user(
        username, password=password, name=name, is_staff=is_staff, is_superuser=is_staff, one_time_password=True
    )
    return user, password


def account_of_slip(username: str, *, name: str, handed_out_by: User | None) -> User:
    """Make an account that its slip opens, and no password: whoever comes by the slip chooses one."""
    return User.objects.create_user(username, name=name, one_time_password=True, handed_out_by=handed_out_by)


def slip_token(user: User) -> str:
    """What stands in the address of the slip of somebody who has no password of his own yet."""
    return _signer(user).sign(str(user.pk))


def user_of_slip(token: str) -> User | None:
    """Whose slip it is; None if nobody here signed it, or as soon as a password is chosen or replaced."""
    key = token.partition(".")[0]
    known = User.objects.filter(pk=int(key), one_time_password=True, is_active=True) if KEY.fullmatch(key) else ()
    with suppress(BadSignature):
        return next((user for user in known if _signer(user).unsign(token) == str(user.pk)), None)
    return None


def _signer(user: User) -> Signer:
    # the password as it is kept: another one ends the slip
    return Signer(sep=".", salt=f"accounts.slip.{user.password}")


def new_link_accounts(names: Sequence[str]) -> list[User]:
    """Make the accounts of signed links, one for each of the names: only its link opens it, no password ever does."""
    return User.objects.bulk_create(
        User(username=f"{LINK_MARK}{secrets.token_hex(8)}", password=make_password(None), name=name) for name in names
    )


def choose_password(user: User, password: str) -> None:
    """Replace the password, perhaps one for one time, by one of the person's own choice."""
    user.one_time_password = False
    _replace(user, password, "one_time_password")


def hand_out_password(user: User, *, handed_out_by: User | None) -> str:
    """A new one-time password for somebody who lost his own; returns it, for it is stored nowhere in clear."""
    password = one_time_password()
    user.one_time_password, user.handed_out_by = True, handed_out_by
    _replace(user, password, "one_time_password", "handed_out_by")
    return password


def _replace(user: User, password: str, *fields: str) -> None:
    """Whoever knew the old one may have connected a house's account of his own: it opens this one no longer."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password", *fields])
        Identity.objects.filter(user=user).delete()
