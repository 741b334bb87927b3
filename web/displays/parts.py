"""胜者组、败者组、总决赛, and 名次赛 beside a bracket: the matches of a stage by their parts, round by round."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeVar

from tournaments.bracket.queries.match_views import THIRD, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView
from tournaments.formats.format import BracketPart, Where


@dataclass(frozen=True)
class PartRound:
    """A round of a part, its matches from the top; of matches in which nobody meets nobody none is shown."""

    where: Where
    matches: tuple[MatchView, ...]

    @property
    def entrants(self) -> int:
        return 0

    @property
    def round_number(self) -> int:
        return self.matches[0].round_number

    @property
    def starts_at(self) -> object:
        return self.matches[0].starts_at


AnyRound = TypeVar("AnyRound", bound=PartRound | RoundView)


def drawn(rounds: Sequence[AnyRound]) -> tuple[tuple[AnyRound, str], ...]:
    """Rounds that follow one another, each with how its matches lead to those of the next one: two to one (``pairs``),
    one to one (``straight``), or as no line could show."""
    sizes = [len(r.matches) for r in rounds]
    ways = ["pairs" if n == 2 * after else "straight" if n == after else "" for n, after in pairwise(sizes)]
    return tuple(zip(rounds, [*ways, ""], strict=True))


@dataclass(frozen=True)
class StagePart:
    """A part with its rounds."""

    part: BracketPart
    rounds: tuple[PartRound, ...]

    @property
    def drawn(self) -> tuple[tuple[PartRound, str], ...]:
        return drawn(self.rounds)


def parts_of(stage: StageView) -> tuple[StagePart, ...]:
    """The parts of a stage in the order in which they are shown."""
    by_where: dict[Where, list[MatchView]] = {}
    for round_ in stage.rounds:
        for match in round_.meetings:
            if match.where:
                by_where.setdefault(match.where, []).append(match)
    order = list(BracketPart)
    ways = sorted(by_where, key=lambda where: (order.index(where.part), where.round))
    return tuple(
        StagePart(part, tuple(PartRound(where, tuple(by_where[where])) for where in of_part))
        for part, of_part in groupby(ways, key=lambda where: where.part)
    )


def places_played_out(stage: StageView) -> tuple[PartRound, ...]:
    """名次赛 beside a bracket, but for the third place, which is drawn with it."""
    if stage.label.shape.has_parts:
        return ()
    return tuple(r for part in parts_of(stage) for r in part.rounds if r.where.place != THIRD)
