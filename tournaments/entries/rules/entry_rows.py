"""报名 as rows: the branch's own fields, its teams and their players, written for many branches at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from journal import clock
from journal.states import become
from journal.texts import storable
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.names import sort_key
from tournaments.models import Branch, Player, Team, Tournament
from tournaments.states import TeamState


@dataclass(frozen=True)
class Filled:
    """A form and the rows that it replaces: ``teams`` by their ordinal, players prefetched."""

    branch: Branch
    form: BranchEntry
    teams: dict[int, Team]


def keep(tournament: Tournament, filled: Sequence[Filled], state: TeamState) -> None:
    """Every team that is filled is in that state; emptied ones go, those not mentioned stay. The number of queries
    grows only with the teams that change their state."""
    for each in filled:
        _put(each.branch, {**each.form.columns, "saved_at": clock.now(tournament.journal)})
    Branch.objects.bulk_update([each.branch for each in filled], _OWN)
    gone = [team.pk for each in filled for team in each.teams.values() if _is_emptied(each.form, team)]
    Team.objects.filter(pk__in=gone).delete()
    wanted = [(each, entry) for each in filled for entry in each.form.filled]
    for each, entry in wanted:
        if entry.ordinal in each.teams:
            become(each.teams[entry.ordinal], state, **entry.columns)
    new = Team.objects.bulk_create(
        Team(branch=each.branch, ordinal=entry.ordinal, state=state, **entry.columns)
        for each, entry in wanted
        if entry.ordinal not in each.teams
    )
    made = {(team.branch_id, team.ordinal): team for team in new}
    _keep_players(
        (entry, each.teams.get(entry.ordinal), made.get((each.branch.pk, entry.ordinal))) for each, entry in wanted
    )


def _keep_players(teams: Iterable[tuple[TeamEntry, Team | None, Team | None]]) -> None:
    """Of each team what was typed, and its row: the one that was there, or the one that was made just now."""
    added, changed, emptied = [], [], []
    for team_entry, before, made in teams:
        team = before or made
        present = {p.number: p for p in before.players.all() if p.left_at is None} if before else {}
        for number, entry in enumerate(team_entry.players, start=1):
            player = present.get(number)
            if entry.is_empty:
                emptied += [player.pk] if player else []
                continue
            values = player_values(entry)
            if player is None:
                added.append(Player(team=team, number=number, **values))
            elif _put(player, values):
                changed.append(player)
    Player.objects.filter(pk__in=emptied).delete()
    Player.objects.bulk_create(added)
    Player.objects.bulk_update(changed, _OF_PLAYER)


_OWN = [*BranchEntry().columns, "saved_at"]
_OF_PLAYER = [*PlayerEntry().columns, "pinyin"]


def player_values(entry: PlayerEntry) -> dict[str, str]:
    """As a row."""
    return {**entry.columns, "pinyin": sort_key(storable(entry.name))}


def _put(row: Branch | Team | Player, values: Mapping[str, Any]) -> bool:
    """Set these columns; is one of them another now?"""
    before = {name: getattr(row, name) for name in values}
    for name, value in values.items():
        setattr(row, name, value)
    return before != dict(values)


def _is_emptied(form: BranchEntry, team: Team) -> bool:
    return any(entry.is_empty for entry in form.teams if entry.ordinal == team.ordinal)
