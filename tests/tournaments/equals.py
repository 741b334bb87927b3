"""Teams that are equal in everything, to test with."""

from tests.tournaments.played import S000_AWARDS
from tests.tournaments.round_day import Day, a_day, win

OF_THE_CIRCLE = (1, 3, 6)
"""Home wins each of these matches: 1 beats 3, 3 beats 2, 2 beats 1, by as much."""


def a_circle(**more: object) -> Day:
    """R6: three teams that are equal in everything."""
    day = a_day(branches=3, teams=1, format_="round_robin", tables=2, **{"slug": "s000", "awards": S000_AWARDS} | more)
    for round_, number in enumerate(OF_THE_CIRCLE, start=1):
        if round_ > 1:
            day.start(round_)
        win(day, number)
    return day
