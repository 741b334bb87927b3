"""抽签记录 for everybody: the basis of a draw as a text, its record as a file, and the list of all draws of an event.

What each key means is written in ``static/draw_check/draw.md``. Teams stand in a record by their number in the closed
list.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from journal.refusals import Problem
from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.rules.formats import format_of
from tournaments.draw import method as drawing
from tournaments.draw.method import records
from tournaments.draw.method.records import DrawWay
from tournaments.draw.queries.draws import WishView, change_problems, entered_teams, entries
from tournaments.draw.queries.sheets import constraints, positions_of, teams_in_order
from tournaments.formats import FORMATS
from tournaments.models import Draw, Team, Tournament
from tournaments.states import DrawMethod, DrawState


class OpenedSeal(NamedTuple):
    """What nobody knew before a sealed draw, once its record is open."""

    secret: str
    seed: str


@dataclass(frozen=True)
class SealView:
    """A seal as pages and papers show it, never with its secret before the draw. ``broken``: how the entered teams or
    the constraint differ from what was sealed, while that matters."""

    number: int
    fingerprint: str
    sealed_at: datetime
    listed: tuple[tuple[int, TeamLabel], ...]
    asked: tuple[WishView, ...]
    is_drawn: bool
    numbers: tuple[Mapping[str, str], ...]
    broken: tuple[Problem, ...]


def basis_text(
    draw: Draw,
    teams: Sequence[Team],
    *,
    secret: str = "",
    wishes: drawing.Wishes = drawing.NO_WISHES,
    ranks: Mapping[int, int] | None = None,
) -> str:
    """What the draw is drawn from: ``teams`` in the order of the closed list, ``ranks`` by the id of the team."""
    stage, way = draw.stage, _way_of(draw, has_ranks=ranks is not None)
    format_ = format_of(stage)
    conditions = constraints(stage, len(teams), draw.branches_apart)
    wishes = replace(wishes, rounds=max(wishes.rounds, conditions.rounds))
    basis: dict[str, Any] = {
        "event": stage.tournament.slug,
        "draw": draw.number,
        "way": way.value,
        "size": format_.size(len(teams)),
        "groups": conditions.groups,
        "opposite_halves": conditions.opposite_halves,
        "separate_first_round": conditions.separate_first_round,
        **listed_in_basis(teams, wishes),
    }
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    if way in (DrawWay.RANKS, DrawWay.GIVEN):
        slots: Sequence[Any] = format_.placed(range(1, len(teams) + 1))
        if way == DrawWay.GIVEN and draw.positions:
            slots = [numbers.get(team) for team in draw.positions]
        basis["layout"] = [slot if isinstance(slot, int) else 0 for slot in slots]
    if way == DrawWay.RANKS and ranks is not None:
        basis["ranks"] = [ranks.get(team.pk, 0) for team in teams]
        basis["line"] = [numbers[pk] for pk in sorted(numbers)]
    if secret:
        basis["secret"] = secret
    return json.dumps(basis, ensure_ascii=False, separators=(",", ":"))


def listed_in_basis(teams: Sequence[Team], wishes: drawing.Wishes) -> dict[str, Any]:
    """The closed list of a basis, and what is asked of the sheet, if anything is."""
    listed = [
        {"branch": entry.branch, "name": team.branch.name, "ordinal": team.ordinal}
        for entry, team in zip(entries(teams), teams, strict=True)
    ]
    if not wishes:
        return {"teams": listed}
    asked = {
        "seeds": list(wishes.seeds),
        "rounds": wishes.rounds,
        "rested": list(wishes.rested),
        "met": [list(pair) for pair in wishes.met],
    }
    return {"teams": listed, "wishes": asked}


def _way_of(draw: Draw, *, has_ranks: bool) -> DrawWay:
    """Ranks that nobody wrote down, before the basis was kept, are like lots: nothing can be drawn again."""
    if draw.method == DrawMethod.PROGRAM:
        format_ = FORMATS[draw.stage.format]
        if format_.is_sheet:
            return DrawWay.SHEET
        # a Swiss of before the basis was kept was drawn into numbers
        is_pairs = format_.is_pairs and draw.sampling != drawing.Method.SHUFFLED
        return DrawWay.PAIRS if is_pairs else DrawWay.NUMBERS
    if draw.method == DrawMethod.PLACES:
        return DrawWay.GIVEN
    return DrawWay.RANKS if draw.method == DrawMethod.RANKS and has_ranks else DrawWay.BY_HAND


def record_of(draw: Draw) -> dict[str, Any]:
    """The record as a file: all that is needed to draw again, and every draw before it."""
    teams = teams_in_order(draw.teams)
    text = draw.basis or basis_text(draw, teams)
    positions, missed = _numbered(draw, records.read_basis(text), teams)
    earlier = Draw.objects.filter(stage__tournament=draw.stage.tournament_id, number__lt=draw.number)
    before = [
        {
            "draw": former.number,
            "state": former.state,
            "method": former.method,
            "fingerprint": former.fingerprint,
            "sealed_at": _moment(former.sealed_at),
            "drawn_at": _moment(former.drawn_at),
            "confirmed_at": _moment(former.confirmed_at),
        }
        for former in earlier.order_by("number")
    ]
    return as_file(draw, draw.stage.tournament.name, text, positions, missed, before)


def as_file(
    draw: Draw,
    name: str,
    basis: str,
    positions: Sequence[int | None],
    missed: drawing.Missed,
    before: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The record of a draw of the event of that ``name``, whether or not it has a row."""
    return {
        "kind": records.KIND,
        "version": records.VERSION,
        "name": name,
        "state": draw.state,
        "basis": basis,
        "fingerprint": draw.fingerprint,
        "sealed_at": _moment(draw.sealed_at),
        "numbers": draw.numbers,
        "seed": draw.seed,
        "drawn_at": _moment(draw.made_at),
        "confirmed_at": _moment(draw.confirmed_at),
        "reason": draw.reason,
        "method": draw.sampling,
        "uniform": draw.uniform,
        "positions": positions,
        "missed": records.missed_as_lists(missed),
        "before": before,
    }


def _numbered(draw: Draw, basis: records.Basis, teams: Sequence[Team]) -> tuple[tuple[int | None, ...], drawing.Missed]:
    """The positions with the teams by their number in the closed list, and which wishes the sheet does not fulfil."""
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    positions = tuple(numbers[team] if team else None for team in draw.positions)
    unmet = drawing.missed(positions, basis.teams, basis.wishes, basis.constraints.groups) if positions else None
    return positions, unmet or drawing.Missed()


def _moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds").replace("+00:00", "Z") if at else None


def counted_draws(tournament: Tournament) -> list[Draw]:
    """Every draw of the event, the first first: previews, redraws and seals that were broken too. One query."""
    return list(Draw.objects.filter(stage__tournament=tournament).select_related("stage").order_by("number"))


def latest_seal(tournament: Tournament) -> SealView | None:
    """The seal of the draw that stands or is being made; None if that one is not sealed."""
    draws = Draw.objects.filter(stage__tournament=tournament).exclude(state=DrawState.DISCARDED)
    draw = draws.select_related("stage__tournament").order_by("number").filter(sealed_at__isnull=False).last()
    return seal_of(draw) if draw else None


def seal_of(draw: Draw) -> SealView:
    """``draw`` is a sealed one."""
    assert draw.sealed_at is not None
    tournament = draw.stage.tournament
    waits = draw.state in (DrawState.SEALED, DrawState.PREVIEW)
    entered = [team.pk for team in entered_teams(tournament)] if waits else []
    teams, basis = teams_in_order(draw.teams), records.read_basis(draw.basis)
    positions, missed = _numbered(draw, basis, teams)
    is_drawn, wishes, labels = bool(positions), basis.wishes, [team_label(team) for team in teams]

    def named(numbers: Iterable[Iterable[int]]) -> tuple[tuple[TeamLabel, ...], ...]:
        return tuple(tuple(labels[number - 1] for number in together) for together in numbers)

    asked = (
        WishView("seeds", len(wishes.seeds), named(missed.seeds), is_drawn),
        WishView("rounds", wishes.rounds if wishes.rounds > 1 else 0, named(missed.rounds), is_drawn),
        WishView("rested", len(wishes.rested), named((team,) for team in missed.rested), is_drawn),
        WishView("met", len(wishes.met), named(missed.met), is_drawn),
    )
    return SealView(
        number=draw.number,
        fingerprint=draw.fingerprint,
        sealed_at=draw.sealed_at,
        listed=tuple(enumerate(labels, start=1)),
        asked=tuple(wish for wish in asked if wish.asked),
        is_drawn=is_drawn,
        numbers=tuple(draw.numbers),
        broken=tuple(change_problems(draw, tournament, entered)) if waits else (),
    )


def opened_seal(tournament: Tournament) -> OpenedSeal | None:
    """Of the sealed draw that counts."""
    draws = Draw.objects.filter(stage__tournament=tournament, state=DrawState.CONFIRMED, sealed_at__isnull=False)
    draw = draws.order_by("number").last()
    return OpenedSeal(records.read_basis(draw.basis).secret, draw.seed) if draw else None


def drawn_teams(tournament: Tournament) -> tuple[TeamLabel | None, ...]:
    """What the newest draw that counts gave: by position its team, None for a bye."""
    draw = Draw.objects.filter(stage__tournament=tournament, state=DrawState.CONFIRMED).order_by("number").last()
    teams = with_people(Team.objects.all()).in_bulk(draw.teams) if draw else {}
    return tuple(team_label(teams[team]) if team else None for team in draw.positions) if draw else ()


def draw_again(draw: Draw) -> tuple[int | None, ...]:
    """重抽复核: the sheet (team ids, None is a bye) that the recorded basis and seed lead to now.

    Raises ValueError for lots drawn by hand, and for places without their basis, which no program can draw again.
    """
    teams = teams_in_order(draw.teams)
    basis = records.read_basis(draw.basis or basis_text(draw, teams))
    return tuple(positions_of(records.outcome(basis, draw.seed).positions, teams))
