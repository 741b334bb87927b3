"""The people of an event."""

from collections.abc import Iterable

from tournaments.entries.names import likeness
from tournaments.models import Branch, Player, Tournament


def alike_branches(tournament: Tournament, name: str) -> list[Branch]:
    """Its branches that are called so, whatever the width, case and blanks."""
    return [branch for branch in tournament.branches.order_by("number") if likeness(branch.name) == likeness(name)]


def people_of(branches: Iterable[Branch]) -> list[str]:
    """Who is named in these branches, each once."""
    return list(dict.fromkeys(name for _branch, name in named_people(branches)))


def named_people(branches: Iterable[Branch]) -> list[tuple[Branch, str]]:
    """Everybody with the branch, each once in it: players by team, also who left, then leader and contact."""
    rows = list(branches)
    by_branch: dict[int, list[str]] = {branch.pk: [] for branch in rows}
    players = Player.objects.filter(team__branch__in=by_branch).order_by("team__ordinal", "number", "pk")
    for pk, name in players.values_list("team__branch", "name"):
        by_branch[pk].append(name)
    return [
        (branch, name)
        for branch in rows
        for name in dict.fromkeys((*by_branch[branch.pk], branch.leader_name, branch.contact_name))
        if name
    ]
