"""Documents as PDF: a typst template of templates/documents/, its data as JSON, a font that comes with the project."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpResponse

DOCUMENTS = Path(settings.BASE_DIR) / "templates" / "documents"


def typeset(template: str, data: dict[str, Any]) -> bytes:
    """The document ``template`` (a file name) as PDF; ``data`` is what it reads, in words already."""
    import typst
    from pylopdf_fonts_zh_cn import sans_path

    document: bytes = typst.compile(
        str(DOCUMENTS / template),
        font_paths=[str(sans_path().parent)],
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        format="pdf",
    )
    return document


def pdf_answer(document: bytes, name: str) -> HttpResponse:
    """The document shown in the browser, under the file name ``name``.pdf if it is saved; kept by no cache."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "private, no-store"}
    return HttpResponse(document, content_type="application/pdf", headers=headers)
