"""更正: a name that was misspelt, and the own name of a team, at any time; who plays stays the same."""

from collections.abc import Collection, Mapping
from typing import Any

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, ask_about, refuse_with_doubts
from journal.texts import reason_problems, storable
from tournaments.bracket.rules.bracket_moves import team_facts
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.fields import PlayerEntry, TeamEntry, rows_of
from tournaments.entries.glyphs import print_doubts
from tournaments.entries.names import likeness
from tournaments.entries.queries.entries import people_elsewhere
from tournaments.entries.queries.newcomers import newcomer_doubts, newcomer_problems
from tournaments.locks import locked_tournament
from tournaments.models import Player, Team


@action
def correct_team(
    team: Team,
    names: Mapping[int, str],
    *,
    by: User | None,
    name: str,
    reason: str = "",
    sure: Collection[str] | None = None,
) -> list[Player]:
    """更正错别字: ``names`` of the players by their numbers, and the team's own ``name``; results, papers and
    certificates follow. Returns the players whose names changed.

    Refused with all problems, at ``name-<number>`` and ``name``, and without a reason where anything changes. Asked
    about: a name that has no character of the one before, which is likelier another person (换人), and one that
    somebody else of the branch has. A mark behind it (王伟（大）) goes into the remark.
    """
    tournament = locked_tournament(team.branch.tournament)
    team = Team.objects.select_for_update(of=("self",), no_key=True).select_related("branch").get(pk=team.pk)
    players = Player.objects.select_for_update(of=("self",)).filter(team=team, left_at=None, number__in=names)
    typed = {
        player: PlayerEntry(names[player.number], player.gender, player.remark) for player in players.order_by("number")
    }
    changed = {player: entry for player, entry in typed.items() if entry.name != player.name}
    own = TeamEntry(team.ordinal, name=name)
    is_renamed = own.name != team.name
    elsewhere = people_elsewhere(team.branch)
    twice = [
        doubt
        for player, entry in changed.items()
        for doubt in newcomer_doubts(team, entry, f"name-{player.number}", but=list(changed))
    ]
    problems = [
        *rows_of(TeamEntry)["name"].problems("name", own.name),
        *(
            problem
            for player, entry in changed.items()
            for problem in newcomer_problems(entry, elsewhere, f"name-{player.number}")
        ),
        *reason_problems(reason, required=bool(changed) or is_renamed),
    ]
    refuse_with_doubts(problems, twice, sure)
    ask_about([*twice, *_other_doubts(changed), *(print_doubts(own.name, "name") if is_renamed else [])], sure)

    about: dict[str, Any] = {"team": team_facts(team), "reason": storable(reason)}
    for player, entry in changed.items():
        was, player.name, player.pinyin = player.name, entry.columns["name"], entry.columns["pinyin"]
        player.gender, player.remark = entry.columns["gender"], entry.columns["remark"]
        player.save(update_fields=["name", "pinyin", "gender", "remark"])
        record(
            tournament.journal, TournamentEvent.NAME_CORRECTED, team.subject, by=by,
            **about, was=was, now=player.name, number=player.number,
        )  # fmt: skip
    if is_renamed:
        was, team.name = team.name, own.columns["name"]
        team.save(update_fields=["name"])
        record(tournament.journal, TournamentEvent.TEAM_NAMED, team.subject, by=by, **about, was=was, now=team.name)
    return list(changed)


def _other_doubts(changed: Mapping[Player, PlayerEntry]) -> list[Problem]:
    """A name that cannot be printed, and one that is likelier another person's."""
    doubts = []
    for player, entry in changed.items():
        where = f"name-{player.number}"
        doubts += print_doubts(entry.name, where)
        if not set(likeness(player.name)) & set(likeness(entry.name)):
            doubts.append(Problem(Code.ANOTHER_PERSON, where, {"name": player.name, "now": entry.name}))
    return doubts
