"""How long a file with 5,000 players takes from the button to the entry, as a clerk meets it: three requests, by which
it is sent, looked at and taken over. Run as `python -m benchmarks.roster`.

The whole application is called in one process, behind all its middleware, without a network; by the clock, since it
waits for the database. What reading and understanding take of it is said beside it, of the processor.
"""

import io
import sys
from collections.abc import Callable
from time import monotonic, process_time
from typing import TYPE_CHECKING

from openpyxl import Workbook

from benchmarks.site import database
from tournaments.entries.forms import BranchEntry
from tournaments.entries.rosters import Place, read_roster
from tournaments.entries.spreadsheets import read_sheets

if TYPE_CHECKING:
    from django.http import HttpResponse

BRANCHES, TEAMS, SEATS = 125, 20, 2
LIMIT = 5.0  # seconds
NAMES = [f"第{number}号分会" for number in range(1, BRANCHES + 1)]


def a_workbook() -> bytes:
    """A line for each player, all with an address."""
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.append(("分会", "队伍", "姓名", "性别", "邮箱"))
    for branch, branch_name in enumerate(NAMES, start=1):
        for team in range(1, TEAMS + 1):
            for seat in range(1, SEATS + 1):
                name = f"队员{chr(0x4E00 + branch)}{chr(0x4E00 + team * SEATS + seat)}"
                sheet.append((branch_name, f"{team}队", name, "男", f"{branch}-{team}-{seat}@branch.example"))
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def by_itself(data: bytes) -> str:
    """Of the processor: read into text, and understood."""
    places = [Place(n, name, TEAMS, BranchEntry()) for n, name in enumerate(NAMES, start=1)]
    began = process_time()
    sheets = read_sheets(data)
    read = process_time()
    found = read_roster(sheets, places, seats=SEATS)
    assert (found.rows, found.faults) == (BRANCHES * TEAMS * SEATS, ())
    return f"read {read - began:.2f} s, understood {process_time() - read:.2f} s"


def requests(data: bytes) -> dict[str, tuple[float, float]]:
    """Seconds by the clock and of the processor for each, all players new."""
    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.test import Client
    from django.urls import reverse

    from benchmarks.event import account
    from benchmarks.event import entered as an_event
    from tournaments.models import Branch, Player
    from tournaments.states import RoleKind

    tournament = an_event(2, slug="roster")
    made = (Branch(tournament=tournament, number=99 + n, name=name, quota=TEAMS) for n, name in enumerate(NAMES))
    Branch.objects.bulk_create(made)
    clerk, path = Client(), reverse("roster", args=[tournament.slug])
    user = account(tournament, "clerk", RoleKind.OFFICE).user
    clerk.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    clerk.get(path)  # what is made once
    before, took = Player.objects.count(), dict[str, tuple[float, float]]()

    def timed(what: str, answer: "Callable[[], HttpResponse]") -> "HttpResponse":
        began, spent = monotonic(), process_time()
        answered = answer()
        took[what] = (monotonic() - began, process_time() - spent)
        return answered

    sent = timed("sent", lambda: clerk.post(path, {"file": SimpleUploadedFile("报名表.xlsx", data)}))
    shown = timed("looked at", lambda: clerk.get(sent.headers["Location"]))
    seen = str(tournament.journal.events.last().number)
    done = timed("taken over", lambda: clerk.post(sent.headers["Location"], {"seen": seen}))
    assert (shown.status_code, done.status_code) == (200, 302)
    assert Player.objects.count() - before == BRANCHES * TEAMS * SEATS
    return took


def main() -> int:
    data = a_workbook()
    with database():
        took = requests(data)
    clock, processor = (sum(seconds) for seconds in zip(*took.values(), strict=True))
    figures = ", ".join(f"{what} {seconds:.2f} s ({spent:.2f} s)" for what, (seconds, spent) in took.items())
    sys.stdout.write(
        f"{BRANCHES * TEAMS * SEATS} lines, {len(data):,} bytes, by the clock (of the site's processor):\n"
    )
    sys.stdout.write(f"{figures}; in all {clock:.2f} s ({processor:.2f} s)\n")
    sys.stdout.write(f"of that: {by_itself(data)}, of the processor\n")
    return int(clock > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
