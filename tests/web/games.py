"""Half-played events for the tests of screens: deals by the same actions that referees use."""

from typing import Any

from accounts.models import User
from tests.factories import a_drawn_tournament, a_user
from tournaments.day.actions.matches import confirm_result, enter_deal
from tournaments.models import Match, Tournament

DOUBLE = {"home": "NS", "away": "WE"}


def a_started_tournament(**more: Any) -> tuple[Tournament, list[Match], User]:
    """An event whose first round is on, its matches by number, and a person who may do everything."""
    tournament = a_drawn_tournament(started=True, **more)
    matches = list(tournament.stages.get().matches.filter(round__number=1).order_by("number"))
    return tournament, matches, a_user(name="裁判甲", is_staff=True)


def win(match: Match, side: str, deals: int, *, by: User) -> None:
    """``deals`` double wins of that side: three levels each."""
    for _ in range(deals):
        enter_deal(match, DOUBLE[side], by=by)


def pass_a(match: Match, side: str = "home", *, by: User) -> None:
    """Play the match to passed A and confirm it."""
    win(match, side, 5, by=by)
    confirm_result(match, by=by)
