"""The log of sign-ins, in the tables and pages of django-axes: who came in, and what was refused.

Only the log: who may try how often is for the gate to say (web/site/gate.py).
"""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessFailureLog
from django.http import HttpRequest


class SignInLog(AxesDatabaseHandler):
    """A failure is a row; nothing of what was typed but the name stands in it."""

    def user_login_failed(
        self, sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **_: object
    ) -> None:
        noted: Any = request
        if noted is not None:
            AccessFailureLog.objects.create(
                username=credentials.get("username"),
                ip_address=noted.axes_ip_address,
                user_agent=noted.axes_user_agent,
                http_accept=noted.axes_http_accept,
                path_info=noted.axes_path_info,
            )
