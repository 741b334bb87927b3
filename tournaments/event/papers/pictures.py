"""图片: PNG and JPEG files that an office sends, verified piece by piece and rid of all that is no picture.

Only the parts of a file that make the picture are kept; what a program could hide between or behind them is left out.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from journal.refusals import Problem, Refused
from tournaments.codes import Code

PNG, JPEG = "png", "jpg"
MOST_PIXELS: Final = 12_000_000
"""A page of A4 at 300 points an inch has 8.7 millions."""
LEAST_SIDE: Final = 50
_PNG = b"\x89PNG\r\n\x1a\n"
_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_BITS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""Bits a sample, by the kinds of colour that PNG knows."""
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_WITH_ALPHA = (4, 6)
_START, _END, _SCAN = 0xD8, 0xD9, 0xDA
_FRAMES = (0xC0, 0xC1, 0xC2)
_WITHIN = (0x00, 0xFF, *range(0xD0, 0xD8))
"""A byte of the picture itself, filling, and where a decoder may begin anew."""
_LEFT_OUT = (*range(0xE0, 0xF0), 0xFE)
_TABLES = (0xC4, 0xDB, 0xDD, 0xE0, 0xEE)  # Huffman, quantisation, restart, JFIF, Adobe's colours


@dataclass(frozen=True)
class Picture:
    """A picture that is one: its cleaned ``data``, what it is, its size in pixels, and whether it lets through."""

    data: bytes
    kind: str
    width: int
    height: int
    is_transparent: bool


def read_picture(data: bytes, *, largest: int, field: str = "file") -> Picture:
    """The picture of a file of at most ``largest`` bytes. Refused: empty, too large, too many pixels or hardly any, no
    picture of the two kinds, damaged."""
    if not data:
        raise _refused(Code.FILE_EMPTY, field)
    if len(data) > largest:
        raise _refused(Code.PICTURE_TOO_LARGE, field, most=largest // 1_000_000)
    try:
        picture = _png(data) if data.startswith(_PNG) else _jpeg(data) if data.startswith(b"\xff\xd8\xff") else None
    except (struct.error, IndexError, ValueError, zlib.error) as error:
        raise _refused(Code.PICTURE_DAMAGED, field) from error
    if picture is None:
        raise _refused(Code.PICTURE_IS_NONE, field)
    if picture.width * picture.height > MOST_PIXELS:
        raise _refused(Code.PICTURE_HAS_TOO_MANY_PIXELS, field, most=MOST_PIXELS // 1_000_000)
    if min(picture.width, picture.height) < LEAST_SIDE:
        raise _refused(Code.PICTURE_TOO_SMALL, field, least=LEAST_SIDE)
    return picture


def file_name(name: str, data: bytes) -> str:
    """The name with the ending of what a kept picture is."""
    return f"{name}.{PNG if data.startswith(_PNG) else JPEG}"


def _refused(code: Code, field: str, **data: int) -> Refused:
    return Refused(Problem(code, field, data))


def _png(data: bytes) -> Picture:
    chunks = list(_chunks(data))
    names = [name for name, _ in chunks]
    if names[0] != b"IHDR" or names[-1] != b"IEND" or b"IDAT" not in names or names.count(b"IHDR") > 1:
        raise ValueError("parts are missing")
    width, height, bits, colour, packing, filtering, lacing = struct.unpack(">IIBBBBB", chunks[0][1])
    if bits not in _BITS.get(colour, ()) or packing or filtering or lacing > 1:
        raise ValueError("no kind of PNG")
    if 0 < width * height <= MOST_PIXELS:
        # it must not unfold to more, or less, than its size says; laced in seven passes it has a few more bytes
        rows = height * (1 + (width * bits * _SAMPLES[colour] + 7) // 8)
        packed = b"".join(body for name, body in chunks if name == b"IDAT")
        size = len(zlib.decompressobj().decompress(packed, rows * 2 + 1_000))
        if size > rows * 1.2 + 1_000 or size < rows * 0.9:
            raise ValueError("the size is another")
    cleaned = _PNG
    for name, body in chunks:
        if name in _KEPT:
            cleaned += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return Picture(cleaned, PNG, width, height, colour in _WITH_ALPHA or b"tRNS" in names)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each part with its name up to the end of the picture; what stands behind it is no part."""
    at, name = len(_PNG), b""
    while name != b"IEND":
        (length,) = struct.unpack_from(">I", data, at)
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checked,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(name + body) != checked:
            raise ValueError("a part is damaged")
        yield name, body
        at += length + 12


def _jpeg(data: bytes) -> Picture:
    segments, size, at = [data[:2]], (0, 0), 2
    while (marker := data[at + 1]) != _SCAN:
        (length,) = struct.unpack_from(">H", data, at + 2)
        if data[at] != 0xFF or marker not in (*_FRAMES, *_TABLES, *_LEFT_OUT):
            raise ValueError("no kind of JPEG")
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = (width, height)
        if marker in (*_FRAMES, *_TABLES):
            segments.append(data[at : at + 2 + length])
        at += 2 + length
    if not all(size):
        raise ValueError("no size")

    # the scans, up to the first marker of the end outside of any segment
    scans = at
    while data[(at := data.index(b"\xff", at)) + 1] != _END:
        marker = data[at + 1]
        if marker in _WITHIN:
            at += 1 if marker == 0xFF else 2
        else:
            (length,) = struct.unpack_from(">H", data, at + 2)
            at += 2 + length
    return Picture(b"".join([*segments, data[scans:at], b"\xff\xd9"]), JPEG, *size, False)
