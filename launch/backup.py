"""A backup is one file of pg_dump's; a restore takes its place in one transaction (deploy/restore.sh).

PostgreSQL's own programs do the work, on a database of one's own (DATABASE_URL) too, if it is no newer than they.
"""

import os
import subprocess
import time
from pathlib import Path

from launch import places
from launch.lock import Lock
from launch.progress import Trouble, stretch
from launch.servers import postgres_binaries
from launch.site import Site

RESTORE = places.ROOT / "deploy" / "restore.sh"


def backup(file: str) -> int:
    """Write the database, running site or not, to ``file``, else to backups/ in the data folder."""
    site = Site()
    running = Lock(site.folder).running()
    target = Path(file).absolute() if file else _name(site.folder, "guandan")
    if running is not None:
        dump({**os.environ, **running["environment"]}, target)
    else:
        with site.servers_only() as environment:
            dump(environment, target)
    print(f"The backup is {target}. Keep it elsewhere too, with secret-key of the data folder.")
    return 0


def restore(file: str) -> int:
    """Put the backup in the place of all that the stopped site knows; what it knew is kept as a backup before."""
    source, site = Path(file).absolute(), Site()
    if not source.is_file():
        raise Trouble(f"There is no backup {source}: say make restore FILE= and the name of one.")
    before = _name(site.folder, "before-restore")
    with site.servers_only() as environment:
        dump(environment, before)
        load(environment, source)
    (site.folder / "stamps" / "migrated").unlink(missing_ok=True)
    print(f"Restored; make run brings it up to date and starts. The way back: make restore FILE={before}")
    return 0


def dump(environment: dict[str, str], target: Path) -> None:
    """Write the database to a file, which has its name when all of it is there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.unfinished")
    with stretch(f"Writing {target.name}"):
        argv = ["pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--file={unfinished}", _url(environment)]
        if subprocess.run(argv, env=with_programs(environment), check=False).returncode:
            unfinished.unlink(missing_ok=True)
            raise Trouble("The backup could not be written and nothing was changed: the cause stands above.")
    unfinished.chmod(0o600)
    unfinished.replace(target)


def load(environment: dict[str, str], source: Path) -> None:
    """Put the backup in the place of everything; Trouble, and nothing is changed, if that fails."""
    with stretch(f"Restoring {source.name}"), source.open("rb") as file:
        argv = ["sh", str(RESTORE), _url(environment)]
        if subprocess.run(argv, stdin=file, env=with_programs(environment), check=False).returncode:
            raise Trouble("Nothing was restored and nothing was changed: the cause stands above.")


def _url(environment: dict[str, str]) -> str:
    return environment.get("DATABASE_URL") or Path(environment["DATABASE_URL_FILE"]).read_text().strip()


def with_programs(environment: dict[str, str]) -> dict[str, str]:
    return {**environment, "PATH": f"{postgres_binaries()}{os.pathsep}{environment['PATH']}"}


def _name(folder: Path, kind: str) -> Path:
    return folder / "backups" / f"{kind}-{time.strftime('%Y-%m-%dT%H%M%SZ', time.gmtime())}.dump"
