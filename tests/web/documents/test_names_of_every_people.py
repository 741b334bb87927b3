"""What people of every script are called stands on every paper: no glyph of it is an empty box."""

from io import BytesIO

import pytest
from pypdf import PdfReader
from pypdf.generic import ByteStringObject, TextStringObject

from tests.every_people import NAMES
from tests.made_once import once_a_module
from tests.thorough import some
from tests.web.documents.events import a_reading, an_event_of
from tournaments.models import Branch, Player
from web.documents.catalogue import BY_KEY
from web.documents.document import Options

pytestmark = pytest.mark.django_db
BRANCHES = ("ئۇيغۇر شۆبە", "བོད་ལྗོངས", "ᠮᠣᠩᠭᠣᠯ", "ꆈꌠ")
WANTING = "𪚥"
"""No face holds it."""


def boxes(document: bytes) -> int:
    """How many glyphs of the PDF are those of no character: glyph 0, two bytes each."""
    found = 0
    for page in PdfReader(BytesIO(document)).pages:
        for operands, operator in page.get_contents().operations:
            pieces = operands[0] if operator == b"TJ" else operands if operator == b"Tj" else ()
            for piece in pieces:
                if isinstance(piece, ByteStringObject | TextStringObject):
                    glyphs = piece.original_bytes
                    found += sum(glyphs[n : n + 2] == b"\0\0" for n in range(0, len(glyphs), 2))
    return found


def an_event_of_every_people():
    played = an_event_of("knockout", branches=8, played=True)
    names = [name for name, _columns in NAMES]
    for number, player in enumerate(Player.objects.order_by("pk")):
        player.name = names[number % len(names)]
        player.save(update_fields=["name"])
    for number, name in enumerate(BRANCHES, start=1):
        Branch.objects.filter(number=number).update(name=name)
    return played


made_once, event = once_a_module(an_event_of_every_people)


@pytest.mark.parametrize("key", some(["sign-in", "certificates", "programme", "bracket", "entry-forms", "summary"]))
def test_paper_has_a_glyph_for_every_name(event, key):
    document = BY_KEY[key]
    assert boxes(document.pdf(a_reading(event), Options())) == 0


def test_name_that_cannot_be_printed_would_be_noticed(event):
    Player.objects.update(name=WANTING)
    assert boxes(BY_KEY["sign-in"].pdf(a_reading(event), Options())) > 0
