"""What the office enters, does for teams, rounds and awards, and announces."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api import bodies
from api.resources import Writing, row_or_404
from api.serializers import entries, events, matches
from journal.queries import last_event_number
from journal.refusals import Problem, Refused
from notices.actions.announcements import Plan, announce
from notices.models import Announcement
from tournaments.bracket.actions.awards import confirm_awards, reopen_awards
from tournaments.bracket.actions.pairing import unpair_round
from tournaments.codes import Code
from tournaments.day.actions import timetable
from tournaments.day.actions.own_days import challenge, close_season, reopen_season, set_day
from tournaments.draw.actions.lots import pair_or_draw
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.actions.teams import restore_team, substitute_player, withdraw_team
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.queries.entries import stored_form
from tournaments.models import Branch, Match, Round, Team, Tournament
from tournaments.permissions import Permission
from tournaments.states import TeamState


class Entry(Writing):
    """报名表 of the branch with that number in the annex."""

    permission = Permission.ENTRY_EDIT
    form, answers = bodies.EntryBody, entries.EntryAnswer

    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.answer(self._branch(number)), headers={"Cache-Control": "no-store"})

    def change(
        self, slug: str, number: int, *, teams: list[dict[str, Any]], draft: bool, seen: int | None, **about: str
    ) -> Branch:
        entered = tuple(
            TeamEntry(**team | {"players": tuple(PlayerEntry(**player) for player in team["players"])})
            for team in teams
        )
        save_entry(self._branch(number), BranchEntry(**about, teams=entered), by=self.actor, draft=draft, seen=seen)
        return self._branch(number)

    def _branch(self, number: int) -> Branch:
        return row_or_404(self.event.branches.select_related("tournament__journal"), number=number)

    def answer(self, branch: Branch) -> dict[str, Any]:
        """The form as it is kept, whose fields are named here as there."""
        form = asdict(stored_form(branch, self.event.most_players))
        seen = last_event_number(self.event.journal, branch.subject)
        return {"branch": branch.number, "name": branch.name, "state": branch.state, "seen": seen, **form}


class Withdrawal(Writing):
    """退赛: its open matches go to the opponents; the reason is for everybody to read."""

    permission = Permission.TEAM_EDIT
    form, answers = bodies.ReasonBody, entries.TeamAnswer

    def change(self, slug: str, team: int, *, reason: str) -> Mapping[str, Any]:
        return _lined_up(withdraw_team(_team(self, team), by=self.actor, reason=reason))


class Restoration(Writing):
    """撤回退赛: the withdrawal was a mistake. After the draw with a ``reason`` for everybody to read, and until a match
    that follows from those of the team has begun."""

    permission = Permission.TEAM_EDIT
    form, answers = bodies.ReasonBody, entries.TeamAnswer

    def change(self, slug: str, team: int, *, reason: str) -> Mapping[str, Any]:
        return _lined_up(restore_team(_team(self, team), by=self.actor, reason=reason))


class Substitution(Writing):
    """换人: ``number`` of the team leaves. After the deadline it takes the chief referee, and a reason."""

    permission = Permission.TEAM_EDIT
    form, answers = bodies.SubstitutionBody, entries.TeamAnswer

    def change(self, slug: str, team: int, *, number: int, reason: str, **newcomer: str) -> Mapping[str, Any]:
        team_row = _team(self, team)
        leaves = row_or_404(team_row.players.all(), left_at=None, number=number)
        substitute_player(leaves, PlayerEntry(**newcomer), by=self.actor, reason=reason)
        return _lined_up(team_row)


class Pairing(Writing):
    """编排本轮 by the standing or, where the format has it so, by lot; or taking that back."""

    permission = Permission.ROUND_RUN
    form, answers = bodies.PairingBody, matches.PairingAnswer

    def change(self, slug: str, number: int, *, step: str, absent: list[int]) -> Mapping[str, Any]:
        round_ = _round(self, number, 1)
        if step == "pair":
            paired = pair_or_draw(round_, by=self.actor, absent=absent)
        else:
            paired = unpair_round(round_, by=self.actor)
        return {"round": number, "matches": [match.number for match in paired]}


class RoundStart(Writing):
    """改期: the round, or a sitting of it, begins at another time; everybody concerned is told."""

    permission = Permission.TIMETABLE_EDIT
    form, answers = bodies.RoundStartBody, matches.RoundStartAnswer

    def change(self, slug: str, number: int, *, starts_at: datetime, sitting: int) -> Round:
        move = timetable.move_round if sitting == 1 else timetable.move_sitting
        move(_round(self, number, sitting), starts_at, by=self.actor)
        return _round(self, number, sitting)


class MatchDay(Writing):
    """约定的日子: in events whose sides choose their days the office says when and where this match is played."""

    permission, is_of_match = Permission.TIMETABLE_EDIT, True
    form, answers = bodies.MatchDayBody, matches.MatchDayAnswer

    def change(self, slug: str, number: int, *, at: datetime, place: str) -> Match:
        return set_day(self.match, at, place, by=self.actor)


class Challenges(Writing):
    """挑战: on a ladder one team challenges another that stands above it, in place of its branch."""

    permission = Permission.TIMETABLE_EDIT
    form, answers = bodies.ChallengeBody, matches.ChallengeAnswer
    status = 201

    def change(self, slug: str, *, challenger: int, challenged: int) -> Match:
        teams = Team.objects.filter(branch__tournament=self.event)
        one, other = (teams.filter(pk=pk).first() for pk in (challenger, challenged))
        if one is None or other is None:
            raise Refused(Problem(Code.NOT_ON_LADDER))
        return challenge(one, other, by=self.actor)


class Season(Writing):
    """结束赛季 of a ladder, or taking that back."""

    permission = Permission.TIMETABLE_EDIT
    form, answers = bodies.SeasonBody, matches.SeasonAnswer

    def change(self, slug: str, number: int, *, step: str) -> Round:
        act = close_season if step == "close" else reopen_season
        return act(_round(self, number, 1), by=self.actor)


class Announcements(Writing):
    """公告: told at once, or ``at`` a moment, to those whom it concerns."""

    permission = Permission.EVENT_EDIT
    form, answers = bodies.AnnouncementBody, events.AnnouncementAnswer
    status = 201

    def change(self, slug: str, **fields: Any) -> Announcement:
        round_ = _round(self, fields["round"], 1) if fields["round"] else None
        return announce(self.event, Plan(**fields | {"round": round_.pk if round_ else None}), by=self.actor)


class AwardsConfirmation(Writing):
    """确认名次: the podium stands, and the event is finished."""

    permission = Permission.AWARDS_CONFIRM
    form, answers = bodies.UndoBody, events.EventStateAnswer

    def change(self, slug: str, *, seen: int | None) -> Mapping[str, Any]:
        confirm_awards(self.event, by=self.actor, seen=seen)
        return _state_of(self.event)


class AwardsReopening(Writing):
    """撤回确认, with a reason."""

    permission = Permission.AWARDS_CONFIRM
    form, answers = bodies.ReasonBody, events.EventStateAnswer

    def change(self, slug: str, *, reason: str) -> Mapping[str, Any]:
        reopen_awards(self.event, by=self.actor, reason=reason)
        return _state_of(self.event)


def _team(view: Writing, pk: int) -> Team:
    rows = Team.objects.select_related("branch__tournament__journal").exclude(state=TeamState.DRAFT)
    return row_or_404(rows, branch__tournament=view.event, pk=pk)


def _lined_up(team: Team) -> Mapping[str, Any]:
    players = team.players.filter(left_at=None).order_by("number").values("number", "name")
    return {"id": team.pk, "state": team.state, "players": list(players)}


def _round(view: Writing, number: int, sitting: int) -> Round:
    rows = Round.objects.select_related("stage__tournament__journal", "clock")
    return row_or_404(rows, stage__tournament=view.event, number=number, sitting=sitting)


def _state_of(event: Tournament) -> Mapping[str, Any]:
    return Tournament.objects.values("state", "awards_confirmed_at").get(pk=event.pk)
