"""发信服务器: the site's office says which one takes the mails, and tries it out."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from notices.mail_servers import outgoing, set_up, take_down, try_out
from notices.models import MailServer
from notices.states import Security
from tournaments.permissions import Permission
from web.requests.attempts import attempt, is_resumed
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs
from web.site.forms import SERVICES, MailServerForm, MailTestForm


def _mail_page(request: HttpRequest, form: PageForm, **tested: str) -> HttpResponse:
    """With its form as it was typed; ``tested`` was the address, and ``answer`` what the server said."""
    server = outgoing()
    context = {"server": server, "fixed": _is_fixed(server), "form": form, "services": SERVICES, **tested}
    return render(request, "site/mail_server.html", context, status=form.status)


def _is_fixed(server: MailServer | None) -> bool:
    return server is not None and server.is_fixed


@needs(Permission.SITE)
def mail_server(request: HttpRequest) -> HttpResponse:
    """``?service=qq`` fills in what is known of a common service."""
    server, by = outgoing(), actor(request)
    if _is_fixed(server):
        return _mail_page(request, MailTestForm(initial={"to": by.email}))
    saved = vars(server) if server else {"port": 465, "security": Security.TLS}
    service = SERVICES.get(request.GET.get("service", ""))
    known = {name: getattr(service, name) for name in ("host", "port", "security")} if service else {}
    form = MailServerForm(request.POST or None, initial={**saved, "to": by.email, **known})

    def save(typed: dict[str, Any]) -> None:
        row, password, _to = _typed(typed)
        set_up(row, password, by=by)

    if request.method != "POST" or not form.try_to(save, request).done:
        return _mail_page(request, form)
    messages.success(request, _("The mail server is saved. Send a test to see whether it accepts e-mails."))
    return redirect("mail_server")


def _typed(values: dict[str, Any]) -> tuple[MailServer, str, str]:
    about = {name: value for name, value in values.items() if name not in ("password", "to")}
    return MailServer(**about), values["password"], values["to"]


@needs(Permission.SITE)
@require_POST
def mail_server_removal(request: HttpRequest) -> HttpResponse:
    attempt(request, take_down)
    messages.success(request, _("No e-mails are sent any more."))
    return redirect("mail_server")


@needs(Permission.SITE)
@require_POST
def mail_server_test(request: HttpRequest) -> HttpResponse:
    """By the server as it is typed, which is not saved by it; by the machine's own, where that is named."""
    fixed = _is_fixed(outgoing())
    form = MailTestForm(request.POST) if fixed else MailServerForm(request.POST, is_test=True)
    if not form.is_valid() or is_resumed(request):
        form.status = HTTPStatus.UNPROCESSABLE_ENTITY
        return _mail_page(request, form)
    to = form.cleaned_data["to"]
    answer = try_out(to) if fixed else try_out(to, *_typed(form.cleaned_data)[:2])
    form.status = HTTPStatus.UNPROCESSABLE_ENTITY if answer else HTTPStatus.OK
    host = "" if fixed else form.cleaned_data["host"]
    return _mail_page(request, form, tested=to, answer=answer, host=host)
