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
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs
from web.requests.sent_forms import is_resumed
from web.site.forms import MailServerForm, MailTestForm


def _mail_page(request: HttpRequest, form: PageForm, **tested: str) -> HttpResponse:
    """With one of its two forms as it was typed; ``tested`` was the address, and ``answer`` what the server said."""
    server = outgoing()
    is_test = isinstance(form, MailTestForm)
    context = {
        "server": server,
        "fixed": server is not None and server.is_fixed,
        "form": MailServerForm(initial=vars(server) if server else {}) if is_test else form,
        "test": form if is_test else MailTestForm(initial={"to": actor(request).email}),
        **tested,
    }
    return render(request, "site/mail_server.html", context, status=form.status)


@needs(Permission.SITE)
def mail_server(request: HttpRequest) -> HttpResponse:
    server = outgoing()
    form = MailServerForm(request.POST or None, initial=vars(server) if server else {"port": 465, "security": "tls"})

    def save(typed: dict[str, Any]) -> None:
        password = typed.pop("password")
        set_up(MailServer(**typed), password, by=actor(request))

    if request.method != "POST" or (server and server.is_fixed) or not form.try_to(save, request).done:
        return _mail_page(request, form)
    messages.success(request, _("The mail server is saved. Send a test to see whether it accepts e-mails."))
    return redirect("mail_server")


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
        test.status = 422
        return _mail_page(request, test)
    to = test.cleaned_data["to"]
    answer = try_out(to)
    test.status = 422 if answer else 200
    return _mail_page(request, test, tested=to, answer=answer)
