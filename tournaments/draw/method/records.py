"""抽签记录 (the record of a draw): what is drawn from as one sealed text, and whether a record holds.

``static/draw_check/draw.md`` defines every text here exactly, for somebody who writes it again. A *basis* is a JSON
text with the closed list, the constraints and, if it is sealed, a secret. Its SHA-256 is the fingerprint (封存码)
that is shown before the draw; numbers called out afterwards are mixed with the secret into the seed.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from tournaments.draw.method.chance import shuffled
from tournaments.draw.method.sampling import draw_sheet
from tournaments.draw.method.sheets import Constraints, Entrant
from tournaments.draw.method.wishes import Missed, Wishes, missed

MOST_DIGITS, MOST_CALLS, LONGEST_NAME = 12, 200, 60

_PART = re.compile(r"[\n;；,，、]+")
_CALL = re.compile(r"(?P<by>.*?)[\s:：]*(?P<number>[0-9]+)", re.DOTALL)

KIND, VERSION = "guandan-draw-record", 1


Positions = tuple[int | None, ...]


class DrawWay(StrEnum):
    """How positions follow from the basis: drawn into a sheet, into the pairs of one round, or into numbers; by ranks,
    lots among equals; by the order given; by hand."""

    SHEET = "sheet"
    PAIRS = "pairs"
    NUMBERS = "numbers"
    RANKS = "ranks"
    GIVEN = "given"
    BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class Basis:
    """What a draw is drawn from. Teams are numbered from 1 in the order of the list.

    ``layout``: for ways by rank, the rank that stands on each position, 0 for a bye. ``ranks`` of the teams, 0 for
    none, and ``line``, the teams in the order that lots are drawn from, are there for ``DrawWay.RANKS``.
    """

    way: DrawWay
    teams: tuple[Entrant, ...]
    constraints: Constraints
    wishes: Wishes
    size: int
    secret: str = ""
    layout: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    line: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Redrawn:
    """What a basis and a seed lead to. ``method`` is "" where nothing is sampled."""

    positions: Positions
    method: str
    missed: Missed


class Aspect(StrEnum):
    UNREADABLE = "unreadable"
    FINGERPRINT = "fingerprint"
    OTHER_FINGERPRINT = "other_fingerprint"
    NOT_SEALED = "not_sealed"
    SEED = "seed"
    METHOD = "method"
    SIZE = "size"
    POSITION = "position"
    MISSED = "missed"
    TEAMS = "teams"


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record differs from what is computed; ``position`` from 1, where it concerns one."""

    aspect: Aspect
    recorded: str = ""
    computed: str = ""
    position: int = 0


def fingerprint(basis: str) -> str:
    """封存码: the SHA-256 of the text, as 64 hexadecimal digits."""
    return sha256(basis.encode()).hexdigest()


def mixed_seed(secret: str, numbers: Sequence[str]) -> str:
    """The seed of a sealed draw: the SHA-256 of the secret and the numbers as they were called out, a line each."""
    return sha256("\n".join((secret, *numbers)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class CalledNumber:
    """``number`` in the digits that were typed, ``by`` is whose it is, "" where it is not said."""

    number: str
    by: str = ""


def read_calls(text: str) -> tuple[tuple[CalledNumber, ...], tuple[str, ...]]:
    """报数, as it is typed: the numbers called out after the fingerprint is shown, one a line or between commas, each
    perhaps behind a name; and the parts that hold no number."""
    calls, unreadable = [], []
    for part in map(str.strip, _PART.split(unicodedata.normalize("NFKC", text))):
        called = _CALL.fullmatch(part)
        if called and len(called["number"]) <= MOST_DIGITS and len(called["by"]) <= LONGEST_NAME:
            calls.append(CalledNumber(called["number"], called["by"].strip()))
        elif part:
            unreadable.append(part)
    return tuple(calls), tuple(unreadable)


def read_basis(text: str) -> Basis:
    """Raises ValueError, KeyError or TypeError for what is none."""
    basis = json.loads(text)
    listed = tuple(Entrant(number, team["branch"]) for number, team in enumerate(basis["teams"], start=1))
    wished = basis.get("wishes", {})
    way = DrawWay(basis["way"])
    constraints = Constraints(
        opposite_halves=basis["opposite_halves"],
        separate_first_round=basis["separate_first_round"],
        numbers=0 if way in (DrawWay.SHEET, DrawWay.PAIRS) else basis["size"],
        pairs=basis["size"] if way == DrawWay.PAIRS else 0,
        groups=basis["groups"],
    )
    return Basis(
        way=way,
        teams=listed,
        constraints=constraints,
        wishes=Wishes(
            seeds=tuple(wished.get("seeds", ())),
            rounds=wished.get("rounds", 1),
            rested=tuple(wished.get("rested", ())),
            met=tuple((one, other) for one, other in wished.get("met", ())),
        ),
        size=basis["size"],
        secret=basis.get("secret", ""),
        layout=tuple(basis.get("layout", ())),
        ranks=tuple(basis.get("ranks", ())),
        line=tuple(basis.get("line", ())),
    )


def outcome(basis: Basis, seed: str) -> Redrawn:
    """Draw. Raises ValueError for a draw by hand, which nobody can draw again, and for a basis that cannot be drawn."""
    if basis.way == DrawWay.BY_HAND:
        raise ValueError("lots drawn by hand follow from nothing")
    if basis.way in (DrawWay.RANKS, DrawWay.GIVEN):
        line = shuffled(basis.line, seed) if basis.way == DrawWay.RANKS else tuple(team.id for team in basis.teams)
        ranks = basis.ranks or (0,) * len(basis.teams)
        ranking = sorted(line, key=lambda team: (ranks[team - 1] == 0, ranks[team - 1]))
        return Redrawn(tuple(ranking[rank - 1] if rank else None for rank in basis.layout), "", Missed())
    drawn = draw_sheet(basis.teams, basis.constraints, seed, basis.wishes)
    unmet = missed(drawn.positions, basis.teams, basis.wishes, basis.constraints.groups)
    return Redrawn(drawn.positions, drawn.method.value, unmet)


def missed_as_lists(unmet: Missed) -> dict[str, list[Any]]:
    """As it stands in a record."""
    return {
        "seeds": [list(pair) for pair in unmet.seeds],
        "rounds": [list(pair) for pair in unmet.rounds],
        "rested": list(unmet.rested),
        "met": [list(pair) for pair in unmet.met],
    }


def differences(record: Mapping[str, Any], published: str = "") -> list[Difference]:
    """核对: everything in which a record differs from what its basis, secret and numbers lead to; none is 一致.

    ``published``: the fingerprint that was noted down before the draw, if somebody has it.
    """
    try:
        if (record["kind"], record["version"]) != (KIND, VERSION):
            return [Difference(Aspect.UNREADABLE, f"{record['kind']} {record['version']}", f"{KIND} {VERSION}")]
        basis, published, differing = read_basis(record["basis"]), published.strip().lower(), []
        if basis.secret:
            computed = fingerprint(record["basis"])
            if computed != record["fingerprint"]:
                differing.append(Difference(Aspect.FINGERPRINT, record["fingerprint"], computed))
            if published and published != computed:
                differing.append(Difference(Aspect.OTHER_FINGERPRINT, published, computed))
            seed = mixed_seed(basis.secret, [called["number"] for called in record["numbers"]])
            if seed != record["seed"]:
                differing.append(Difference(Aspect.SEED, record["seed"], seed))
        elif record["fingerprint"] or published:
            differing.append(Difference(Aspect.NOT_SEALED, record["fingerprint"] or published))
        return [*differing, *_position_differences(record, basis)]
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        return [Difference(Aspect.UNREADABLE, f"{type(error).__name__}: {error}")]


def _position_differences(record: Mapping[str, Any], basis: Basis) -> list[Difference]:
    recorded = record["positions"]
    if basis.way == DrawWay.BY_HAND:
        teams = sorted(team for team in recorded if team)
        all_teams = list(range(1, len(basis.teams) + 1))
        return [] if teams == all_teams else [Difference(Aspect.TEAMS, str(teams), str(all_teams))]
    computed = outcome(basis, record["seed"])
    differing = []
    if computed.method != record["method"]:
        differing.append(Difference(Aspect.METHOD, record["method"], computed.method))
    if len(recorded) != len(computed.positions):
        return [*differing, Difference(Aspect.SIZE, str(len(recorded)), str(len(computed.positions)))]
    differing += [
        Difference(Aspect.POSITION, str(one or "-"), str(other or "-"), position)
        for position, (one, other) in enumerate(zip(recorded, computed.positions, strict=True), start=1)
        if one != other
    ]
    unmet = missed_as_lists(computed.missed)
    if record["missed"] != unmet:
        differing.append(Difference(Aspect.MISSED, json.dumps(record["missed"]), json.dumps(unmet)))
    return differing
