"""退出, 换人, 更正: a team leaves the event, before the draw or at any time after it, a player leaves his team, or a
name was misspelt.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from accounts.models import User
from guandan_rules import Reason, Side, awarded
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if, refuse_with_doubts
from journal.states import become
from journal.texts import reason_problems, storable
from tournaments.bracket.rules.bracket_moves import decide_match, follow, is_short, locked, team_facts
from tournaments.bracket.rules.current_sheets import close_open_sheet
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.taking_back import reopen_match
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.fields import PlayerEntry, TeamEntry, rows_of, unkept
from tournaments.entries.forms import namesake_warning, value_problems
from tournaments.entries.glyphs import print_doubts
from tournaments.entries.names import likeness
from tournaments.entries.queries.entries import people_elsewhere
from tournaments.entries.queries.withdrawals import (
    matches_given_away,
    matches_of,
    newcomer_doubts,
    newcomer_problems,
    restoration_problems,
)
from tournaments.formats.redraw import Redraw
from tournaments.locks import locked_matches, locked_tournament
from tournaments.models import Match, Player, Stage, Substitution, Team
from tournaments.permissions import Permission, may
from tournaments.states import SHORT, UNDECIDED, MatchState, SourceKind, TeamState, TournamentState


def _locked_team(team: Team) -> Team:
    rows = Team.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("branch__tournament__journal").get(pk=team.pk)


@action
def withdraw_team(team: Team, *, by: User, reason: str, sure: Collection[str] | None = None) -> Team:
    """退赛: after the draw its open matches go to the opponents, now or once there is one; before, it is not drawn.

    Refused for a team that has no match left, and neither a pairing nor a stage ahead that it may come to. Asked about
    after the draw.
    """
    for stage in Stage.objects.filter(tournament__branches=team.branch_id):
        locked_matches(stage)
    team = _locked_team(team)
    tournament = team.branch.tournament
    if team.state != TeamState.ENTERED:
        raise WrongState(team.subject, team.state)
    refuse_if([*reason_problems(reason), *([Problem(Code.TEAM_OUT)] if _is_out(team) else [])])
    undecided = matches_of(team).filter(state__in=UNDECIDED).order_by("number")
    if tournament.state != TournamentState.ENTRY:
        numbers = ", ".join(map(str, undecided.values_list("number", flat=True))) or "–"
        given = Code.TABLES_SHORT if tournament.changing_partners else Code.MATCHES_GIVEN_AWAY
        ask_about([Problem(given, "", {"numbers": numbers})], sure)

    become(team, TeamState.WITHDRAWN, withdrawn_reason=storable(reason))
    record(
        tournament.journal, TournamentEvent.TEAM_WITHDRAWN, team.subject, by=by,
        team=team_facts(team), reason=team.withdrawn_reason,
    )  # fmt: skip
    for row in undecided:
        _give_away(locked(row), team, by=by)
    return team


def _give_away(match: Match, team: Team, *, by: User) -> None:
    """The (locked) match goes to the opponent of that team. A table that is short of one of four is not played."""
    if match.home_partner_id:
        close_open_sheet(match, awarded(Reason.WITHDRAWAL), by=by)
        decide_match(match, "", SHORT, by=by, automatic=True)
        return
    winner = Side.AWAY if match.home_team_id == team.pk else Side.HOME
    close_open_sheet(match, awarded(Reason.WITHDRAWAL, winner), by=by)
    decide_match(match, winner, Reason.WITHDRAWAL, by=by, automatic=True)


def _is_out(team: Team) -> bool:
    """Was its last match played? Not while a round is still to be paired, a season on, or a stage to get its teams."""
    states = set(matches_of(team).values_list("state", flat=True))
    if not states or states & {MatchState.WAITING, *UNDECIDED}:
        return False
    stages = Stage.objects.filter(tournament=team.branch.tournament_id)
    if any(format_of(stage).season_days for stage in stages.filter(rounds__closed_at=None)):
        return False  # it stands on a ladder until the season is over
    lost = matches_of(team).filter(stage__format=Redraw.name, state=MatchState.OVER, place_for=None)
    over = {match.stage_id for match in lost.select_related("result") if match.winning_team_id != team.pk}
    unpaired = Match.objects.filter(stage__in=stages, state=MatchState.WAITING, home_source_kind=SourceKind.LOT)
    unpaired = unpaired.exclude(stage__in=over)
    return not unpaired.exists() and not stages.filter(size=0).exclude(source=None).exists()


@action
def restore_team(team: Team, *, by: User, reason: str = "", sure: Collection[str] | None = None) -> Team:
    """撤回退赛: the withdrawal was a mistake. After the draw, with a reason, the matches that it gave away are to be
    played or go on, and nothing that followed from them stands.

    Refused once a match that follows from one of them has begun, once a round was paired or a stage drawn without the
    team, and if a player plays for another branch by now. Asked about: a name that another team of the branch has.
    """
    for stage in Stage.objects.filter(tournament__branches=team.branch_id).order_by("number"):
        locked_matches(stage)
    tournament = locked_tournament(team.branch.tournament)
    team = _locked_team(team)
    if team.state != TeamState.WITHDRAWN:
        raise WrongState(team.subject, team.state)
    is_drawn = tournament.state != TournamentState.ENTRY
    players = list(team.players.filter(left_at=None).order_by("number"))
    twice = [doubt for one in players for doubt in newcomer_doubts(team, PlayerEntry(one.name), "", but=players)]
    problems = [*reason_problems(reason, required=is_drawn), *restoration_problems(team)]
    refuse_with_doubts(problems, twice, sure)
    ask_about(twice, sure)
    reason = storable(reason)

    become(team, TeamState.ENTERED, withdrawn_reason="")
    record(
        tournament.journal, TournamentEvent.TEAM_RESTORED, team.subject, by=by, team=team_facts(team), reason=reason
    )  # fmt: skip
    for row in matches_given_away(team):
        match = locked(row)
        reopen_match(match, reason, by=by)
        opponent = match.away_team if match.home_team_id == team.pk else match.home_team
        if match.state == MatchState.WAITING:
            follow(match, by=by)  # nobody is there to be played against
        elif is_short(match):
            _give_away(match, team, by=by)
        elif opponent is not None and opponent.state == TeamState.WITHDRAWN:
            _give_away(match, opponent, by=by)
    return team


@action
def substitute_player(
    player: Player, came: PlayerEntry, *, by: User | None, reason: str = "", sure: Collection[str] | None = None
) -> Player:
    """换人: until the first round begins the office puts somebody else in, after the deadline with a reason; later the
    chief referee does.

    The player who leaves stays readable. Refused with all problems; asked about: a name that another place has.
    ``WrongState`` if he left already, his team is not entered, or it is playing just now.
    """
    tournament = locked_tournament(player.team.branch.tournament)
    team = Team.objects.select_for_update(of=("self",), no_key=True).select_related("branch").get(pk=player.team_id)
    player = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    if player.left_at is not None:
        raise WrongState(team.subject, "substituted")
    if team.state != TeamState.ENTERED or tournament.state == TournamentState.FINISHED:
        raise WrongState(team.subject, team.state)
    if matches_of(team).filter(state=MatchState.PLAYING).exists():
        raise WrongState(team.subject, MatchState.PLAYING)

    now = clock.now(tournament.journal)
    late = tournament.state != TournamentState.ENTRY or now > tournament.closes_at
    has_begun = tournament.state not in (TournamentState.ENTRY, TournamentState.DRAWN)
    allowed = not has_begun or by is None or may(by, Permission.LATE_SUBSTITUTION, tournament)
    elsewhere, twice = people_elsewhere(team.branch), newcomer_doubts(team, came)
    problems = [
        *([] if allowed else [Problem(Code.SUBSTITUTION_NEEDS_CHIEF)]),
        *reason_problems(reason, required=late),
        *newcomer_problems(came, elsewhere),
        *value_problems(came),
    ]
    refuse_with_doubts(problems, twice, sure)
    namesake = namesake_warning(came, elsewhere, "name")
    ask_about([*twice, *print_doubts(came.name, "name"), *([namesake] if namesake else [])], sure)

    player.left_at = now
    player.save(update_fields=["left_at"])
    kept = replace(came, **dict.fromkeys(unkept(tournament), ""))
    newcomer = Player.objects.create(team_id=player.team_id, number=player.number, **kept.columns)
    Substitution.objects.create(left=player, came=newcomer, reason=storable(reason), at=now, by=by)
    record(
        tournament.journal, TournamentEvent.PLAYER_SUBSTITUTED, team.subject, by=by,
        team=team_facts(team), left=player.name, came=newcomer.name, number=player.number,
    )  # fmt: skip
    return newcomer


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
    problems, twice, doubts = rows_of(TeamEntry)["name"].problems("name", own.name), [], []
    for player, entry in changed.items():
        where = f"name-{player.number}"
        problems += newcomer_problems(entry, elsewhere, where)
        twice += newcomer_doubts(team, entry, where, but=list(changed))
        doubts += print_doubts(entry.name, where)
        if not set(likeness(player.name)) & set(likeness(entry.name)):
            doubts.append(Problem(Code.ANOTHER_PERSON, where, {"name": player.name, "now": entry.name}))
    problems += reason_problems(reason, required=bool(changed) or is_renamed)
    refuse_with_doubts(problems, twice, sure)
    ask_about([*twice, *doubts, *(print_doubts(own.name, "name") if is_renamed else [])], sure)

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
