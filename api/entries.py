"""The entry forms of branches, for programs of the office: as they are kept, and kept anew."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from api import answers, bodies
from api.resources import Writing
from journal.queries import last_event_number
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.queries.entries import stored_form
from tournaments.models import Branch
from tournaments.permissions import Permission


class Entry(Writing):
    """报名表 of the branch with that number in the annex."""

    permission = Permission.ENTRY_EDIT
    form, answers = bodies.EntryBody, answers.EntryAnswer

    def get(self, request: Request, slug: str, number: int) -> Response:
        response = Response(self._answer_of(self._branch(number)))
        response.headers["Cache-Control"] = "no-store"
        return response

    def change(
        self, slug: str, number: int, *, teams: list[dict[str, Any]], draft: bool, seen: int | None, **about: str
    ) -> Mapping[str, Any]:
        entered = tuple(
            TeamEntry(**team | {"players": tuple(PlayerEntry(**player) for player in team["players"])})
            for team in teams
        )
        save_entry(self._branch(number), BranchEntry(**about, teams=entered), by=self.actor, draft=draft, seen=seen)
        return self._answer_of(self._branch(number))

    def _branch(self, number: int) -> Branch:
        branch = self.event.branches.filter(number=number).select_related("tournament__journal").first()
        if branch is None:
            raise Http404
        return branch

    def _answer_of(self, branch: Branch) -> dict[str, Any]:
        form = asdict(stored_form(branch, self.event.seats))
        seen = last_event_number(self.event.journal, branch.subject)
        return {"branch": branch.number, "name": branch.name, "state": branch.state, "seen": seen, **form}
