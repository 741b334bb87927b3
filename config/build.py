"""Which release runs, and which build of it: part of every ETag, so that a new one never answers with an old page."""

import hashlib
import tomllib
from pathlib import Path

WHOLE = {"templates": "**/*", "static": "**/*", "locale": "**/*.po"}
"""Folders of which more counts than the modules in them."""

APART = {"tests", "var", "static-collected", "node_modules"}
"""Nothing of these counts, nor of a hidden folder as .venv: they are not even walked through, at every start."""


def build_id(root: Path) -> str:
    """Twelve hex digits over the names, sizes and times of the sources under ``root``."""
    digest = hashlib.sha256()
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        if folder.name in APART or folder.name.startswith("."):
            continue
        for path in sorted(folder.glob(WHOLE.get(folder.name, "**/*.py"))):
            if path.is_file():
                stat = path.stat()
                digest.update(f"{path.relative_to(root)}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]


def release(root: Path) -> str:
    """The version of the project, as pyproject.toml says it."""
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])
