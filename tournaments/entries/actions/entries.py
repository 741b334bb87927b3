"""报名: saving a branch's form, by the office or by the branch, down to its rows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from accounts.models import User
from journal import clock
from journal.queries import last_event_number
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if, refuse_overtaken, refuse_with_doubts
from journal.states import become, become_all
from tournaments.bracket.queries.pairing import late_round
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.fields import BranchEntry, PlayerEntry, field_name, rows_of, unkept
from tournaments.entries.files.rosters import roster_problems
from tournaments.entries.forms import draft_problems, entry_problems, print_warnings, same_name_doubts
from tournaments.entries.queries.entries import people_elsewhere, roster_places
from tournaments.entries.queries.links import may_hand_in
from tournaments.locks import locked_matches, locked_tournament
from tournaments.models import Branch, Player, Team, Tournament
from tournaments.presets.preset import sample_entry
from tournaments.states import EntryState, TeamState, TournamentState

COLUMNS_OF_BRANCH = [*BranchEntry().columns, "saved_at"]
COLUMNS_OF_PLAYER = [*(row.column for row in rows_of(PlayerEntry).values()), "pinyin"]


@dataclass(frozen=True)
class SentForm:
    """A form and the rows that it replaces: ``teams`` by their ordinal, players prefetched. Withdrawn teams are none of
    the form's."""

    branch: Branch
    form: BranchEntry
    teams: dict[int, Team]


@action
def save_entry(
    branch: Branch,
    form: BranchEntry,
    *,
    by: User | None,
    draft: bool = False,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> Branch:
    """保存报名表 (annex 4): every team that is filled becomes entered, or a draft with ``draft``; emptied ones go.

    Teams that the form does not mention, and withdrawn ones, stay as they are. Who plays where cannot change after the
    deadline or the draw; contacts, genders and remarks can, and a further team may enter a Swiss while a round of it is
    to be paired (补报). Refused with all problems at their fields; asked about: a team that is taken out, a name that
    cannot be printed, one that stands twice without remarks that tell two people apart (refused if nobody is to ask).
    ``Overtaken`` if ``seen`` is not the branch's last event.
    """
    return _save(branch, form, EntryState.OPEN if draft else EntryState.ACCEPTED, by, seen, sure)


@action
def hand_in_entry(
    branch: Branch,
    form: BranchEntry,
    *,
    by: User | None,
    draft: bool = False,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> Branch:
    """提交报名表 by the branch itself: as ``save_entry``, until the deadline, or until the draw if it was returned.

    The teams are entered at once, or drafts until the office accepts them if the event says so. What was handed in is
    no draft again: ``WrongState``.
    """
    return _save(branch, form, EntryState.OPEN if draft else EntryState.HANDED_IN, by, seen, sure, of_branch=True)


def _save(
    branch: Branch,
    form: BranchEntry,
    state: EntryState,
    by: User | None,
    seen: int | None,
    sure: Collection[str] | None,
    *,
    of_branch: bool = False,
) -> Branch:
    tournament, draft = _locked(branch.tournament), state == EntryState.OPEN
    rows = Branch.objects.select_for_update(of=("self",), no_key=True).prefetch_related("teams__players")
    branch = rows.get(pk=branch.pk)
    branch.tournament = tournament
    refuse_overtaken(branch.subject, seen, last_event_number(tournament.journal, branch.subject))
    if of_branch and draft and branch.state in (EntryState.HANDED_IN, EntryState.ACCEPTED):
        raise WrongState(branch.subject, branch.state)

    # what is wrong with it, all at once
    sent = _sent(branch, form, tournament.most_players)
    form, states = sent.form, {team.state for team in sent.teams.values()}
    if draft:
        problems = draft_problems(form, quota=branch.quota)
    else:
        elsewhere = people_elsewhere(branch)
        problems = entry_problems(form, quota=branch.quota, elsewhere=elsewhere, reserves=tournament.reserves)
    if TeamState.WITHDRAWN in states:
        problems = [problem for problem in problems if problem.code != Code.NO_PLAYERS]
    problems += _history_problems(branch, form)
    if not of_branch:
        problems += _time_problems(tournament, sent, draft=draft)
    elif not may_hand_in(branch, clock.now(tournament.journal)):
        problems.append(Problem(Code.ENTRY_CLOSED))
    twice = [] if draft else _name_doubts(sent)
    refuse_with_doubts(problems, twice, sure)
    ask_about([*_removal_doubts(sent), *twice, *_print_doubts(sent)], sure)

    waits = draft or (state == EntryState.HANDED_IN and tournament.acceptance_needed)
    _write(tournament, [sent], TeamState.DRAFT if waits else TeamState.ENTERED)
    record_saved(tournament, [branch], by=by, draft=draft, public=not waits or TeamState.ENTERED in states)
    if state == EntryState.HANDED_IN:
        become(branch, state, handed_in_at=clock.now(tournament.journal))
        record(tournament.journal, TournamentEvent.ENTRY_HANDED_IN, branch.subject, by=by, public=False,
               branch=branch.name)  # fmt: skip
    elif not draft:
        become(branch, state, remarks={})
    elif branch.state != EntryState.RETURNED:  # a draft of what is being mended stays to be mended
        become(branch, state)
    return branch


@action
def enter_samples(tournament: Tournament, *, by: User | None) -> list[Branch]:
    """样例: every branch of an event without teams enters its full quota of sample teams, as ``save_entry`` would, and
    nobody is in two of them.

    The number of queries does not depend on the size. Refused after the deadline.
    """
    tournament = locked_tournament(tournament, TournamentState.ENTRY)
    branches = list(tournament.branches.select_for_update(no_key=True).order_by("pk"))
    counts = accumulate((branch.quota * tournament.fewest_players for branch in branches), initial=0)
    sent = [
        SentForm(branch, sample_entry(branch.quota, tournament.fewest_players, first), {})
        for branch, first in zip(branches, counts, strict=False)
    ]
    refuse_if([problem for each in sent for problem in _time_problems(tournament, each, draft=False)])
    _write(tournament, sent, TeamState.ENTERED)
    become_all(tournament.branches.all(), EntryState.ACCEPTED)
    record_saved(tournament, branches, by=by, draft=False, public=True)
    return branches


@action
def save_entries(
    tournament: Tournament,
    forms: Mapping[int, BranchEntry],
    *,
    by: User | None,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> list[Branch]:
    """导入报名: the forms of several branches (by their numbers) at once, as ``save_entry`` saves one; all or none.

    The field of a problem is ``<number of the branch>:<field>``. ``Overtaken`` if ``seen`` is not the event's last.
    """
    tournament = _locked(tournament)
    refuse_overtaken("entries", seen, tournament.journal.last_number)
    branches = tournament.branches.select_for_update(no_key=True).filter(number__in=forms).order_by("pk")
    rows = branches.prefetch_related("teams__players")
    sent = [_sent(branch, forms[branch.number], tournament.most_players) for branch in rows]
    doubts = []
    made = {each.branch.number: each.form for each in sent}
    problems = roster_problems(made, roster_places(tournament), reserves=tournament.reserves)
    for each in sent:
        late = _time_problems(tournament, each, draft=False)
        problems += [(each.branch.number, p) for p in [*_history_problems(each.branch, each.form), *late]]
        doubts += [(each.branch.number, p) for p in [*_removal_doubts(each), *_name_doubts(each), *_print_doubts(each)]]
    refuse_if([replace(p, field=f"{number}:{p.field}") for number, p in problems])
    ask_about([replace(p, field=f"{number}:{p.field}") for number, p in doubts], sure)
    _write(tournament, sent, TeamState.ENTERED)
    saved = [each.branch for each in sent]
    become_all(Branch.objects.filter(pk__in=[branch.pk for branch in saved]), EntryState.ACCEPTED, remarks={})
    record_saved(tournament, saved, by=by, draft=False, public=True)
    return saved


def _locked(tournament: Tournament) -> Tournament:
    """Once lots are drawn with its matches, so that nobody pairs a round while a team comes late."""
    if tournament.state != TournamentState.ENTRY:
        locked_matches(tournament.stages.earliest("number"))
    return locked_tournament(tournament)


def _sent(branch: Branch, form: BranchEntry, most: int) -> SentForm:
    """Refused if a team has more than the ``most`` players: forms have no more lines, programs may send them."""
    teams = {team.ordinal: team for team in branch.teams.all()}
    withdrawn = {ordinal for ordinal, team in teams.items() if team.state == TeamState.WITHDRAWN}
    mentioned = [entry for entry in form.teams if entry.ordinal not in withdrawn]
    crowded = [entry.ordinal for entry in mentioned if len(entry.players) > most]
    refuse_if(
        [
            Problem(Code.TEAM_IS_FULL, field_name(ordinal, most + 1, "name"), {"ordinal": ordinal, "seats": most})
            for ordinal in crowded
        ]
    )
    blank = dict.fromkeys(unkept(branch.tournament), "")
    kept = (entry.with_lines(most) for entry in mentioned)
    kept = (replace(entry, players=tuple(replace(player, **blank) for player in entry.players)) for entry in kept)
    return SentForm(branch, replace(form, teams=tuple(kept)), teams)


def _removal_doubts(sent: SentForm) -> list[Problem]:
    return [
        Problem(Code.TEAM_REMOVED, field_name(entry.ordinal, 1, "name"), {"ordinal": entry.ordinal})
        for entry in sent.form.teams
        if entry.is_empty and entry.ordinal in sent.teams and sent.teams[entry.ordinal].state == TeamState.ENTERED
    ]


def _name_doubts(sent: SentForm) -> list[Problem]:
    """Of one name that stands twice it is asked once: not of those who are entered already."""
    entered = [team for team in sent.teams.values() if team.state == TeamState.ENTERED]
    return same_name_doubts(
        sent.form, [player.name for team in entered for player in team.players.all() if player.left_at is None]
    )


def _print_doubts(sent: SentForm) -> list[Problem]:
    """Of the names that are new."""
    players = (player.name for team in sent.teams.values() for player in team.players.all())
    teams = (team.name for team in sent.teams.values())
    return print_warnings(sent.form, {sent.branch.leader_name, sent.branch.contact_name, *players, *teams})


def _history_problems(branch: Branch, form: BranchEntry) -> list[Problem]:
    """A place that was once given to a substitute cannot be emptied: the record of it stays."""
    substituted = Player.objects.filter(team__branch=branch, left_at__isnull=False)
    places = set(substituted.values_list("team__ordinal", "number"))
    return [
        Problem(Code.TEAM_HAS_HISTORY, field_name(entry.ordinal, number, "name"), {"ordinal": entry.ordinal})
        for entry in form.teams
        for number, player in enumerate(entry.players, start=1)
        if player.is_empty and (entry.ordinal, number) in places
    ]


def _time_problems(tournament: Tournament, sent: SentForm, *, draft: bool) -> list[Problem]:
    """After the deadline and the draw who plays where must stay as it is; a team may come late to a Swiss."""
    closed = tournament.state != TournamentState.ENTRY
    if not closed and clock.now(tournament.journal) <= tournament.closes_at:
        return []
    state = TeamState.DRAFT if draft else TeamState.ENTERED
    wanted = {(team.ordinal, str(state), tuple(p.name for p in team.players)) for team in sent.form.filled}
    mentioned = [sent.teams[entry.ordinal] for entry in sent.form.teams if entry.ordinal in sent.teams]
    stored = {(team.ordinal, str(team.state), _player_names(team, tournament.most_players)) for team in mentioned}
    entered = {team for team in stored if team[1] == TeamState.ENTERED}
    if wanted == stored or (entered <= wanted and late_round(tournament)):
        return []
    return [Problem(Code.TEAM_CHANGED_AFTER_DRAW if closed else Code.AFTER_DEADLINE)]


def _write(tournament: Tournament, sent: Sequence[SentForm], state: TeamState) -> None:
    """Every team that is filled is in that state; emptied ones go, those not mentioned stay. The number of queries
    grows only with the teams that change their state."""
    for each in sent:
        _set(each.branch, {**each.form.columns, "saved_at": clock.now(tournament.journal)})
    Branch.objects.bulk_update([each.branch for each in sent], COLUMNS_OF_BRANCH)

    # teams: emptied, there already, new
    emptied = [(each, entry.ordinal) for each in sent for entry in each.form.teams if entry.is_empty]
    gone = [each.teams[ordinal].pk for each, ordinal in emptied if ordinal in each.teams]
    Team.objects.filter(pk__in=gone).delete()
    filled = [(each, entry, each.teams.get(entry.ordinal)) for each in sent for entry in each.form.filled]
    for _each, entry, team in filled:
        if team is not None:
            become(team, state, **entry.columns)
    new = Team.objects.bulk_create(
        Team(branch=each.branch, ordinal=entry.ordinal, state=state, **entry.columns)
        for each, entry, team in filled
        if team is None
    )
    created = {(team.branch_id, team.ordinal): team for team in new}

    # their players, place by place
    added, changed, left_out = [], [], []
    for each, entry, team in filled:
        present = {p.number: p for p in team.players.all() if p.left_at is None} if team else {}
        for number, typed in enumerate(entry.players, start=1):
            player = present.get(number)
            if typed.is_empty:
                left_out += [player.pk] if player else []
            elif player is None:
                of_team = team or created[each.branch.pk, entry.ordinal]
                added.append(Player(team=of_team, number=number, **typed.columns))
            elif _set(player, typed.columns):
                changed.append(player)
    Player.objects.filter(pk__in=left_out).delete()
    Player.objects.bulk_create(added)
    Player.objects.bulk_update(changed, COLUMNS_OF_PLAYER)


def _set(row: Branch | Player, values: Mapping[str, Any]) -> bool:
    """Set these columns; is one of them another now?"""
    before = {name: getattr(row, name) for name in values}
    for name, value in values.items():
        setattr(row, name, value)
    return before != dict(values)


@action
def record_saved(
    tournament: Tournament, branches: Sequence[Branch], *, by: User | None, draft: bool, public: bool
) -> None:
    """Record, inside another action, that the forms of these branches are others now, and which teams are entered."""
    named: dict[int, list[dict[str, Any]]] = {branch.pk: [] for branch in branches}
    entered = Team.objects.filter(branch__in=branches, state=TeamState.ENTERED).prefetch_related("players")
    for team in entered.order_by("ordinal"):
        players = list(filter(None, _player_names(team, tournament.most_players)))
        named[team.branch_id].append({"team": team.pk, "ordinal": team.ordinal, "players": players})
    for branch in branches:
        record(
            tournament.journal, TournamentEvent.ENTRY_SAVED, branch.subject, by=by, public=public,
            branch=branch.name, draft=draft, teams=named[branch.pk],
        )  # fmt: skip


def _player_names(team: Team, most: int) -> tuple[str, ...]:
    """By their number; "" for who is missing."""
    names = {player.number: player.name for player in team.players.all() if player.left_at is None}
    return tuple(names.get(number, "") for number in range(1, most + 1))
