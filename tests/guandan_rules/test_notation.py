"""牌谱: a deal as text and back."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan_rules import Code, RuleSet, Seat, finish_order, named
from guandan_rules.cards import CARDS, cards_of
from guandan_rules.deal_state import DealRecord, Pass, Pay, Put, Return
from guandan_rules.kinds import Kind, Reading
from guandan_rules.notation import (
    LONGEST_HAND,
    LONGEST_LINE,
    LineProblem,
    NotationError,
    read_deal,
    read_lines,
    write_deal,
)
from tests.guandan_rules.deal_factories import any_rule_sets, befores, levels, random_deals
from tests.thorough import tries

N, W, S, E = Seat
HEAD = "rules s000\nlevel 2\nleader N\nhand N SA\nhand W\nhand S HR\nhand E SB, S10\n"
TEXT = """\
rules s000
level 10
last NS
hand N S3 H3
hand W C4
hand S HR
hand E SB

W > C4
N < H3
N: S3 H3 = pair 3
W: -
S: HR !
"""
DEAL = DealRecord(
    named("s000"),
    10,
    (cards_of("S3 H3"), cards_of("C4"), cards_of("HR"), cards_of("SB")),
    finish_order("NS"),
    (
        Pay(W, *cards_of("C4")),
        Return(N, *cards_of("H3")),
        Put(N, cards_of("S3 H3"), Reading(Kind.PAIR, 3, 2)),
        Pass(W),
        Put(S, cards_of("HR"), report=True),
    ),
)


def problems_of(text: str) -> list[tuple[int, Code]]:
    with pytest.raises(NotationError) as refused:
        read_deal(text)
    return [(problem.line, problem.code) for problem in refused.value.problems]


def test_deal_is_written_and_read():
    assert write_deal(DEAL) == TEXT
    assert read_lines(TEXT) == (DEAL, (9, 10, 11, 12, 13))


def test_people_write_freely():
    """Order of the head, remarks, blank lines, capitals, commas, full-width colons."""
    free = """
    # 第二副
    hand e sb          # one joker
    HAND N s3，h3
    Hand W c4
    hand S hr
    Last n s
    Level T
    rules S000
    w>c4
    N <h3

    n：s3 h3=PAIR 3
    W :-
    S: HR!
    """
    assert read_deal(free) == DEAL


cards = st.lists(st.sampled_from([*CARDS, *CARDS]), max_size=27, unique=False).map(tuple)
few = st.sampled_from(CARDS).map(lambda card: (card,)) | st.just(()) | st.just(cards_of("S3 S3 H4 SB HR"))
steps = st.one_of(
    st.builds(Pay, st.sampled_from(Seat), st.sampled_from(CARDS)),
    st.builds(Return, st.sampled_from(Seat), st.sampled_from(CARDS)),
    st.builds(Pass, st.sampled_from(Seat)),
    st.builds(Put, st.sampled_from(Seat), few, st.none(), st.booleans()),
    st.builds(
        lambda seat, held, kind, key, report: Put(seat, held, Reading(kind, key, len(held)), report),
        st.sampled_from(Seat),
        few,
        st.sampled_from(Kind),
        st.integers(0, 17),
        st.booleans(),
    ),
)


@settings(max_examples=tries(50), deadline=None)
@given(st.builds(DealRecord, any_rule_sets, levels, st.tuples(few, few, few, few), befores, st.lists(steps).map(tuple)))
def test_every_record_reads_back(deal):
    """Legal or not: what was recorded is what is read."""
    assert read_deal(write_deal(deal)) == deal


@settings(max_examples=tries(50), deadline=None)
@given(random_deals)
def test_every_random_deal_reads_back(deal):
    record, lines = read_lines(write_deal(deal))
    assert record == deal
    assert lines == tuple(range(9, 9 + len(deal.steps)))


def test_rule_set_of_ones_own_is_written_as_its_options():
    own = replace(DEAL, rule_set=RuleSet(name="house #1", report_at=8))
    text = write_deal(own)
    assert text.startswith('rules {"name": "house \\u00231", "report_at": 8}\n')
    assert read_deal(text) == own
    renamed = replace(DEAL, rule_set=replace(named("s000"), minutes=45))
    assert '"minutes": 45' in write_deal(renamed)


def test_level_without_a_level_card_is_called_the_joker_step():
    assert "level 王" in write_deal(replace(DEAL, level=None))
    with pytest.raises(ValueError, match="not a level"):
        write_deal(replace(DEAL, level=1))


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("hello", [Code.UNREADABLE_LINE]),
        ("N S3", [Code.UNREADABLE_LINE]),
        ("N: S3 = pair", [Code.UNREADABLE_LINE]),
        ("N: S3 ! S4", [Code.UNREADABLE_LINE]),
        ("N: S3 = heap 3", [Code.NO_SUCH_READING]),
        ("N: S1", [Code.NOT_A_CARD]),
        ("N: S3 S3 S3", [Code.TOO_MANY_OF_A_CARD]),
        ("N >", [Code.UNREADABLE_LINE]),
        ("N > S3 S4", [Code.UNREADABLE_LINE]),
        ("N < X", [Code.NOT_A_CARD]),
        ("N: " + "S3 " * LONGEST_HAND, [Code.LINE_TOO_LONG]),
        ("#" * (LONGEST_LINE + 1), [Code.LINE_TOO_LONG]),
        ("level 3", [Code.REPEATED_LINE]),
        ("last NS", [Code.REPEATED_LINE]),
        ("hand n S3", [Code.REPEATED_LINE]),
        ("hand X S3", [Code.NOT_A_SEAT]),
        ("hand", [Code.NOT_A_SEAT]),
    ],
)
def test_line_that_cannot_be_read_is_named(line, codes):
    assert problems_of(HEAD + "\n" + line + "\nN: S3\n") == [(9, code) for code in codes]


@pytest.mark.parametrize(
    ("number", "line", "codes"),
    [
        (1, "rules s999", [Code.UNKNOWN_RULE_SET]),
        (1, "rules", [Code.UNKNOWN_RULE_SET]),
        (1, 'rules {"report_at": ', [Code.NOT_JSON]),
        (1, 'rules {"report_at":' + "[" * 5000, [Code.NOT_JSON]),
        (1, 'rules {"report": 6, "x": 7, "minutes": "long"}', [Code.UNKNOWN_KEY, Code.BAD_VALUE]),
        (2, "level 1", [Code.NOT_A_LEVEL]),
        (3, "leader X", [Code.NOT_A_SEAT]),
        (3, "last NW", [Code.DOUBLE_NOT_PARTNERS]),
        (3, "last NXNSE", [Code.NOT_A_SEAT, Code.REPEATED_SEAT, Code.TOO_MANY]),
        (4, "hand N S3 ZZ", [Code.NOT_A_CARD]),
    ],
)
def test_head_that_cannot_be_read_is_named_and_not_missing(number, line, codes):
    lines = HEAD.splitlines()
    lines[number - 1] = line
    assert problems_of("\n".join(lines)) == [(number, code) for code in codes]


def test_lines_missing_or_misplaced_are_named():
    with pytest.raises(NotationError) as refused:
        read_deal("N: S3\nlevel 2\nlevel 3\n")
    assert refused.value.problems == (
        LineProblem(2, Code.MISPLACED_LINE, "level 2"),
        LineProblem(3, Code.MISPLACED_LINE, "level 3"),
        *(
            LineProblem(0, Code.MISSING_LINE, name)
            for name in ("rules", "level", "leader", "hand N", "hand W", "hand S", "hand E")
        ),
    )
    assert problems_of(HEAD + "N: S3\nlevel 2")[0] == (9, Code.MISPLACED_LINE)


@settings(max_examples=tries(50), deadline=None)
@given(
    st.text()
    | st.lists(st.sampled_from([*HEAD.splitlines(), "N: -", "W > HR", "x", "hand", "N:", "# "])).map("\n".join)
)
def test_any_text_is_a_deal_or_has_problems(text):
    try:
        deal = read_deal(text)
    except NotationError:
        deal = None
    if deal is None:
        problems = problems_of(text)
        assert problems
        assert all(line <= len(text.splitlines()) for line, _ in problems)
    else:
        assert read_deal(write_deal(deal)) == deal
