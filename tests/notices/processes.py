"""Celery as `make run` starts it, on the test's database, with a broker and a mail server of its own."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from config import celery_app
from launch import commands
from launch.places import ROOT
from launch.servers import Valkey, end_with_parent
from tests.notices.servers import MailServer, a_mail_server


class Site:
    """The processes; every one is a session of its own, so that all of it dies at once."""

    def __init__(self, folder: Path, mails: MailServer) -> None:
        self.mails, self.folder = mails, folder
        self.broker = Valkey(folder / "broker", durable=False)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def environment(self) -> dict[str, str]:
        database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
        return {
            **os.environ,
            "DATABASE_URL": database.geturl(),
            "REDIS_URL": self.broker.url,
            "GUANDAN_EMAIL_URL": self.mails.url,
            "GUANDAN_VAR": str(self.folder),
            "GUANDAN_PRIVATE_CHANNELS": "1",
            "GUANDAN_SECRET_KEY": settings.SECRET_KEY,
        }

    def start_broker(self) -> None:
        self.broker.start()
        self.broker.wait()

    def start(self, name: str) -> None:
        """The unit of that name."""
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                commands.UNITS[name], cwd=ROOT, env=self.environment, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=end_with_parent(),  # noqa: PLW1509
            )  # fmt: skip

    def wake(self, task: str = "deliver_due") -> None:
        """What the clock does every few seconds; the worker finds it as soon as it listens."""
        with celery_app.connection_for_write(self.broker.url) as link:
            celery_app.send_task(f"notices.tasks.{task}", connection=link)

    def kill(self, name: str) -> None:
        """SIGKILL, to the process and its children."""
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        for name in list(self.processes):
            self.kill(name)
        self.broker.stop()


@contextmanager
def a_site(folder: Path, certificate: Path | None = None) -> Iterator[Site]:
    """Broker, mail server and worker, all running; ``wake`` is sooner than its clock. With a ``certificate`` mails go
    by STARTTLS."""
    with a_mail_server(certificate, starttls=certificate is not None) as mails:
        site = Site(folder, mails)
        site.start_broker()
        try:
            site.start("worker")
            yield site
        finally:
            site.stop()
