"""The matches of a whole stage: how its format reads them and what they count (积分), and what their views need beside
their rows: the part of each (分组), its penalties (判罚) and who had left its table, the boards of team matches
(团体赛), and of a ladder (擂台赛) who stood where as the season began and in which order its challenges were
decided."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache

from django.db.models import Count, Exists, Min, OuterRef, Q

from guandan_rules import Reason, Side, Sides
from guandan_rules.options import Scale
from guandan_rules.scales import DEAL_POINTS, MIDDLE, award_points, level_points
from scoring.models import Penalty
from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.match_views import Board, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.rules.boards import plain
from tournaments.bracket.rules.bracket_moves import VACANT
from tournaments.bracket.rules.sides import SEATED
from tournaments.formats.format import Format, Meeting, Where
from tournaments.formats.matches import NOBODY, Outcome
from tournaments.formats.matches import Reason as Outcomes
from tournaments.models import Match, Result, Stage, Team
from tournaments.states import SHORT, WALKOVER, DrawState, SlotKind, TeamState
from tournaments.team_match import BoardResult, boards_won

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


def with_boards(match: MatchView, boards: Sequence[MatchView]) -> MatchView:
    """A team match with its boards, its score by those that are over."""
    over = [BoardResult(board.winner, is_drawn=board.reason == Reason.DRAW) for board in boards if board.is_over]
    won = boards_won(over)
    shown = over and match.home.team and match.away.team
    home, away = (
        replace(line, score=plain(score) if shown else None) for line, score in zip(match.lines, won, strict=True)
    )
    difference = int(won[0] - won[1]) if match.is_over else 0
    return replace(match, home=home, away=away, board=Board.SCORE, difference=difference, boards=tuple(boards))


def penalties_of(stages: Collection[int]) -> dict[int, tuple[int, int]]:
    """How many penalties of home and of away count, by match; one query, none of no stage."""
    if not stages:
        return {}
    counting = Penalty.objects.filter(
        struck_at=None, sheet__match_game__replaced_at=None, sheet__match_game__match__stage__in=stages
    )
    counted = (
        counting.order_by()
        .values_list("sheet__match_game__match")
        .annotate(home=Count("pk", filter=Q(side=Side.HOME)), away=Count("pk", filter=Q(side=Side.AWAY)))
    )
    return {match: (home, away) for match, home, away in counted}


def left_of(stages: Collection[int]) -> dict[int, frozenset[int]]:
    """By the id of each match of these stages (ids) that was not played since its table was short of one (每轮换搭档):
    who had left the event. One query, none without a stage."""
    if not stages:
        return {}
    rows = Match.objects.filter(stage__in=stages, result__reason=SHORT).values_list(
        "pk", *(f"{column}{what}" for column in SEATED for what in ("", "__state"))
    )
    return {
        pk: frozenset(team for team, state in zip(four[::2], four[1::2], strict=True) if state == TeamState.WITHDRAWN)
        for pk, *four in rows
    }


def parts_of_matches(
    drawn: Sequence[RoundView], by_stage: Mapping[int, Iterable[int]]
) -> dict[tuple[int, int], Where | None]:
    """By the id of the stage and the number of the match, where there are parts; ``by_stage``: these numbers."""
    parts: dict[tuple[int, int], Where | None] = {}
    for stage in {r.stage.id: r.stage for r in drawn if r.stage.shape.has_parts or r.stage.shape.has_sections}.values():
        numbers = sorted(by_stage.get(stage.id, ()))
        of_matches = [stage.shape.section(1)] * len(numbers) if stage.is_ladder else stage.shape.where(stage.size)
        parts |= {(stage.id, number): part for number, part in zip(numbers, of_matches, strict=True)}
    return parts


NEVER = datetime.max.replace(tzinfo=UTC)


def with_entrants(planned: Sequence[tuple[int, RoundView]]) -> list[tuple[int, RoundView]]:
    """The rounds (each with the id of its event) of ladders that are drawn with the entries of their stages: two
    queries, none where there are no such stages."""
    stages = {round_.stage: event for event, round_ in planned if round_.stage.is_ladder and round_.stage.size}
    if not stages:
        return list(planned)
    drawn = Stage.objects.filter(pk__in=[stage.id for stage in stages], draws__state=DrawState.CONFIRMED)
    positions = dict(drawn.values_list("pk", "draws__positions"))
    own = Match.objects.filter(Q(home_team=OuterRef("pk")) | Q(away_team=OuterRef("pk")), stage__in=positions)
    of_events = Team.objects.filter(branch__tournament__in=stages.values()).exclude(state=TeamState.DRAFT)
    rows = with_people(of_events.annotate(has_met=Exists(own)).order_by("pk"))
    with_own = {}
    for stage, event in stages.items():
        # those who were drawn, from the top; then, if it began with those who registered, who has come since
        by_id = {team.pk: team for team in rows if team.branch.tournament_id == event}
        entries = [by_id[pk] for pk in positions.get(stage.id, ()) if pk in by_id]
        if not stage.source:
            late = [team for team in by_id.values() if team not in entries]
            entries += [t for t in late if t.state == TeamState.ENTERED or getattr(t, "has_met", False)]
        left = frozenset(team.pk for team in entries if team.state == TeamState.WITHDRAWN)
        with_own[stage.id] = replace(stage, entries=tuple(map(team_label, entries)), left=left)
    return [(event, replace(r, stage=with_own.get(r.stage.id, r.stage))) for event, r in planned]


def as_decided(views: Mapping[int, Sequence[MatchView]]) -> dict[int, list[MatchView]]:
    """The matches of seasons, by the id of each, in the order in which they were decided for the first time, then those
    that are open, the older challenge first: one query, or none. What was corrected since keeps its place."""
    over = [view.id for of_season in views.values() for view in of_season if view.is_over]
    first = Result.objects.filter(match__in=over).values("match").order_by().annotate(at=Min("at"))
    decided = dict(first.values_list("match", "at")) if over else {}
    return {
        season: sorted(of_season, key=lambda view: (decided.get(view.id, NEVER), view.number))
        for season, of_season in views.items()
    }
