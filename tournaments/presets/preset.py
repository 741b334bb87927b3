"""赛事预设: a whole event described by a TOML file under ``tournaments/presets/``, read into a frozen Blueprint.

Dates are kept as days from the first match day, so that an event can be held again at any time.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from guandan_rules import RuleSet, RuleSetError, named
from tournaments.entries.seats import SEATS_OF, USUAL
from tournaments.formats import FORMATS, KNOCKOUT

FOLDER = Path(__file__).resolve().parent
MONDAY = 0
YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
DAYS_AHEAD = 4


class PresetError(ValueError):
    """The file does not describe an event; the message names the file, the key and what was expected."""


@dataclass(frozen=True)
class DayTime:
    """A moment as days from the first match day and the time on the wall."""

    day: int
    at: time

    def on(self, first_day: date, zone: str) -> datetime:
        """The aware moment, in the event's own zone: the day never shifts with the server's."""
        return datetime.combine(first_day + timedelta(days=self.day), self.at, ZoneInfo(zone))


@dataclass(frozen=True)
class BranchPlan:
    """分会 and its 队伍名额."""

    name: str
    quota: int


@dataclass(frozen=True)
class Award:
    """奖项: ``rank`` 1, 2, 3; 0 and no count for the souvenir of everybody who was present and won no place."""

    rank: int
    name: str
    count: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {"rank": self.rank, "name": self.name} | ({"count": self.count} if self.count else {})


AWARDS = (Award(1, "冠军", 1), Award(2, "亚军", 1), Award(3, "季军", 2), Award(0, "纪念奖"))


@dataclass(frozen=True)
class Blueprint:
    """Everything that an event is made from."""

    name: str
    organiser: str = ""
    document: str = ""
    place: str = ""
    zone: str = "Asia/Shanghai"
    slug: str = ""
    key: str = ""
    first_day: date | None = None
    tables: int = 10
    check_in_minutes: int = 10
    last_bell_minutes: int = 0
    best_of: int = 1
    seats: int = USUAL
    format: str = KNOCKOUT
    opposite_halves: bool = True
    third_place_match: bool = False
    closes: DayTime = DayTime(0, time(12, 0))
    draw: DayTime = DayTime(0, time(12, 0))
    rule_set: str = "s000"
    rule_options: Mapping[str, Any] = field(default_factory=dict)
    branches: tuple[BranchPlan, ...] = ()
    rounds: tuple[DayTime, ...] = ()
    awards: tuple[Award, ...] = AWARDS


def presets() -> tuple[Blueprint, ...]:
    """All presets of the program, by the name of their file."""
    return tuple(read_preset(path.stem) for path in sorted(FOLDER.glob("*.toml")))


def read_preset(key: str) -> Blueprint:
    """The preset of that name; PresetError if there is none or the file is wrong."""
    path = FOLDER / f"{key}.toml"
    if not key.isidentifier() or not path.is_file():
        raise PresetError(f"There is no preset {key!r}.")
    return blueprint(path.read_text("utf-8"), key=key)


def blueprint(text: str, *, key: str) -> Blueprint:
    """A Blueprint from the text of a preset, checked whole."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PresetError(f"{key}.toml: {error}") from None
    try:
        plan = _blueprint(table, key)
    except KeyError as missing:
        raise PresetError(f"{key}.toml: {missing} is missing or unknown") from None
    except (TypeError, ValueError) as error:
        raise PresetError(f"{key}.toml: {error}") from None
    return plan


def empty_blueprint(
    name: str, *, rounds: int = 5, at: time = time(12, 30), format_: str = KNOCKOUT, seats: int = USUAL
) -> Blueprint:
    """An event without branches, one round a day; entries close half an hour before the first."""
    closes = (datetime.combine(date.min, at) - timedelta(minutes=30)).time() if at >= time(0, 30) else time(0, 0)
    deadline = DayTime(0, closes)
    planned = tuple(DayTime(day, at) for day in range(rounds))
    return Blueprint(name, closes=deadline, draw=deadline, rounds=planned, format=format_, seats=seats)


def of_year(name: str, first_day: date) -> str:
    """The name with the year of the event instead of the one that it was first held in."""
    return YEAR.sub(str(first_day.year), name, count=1)


def next_first_day(now: datetime) -> date:
    """The next Monday at least four days ahead of ``now``, on the calendar of its own zone."""
    earliest = now.date() + timedelta(days=DAYS_AHEAD)
    return earliest + timedelta(days=(MONDAY - earliest.weekday()) % 7)


def _blueprint(table: dict[str, Any], key: str) -> Blueprint:
    entry, rules = table.pop("entry"), table.pop("rules")
    named_set, options = rules["rule_set"], rules.get("options", {})
    _check_rules(named_set, options)
    plan = Blueprint(
        branches=tuple(BranchPlan(**branch) for branch in table.pop("branches", [])),
        rounds=tuple(DayTime(**planned) for planned in table.pop("rounds")),
        awards=tuple(Award(**award) for award in table.pop("awards", [])) or AWARDS,
        closes=DayTime(**entry["closes"]),
        draw=DayTime(**entry["draw"]),
        rule_set=named_set,
        rule_options=options,
        key=key,
        **table,
    )
    _check(plan)
    return plan


def _check_rules(name: str, options: Mapping[str, Any]) -> None:
    try:
        RuleSet.from_dict({**named(name).to_dict(), **options})
    except RuleSetError as error:
        raise ValueError(f"rules: {error}") from None


def _check(plan: Blueprint) -> None:
    """What the types of a table do not say."""
    moments = (plan.closes, plan.draw, *plan.rounds)
    wrong = {
        "format": plan.format not in FORMATS,
        "zone": plan.zone not in available_timezones(),
        "rounds": not plan.rounds or list(_order(plan.rounds)) != sorted(set(_order(plan.rounds))),
        "day and at": not all(isinstance(m.day, int) and isinstance(m.at, time) for m in moments),
        "entry.closes": _order((plan.closes,)) > _order(plan.rounds[:1]),
        "branches": len({branch.name for branch in plan.branches}) != len(plan.branches),
        "quota": not all(isinstance(b.quota, int) and 1 <= b.quota <= 99 for b in plan.branches),
        "tables": not 1 <= plan.tables <= 500,
        "seats": plan.seats not in SEATS_OF,
    }
    if any(wrong.values()):
        raise ValueError("wrong or contradictory: " + ", ".join(name for name, bad in wrong.items() if bad))


def _order(moments: tuple[DayTime, ...]) -> tuple[tuple[int, time], ...]:
    return tuple((moment.day, moment.at) for moment in moments)
