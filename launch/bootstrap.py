"""Makes .venv from the pinned requirements and goes on inside it. Standard library only."""

import os
import subprocess

from launch import installing, places
from launch.progress import Trouble, stretch

RUNTIME, DEV = "requirements.txt", "requirements-dev.txt"


def enter_venv(arguments: list[str], *, dev: bool) -> None:
    """Return if this process runs on an up-to-date .venv; else bring it up to date and start over inside it."""
    wanted = [places.ROOT / name for name in ([RUNTIME, DEV] if dev else [RUNTIME])]
    missing = [path for path in wanted if not (places.PYTHON.exists() and installing.stamp_of(path).is_fresh)]
    if missing:
        make_venv()
        with stretch(f"Installing the packages of {' and '.join(path.name for path in missing)}"):
            installing.install(missing)
    if missing or not places.in_venv():
        os.execv(places.PYTHON, [str(places.PYTHON), "-m", "launch", *arguments])


def make_venv() -> None:
    """Make .venv, or repair it. It needs no pip of its own: that would take longer to unpack than all else."""
    try:
        import venv
    except ImportError:
        raise Trouble(
            "Python's venv module is missing: install it (Debian and Ubuntu: apt-get install python3-venv) "
            "and start again."
        ) from None
    if places.in_venv():
        return
    probe = [str(places.PYTHON), "-c", ""]  # the Python of which .venv was made may be gone
    if not places.PYTHON.exists() or subprocess.run(probe, capture_output=True, check=False).returncode:
        places.writable(places.ROOT)
        venv.create(places.VENV, clear=True, symlinks=True, with_pip=False)


def pin_requirements() -> None:
    """Write requirements*.txt from pyproject.toml: every package with its hashes, no index address."""
    installing.pin(places.ROOT / installing.UV_PIN, "--group", "uv")
    installing.pin(places.ROOT / RUNTIME, "pyproject.toml")
    installing.pin(places.ROOT / DEV, "--group", "dev", "--constraint", RUNTIME)
