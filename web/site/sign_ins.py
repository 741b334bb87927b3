"""登录设备: where a person is signed in, and signing out there."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import sessions
from tournaments.permissions import Permission
from web.requests.attempts import attempt
from web.requests.loaders import actor, needs
from web.requests.numbers import OFFICE_ZONE

SYSTEMS = ("Windows", "iPhone", "iPad", "Android", "HarmonyOS", "Mac", "Linux")
BROWSERS = {"MicroMessenger": "WeChat", "DingTalk": "DingTalk", "Edg": "Edge", "Firefox": "Firefox",
            "Chrome": "Chrome", "Safari": "Safari"}  # fmt: skip


@needs(Permission.OWN_ACCOUNT)
@require_safe
def sign_ins(request: HttpRequest) -> HttpResponse:
    with timezone.override(OFFICE_ZONE):
        open_sessions = sessions.sign_ins(actor(request), request.session.session_key, timezone.now())
        rows = [(one, device(one.agent)) for one in open_sessions]
        return render(request, "site/sign_ins.html", {"rows": rows})


@needs(Permission.OWN_ACCOUNT)
@require_POST
def sign_ins_end(request: HttpRequest) -> HttpResponse:
    outcome = attempt(request, lambda: {"n": sessions.end(actor(request), request.POST.get("handle", ""))})
    if outcome.answer.get("n"):
        messages.success(request, _("Signed out there."))
    return redirect("sign_ins")


def device(agent: str) -> str:
    """Edge · Windows, as far as the browser says."""
    browser = next((name for word, name in BROWSERS.items() if word in agent), "")
    system = next((word for word in SYSTEMS if re.search(rf"\b{word}", agent)), "")
    return " · ".join(word for word in (browser, system) if word)
