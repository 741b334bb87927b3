"""发信服务器: the site's office says which one takes the mails, and tries it out."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from notices.mail_servers import outgoing, set_up, take_down, try_out
from notices.models import MailServer
from tournaments.permissions import Permission
from web.requests.attempts import attempt
from web.requests.kept import is_resumed
from web.requests.loaders import actor, needs
from web.site.forms import MailServerForm, MailTestForm


@needs(Permission.SITE)
def mail_server(request: HttpRequest) -> HttpResponse:
    server = outgoing()
    form = MailServerForm(request.POST or None, initial=vars(server) if server else {"port": 465, "security": "tls"})
    if request.method == "POST" and not (server and server.is_fixed):
        outcome = form.try_to(lambda typed: _set_up(request, typed), request)
        if not outcome.done:
            return _page(request, form=form, status=outcome.status)
        messages.success(request, _("The mail server is saved. Send a test to see whether it accepts e-mails."))
        return redirect("mail_server")
    return _page(request, form=form)


def _set_up(request: HttpRequest, typed: dict[str, Any]) -> None:
    password = typed.pop("password")
    set_up(MailServer(**typed), password, by=actor(request))


@needs(Permission.SITE)
@require_POST
def mail_server_removal(request: HttpRequest) -> HttpResponse:
    attempt(request, take_down)
    messages.success(request, _("No e-mails are sent any more."))
    return redirect("mail_server")


@needs(Permission.SITE)
@require_POST
def mail_server_test(request: HttpRequest) -> HttpResponse:
    test = MailTestForm(request.POST)
    if not test.is_valid() or is_resumed(request):
        return _page(request, test=test, status=422)
    to = test.cleaned_data["to"]
    answer = try_out(to)
    return _page(request, test=test, tested=to, answer=answer, status=422 if answer else 200)


def _page(
    request: HttpRequest,
    *,
    form: MailServerForm | None = None,
    test: MailTestForm | None = None,
    tested: str = "",
    answer: str = "",
    status: int = 200,
) -> HttpResponse:
    server = outgoing()
    context = {
        "server": server,
        "fixed": server is not None and server.is_fixed,
        "form": form or MailServerForm(initial=vars(server) if server else {}),
        "test": test or MailTestForm(initial={"to": actor(request).email}),
        "tested": tested,
        "answer": answer,
    }
    return render(request, "site/mail_server.html", context, status=status)
