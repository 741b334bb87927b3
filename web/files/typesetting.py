"""Documents as PDF: a typst template of templates/documents/, its data as JSON, fonts that come with the project."""

import json
import shutil
import tempfile
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpResponse

from tournaments.entries.glyphs import font_folders

DOCUMENTS = Path(settings.BASE_DIR) / "templates" / "documents"
NO_FILES: Mapping[str, bytes] = {}
PREVIEW = 60
"""Points an inch of a preview: an A4 page is some 500 wide."""


def typeset(template: str, data: dict[str, Any], files: Mapping[str, bytes] = NO_FILES) -> bytes:
    """The document ``template`` (a file name) as PDF; ``data`` is what it reads, in words already, ``files`` are the
    pictures that it shows, by name."""
    return _set(template, data, files, format="pdf")[0]


def first_page(
    template: str, data: dict[str, Any], files: Mapping[str, bytes] = NO_FILES, ppi: float = PREVIEW
) -> bytes:
    """The first page of the same as PNG."""
    return _set(template, data, files, format="png", ppi=ppi)[0]


def all_pages(
    template: str, data: dict[str, Any], files: Mapping[str, bytes] = NO_FILES, ppi: float = PREVIEW
) -> list[bytes]:
    """Every page of the same as PNG."""
    return _set(template, data, files, format="png", ppi=ppi)


def _set(template: str, data: dict[str, Any], files: Mapping[str, bytes], **how: Any) -> list[bytes]:
    """One document, or a picture a page. What a template imports or shows lies beside it, and nothing else is read."""
    if not files:
        return _compiled(DOCUMENTS, template, data, **how)
    with tempfile.TemporaryDirectory() as folder:
        for path in DOCUMENTS.glob("*.typ"):
            shutil.copy(path, folder)
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        return _compiled(Path(folder), template, data, **how)


def _compiled(folder: Path, template: str, data: dict[str, Any], **how: Any) -> list[bytes]:
    import typst

    made: bytes | list[bytes] = typst.compile(
        str(folder / template),
        root=str(folder),
        font_paths=faces(),
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        **how,
    )
    return made if isinstance(made, list) else [made]


@cache
def faces() -> Any:
    """Noto Sans SC (黑体) and Noto Serif SC (宋体), and for names what both lack: rare ideographs (decision 37) and the
    scripts of every people (decision 60). Which of them stands where, `templates/documents/faces.typ` says."""
    import typst

    folders = [str(folder) for folder in font_folders()]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)


def shown(pictures: list[bytes]) -> list[str]:
    """The pictures as addresses that stand in the page itself."""
    return [f"data:image/png;base64,{b64encode(picture).decode()}" for picture in pictures]


def png_answer(picture: bytes) -> HttpResponse:
    """A page as a picture, kept by no cache."""
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": "private, no-store"})


def pdf_answer(document: bytes, name: str) -> HttpResponse:
    """The document shown in the browser, under the file name ``name``.pdf (in any script) if it is saved; kept by no
    cache."""
    headers = {
        "Content-Disposition": f"inline; filename*=UTF-8''{quote(name)}.pdf",
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(document, content_type="application/pdf", headers=headers)
