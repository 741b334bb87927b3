"""What further deals would do: the same as the fold, for every state that is counted ahead."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan_rules import NAMED, Deal, DealKind, Verdict, finish_order, fold, named, next_deal, verdict
from scoring.games.outlook import BEYOND, CLASSES, MOST_NODES, orders, outlook, tributes
from tests.thorough import some, tries


@pytest.mark.parametrize("name", some(NAMED))
@settings(max_examples=tries(25), deadline=None)
@given(data=st.data())
def test_walking_ahead_says_what_the_fold_says(name, data):
    rules = named(name)
    played = data.draw(st.lists(st.sampled_from(tuple(orders())), max_size=6))
    entries = [Deal(finish_order(order)) for order in played]
    graph = outlook(rules, fold(rules, entries))
    node = graph.nodes[0]
    for step in data.draw(st.lists(st.integers(0, 5), max_size=5)):
        if not node.ways or node.ways[step] == BEYOND:
            break
        node = graph.nodes[node.ways[step]]
        entries.append(Deal(finish_order(list(CLASSES.values())[step])))
    race = fold(rules, entries)
    says = verdict(rules, race, time_up=False, in_hand=None)
    shown = race.points if race.next_level is None else race.levels
    assert node.levels == (shown.home, shown.away)
    assert (node.stage, node.passed, node.level) == (race.on_stage or "", race.passed_a or "", race.next_level)
    assert node.decided == (says.reason if isinstance(says, Verdict) else "")


@pytest.mark.parametrize("name", NAMED)
def test_outlook_fits_into_twelve_kilobytes_and_reaches_far_enough(name):
    rules = named(name)
    graph = outlook(rules, fold(rules, []))
    text = json.dumps(graph.to_dict(), separators=(",", ":"))
    assert len(graph.nodes) == MOST_NODES
    assert len(text) <= 12_288
    level, depth = {0}, 0
    while not any(BEYOND in graph.nodes[i].ways for i in level):
        level, depth = {way for i in level for way in graph.nodes[i].ways}, depth + 1
    assert depth >= 3


def test_failed_attempt_and_fall_stand_with_the_class():
    rules = named("ns26")
    to_ace = [Deal(finish_order("NS"))] * 4
    twice = [*to_ace, *[Deal(finish_order("NWES"))] * 2]
    start = outlook(rules, fold(rules, twice)).nodes[0]
    assert dict(start.failed)["home4"] == "h"
    assert dict(start.fell)["home4"] == "h"


def test_decided_race_has_no_way_on():
    rules = named("s000")
    graph = outlook(rules, fold(rules, [Deal(finish_order(order)) for order in ("NS", "NS", "NS", "NS", "NWES")]))
    assert (len(graph.nodes), graph.nodes[0].ways, graph.nodes[0].decided) == (1, (), "passed_a")


def test_last_deal_of_a_limit_decides_as_the_tie_rules_say():
    rules = named("s001_5")
    race = fold(rules, [Deal(finish_order("NS"))] * 19)
    graph = outlook(rules, race)
    decided = {graph.nodes[way].decided for way in graph.nodes[0].ways}
    assert decided == {"points"}
    assert not race.has_deal(DealKind.EXTRA)


def test_twenty_orders_with_what_each_means_for_the_next_deal():
    rules = named("s000")
    by_order = tributes(rules)
    assert len(by_order) == len(set(by_order)) == 20
    for order, tribute in by_order.items():
        expected = next_deal(rules, finish_order(order))
        assert tribute.payers == "".join(expected.payers)
        assert tribute.double == (len(order) == 2) == (len(tribute.payers) == 2)
        assert (tribute.leader, tribute.leader_if_resisted) == (expected.leader or "", order[0])
