from itertools import permutations

import pytest

from guandan_rules import Code, OrderError, Seat, Side, finish_order, order_problems


@pytest.mark.parametrize(
    ("seats", "problems"),
    [
        ("NS", ()),
        ("EW", ()),
        ("NWS", ()),
        ("NWES", ()),
        ("", (Code.TOO_FEW,)),
        ("N", (Code.TOO_FEW,)),
        ("NX", (Code.NOT_A_SEAT,)),
        ("NN", (Code.REPEATED_SEAT,)),
        ("NW", (Code.DOUBLE_NOT_PARTNERS,)),
        ("NSW", (Code.AFTER_DOUBLE,)),
        ("NSWE", (Code.AFTER_DOUBLE,)),
        ("NWSWE", (Code.REPEATED_SEAT, Code.TOO_MANY)),
        ("XX", (Code.NOT_A_SEAT, Code.REPEATED_SEAT)),
        ("x", (Code.NOT_A_SEAT, Code.TOO_FEW)),
    ],
)
def test_order_problems_are_all_named(seats, problems):
    assert order_problems(seats) == problems


def test_finish_order_refuses_with_every_problem_and_completes_three_seats():
    with pytest.raises(OrderError, match="not_a_seat, repeated_seat") as refused:
        finish_order("XX")
    assert refused.value.problems == (Code.NOT_A_SEAT, Code.REPEATED_SEAT)
    assert finish_order("NWS") == finish_order([Seat.N, Seat.W, Seat.S, Seat.E])


def test_double_ranks_no_losers():
    order = finish_order("WE")
    assert (order.first, order.second, order.third, order.last) == (Seat.W, Seat.E, None, None)
    assert (order.is_double, order.winner, order.partner_place, order.letters) == (True, Side.AWAY, 2, "WE")


@pytest.mark.parametrize(("letters", "place"), [("SWNE", 3), ("SWEN", 4)])
def test_partner_place_of_four(letters, place):
    order = finish_order(letters)
    assert (order.winner, order.partner_place, order.is_double) == (Side.HOME, place, False)
    assert "".join((order.first, order.second, order.third, order.last)) == order.letters == letters


def test_sixteen_orders_of_four_and_four_doubles_are_legal():
    full = [order for order in permutations("NWSE") if not order_problems(order)]
    pairs = [order for order in permutations("NWSE", 2) if not order_problems(order)]
    assert (len(full), len(pairs)) == (16, 4)
