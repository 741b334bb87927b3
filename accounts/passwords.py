"""How passwords are kept; and one-time passwords: readable aloud in a noisy hall, replaced at the first sign-in."""

import secrets
from collections.abc import Sequence

from django.contrib.auth.hashers import Argon2PasswordHasher, make_password

from accounts.models import LINK_MARK, User

# no 0/o, 1/l/i: the clerk reads it from a terminal or a slip of paper
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUPS, GROUP = 3, 4


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, one lane: what OWASP asks for, in a tenth of the time that PBKDF2 takes, since
    without a door the processes that calculate it also take the referees' entries."""

    time_cost, memory_cost, parallelism = 2, 19 * 1024, 1


def one_time_password() -> str:
    """Three groups of four characters, about 59 bits."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def new_account(
    username: str, *, name: str = "", is_staff: bool = False, handed_out_by: User | None = None
) -> tuple[User, str]:
    """Make an account and return it with its one-time password, which is stored nowhere in clear."""
    password = one_time_password()
    user = User.objects.create_user(
        username,
        password=password,
        name=name,
        is_staff=is_staff,
        is_superuser=is_staff,
        one_time_password=True,
        handed_out_by=handed_out_by,
    )
    return user, password


def new_link_accounts(names: Sequence[str]) -> list[User]:
    """Make the accounts of signed links, one for each of the names: only its link opens it, no password ever does."""
    return User.objects.bulk_create(
        User(username=f"{LINK_MARK}{secrets.token_hex(8)}", password=make_password(None), name=name) for name in names
    )


def choose_password(user: User, password: str) -> None:
    """Replace the one-time password by one of the person's own choice."""
    user.set_password(password)
    user.one_time_password = False
    user.save(update_fields=["password", "one_time_password"])
