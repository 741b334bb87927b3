"""How long the file of an event takes, website and documents included: 32 teams and 1,024, played to the end. Run as
`python -m benchmarks.archive [teams …]`.

What counts is the processor's time, since the worker makes the file while nobody waits.
"""

import sys
from io import BytesIO
from time import process_time
from zipfile import ZipFile

from benchmarks.site import database

SIZES = (32, 1024)
LIMIT = 60.0  # seconds, for each


def seconds(teams: int) -> float:
    from benchmarks import event
    from web.archiving.parcel import write_parcel

    tournament = event.played(event.draw(event.entered(teams, slug=f"of-{teams}")), by=event.office())
    to, began = BytesIO(), process_time()
    write_parcel(tournament, to, personal=True, progress=lambda _done, _of: None)
    took = process_time() - began
    files = len(ZipFile(to).namelist())
    sys.stdout.write(f"{teams} teams: {took:.1f} s, {files} files, {len(to.getvalue()) / 1e6:.1f} MB\n")
    return took


def main() -> int:
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    took = []
    for teams in sizes:
        with database():
            took.append(seconds(teams))
    return int(max(took) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
