"""The same cards, troubled or not."""

import pytest

from guandan_rules import finish_order
from rehearsal.script import ORDERS, Script, Trouble, other_side, partners_changed

PLACES = [(number, place) for number in range(1, 6) for place in range(1, 11)]


@pytest.mark.parametrize("order", ORDERS)
def test_order_with_changed_partners_or_of_the_other_side_keeps_the_places(order):
    was, mixed, turned = (finish_order(text) for text in (order, partners_changed(order), other_side(order)))
    assert mixed != was
    assert (mixed.winner, mixed.partner_place) == (was.winner, was.partner_place)
    assert turned.winner != was.winner
    assert turned.partner_place == was.partner_place
    assert other_side(other_side(order)) == order


def test_calm_script_has_the_cards_of_the_troubled_one():
    calm, troubled = Script("cards"), Script("cards", calm=False)
    for number, place in PLACES:
        quiet, table = calm.table(number, place), troubled.table(number, place)
        assert not quiet.troubles
        assert (table.deals, table.in_hand, table.absent) == (quiet.deals, quiet.in_hand, quiet.absent)
        assert (table.last_order, table.extra_order) == (quiet.last_order, quiet.extra_order)


def test_every_trouble_happens_at_some_table():
    script = Script("cards", calm=False)
    happened = {trouble for number, place in PLACES for trouble in script.table(number, place).troubles}
    assert happened == {*Trouble}
