"""Whatever has to be done before the first page, in one process with one start of Django.

It starts beside the servers: the static files need no database, and by the time that the tables do, it is there.
"""

import argparse
import os
import subprocess
import sys
from io import StringIO

from launch import commands, places
from launch.children import end_with_parent
from launch.progress import Trouble, stretch


class Preparation:
    """The process, as its parent sees it: started before the servers answer, told when they do, heard to its end."""

    def __init__(self, words: list[str], environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "launch.preparation", *words], cwd=places.ROOT, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, preexec_fn=end_with_parent(),
        )  # fmt: skip

    def finish(self) -> str:
        """Say that the servers answer, wait for the end, and return the accounts that were made.

        Lines ``username: …`` and ``password: …``, the office's first. Trouble if the preparation fails.
        """
        made, _ = self._process.communicate()
        if self._process.returncode:
            raise Trouble("The start stopped because the site could not be prepared: the cause stands above.")
        return made

    def __enter__(self) -> "Preparation":
        return self

    def __exit__(self, *_: object) -> None:
        """End it, wherever it is: what it did not finish is done at the next start."""
        if self._process.returncode is None:
            self._process.kill()
            self._process.communicate()


def prepare(*, static: bool, database: bool, leftovers: bool, with_teams: bool) -> str:
    """Do what is wanted and return the accounts that were made; a refused command is a Trouble."""
    import django
    from django.core.management import CommandError, call_command
    from django.db import transaction

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    made = StringIO()
    try:
        with stretch("Loading the site", sys.stderr):
            django.setup()
        if static:
            with stretch("Collecting the static files", sys.stderr):
                call_command(*commands.STATIC)
                call_command("door_pages")
        sys.stdin.read()  # until the parent closes it: the servers answer
        if database:
            with stretch("Making the tables of the database", sys.stderr):
                call_command(*commands.MIGRATE)
            # all of it or nothing, so that a start which broke off here begins again and tells every password
            with stretch("Making the office account and the first event", sys.stderr), transaction.atomic():
                call_command("first_run", stdout=made)
                teams = [] if with_teams else ["--without-teams"]
                call_command("load_preset", "s000", "--if-empty", *teams, stdout=made)
        if leftovers:
            call_command("clear_rehearsals", stdout=sys.stderr)
    except CommandError as error:
        raise Trouble(str(error)) from None
    return "".join(line for line in made.getvalue().splitlines(True) if line.startswith(("username:", "password:")))


def main(words: list[str]) -> int:
    """The process itself: what there is to do as words; the accounts that were made come out, progress as errors."""
    parser = argparse.ArgumentParser(prog="python -m launch.preparation")
    for name in ("static", "database", "leftovers", "with-teams"):
        parser.add_argument(f"--{name}", action="store_true")
    try:
        sys.stdout.write(prepare(**vars(parser.parse_args(words))))
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
