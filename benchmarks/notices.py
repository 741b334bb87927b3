"""20,000 notices due at one instant, beside saves and a chat group. Run as `python -m benchmarks.notices [notices]`.

The worker of `make run`, with its clock, issues what is due. Meanwhile: how old is the sign that /healthz reads, how
long does a test of a group take to be heard, how long do the saves take that went before, and how much processor time
do worker and PostgreSQL use?
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from benchmarks.saving import PAUSE, AtApi, Hall, report, seated
from benchmarks.site import children, database, processor_seconds, running, server, stat_fields
from launch.commands import UNITS
from launch.servers import free_port

TEAMS, TABLES, SAVES = 128, 16, 8
NOTICES = 20_000
MOST_SECONDS, OLDEST_BEAT, LATEST_GROUP = 60, 15.0, 10.0
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
    main = int(stat_fields(own)[1])
    ended = sum(map(int, stat_fields(main)[13:15])) / os.sysconf("SC_CLK_TCK")
    return ended + processor_seconds([main, *children(main)])


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


def issued(tournament: Any, hall: Hall, group: Group, channel: Any, number: int) -> bool:
    """No mail server is set up, so what is issued is kept as not sent."""
    from notices.models import Notice
    from notices.states import NoticeState

    with running(UNITS["worker"]) as worker:
        time.sleep(HEAD_START)
        before = report(f"{TABLES} tables save, nothing is due", hall.play(SAVES, stagger=PAUSE / TABLES))
        watch = Watch(channel, group)
        due_at_once(tournament, number)
        watch.start()
        processor, database_ = processor_seconds([worker.pid]), postgres_seconds()
        begun, waiting = time.monotonic(), Notice.objects.filter(tournament=tournament, key__contains="Z:")
        with ThreadPoolExecutor(1) as pool:
            saving = pool.submit(hall.play, SAVES, stagger=PAUSE / TABLES)
            while waiting.filter(state=NoticeState.PENDING).exists() and time.monotonic() - begun < 10 * MOST_SECONDS:
                time.sleep(0.25)
            seconds = time.monotonic() - begun
            processor, database_ = processor_seconds([worker.pid]) - processor, postgres_seconds() - database_
            beside = report("the same beside", saving.result())
        watch.over.set()
        watch.join()
    oldest, latest = max(watch.ages), max(watch.late)
    sys.stdout.write(
        f"\n{number} issued in {seconds:.0f} s (at most {MOST_SECONDS}); processor time: worker {processor:.0f} s, "
        f"PostgreSQL {database_:.0f} s (saves beside included)\n"
        f"sign of beat and worker: {oldest:.1f} s old at most (at most {OLDEST_BEAT:.0f}); a group heard its test "
        f"after {latest:.1f} s at most, of {len(watch.late)} (at most {LATEST_GROUP:.0f})\n"
        f"saves, p99: {before:.0f} ms before, {beside:.0f} ms beside\n"
    )
    return seconds <= MOST_SECONDS and oldest <= OLDEST_BEAT and latest <= LATEST_GROUP


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else NOTICES
    os.environ["GUANDAN_PRIVATE_CHANNELS"] = "1"
    with database():
        from benchmarks.event import begin, chief_referee, draw, entered
        from notices.actions.channels import ChannelPlan, add_channel
        from notices.states import Service

        played, tournament = draw(entered(2 * TABLES, slug="played")), draw(entered(TEAMS, slug="reminded"))
        chief = chief_referee(played)
        matches = begin(played, 1, by=chief)
        with Group().listening() as group, server(workers=2) as site, ExitStack() as stack:
            address = f"http://127.0.0.1:{group.port}/open-apis/bot/v2/hook/0a1b2c3d"
            channel = add_channel(played, ChannelPlan("群", Service.FEISHU, address, heard=()), by=None)
            hall = Hall(seated(site, played, matches, stack, ways=[AtApi]))
            good = issued(tournament, hall, group, channel, number)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
