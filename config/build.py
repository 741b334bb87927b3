"""The name of the running build: part of every ETag, so that a new version never answers with an old page."""

import hashlib
from pathlib import Path

SOURCES = ("*/**/*.py", "templates/**/*", "static/**/*", "locale/**/*.po")
APART = {".venv", "tests", "var", "static-collected", "node_modules"}


def build_id(root: Path) -> str:
    """Twelve hex digits over the names, sizes and times of the sources under ``root``."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(root.glob(pattern)):
            if path.is_file() and path.relative_to(root).parts[0] not in APART:
                stat = path.stat()
                digest.update(f"{path.relative_to(root)}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]
