"""deploy/replica.sh with real servers: what is written at the first database is read at the copy."""

import os

import psycopg
import pytest

from benchmarks.replica import replica_of
from tests.browser import becomes
from tests.thorough import in_ci_only


@in_ci_only
def test_copy_follows_and_takes_no_writes(django_db_setup):
    first = os.environ["DATABASE_URL"].replace("/guandan?", "/postgres?")
    with psycopg.connect(first, autocommit=True) as writing:
        writing.execute("create table heard (word text)")
        try:
            with replica_of(first) as address, psycopg.connect(address, autocommit=True) as reading:
                writing.execute("insert into heard values ('news')")
                becomes(lambda: reading.execute("select word from heard").fetchall(), [("news",)])
                with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
                    reading.execute("insert into heard values ('more')")
        finally:
            writing.execute("drop table heard")
