"""What chief referee and office decide: the draw of the first stage, of equal teams, and rulings on matches."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api import bodies
from api.resources import Writing, row_or_404
from api.serializers.draws import DrawAnswer, EqualsAnswer
from api.serializers.matches import MatchStateAnswer
from api.tables import match_state
from tournaments.bracket.queries.advancement import open_equals
from tournaments.day.actions.rulings import both_absent, correct_result, decide, disqualify, forfeit
from tournaments.draw.actions.draws import confirm_draw, discard_draw, preview_draw
from tournaments.draw.actions.places import decide_places, place_stage, reopen_places
from tournaments.draw.queries.draws import DrawView, draw_view
from tournaments.models import Draw, Match, PlaceDecision, Tournament
from tournaments.permissions import Permission
from tournaments.states import EqualsDecided

Rule = Callable[[Match, str, str, User], object]
RULINGS: Final[Mapping[str, Rule]] = {
    "forfeit": lambda match, side, reason, by: forfeit(match, side, by=by, note=reason),
    "both_absent": lambda match, _side, reason, by: both_absent(match, by=by, note=reason),
    "disqualification": lambda match, side, reason, by: disqualify(match, side, by=by, reason=reason),
    "decision": lambda match, side, reason, by: decide(match, side, by=by, reason=reason),
    "correction": lambda match, _side, reason, by: correct_result(match, by=by, reason=reason),
}
"""By the name of a ruling, with the side that it is about: who is absent or out, or who wins a decision."""


class Draws(Writing):
    """抽签: a preview of the draw, which takes the place of the one before."""

    permission = Permission.DRAW_MAKE
    form, answers = bodies.DrawBody, DrawAnswer
    status = 201
    leads_to = (("draw_confirmation", "number", "/number"), ("draw_repeal", "number", "/number"))

    def change(self, slug: str, *, seed: str, without_drafts: bool) -> DrawView:
        draw = preview_draw(self.event, by=self.actor, seed=seed, without_drafts=without_drafts)
        return draw_view(self.event, draw)


class DrawConfirmation(Writing):
    """确认并公布. A draw with breaches needs ``confirmed`` and a reason, by the chief referee."""

    permission = Permission.DRAW_MAKE
    form, answers = bodies.DrawConfirmationBody, DrawAnswer

    def change(self, slug: str, number: int, *, confirmed: bool, reason: str, seen: int | None) -> DrawView:
        draw = _draw(self.event, number)
        confirmed_draw = confirm_draw(draw, by=self.actor, seen=seen, accept=confirmed, reason=reason)
        return draw_view(self.event, confirmed_draw)


class DrawRepeal(Writing):
    """重新抽签: a preview is thrown away, or, with a reason and while no match has begun, the draw that stands."""

    permission = Permission.DRAW_MAKE
    form, answers = bodies.ReasonBody, DrawAnswer

    def change(self, slug: str, number: int, *, reason: str) -> DrawView:
        return draw_view(self.event, discard_draw(_draw(self.event, number), by=self.actor, reason=reason))


class StagePlaces(Writing):
    """晋级: the teams of a later stage come into it, by rank or drawn anew."""

    permission = Permission.DRAW_MAKE
    form, answers = bodies.StagePlacesBody, DrawAnswer
    status = 201

    def change(self, slug: str, number: int, *, absent: list[int], seed: str) -> DrawView:
        stage = row_or_404(self.event.stages.all(), number=number)
        return draw_view(self.event, place_stage(stage, by=self.actor, absent=absent, seed=seed))


class EqualPlaces(Writing):
    """名次相同: teams that are equal in everything, and what is decided of them. Play-off and lots take the chief
    referee, as on the page."""

    permission = Permission.AWARDS_CONFIRM
    form, answers = bodies.EqualsBody, EqualsAnswer
    leads_to = (("equals_reopening", "decision", "/decided/0/id"),)

    def get(self, request: Request, slug: str) -> Response:
        return Response(self.answer(_equals(self.event)), headers={"Cache-Control": "no-store"})

    def change(
        self, slug: str, *, stage: int, teams: list[int], how: str, order: list[int], note: str
    ) -> Mapping[str, Any]:
        row = row_or_404(self.event.stages.all(), number=stage)
        decide_places(row, teams, EqualsDecided(how), by=self.actor, order=order, note=note)
        return _equals(self.event)


class EqualsReopening(Writing):
    """撤回: it is open again what becomes of them; the id of the decision is in the list of these."""

    permission = Permission.AWARDS_CONFIRM
    form, answers = bodies.CallBody, EqualsAnswer

    def change(self, slug: str, decision: int) -> Mapping[str, Any]:
        row = row_or_404(PlaceDecision.objects.filter(stage__tournament=self.event), pk=decision)
        reopen_places(row, by=self.actor)
        return _equals(self.event)


class Ruling(Writing):
    """裁定. Without ``confirmed`` nothing is changed: a ruling by mistake is worse than one more question."""

    permission, is_of_match = Permission.MATCH_RULE, True
    form, answers = bodies.RulingBody, MatchStateAnswer

    def change(self, slug: str, number: int, *, ruling: str, side: str, reason: str) -> Mapping[str, Any]:
        RULINGS[ruling](self.match, side, reason, self.actor)
        return match_state(Match.every.select_related("result").get(pk=self.match.pk))


def _equals(event: Tournament) -> Mapping[str, Any]:
    decided = PlaceDecision.objects.filter(stage__tournament=event).select_related("stage").order_by("-pk")
    return {"open": open_equals(event), "decided": decided}


def _draw(event: Tournament, number: int) -> Draw:
    rows = Draw.objects.select_related("stage__tournament__journal", "stage__source")
    return row_or_404(rows, stage__tournament=event, number=number)
