"""Pytest plugin: real PostgreSQL and Valkey for the tests, started before pytest-django reads the settings.

The process that runs pytest starts them; the workers of xdist inherit their addresses, one Valkey database each.
With DATABASE_URL and REDIS_URL set (a number at its end is replaced) nothing is started.
"""

import atexit
import os
import re
import shutil
import tempfile
from pathlib import Path


def start_servers() -> None:
    from launch.servers import Postgres, Valkey

    folder = Path(tempfile.mkdtemp(prefix="guandan-test-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    started = []
    for name, kind in (("DATABASE_URL", Postgres), ("REDIS_URL", Valkey)):
        if not os.environ.get(name):
            server = kind(folder / name.lower(), durable=False)
            server.start()
            atexit.register(server.stop)
            os.environ[name] = server.url
            started.append(server)
    for server in started:
        server.wait()
    # of the tests' few rows most of a statement's time goes into plans: joins in the order in which Django writes them,
    # and one plan for whatever is asked
    kept = "-c plan_cache_mode=force_generic_plan"
    os.environ["PGOPTIONS"] = f"-c join_collapse_limit=1 -c from_collapse_limit=1 {kept}"
    os.environ["GUANDAN_VAR"] = str(folder / "var")
    os.environ["GUANDAN_ENV"] = "test"


worker = os.environ.get("PYTEST_XDIST_WORKER")
if worker is None:
    start_servers()
else:
    number = int(worker.removeprefix("gw")) + 1
    os.environ["REDIS_URL"] = re.sub(r"/\d*$", f"/{number}", os.environ["REDIS_URL"])
