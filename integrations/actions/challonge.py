"""An event out of Challonge's JSON: teams, format and positions as the file has them. All of it or nothing.

Results are not taken over: here they follow from what is written on sheets, and are typed nowhere.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final

from accounts.models import User
from integrations.challonge.file import (
    DOUBLE,
    LONGEST_NAME,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    ChallongeFile,
    Participant,
    refuse,
)
from integrations.challonge.trees import Slots, entrants, groups_of, numbered_positions, tree_positions
from journal.recording import action, record
from journal.refusals import Problem, Refused
from journal.states import become_all
from journal.texts import storable
from tournaments.actions.draws import preview_lots
from tournaments.actions.tournaments import create_tournament
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.forms import BranchEntry, PlayerEntry, TeamEntry
from tournaments.formats import DoubleElimination, Knockout, RoundRobin, Swiss, made
from tournaments.models import Branch, Team, Tournament
from tournaments.play.entry_rows import Filled, keep
from tournaments.play.saved_entries import record_saved
from tournaments.presets.preset import Blueprint, BranchPlan, StagePlan, empty_blueprint
from tournaments.states import EntryState, TeamState

FORMATS: Final = {
    SINGLE: Knockout.name, DOUBLE: DoubleElimination.name, ROUND_ROBIN: RoundRobin.name, SWISS: Swiss.name,
}  # fmt: skip
FINALS: Final = {"skip": 0, "single match": 1}
GAME: Final = "other"
"""Of the named games the one of which any result is entered."""
MOST_ROUNDS, MOST_TABLES, MOST_POINTS = 64, 40, 99


@action
def import_challonge(
    file: ChallongeFile,
    *,
    by: User,
    slug: str,
    first_day: date,
    branch: str = "",
    sure: Collection[str] | None = None,
) -> Tournament:
    """The event of the file, its participants entered. Every one is a branch of its own, or all are teams of one
    ``branch``. If the file has matches, their positions lie ready as lots drawn by hand, to be confirmed.

    Refused as a new event is, and where the matches are no whole draw of the format or the number does not fit it.
    """
    branch = storable(branch).strip()
    if len(branch) > LONGEST_NAME:
        raise Refused(Problem(Code.TEXT_TOO_LONG, "branch", {"most": LONGEST_NAME}))
    positions = _positions(file)
    tournament = create_tournament(
        _blueprint(file, branch, len(positions)), by=by, slug=slug, first_day=first_day, sure=sure
    )
    teams = _enter(tournament, file, branch, by=by)
    facts: dict[str, Any] = {"participants": len(teams), "matches": len(file.matches)}
    record(tournament.journal, TournamentEvent.CHALLONGE_IMPORTED, tournament.subject, by=by, **facts)
    if file.matches:
        lots = {teams[own].pk: number for number, own in enumerate(positions, start=1) if own is not None}
        preview_lots(tournament, lots, by=by)
    return Tournament.objects.select_related("journal").get(pk=tournament.pk)


def _first_format(file: ChallongeFile) -> str:
    return RoundRobin.name if file.grouped else FORMATS[file.type]


def _blueprint(file: ChallongeFile, branch: str, size: int) -> Blueprint:
    format_ = _first_format(file)
    settings = _settings(file, format_)
    plan = empty_blueprint(
        file.name, rounds=len(made(format_, settings).rounds(size)), format_=format_, seats=1, game=GAME
    )
    names = [branch] if branch else [person.name for person in file.participants]
    return replace(
        plan,
        settings=settings,
        opposite_halves=False,
        third_place_match=file.options.get("hold_third_place_match") is True,
        branches=tuple(BranchPlan(name, len(file.participants) if branch else 1) for name in names),
        tables=max(1, min(MOST_TABLES, size // 2)),
        later=_later(file, plan) if file.grouped and file.final else (),
    )


def _settings(file: ChallongeFile, format_: str) -> dict[str, Any]:
    """Of a format those that the file names, as far as it can be set here."""
    options = file.options
    if format_ == DoubleElimination.name:
        return {"finals": FINALS.get(str(options.get("grand_finals_modifier")), 2)}
    if format_ == RoundRobin.name:
        groups = {"groups": len(groups_of(file))} if file.grouped else {}
        return groups | _points(options, win="rr_pts_for_match_win", draw="rr_pts_for_match_tie")
    if format_ == Swiss.name:
        played, named = max((match.round for match in file.matches), default=0), options.get("swiss_rounds")
        rounds = named if isinstance(named, int) and 0 < named <= MOST_ROUNDS else 0
        points = _points(options, win="pts_for_match_win", draw="pts_for_match_tie", bye="pts_for_bye")
        return {"rounds_played": max(rounds, played)} | points
    return {}


def _points(options: Mapping[str, Any], **members: str) -> dict[str, Any]:
    """``points`` of the format, where the file has numbers for all of them."""
    found = {}
    for name, member in members.items():
        try:
            value = float(options.get(member))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return {}
        if not 0 <= value <= MOST_POINTS:
            return {}
        found[name] = f"{value:g}"
    return {"points": found}


def _later(file: ChallongeFile, plan: Blueprint) -> tuple[StagePlan, ...]:
    """The tree that follows upon groups."""
    format_, places = FORMATS[file.type], entrants(file.final)
    if format_ not in (Knockout.name, DoubleElimination.name):
        refuse(Code.CHALLONGE_SHAPE, type=file.type, names="group_id")
    settings, last = _settings(file, format_), plan.rounds[-1]
    shape = made(format_, settings)
    starts = [replace(last, day=last.day + day) for day, _ in enumerate(shape.rounds(shape.size(places)), start=1)]
    return (StagePlan(format_, places, tuple(starts), settings=settings),)


def _positions(file: ChallongeFile) -> Slots:
    """Participants by position; all empty as long as the file has no matches."""
    format_, count = _first_format(file), len(file.participants)
    shape = made(format_, _settings(file, format_))
    if not shape.fewest <= count <= shape.most:
        refuse(Code.CHALLONGE_SIZE, type=file.type, count=count, low=shape.fewest, high=shape.most)
    if not file.matches:
        return (None,) * shape.size(count)
    found = tree_positions(file.final) if shape.is_sheet else numbered_positions(file)
    missing = [person.name for person in file.participants if person.id not in found]
    if missing or len(found) != shape.size(count):
        refuse(Code.CHALLONGE_SHAPE, type=file.type, names="、".join(missing[:3]) or str(len(found)))
    return found


def _enter(tournament: Tournament, file: ChallongeFile, branch: str, *, by: User) -> dict[int, Team]:
    """Who is entered, by the id of the participant; the one player of a team has its name."""
    rows, people = list(tournament.branches.order_by("number")), file.participants
    forms = [_form(people)] if branch else [_form([person]) for person in people]
    keep(tournament, [Filled(row, form, {}) for row, form in zip(rows, forms, strict=True)], TeamState.ENTERED)
    become_all(Branch.objects.filter(tournament=tournament), EntryState.ACCEPTED)
    record_saved(tournament, rows, by=by, draft=False, public=True)
    entered = Team.objects.filter(branch__tournament=tournament).order_by("branch__number", "ordinal")
    return {person.id: team for person, team in zip(people, entered, strict=True)}


def _form(people: Sequence[Participant]) -> BranchEntry:
    teams = [TeamEntry(number, (PlayerEntry(person.name),)) for number, person in enumerate(people, start=1)]
    return BranchEntry(teams=tuple(teams))
