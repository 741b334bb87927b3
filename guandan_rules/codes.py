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

    # a card as text (牌)
    NOT_A_CARD = "not_a_card"
    TOO_MANY_OF_A_CARD = "too_many_of_a_card"

    # a set of cards that is no play (不成牌型)
    NO_CARDS = "no_cards"
    TOO_MANY_CARDS = "too_many_cards"
    JOKERS_MIXED = "jokers_mixed"
    WILD_WITH_JOKER = "wild_with_joker"
    JOKERS_WITH_OTHERS = "jokers_with_others"
    UNEQUAL = "unequal"
    TRIPLE_WITH_ONE = "triple_with_one"
    NOT_CONSECUTIVE = "not_consecutive"
    WRAPS_ROUND = "wraps_round"
    STRAIGHT_WRONG_LENGTH = "straight_wrong_length"
    TUBE_WRONG_LENGTH = "tube_wrong_length"
    PLATE_WRONG_LENGTH = "plate_wrong_length"

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

    # a line of the protocol (一行一问)
    LINE_TOO_LONG = "line_too_long"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    NESTED_TOO_DEEP = "nested_too_deep"
    NOT_AN_OBJECT = "not_an_object"
    REPEATED_FIELD = "repeated_field"
    UNKNOWN_OP = "unknown_op"
    MISSING_FIELD = "missing_field"
    UNKNOWN_FIELD = "unknown_field"
    WRONG_TYPE = "wrong_type"
    NOT_A_LEVEL = "not_a_level"
    HAND_TOO_LARGE = "hand_too_large"
    NO_SUCH_READING = "no_such_reading"
    UNKNOWN_RULE_SET = "unknown_rule_set"

    # a deal as it was dealt (发牌)
    NOT_FOUR_HANDS = "not_four_hands"
    HAND_NOT_27 = "hand_not_27"

    # a step of a deal (一步)
    DEAL_OVER = "deal_over"
    TRIBUTE_OPEN = "tribute_open"
    NO_TRIBUTE_DUE = "no_tribute_due"
    NO_RETURN_DUE = "no_return_due"
    NOT_A_PAYER = "not_a_payer"
    PAID_ALREADY = "paid_already"
    WILD_PAID = "wild_paid"
    NOT_HIGHEST = "not_highest"
    NOT_A_RECEIVER = "not_a_receiver"
    RETURNED_ALREADY = "returned_already"
    RETURN_TOO_HIGH = "return_too_high"
    LEVEL_CARD_RETURNED = "level_card_returned"
    NOT_SMALLEST = "not_smallest"
    NOT_HELD = "not_held"
    NOT_YOUR_TURN = "not_your_turn"
    OUT_ALREADY = "out_already"
    MUST_LEAD = "must_lead"
    READING_NEEDED = "reading_needed"
    NOT_A_READING = "not_a_reading"
    NOT_BEATING = "not_beating"
    REPORT_NOT_DUE = "report_not_due"

    # a deal as text (牌谱)
    UNREADABLE_LINE = "unreadable_line"
    MISSING_LINE = "missing_line"
    REPEATED_LINE = "repeated_line"
    MISPLACED_LINE = "misplaced_line"
    DEAL_UNFINISHED = "deal_unfinished"


class CodeError(ValueError):
    """Something is refused; `problems` holds every reason."""

    def __init__(self, problems: tuple[Code, ...]) -> None:
        super().__init__(", ".join(problems))
        self.problems = problems
