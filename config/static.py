"""The names of static files."""

from functools import lru_cache
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """Names with the hash of their contents; each is looked up once a process, for every page names ten of them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._named = lru_cache(maxsize=256)(super().url)

    def url(self, name: str, force: bool = False) -> str:
        return str(self._named(name, force))
