"""A small season: events of two branches with two pairs each, played to their confirmed awards."""

from dataclasses import replace
from datetime import timedelta

from tests.factories import FIRST_START, a_drawn_tournament, a_tournament
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.models import Series, Tournament
from tournaments.series.actions import create_series, join_series
from tournaments.series.queries import SeriesSettings
from tournaments.series.season import USUAL
from tournaments.states import SeriesCounts

SETTINGS = SeriesSettings("攒蛋月赛", "管理系学生会", "2123", (32, 24, 18, 18, 10), 0, USUAL, 2)


def a_series(slug: str = "monthly", settings: SeriesSettings = SETTINGS) -> Series:
    """A series without events."""
    return create_series(settings, by=None, slug=slug)


def a_played_event(series: Series, *, month: int = 0, won_away: int = 0, **more: object) -> Tournament:
    """One more event of it, in that month after the first: home wins every match, or but the one of that number; its
    awards are confirmed."""
    starts_at = FIRST_START + timedelta(days=28 * month)
    event = a_drawn_tournament(starts_at=starts_at, started=True, awards=S000_AWARDS, **more)
    if won_away:
        decide(won_away, "away", of=event)
    play_all(event)
    confirm_awards(event, by=None)
    return join_series(event, series, by=None)


def its_final(series: Series, **more: object) -> Tournament:
    """The final of the series, in registration and without branches."""
    return join_series(a_tournament(slug="final", **more), series, by=None, final=True)


OF_BRANCHES = replace(SETTINGS, name="职工运动会", counts=SeriesCounts.BRANCHES, share_points=True)


def a_meeting(settings: SeriesSettings = OF_BRANCHES) -> tuple[Series, list[Tournament]]:
    """运动会: 掼蛋 in a knockout of four branches with two teams each, 象棋 of one player a branch in a round robin of
    three, and 乒乓球 of three players a team between two."""
    series = a_series("meeting", settings)
    chess = {"format_": "round_robin", "game": "win_loss", "won_away": 1}
    events = [
        a_played_event(series, name="掼蛋", branches=4),
        a_played_event(series, month=1, name="象棋", branches=3, teams=1, seats=1, **chess),
        a_played_event(series, month=2, name="乒乓球", branches=2, teams=1, seats=3, game="win_loss"),
    ]
    return series, events
