"""打印不出来的字: what of a name none of the faces holds that papers are set in. Knows no database."""

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from struct import unpack

from django.conf import settings

from journal.refusals import Problem
from tournaments.codes import Code

BEYOND_UNICODE = 0x110000


def font_folders() -> tuple[Path, ...]:
    """Where the faces of papers lie: Chinese ones of a package, and what these lack (decision 60)."""
    from pylopdf_fonts_zh_cn import sans_path

    return sans_path().parent, Path(settings.BASE_DIR) / "fonts"


def unprintable(text: str) -> str:
    """The characters that would be empty boxes on paper, each once. What only joins or parts others needs no shape."""
    shown = _shown()
    lacking = dict.fromkeys(c for c in unicodedata.normalize("NFC", text) if not shown[ord(c)])
    seen = (c for c in lacking if not (c.isspace() or unicodedata.category(c) == "Cf"))
    return "".join(c for c in seen if not ("\ufe00" <= c <= "\ufe0f" or "\U000e0100" <= c <= "\U000e01ef"))


def print_doubts(text: str, where: str = "") -> list[Problem]:
    """What cannot be printed of a name at that field, to be asked about: it may be entered all the same."""
    lacking = unprintable(text)
    return [Problem(Code.NOT_PRINTABLE, where, {"characters": lacking})] if lacking else []


@cache
def _shown() -> bytes:
    """For each character, whether a face has it."""
    shown = bytearray(BEYOND_UNICODE)
    for folder in font_folders():
        for path in folder.glob("*.[ot]tf"):
            for first, last in _ranges(path):
                shown[first : last + 1] = bytes([1]) * (last + 1 - first)
    return bytes(shown)


def _ranges(path: Path) -> Iterator[tuple[int, int]]:
    """The first and last characters of each range in the face: the table ``cmap`` of OpenType, in its format 12 for all
    of Unicode, or 4 for the first 65,536."""
    with path.open("rb") as file:
        (count,) = unpack(">4xH6x", file.read(12))
        tables = {tag: (at, size) for tag, at, size in (unpack(">4s4xLL", file.read(16)) for _ in range(count))}
        at, size = tables[b"cmap"]
        file.seek(at)
        cmap = file.read(size)
    (count,) = unpack(">2xH", cmap[:4])
    offsets = [unpack(">4xL", cmap[4 + 8 * n : 12 + 8 * n])[0] for n in range(count)]
    by_format = {unpack(">H", cmap[offset : offset + 2])[0]: cmap[offset:] for offset in offsets}
    if table := by_format.get(12):
        (count,) = unpack(">12xL", table[:16])
        yield from (unpack(">LL4x", table[16 + 12 * n : 28 + 12 * n]) for n in range(count))
        return
    table = by_format[4]
    (double,) = unpack(">6xH", table[:8])
    segments = double // 2
    ends = unpack(f">{segments}H", table[14 : 14 + double])
    starts = unpack(f">{segments}H", table[16 + double : 16 + 2 * double])
    yield from zip(starts[:-1], ends[:-1], strict=True)  # the last is the end mark
