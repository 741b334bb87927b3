"""Where in the bracket each kind of remedy is tried."""

from rehearsal.corrections import planned
from rehearsal.script import Script, Table
from tournaments.formats.remedies import Kind

FEEDS = {number: 16 + (number + 1) // 2 for number in range(1, 31)}  # 16 matches, then 8, 4, 2, 1
ROUNDS = {1: range(1, 17), 2: range(17, 25), 3: range(25, 29)}


def tables_of(number: int) -> dict[int, Table]:
    script = Script("any", calm=False)
    return {match: script.table(number, place) for place, match in enumerate(ROUNDS[number], start=1)}


def test_every_kind_is_tried_once_and_each_in_a_branch_of_its_own():
    taken: set[int] = set()
    found = [c for number in ROUNDS for c in planned(number, tables_of(number), FEEDS, taken)]
    assert sorted(c.kind for c in found) == sorted(Kind)
    touched = [number for c in found for number in (c.match, *c.branch)]
    assert len(touched) == len(set(touched))


def test_nothing_is_tried_where_nobody_plays_or_the_next_match_is_a_walkover():
    tables = tables_of(1)
    found = planned(1, tables, FEEDS, set())
    empty = next(number for number, table in tables.items() if len(table.absent) == 2)
    assert not any(tables[c.match].absent or FEEDS[empty] in c.branch for c in found)


def test_small_bracket_leaves_out_what_it_has_no_room_for():
    tables = {number: Script("any", calm=False).table(1, number) for number in (1, 2)}
    found = planned(1, tables, {1: 3, 2: 3}, set())
    assert [c.kind for c in found] == [Kind.REPLAY]


def test_mended_form_says_what_the_cards_were():
    (replay,) = [c for c in planned(1, tables_of(1), FEEDS, set()) if c.kind is Kind.REPLAY]
    table = tables_of(1)[replay.match]
    stands = {f"deal-{n}": deal.order for n, deal in enumerate(replay.written(table).deals, start=1)}
    assert list(replay.mended({**stands, "winner": ""}).values()) == [deal.order for deal in table.deals]
