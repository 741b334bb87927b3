"""The desk's cards: what needs the chief referee, in which order, and what a round still lacks."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.models import Event
from journal.queries import last_event_number
from scoring.actions.submissions import SentEntry
from tests.refusals import refused_codes, too_late
from tests.tournaments.round_day import Day, a_day, at_the_bell, tick, win
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.matches import (
    agree,
    answer_call,
    call_match,
    call_referee,
    enter_deal,
    extend_match,
    submit,
)
from tournaments.day.actions.rulings import decide
from tournaments.day.queries.desk import match_card, round_desk
from tournaments.day.queries.desk_tables import SILENT_MINUTES, table_cards
from tournaments.day.queries.sheet_parts import open_call, open_calls
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db
PASSED = ("NS", "NS", "NS", "NS", "NWES")


def desk(day):
    return round_desk(Tournament.objects.select_related("journal").get(pk=day.tournament.pk), day.number)


def card(day, number):
    return match_card(Tournament.objects.select_related("journal").get(pk=day.tournament.pk), number)


def conflict(day, number):
    """Deal 1 stands as NS, and a second phone sends WE for it, and a deal upon that."""
    match = day.match(number)
    enter_deal(match, "NS", by=day.chief)
    for key, deal, builds_on in (("a", 1, ""), ("b", 2, "a")):
        body = {"order": "WE", "kind": "regular"}
        entry = SentEntry(device="phone-77", key=key, operation="deal", number=deal, builds_on=builds_on, body=body)
        submit(match, entry, by=day.chief)


def dispute(day, number):
    match = day.match(number)
    for order in PASSED:
        enter_deal(match, order, by=day.chief)
    seen = last_event_number(day.tournament.journal, current_sheet(match).subject)
    agree(match, "home", by=day.chief, seen=seen)
    agree(match, "away", by=day.chief, seen=seen, agrees=False, note="第2副记反了")


def test_what_needs_the_chief_referee_comes_first():
    day = a_day(branches=8, minute=0)
    for number in range(1, 9):
        if number != 6:
            tick(day.match(number), "home", "away", by=day.chief)
    conflict(day, 3)
    dispute(day, 4)
    call_referee(day.match(5), by=day.chief, note="牌少一张")
    win(day, 1)
    for number in (2, 7):
        enter_deal(day.match(number), "NS", by=day.chief)
    day.at(3)
    enter_deal(day.match(8), "NS", by=day.chief)
    day.at(SILENT_MINUTES)
    enter_deal(day.match(7), "NS", by=day.chief)
    overview = desk(day)
    assert [c.match.number for c in overview.by_urgency] == [5, 3, 4, 6, 2, 7, 8, 1]
    assert [c.needs[0] for c in overview.groups["chief"]] == ["call", "conflict", "disputed", "late", "silent"]
    assert [c.match.number for c in overview.groups["over"]] == [1]
    assert [c.match.number for c in overview.groups["missing"]] == [6]


def test_card_shows_what_conflicts_who_objects_and_who_calls():
    day = a_day()
    conflict(day, 1)
    (sent,) = card(day, 1).conflicts
    assert (sent.number, sent.order, sent.on_sheet, card(day, 1).held_back) == (1, "WE", "NS", 1)
    dispute(day, 2)
    (objection,) = card(day, 2).objections
    assert (objection.side.side, objection.note) == ("away", "第2副记反了")
    call_referee(day.match(1), by=day.chief, note="请来")
    assert card(day, 1).call.note == "请来"
    answer_call(day.match(1), by=day.chief)
    assert card(day, 1).call is None


def test_grace_runs_before_anybody_is_late():
    day = a_day(started=False, minute=-10)
    sheet = current_sheet(day.match(1))
    sheet.rule_set = {**sheet.rule_set, "grace_minutes": 5}
    sheet.save()
    Stage.objects.update(rule_set=sheet.rule_set)
    call_match(day.match(1), by=day.chief)
    tick(day.match(1), "home", by=day.chief, missing=1)
    for minute, grace, late in ((-1, False, False), (4, True, False), (5, False, True)):
        day.at(minute)
        desk_card = card(day, 1)
        assert (desk_card.grace is not None, desk_card.late is not None) == (grace, late)
        evidence = desk_card.grace or desk_card.late
        if evidence:
            assert evidence.here == ("队员甲",)
            assert evidence.missing == ("队员乙", "队员丙", "队员丁")
            assert evidence.due == day.round.starts_at + timedelta(minutes=5)


def test_silence_counts_from_a_tables_own_beginning():
    day = a_day(minute=0)
    for number in (1, 2):
        tick(day.match(number), "home", "away", by=day.chief)
    extend_match(day.match(2), 15, by=day.chief, reason="晚开")
    day.at(SILENT_MINUTES + 2)
    assert (card(day, 1).silent_minutes, card(day, 2).is_silent) == (SILENT_MINUTES + 2, False)


def test_last_deal_is_announced_by_each_tables_own_bell_where_the_event_wants_it():
    day = a_day(last_bell_minutes=8, minute=0)
    for number in (1, 2):
        tick(day.match(number), "home", "away", by=day.chief)
    extend_match(day.match(2), 5, by=day.chief, reason="换牌")
    for minute, expected in ((51, (False, False, False)), (53, (True, True, False)), (58, (True, True, True))):
        day.at(minute)
        assert (desk(day).is_last, *(card(day, number).is_last for number in (1, 2))) == expected
    Tournament.objects.filter(pk=day.tournament.pk).update(last_bell_minutes=0)
    assert (desk(day).is_last, card(day, 1).is_last) == (False, False)


def test_somebody_is_missing_only_where_there_is_a_table_and_lacks_are_grouped_by_what_is_needed():
    day = a_day(branches=4, tables=3)
    tick(day.match(1), "home", "away", by=day.chief)
    overview = desk(day)
    assert [c.match.number for c in overview.incomplete] == [2, 3]
    assert [c.match.number for c in overview.without_table] == [4]
    for number in (2, 3):
        tick(day.match(number), "home", "away", by=day.chief)
    for number in (1, 2):
        enter_deal(day.match(number), "NS", by=day.chief)
    at_the_bell(day, 3)
    by_status = {lack.status: [c.match.number for c in lack.rows] for lack in desk(day).lacks}
    assert by_status == {"question": [1, 2], "extra_deal": [3], "tableless": [4]}


def test_round_may_start_while_a_match_depends_on_a_ruling():
    day = a_day(branches=4)
    for number in (1, 2, 3):
        decide(day.match(number), "home", by=day.chief, reason="无人到场")
    assert not round_desk(day.tournament, 2).may_start
    dispute(day, 4)
    overview = round_desk(day.tournament, 2)
    assert overview.may_start
    assert len(overview.held) == len(overview.waiting) == 1
    assert not round_desk(day.tournament, 3).may_start


def test_queries_do_not_grow_with_the_tables():
    costs = []
    for branches in (2, 8):
        day = a_day(branches=branches, minute=0)
        for number in range(1, min(branches, 4) + 1):
            dispute(day, number) if number % 2 else conflict(day, number)
        tournament = Tournament.objects.select_related("journal").get(pk=day.tournament.pk)
        with CaptureQueriesContext(connection) as captured:
            overview = round_desk(tournament, 1)
            assert table_cards(tournament, overview.round.clock, overview.rows, overview.now)
        costs.append(len(captured))
    assert costs[0] == costs[1] <= 22


def waiting(day: Day) -> list[tuple[int, str]]:
    return [(call.match, call.note) for call in open_calls(day.tournament)]


def test_call_waits_until_it_is_answered():
    day = a_day(branches=4)
    version = day.round.stage.tournament.journal.version
    assert refused_codes(lambda: call_referee(day.match(1), by=day.chief, note="长" * 201)) == {"reason_too_long"}
    assert too_late(lambda: answer_call(day.match(1), by=day.chief)) == "ready"
    assert too_late(lambda: call_referee(day.match(5), by=day.chief)) == "waiting"
    for number, note in ((2, ""), (1, "抽牌有争议")):
        call_referee(day.match(number), by=day.chief, note=note)
    assert waiting(day) == [(2, ""), (1, "抽牌有争议")]
    call_referee(day.match(2), by=day.chief, note="请快来")  # again: it keeps its place and brings the new note
    assert waiting(day) == [(2, "请快来"), (1, "抽牌有争议")]
    answer_call(day.match(2), by=day.chief)
    assert waiting(day) == [(1, "抽牌有争议")]
    assert open_call(day.match(2)) is None
    assert len(open_calls(a_day().tournament)) == 0
    assert not Event.objects.filter(kind__startswith="referee.", public=True).exists()
    assert day.round.stage.tournament.journal.version == version
