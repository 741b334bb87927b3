"""What people at the tables and beside them change: by the permission of each address, through one action.

Deals and penalties (处罚, given as the rule set's table has them) are answered with where the sheet stands after them.
"""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, cast

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api import bodies
from api.access import holds
from api.resources import Resource, Writing, row_or_404
from api.serializers import matches, sheets
from journal.queries import last_event_number
from scoring.actions.submissions import SentEntry
from scoring.games.guandan import raw_deal
from scoring.models import KEY_LENGTH
from scoring.models import Sheet as SheetRow
from tournaments.bracket.rules.rule_sets import form_of
from tournaments.day.actions.matches import (
    agree,
    answer_call,
    call_match,
    call_referee,
    check_in_all,
    confirm_result,
    enter,
    enter_penalty,
    strike_penalty,
    submit,
    undo_deal,
)
from tournaments.day.actions.rounds import pause_round, resume_round, start_round
from tournaments.day.queries.games import deal_view
from tournaments.day.queries.phone import phone_sheet
from tournaments.day.queries.sheet_parts import effects_to_give, penalty_line
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.models import Match, Round
from tournaments.permissions import Permission

STEPS = {"start": start_round, "pause": pause_round, "resume": resume_round}


class Deals(Writing):
    """记一副."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    status = 201
    form, answers = bodies.DealBody, sheets.DealAnswer
    leads_to = (("undo", "number", "$request.path.number"),)

    def change(
        self, slug: str, number: int, *, order: str, kind: str, entry: Mapping[str, Any] | None, seen: int | None
    ) -> Mapping[str, Any]:
        deal = enter(self.match, entry or raw_deal(order, kind), by=self.actor, seen=seen)
        return {"deal": deal_view(deal), **state_of(deal.sheet)}


class Undo(Writing):
    """撤回 the last deal."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.UndoBody, sheets.UndoAnswer

    def change(self, slug: str, number: int, *, seen: int | None) -> Mapping[str, Any]:
        deal = undo_deal(self.match, by=self.actor, seen=seen)
        return {"deal": deal, **state_of(deal.sheet)}


class Penalties(Writing):
    """处罚 of a side. Who may not end a match notes an offence that would; other effects are for who may rule."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.PenaltyBody, sheets.PenaltyAnswer
    status = 201
    leads_to = (("penalty_strike", "number", "$request.path.number"), ("penalty_strike", "penalty", "/penalty/id"))

    def change(
        self, slug: str, number: int, *, side: str, offence: str, effect: str, amount: int, note: str, seen: int | None
    ) -> Mapping[str, Any]:
        match = self.match
        chosen_effects = effects_to_give(
            sheet_view(self.event, number),
            f"{side}:{offence}",
            effect,
            amount,
            may_rule=holds(self.request, self, Permission.MATCH_RULE),
            may_end=holds(self.request, self, Permission.MATCH_END),
        )
        entered = enter_penalty(match, side, offence, by=self.actor, effects=chosen_effects, note=note, seen=seen)
        return {"penalty": penalty_line(entered), **state_of(entered.sheet)}


class PenaltyStrike(Writing):
    """撤销处罚: it stays in the record, with the reason."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.StrikeBody, sheets.PenaltyAnswer

    def change(self, slug: str, number: int, penalty: int, *, reason: str, seen: int | None) -> Mapping[str, Any]:
        struck = strike_penalty(self.match, penalty, by=self.actor, reason=reason, seen=seen)
        return {"penalty": penalty_line(struck), **state_of(struck.sheet)}


class Submissions(Resource):
    """提交: what a device kept until it had a network. Its own key makes sending it twice the same as once.

    201 whatever becomes of it, 200 for one that was received before: a conflict is a state, not an error.
    """

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.SubmissionBody, sheets.SubmissionAnswer
    status = 201

    def post(self, request: Request, slug: str, number: int) -> Response:
        form = bodies.SubmissionBody(data=request.data)
        form.is_valid(raise_exception=True)
        match, entry = self.match, SentEntry(**form.validated_data)
        if "typed" in entry.body:
            entry = replace(entry, body={"entry": form_of(match.stage).raw(entry.body["typed"])})
        sent = submit(match, entry, by=cast("User", request.user))
        submission = {
            "id": sent.pk,
            "state": sent.state,
            "problems": sent.problems,
            "deal": deal_view(sent.deal) if sent.deal and sent.deal.struck_at is None else None,
            "mark": sent.deal.mark if sent.deal else "",
            **state_of(sent.sheet),
            "sheet": sent.sheet_id,
        }
        status = HTTPStatus.OK if sent.is_repeat else HTTPStatus.CREATED
        return Response(self.answer(submission), status=status)


class Sheet(Resource):
    """The sheet as a phone needs it, ``?device=`` for what became of that phone's own entries."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    answers = sheets.SheetAnswer

    def get(self, request: Request, slug: str, number: int) -> Response:
        sheet = phone_sheet(self.event, number, request.query_params.get("device", "")[:KEY_LENGTH])
        if sheet is None:
            raise Http404
        response = Response(sheet)
        response.headers["Cache-Control"] = "no-store"
        return response


class Call(Writing):
    """点名: the two teams are called to their table."""

    permission, is_of_match = Permission.ROUND_RUN, True
    form, answers = bodies.CallBody, matches.MatchStateAnswer

    def change(self, slug: str, number: int) -> Mapping[str, Any]:
        return match_state(call_match(self.match, by=self.actor))


class RefereeCall(Writing):
    """请裁判长: the chief referee is asked to the table; called again it is heard with its new note."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.RefereeCallBody, matches.MatchStateAnswer

    def change(self, slug: str, number: int, *, note: str) -> Mapping[str, Any]:
        call_referee(self.match, by=self.actor, note=note)
        return match_state(self.match)


class RefereeAnswer(Writing):
    """裁判长已到: the open call of the match is answered."""

    permission, is_of_match = Permission.ROUND_RUN, True
    form, answers = bodies.RefereeAnswerBody, matches.MatchStateAnswer

    def change(self, slug: str, number: int) -> Mapping[str, Any]:
        answer_call(self.match, by=self.actor)
        return match_state(self.match)


class CheckIn(Writing):
    """签到: everybody whom the match expects is here."""

    permission, is_of_match = Permission.CHECK_IN, True
    form, answers = bodies.CheckInBody, matches.MatchStateAnswer

    def change(self, slug: str, number: int) -> Mapping[str, Any]:
        return match_state(check_in_all(self.match, by=self.actor))


class Agreement(Writing):
    """双方确认: what a side says of the result that the sheet shows; when both agree to it, it is confirmed."""

    permission, is_of_match = Permission.RESULT_AGREE, True
    form, answers = bodies.AgreementBody, matches.MatchStateAnswer

    def change(self, slug: str, number: int, *, side: str, agrees: bool, note: str, seen: int) -> Mapping[str, Any]:
        agree(self.match, side, by=self.actor, seen=seen, agrees=agrees, note=note)
        return match_state(Match.every.select_related("result").get(pk=self.match.pk))


class Confirmation(Writing):
    """裁判长确认: what the sheet shows is the result of the match, or of its game, without the sides' answers."""

    permission, is_of_match = Permission.RESULT_CONFIRM, True
    form, answers = bodies.UndoBody, matches.MatchStateAnswer

    def change(self, slug: str, number: int, *, seen: int | None) -> Mapping[str, Any]:
        result = confirm_result(self.match, by=self.actor, seen=seen)
        return match_state(result.match if result else Match.every.get(pk=self.match.pk))


class ClockStep(Writing):
    """The clock of a round: start, pause, resume."""

    permission = Permission.ROUND_RUN
    form, answers = bodies.ClockBody, matches.ClockAnswer

    def change(self, slug: str, number: int, *, step: str, sitting: int) -> Mapping[str, Any]:
        rows = Round.objects.select_related("stage__tournament__journal", "clock")
        round_ = row_or_404(rows, stage__tournament=self.event, number=number, sitting=sitting)
        return {"clock": STEPS[step](round_, by=self.actor)}


def match_state(match: Match) -> dict[str, Any]:
    """The match as every change of it is answered: its number, its state, and how it ended."""
    winner, reason = (match.result.winner, match.result.reason) if match.result else ("", "")
    return {"number": match.number, "state": match.state, "winner": winner, "reason": reason}


def state_of(sheet: SheetRow) -> dict[str, Any]:
    """Where the sheet stands after a change, and the number that the next write carries as ``seen``."""
    written = sheet.last_event.number if sheet.last_event else 0
    return {"standing": sheet.standing, "seen": written or last_event_number(sheet.journal, sheet.subject)}
