"""What people at the tables and in the office change: by the permission of each address, through one action."""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, cast

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api import answers, bodies, serializers
from api.resources import Resource, Writing
from journal.queries import last_event_number
from scoring.actions.submissions import SentEntry
from scoring.games.guandan import raw_deal
from scoring.models import KEY_LENGTH, Submission
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
    submit,
    undo_deal,
)
from tournaments.day.actions.rounds import pause_round, resume_round, start_round
from tournaments.day.queries.games import deal_view
from tournaments.day.queries.phone import phone_sheet
from tournaments.models import Match, Round
from tournaments.permissions import Permission

STEPS = {"start": start_round, "pause": pause_round, "resume": resume_round}


class Deals(Writing):
    """记一副."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    status = 201
    form = bodies.DealBody
    answers = answers.DealAnswer
    leads_to = (("undo", "number", "$request.path.number"),)

    def change(
        self, slug: str, number: int, *, order: str, kind: str, entry: Mapping[str, Any] | None, seen: int | None
    ) -> Mapping[str, Any]:
        deal = enter(match_of(self), entry or raw_deal(order, kind), by=self.actor, seen=seen)
        return {"deal": serializers.DealSerializer(deal_view(deal)).data, **state_of(deal.sheet)}


class Undo(Writing):
    """撤回 the last deal."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form = bodies.UndoBody
    answers = answers.UndoAnswer

    def change(self, slug: str, number: int, *, seen: int | None) -> Mapping[str, Any]:
        deal = undo_deal(match_of(self), by=self.actor, seen=seen)
        return {"deal": serializers.StruckDealSerializer(deal).data, **state_of(deal.sheet)}


class Submissions(Resource):
    """提交: what a device kept until it had a network. Its own key makes sending it twice the same as once.

    201 whatever becomes of it, 200 for one that was received before: a conflict is a state, not an error.
    """

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.SubmissionBody, answers.SubmissionAnswer
    status = 201

    def post(self, request: Request, slug: str, number: int) -> Response:
        form = bodies.SubmissionBody(data=request.data)
        form.is_valid(raise_exception=True)
        match, entry = match_of(self), SentEntry(**form.validated_data)
        if "typed" in entry.body:
            entry = replace(entry, body={"entry": form_of(match.stage).raw(entry.body["typed"])})
        sent = submit(match, entry, by=cast("User", request.user))
        return Response(_submission(sent), status=HTTPStatus.OK if sent.is_repeat else HTTPStatus.CREATED)


def _submission(sent: Submission) -> dict[str, Any]:
    stands = sent.deal if sent.deal and sent.deal.struck_at is None else None
    return {
        "id": sent.pk,
        "state": sent.state,
        "problems": sent.problems,
        "deal": serializers.DealSerializer(deal_view(stands)).data if stands else None,
        "mark": sent.deal.mark if sent.deal else "",
        **state_of(sent.sheet),
        "sheet": sent.sheet_id,
    }


class Sheet(Resource):
    """The sheet as a phone needs it, ``?device=`` for what became of that phone's own entries."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    answers = answers.SheetAnswer

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
    form, answers = bodies.CallBody, answers.MatchStateAnswer

    def change(self, slug: str, number: int) -> Mapping[str, Any]:
        return match_state_answer(call_match(match_of(self), by=self.actor))


class RefereeCall(Writing):
    """请裁判长: the chief referee is asked to the table; called again it is heard with its new note."""

    permission, is_of_match = Permission.DEAL_ENTER, True
    form, answers = bodies.RefereeCallBody, answers.MatchStateAnswer

    def change(self, slug: str, number: int, *, note: str) -> Mapping[str, Any]:
        call_referee(match_of(self), by=self.actor, note=note)
        return match_state_answer(match_of(self))


class RefereeAnswer(Writing):
    """裁判长已到: the open call of the match is answered."""

    permission, is_of_match = Permission.ROUND_RUN, True
    form, answers = bodies.RefereeAnswerBody, answers.MatchStateAnswer

    def change(self, slug: str, number: int) -> Mapping[str, Any]:
        answer_call(match_of(self), by=self.actor)
        return match_state_answer(match_of(self))


class CheckIn(Writing):
    """签到: everybody whom the match expects is here."""

    permission, is_of_match = Permission.CHECK_IN, True
    form, answers = bodies.CheckInBody, answers.MatchStateAnswer

    def change(self, slug: str, number: int) -> Mapping[str, Any]:
        return match_state_answer(check_in_all(match_of(self), by=self.actor))


class Agreement(Writing):
    """双方确认: what a side says of the result that the sheet shows; when both agree to it, it is confirmed."""

    permission, is_of_match = Permission.RESULT_AGREE, True
    form, answers = bodies.AgreementBody, answers.MatchStateAnswer

    def change(self, slug: str, number: int, *, side: str, agrees: bool, note: str, seen: int) -> Mapping[str, Any]:
        agree(match_of(self), side, by=self.actor, seen=seen, agrees=agrees, note=note)
        return match_state_answer(Match.objects.select_related("result").get(pk=match_of(self).pk))


class Confirmation(Writing):
    """裁判长确认: what the sheet shows is the result of the match, or of its game, without the sides' answers."""

    permission, is_of_match = Permission.RESULT_CONFIRM, True
    form, answers = bodies.UndoBody, answers.MatchStateAnswer

    def change(self, slug: str, number: int, *, seen: int | None) -> Mapping[str, Any]:
        result = confirm_result(match_of(self), by=self.actor, seen=seen)
        return match_state_answer(result.match if result else Match.objects.get(pk=match_of(self).pk))


class ClockStep(Writing):
    """The clock of a round: start, pause, resume."""

    permission = Permission.ROUND_RUN
    form, answers = bodies.ClockBody, answers.ClockAnswer

    def change(self, slug: str, number: int, *, step: str, sitting: int) -> Mapping[str, Any]:
        rows = Round.objects.select_related("stage__tournament__journal", "clock")
        round_ = rows.filter(stage__tournament=self.event, number=number, sitting=sitting).first()
        if round_ is None:
            raise Http404
        return {"clock": serializers.ClockSerializer(STEPS[step](round_, by=self.actor)).data}


def match_state_answer(match: Match) -> dict[str, Any]:
    """The match as every change of it is answered: its number, its state, and how it ended."""
    result = match.result
    ended = {"winner": result.winner if result else "", "reason": result.reason if result else ""}
    return {"number": match.number, "state": match.state, **ended}


def match_of(view: Resource) -> Match:
    if view.row is None:
        raise Http404
    return view.row


def state_of(sheet: SheetRow) -> dict[str, Any]:
    """Where the sheet stands after a change, and the number that the next write carries as ``seen``."""
    written = sheet.last_event.number if sheet.last_event else 0
    return {"standing": sheet.standing, "seen": written or last_event_number(sheet.journal, sheet.subject)}
