"""Makes .venv from the pinned requirements and goes on inside it. Standard library only.

Packages are installed with uv, itself a pinned package, which needs a third of pip's time; with pip where there is no
uv. Both check every hash, build nothing, and leave compiling to the first import.

No address of a registry stands in the project: packages come from where pip is set up to take them on this machine.
pip merges its files and variables by itself and lists the outcome, which is put into uv's words here. Whatever uv has
no word for, pip is asked to do instead.
"""

import ast
import importlib.util
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from launch import places
from launch.children import end_with_parent
from launch.progress import Trouble, stretch, tell
from launch.stamps import Stamp, digest

RUNTIME, DEV, UV_PIN = "requirements.txt", "requirements-dev.txt", "requirements-uv.txt"
UV_FOLDER = places.VENV / "uv"
UV = UV_FOLDER / "bin" / "uv"
LOG = places.VENV / "install.log"
# pip would hold each of some thousand files of uv against each of a thousand kinds of machine; this is the one kind
UV_KIND = ["--implementation", "py", "--abi", "none", "--platform", f"manylinux2014_{platform.machine()}"]
EXACTLY = ["--require-hashes", "--only-binary", ":all:"]
OLDEST_PYTHON = "3.11"
NETWORK = ("connection", "timed out", "timeout", "name resolution", "unreachable", "proxy", "ssl")

SECTIONS = ("global", "install", ":env:")
"""Where pip takes an option of `pip install` from; the later one wins."""
WORDS = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_EXTRA_INDEX_URL",
    "trusted-host": "UV_INSECURE_HOST",
    "no-index": "UV_NO_INDEX",
    "no-cache-dir": "UV_NO_CACHE",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "proxy": "ALL_PROXY",
    "client-cert": "SSL_CLIENT_CERT",
}
"""What pip calls it, and what uv does."""


class Failed(Exception):
    """A program ended with an error; the text is what it said."""


def enter_venv(arguments: list[str], *, dev: bool) -> None:
    """Return if this process runs on an up-to-date .venv; else bring it up to date and start over inside it."""
    wanted = [places.ROOT / name for name in ([RUNTIME, DEV] if dev else [RUNTIME])]
    missing = [path for path in wanted if not (places.PYTHON.exists() and stamp_of(path).is_fresh)]
    if missing:
        make_venv()
        with stretch(f"Installing the packages of {' and '.join(path.name for path in missing)}"):
            install(missing)
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


def stamp_of(requirements: Path) -> Stamp:
    """Whether exactly this file is installed in .venv."""
    return Stamp(places.VENV / f".installed-{requirements.stem}", digest(requirements.parent, [requirements.name]))


def install(requirements: list[Path]) -> None:
    """Install exactly the packages of the files into .venv, checked against their hashes."""
    files = [word for path in requirements for word in ("-r", str(path))]
    try:
        _run([str(UV), "pip", "install", "--python", str(places.PYTHON), *EXACTLY, *files], _install_uv())
    except Failed:
        tell("uv could not do it, or could not be had: pip goes on, which takes longer.")
        try:
            _pip_install([*_ensure_pip(), "--python", str(places.PYTHON)], files)
        except Failed as error:
            raise Trouble(_why_pip_failed(str(error))) from None
    for path in requirements:
        stamp_of(path).save()


def pin_requirements() -> None:
    """Write requirements*.txt from pyproject.toml: every package with its hashes, no index address."""
    pin(places.ROOT / UV_PIN, "--group", "uv")
    pin(places.ROOT / RUNTIME, "pyproject.toml")
    pin(places.ROOT / DEV, "--group", "dev", "--constraint", RUNTIME)


def pin(target: Path, *source: str) -> None:
    """Write the file from what pyproject.toml asks for, for every machine and Python that the project runs on.

    Only the main index is asked: another one may hold fewer files of a release, and so give fewer hashes.
    """
    try:
        environment = _install_uv()
    except Failed as error:
        raise Trouble(_why_pip_failed(str(error))) from None
    for partial in ("UV_EXTRA_INDEX_URL", "UV_FIND_LINKS"):
        environment.pop(partial, None)
    subprocess.run(
        [UV, "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes",
         "--no-header", "--annotation-style", "line", "-o", target.name, *source],
        cwd=target.parent, env=environment, check=True,
    )  # fmt: skip


def _install_uv() -> dict[str, str]:
    """Install the pinned uv unless it is there; the environment to run it in. ``Failed`` if it cannot be had."""
    pinned = stamp_of(places.ROOT / UV_PIN)
    pip = _ensure_pip()
    with subprocess.Popen(  # takes pip a second, in which uv is installed
        [*pip, "config", "list"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True
    ) as listing:
        if not (UV.exists() and pinned.is_fresh):
            aside = ["--target", str(UV_FOLDER), "--upgrade", "--no-deps", *UV_KIND]
            _pip_install(pip, ["-r", str(places.ROOT / UV_PIN), *aside])
            pinned.save()
        return environment_for_uv(settings_in(listing.communicate()[0].splitlines()))


def _pip_install(pip: list[str], words: list[str]) -> None:
    options = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-compile", "--retries", "2"]
    _run([*pip, "install", *options, *EXACTLY, *words])


def _ensure_pip() -> list[str]:
    """.venv's own pip, else that of the Python which made .venv, else one that is installed into .venv now."""
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
    with LOG.open("a") as log:
        log.writelines([f"{Path(argv[0]).name} …\n", *lines])
    if program.returncode:
        raise Failed("".join(lines))


def _why_pip_failed(output: str) -> str:
    if any(sign in output.lower() for sign in NETWORK):
        return (
            "The packages could not be downloaded because no package registry answers: connect this machine "
            f"to the network, or set PIP_INDEX_URL to a registry that it can reach, and start again ({LOG})."
        )
    return f"The packages could not be installed on Python {sys.version.split()[0]}: read {LOG} for the cause."


def settings_in(listing: Iterable[str]) -> dict[str, str]:
    """Option → value, from lines like ``global.index-url='…'``."""
    by_section: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    for line in listing:
        key, _, value = line.partition("=")
        section, _, option = key.strip().rpartition(".")
        if section in by_section and value.strip():
            by_section[section][option] = str(ast.literal_eval(value.strip())).strip()
    return {name: value for section in SECTIONS for name, value in by_section[section].items() if value}


def environment_for_uv(settings: dict[str, str]) -> dict[str, str]:
    """This process' environment, less what is said to uv in it, with pip's ``settings`` in uv's words.

    Addresses go through the environment and not the command line, where everybody could read a password in them.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UV_")}
    environment |= {WORDS[name]: " ".join(value.split()) for name, value in settings.items() if name in WORDS}
    if "find-links" in settings:
        environment["UV_FIND_LINKS"] = ",".join(settings["find-links"].split())
    certificates = settings.get("cert") or os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE")
    if certificates:
        environment["SSL_CERT_DIR" if Path(certificates).is_dir() else "SSL_CERT_FILE"] = certificates
    # as pip does: all indexes are equal, which is safe with hashes; and never another Python than this one
    return environment | {
        "UV_INDEX_STRATEGY": "unsafe-best-match", "UV_NO_CONFIG": "1", "UV_PYTHON_DOWNLOADS": "never",
    }  # fmt: skip
