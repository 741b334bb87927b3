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


def test_first_run_makes_the_office_beside_the_referees_and_prints_its_password_once():
    a_user()
    printed = dict(line.split(": ") for line in first_run().splitlines())
    user = User.objects.get(is_staff=True)
    assert printed["username"] == user.username == "office"
    assert user.check_password(printed["password"])
    assert user.one_time_password
    before = list(User.objects.values())
    assert "password" not in first_run()
    assert list(User.objects.values()) == before


def test_first_run_takes_another_name():
    first_run(username="gonghui")
    assert User.objects.get().username == "gonghui"
