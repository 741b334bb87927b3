"""The logs of processes and servers: they outlive a start, and none of them grows for ever."""

import shutil
from contextlib import suppress
from pathlib import Path

from launch.progress import tell

LOG_BYTES = 5_000_000
OLDER = 3
"""How many full logs are kept beside the present one: name.log.1 is the youngest."""


def rotate(log: Path) -> bool:
    """Put a full log aside; whoever writes to it, always at its end, goes on in the emptied file."""
    if not log.exists() or log.stat().st_size < LOG_BYTES:
        return False
    places = [log.with_name(f"{log.name}.{number}") for number in range(1, OLDER + 1)]
    with suppress(OSError):  # a full disk or a closed folder: the log goes on growing, the site goes on working
        for younger, older in zip(places[-2::-1], places[:0:-1], strict=True):
            if younger.exists():
                younger.replace(older)
        shutil.copyfile(log, places[0])
        with log.open("r+b") as file:
            file.truncate()
        return True
    return False


class LogTail:
    """What is added to a log from now on."""

    def __init__(self, name: str, log: Path) -> None:
        self.name, self.log = name, log
        log.touch()
        self._place = log.stat().st_size

    def print_new(self) -> None:
        """Print the whole lines that were added since the last time."""
        with self.log.open("rb") as log:
            log.seek(self._place)
            lines = log.read().rpartition(b"\n")[0]
        if lines:
            self._place += len(lines) + 1
            for line in lines.decode(errors="replace").splitlines():
                tell(f"{self.name:8}| {line}")

    def rotate(self) -> None:
        """Put the log aside if it is full; what it said last is printed first."""
        self.print_new()
        if rotate(self.log):
            self._place = 0
