"""使用说明: a page a role, and the statement on accessibility; and the icon of the site."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.permissions import Permission
from web.files.workbooks import static_file
from web.requests.loaders import needs


@needs(Permission.PUBLIC)
@require_safe
def guide(request: HttpRequest, role: str) -> HttpResponse:
    """``role`` is the name of a template beneath templates/site/help/."""
    return render(request, f"site/help/{role}.html", {"role": role, "by_make": not settings.PRODUCTION})


@needs(Permission.PUBLIC)
@require_safe
@cache_control(public=True, max_age=86_400)
def icon(request: HttpRequest) -> HttpResponse:
    """``static/icon.svg``."""
    return HttpResponse(static_file("icon.svg"), content_type="image/svg+xml")
