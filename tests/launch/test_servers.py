"""The embedded servers, in every circumstance in which `make run` may find itself."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from redis import AuthenticationError, Redis

from launch.servers import Postgres, Valkey
from tests.thorough import in_ci_only

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="Needs root.")


@pytest.fixture
def running() -> Iterator[Callable[[Postgres | Valkey], Postgres | Valkey]]:
    """``running(server)`` starts it and waits; all are stopped in the end."""
    started: list[Postgres | Valkey] = []

    def run(server: Postgres | Valkey) -> Postgres | Valkey:
        started.append(server)
        server.start()
        server.wait()
        return server

    yield run
    for server in started:
        server.stop()


def ask(server: Postgres, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(server.url, autocommit=True) as link:
        answer = link.execute(statement)
        return answer.fetchall() if answer.description else []


def owner_of(server: Postgres) -> int:
    return server.data.stat().st_uid


@in_ci_only
def test_database_survives_a_restart(tmp_path: Path, running: Callable[[Postgres], Postgres]) -> None:
    first = running(Postgres(tmp_path))
    ask(first, "create table kept as select 26 as teams")
    first.stop()
    assert ask(running(Postgres(tmp_path)), "select teams from kept") == [(26,)]


@in_ci_only
def test_cluster_that_was_not_made_to_its_end_is_made_anew(
    tmp_path: Path, running: Callable[[Postgres], Postgres]
) -> None:
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "unfinished" / "PG_VERSION").write_text("18")
    server = running(Postgres(tmp_path))
    assert ask(server, "select 1") == [(1,)]
    assert not (tmp_path / "unfinished").exists()


def test_database_is_reached_through_its_owner_only_socket(
    tmp_path: Path, running: Callable[[Postgres], Postgres]
) -> None:
    server = running(Postgres(tmp_path, durable=False))
    assert ask(server, "show listen_addresses") == [("",)]
    assert server.socket.stat().st_mode & 0o077 == 0


def test_socket_left_by_a_kill_is_removed(tmp_path: Path) -> None:
    killed = Postgres(tmp_path)
    following = Postgres(tmp_path)
    assert not killed.socket.exists()
    following.stop()
    assert not following.socket.exists()


@in_ci_only
def test_broker_keeps_its_keys_and_asks_for_a_password(tmp_path: Path, running: Callable[[Valkey], Valkey]) -> None:
    first = running(Valkey(tmp_path))
    Redis.from_url(first.url).set("kept", "26")
    first.stop()
    second = running(Valkey(tmp_path))
    assert Redis.from_url(second.url).get("kept") == b"26"
    with pytest.raises(AuthenticationError):
        Redis(port=second.port).get("kept")


@as_root
def test_root_becomes_nobody_also_in_a_closed_home_and_takes_its_data_with_it(
    tmp_path: Path, running: Callable[[Postgres], Postgres], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without user namespaces; with them, by another way down."""
    monkeypatch.setenv("GUANDAN_NO_USERNS", "1")
    tmp_path.chmod(0o700)
    folder = tmp_path / "home" / "var"
    first = running(Postgres(folder, durable=False))
    assert owner_of(first) != 0
    ask(first, "create table kept as select 26 as teams")
    first.stop()
    monkeypatch.delenv("GUANDAN_NO_USERNS")
    assert ask(running(Postgres(folder, durable=False)), "select teams from kept") == [(26,)]
