"""A database that cannot be brought up to date is told so in one sentence, and stays as it is."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

pytestmark = pytest.mark.django_db


def applied() -> int:
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from django_migrations")
        return int(cursor.fetchone()[0])


def test_database_from_before_the_first_release_is_refused() -> None:
    """As f34bb1a left it: the same names of migrations, without the tables that 3453c2d wrote into them."""
    with connection.cursor() as cursor:
        cursor.execute("drop table scoring_submission, tournaments_accesslink cascade")
        cursor.execute("delete from django_migrations where app in ('tournaments', 'notices') and name > '0003'")
        cursor.execute("delete from django_migrations where app = 'integrations'")
    before = applied()
    with pytest.raises(
        CommandError, match=r"^This database was made before version 64e8792, .*empty database .*make reset .*\.$"
    ):
        call_command("migrate", verbosity=0)
    assert applied() == before


def test_database_of_a_later_version_is_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("insert into django_migrations values (default, 'scoring', '9999_later', now())")
    with pytest.raises(CommandError, match=r"made by a later version \(scoring\.9999_later\): .* restore a backup"):
        call_command("migrate", verbosity=0)
