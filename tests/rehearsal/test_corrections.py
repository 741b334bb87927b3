"""Where in the bracket each kind of remedy is tried."""

from rehearsal.round_day import Feeds, planned
from rehearsal.script import Script, TableScript, Terms
from tournaments.formats.remedies import Kind

NEXT = {number: 16 + (number + 1) // 2 for number in range(1, 31)}  # 16 matches, then 8, 4, 2, 1
ROUNDS = {1: range(1, 17), 2: range(17, 25), 3: range(25, 29), 4: range(29, 31), 5: range(31, 32)}
ROUND_OF = {match: number for number, matches in ROUNDS.items() for match in matches}
FEEDS = Feeds({number: (to,) for number, to in NEXT.items()}, ROUND_OF)


def tables_of(number: int) -> dict[int, TableScript]:
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
    assert not any(tables[c.match].absent or NEXT[empty] in c.branch for c in found)


def test_small_bracket_leaves_out_what_it_has_no_room_for():
    tables = {number: Script("any", calm=False).table(1, number) for number in (1, 2)}
    found = planned(1, tables, Feeds({1: (3,), 2: (3,)}, {1: 1, 2: 1, 3: 2}), set())
    assert [c.kind for c in found] == [Kind.REPLAY]


def test_mended_form_says_what_the_cards_were():
    (replay,) = [c for c in planned(1, tables_of(1), FEEDS, set()) if c.kind is Kind.REPLAY]
    table = tables_of(1)[replay.match]
    stands = {f"deal-{n}": deal.order for n, deal in enumerate(replay.written(table).deals, start=1)}
    mended = replay.mended({**stands, "winner": ""}, "home", Terms())
    assert list(mended.values()) == [deal.order for deal in table.deals]


def test_winner_is_stated_where_the_deals_of_one_game_do_not_tell():
    (replay,) = [c for c in planned(1, tables_of(1), FEEDS, set()) if c.kind is Kind.REPLAY]
    for terms in (Terms("win_loss", is_tapped=False), Terms(best_of=3)):
        assert replay.mended({"deal-1": "NS", "winner": ""}, "home", terms) == {"winner": "away"}


def test_where_matches_do_not_feed_each_other_a_deal_is_corrected_a_round_later():
    rounds = Feeds({}, {1: 1, 2: 1, 3: 2, 4: 2})
    (kept,) = planned(1, {n: Script("any", quick=True).table(1, n) for n in (1, 2)}, rounds, set(), quick=True)
    assert (kept.kind, kept.branch, kept.signed_in) == (Kind.KEEP, (), 2)
    assert planned(2, tables_of(1), Feeds({}, {1: 1}), set()) == []


def test_both_sides_of_a_wrong_match_are_followed():
    feeds = Feeds({1: (3, 4), 2: (3, 4)}, {1: 1, 2: 1, 3: 2, 4: 3})
    (replay,) = planned(1, {1: Script("any", quick=True).table(1, 1)}, feeds, set(), quick=True)
    assert (replay.branch, replay.signed_in) == ((3, 4), 2)
