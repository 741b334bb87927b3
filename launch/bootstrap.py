"""Makes .venv from the pinned requirements and goes on inside it. Standard library only."""

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

from launch import places
from launch.children import end_with_parent
from launch.trouble import Trouble

RUNTIME, DEV = "requirements.txt", "requirements-dev.txt"
NETWORK = ("connection", "timed out", "timeout", "name resolution", "unreachable", "proxy", "ssl")


def enter_venv(arguments: list[str], *, dev: bool) -> None:
    """Return if this process runs on an up-to-date .venv; else bring it up to date and start over inside it."""
    wanted = [RUNTIME, DEV] if dev else [RUNTIME]
    missing = [name for name in wanted if not _is_installed(places.ROOT / name)]
    if missing:
        make_venv()
    for name in missing:
        install(places.ROOT / name)
    if missing or not places.in_venv():
        os.execv(places.PYTHON, [str(places.PYTHON), "-m", "launch", *arguments])


def make_venv() -> None:
    """Make .venv, or repair it."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise Trouble(
            "Python's venv module is missing: install it (Debian and Ubuntu: apt-get install python3-venv) "
            "and start again."
        ) from None
    if places.in_venv():
        return
    usable = places.PYTHON.exists() and (places.VENV / "bin" / "pip").exists()
    if not usable:
        places.writable(places.ROOT)
        made = subprocess.run(
            [sys.executable, "-m", "venv", "--clear", str(places.VENV)],
            capture_output=True, text=True, check=False, preexec_fn=end_with_parent(),
        )  # fmt: skip
        if made.returncode:
            raise Trouble(f"The folder {places.VENV} could not be made: {_last_line(made.stdout + made.stderr)}")


def install(requirements: Path) -> None:
    """Install exactly the packages of the file, checked against its hashes; compiled is what is imported, not all."""
    started = time.monotonic()
    print(f"Installing the packages of {requirements.name} …", flush=True)
    done = subprocess.run(
        [str(places.PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check",
         "--no-compile", "--retries", "2", "--require-hashes", "--only-binary", ":all:", "-r", str(requirements)],
        capture_output=True, text=True, check=False, preexec_fn=end_with_parent(),
    )  # fmt: skip
    if done.returncode:
        raise Trouble(_why_pip_failed(done.stdout + done.stderr))
    _stamp(requirements).write_text(_digest(requirements))
    print(f"Installed in {time.monotonic() - started:.0f} s.", flush=True)


def _why_pip_failed(output: str) -> str:
    log = places.VENV / "install.log"
    log.write_text(output)
    if any(sign in output.lower() for sign in NETWORK):
        return (
            "The packages could not be downloaded because no package registry answers: connect this machine "
            f"to the network, or set PIP_INDEX_URL to a registry that it can reach, and start again ({log})."
        )
    return f"The packages could not be installed on Python {sys.version.split()[0]}: read {log} for the cause."


def pin_requirements() -> None:
    """Write requirements*.txt from requirements*.in: every package with its hashes, no index address."""
    quiet = ["--quiet", "--no-header", "--annotation-style", "line", "--strip-extras", "--allow-unsafe"]
    bare = ["--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--no-emit-options"]
    for name in (RUNTIME, DEV):
        source = name.replace(".txt", ".in")
        argv = [sys.executable, "-m", "piptools", "compile", "--generate-hashes", *quiet, *bare, "-o", name, source]
        subprocess.run(argv, cwd=places.ROOT, check=True)


def _is_installed(requirements: Path) -> bool:
    stamp = _stamp(requirements)
    return places.PYTHON.exists() and stamp.exists() and stamp.read_text() == _digest(requirements)


def _stamp(requirements: Path) -> Path:
    return places.VENV / f".installed-{requirements.stem}"


def _digest(requirements: Path) -> str:
    return hashlib.sha256(requirements.read_bytes()).hexdigest()


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else "no cause was given."
