"""How papers look: rendered pages against pictures kept beside this file, rare characters against the empty box.

typst sets the same page to the same bit with the same version and fonts, so a picture that differs is a change of the
page. To renew them after one that was meant: ``RENEW_PICTURES=1 python -m launch test tests/web/documents``, look at
each, and commit them with the change.
"""

import os
from pathlib import Path

import pytest
import typst
from django.utils import timezone, translation

from tests.thorough import some
from tests.web.documents.events import a_reading, an_entered_event, an_event_of
from web.documents.catalogue import BY_KEY
from web.documents.document import EventReading, Options
from web.files.typesetting import all_pages, faces

pytestmark = pytest.mark.django_db
PICTURES = Path(__file__).parent / "pictures"
RENEW = os.environ.get("RENEW_PICTURES") == "1"
POINTS_AN_INCH = 45
KEPT = {
    "entered": (("entry-forms", "a4", 1), ("table-cards", "a4", 1), ("budget", "a4", 1)),
    "drawn": (("draw-record", "a4", 1), ("score-sheets", "a4", 1), ("bracket", "a4", 1), ("referee-notes", "a4", 1)),
    "finished": (
        ("bracket", "a3", 1),
        ("results", "a4", 1),
        ("programme", "a4", 2),
        ("summary", "a4", 1),
        ("referee-notes", "a4", 1),
        ("host-words", "a4", 3),
    ),
    "groups": (("bracket", "a4", 1),),
}
PAGES = some([(event, *page) for event, pages in KEPT.items() for page in pages])


@pytest.fixture(scope="module")
def readings(module_db: None) -> dict[str, EventReading]:
    events = {
        "entered": an_entered_event(),
        "drawn": an_event_of("shuangsheng", branches=3, slug="drawn"),
        "finished": an_event_of("knockout", branches=6, played=True, slug="finished"),
        "groups": an_event_of("round_robin", played=True, slug="groups"),
    }
    return {name: a_reading(tournament) for name, tournament in events.items()}


@pytest.mark.parametrize(("event", "key", "size", "page"), PAGES)
def test_page_looks_as_it_did(event, key, size, page, readings, tmp_path):
    reading = readings[event]
    with translation.override("zh-hans"), timezone.override(reading.tournament.tzinfo):
        pages = BY_KEY[key].pages(reading, Options(size))
        picture = all_pages(pages.template, pages.data, ppi=POINTS_AN_INCH)[page - 1]
    reference = PICTURES / f"{event}-{key}-{size}-{page}.png"
    if RENEW:
        reference.write_bytes(picture)
    (tmp_path / reference.name).write_bytes(picture)
    assert reference.read_bytes() == picture, (
        f"it is now as in {tmp_path / reference.name}; how to renew it stands above"
    )


def test_no_picture_is_kept_for_nothing():
    expected = {f"{event}-{key}-{size}-{page}.png" for event in KEPT for key, size, page in KEPT[event]}
    assert {path.name for path in PICTURES.iterdir()} == expected


@pytest.mark.parametrize("character", "㛃䶮𬭎龘𠮷김ئབᠪꆏŻĞƄꓡ")
def test_character_of_a_name_is_shown(character):
    for face in ("Noto Sans SC", "Noto Serif SC"):
        assert drawn(character, face) not in (drawn("\U0010fffe", face), drawn("一", face), drawn(" ", face))


def drawn(character: str, face: str) -> bytes:
    """The character alone, large, in a face or whatever stands in for it."""
    source = f'#set page(width: 30pt, height: 30pt, margin: 0pt)\n#text(size: 20pt, font: "{face}", "{character}")'
    picture = typst.compile(source.encode(), font_paths=faces(), format="png")
    assert isinstance(picture, bytes)
    return picture
