import pytest

from guandan_rules import Payment, RuleSet, Seat, Side, TributeKind, finish_order, first_deal, named, next_deal

S000 = named("s000")
N, W, S, E = Seat


def test_single_tribute_is_paid_by_the_last_who_leads():
    """单贡 (S000 附件3 二（六）1, 二（三）3)."""
    coming = next_deal(S000, finish_order("NWSE"))
    assert (coming.kind, coming.payers, coming.receivers, coming.leader) == (TributeKind.SINGLE, (E,), (N,), E)
    assert (coming.shuffles, coming.cuts, coming.draws_first) == (E, N, E)
    assert coming.payments(E) == coming.equal_payments == (Payment(E, N),)
    assert (coming.leader_if_resisted, coming.leading_side) == (N, Side.AWAY)
    assert (coming.return_at_most, coming.return_level_card) == (10, True)
    coming = next_deal(S000, finish_order("NWES"))  # his own partner too
    assert (coming.payers, coming.leader, coming.leading_side) == ((S,), S, Side.HOME)


def test_double_tribute_goes_by_the_cards():
    """双贡 (S000 附件3 二（六）2): the higher card to 上游, whose payer leads."""
    coming = next_deal(S000, finish_order("NS"))
    assert (coming.kind, coming.payers, coming.receivers, coming.leader) == (TributeKind.DOUBLE, (W, E), (N, S), None)
    assert coming.payments(E) == (Payment(E, N), Payment(W, S))
    assert (coming.shuffles, coming.cuts, coming.draws_first, coming.leader_if_resisted) == (W, N, W, N)
    assert coming.leading_side is Side.AWAY
    with pytest.raises(ValueError, match="N does not pay"):
        coming.payments(N)


@pytest.mark.parametrize("letters", ["NS", "SN", "WE", "EW"])
def test_equal_cards_go_clockwise_to_the_winner_on_the_left(letters):
    coming = next_deal(S000, finish_order(letters))
    assert all(payment.receiver is payment.payer.previous for payment in coming.equal_payments)
    assert coming.equal_payments[0] == Payment(coming.first.next, coming.first)


def test_winner_shuffles_where_the_source_says_so():
    """头家洗牌、切牌，尾家抓牌 (S001-2)."""
    coming = next_deal(named("s001_2"), finish_order("NWSE"))
    assert (coming.shuffles, coming.cuts, coming.draws_first) == (N, N, E)


def test_level_card_is_no_return_in_2025():
    assert next_deal(named("world_2025"), finish_order("NS")).return_level_card is False
    assert next_deal(RuleSet(return_at_most=9), finish_order("NS")).return_at_most == 9


@pytest.mark.parametrize(
    ("rank", "first"), [(2, E), (3, N), (4, W), (5, S), (10, E), (11, N), (12, W), (13, S), (14, S)]
)
def test_first_deal_counts_anticlockwise_from_the_cutter(rank, first):
    """首副 (S000 附件3 二（三）2)."""
    coming = first_deal(S, rank)
    assert (coming.shuffles, coming.cuts, coming.draws_first) == (Side.AWAY, S, first)


@pytest.mark.parametrize("rank", [1, 15])
def test_first_deal_refuses_other_ranks(rank):
    with pytest.raises(ValueError, match="not a rank"):
        first_deal(S, rank)
