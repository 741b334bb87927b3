"""20,000 notices due at one instant, beside saves and a chat group; then 2,000 mails to a server of this machine.
Run as `python -m benchmarks.notices [notices] [mails]`.

The worker of `make run`, with its clock, issues what is due. Meanwhile: how old is the sign that /healthz reads, how
long does a test of a group take to be heard, how long do the saves take that went before, and how much processor time
do worker and PostgreSQL use?
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from benchmarks.saving import PAUSE, AtApi, Hall, Sheet, report, signed_in
from benchmarks.site import database, running, server
from launch.commands import worker
from launch.servers import free_port

TEAMS, TABLES, SAVES = 128, 16, 8
NOTICES, MAILS = 20_000, 2_000
MOST_SECONDS, OLDEST_BEAT, LATEST_GROUP, MOST_MAIL_SECONDS = 60, 15.0, 10.0, 60
HEAD_START = 5.0


@dataclass
class Group:
    """A chat group's robot: when it heard something."""

    port: int = field(default_factory=free_port)
    heard: list[float] = field(default_factory=list)

    @contextmanager
    def listening(self) -> Iterator["Group"]:
        moments = self.heard

        class Robot(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                moments.append(time.monotonic())
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b'{"code": 0}')

            def log_message(self, *_words: object) -> None:
                pass

        web = HTTPServer(("127.0.0.1", self.port), Robot)
        threading.Thread(target=web.serve_forever, daemon=True).start()
        try:
            yield self
        finally:
            web.shutdown()


class Watch(threading.Thread):
    """Looks every half second until it is told to stop: the age of the beat, and how late the group hears a test."""

    def __init__(self, channel: Any, group: Group) -> None:
        super().__init__(daemon=True)
        self.channel, self.group, self.over = channel, group, threading.Event()
        self.ages: list[float] = []
        self.late: list[float] = []

    def run(self) -> None:
        from django.core.cache import cache
        from django.db import connection

        from notices.actions.channels import try_channel
        from notices.tasks import BEAT_KEY

        asked_at = 0.0
        while not self.over.wait(0.5):
            self.ages.append(time.time() - cache.get(BEAT_KEY, 0.0))
            if asked_at and (came := [at for at in self.group.heard if at > asked_at]):
                self.late.append(came[0] - asked_at)
                asked_at = 0.0
            if not asked_at:
                asked_at = time.monotonic()
                try_channel(self.channel, by=None)
        if asked_at:
            self.late.append(time.monotonic() - asked_at)
        connection.close()


def postgres_seconds() -> float:
    """Processor time of all backends so far, those that have ended included."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        (own,) = cursor.fetchone()
    main = int(_fields(own)[1])
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    ticks = sum(int(ticks) for ticks in _fields(main)[11:15])
    ticks += sum(int(ticks) for child in children for ticks in _fields(int(child))[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def due_at_once(tournament: Any, number: int) -> None:
    """So many reminders of the first round, all due now; every team's contact has an address."""
    from django.db.models import CharField, Value
    from django.db.models.functions import Cast, Concat, Now

    from notices.models import Notice
    from notices.states import NoticeKind
    from tournaments.models import Branch

    mail = Concat(Value("branch"), Cast("pk", CharField()), Value("@example.org"))
    Branch.objects.filter(tournament=tournament).update(contact_mail=mail)
    known = list(Notice.objects.filter(tournament=tournament, kind=NoticeKind.MATCH_SOON))
    later = known[0].due_at
    copies = [
        Notice(
            tournament=tournament, kind=row.kind, key=f"{row.key}:{copy}", due_at=later, match_id=row.match_id,
            round_id=row.round_id, team_id=row.team_id, starts_at=row.starts_at, made_at=row.made_at,
        )
        for copy in range(-(-number // len(known)))
        for row in known
    ]  # fmt: skip
    Notice.objects.bulk_create(copies[:number], batch_size=2_000)
    Notice.objects.filter(tournament=tournament, key__contains="Z:").update(due_at=Now())


def waited(is_done: Callable[[], bool], most: float) -> float:
    """Seconds until it is done, at most so many."""
    begun = time.monotonic()
    while not is_done() and time.monotonic() - begun < most:
        time.sleep(0.25)
    return time.monotonic() - begun


def issued(tournament: Any, hall: Hall, group: Group, channel: Any, number: int) -> bool:
    """The first part: no mail server is set up, so what is issued is kept as not sent."""
    from notices.models import Notice
    from notices.states import NoticeState

    with running(worker()) as working:
        time.sleep(HEAD_START)
        before = report(f"{TABLES} tables save, nothing is due", hall.play(SAVES, stagger=PAUSE / TABLES))
        watch = Watch(channel, group)
        due_at_once(tournament, number)
        waiting = Notice.objects.filter(tournament=tournament, key__contains="Z:", state=NoticeState.PENDING)
        watch.start()
        processor, database_ = working.cpu_seconds, postgres_seconds()
        saves: list[float] = []
        saving = threading.Thread(
            target=lambda: saves.append(report("the same beside", hall.play(SAVES, stagger=PAUSE / TABLES)))
        )
        saving.start()
        seconds = waited(lambda: not waiting.exists(), 10 * MOST_SECONDS)
        spent = working.cpu_seconds - processor, postgres_seconds() - database_
        saving.join()
        watch.over.set()
        watch.join()
    oldest, latest = max(watch.ages), max(watch.late)
    sys.stdout.write(
        f"\n{number} issued in {seconds:.0f} s (at most {MOST_SECONDS}); processor time: worker {spent[0]:.0f} s, "
        f"PostgreSQL {spent[1]:.0f} s (saves beside included)\n"
        f"sign of beat and worker: {oldest:.1f} s old at most (at most {OLDEST_BEAT:.0f}); a group heard its test "
        f"after {latest:.1f} s at most, of {len(watch.late)} (at most {LATEST_GROUP:.0f})\n"
        f"saves, p99: {before:.0f} ms before, {saves[0]:.0f} ms beside\n"
    )
    return seconds <= MOST_SECONDS and oldest <= OLDEST_BEAT and latest <= LATEST_GROUP


class Sink:
    """A mail server that takes everything."""

    def __init__(self) -> None:
        self.taken = 0

    async def handle_DATA(self, *_words: object) -> str:  # noqa: N802
        self.taken += 1
        return "250 taken"


def mailed(number: int) -> bool:
    """The second part: so many of those that were not sent are sent again."""
    from notices.models import Delivery
    from notices.states import DeliveryState

    sink = Sink()
    mails = Controller(sink, hostname="127.0.0.1", port=free_port())
    mails.start()
    os.environ |= {
        "GUANDAN_EMAIL_URL": f"smtp://127.0.0.1:{mails.port}", "GUANDAN_EMAIL_FROM": "office@example.org",
    }  # fmt: skip
    try:
        pks = Delivery.objects.filter(state=DeliveryState.UNSENT, channel=None).values("pk")[:number]
        with running(worker()) as working:
            time.sleep(HEAD_START)
            processor = working.cpu_seconds
            Delivery.objects.filter(pk__in=pks).update(state=DeliveryState.PENDING)
            seconds = waited(lambda: sink.taken >= number, 10 * MOST_MAIL_SECONDS)
            spent = working.cpu_seconds - processor
    finally:
        mails.stop()
    sys.stdout.write(
        f"\n{sink.taken} mails in {seconds:.0f} s (at most {MOST_MAIL_SECONDS}), {sink.taken / seconds:.0f} a second; "
        f"{spent * 1000 / max(1, sink.taken):.1f} ms of the worker's processor time each\n"
    )
    return sink.taken == number and seconds <= MOST_MAIL_SECONDS


def main() -> int:
    number, mails = (int(word) for word in (*sys.argv[1:], *map(str, (NOTICES, MAILS)[len(sys.argv) - 1 :])))
    os.environ["GUANDAN_PRIVATE_CHANNELS"] = "1"
    with database():
        from benchmarks.event import account, begin, draw, entered
        from notices.actions.channels import ChannelPlan, add_channel
        from notices.states import Service
        from tournaments.states import RoleKind

        played, tournament = draw(entered(2 * TABLES, slug="played")), draw(entered(TEAMS, slug="reminded"))
        chief = account(played, "chief", RoleKind.CHIEF_REFEREE).user
        matches = begin(played, 1, by=chief)
        with Group().listening() as group, server(workers=2) as site, ExitStack() as stack:
            address = f"http://127.0.0.1:{group.port}/open-apis/bot/v2/hook/0a1b2c3d"
            channel = add_channel(played, ChannelPlan("群", Service.FEISHU, address, heard=()), by=None)
            hall = Hall()
            for match in matches:
                browser = signed_in(site, account(played, f"referee{match.number}").user)
                stack.callback(browser.close)
                hall.sheets.append(Sheet(AtApi(browser, played.slug, match.number)))
            good = issued(tournament, hall, group, channel, number)
            good &= mailed(mails)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
