"""A list handed out: as a workbook, as CSV, or as one of its pictures."""

from urllib.parse import quote

from django.http import Http404, HttpResponse

from web.files.file_names import file_name
from web.files.workbooks import CSV, XLSX, as_csv, as_workbook, file_answer
from web.lists.listing import Form, Listing
from web.lists.pictures import pages_of, picture_of


def list_answer(listing: Listing, form: str, page: int = 1) -> HttpResponse:
    """The list in that form; 404 for a form that there is not (a text is a page, and the room's own), or a picture."""
    name = file_name(listing.event, listing.name)
    match form:
        case Form.XLSX:
            return file_answer(as_workbook(*listing.tables), f"{name}.xlsx", XLSX)
        case Form.CSV:
            return file_answer(as_csv(*listing.tables), f"{name}.csv", CSV)
        case Form.PICTURE if 1 <= page <= len(pages_of(listing)):
            headers = {"Content-Disposition": f"inline; filename*=UTF-8''{quote(f'{name}-{page}.png')}"}
            return HttpResponse(picture_of(listing, page), content_type="image/png", headers=headers)
    raise Http404


def pictures_of(listing: Listing) -> range:
    """The numbers of its pictures, from 1."""
    return range(1, len(pages_of(listing)) + 1)
