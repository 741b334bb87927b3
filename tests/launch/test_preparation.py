"""What has to be done before the first page is done in one process, all of it or nothing."""

import io
import os
import re

import pytest
from django.db import DatabaseError, connection

from accounts.models import User
from launch.preparation import Preparation, prepare
from launch.progress import Trouble
from tournaments.models import Team, Tournament

BREAK_OFF = """
CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left'; END $$;
CREATE TRIGGER break_off BEFORE INSERT ON tournaments_role EXECUTE FUNCTION break_off();
"""


def prepared(monkeypatch: pytest.MonkeyPatch, *, with_teams: bool = True) -> list[tuple[str, str]]:
    """Username and password of every account that it tells."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    output = prepare(static=False, database=True, leftovers=False, with_teams=with_teams)
    accounts = re.findall(r"username: (.*)\npassword: (.*)\n", output)
    assert len(output.splitlines()) == 2 * len(accounts)
    return accounts


@pytest.mark.django_db
def test_preparation_that_breaks_off_leaves_nothing_the_first_makes_event_and_accounts_and_the_second_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with connection.cursor() as cursor:
        cursor.execute(BREAK_OFF)
    with pytest.raises(DatabaseError, match="no space left"):
        prepared(monkeypatch)
    assert (Tournament.objects.count(), User.objects.count()) == (0, 0)
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER break_off ON tournaments_role")
    accounts = prepared(monkeypatch)
    assert [username for username, _ in accounts] == ["office", "chief", "referee1", "referee2"]
    assert all(User.objects.get(username=username).check_password(password) for username, password in accounts)
    assert (Tournament.objects.get().slug, Team.objects.count()) == ("s000", 26)
    assert prepared(monkeypatch) == []
    assert (Tournament.objects.count(), User.objects.count()) == (1, 4)


@pytest.mark.django_db
def test_preparation_without_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared(monkeypatch, with_teams=False)
    assert (Tournament.objects.count(), Team.objects.count()) == (1, 0)


def test_failed_preparation_is_told() -> None:
    environment = {**os.environ, "DATABASE_URL": "sqlite://"}
    with Preparation(["--database"], environment) as failing, pytest.raises(Trouble, match="could not be prepared"):
        failing.finish()


def test_preparation_ends_with_the_start() -> None:
    with pytest.raises(ZeroDivisionError), Preparation(["--database"], dict(os.environ)) as waiting:
        _ = 1 / 0
    assert waiting._process.returncode is not None
