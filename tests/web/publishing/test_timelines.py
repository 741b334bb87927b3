"""The moments at which a page changes by itself."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.factories import FIRST_START, a_tournament
from web.publishing.timelines import Timeline, read

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOON = datetime(2123, 11, 29, 12, 0, tzinfo=SHANGHAI)


def a_timeline(*hours: int) -> Timeline:
    return Timeline(SHANGHAI, tuple(NOON + timedelta(hours=h) for h in hours), ())


def test_moment_passed_and_moment_ahead():
    line = a_timeline(0, 2)
    assert line.last(NOON) == NOON
    assert line.last(NOON - timedelta(seconds=1)) == NOON.replace(hour=0)
    assert line.next(NOON) == NOON + timedelta(hours=2)


def test_midnight_of_the_zone_is_a_moment():
    line = a_timeline()
    late = datetime(2123, 11, 29, 15, 59, tzinfo=UTC)  # 23:59 in Shanghai
    assert line.next(late) == datetime(2123, 11, 30, tzinfo=SHANGHAI)
    assert line.last(late + timedelta(minutes=1)) == datetime(2123, 11, 30, tzinfo=SHANGHAI)


def test_timeline_knows_deadline_calls_starts_and_bells(db):
    tournament = a_tournament(rounds=1, slug="a")
    clock = tournament.stages.get().rounds.get().clock
    clock.state, clock.started_at = "running", FIRST_START + timedelta(minutes=2)
    clock.extra = timedelta(minutes=5)
    clock.save()
    (line,) = read("a")
    assert line.moments == (
        tournament.closes_at,
        FIRST_START - timedelta(minutes=10),
        FIRST_START,
        FIRST_START + timedelta(minutes=67),
    )
