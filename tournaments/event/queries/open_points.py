"""待定事项: what the notice of an event leaves open and the office can answer, and what it has answered."""

from dataclasses import dataclass

from guandan_rules import OpenPoint
from journal.models import Event
from scoring.games.guandan import Guandan
from scoring.games.win_loss import WinLoss
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.codes import TournamentEvent
from tournaments.formats import FORMATS, Movement
from tournaments.models import Tournament

AT_THE_TABLE = (
    OpenPoint.MINUTES,
    OpenPoint.ON_TIME,
    OpenPoint.TIE_RULES,
    OpenPoint.TIE_AT_START,
    OpenPoint.PASSING_CONDITION,
    OpenPoint.PASSING_SCOPE,
    OpenPoint.A_FAIL,
    OpenPoint.FAIL_COUNT,
    OpenPoint.FAIL_SCOPE,
    OpenPoint.DEAL_LIMIT,
    OpenPoint.REPORT,
    OpenPoint.GRACE,
)
"""Points of the rules of 掼蛋, in the order in which they are asked; after them those of the event."""


@dataclass(frozen=True)
class OpenQuestion:
    """A point by its number, from 1, and whether the office has answered it."""

    number: int
    point: OpenPoint
    answered: bool


def open_questions(tournament: Tournament) -> tuple[OpenQuestion, ...]:
    """The points that this event has to answer, one after the other; two queries."""
    stages = list(tournament.stages.order_by("number").values_list("format", "game"))
    left_open = rule_set(tournament).open_points
    points = [point for point in AT_THE_TABLE if point in left_open and any(game == Guandan.name for _, game in stages)]
    if OpenPoint.BRANCH_HALVES in left_open and stages and FORMATS[stages[0][0]].is_sheet:
        points.append(OpenPoint.BRANCH_HALVES)
    if OpenPoint.THIRD_PLACE in left_open and any(hasattr(FORMATS[format_], "third_place") for format_, _ in stages):
        points.append(OpenPoint.THIRD_PLACE)
    if tournament.best_of > 1 and any(game != WinLoss.name for _, game in stages):
        points.append(OpenPoint.GAME_CLOCK)
    if OpenPoint.REST in left_open and stages and stages[0][0] == Movement.name:
        points.append(OpenPoint.REST)
    answered = answered_points(tournament)
    return tuple(OpenQuestion(number, point, point in answered) for number, point in enumerate(points, start=1))


def answered_points(tournament: Tournament) -> set[str]:
    """What was answered, here or in the event that it is a copy of, since the rule set was chosen: another one leaves
    other things open."""
    answered: set[str] = set()
    telling = (TournamentEvent.TOURNAMENT_COPIED, TournamentEvent.TOURNAMENT_EDITED)
    events = Event.objects.filter(journal=tournament.journal_id, kind__in=telling)
    for data in events.order_by("number").values_list("data", flat=True):
        if "rule_set" in data.get("fields", ()):
            answered.clear()
        answered.update(data.get("answers", ()))
    return answered
