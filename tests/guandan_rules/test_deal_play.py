"""出牌、过牌、借风、报牌: what may be done when, and where it leads (S000 附件3 二（四）（五）（七）)."""

import pytest

from guandan_rules import Code, RuleSet, Seat, named
from guandan_rules.cards import cards_of
from guandan_rules.deal_play import (
    StepError,
    after,
    default_reading,
    legal_plays,
    legal_steps,
    report_due,
    step_problems,
)
from guandan_rules.deal_state import DealState, Pass, Phase, Put
from guandan_rules.kinds import Kind, Reading
from tests.guandan_rules.deal_factories import in_play

N, W, S, E = Seat
NO_REPORT = RuleSet(report_at=None)
FULL = "S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA"
SINGLE_8 = Reading(Kind.SINGLE, 8, 1)
PAIR_8 = Reading(Kind.PAIR, 8, 2)
BIG_JOKER = Reading(Kind.SINGLE, 17, 1)


def put(seat: Seat, text: str, reading: Reading | None = None, *, report: bool = False) -> Put:
    return Put(seat, cards_of(text), reading, report)


def played(state: DealState, *steps: Put | Pass) -> DealState:
    for step in steps:
        state = after(state, step)
    return state


def test_turn_goes_anticlockwise_and_the_last_to_put_leads():
    """逆时针顺序出牌; 其他三名运动员依次过牌，则最后出牌的运动员下一圈领出牌 (二（四）1)."""
    first = in_play(N, rules=NO_REPORT, N="S3 S4", W="H5 H6", S="C3 C4", E="D8 D9")
    state = played(first, put(N, "S3"), put(W, "H5"), Pass(S))
    assert (state.turn, state.to_beat, state.owner) == (E, Reading(Kind.SINGLE, 5, 1), W)
    state = played(state, Pass(E), Pass(N))
    assert (state.turn, state.to_beat, state.owner, state.hand(W)) == (W, None, None, cards_of("H6"))
    assert first.hand(N) == cards_of("S3 S4")


def test_players_who_are_out_are_left_out():
    state = in_play(W, rules=NO_REPORT, W="H5 H6", S="C7 C8", E="D8 D9")
    state = played(state, put(W, "H5"), put(S, "C7"), put(E, "D8"))
    assert state.turn is W
    assert played(state, Pass(W), Pass(S)).turn is E


def test_partner_leads_when_nobody_beats_the_last_cards():
    """借风 (二（五）): 余下各家均不压牌时，其搭档承接下一圈领出牌权; the partner too passes first."""
    state = in_play(N, rules=NO_REPORT, N="S9", W="H5 H6", S="C7 C8", E="D7 D8")
    state = played(state, put(N, "S9"), Pass(W), Pass(S))
    assert (state.finish, state.turn, state.to_beat) == ((N,), E, Reading(Kind.SINGLE, 9, 1))
    state = after(state, Pass(E))
    assert (state.turn, state.to_beat, state.owner) == (S, None, None)
    second = in_play(W, rules=NO_REPORT, W="H9", S="C7 C8", E="D7 D8")
    second = played(second, put(W, "H9"), Pass(S), Pass(E))
    assert (second.finish, second.turn, second.to_beat) == ((N, W), E, None)
    beaten = in_play(N, rules=NO_REPORT, N="S9", W="HT H6", S="C7 C8", E="D7 D8")
    beaten = played(beaten, put(N, "S9"), put(W, "HT"), Pass(S), Pass(E))
    assert (beaten.turn, beaten.to_beat) == (W, None)


def test_deal_is_over_when_partners_are_first_and_second():
    """同一方的两名运动员分别获得上游及二游，则一副牌自然结束 (二（四）1(4))."""
    state = in_play(S, W="H5 H6", S="C7", E="D7 D8")
    assert state.order is None
    over = after(state, put(S, "C7"))
    assert (over.phase, over.turn, over.to_beat, over.owner) == (Phase.OVER, None, None, None)
    assert (over.order.letters, legal_steps(over), legal_plays(over)) == ("NS", (), [])


def test_deal_is_over_when_three_are_out():
    over = after(in_play(E, S="C7 C8", E="D7"), put(E, "D7"))
    assert (over.phase, over.finish, over.order.letters) == (Phase.OVER, (N, W, E), "NWES")


EIGHT = {"N": FULL, "W": "S8 H8 C8 S9 H9 H4 H4 SB SB S3 S3 HJ", "S": FULL.replace("S", "C"), "E": "D3 D4 D5"}
TUBE_8 = Reading(Kind.TUBE, 8, 6)
HOUSE_8 = Reading(Kind.FULL_HOUSE, 8, 5)
LED = in_play(N, level=4, **EIGHT)
ASKED = in_play(W, level=4, to_beat=PAIR_8, owner=N, **EIGHT)
AFTER_OUT = in_play(W, level=4, W="S8 H8 SQ", S="C3 C4", E="D3 D4 D5")
WRONG_THROUGHOUT = (Code.NOT_YOUR_TURN, Code.NOT_HELD, Code.NOT_BEATING, Code.REPORT_NOT_DUE)
OVER = after(in_play(E, S="C7 C8", E="D7"), put(E, "D7"))


@pytest.mark.parametrize(
    ("state", "step", "codes"),
    [
        (LED, Pass(N), (Code.MUST_LEAD,)),
        (LED, Pass(W), (Code.NOT_YOUR_TURN,)),
        (ASKED, Pass(N), (Code.NOT_YOUR_TURN,)),
        (AFTER_OUT, Pass(N), (Code.OUT_ALREADY,)),
        (AFTER_OUT, put(N, "S3"), (Code.OUT_ALREADY, Code.NOT_HELD)),
        (LED, put(W, "S8"), (Code.NOT_YOUR_TURN,)),
        (LED, put(N, "H3"), (Code.NOT_HELD,)),
        (LED, put(N, "S3 S3"), (Code.NOT_HELD,)),
        (LED, put(N, ""), (Code.NO_CARDS,)),
        (LED, put(N, "S3 S8"), (Code.UNEQUAL,)),
        (ASKED, put(W, "S9"), (Code.NOT_BEATING,)),
        (ASKED, put(W, "S3 S3"), (Code.NOT_BEATING,)),
        (ASKED, put(W, "S8 H8"), (Code.NOT_BEATING,)),
        (ASKED, put(W, "S9 H9", PAIR_8), (Code.NOT_A_READING,)),
        (ASKED, put(W, "S3 S3", PAIR_8), (Code.NOT_A_READING, Code.NOT_BEATING)),
        (ASKED, put(W, "S8 H8 S9 H9 H4 H4"), (Code.READING_NEEDED, Code.NOT_BEATING)),
        (ASKED, put(W, "S8 H8 C8 H4 H4"), (Code.READING_NEEDED,)),
        (ASKED, put(W, "S8 H8 C8 H4 H4", HOUSE_8), (Code.NOT_BEATING,)),
        (ASKED, put(W, "S8 H8 C8 H4 H4", TUBE_8), (Code.NOT_A_READING,)),
        (ASKED, put(W, "SB SB", report=True), (Code.REPORT_NOT_DUE,)),
        (ASKED, put(N, "H3 H3", report=True), WRONG_THROUGHOUT),
        (in_play(N, N="S3", W="S4"), put(N, "S3", report=True), (Code.REPORT_NOT_DUE,)),
        (in_play(N, N="S3 S5", W="S4", rules=NO_REPORT), put(N, "S3", report=True), (Code.REPORT_NOT_DUE,)),
        (in_play(N, N="S3 S5", W="S4", reported=(N,)), put(N, "S3", report=True), (Code.REPORT_NOT_DUE,)),
        (OVER, Pass(S), (Code.DEAL_OVER,)),
        (OVER, put(S, "C7"), (Code.DEAL_OVER,)),
        (OVER, put(E, "C7 C8"), (Code.DEAL_OVER, Code.NOT_HELD, Code.UNEQUAL)),
    ],
)  # fmt: skip
def test_play_is_refused_with_every_reason(state, step, codes):
    assert step_problems(state, step) == codes
    assert step not in legal_steps(state)
    with pytest.raises(StepError) as refused:
        after(state, step)
    assert refused.value.problems == codes


@pytest.mark.parametrize(
    ("cards", "level", "reading"),
    [
        ("S8 H8", 4, PAIR_8),
        ("S8 H8 S9 H9 H4", 4, Reading(Kind.FULL_HOUSE, 9, 5)),
        ("S8 C8 S9 H9 H8", 8, Reading(Kind.FULL_HOUSE, 15, 5)),
        ("S8 H8 S9 H4 H4", 4, None),
        ("S8 H8 C8 H4 H4", 4, None),
        ("S3 S4 S5 S6 H9", 9, None),
        ("S3 S8", 4, None),
        ("S3 H4", 4, Reading(Kind.PAIR, 3, 2)),
        ("S3 S4 H9", 9, None),
    ],
)
def test_reading_is_left_out_where_it_is_clear(cards, level, reading):
    """The higher of two full houses for two pairs and one wild; everything else with two readings is declared (§5)."""
    assert default_reading(cards_of(cards), level) == reading


def test_declared_reading_is_the_one_to_beat():
    state = after(in_play(W, level=4, **EIGHT), put(W, "S8 H8 S9 H9 H4 H4", Reading(Kind.PLATE, 9, 6), report=True))
    assert state.to_beat == Reading(Kind.PLATE, 9, 6)
    state = after(in_play(W, level=4, **EIGHT), put(W, "S8 H8 S9 H9 H4"))
    assert state.to_beat == Reading(Kind.FULL_HOUSE, 9, 5)


def test_report_is_due_once_from_six_cards_on():
    """剩余牌不超过6张，应立即在牌桌上进行说明 (二（七）); 报牌只允许一次 (S004)."""
    eight = in_play(N, N="S3 S4 S5 S6 S7 S8 S9 ST", W=FULL)
    assert not report_due(eight, put(N, "S3"))
    assert report_due(eight, put(N, "S3 S4 S5 S6 S7"))
    state = in_play(N, N="S3 S4 S5 S6 S7 S8 S9", W=FULL)
    silent = after(state, put(N, "S3"))
    assert (silent.unreported, silent.reported) == ((N,), ())
    after_report = after(state, put(N, "S3", report=True))
    assert (after_report.unreported, after_report.reported) == ((), (N,))
    again = after(silent, Pass(W))
    assert report_due(again, put(N, "S4"))
    assert not report_due(after(after_report, Pass(W)), put(N, "S4"))


@pytest.mark.parametrize(("rules", "due"), [("s000", False), ("world_2025", True), ("s001_1", False)])
def test_report_goes_by_the_rule_set(rules, due):
    state = in_play(N, rules=named(rules), N="S3 S4 S5 S6 S7 S8 S9 ST", W=FULL)
    assert report_due(state, put(N, "S3")) is due
    assert (after(state, put(N, "S3")).unreported == (N,)) is due


def test_steps_listed_report_and_declare():
    listed = legal_steps(in_play(N, level=9, N="S3 H9", W=FULL))
    assert set(listed) == {
        put(N, "S3", Reading(Kind.SINGLE, 3, 1), report=True),
        put(N, "H9", Reading(Kind.SINGLE, 15, 1), report=True),
        put(N, "S3 H9", Reading(Kind.PAIR, 3, 2)),
    }


def test_steps_listed_with_every_suit():
    state = in_play(N, N="S3 H3 C3", W=FULL, rules=NO_REPORT, to_beat=Reading(Kind.PAIR, 2, 2), owner=W)
    assert {step.cards for step in legal_steps(state) if isinstance(step, Put)} == {legal_plays(state)[0].cards}
    pairs = {put_.cards for put_ in legal_steps(state, suited=True) if isinstance(put_, Put)}
    assert pairs == {cards_of("S3 H3"), cards_of("S3 C3"), cards_of("H3 C3")}
    assert Pass(N) in legal_steps(state)
    assert len(legal_plays(in_play(N, N="S3 H3 C3", W=FULL), suited=True)) == 7
    assert legal_steps(in_play(N, N="S3", W=FULL, to_beat=BIG_JOKER, owner=W)) == (Pass(N),)
