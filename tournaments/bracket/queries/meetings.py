"""A match as its format reads it, what it counts (积分), and what the format says of it."""

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from guandan_rules import Reason, Side, Sides
from guandan_rules.options import Scale
from guandan_rules.scales import DEAL_POINTS, MIDDLE, award_points, level_points
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.rules.bracket_moves import VACANT
from tournaments.formats.format import Format, Meeting
from tournaments.formats.matches import NOBODY, Outcome
from tournaments.formats.matches import Reason as Outcomes
from tournaments.states import WALKOVER, SlotKind

AWARDED = (Reason.FORFEIT, Reason.WITHDRAWAL, Reason.DISQUALIFICATION, Reason.PENALTY)


def match_points(
    scale: Scale, *, winner: str, reason: str, difference: int, gathered: Sides[int]
) -> tuple[Fraction, Fraction] | None:
    """积分 of a decided match, home's and away's (rules.md §4); None where the result alone counts.

    ``difference``: levels of home above away; ``gathered``: points of the deals, and those that penalties took.
    """
    if scale in DEAL_POINTS:
        return Fraction(gathered.home), Fraction(gathered.away)
    if scale not in MIDDLE:
        return None
    if not winner and reason != Reason.DRAW:
        return Fraction(0), Fraction(0)
    if reason in AWARDED and scale is Scale.LEVELS_28:
        points = award_points(scale, Side(winner), before_start=reason != Reason.FORFEIT)
    else:
        points = level_points(scale, Sides(difference, 0))
    return Fraction(points.home + gathered.home), Fraction(points.away + gathered.away)


_WITHOUT_PLAY: dict[str, Outcomes] = {
    Reason.WITHDRAWAL: Outcomes.WITHDRAWAL,
    Reason.DISQUALIFICATION: Outcomes.DISQUALIFICATION,
    Reason.FORFEIT: Outcomes.FORFEIT,
    WALKOVER: Outcomes.WALKOVER,
}


@lru_cache(maxsize=4096)
def meeting_of(match: MatchView, round_: int) -> Meeting:
    """The levels of a match that is not over count for nothing yet, so that a deal changes no standing."""
    home, away = (line.team.id if line.team else VACANT[SlotKind(line.slot)] for line in match.lines)
    outcome = None
    if match.is_bye:
        winner, loser = (home, away) if isinstance(home, int) else (away, home)
        outcome = Outcome(winner, loser, Outcomes.BYE)
    elif match.is_over and match.reason == Reason.DRAW:
        outcome = Outcome(home, away, Outcomes.DRAWN)
    elif match.is_over and not match.winner:
        outcome = Outcome(NOBODY, NOBODY, Outcomes.BOTH_ABSENT)
    elif match.is_over:
        winner, loser = (home, away) if match.winner == "home" else (away, home)
        outcome = Outcome(winner, loser, _WITHOUT_PLAY.get(match.reason, Outcomes.PLAYED))
    beside = [line.team.partner.id for line in match.lines if line.team and line.team.partner]
    return Meeting(
        home=home,
        away=away,
        outcome=outcome,
        entrants=match.entrants,
        place_for=match.place_for,
        difference=match.difference,
        positions=(match.home.position, match.away.position),
        levels=(match.home.level or 0, match.away.level or 0) if match.is_over else (0, 0),
        points=match.points,
        penalties=match.penalties if match.is_over else (0, 0),
        round=round_,
        partners=(beside[0], beside[1]) if beside else None,
        partner_positions=(match.home.partner_position, match.away.partner_position),
        left=match.left,
    )


def with_struck(shape: Format, matches: list[MatchView]) -> list[MatchView]:
    """All matches of a stage, marked where they count for nobody, since a team has left."""
    struck = shape.struck([meeting_of(match, 0) for match in matches]) if shape.may_strike else ()
    if not struck:
        return matches
    return [
        replace(match, is_struck=True, boards=tuple(replace(board, is_struck=True) for board in match.boards))
        if any(one.id in struck for line in match.lines for one in line.each)
        else match
        for match in matches
    ]
