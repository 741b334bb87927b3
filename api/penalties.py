"""处罚 at the table: given as the rule set's table has it, and struck."""

from collections.abc import Mapping
from typing import Any

from api import answers, bodies
from api.changes import match_of, state_of
from api.permissions import holds
from api.resources import Writing
from scoring.models import Penalty
from tournaments.day.actions.matches import enter_penalty, strike_penalty
from tournaments.day.queries.penalties import effects_to_give, penalty_line
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.permissions import Permission


class Penalties(Writing):
    """处罚 of a side. Who may not end a match notes an offence that would; other effects are for who may rule."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.PenaltyBody, answers.PenaltyAnswer
    status = 201
    leads_to = (("penalty_strike", "number", "$request.path.number"), ("penalty_strike", "penalty", "/penalty/id"))

    def change(
        self,
        slug: str,
        number: int,
        *,
        side: str,
        offence: str,
        effect: str,
        amount: int,
        note: str,
        seen: int | None,
    ) -> Mapping[str, Any]:
        match = match_of(self)
        chosen_effects = effects_to_give(
            sheet_view(self.event, number),
            f"{side}:{offence}",
            effect,
            amount,
            may_rule=holds(self.request, self, Permission.MATCH_RULE),
            may_end=holds(self.request, self, Permission.MATCH_END),
        )
        return _answer_of(
            enter_penalty(match, side, offence, by=self.actor, effects=chosen_effects, note=note, seen=seen)
        )


class PenaltyStrike(Writing):
    """撤销处罚: it stays in the record, with the reason."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.StrikeBody, answers.PenaltyAnswer

    def change(self, slug: str, number: int, penalty: int, *, reason: str, seen: int | None) -> Mapping[str, Any]:
        return _answer_of(strike_penalty(match_of(self), penalty, by=self.actor, reason=reason, seen=seen))


def _answer_of(penalty: Penalty) -> dict[str, Any]:
    return {"penalty": answers.GivenPenaltySerializer(penalty_line(penalty)).data, **state_of(penalty.sheet)}
