"""What chief referee and office decide: the draw of the first stage, and rulings on matches."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import Http404

from accounts.models import User
from api import answers, bodies
from api.changes import match_of, match_state_answer
from api.resources import Writing
from tournaments.day.actions.rulings import both_absent, correct_result, decide, disqualify, forfeit
from tournaments.draw.actions.advancement import place_stage
from tournaments.draw.actions.draws import confirm_draw, discard_draw, preview_draw
from tournaments.draw.queries.draws import draw_view
from tournaments.models import Draw, Match
from tournaments.permissions import Permission

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
    form, answers = bodies.DrawBody, answers.DrawAnswer
    status = 201
    leads_to = (("draw_confirmation", "number", "/number"), ("draw_repeal", "number", "/number"))

    def change(self, slug: str, *, seed: str, without_drafts: bool) -> Mapping[str, Any]:
        return _answer_of(self, preview_draw(self.event, by=self.actor, seed=seed, without_drafts=without_drafts))


class DrawConfirmation(Writing):
    """确认并公布. A draw with breaches needs ``confirmed`` and a reason, by the chief referee."""

    permission = Permission.DRAW_MAKE
    form, answers = bodies.DrawConfirmationBody, answers.DrawAnswer

    def change(self, slug: str, number: int, *, confirmed: bool, reason: str, seen: int | None) -> Mapping[str, Any]:
        draw = confirm_draw(_draw(self, number), by=self.actor, seen=seen, accept=confirmed, reason=reason)
        return _answer_of(self, draw)


class DrawRepeal(Writing):
    """重新抽签: a preview is thrown away, or, with a reason and while no match has begun, the draw that stands."""

    permission = Permission.DRAW_MAKE
    form, answers = bodies.ReasonBody, answers.DrawAnswer

    def change(self, slug: str, number: int, *, reason: str) -> Mapping[str, Any]:
        return _answer_of(self, discard_draw(_draw(self, number), by=self.actor, reason=reason))


class StagePlaces(Writing):
    """晋级: the teams of a later stage come into it, by rank or drawn anew."""

    permission = Permission.DRAW_MAKE
    form, answers = bodies.StagePlacesBody, answers.DrawAnswer
    status = 201

    def change(self, slug: str, number: int, *, absent: list[int], seed: str) -> Mapping[str, Any]:
        stage = self.event.stages.filter(number=number).first()
        if stage is None:
            raise Http404
        return _answer_of(self, place_stage(stage, by=self.actor, absent=absent, seed=seed))


class Ruling(Writing):
    """裁定. Without ``confirmed`` nothing is changed: a ruling by mistake is worse than one more question."""

    permission, is_of_match = Permission.MATCH_RULE, True
    form, answers = bodies.RulingBody, answers.MatchStateAnswer

    def change(self, slug: str, number: int, *, ruling: str, side: str, reason: str) -> Mapping[str, Any]:
        RULINGS[ruling](match_of(self), side, reason, self.actor)
        return match_state_answer(Match.objects.select_related("result").get(pk=match_of(self).pk))


def _draw(view: Writing, number: int) -> Draw:
    draws = Draw.objects.filter(stage__tournament=view.event, number=number)
    draw = draws.select_related("stage__tournament__journal", "stage__source").first()
    if draw is None:
        raise Http404
    return draw


def _answer_of(view: Writing, draw: Draw) -> Mapping[str, Any]:
    return answers.DrawAnswer(draw_view(view.event, draw)).data
