"""Matches played quickly: decided by hand, without their deals."""

from accounts.models import User
from guandan_rules import Reason
from journal.recording import action
from tests.factories import FIRST_START
from tournaments.bracket.queries.advancement import open_equals
from tournaments.bracket.rules.bracket_moves import decide_match, locked
from tournaments.draw.actions.places import decide_places
from tournaments.models import CheckIn, Match, Player, Stage, Tournament
from tournaments.states import EqualsDecided, MatchState

S000_AWARDS = [
    {"rank": 1, "name": "冠军", "count": 1},
    {"rank": 2, "name": "亚军", "count": 1},
    {"rank": 3, "name": "季军", "count": 2},
    {"rank": 0, "name": "纪念奖"},
]


def check_in(match: Match, *, sides: tuple[str, ...] = ("home", "away"), players: int = 2) -> None:
    """Tick that many players of those sides."""
    for side in sides:
        for player in Player.objects.filter(team_id=getattr(match, f"{side}_team_id"))[:players]:
            CheckIn.objects.create(match=match, player=player, at=FIRST_START)


def decide(
    number: int,
    winner: str = "home",
    reason: str = Reason.LEVEL_AT_TIME,
    *,
    ticked: bool = True,
    of: Tournament | None = None,
) -> Match:
    """Decide the match of that number of an event, or of the only one; ``ticked``: all four players were there."""
    matches = Match.objects.filter(stage__tournament=of) if of else Match.objects.all()
    match = matches.get(number=number)
    if ticked:
        check_in(match)
    _decide(match, winner, reason, by=None)
    return match


def draw_lots_for_equals(tournament: Tournament, *, by: User | None = None) -> None:
    """Lots for everybody who is equal in everything where it matters."""
    while equals := open_equals(tournament):
        decide_places(Stage.objects.get(pk=equals[0].stage.label.id), equals[0].ids, EqualsDecided.DRAWN, by=by)


def play_all(tournament: Tournament) -> None:
    """Home wins every match, and everybody is there."""
    ready = Match.objects.filter(stage__tournament=tournament, state=MatchState.READY).order_by("number")
    while match := ready.first():
        check_in(match)
        _decide(match, "home", Reason.LEVEL_AT_TIME, by=None)


@action
def _decide(match: Match, winner: str, reason: str, *, by: None) -> None:
    decide_match(locked(match), winner, reason, by=by)
