"""贡牌 in a deal: who pays what to whom, what comes back, and who leads (S000 附件3 二（六）; rules.md §6)."""

import pytest

from guandan_rules import Code, Payment, RuleSet, Seat, finish_order, named
from guandan_rules.cards import card_of, cards_of
from guandan_rules.deal_play import StepError, after, legal_steps, step_problems
from guandan_rules.deal_state import DealError, DealState, Hands, Pass, Pay, Phase, Put, Return, dealt
from guandan_rules.tribute import pay_problems, payable, return_problems, returnable
from tests.guandan_rules.deal_factories import hands_with

S000 = named("s000")
N, W, S, E = Seat


def coming(order: str, hands: Hands, *, level: int | None = 9, rules: RuleSet = S000) -> DealState:
    return dealt(rules, level, hands, finish_order(order))


def pay(seat: Seat, text: str) -> Pay:
    return Pay(seat, card_of(text))


def back(seat: Seat, text: str) -> Return:
    return Return(seat, card_of(text))


def taken(state: DealState, *steps: Pay | Return) -> DealState:
    for step in steps:
        state = after(state, step)
    return state


def test_first_deal_has_no_tribute():
    state = dealt(S000, 2, hands_with(), W)
    assert (state.phase, state.turn, state.leader, state.coming, state.owing) == (Phase.PLAY, W, W, None, ())
    assert (state.payments, state.order, state.resisted) == ((), None, False)
    assert {type(step) for step in legal_steps(state)} == {Put}


def test_single_tribute_changes_two_cards_and_the_payer_leads():
    """单贡 (二（六）1)."""
    first = coming("NWSE", hands_with("EWSN", E="SA HA", N="D5"))
    assert (first.phase, first.owing, first.turn) == (Phase.TRIBUTE, (E,), None)
    assert legal_steps(first) == (pay(E, "SA"), pay(E, "HA"))
    paid = after(first, pay(E, "HA"))
    assert (paid.phase, paid.owing, paid.payments) == (Phase.RETURN, (N,), (Payment(E, N),))
    assert (len(paid.hand(N)), len(paid.hand(E))) == (28, 26)
    returned = after(paid, back(N, "D5"))
    assert (returned.phase, returned.turn, returned.leader, returned.owing) == (Phase.PLAY, E, E, ())
    assert card_of("HA") in returned.hand(N)
    assert card_of("D5") in returned.hand(E)
    assert first.phase is Phase.TRIBUTE


@pytest.mark.parametrize(
    ("west", "east", "payments", "leader"),
    [
        ("SK", "SA", (Payment(E, N), Payment(W, S)), E),
        ("SA", "SK", (Payment(W, N), Payment(E, S)), W),
        ("SB", "HR", (Payment(E, N), Payment(W, S)), E),
        ("S9", "SA", (Payment(W, N), Payment(E, S)), W),
        ("SA", "HA", (Payment(W, N), Payment(E, S)), W),
        ("HR", "HR", (), N),
    ],
    ids=["east higher", "west higher", "jokers", "level card above ace", "equal: clockwise", "resisted by two"],
)
def test_double_tribute_goes_by_the_cards(west, east, payments, leader):
    """双贡 (二（六）2): the higher card to 上游, and its payer leads; equal cards clockwise, 上游's 下家 to 上游."""
    state = coming("NS", hands_with("WESN", W=west, E=east, N="S3", S="S4"))
    if not state.resisted:
        state = taken(state, pay(E, east), pay(W, west))
        assert state.payments == payments
        state = taken(state, back(S, "S4"), back(N, "S3"))
        to_first = payments[0].payer
        assert card_of("S3") in state.hand(to_first)
        assert card_of("S4") in state.hand(to_first.partner)
    assert (state.payments, state.turn, state.leader) == (payments, leader, leader)


def test_returns_are_shown_together():
    """还牌时，将牌面向下，两位进贡者同时亮牌."""
    paid = taken(coming("NS", hands_with("WESN", W="SA", E="SK", N="S3", S="S4")), pay(W, "SA"), pay(E, "SK"))
    one = after(paid, back(S, "S4"))
    assert (one.phase, one.hands, one.owing, one.returns) == (Phase.RETURN, paid.hands, (N,), (back(S, "S4"),))


@pytest.mark.parametrize(
    ("order", "hands", "resisted"),
    [
        ("NWSE", {"E": "HR HR"}, True),
        ("NWSE", {"E": "HR SB SB", "W": "HR"}, False),
        ("NS", {"E": "HR", "W": "HR"}, True),
        ("NS", {"W": "HR HR"}, True),
        ("NS", {"W": "HR", "N": "HR"}, False),
        ("NWES", {"S": "HR HR"}, True),
    ],
)
def test_two_big_jokers_resist(order, hands, resisted):
    """抗贡 (二（六）3): 首圈由上游领出牌."""
    state = coming(order, hands_with(**hands))
    assert state.resisted is resisted
    assert (state.phase, state.turn) == ((Phase.PLAY, N) if resisted else (Phase.TRIBUTE, None))


@pytest.mark.parametrize(
    ("level", "hand", "cards"),
    [
        (5, "S2 HA DA DA", "HA DA"),
        (5, "H5 H5 SA", "SA"),
        (5, "S5 D5 H5 SA", "S5 D5"),
        (5, "SB SB S5 SA", "SB"),
        (5, "SB HR SA", "HR"),
        (None, "H2 SK", "SK"),
        (5, "", ""),
    ],
)
def test_highest_card_but_the_wild_is_paid(level, hand, cards):
    """全手牌中最大的一张牌（红心级牌除外）(二（六）1); of several equal ones any."""
    held = cards_of(hand)
    assert payable(held, level) == cards_of(cards)
    assert payable(held, level) == tuple(card for card in dict.fromkeys(held) if not pay_problems(card, held, level))


@pytest.mark.parametrize(
    ("rules", "level", "hand", "cards"),
    [
        (S000, 9, "S3 ST SJ HA", "S3 ST"),
        (S000, 9, "S3 S9 H9 SJ", "S3 S9 H9"),
        (named("world_2025"), 9, "S3 S9 H9 SJ", "S3"),
        (named("world_2025"), 11, "S3 SJ", "S3"),
        (S000, 11, "SJ SQ HQ SA SB", "SQ HQ"),
        (S000, 12, "SQ HQ SB", "SQ HQ"),
        (named("world_2025"), 9, "S9 SQ SA", "SQ"),
        (RuleSet(return_at_most=5), 9, "S5 S6 S7", "S5"),
        (RuleSet(return_at_most=5), None, "S6 S7", "S6"),
        (S000, 9, "", ""),
    ],
    ids=[
        "ten and below", "level card in S000", "none in 2025", "nor a high one", "smallest where all are high",
        "level card above ace", "level card is no low card in 2025", "another limit", "smallest above it", "no hand",
    ],
)  # fmt: skip
def test_return_is_low_or_the_smallest(rules, level, hand, cards):
    """牌点不超过10, 如全手牌均大于10则还最小的牌 (二（六）1); a level card is no return in 2025 (rules.md §6)."""
    held = cards_of(hand)
    assert returnable(rules, held, level) == cards_of(cards)
    legal = tuple(card for card in dict.fromkeys(held) if not return_problems(rules, card, held, level))
    assert legal == cards_of(cards)


def test_hand_without_a_low_card_returns_its_smallest_in_a_deal():
    paid = after(coming("NWSE", hands_with("EWSN", E="SA")), pay(E, "SA"))
    assert {card.rank for card in paid.hand(N)} <= {11, 12, 13, 14, 16, 17}
    smallest = min(card.rank for card in paid.hand(N))
    assert {step.card.rank for step in legal_steps(paid)} == {smallest}
    assert step_problems(paid, back(N, "HR")) == (Code.NOT_SMALLEST,)


DOUBLE = coming("NS", hands_with("WESN", W="SA H9", E="SK", N="S3", S="S4 S9 HT"))
HALF = after(DOUBLE, pay(W, "SA"))
PAID = after(HALF, pay(E, "SK"))
RETURNED = after(PAID, back(S, "S4"))
PLAYING = after(RETURNED, back(N, "S3"))
BARRED = taken(
    coming("NWSE", hands_with("EWSN", E="SA", N="S9 SJ S4"), level=9, rules=named("world_2025")), pay(E, "SA")
)
HIGH_LEVEL = taken(
    coming("NWSE", hands_with("EWSN", E="SA", N="SJ S4"), level=11, rules=named("world_2025")), pay(E, "SA")
)


@pytest.mark.parametrize(
    ("state", "step", "codes"),
    [
        (DOUBLE, pay(N, "HR"), (Code.NOT_A_PAYER,)),
        (DOUBLE, pay(S, "S3"), (Code.NOT_A_PAYER, Code.NOT_HELD)),
        (DOUBLE, pay(W, "H9"), (Code.WILD_PAID,)),
        (DOUBLE, pay(E, "H9"), (Code.NOT_HELD, Code.WILD_PAID)),
        (DOUBLE, pay(W, "S2"), (Code.NOT_HIGHEST,)),
        (DOUBLE, pay(W, "SK"), (Code.NOT_HELD, Code.NOT_HIGHEST)),
        (DOUBLE, pay(W, "HR"), (Code.NOT_HELD,)),
        (HALF, pay(W, "SA"), (Code.PAID_ALREADY,)),
        (HALF, pay(W, "SK"), (Code.PAID_ALREADY, Code.NOT_HELD)),
        (PAID, pay(E, "SK"), (Code.NO_TRIBUTE_DUE, Code.NOT_HELD)),
        (PLAYING, pay(E, "S3"), (Code.NO_TRIBUTE_DUE, Code.NOT_HELD)),
        (DOUBLE, back(S, "S4"), (Code.TRIBUTE_OPEN,)),
        (DOUBLE, back(S, "S3"), (Code.TRIBUTE_OPEN, Code.NOT_HELD)),
        (PAID, back(W, "H9"), (Code.NOT_A_RECEIVER,)),
        (PAID, back(S, "S2"), (Code.NOT_HELD,)),
        (PAID, back(S, "HR"), (Code.NOT_HELD, Code.RETURN_TOO_HIGH)),
        (PAID, back(S, "SK"), (Code.RETURN_TOO_HIGH,)),
        (RETURNED, back(S, "S9"), (Code.RETURNED_ALREADY,)),
        (BARRED, back(N, "S9"), (Code.LEVEL_CARD_RETURNED,)),
        (HIGH_LEVEL, back(N, "SJ"), (Code.RETURN_TOO_HIGH, Code.LEVEL_CARD_RETURNED)),
        (PLAYING, back(N, "HR"), (Code.NO_RETURN_DUE,)),
        (DOUBLE, Pass(N), (Code.TRIBUTE_OPEN,)),
        (PAID, Put(N, cards_of("S3")), (Code.TRIBUTE_OPEN,)),
        (PAID, Put(N, cards_of("S2 D3")), (Code.TRIBUTE_OPEN, Code.NOT_HELD, Code.UNEQUAL)),
    ],
)
def test_step_of_tribute_is_refused_with_every_reason(state, step, codes):
    assert step_problems(state, step) == codes
    assert step not in legal_steps(state)
    with pytest.raises(StepError) as refused:
        after(state, step)
    assert refused.value.problems == codes


def test_steps_listed_are_the_cards_that_are_not_refused():
    for state in (DOUBLE, HALF, PAID, RETURNED, BARRED, HIGH_LEVEL):
        kind = Pay if state.phase is Phase.TRIBUTE else Return
        legal = [kind(seat, card) for seat in Seat for card in dict.fromkeys(state.hand(seat))]
        assert set(legal_steps(state)) == {step for step in legal if not step_problems(state, step)}


@pytest.mark.parametrize(
    ("level", "hands", "codes"),
    [
        (1, hands_with(), (Code.NOT_A_LEVEL,)),
        (15, hands_with()[:3], (Code.NOT_A_LEVEL, Code.NOT_FOUR_HANDS)),
        (2, (*hands_with()[:3], ()), (Code.HAND_NOT_27,)),
        (2, (*hands_with()[:3], hands_with()[0]), (Code.TOO_MANY_OF_A_CARD,)),
    ],
)
def test_cards_that_are_no_deal_are_refused_with_every_reason(level, hands, codes):
    with pytest.raises(DealError) as refused:
        dealt(S000, level, hands, N)
    assert refused.value.problems == codes
