"""What the pages of the round day have in common: who may press which button, and what a press does."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.day.actions.matches import check_in, check_in_all, check_out
from tournaments.models import Match, Player, Tournament
from tournaments.permissions import Permission
from tournaments.states import TeamState
from web.day.sheet_forms import SheetForm
from web.requests.attempts import Attempt
from web.requests.forms import PageForm
from web.requests.loaders import actor, allowed_to

Action = Callable[..., Any]
DUTIES = {
    "deal": Permission.DEAL_ENTER,
    "agree": Permission.RESULT_AGREE,
    "confirm": Permission.RESULT_CONFIRM,
    "check_in": Permission.CHECK_IN,
    "run": Permission.ROUND_RUN,
    "print": Permission.SLIP_PRINT,
    "plan": Permission.TIMETABLE_EDIT,
    "rule": Permission.MATCH_RULE,
    "end": Permission.MATCH_END,
}
"""What a page asks before it shows a button."""


def day_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What every page of the day shows. ``can``: the duties of this person, and ``desk``: whether he sees other tables
    too, which a slip does not open."""
    allowed = allowed_to(request)
    can = {name: permission in allowed for name, permission in DUTIES.items()}
    return {
        "tournament": tournament,
        "can": can | {"desk": not getattr(request.user, "is_of_link", False)},
        "pulse": reverse("pulse", args=[tournament.slug]),
    }


def press(request: HttpRequest, form: PageForm, action: Action, subject: Any, first: str = "") -> Attempt:
    """Run ``action`` on ``subject`` with what was typed, by the names of the form's fields, but for the field
    ``first``, which comes first. From a sheet the version goes along that the page showed."""

    def run(typed: dict[str, Any]) -> Any:
        values = dict(typed)
        leading = [values.pop(first)] if first else []
        if isinstance(form, SheetForm):
            values["seen"] = form.seen
        return action(subject, *leading, by=actor(request), **values)

    return form.try_to(run, request)


def tick(match: Match, *, by: Any, here: list[int], gone: list[int], everybody: bool) -> None:
    """签到 of a ``TicksForm``, of the event's players: whoever stands in a draft or elsewhere is passed over."""
    if everybody:
        check_in_all(match, by=by)
    known = Player.objects.filter(team__branch__tournament=match.stage.tournament).exclude(team__state=TeamState.DRAFT)
    for player in known.filter(pk__in=here):
        check_in(match, player, by=by)
    for player in known.filter(pk__in=gone):
        check_out(match, player, by=by)
