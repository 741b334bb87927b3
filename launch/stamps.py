"""Remembers with which inputs a step of the start was done, so that the next start skips it."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(root: Path, patterns: Iterable[str], *values: str) -> str:
    """A hash over the contents of all files that match, and over ``values``."""
    result = hashlib.sha256("\n".join(values).encode())
    for pattern in patterns:
        for path in sorted(root.glob(pattern)):
            if path.is_file():
                result.update(str(path.relative_to(root)).encode())
                result.update(path.read_bytes())
    return result.hexdigest()


class Stamp:
    """A file that holds the digest of the inputs with which a step was last done."""

    def __init__(self, path: Path, inputs: str) -> None:
        self.path, self.inputs = path, inputs

    @property
    def is_fresh(self) -> bool:
        return self.path.exists() and self.path.read_text() == self.inputs

    def save(self) -> None:
        """Note that the step was done with these inputs."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.inputs)
