"""How long a file with 5,000 players takes to be read, understood and entered. Run as `python -m benchmarks.roster`.

Read and understood in one thread: what counts is the processor's time. Entering waits for the database: by the clock.
"""

import io
import sys
from time import monotonic, process_time

from openpyxl import Workbook

from benchmarks.site import database
from tournaments.entries.forms import BranchEntry
from tournaments.entries.rosters import Place, read_roster
from tournaments.entries.spreadsheets import read_sheets

BRANCHES, TEAMS, SEATS = 125, 20, 2
LIMIT = 5.0  # seconds


def a_workbook() -> bytes:
    """A line for each player, all with an address."""
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.append(("分会", "队伍", "姓名", "性别", "邮箱"))
    for branch in range(1, BRANCHES + 1):
        for team in range(1, TEAMS + 1):
            for seat in range(1, SEATS + 1):
                name = f"队员{chr(0x4E00 + branch)}{chr(0x4E00 + team * SEATS + seat)}"
                sheet.append((f"第{branch}分会", f"{team}队", name, "男", f"{branch}-{team}-{seat}@branch.example"))
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def entered() -> float:
    """Seconds by the clock for the same players, all new, into an event of the database."""
    from benchmarks.event import entered as an_event
    from tournaments.actions.entries import save_entries
    from tournaments.models import Branch, Player
    from tournaments.presets.samples import sample_entry

    tournament, numbers = an_event(2, slug="roster"), range(100, 100 + BRANCHES)
    branches = (Branch(tournament=tournament, number=n, name=f"第{n}号分会", quota=TEAMS) for n in numbers)
    Branch.objects.bulk_create(branches)
    forms = {n: sample_entry(TEAMS, first=n * TEAMS * SEATS) for n in numbers}
    before, began = Player.objects.count(), monotonic()
    save_entries(tournament, forms, by=None)
    took = monotonic() - began
    assert Player.objects.count() - before == BRANCHES * TEAMS * SEATS
    return took


def main() -> int:
    data = a_workbook()
    places = [Place(n, f"第{n}分会", TEAMS, BranchEntry()) for n in range(1, BRANCHES + 1)]
    began = process_time()
    sheets = read_sheets(data)
    read = process_time()
    found = read_roster(sheets, places, seats=SEATS)
    done = process_time()
    assert (found.rows, found.faults) == (BRANCHES * TEAMS * SEATS, ())
    with database():
        took = entered()
    figures = f"read {read - began:.2f} s, understood {done - read:.2f} s, entered {took:.2f} s"
    sys.stdout.write(f"{found.rows} lines, {len(data):,} bytes: {figures}\n")
    return int(done - began + took > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
