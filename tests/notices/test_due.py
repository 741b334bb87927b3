from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from notices.due import day_before, due_times, release_at, released_until, soon

SHANGHAI = ZoneInfo("Asia/Shanghai")
START = datetime(2023, 11, 27, 12, 30, tzinfo=SHANGHAI)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("zone", "starts_at", "due"),
    [
        ("Asia/Shanghai", "2023-11-27T12:30+08:00", "2023-11-26T17:00+08:00"),
        # it is still the 26th in Greenwich when the match starts on the 27th in the hall
        ("Asia/Shanghai", "2023-11-26T23:30+00:00", "2023-11-26T17:00+08:00"),
        ("Pacific/Auckland", "2023-11-27T09:00+13:00", "2023-11-26T17:00+13:00"),
        ("America/Los_Angeles", "2023-11-27T19:00-08:00", "2023-11-26T17:00-08:00"),
        # the clocks change in the night between: 17:00 is 17:00 by the clock on the wall of that day
        ("Europe/Berlin", "2023-10-29T12:30+01:00", "2023-10-28T17:00+02:00"),
    ],
)
def test_day_before_is_five_in_the_afternoon_of_the_hall(zone, starts_at, due):
    assert day_before(moment(starts_at), ZoneInfo(zone)) == moment(due)


def test_soon_is_half_an_hour_before():
    assert soon(START) == moment("2023-11-27T12:00+08:00")


@pytest.mark.parametrize(
    ("now", "day_before", "soon"),
    [
        ("2023-11-20T09:00+08:00", "2023-11-26T17:00+08:00", "2023-11-27T12:00+08:00"),
        ("2023-11-26T17:00+08:00", "2023-11-26T17:00+08:00", "2023-11-27T12:00+08:00"),
        # drawn in the hall on the first match day: at once, and again half an hour before
        ("2023-11-27T11:00+08:00", "2023-11-27T11:00+08:00", "2023-11-27T12:00+08:00"),
        # both have passed: one mail, at once
        ("2023-11-27T12:00+08:00", None, "2023-11-27T12:00+08:00"),
        ("2023-11-27T12:29:59+08:00", None, "2023-11-27T12:29:59+08:00"),
        ("2023-11-27T12:30+08:00", None, None),
        ("2023-11-28T00:00+08:00", None, None),
    ],
)
def test_due_times_passed_are_now_while_the_match_is_ahead(now, day_before, soon):
    expected = tuple(moment(text) if text else None for text in (day_before, soon))
    assert due_times(START, SHANGHAI, moment(now)) == expected
    assert due_times(START.astimezone(UTC), SHANGHAI, moment(now)) == expected


QUIET = (time(22), time(7, 30))


@pytest.mark.parametrize(
    ("now", "collecting", "quiet", "until"),
    [
        ("2023-11-27T12:34:56+08:00", 0, None, "2023-11-27T12:34:56+08:00"),
        ("2023-11-27T12:34:56+08:00", 15, None, "2023-11-27T12:30+08:00"),
        ("2023-11-27T12:30+08:00", 15, None, "2023-11-27T12:30+08:00"),
        ("2023-11-27T12:34:56+08:00", 60, None, "2023-11-27T12:00+08:00"),
        ("2023-11-27T00:10+08:00", 60, None, "2023-11-27T00:00+08:00"),
        ("2023-11-27T18:00+08:00", 1440, None, "2023-11-27T18:00+08:00"),
        ("2023-11-27T17:59:59+08:00", 1440, None, "2023-11-26T18:00+08:00"),
        # yesterday by UTC
        ("2023-11-27T07:00+08:00", 1440, None, "2023-11-26T18:00+08:00"),
        # over midnight: from its first minute on, not in its last
        ("2023-11-27T21:59:59+08:00", 0, QUIET, "2023-11-27T21:59:59+08:00"),
        ("2023-11-27T22:00+08:00", 0, QUIET, None),
        ("2023-11-28T07:29+08:00", 60, QUIET, None),
        ("2023-11-28T07:30+08:00", 60, QUIET, "2023-11-28T07:00+08:00"),
        ("2023-11-27T12:30+08:00", 0, (time(12), time(13)), None),
        ("2023-11-27T13:00+08:00", 0, (time(12), time(13)), "2023-11-27T13:00+08:00"),
    ],
)
def test_channel_says_what_was_issued_until_then(now, collecting, quiet, until):
    expected = moment(until) if until else None
    assert released_until(moment(now), SHANGHAI, collecting, quiet) == expected
    assert released_until(moment(now).astimezone(UTC), SHANGHAI, collecting, quiet) == expected


@pytest.mark.parametrize(
    ("issued", "now", "collecting", "quiet", "said"),
    [
        ("2023-11-27T12:34:56+08:00", "2023-11-27T12:35+08:00", 0, None, "2023-11-27T12:35+08:00"),
        ("2023-11-27T12:34:56+08:00", "2023-11-27T12:35+08:00", 15, None, "2023-11-27T12:45+08:00"),
        ("2023-11-27T12:30+08:00", "2023-11-27T12:30+08:00", 15, None, "2023-11-27T12:30+08:00"),
        ("2023-11-27T23:10+08:00", "2023-11-27T23:10+08:00", 60, None, "2023-11-28T00:00+08:00"),
        ("2023-11-27T18:00:01+08:00", "2023-11-27T19:00+08:00", 1440, None, "2023-11-28T18:00+08:00"),
        ("2023-11-27T17:00+08:00", "2023-11-27T17:00+08:00", 1440, None, "2023-11-27T18:00+08:00"),
        ("2023-11-27T22:10+08:00", "2023-11-27T23:00+08:00", 0, QUIET, "2023-11-28T07:30+08:00"),
        ("2023-11-27T22:10+08:00", "2023-11-28T01:00+08:00", 60, QUIET, "2023-11-28T07:30+08:00"),
        # what was collected comes due in the quiet hours
        ("2023-11-27T21:50+08:00", "2023-11-27T21:50+08:00", 15, QUIET, "2023-11-28T07:30+08:00"),
        ("2023-11-27T17:00+08:00", "2023-11-27T17:00+08:00", 1440, (time(17, 30), time(18, 30)),
         "2023-11-27T18:30+08:00"),
    ],
)  # fmt: skip
def test_channel_names_the_moment_at_which_it_says_it(issued, now, collecting, quiet, said):
    due = release_at(moment(issued), moment(now), SHANGHAI, collecting, quiet)
    assert due == moment(said)
    until = released_until(due, SHANGHAI, collecting, quiet)
    assert until is not None
    assert until >= moment(issued)
    if due > moment(now):
        before = released_until(due - timedelta(seconds=1), SHANGHAI, collecting, quiet)
        assert before is None or before < moment(issued)
