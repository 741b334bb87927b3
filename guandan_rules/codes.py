"""代码: every reason for which this library refuses something, as one stable enum; the words are the caller's."""

from enum import StrEnum


class Code(StrEnum):
    """Why something is refused. The values are stable; new ones may be added."""

    # a finish order (游次)
    NOT_A_SEAT = "not_a_seat"
    REPEATED_SEAT = "repeated_seat"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    DOUBLE_NOT_PARTNERS = "double_not_partners"
    AFTER_DOUBLE = "after_double"

    # a further deal (再记一副)
    GAME_DECIDED = "game_decided"
    DEAL_LIMIT_REACHED = "deal_limit_reached"
    AFTER_THE_BELL = "after_the_bell"
    BEFORE_THE_BELL = "before_the_bell"
    STOPPED_AT_THE_BELL = "stopped_at_the_bell"
    BELL_QUESTION_OPEN = "bell_question_open"
    NO_DEAL_IN_HAND = "no_deal_in_hand"
    LAST_DEAL_ENTERED = "last_deal_entered"
    EXTRA_DEAL_NOT_DUE = "extra_deal_not_due"
    EXTRA_DEAL_ENTERED = "extra_deal_entered"

    # an option of a rule set (规则方案)
    UNKNOWN_KEY = "unknown_key"
    BAD_VALUE = "bad_value"
    OUT_OF_RANGE = "out_of_range"
    REPEATED = "repeated"
    NOT_BELOW_TARGET = "not_below_target"
