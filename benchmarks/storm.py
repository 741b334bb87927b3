"""kill -9 over all processes of a running site while people save: is anything acknowledged lost, or there twice?

``python -m benchmarks.storm [kills] [seed]`` (30 by default) starts a site as `make run` does. Six referees enter a
deal and take it back, over and over; who gets no answer, or a 5xx, repeats the same key until there is one, as phones
do. Every fifth kill is preceded by a round that is moved, so that mails go out, to a mail server that counts them.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import httpx
import psycopg

from benchmarks.saving import ORDERS, AtApi, AtPhone
from benchmarks.site import children
from launch.servers import free_port
from rehearsal.browser import Browser
from tests.notices.servers import MailServer, a_mail_server

KILLS = int(sys.argv[1]) if len(sys.argv) > 1 else 30
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
REFEREES, PAUSE = 6, 0.5
SLUG = "storm"
KINDS = {
    "site": "config.serving", "nginx": "nginx: master", "PostgreSQL": "/bin/postgres", "Valkey": "valkey-server",
}  # fmt: skip
STORED = """
    select m.number, count(*), count(d.struck_at) from scoring_deal d
    join tournaments_game g on g.sheet_id = d.sheet_id join tournaments_match m on m.id = g.match_id group by 1
"""


@dataclass
class Referee:
    """Somebody at a table, and what the site has acknowledged to him."""

    number: int
    way: AtPhone | AtApi
    acknowledged: Counter[str] = field(default_factory=Counter)
    repeated: int = 0

    def play(self, over: Event) -> None:
        while not over.wait(PAUSE):
            for order in (ORDERS[0], ""):
                self.way.prepare(order)
                while True:  # the same again until it is acknowledged
                    with suppress(httpx.HTTPError):
                        answer = self.way.once()
                        if answer.is_success and answer.json().get("state", "accepted") == "accepted":
                            break
                        if answer.status_code < 500:
                            raise RuntimeError(f"match {self.number}: {answer.status_code} {answer.text[:300]}")
                    self.repeated += 1
                    time.sleep(0.3)
                self.acknowledged["deal" if order else "undo"] += 1


@dataclass
class Site:
    """A site as `make run` starts it, which is started again when its launcher is killed."""

    folder: Path
    mails: MailServer
    port: int = field(default_factory=free_port)
    launcher: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def server_urls(self) -> dict[str, str]:
        """Where the servers are."""
        return dict(json.loads((self.folder / "running.json").read_text())["environment"])

    def start(self) -> None:
        withheld = ("DATABASE_URL", "REDIS_URL")  # those of the site before, which this process speaks to
        mine = {name: value for name, value in os.environ.items() if name not in withheld}
        mine |= {"GUANDAN_VAR": str(self.folder), "PORT": str(self.port), "GUANDAN_EMAIL_URL": self.mails.url}
        with (self.folder / "run.log").open("ab") as log:
            self.launcher = subprocess.Popen(
                [sys.executable, "-m", "launch", "run", "--empty"], env=mine, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    def wait(self, path: str = "/readyz") -> None:
        while True:
            with suppress(httpx.HTTPError):
                is_running = (self.folder / "running.json").exists()
                if is_running and httpx.get(self.address + path, timeout=10, trust_env=False).is_success:
                    return
            assert self.launcher is None or self.launcher.poll() is None, (self.folder / "run.log").read_text()[-2000:]
            time.sleep(0.3)

    def processes(self) -> dict[str, list[int]]:
        """Those of the launcher by kind, and their own children."""
        assert self.launcher is not None
        by_kind = defaultdict(list, {"launcher": [self.launcher.pid]})
        for child in children(self.launcher.pid):
            with suppress(OSError):
                line = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                for kind in (kind for kind, mark in KINDS.items() if mark in line):
                    by_kind[kind].append(child)
                    by_kind[f"a child of {kind}"] += children(child)
        return {kind: pids for kind, pids in by_kind.items() if pids}

    def kill(self, dice: random.Random) -> tuple[str, float]:
        """kill -9 to one of them: its kind, and the seconds until the site is ready again."""
        running = self.processes()
        kind = dice.choice(sorted(running))
        with suppress(ProcessLookupError):
            os.kill(dice.choice(running[kind]), signal.SIGKILL)
        killed = time.monotonic()
        if kind == "launcher":
            assert self.launcher is not None
            self.launcher.wait()
            (self.folder / "running.json").unlink()  # the next start writes its own when it answers
            self.start()
        time.sleep(0.3)
        self.wait()
        return kind, time.monotonic() - killed

    def stop(self) -> None:
        if self.launcher is not None:
            self.launcher.terminate()
            self.launcher.wait()


@contextmanager
def a_site() -> Iterator[Site]:
    with TemporaryDirectory(prefix="guandan-storm-") as folder, a_mail_server() as mails:
        Path(folder).chmod(0o755)
        site = Site(Path(folder), mails)
        try:
            site.start()
            site.wait("/healthz")
            yield site
        finally:
            site.stop()


def referees(site: Site) -> list[Referee]:
    """At the first tables of an event whose branches have addresses; half at a phone, half at the API."""
    os.environ |= {**site.server_urls, "GUANDAN_VAR": str(site.folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django

    django.setup()
    from benchmarks import event
    from tournaments.models import Branch

    tournament = event.entered(16, slug=SLUG)
    for branch in Branch.objects.filter(tournament=tournament):
        Branch.objects.filter(pk=branch.pk).update(contact_mail=f"branch{branch.number}@example.org")
    tournament = event.draw(tournament)
    matches = event.begin(tournament, 1, by=event.office())[:REFEREES]
    people = []
    for turn, match in enumerate(matches):
        browser = Browser(site.address)
        browser.sign_in(event.account(tournament, f"storm{turn}").username, event.PASSWORD)
        people.append(Referee(match.number, (AtPhone if turn % 2 else AtApi)(browser, SLUG, match.number)))
    return people


def move_a_round(site: Site, turn: int) -> None:
    from django.db import connection

    from tournaments.day.actions.timetable import move_round
    from tournaments.models import Round

    connection.close()
    connection.settings_dict.update(HOST=site.server_urls["DATABASE_URL"].partition("host=")[2])
    last = Round.objects.filter(stage__tournament__slug=SLUG).order_by("-number")[0]
    move_round(last, last.starts_at + timedelta(minutes=5 if turn % 2 else 10), by=None)


def storm(site: Site, people: list[Referee]) -> dict[str, list[float]]:
    dice, over, waits = random.Random(SEED), Event(), defaultdict(list)
    with ThreadPoolExecutor(len(people)) as pool:
        playing = [pool.submit(person.play, over) for person in people]
        try:
            with suppress(KeyboardInterrupt):
                for turn in range(KILLS):
                    if turn % 5 == 0:
                        move_a_round(site, turn)
                    kind, seconds = site.kill(dice)
                    waits[kind].append(seconds)
                    time.sleep(dice.uniform(0.5, 3.0))
            site.wait("/healthz")
        finally:
            over.set()
        for person in playing:
            person.result()
    return waits


def deals(site: Site, people: list[Referee]) -> bool:
    """Print what was acknowledged beside what is stored; whether they are the same."""
    with psycopg.connect(site.server_urls["DATABASE_URL"]) as link:
        rows = link.execute(STORED).fetchall()
    stored = {number: {"deal": entered, "undo": struck} for number, entered, struck in rows}
    sys.stdout.write("\n          acknowledged   stored   doubled   lost   repeated requests\n")
    same = True
    for what in ("deal", "undo"):
        pairs = [(p.acknowledged[what], stored.get(p.number, Counter())[what]) for p in people]
        lost, doubled = sum(max(0, a - b) for a, b in pairs), sum(max(0, b - a) for a, b in pairs)
        repeated = sum(p.repeated for p in people) if what == "deal" else ""
        known, in_store = (sum(column) for column in zip(*pairs, strict=True))
        sys.stdout.write(f"{what}s    {known:12} {in_store:9} {doubled:9} {lost:6} {repeated:>19}\n")
        same = same and not lost and not doubled
    return same


def mails(site: Site) -> bool:
    """The same of mails, by their Message-ID, when nothing waits any more."""
    from notices.delivery import OUTCOME_UNKNOWN

    waiting = "select count(*) from notices_delivery where state not in ('sent', 'cancelled', 'failed')"
    with psycopg.connect(site.server_urls["DATABASE_URL"], autocommit=True) as link:
        deadline = time.monotonic() + 180
        while _one(link, waiting) and time.monotonic() < deadline:
            time.sleep(1)
        rows = link.execute("select state, message_id, last_error from notices_delivery").fetchall()
        left = _one(link, waiting)
    came = Counter(mail.message_id for mail in site.mails.received)
    sent, cancelled = ({key for state, key, _ in rows if state == which} for which in ("sent", "cancelled"))
    unknown = {key for _, key, error in rows if error == OUTCOME_UNKNOWN}
    denied, caught = len(came.keys() & cancelled), len(came.keys() & unknown)
    doubled, lost = sum(came.values()) - len(came), len(sent - unknown - came.keys())
    sys.stdout.write(
        f"mails: {len(rows)} deliveries, {len(sent)} sent, {left} still waiting; {sum(came.values())} came, "
    )
    sys.stdout.write(f"{doubled} twice, {lost} lost, {len(came.keys() - sent)} came without being noted as sent, ")
    sys.stdout.write(f"{denied} of them are noted as cancelled;\n{len(unknown)} were cancelled after a worker that ")
    sys.stdout.write(f"was killed had claimed them, and count as sent, since they may have come: {caught} did\n")
    return not doubled and not lost and not left and not denied


def _one(link: "psycopg.Connection[Any]", statement: str) -> int:
    row = link.execute(statement.encode()).fetchone()
    return int(row[0]) if row else 0


def main() -> int:
    with a_site() as site:
        people = referees(site)
        waits = storm(site, people)
        kills = sum(map(len, waits.values()))
        sys.stdout.write(
            f"{kills} kills, seed {SEED}\n\nkilled                       times   seconds until ready: median, max\n"
        )
        for kind, seconds in sorted(waits.items()):
            sys.stdout.write(
                f"{kind:28} {len(seconds):5} {sorted(seconds)[len(seconds) // 2]:10.1f} {max(seconds):6.1f}\n"
            )
        return 0 if all([deals(site, people), mails(site)]) else 1


if __name__ == "__main__":
    sys.exit(main())
