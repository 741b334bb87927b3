"""One-time passwords: legible, different each time, and replaced for good."""

import re

import pytest

from accounts.models import User
from accounts.passwords import ALPHABET, choose_password, new_account, one_time_password


def test_one_time_password_is_three_groups_that_can_be_read_aloud_and_another_each_time():
    passwords = {one_time_password() for _ in range(100)}
    assert len(passwords) == 100
    assert all(re.fullmatch(rf"[{ALPHABET}]{{4}}(-[{ALPHABET}]{{4}}){{2}}", password) for password in passwords)
    assert not set(ALPHABET) & set("0o1li")


@pytest.mark.parametrize("is_staff", [True, False])
def test_new_account_must_choose_a_password_which_replaces_the_one_time_one(db, is_staff):
    user, password = new_account("office", name="工会办公室", is_staff=is_staff)
    user.refresh_from_db()
    assert user.check_password(password)
    assert password not in user.password
    assert user.one_time_password
    assert (user.is_staff, user.is_superuser, str(user)) == (is_staff, is_staff, "工会办公室")
    choose_password(user, "知行楼-1230-掼蛋")
    user = User.objects.get()
    assert user.check_password("知行楼-1230-掼蛋")
    assert not user.check_password(password)
    assert not user.one_time_password
