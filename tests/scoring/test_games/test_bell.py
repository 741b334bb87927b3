"""比赛时间到, as a referee could read it: what a game waits for after the bell, and which deal may still be entered.

The columns: the rule (finish_deal: the deal in hand is played out; stop_now: nothing counts any more; referee: the
referee says which); was a deal in hand (? while nobody has said); is that deal entered. ``*``: whatever it is.
"""

from itertools import product

from guandan_rules import Awaited, Code, DealKind, OnTime
from scoring.games.shuangsheng import Bell

AWAITED_AFTER_THE_BELL = """
rule         in_hand  entered  awaited
stop_now     *        *        -
finish_deal  ?        no       deal_in_hand_question
finish_deal  yes      no       last_deal
finish_deal  no       no       -
finish_deal  *        yes      -
referee      ?        no       referee
referee      yes      no       last_deal
referee      no       no       -
referee      *        yes      -
"""
REFUSED = """
deal     bell    rule         in_hand  entered  refused
regular  before  *            *        *        -
regular  after   *            *        *        after_the_bell
late     before  *            *        *        before_the_bell
late     after   *            *        no       -
late     after   *            *        yes      last_deal_entered
in_hand  before  stop_now     *        no       before_the_bell,stopped_at_the_bell
in_hand  before  stop_now     *        yes      before_the_bell,stopped_at_the_bell,last_deal_entered
in_hand  before  finish_deal  *        no       before_the_bell
in_hand  before  finish_deal  *        yes      before_the_bell,last_deal_entered
in_hand  before  referee      *        no       before_the_bell
in_hand  before  referee      *        yes      before_the_bell,last_deal_entered
in_hand  after   stop_now     *        no       stopped_at_the_bell
in_hand  after   stop_now     *        yes      stopped_at_the_bell,last_deal_entered
in_hand  after   finish_deal  ?        no       bell_question_open
in_hand  after   finish_deal  ?        yes      bell_question_open,last_deal_entered
in_hand  after   finish_deal  yes      no       -
in_hand  after   finish_deal  yes      yes      last_deal_entered
in_hand  after   finish_deal  no       no       no_deal_in_hand
in_hand  after   finish_deal  no       yes      no_deal_in_hand,last_deal_entered
in_hand  after   referee      ?        no       bell_question_open
in_hand  after   referee      ?        yes      bell_question_open,last_deal_entered
in_hand  after   referee      yes      no       -
in_hand  after   referee      yes      yes      last_deal_entered
in_hand  after   referee      no       no       no_deal_in_hand
in_hand  after   referee      no       yes      no_deal_in_hand,last_deal_entered
extra    *       *            *        *        extra_deal_not_due
"""
VALUES = {
    "deal": {kind.value: kind for kind in DealKind},
    "bell": {"before": False, "after": True},
    "rule": {rule.value: rule for rule in OnTime},
    "in_hand": {"?": None, "yes": True, "no": False},
    "entered": {"yes": True, "no": False},
}


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()[1:]]


def situations(table: str) -> dict[tuple, str]:
    """Every situation of the table once, with its last column."""
    names = table.split("\n")[1].split()[:-1]
    answers: dict[tuple, str] = {}
    for *columns, answer in rows(table):
        known = [list(VALUES[name]) if column == "*" else [column] for name, column in zip(names, columns, strict=True)]
        for words in product(*known):
            key = tuple(VALUES[name][word] for name, word in zip(names, words, strict=True))
            assert key not in answers, f"told twice: {words}"
            answers[key] = answer
    assert set(answers) == set(product(*(VALUES[name].values() for name in names)))
    return answers


def test_game_waits_for_what_the_rule_asks_after_the_bell():
    for (rule, in_hand, entered), answer in situations(AWAITED_AFTER_THE_BELL).items():
        awaited = None if answer == "-" else Awaited(answer)
        assert Bell(rule, True, in_hand, entered).awaits == awaited, (rule, in_hand, entered)


def test_deal_is_refused_for_every_reason_of_the_table():
    for (deal, rung, rule, in_hand, entered), answer in situations(REFUSED).items():
        codes = () if answer == "-" else tuple(Code(code) for code in answer.split(","))
        assert Bell(rule, rung, in_hand, entered).refuses(deal) == codes, (deal, rung, rule, in_hand, entered)
