"""Installs the pinned packages with uv, itself a pinned package, which needs a third of pip's time; with pip where
there is no uv. Both check every hash, build nothing, and leave compiling to the first import."""

import importlib.util
import platform
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from launch import places, registry
from launch.children import end_with_parent
from launch.progress import tell
from launch.stamps import Stamp, digest
from launch.trouble import Trouble

UV_PIN = "requirements-uv.txt"
UV_FOLDER = places.VENV / "uv"
UV = UV_FOLDER / "bin" / "uv"
# pip would hold each of some thousand files of uv against each of a thousand kinds of machine; this is the one kind
UV_KIND = ["--implementation", "py", "--abi", "none", "--platform", f"manylinux2014_{platform.machine()}"]
EXACTLY = ["--require-hashes", "--only-binary", ":all:"]
OLDEST_PYTHON = "3.11"
NETWORK = ("connection", "timed out", "timeout", "name resolution", "unreachable", "proxy", "ssl")


class Failed(Exception):
    """A program ended with an error; the text is what it said."""


def stamp_of(requirements: Path) -> Stamp:
    """Whether exactly this file is installed in .venv."""
    return Stamp(places.VENV / f".installed-{requirements.stem}", digest(requirements.parent, [requirements.name]))


def install(requirements: list[Path]) -> None:
    """Install exactly the packages of the files into .venv, checked against their hashes."""
    files = [word for path in requirements for word in ("-r", str(path))]
    try:
        _run([str(UV), "pip", "install", "--python", str(places.PYTHON), *EXACTLY, *files], _uv_environment())
    except Failed:
        tell("uv could not do it, or could not be had: pip goes on, which takes longer.")
        try:
            _pip_install([*_pip(), "--python", str(places.PYTHON)], files)
        except Failed as error:
            raise Trouble(_why_pip_failed(str(error))) from None
    for path in requirements:
        stamp_of(path).keep()


def pin(target: Path, *source: str) -> None:
    """Write the file from what pyproject.toml asks for, for every machine and Python that the project runs on.

    Only the main index is asked: another one may hold fewer files of a release, and so give fewer hashes.
    """
    try:
        environment = _uv_environment()
    except Failed as error:
        raise Trouble(_why_pip_failed(str(error))) from None
    for partial in ("UV_EXTRA_INDEX_URL", "UV_FIND_LINKS"):
        environment.pop(partial, None)
    subprocess.run(
        [UV, "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes",
         "--no-header", "--annotation-style", "line", "-o", target.name, *source],
        cwd=target.parent, env=environment, check=True,
    )  # fmt: skip


def _uv_environment() -> dict[str, str]:
    """What uv has to know of this machine, once it is there; ``Failed`` if it could not be had."""
    pinned = stamp_of(places.ROOT / UV_PIN)
    pip = _pip()
    with registry.settings_of_pip(pip) as process:
        if not (UV.exists() and pinned.is_fresh):
            aside = ["--target", str(UV_FOLDER), "--upgrade", "--no-deps", *UV_KIND]
            _pip_install(pip, ["-r", str(places.ROOT / UV_PIN), *aside])
            pinned.keep()
        return registry.environment_for_uv(registry.settings_in(process.communicate()[0].splitlines()))


def _pip_install(pip: list[str], words: list[str]) -> None:
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-compile", "--retries", "2"]
    _run([*pip, "install", *options, *EXACTLY, *words])


def _pip() -> list[str]:
    """The pip to ask: .venv's own, else that of the Python which made .venv, else one that is put into it."""
    if not (places.VENV / "bin" / "pip").exists():
        if not places.in_venv() and importlib.util.find_spec("pip") is not None:
            return [sys.executable, "-m", "pip"]
        try:
            _run([str(places.PYTHON), "-m", "ensurepip", "--default-pip"])
        except Failed:
            raise Trouble(
                "Python's own installer of packages is missing: install it (Debian and Ubuntu: apt-get install "
                "python3-venv) and start again."
            ) from None
    return [str(places.PYTHON), "-m", "pip"]


def _run(argv: list[str], environment: Mapping[str, str] | None = None) -> None:
    """Run it to its end and say what it downloads meanwhile; ``Failed`` with all that it said, which is logged too."""
    lines = []
    try:
        with subprocess.Popen(
            argv, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, preexec_fn=end_with_parent(),
        ) as program:  # fmt: skip
            assert program.stdout is not None
            for line in program.stdout:
                lines.append(line)
                if line.strip().startswith("Downloading"):
                    tell(f"  {line.strip()}")
    except OSError as error:  # a folder from which nothing may be run, or another kind of machine
        raise Failed(f"{argv[0]}: {error.strerror}") from None
    with _log().open("a") as log:
        log.writelines([f"{Path(argv[0]).name} …\n", *lines])
    if program.returncode:
        raise Failed("".join(lines))


def _log() -> Path:
    return places.VENV / "install.log"


def _why_pip_failed(output: str) -> str:
    if any(sign in output.lower() for sign in NETWORK):
        return (
            "The packages could not be downloaded because no package registry answers: connect this machine "
            f"to the network, or set PIP_INDEX_URL to a registry that it can reach, and start again ({_log()})."
        )
    return f"The packages could not be installed on Python {sys.version.split()[0]}: read {_log()} for the cause."
