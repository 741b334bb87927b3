"""赛事预设: a whole event described by a TOML file under ``tournaments/presets/``, read into a frozen Blueprint.

Dates are kept as days from the first match day, so that an event can be held again at any time: what its name, its
address and its days become then stands here, too (再办一届). So do the entries to look at and to rehearse with (样例):
players are 队员甲, 队员乙 …, never invented people.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from guandan_rules import RuleSet, RuleSetError, named
from scoring.games import GAMES
from tournaments.calendar import MOST_DAYS, is_zone
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.seats import SEATS_OF, USUAL
from tournaments.formats import KNOCKOUT, made
from tournaments.formats.settings import SettingsError
from tournaments.presets.named_games import GUANDAN, NAMED_GAMES
from tournaments.prizes import PrizeRule
from tournaments.states import BranchesApart
from tournaments.team_match import MOST_BOARDS, BoardsEqual

FOLDER = Path(__file__).resolve().parent
MONDAY = 0
YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
DAYS_AHEAD = 4
ENTRY_LEAD, DRAW_LEAD = 7, 3
"""Days before play, at the most, at which entries close and lots are drawn where no notice says when."""
WEEK = 7
DIGITS = "〇一二三四五六七八九"
COUNTED = re.compile(r"第\s*(\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])\s*(?=[届次])")
LETTERS = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥"
END_OF_WORK, DRAWN_AT = time(17, 0), time(15, 0)
USUAL_RULES = "s000"
MOST_TABLES = 512
"""However an event is made. 1,024 teams fill so many at once; more of them are played in sittings."""


class PresetError(ValueError):
    """The file does not describe an event; the message names the file, the key and what was expected."""


@dataclass(frozen=True)
class DayTime:
    """A moment as days from the first match day and the time on the wall; of a round that is played in several
    ``sittings`` the first, and when the further ones begin."""

    day: int
    at: time
    sittings: "tuple[DayTime, ...]" = ()

    def on(self, first_day: date, zone: str) -> datetime:
        """The aware moment, in the event's own zone: the day never shifts with the server's."""
        return datetime.combine(first_day + timedelta(days=self.day), self.at, ZoneInfo(zone))


@dataclass(frozen=True)
class BranchPlan:
    """分会 and its 队伍名额."""

    name: str
    quota: int


@dataclass(frozen=True)
class StagePlan:
    """阶段 after the first: who comes is said as in `tournaments.event.actions.stages.Entrance`; ``rule_options`` and
    ``minutes`` lie over the event's."""

    format: str
    places: int
    rounds: tuple[DayTime, ...]
    source: int = 0
    first_place: int = 1
    by_lot: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    rule_options: Mapping[str, Any] = field(default_factory=dict)
    minutes: int | None = None


@dataclass(frozen=True)
class Award:
    """奖项: ``rank`` 1, 2, 3 is for that place, by ``count`` teams that may share it; a further one for the ``count``
    places from ``rank`` on; 0 is the souvenir of everybody who was present and won no place."""

    rank: int
    name: str
    count: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {"rank": self.rank, "name": self.name} | ({"count": self.count} if self.count else {})


@dataclass(frozen=True)
class PrizePlan:
    """按条件评的奖: ``rule`` is a `tournaments.prizes.PrizeRule`, ``count`` how many get it."""

    name: str
    rule: str
    count: int = 1


AWARDS = (Award(1, "冠军", 1), Award(2, "亚军", 1), Award(3, "季军", 2), Award(0, "纪念奖"))
USUAL_PRIZES = (
    PrizePlan("优秀组织奖", PrizeRule.MOST_TEAMS),
    PrizePlan("最佳女队", PrizeRule.WOMEN),
    PrizePlan("最佳新人", PrizeRule.NEWCOMERS),
    PrizePlan("体育道德风尚奖", PrizeRule.FAIR_PLAY),
)
"""What unions usually give beside the places."""


@dataclass(frozen=True)
class Blueprint:
    """Everything that an event is made from. ``settings`` belong to the ``format`` of the first stage; the stages after
    it are ``later``. ``game_options`` belong to a ``game`` other than 掼蛋, whose options are the rule set. ``quotes``:
    by the setting, or the anchor of a paragraph, the sentence of the notice that it is taken from."""

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
    names_public: bool = True
    is_rated: bool = False
    best_of: int = 1
    match_clock: bool = False
    seats: int = USUAL
    reserves: int = 0
    boards: int = 1
    boards_equal: str = BoardsEqual.DIFFERENCE
    stop_early: bool = False
    own_days: int = 0
    format: str = KNOCKOUT
    settings: Mapping[str, Any] = field(default_factory=dict)
    game: str = GUANDAN
    game_options: Mapping[str, Any] = field(default_factory=dict)
    later: tuple[StagePlan, ...] = ()
    branches_apart: str = BranchesApart.HALVES
    third_place_match: bool = False
    closes: DayTime = DayTime(0, time(12, 0))
    draw: DayTime | None = DayTime(0, time(12, 0))
    rule_set: str = USUAL_RULES
    rule_options: Mapping[str, Any] = field(default_factory=dict)
    branches: tuple[BranchPlan, ...] = ()
    rounds: tuple[DayTime, ...] = ()
    awards: tuple[Award, ...] = AWARDS
    prizes: tuple[PrizePlan, ...] = ()
    committees: str = ""
    plan: Mapping[str, Any] = field(default_factory=dict)
    own_rules: str = ""
    branch_word: str = "分会"
    member_word: str = "会员"
    leader_word: str = "领队兼教练"
    quotes: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Of the preset's file alone: an event that is held again names its preset."""

    @property
    def all_rounds(self) -> tuple[DayTime, ...]:
        """Those of the first stage and of all after it."""
        return (*self.rounds, *(planned for stage in self.later for planned in stage.rounds))


def presets() -> tuple[Blueprint, ...]:
    """All presets of the program by the name of their file, those of no source last."""
    keys = sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda key: (key.startswith("plain_"), key))
    return tuple(read_preset(key) for key in keys)


@cache
def read_preset(key: str) -> Blueprint:
    """The preset of that name; PresetError if there is none or the file is wrong."""
    path = FOLDER / f"{key}.toml"
    if not key.isidentifier() or not path.is_file():
        raise PresetError(f"There is no preset {key!r}.")
    return blueprint(path.read_text("utf-8"), key=key)


def blueprint(text: str, *, key: str) -> Blueprint:
    """A Blueprint from the text of a preset, checked whole."""
    try:
        return _blueprint(tomllib.loads(text), key)
    except KeyError as missing:
        raise PresetError(f"{key}.toml: {missing} is missing or unknown") from None
    except (TypeError, ValueError) as error:  # of the text, too
        raise PresetError(f"{key}.toml: {error}") from None


def empty_blueprint(
    name: str,
    *,
    rounds: int = 5,
    at: time = time(12, 30),
    format_: str = KNOCKOUT,
    seats: int | None = None,
    game: str = GUANDAN,
) -> Blueprint:
    """An event without branches, one round a day; entries close half an hour before the first. ``game``: a key of
    `presets.named_games`, held as it usually is but for the ``seats``."""
    played = NAMED_GAMES[game]
    closes = (datetime.combine(date.min, at) - timedelta(minutes=30)).time() if at >= time(0, 30) else time(0, 0)
    deadline = DayTime(0, closes)
    planned = tuple(DayTime(day, at) for day in range(rounds))
    return Blueprint(
        name,
        closes=deadline,
        draw=deadline,
        rounds=planned,
        format=format_,
        seats=played.seats if seats is None else seats,
        best_of=played.best_of,
        game=played.game,
        game_options=played.options,
    )


def of_year(name: str, first_day: date) -> str:
    """The name with the year of the event instead of the one that it was first held in."""
    return YEAR.sub(str(first_day.year), name, count=1)


def next_first_day(now: datetime) -> date:
    """The next Monday at least four days ahead of ``now``, on the calendar of its own zone."""
    earliest = now.date() + timedelta(days=DAYS_AHEAD)
    return earliest + timedelta(days=(MONDAY - earliest.weekday()) % 7)


def with_lead(plan: Blueprint, first_day: date, today: date) -> Blueprint:
    """The plan with days for lots and papers between the last entry and play: a week, or two thirds of what is left."""
    left = max(0, (first_day - today).days)
    closes, draw = min(ENTRY_LEAD, 2 * left // 3), min(DRAW_LEAD, left // 3)
    return replace(
        plan,
        closes=DayTime(-closes, END_OF_WORK) if closes else plan.closes,
        draw=DayTime(-draw, DRAWN_AT) if draw else plan.draw,
    )


def _blueprint(table: dict[str, Any], key: str) -> Blueprint:
    entry, rules = table.pop("entry"), table.pop("rules", {})
    named_set, options = rules.get("rule_set", USUAL_RULES), rules.get("options", {})
    try:
        RuleSet.from_dict({**named(named_set).to_dict(), **options})
    except RuleSetError as error:
        raise ValueError(f"rules: {error}") from None
    plan = Blueprint(
        branches=tuple(BranchPlan(**branch) for branch in table.pop("branches", [])),
        rounds=_rounds(table.pop("rounds")),
        later=tuple(StagePlan(**{**stage, "rounds": _rounds(stage["rounds"])}) for stage in table.pop("stages", [])),
        awards=tuple(Award(**award) for award in table.pop("awards", [])) or AWARDS,
        prizes=tuple(PrizePlan(**prize) for prize in table.pop("prizes", [])),
        closes=DayTime(**entry["closes"]),
        draw=DayTime(**entry["draw"]),
        rule_set=named_set,
        rule_options=options,
        key=key,
        **table,
    )
    _check(plan)
    return plan


def _rounds(planned: list[dict[str, Any]]) -> tuple[DayTime, ...]:
    return tuple(DayTime(**{**moment, "sittings": _rounds(moment.get("sittings", []))}) for moment in planned)


def _check(plan: Blueprint) -> None:
    """What the types of a table do not say."""
    further = [sitting for round_ in plan.all_rounds for sitting in round_.sittings]
    moments = (plan.closes, *((plan.draw,) if plan.draw else ()), *plan.all_rounds, *further)
    starts = [(moment.day, moment.at) for moment in plan.rounds]
    wrong = {
        "format": False,
        "game": plan.game not in GAMES or bool(GAMES[plan.game].options_problems(plan.game_options)),
        "places": not all(stage.places > 1 for stage in plan.later),
        "zone": not is_zone(plan.zone),
        "branches_apart": plan.branches_apart not in BranchesApart,
        "rounds": not starts or starts != sorted(set(starts)),
        "day and at": not all(isinstance(m.day, int) and isinstance(m.at, time) for m in moments),
        "entry.closes": [(plan.closes.day, plan.closes.at)] > starts[:1],
        "branches": len({branch.name for branch in plan.branches}) != len(plan.branches),
        "quota": not all(isinstance(b.quota, int) and 1 <= b.quota <= 99 for b in plan.branches),
        "tables": not (0 if plan.own_days else 1) <= plan.tables <= MOST_TABLES,
        "own_days": not 0 <= plan.own_days <= MOST_DAYS,
        "seats": plan.seats not in SEATS_OF,
        "boards": plan.boards not in range(1, MOST_BOARDS + 1) or (plan.boards > 1 and plan.own_days > 0),
        "boards_equal": plan.boards_equal not in {*BoardsEqual},
        "prizes": not all(prize.rule in {*PrizeRule} for prize in plan.prizes),
    }
    try:
        shapes = [made(plan.format, plan.settings), *(made(stage.format, stage.settings) for stage in plan.later)]
        wrong["format"] = any(shape.season_days for shape in shapes) and not plan.own_days
    except (KeyError, SettingsError):
        wrong["format"] = True
    if any(wrong.values()):
        raise ValueError("wrong or contradictory: " + ", ".join(name for name, bad in wrong.items() if bad))


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


def sample_player(number: int) -> str:
    """队员甲 is number 0; after 队员亥 they are numbered."""
    return f"队员{LETTERS[number]}" if number < len(LETTERS) else f"队员第{number + 1}号"


def sample_entry(quota: int, seats: int = USUAL, first: int = 0) -> BranchEntry:
    """A full form: 队员甲 leads and plays in 一队 with 队员乙, 队员丙 and 队员丁 are 二队 …, counted from ``first``."""

    def player(number: int) -> PlayerEntry:
        return PlayerEntry(sample_player(first + number), "f" if number % 2 else "m")

    teams = tuple(TeamEntry(n + 1, tuple(player(seats * n + i) for i in range(seats))) for n in range(quota))
    return BranchEntry(leader=sample_player(first), teams=teams)
