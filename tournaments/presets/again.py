"""再办一届: what the name, the address and the days of an event become when it is held again. Knows no database."""

import re
from datetime import date, timedelta
from typing import Final

from tournaments.presets.preset import DAYS_AHEAD, YEAR, of_year

WEEK: Final = 7
DIGITS: Final = "〇一二三四五六七八九"
COUNTED = re.compile(r"第\s*(\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])\s*(?=[届次])")


def same_weekday(first_day: date, today: date) -> date:
    """The day of the next year it can be held in that is the same day of the week, and nearest to the same date.

    It is at least four days ahead of ``today``, as the first day of any new event is.
    """
    of_month = min(first_day.day, 28) if first_day.month == 2 else first_day.day
    year = max(first_day.year + 1, today.year)
    while True:
        same_date = date(year, first_day.month, of_month)
        day = first_day + timedelta(weeks=round((same_date - first_day).days / WEEK))
        if day >= today + timedelta(days=DAYS_AHEAD):
            return day
        year += 1


def next_name(name: str, first_day: date) -> str:
    """The name with the year of that day, and with the next number of an event that is counted: 第三届 → 第四届."""
    return COUNTED.sub(lambda match: f"第{_one_more(match[1])}", of_year(name, first_day), count=1)


def next_slug(slug: str, first_day: date) -> str:
    """The address with the year of that day, at its end where it names none."""
    return of_year(slug, first_day) if YEAR.search(slug) else f"{slug}-{first_day.year}"


def _one_more(number: str) -> str:
    """12 → 13, 九 → 十, 十 → 十一, 十九 → 二十."""
    if number.isdecimal():
        return str(int(number) + 1)
    tens, ten, ones = number.rpartition("十")
    following = (DIGITS.index(tens or "一") if ten else 0) * 10 + DIGITS.index(ones or "〇") + 1
    tens_place, ones_place = divmod(following, 10)
    if tens_place > 9:
        return str(following)
    words = "" if not tens_place else "十" if tens_place == 1 else f"{DIGITS[tens_place]}十"
    return words + (DIGITS[ones_place] if ones_place else "")
