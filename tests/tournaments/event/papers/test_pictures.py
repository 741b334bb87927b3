"""Pictures are what they say, and nothing but the picture is kept of a file."""

import base64

import pytest

from journal.refusals import Refused
from tests.tournaments.event.papers.samples import a_png
from tournaments.codes import Code
from tournaments.event.papers.pictures import JPEG, PNG, read_picture

# 64 × 64 in grey, as small as a JPEG can be
A_JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////"
    "////////////////wgALCABAAEABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//aAAgBAQAAAABH/9k="
)


def refused(data: bytes, largest: int = 1_000_000) -> list[str]:
    with pytest.raises(Refused) as raised:
        read_picture(data, largest=largest)
    return [problem.code for problem in raised.value.problems]


def test_png_keeps_its_picture_and_nothing_else():
    picture = read_picture(a_png(80, 60, extra=b"Comment\0<script>") + b"<script>", largest=1_000_000)
    assert (picture.kind, picture.width, picture.height, picture.is_transparent) == (PNG, 80, 60, True)
    assert picture.data == a_png(80, 60)
    assert not read_picture(a_png(alpha=False), largest=1_000_000).is_transparent


def test_jpeg_keeps_its_picture_and_nothing_else():
    comment = b"\xff\xfe\x00\x0a<script>"
    picture = read_picture(A_JPEG[:2] + comment + A_JPEG[2:] + b"<script>", largest=1_000_000)
    assert (picture.kind, picture.width, picture.height, picture.is_transparent) == (JPEG, 64, 64, False)
    assert picture.data == A_JPEG


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", Code.FILE_EMPTY),
        (b"<svg onload='alert(1)'/>", Code.PICTURE_IS_NONE),
        (b"GIF89a", Code.PICTURE_IS_NONE),
        (a_png()[:-20], Code.PICTURE_DAMAGED),
        (a_png().replace(b"IDAT", b"IDAX"), Code.PICTURE_DAMAGED),
        (a_png(size_said=3000), Code.PICTURE_DAMAGED),
        (a_png(60, 6_000, size_said=60), Code.PICTURE_DAMAGED),
        (a_png(size_said=4_000_000), Code.PICTURE_HAS_TOO_MANY_PIXELS),
        (a_png(60, 10), Code.PICTURE_TOO_SMALL),
        (A_JPEG[:40], Code.PICTURE_DAMAGED),
        (A_JPEG[:-2], Code.PICTURE_DAMAGED),
        (b"\xff\xd8\xff", Code.PICTURE_DAMAGED),
    ],
)
def test_what_is_no_picture_is_refused(data, code):
    assert refused(data) == [code]


def test_picture_of_too_many_bytes_is_refused():
    assert refused(a_png(), largest=100) == [Code.PICTURE_TOO_LARGE]
