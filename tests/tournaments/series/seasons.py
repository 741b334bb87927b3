"""A small season: events of two branches with two pairs each, played to their confirmed awards."""

from datetime import timedelta

from tests.factories import FIRST_START, a_drawn_tournament, a_tournament
from tests.tournaments.played import S000_AWARDS, play_all
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.models import Series, Tournament
from tournaments.series.actions import create_series, join_series
from tournaments.series.queries import SeriesSettings
from tournaments.series.season import USUAL

SETTINGS = SeriesSettings("攒蛋月赛", "管理系学生会", "2123", (32, 24, 18, 18, 10), 0, USUAL, 2)


def a_series(slug: str = "monthly", settings: SeriesSettings = SETTINGS) -> Series:
    """A series without events."""
    return create_series(settings, by=None, slug=slug)


def a_played_event(series: Series, *, month: int = 0, **more: object) -> Tournament:
    """One more event of it, in that month after the first: home wins every match, its awards are confirmed."""
    starts_at = FIRST_START + timedelta(days=28 * month)
    event = a_drawn_tournament(starts_at=starts_at, started=True, awards=S000_AWARDS, **more)
    play_all(event)
    confirm_awards(event, by=None)
    return join_series(event, series, by=None)


def its_final(series: Series, **more: object) -> Tournament:
    """The final of the series, in registration and without branches."""
    return join_series(a_tournament(slug="final", **more), series, by=None, final=True)
