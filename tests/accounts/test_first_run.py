"""The first start of a site: one office account, its password printed once."""

from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from tests.factories import a_user

pytestmark = pytest.mark.django_db


def first_run(**options: str) -> str:
    out = StringIO()
    call_command("first_run", stdout=out, **options)
    return out.getvalue()


def test_first_run_makes_the_office_and_prints_its_password():
    printed = dict(line.split(": ") for line in first_run().splitlines())
    user = User.objects.get()
    assert printed["username"] == user.username == "office"
    assert user.check_password(printed["password"])
    assert (user.is_staff, user.one_time_password) == (True, True)


def test_first_run_takes_another_name():
    first_run(username="gonghui")
    assert User.objects.get().username == "gonghui"


def test_second_run_changes_nothing_and_prints_no_password():
    first_run()
    before = User.objects.values().get()
    assert "password" not in first_run()
    assert User.objects.values().get() == before


def test_accounts_of_referees_are_no_office():
    a_user()
    first_run()
    assert User.objects.filter(is_staff=True).count() == 1
