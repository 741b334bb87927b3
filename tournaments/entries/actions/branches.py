"""分会 of an event: names, quotas and the order of the annex."""

from collections.abc import Sequence
from dataclasses import replace

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, refuse_if, refuse_overtaken
from journal.texts import clean, has_unseen, storable
from tournaments.bracket.queries.pairing import late_round
from tournaments.bracket.queries.versions import branches_version
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.fields import BRANCH_LENGTH, name_width_problems
from tournaments.entries.names import likeness, symbols
from tournaments.locks import locked_tournament
from tournaments.models import Branch, Tournament
from tournaments.presets.preset import BranchPlan
from tournaments.states import TournamentState

HIGHEST_QUOTA = 20
# with which a cell of a spreadsheet would begin a formula; = and + are signs, which stand nowhere
NO_START = "-@－＠"


@action
def add_branches(tournament: Tournament, plans: Sequence[BranchPlan], *, by: User | None) -> list[Branch]:
    """New branches at the end of the annex, in this order; one that is wrong keeps all out.

    Refused, at ``name-1``, ``quota-1`` …: name empty, too long or taken, quota not 1…20; lots are drawn, and no team
    may come late.
    """
    tournament = locked_tournament(tournament)
    present = list(tournament.branches.all())
    problems, alike = _drawn_problems(tournament), {likeness(branch.name): branch.name for branch in present}
    for number, plan in enumerate(plans, start=1):
        problems += [replace(p, field=f"{p.field}-{number}") for p in _plan_problems(plan, alike)]
        alike.setdefault(likeness(plan.name), clean(plan.name))
    refuse_if(problems)

    last = max((branch.number for branch in present), default=0)
    made = Branch.objects.bulk_create(
        Branch(tournament=tournament, number=last + i, name=storable(plan.name), quota=plan.quota)
        for i, plan in enumerate(plans, start=1)
    )
    for branch in made:
        _record(tournament, TournamentEvent.BRANCH_ADDED, branch, by=by)
    return made


@action
def edit_branch(
    branch: Branch, name: str, quota: int, *, by: User | None, place: int | None = None, seen: int | None = None
) -> Branch:
    """Rename it, change its quota, or move it to ``place`` (1 is the first) in the annex. After the draw only the name.

    Refused: as for a new branch; a quota below a team that is entered.
    """
    tournament = locked_tournament(branch.tournament)
    refuse_overtaken(branch.subject, seen, branches_version(tournament))
    branch = Branch.objects.get(pk=branch.pk)
    others = list(tournament.branches.exclude(pk=branch.pk))
    problems = _plan_problems(BranchPlan(name, quota), {likeness(other.name): other.name for other in others})
    highest = max((team.ordinal for team in branch.teams.all()), default=0)
    if 1 <= quota < highest:
        problems.append(Problem(Code.QUOTA_BELOW_TEAMS, "quota", {"quota": quota, "teams": highest}))
    if quota != branch.quota:
        problems += _drawn_problems(tournament, "quota")
    refuse_if(problems)
    branch.name, branch.quota = storable(name), quota
    branch.save(update_fields=["name", "quota"])
    if place is not None:
        numbers = sorted(b.number for b in (*others, branch))
        at = min(max(place, 1), len(numbers)) - 1
        order = [*others[:at], branch, *others[at:]]
        for number, moved in zip(numbers, order, strict=True):
            moved.number = number
        # the constraint on the numbers is checked at the end of the transaction
        Branch.objects.bulk_update(order, ["number"])
    _record(tournament, TournamentEvent.BRANCH_EDITED, branch, by=by)
    return branch


@action
def remove_branch(branch: Branch, *, by: User | None) -> None:
    """Take the branch out. Refused while it has teams, drafts too, and once lots are drawn."""
    tournament = locked_tournament(branch.tournament)
    branch = Branch.objects.select_for_update(of=("self",)).get(pk=branch.pk)
    problems = _drawn_problems(tournament)
    if branch.teams.exists():
        problems.append(Problem(Code.BRANCH_HAS_TEAMS, "", {"branch": branch.name}))
    refuse_if(problems)
    _record(tournament, TournamentEvent.BRANCH_REMOVED, branch, by=by)
    branch.delete()


def _drawn_problems(tournament: Tournament, where: str = "") -> list[Problem]:
    is_open = tournament.state == TournamentState.ENTRY or late_round(tournament)
    return [] if is_open else [Problem(Code.AFTER_DRAW, where)]


def _plan_problems(plan: BranchPlan, alike: dict[str, str]) -> list[Problem]:
    shown, taken = clean(plan.name), alike.get(likeness(plan.name))
    problems: list[Problem] = []
    if not likeness(plan.name):
        problems.append(Problem(Code.NAME_EMPTY, "name"))
    elif too_wide := name_width_problems("name", shown, BRANCH_LENGTH):
        problems += too_wide
    elif has_unseen(shown):
        problems.append(Problem(Code.NAME_INVALID, "name"))
    elif wrong := symbols(shown):
        problems.append(Problem(Code.NAME_CHARACTERS, "name", {"characters": wrong}))
    elif shown[0] in NO_START:
        problems.append(Problem(Code.NAME_START, "name", {"characters": shown[0]}))
    elif taken:
        problems.append(Problem(Code.NAME_TAKEN, "name", {"name": taken}))
    if not 1 <= plan.quota <= HIGHEST_QUOTA:
        data = {"most": HIGHEST_QUOTA, "branch": shown}
        problems.append(Problem(Code.QUOTA_OUT_OF_RANGE, "quota", data))
    return problems


def _record(tournament: Tournament, kind: TournamentEvent, branch: Branch, *, by: User | None) -> None:
    record(tournament.journal, kind, branch.subject, by=by, branch=branch.name, quota=branch.quota)
