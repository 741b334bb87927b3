"""A view that is one change: a form of a page, sent to an address of its own."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from web.requests.forms import PageForm
from web.requests.loaders import View, page_above


def changes(
    page: View, form: Callable[..., PageForm] = PageForm, message: Any = "", *, to: str = "", of: Any = None
) -> Callable[[Callable[..., Any]], View]:
    """Make a view of the change that is decorated: ``change(request, subject, form, **address)``, run once for the key
    of what was sent. Done, it leads to the page above, or to that of the event or series called ``to``; refused,
    ``page(request, subject, form)`` is shown with what was typed.

    ``form`` is the form's class, or makes it of ``(data, subject, **address)``. The subject is the event, or what
    ``of(event, value)`` reads by the first value of the address (a pk). What the change returns as a dictionary fills
    the ``message``.
    """

    def decorate(change: Callable[..., Any]) -> View:
        @require_POST
        @wraps(change)
        def view(request: HttpRequest, *event: Any, **address: Any) -> HttpResponse:
            subject = event if of is None else (of(*event, address.pop(next(iter(address)))),)
            sent = form(request.POST) if isinstance(form, type) else form(request.POST, *subject, **address)
            attempt = sent.try_to(lambda _typed: change(request, *subject, sent, **address), request)
            if not attempt.done:
                return page(request, *subject, sent)
            if message:
                messages.success(request, message % attempt.answer)
            return redirect(to, (event or subject)[0].slug) if to else redirect(page_above(request))

        return view

    return decorate
