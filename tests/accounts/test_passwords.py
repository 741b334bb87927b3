"""One-time passwords: legible, different each time, and replaced for good."""

import re

import pytest

from accounts.models import User
from accounts.passwords import ALPHABET, choose_password, new_account, one_time_password


def test_one_time_password_is_three_groups_that_can_be_read_aloud():
    assert re.fullmatch(rf"[{ALPHABET}]{{4}}(-[{ALPHABET}]{{4}}){{2}}", one_time_password())
    assert not set(ALPHABET) & set("0o1li")


def test_one_time_passwords_differ():
    assert len({one_time_password() for _ in range(100)}) == 100


@pytest.mark.parametrize("is_staff", [True, False])
def test_new_account_must_choose_a_password(db, is_staff):
    user, password = new_account("office", name="工会办公室", is_staff=is_staff)
    user.refresh_from_db()
    assert user.check_password(password)
    assert password not in user.password
    assert (user.one_time_password, user.is_staff, user.is_superuser, str(user)) == (
        True, is_staff, is_staff, "工会办公室",
    )  # fmt: skip


def test_chosen_password_replaces_the_one_time_one(db):
    user, password = new_account("office")
    choose_password(user, "知行楼-1230-掼蛋")
    user = User.objects.get()
    assert user.check_password("知行楼-1230-掼蛋")
    assert not user.check_password(password)
    assert user.one_time_password is False
