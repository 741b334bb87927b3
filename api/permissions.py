"""May this person? The one table of ``tournaments.permissions`` answers for the ``permission`` that a view declares."""

from typing import TYPE_CHECKING

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from tournaments.permissions import Permission, may

if TYPE_CHECKING:
    from api.resources import Resource


class Granted(BasePermission):
    """Lets in whom the table lets in. A one-time password must first be replaced on the site."""

    def has_permission(self, request: Request, view: "Resource") -> bool:  # type: ignore[override]
        if view.permission == Permission.PUBLIC:
            return True
        if getattr(request.user, "one_time_password", False):
            raise PermissionDenied(code="password_must_be_chosen")
        number = view.kwargs["number"] if view.is_of_match else None
        return may(request.user, view.permission, view.tournament, number)
