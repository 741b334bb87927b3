"""After a sign-in, or in place of a form whose token is no longer good: back to the form, with what was typed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.requests.kept import Kept, is_from_here, kept_of


def resume(request: HttpRequest, sent_form: Kept) -> HttpResponse:
    """The page that leads back to the form; with a script it does so by itself."""
    return render(request, "site/resume.html", {"kept": sent_form})


def token_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """For ``CSRF_FAILURE_VIEW``: nothing was changed, and what was typed on a page of this site is still there."""
    sent_form = kept_of(request) if is_from_here(request) else None
    return render(request, "403_csrf.html", {"kept": sent_form}, status=403)
