"""The commands of ``python3 -m launch``, a function each; those that need packages enter .venv first."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from launch import installing, places
from launch.commands import SHOWING, UNITS, address, port_is_free
from launch.hall import open_to_hall
from launch.lock import Lock
from launch.progress import Trouble
from launch.signs import stay

# what the site has kept; backups stay, and whatever else may stand in the folder
SITE_FILES = ("postgres", "valkey", "logs", "stamps", "secret-key", "beat-schedule", "rehearsing", "metrics")


def run(options: argparse.Namespace) -> int:
    """Start the site and stay until it is stopped."""
    from launch.site import Site

    return Site(empty=options.empty, demo=options.demo, hall=options.hall).run()


def reset(options: argparse.Namespace) -> int:
    """Empty the data folder, after asking."""
    folder = places.writable(places.data_folder())
    lock = Lock(folder)
    lock.take()
    if not options.yes:
        if not sys.stdin.isatty():
            raise Trouble("Nobody is here to ask: say make reset YES=1 to delete all data without a question.")
        answer = input(f"This deletes every event, result and account in {folder}. Type yes to go on: ")
        if answer.strip().lower() != "yes":
            print("Nothing was deleted.")
            lock.release()
            return 0
    for path in (path for name in SITE_FILES for path in folder.glob(f"{name}*")):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    lock.release()
    print(f"The data folder {folder} is empty; make run starts anew.")
    return 0


def backup(options: argparse.Namespace) -> int:
    """Write all data to one file, while the site runs or not."""
    from launch.backup import backup

    return backup(options.file)


def restore(options: argparse.Namespace) -> int:
    """Put a backup in the place of all data of the stopped site."""
    from launch.backup import restore

    return restore(options.file)


def manage(options: argparse.Namespace) -> int:
    """Run one command of manage.py on the site's data."""
    from launch.site import manage_command

    return manage_command(options.words)


def unit(options: argparse.Namespace) -> int:
    """Run one of the site's processes; containers start this way."""
    if options.name == "web":
        places.empty_metrics(Path(tempfile.gettempdir(), "metrics"))
    argv = UNITS[options.name]
    os.chdir(places.ROOT)
    if options.name not in SHOWING:
        os.execv(argv[0], argv)
    return stay(options.name, argv)


def messages(options: argparse.Namespace) -> int:
    """Bring the catalogues up to date with the words in templates and code."""
    from launch.catalogues import update_catalogues

    return update_catalogues()


def catalogues(options: argparse.Namespace) -> int:
    """Compile the catalogues."""
    from launch.catalogues import compile_catalogues

    return compile_catalogues()


def test(options: argparse.Namespace) -> int:
    """Check everything: style, types, contracts, architecture, words, behaviour, browser."""
    from launch.catalogues import compile_catalogues

    compile_catalogues()
    # one process more than there are processors: tests in a browser wait for it most of their time
    everything = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal", "--durations=25"]
    argv = [sys.executable, "-m", "pytest", *(options.words or everything)]
    os.chdir(places.ROOT)
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):  # a dozen processes would compile all libraries, each for itself
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(sys.prefix) / "bytecode")
    os.execv(argv[0], argv)


def fix(options: argparse.Namespace) -> int:
    """Mend what tools can mend by themselves: imports, layout of code, templates and style sheets."""
    os.chdir(places.ROOT)
    sheets = sorted(str(path) for path in Path("static/css").glob("*.css"))
    for tool, *words in (
        ["ruff", "check", "--quiet", "--fix", "."],
        ["ruff", "format", "--quiet", "."],
        ["djhtml", "--tabwidth", "2", "templates"],
        *(["css-beautify", "-s", "2", "-n", "--space-around-combinator", "-r", sheet] for sheet in sheets),
    ):
        if failed := subprocess.run([Path(sys.executable).parent / tool, *words], check=False).returncode:
            return failed
    return 0


def secrets(options: argparse.Namespace) -> int:
    """Make the secrets of a deployment with compose."""
    from launch.deployment import make_secrets

    for missing in make_secrets():
        print(f"Still to be written by hand: {missing}")
    return 0


def requirements(options: argparse.Namespace) -> int:
    """Pin the dependencies of pyproject.toml again."""
    installing.pin_requirements()
    return 0


HANDED_ON = (manage, test)
"""Commands whose words are another program's."""


def main(arguments: list[str]) -> int:
    """Run the command; a Trouble is told in one sentence and exit status 1."""
    parser = argparse.ArgumentParser(prog="python3 -m launch")
    commands = parser.add_subparsers(required=True, metavar="command")

    def add(function: object, *, needs: str = "runtime") -> argparse.ArgumentParser:
        name = function.__name__  # type: ignore[attr-defined]
        # whose words are handed on, leaves --help to whom they are handed
        command = commands.add_parser(name, help=function.__doc__, add_help=function not in HANDED_ON)
        command.set_defaults(function=function, needs=needs)
        return command

    running = add(run)
    running.add_argument("--empty", action="store_true", help="without the sample teams")
    running.add_argument("--demo", action="store_true", help="with a finished championship beside the open one")
    running.add_argument("--hall", action="store_true", help="for the phones in the hall: on this machine's address")
    add(reset, needs="nothing").add_argument("--yes", action="store_true", help="do not ask")
    add(backup).add_argument("file", nargs="?", default="", help="else backups/ in the data folder")
    add(restore).add_argument("file", help="a backup")
    add(manage)
    add(unit, needs="image").add_argument("name", choices=tuple(UNITS))
    add(messages)
    add(catalogues)
    add(test, needs="dev")
    add(fix, needs="dev")
    add(secrets, needs="nothing")
    add(requirements)

    options, words = parser.parse_known_args(arguments)
    options.words = words
    if words and options.function not in HANDED_ON:
        parser.error(f"unknown: {' '.join(words)}")
    try:
        if options.function is run:  # what would stop the start in the end is found before minutes are spent on it
            if options.hall:
                open_to_hall()
            Lock(places.writable(places.data_folder())).end_leftovers()
            port_is_free(*address())
        if options.needs in {"runtime", "dev"}:
            installing.enter_venv(arguments, dev=options.needs == "dev")
        status: int = options.function(options)
        return status
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
