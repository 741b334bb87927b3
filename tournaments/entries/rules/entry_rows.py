"""报名 as rows: the branch's own fields, its teams and their players, written for many branches at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from journal import clock
from journal.states import become
from journal.texts import storable
from tournaments.entries.forms import BranchEntry, PlayerEntry, TeamEntry
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
        _fill(each.branch, each.form, tournament)
    Branch.objects.bulk_update([each.branch for each in filled], _OWN)
    gone = [team.pk for each in filled for team in each.teams.values() if _is_emptied(each.form, team)]
    Team.objects.filter(pk__in=gone).delete()
    wanted = [(each, entry) for each in filled for entry in each.form.filled]
    for each, entry in wanted:
        if entry.ordinal in each.teams:
            become(each.teams[entry.ordinal], state)
    new = Team.objects.bulk_create(
        Team(branch=each.branch, ordinal=entry.ordinal, state=state)
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
            elif values != {name: getattr(player, name) for name in _WRITTEN}:
                for name, text in values.items():
                    setattr(player, name, text)
                changed.append(player)
    Player.objects.filter(pk__in=emptied).delete()
    Player.objects.bulk_create(added)
    Player.objects.bulk_update(changed, _WRITTEN)


_WRITTEN = ("name", "pinyin", "gender", "remark", "mail")
_OWN = (
    "leader_name", "leader_gender", "leader_remark", "contact_name", "contact_phone", "contact_mail", "saved_at",
)  # fmt: skip


def player_values(entry: PlayerEntry) -> dict[str, str]:
    """As a row: nothing that nobody can see is kept, not even in a draft."""
    name = storable(entry.name)
    return {
        "name": name,
        "pinyin": sort_key(name),
        "gender": entry.gender,
        "remark": entry.remark,
        "mail": storable(entry.mail),
    }


def _fill(branch: Branch, form: BranchEntry, tournament: Tournament) -> None:
    branch.leader_name = form.leader_kept
    branch.leader_gender = form.leader_gender if branch.leader_name else ""
    branch.leader_remark = form.leader_remark
    branch.contact_name = storable(form.contact_name)
    branch.contact_phone = form.contact_phone
    branch.contact_mail = storable(form.contact_mail)
    branch.saved_at = clock.now(tournament.journal)


def _is_emptied(form: BranchEntry, team: Team) -> bool:
    return any(entry.is_empty for entry in form.teams if entry.ordinal == team.ordinal)
