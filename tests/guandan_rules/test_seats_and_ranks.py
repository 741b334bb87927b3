import pytest

from guandan_rules import Seat, Side, Sides, level_name, level_of


def test_seat_turns_anticlockwise():
    assert [Seat.N.after(turns).value for turns in range(5)] == ["N", "W", "S", "E", "N"]
    assert (Seat.N.next, Seat.N.partner, Seat.N.previous) == (Seat.W, Seat.S, Seat.E)


def test_sides_hold_opposite_seats():
    assert Side.HOME.seats == (Seat.N, Seat.S)
    assert Side.AWAY.seats == (Seat.W, Seat.E)
    assert all(seat.side is side for side in Side for seat in side.seats)
    assert Side.HOME.other is Side.AWAY
    assert Side.AWAY.other is Side.HOME


def test_sides_value_is_read_and_put_by_side():
    pair = Sides(5, 9)
    assert (pair[Side.HOME], pair[Side.AWAY]) == tuple(pair) == (5, 9)
    assert pair.put(Side.HOME, 1) == Sides(1, 9)
    assert pair.put(Side.AWAY, 1) == Sides(5, 1)
    assert Sides.both(3) == Sides(3, 3)


def test_level_name_reads_back():
    assert [level_name(level) for level in range(2, 16)] == [*"23456789", "10", "J", "Q", "K", "A", "王"]
    assert all(level_of(level_name(level)) == level for level in range(2, 16))
    assert (level_of("t"), level_of(" a ")) == (10, 14)


@pytest.mark.parametrize("name", ["", "1", "11", "B", "AA"])
def test_level_of_refuses_other_names(name):
    with pytest.raises(ValueError, match="not the name of a level"):
        level_of(name)


@pytest.mark.parametrize("level", [1, 16, 0])
def test_level_name_refuses_other_levels(level):
    with pytest.raises(ValueError, match="not a level"):
        level_name(level)
