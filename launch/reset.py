"""Empties the data folder."""

import shutil
import sys

from launch import places
from launch.lock import Lock
from launch.progress import Trouble

# backups are kept
SITE_FILES = ("postgres", "valkey", "logs", "stamps", "secret-key", "beat-schedule", "rehearsing", "metrics")


def empty_data(*, sure: bool) -> int:
    """Delete all that the site has kept, after a yes; nothing else that may stand in the folder."""
    folder = places.writable(places.data_folder())
    lock = Lock(folder)
    lock.take()
    if not sure:
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
