"""Long lists by pages, counted from 1. A page that does not exist is 404 before anything is made or kept of it."""

from django.http import Http404, HttpRequest


def asked_page(request: HttpRequest, total: int, per_page: int) -> tuple[int, range]:
    """``?page=``, the first one without, and all pages of so many rows; none is a page, too."""
    page, pages = int(request.GET.get("page", "1")), max(1, -(-total // per_page))
    if not 1 <= page <= pages:
        raise Http404
    return page, range(1, pages + 1)
