"""A backup comes back whole, also over the tables of a later version, or nothing is changed; then there is a way back.

The same ``deploy/restore.sh`` is what `make restore` and the container of the database run.
"""

import gzip
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from launch.backup import RESTORE, dump, load, with_programs
from launch.progress import Trouble
from tests.upgrade.test_upgrade import HERE, a_database

LATER = """
    create table later_plan (id int primary key, tournament_id bigint references tournaments_tournament);
    insert into later_plan select 1, id from tournaments_tournament limit 1;
    insert into django_migrations (app, name, applied) values ('later', '0001_initial', now());
    update tournaments_tournament set name = 'later';
"""


@pytest.fixture
def kept() -> Iterator[dict[str, str]]:
    """The environment of a site whose database an earlier release has left behind."""
    with a_database("restore") as url:
        with psycopg.connect(url, autocommit=True) as link:
            link.execute(gzip.decompress((HERE / "64e8792.sql.gz").read_bytes()).decode())
        yield {**os.environ, "DATABASE_URL": url}


def rows(environment: dict[str, str]) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with psycopg.connect(environment["DATABASE_URL"]) as link:
        tables = link.execute("select tablename::text from pg_tables where schemaname = 'public'").fetchall()
        return {name: link.execute(f'select * from "{name}" order by 1').fetchall() for (name,) in tables}


def test_restore_is_whole_or_nothing_and_there_is_a_way_back(kept: dict[str, str], tmp_path: Path) -> None:
    before = rows(kept)
    dump(kept, tmp_path / "before.dump")
    with psycopg.connect(kept["DATABASE_URL"], autocommit=True) as link:
        link.execute(LATER)
    upgraded = rows(kept)
    assert upgraded.keys() - before.keys() == {"later_plan"}
    dump(kept, tmp_path / "upgraded.dump")

    load(kept, tmp_path / "before.dump")
    assert rows(kept) == before
    (tmp_path / "cut.dump").write_bytes((tmp_path / "upgraded.dump").read_bytes()[:-2000])
    with pytest.raises(Trouble, match="nothing was changed"):
        load(kept, tmp_path / "cut.dump")
    assert rows(kept) == before
    load(kept, tmp_path / "upgraded.dump")
    assert rows(kept) == upgraded


def test_backup_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    nowhere = {**os.environ, "DATABASE_URL": f"postgres://guandan@/guandan?host={tmp_path}"}
    with pytest.raises(Trouble, match="could not be written"):
        dump(nowhere, tmp_path / "backups" / "guandan.dump")
    assert list((tmp_path / "backups").iterdir()) == []


def test_role_of_the_site_changes_rows_and_no_tables_also_after_a_restore(kept: dict[str, str], tmp_path: Path) -> None:
    url = kept["DATABASE_URL"]
    (tmp_path / "password").write_text("of-the-site")
    roles = ["sh", str(RESTORE.with_name("roles.sh")), url, str(tmp_path / "password")]
    with psycopg.connect(url, autocommit=True) as owner:
        try:
            for _ in range(2):
                subprocess.run(roles, env=with_programs(kept), check=True)
            dump(kept, tmp_path / "guandan.dump")
            load(kept, tmp_path / "guandan.dump")
            with psycopg.connect(url, user="guandan_site", autocommit=True) as site:
                assert site.execute("update tournaments_tournament set name = name").rowcount == 2
                site.execute("select nextval('tournaments_team_id_seq')")
                for statement in ("create table more (id int)", "drop table tournaments_team", "truncate scoring_deal"):
                    with pytest.raises(psycopg.errors.InsufficientPrivilege):
                        site.execute(statement)
        finally:
            owner.execute("drop owned by guandan_site; drop role guandan_site")
