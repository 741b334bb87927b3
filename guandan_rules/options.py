"""选项: the values an option of a rule set can take, one enum for each (rules.md §2–§7)."""

from dataclasses import dataclass
from enum import StrEnum


class PassCondition(StrEnum):
    """过A的条件: what, beside 上游, a side at A needs; `REACH_A` needs no deal at A at all."""

    FIRST_ONLY = "first_only"
    PARTNER_NOT_LAST = "partner_not_last"
    FIRST_AND_SECOND = "first_and_second"
    REACH_A = "reach_a"


class Scope(StrEnum):
    """哪一副算: only deals at one's own A, on stage, or any deal while standing at A."""

    OWN_A = "own_a"
    ANY_DEAL = "any_deal"


class FailOn(StrEnum):
    """什么算一次不过: any attempt that does not pass, or only 上游 with the partner 下游."""

    ANY = "any"
    FIRST_AND_LAST = "first_and_last"


class FailTo(StrEnum):
    """不过A的去处 that is no level: the match is lost."""

    LOSE = "lose"


class OnTime(StrEnum):
    """比赛时间到: the deal in hand is played out, everything stops, or the referee says."""

    FINISH_DEAL = "finish_deal"
    STOP_NOW = "stop_now"
    REFEREE = "referee"


class TieRule(StrEnum):
    """级数相同时的判定."""

    FIRST_TO_REACH = "first_to_reach"
    ON_STAGE = "on_stage"
    LEADS_NEXT_DEAL = "leads_next_deal"
    EXTRA_DEAL = "extra_deal"
    DRAW = "draw"
    REFEREE = "referee"


class ExtraLevel(StrEnum):
    """加赛一副打几: the level both stand at, or 2."""

    CURRENT = "current"
    TWO = "2"


class DecidedBy(StrEnum):
    """加赛一副如何定胜负: the side of the player out first."""

    FIRST_PLACE = "first_place"


class Measure(StrEnum):
    """以什么论胜负: levels, or the points of the deals (S001-5, where each deal's level card is turned up)."""

    LEVELS = "levels"
    POINTS = "points"


class Scale(StrEnum):
    """记分办法 (rules.md §4); the formulas are in `scales`."""

    NONE = "none"
    LEVELS_28 = "levels_28"
    LEVELS_26 = "levels_26"
    DEAL_421 = "deal_421"
    DEAL_321 = "deal_321"
    WIN_3_LOSS_1 = "win_3_loss_1"
    WIN_2_DRAW_1 = "win_2_draw_1"
    WIN_1_DRAW_HALF = "win_1_draw_half"


class TieBreak(StrEnum):
    """同分时的排名依据, in the ranking of an event that counts points (rules.md §4)."""

    POINTS = "points"
    OPPONENTS_POINTS = "opponents_points"
    WINS = "wins"
    NET_LEVELS = "net_levels"
    SUM_OF_LEVELS = "sum_of_levels"
    HEAD_TO_HEAD = "head_to_head"
    LOT = "lot"


class Place(StrEnum):
    """游次里的一个人, where a rule names who shuffles or cuts."""

    FIRST = "first"
    LAST = "last"


class OpenPoint(StrEnum):
    """通知未尽事项: what a source leaves open, named like the option that answers it, if one does (rules.md §9)."""

    ON_TIME = "on_time"
    TIE_AT_START = "tie_at_start"
    TIE_RULES = "tie_rules"
    PASSING_CONDITION = "pass_condition"
    PASSING_SCOPE = "pass_scope"
    FAIL_SCOPE = "fail_scope"
    FAIL_COUNT = "fail_consecutive"
    A_FAIL = "a_fail_limit"
    GRACE = "grace_minutes"
    MINUTES = "minutes"
    DEAL_LIMIT = "deal_limit"
    REPORT = "report_at"
    DOUBLE_SHUFFLER = "double_shuffler"
    ACE_COUNT = "ace_count"
    BRANCH_HALVES = "branch_halves"
    THIRD_PLACE = "third_place"
    GAME_CLOCK = "game_clock"
    REST = "rest"
    SOUVENIR = "souvenir"
    LEADER = "leader"
    ENTRY_CLOSE = "entry_close"
    TABLES = "tables"


@dataclass(frozen=True, slots=True)
class ExtraDeal:
    """加赛一副: at which level, and what decides it."""

    level: ExtraLevel = ExtraLevel.CURRENT
    decided_by: DecidedBy = DecidedBy.FIRST_PLACE
