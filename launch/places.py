"""Where things stand: the project, its .venv, and the data folder."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from launch.progress import Trouble

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
METRICS = "PROMETHEUS_MULTIPROC_DIR"


def in_venv() -> bool:
    """Whether this very process runs on .venv's Python."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def data_folder() -> Path:
    """The folder that holds everything worth keeping: ``GUANDAN_VAR``, else var/ in the project."""
    return Path(os.environ.get("GUANDAN_VAR") or ROOT / "var").resolve()


def static_folder() -> Path:
    """The folder of the collected static files: ``GUANDAN_STATIC``, else static-collected/ in the project."""
    return Path(os.environ.get("GUANDAN_STATIC") or ROOT / "static-collected").resolve()


def empty_metrics(folder: Path) -> None:
    """Make the folder in which the site's processes count for /metrics; counts begin anew with the site."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ[METRICS] = str(folder)


def writable(folder: Path) -> Path:
    """``folder``, made if need be; Trouble if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise Trouble(
            f"The data folder {folder} cannot be written ({error.strerror}): "
            "make it writable, or set GUANDAN_VAR to another folder."
        ) from None
