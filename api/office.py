"""What the office does for teams, rounds and awards, and what it announces."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import Http404

from api import answers, bodies
from api.resources import Writing
from notices.actions.announcements import Plan, announce
from tournaments.bracket.actions.awards import confirm_awards, reopen_awards
from tournaments.bracket.actions.pairing import pair_round, unpair_round
from tournaments.day.actions import sittings, timetable
from tournaments.entries.actions.withdrawal import restore_team, substitute_player, withdraw_team
from tournaments.entries.fields import PlayerEntry
from tournaments.models import Round, Team, Tournament
from tournaments.permissions import Permission
from tournaments.states import TeamState

PAIRING = {"pair": pair_round, "unpair": unpair_round}


class Withdrawal(Writing):
    """退赛: its open matches go to the opponents; the reason is for everybody to read."""

    permission = Permission.TEAM_EDIT
    form, answers = bodies.ReasonBody, answers.TeamAnswer

    def change(self, slug: str, team: int, *, reason: str) -> Mapping[str, Any]:
        return _answer_of(withdraw_team(_team(self, team), by=self.actor, reason=reason))


class Restoration(Writing):
    """恢复报名: the withdrawal was a mistake; before the draw only."""

    permission = Permission.TEAM_EDIT
    form, answers = bodies.CallBody, answers.TeamAnswer

    def change(self, slug: str, team: int) -> Mapping[str, Any]:
        return _answer_of(restore_team(_team(self, team), by=self.actor))


class Substitution(Writing):
    """换人: ``number`` of the team leaves. After the deadline it takes the chief referee, and a reason."""

    permission = Permission.TEAM_EDIT
    form, answers = bodies.SubstitutionBody, answers.TeamAnswer

    def change(self, slug: str, team: int, *, number: int, reason: str, **newcomer: str) -> Mapping[str, Any]:
        team_row = _team(self, team)
        leaves = team_row.players.filter(left_at=None, number=number).first()
        if leaves is None:
            raise Http404
        substitute_player(leaves, PlayerEntry(**newcomer), by=self.actor, reason=reason)
        return _answer_of(team_row)


class Pairing(Writing):
    """编排本轮 by the standing, or taking that back."""

    permission = Permission.ROUND_RUN
    form, answers = bodies.PairingBody, answers.PairingAnswer

    def change(self, slug: str, number: int, *, step: str) -> Mapping[str, Any]:
        paired = PAIRING[step](_round(self, number, 1), by=self.actor)
        return {"round": number, "matches": [match.number for match in paired]}


class RoundStart(Writing):
    """改期: the round, or a sitting of it, begins at another time; everybody concerned is told."""

    permission = Permission.TIMETABLE_EDIT
    form, answers = bodies.RoundStartBody, answers.RoundStartAnswer

    def change(self, slug: str, number: int, *, starts_at: datetime, sitting: int) -> Mapping[str, Any]:
        move = timetable.move_round if sitting == 1 else sittings.move_sitting
        move(_round(self, number, sitting), starts_at, by=self.actor)
        row = _round(self, number, sitting)
        return answers.RoundStartAnswer(row).data


class Announcements(Writing):
    """公告: told at once, or ``at`` a moment, to those whom it concerns."""

    permission = Permission.EVENT_EDIT
    form, answers = bodies.AnnouncementBody, answers.AnnouncementAnswer
    status = 201

    def change(self, slug: str, **fields: Any) -> Mapping[str, Any]:
        round_ = _round(self, fields["round"], 1) if fields["round"] else None
        made = announce(self.event, Plan(**fields | {"round": round_.pk if round_ else None}), by=self.actor)
        notice = made.notice
        return answers.AnnouncementAnswer({"id": made.pk, "state": notice.state, "at": notice.due_at}).data


class AwardsConfirmation(Writing):
    """确认名次: the podium stands, and the event is finished."""

    permission = Permission.AWARDS_CONFIRM
    form, answers = bodies.UndoBody, answers.EventStateAnswer

    def change(self, slug: str, *, seen: int | None) -> Mapping[str, Any]:
        confirm_awards(self.event, by=self.actor, seen=seen)
        return _state_of(self.event)


class AwardsReopening(Writing):
    """撤回确认, with a reason."""

    permission = Permission.AWARDS_CONFIRM
    form, answers = bodies.ReasonBody, answers.EventStateAnswer

    def change(self, slug: str, *, reason: str) -> Mapping[str, Any]:
        reopen_awards(self.event, by=self.actor, reason=reason)
        return _state_of(self.event)


def _team(view: Writing, pk: int) -> Team:
    teams = Team.objects.select_related("branch__tournament__journal").exclude(state=TeamState.DRAFT)
    team = teams.filter(branch__tournament=view.event, pk=pk).first()
    if team is None:
        raise Http404
    return team


def _answer_of(team: Team) -> Mapping[str, Any]:
    players = team.players.filter(left_at=None).order_by("number").values("number", "name")
    return {"id": team.pk, "state": team.state, "players": list(players)}


def _round(view: Writing, number: int, sitting: int) -> Round:
    rows = Round.objects.select_related("stage__tournament__journal", "clock")
    round_ = rows.filter(stage__tournament=view.event, number=number, sitting=sitting).first()
    if round_ is None:
        raise Http404
    return round_


def _state_of(event: Tournament) -> Mapping[str, Any]:
    row = Tournament.objects.values("state", "awards_confirmed_at").get(pk=event.pk)
    state = {"state": row["state"], "confirmed_at": row["awards_confirmed_at"]}
    return answers.EventStateAnswer(state).data
