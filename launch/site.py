"""The site on this machine: servers, database, processes, from the start to Ctrl-C."""

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from types import FrameType

from launch import commands, places, processes
from launch.catalogues import compile_catalogues
from launch.children import end_with_parent
from launch.lock import Lock
from launch.servers import Postgres, Valkey
from launch.stamps import Stamp, digest
from launch.trouble import Trouble

PACKAGES = "requirements.txt"
UP_SECONDS = 60.0
FORGOTTEN = "Sign in as office; if the password is lost: make manage DO='changepassword office'"


class Site:
    """A running site; ``run`` returns when it was stopped."""

    def __init__(self, *, empty: bool = False, demo: bool = False) -> None:
        self.empty, self.demo = empty, demo
        self.folder = places.writable(places.data_folder())
        self.environment = {**os.environ, "GUANDAN_VAR": str(self.folder), "PYTHONUNBUFFERED": "1"}
        self.servers: list[Postgres | Valkey] = []
        self.processes: list[processes.Process] = []
        self.sign_in = FORGOTTEN

    def run(self) -> int:
        """Start everything, follow the logs, and end everything on Ctrl-C, on a signal, or on Trouble."""
        _stop_on_signals()
        lock = Lock(self.folder)
        lock.take()
        try:
            self.start_servers(lock.handle)
            self._prepare()
            self._start_processes(lock)
            self._follow()
        except KeyboardInterrupt:
            print("\nStopping …", flush=True)
        finally:
            _ignore_signals()
            processes.end_all(self.processes)
            self.stop_servers()
            lock.release()
        return 0

    def start_servers(self, lock: int) -> None:
        """Start the servers that the environment does not name, both at once, and wait for them."""
        for name, kind in (("DATABASE_URL", Postgres), ("REDIS_URL", Valkey)):
            if not (os.environ.get(name) or os.environ.get(f"{name}_FILE")):
                server = kind(self.folder / kind.__name__.lower())
                self.servers.append(server)
                server.start(lock)
                self.environment[name] = server.url
        compile_catalogues()
        for server in self.servers:
            server.wait()

    def stop_servers(self) -> None:
        for server in self.servers:
            server.ask_to_end()
        for server in self.servers:
            server.stop()

    def _prepare(self) -> None:
        """Whatever has to be done before the first page, unless it was done with the same inputs already."""
        own_database = any(isinstance(server, Postgres) for server in self.servers)
        sources = digest(places.ROOT, ["static/**/*", "*/static/**/*", PACKAGES])
        collected = Stamp(places.static_folder() / ".stamp", sources)
        if not collected.is_fresh:
            processes.finish(commands.static(), self.environment, "collect the static files")
            collected.keep()
        migrations = digest(places.ROOT, ["*/migrations/*.py", PACKAGES])
        migrated = Stamp(self.folder / "stamps" / "migrated", migrations)
        if not (own_database and migrated.is_fresh):
            processes.finish(commands.migrate(), self.environment, "bring the database up to date")
            self._fill()
            migrated.keep()

    def _fill(self) -> None:
        """The office account and the S000 event, if the database has none."""
        printed = processes.finish(commands.manage("first_run"), self.environment, "make the office account").strip()
        if "password:" in printed:
            self.sign_in = f"Sign in with this one-time password, shown only now:\n{printed}"
            print(self.sign_in, flush=True)
        teams = ["--without-teams"] if self.empty else []
        load = commands.manage("load_preset", "s000", "--if-empty", *teams)
        others = processes.finish(load, self.environment, "load the S000 event")
        people = "\n".join(line for line in others.splitlines() if line.startswith(("username:", "password:")))
        if people:
            self.sign_in += f"\nChief referee and referees of the event, likewise:\n{people}"

    def _start_processes(self, lock: Lock) -> None:
        logs = self.folder / "logs"
        logs.mkdir(exist_ok=True)
        for name in ("web", "press", "worker", "beat"):
            process = processes.Process(name, commands.UNITS[name](), logs, self.environment, lock.handle)
            self.processes.append(process)
            process.start()
        address = "http://{}:{}/".format(*commands.address())
        own = {name: url for name, url in self.environment.items() if name in {"DATABASE_URL", "REDIS_URL"}}
        lock.tell(address, own)
        self._wait_for_page(address)
        print(f"\nThe site is ready: {address}\n{self.sign_in}\nCtrl-C stops it. Logs: {logs}\n", flush=True)
        if self.demo:
            self._rehearse()

    def _wait_for_page(self, address: str) -> None:
        deadline = time.monotonic() + UP_SECONDS
        while not _answers(address):
            for process in self.processes:
                process.watch()
            if time.monotonic() > deadline:
                raise Trouble(f"The web server does not answer: read {self.folder}/logs/web.log for the cause.")
            time.sleep(0.02)

    def _rehearse(self) -> None:
        """Play a copy of the championship to its end, its progress on the terminal."""
        rehearsed = Stamp(self.folder / "stamps" / "rehearsed", "once")
        if not rehearsed.is_fresh:
            rehearsal = subprocess.run(
                commands.manage("rehearse"), cwd=places.ROOT, env=self.environment, check=False,
                preexec_fn=end_with_parent(),
            )  # fmt: skip
            if rehearsal.returncode:
                raise Trouble("The rehearsal did not reach its end: the cause stands above.")
            rehearsed.keep()

    def _follow(self) -> None:
        while True:
            for process in self.processes:
                process.watch()
            for server in self.servers:
                if not server.is_alive:
                    name = type(server).__name__
                    raise Trouble(f"{name} ended unexpectedly: read {server.log} for the cause, then make run again.")
            time.sleep(0.2)


def manage_command(words: list[str]) -> int:
    """Run manage.py on the running site's servers, or start them for the moment."""
    site = Site()
    lock = Lock(site.folder)
    running = lock.running()
    if running is not None:
        environment = {**site.environment, **running["environment"]}
        return subprocess.run(commands.manage(*words), env=environment, check=False).returncode
    lock.take()
    try:
        site.start_servers(lock.handle)
        return subprocess.run(commands.manage(*words), env=site.environment, check=False).returncode
    finally:
        site.stop_servers()
        lock.release()


def _answers(url: str) -> bool:
    """Whether a page comes back, be it one that reports a fault."""
    try:
        urllib.request.urlopen(url, timeout=30).close()  # noqa: S310 - our own address
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def _stop_on_signals() -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    if os.environ.get("MAKELEVEL"):  # started by make: should make be killed, end as if by Ctrl-C
        end_with_parent(signal.SIGTERM)()


def _ignore_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
