"""Pytest plugin: real PostgreSQL and Valkey for the tests, started before pytest-django reads the settings.

The process that runs pytest starts them; the workers of xdist inherit their addresses, one Valkey database each.
PostgreSQL starts with a copy of a cluster in which all migrations were applied, so that a test process begins with a
copy of a database instead of applying them (``django_db_modify_db_settings`` in conftest.py).
With DATABASE_URL and REDIS_URL set (a number at its end is replaced) nothing is started.
"""

import atexit
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".pytest_cache" / "d" / "migrated"
MIGRATED = "migrated"
"""The database that test processes copy."""


def migrated_cluster(folder: Path) -> Path:
    """The data folder of a cluster with the database ``MIGRATED``: made in ``folder``, and kept elsewhere until a
    migration or a requirement changes."""
    from launch.servers import postgres_binaries

    digest = hashlib.sha256(str(postgres_binaries()).encode())
    for path in (ROOT / "requirements.txt", *sorted(ROOT.glob("*/migrations/*.py"))):
        digest.update(path.read_bytes())
    cluster = KEPT / digest.hexdigest()[:16]
    if not cluster.exists():
        make_migrated(folder)
        KEPT.mkdir(parents=True, exist_ok=True)
        unfinished = KEPT / f"unfinished-{os.getpid()}"
        shutil.copytree(folder / "data", unfinished)
        try:
            unfinished.rename(cluster)
        except OSError:  # another run, which began at the same time, was faster
            shutil.rmtree(unfinished)
        for older in set(KEPT.glob("[0-9a-f]*")) - {cluster}:
            shutil.rmtree(older, ignore_errors=True)
    return cluster


def make_migrated(folder: Path) -> None:
    import psycopg

    from launch.servers import Postgres

    server = Postgres(folder, durable=False)
    server.start()
    server.wait()
    with psycopg.connect(server.url, autocommit=True) as link:
        link.execute(f"create database {MIGRATED}")
    address = {"DATABASE_URL": server.url.replace("/guandan?", f"/{MIGRATED}?"), "GUANDAN_ENV": "test"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env={**os.environ, "REDIS_URL": "redis://127.0.0.1:1/0", **address}, check=True)
    server.ask_to_end()
    assert server.process
    server.process.wait()
    server.stop()


def start_servers() -> None:
    from launch.servers import Postgres, Valkey

    folder = Path(tempfile.mkdtemp(prefix="guandan-test-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    started = []
    for name, kind in (("DATABASE_URL", Postgres), ("REDIS_URL", Valkey)):
        if not os.environ.get(name):
            server = kind(folder / name.lower(), durable=False)
            if kind is Postgres:
                shutil.copytree(migrated_cluster(folder / MIGRATED), server.folder / "data")
                os.environ["TEST_TEMPLATE"] = MIGRATED
            server.start()
            atexit.register(server.stop)
            os.environ[name] = server.url
            started.append(server)
    for server in started:
        server.wait()
    # of the tests' few rows most of a statement's time goes into plans: joins in the order in which Django writes them,
    # and one plan for whatever is asked
    plan_option = "-c plan_cache_mode=force_generic_plan"
    os.environ["PGOPTIONS"] = f"-c join_collapse_limit=1 -c from_collapse_limit=1 {plan_option}"
    os.environ["GUANDAN_VAR"] = str(folder / "var")
    os.environ["GUANDAN_ENV"] = "test"


worker = os.environ.get("PYTEST_XDIST_WORKER")
if worker is None:
    start_servers()
else:
    number = int(worker.removeprefix("gw")) + 1
    os.environ["REDIS_URL"] = re.sub(r"/\d*$", f"/{number}", os.environ["REDIS_URL"])
