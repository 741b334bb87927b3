"""The people of an event."""

from collections.abc import Collection, Iterable

from django.db.models import QuerySet

from tournaments.entries.names import likeness
from tournaments.models import Branch, Player, Tournament


def alike_branches(tournament: Tournament, name: str) -> list[Branch]:
    """Its branches that are called so, whatever the width, case and blanks."""
    return [branch for branch in tournament.branches.order_by("number") if likeness(branch.name) == likeness(name)]


def people_of(branches: Collection[Branch]) -> list[str]:
    """Who is named in these branches, each once: players by team, also who left, then leaders and contacts."""
    names = [*_players(branches).values_list("name", flat=True)]
    return _each_once([*names, *(name for branch in branches for name in (branch.leader_name, branch.contact_name))])


def named_people(tournament: Tournament) -> list[tuple[Branch, str]]:
    """Everybody of the event with the branch, in the order of the annex."""
    branches = [*tournament.branches.order_by("number")]
    players: dict[int, list[str]] = {branch.pk: [] for branch in branches}
    for branch, name in _players(branches).values_list("team__branch", "name"):
        players[branch].append(name)
    return [
        (branch, name)
        for branch in branches
        for name in _each_once([*players[branch.pk], branch.leader_name, branch.contact_name])
    ]


def _players(branches: Collection[Branch]) -> QuerySet[Player]:
    players = Player.objects.filter(team__branch__in=branches)
    return players.order_by("team__branch__number", "team__ordinal", "number", "pk")


def _each_once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name))
