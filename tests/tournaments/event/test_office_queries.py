"""The next thing to do, the path, the lists: worked out from the state of an event."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.factories import FIRST_START, a_branch, a_drawn_tournament, a_role, a_team, a_tournament, a_user
from tournaments.entries.queries.entries import EntryStatus, all_entries, by_name, entry_list
from tournaments.event.queries.office import event_path, event_rows, events_of, every_event, free_slug, next_step
from tournaments.models import Branch, Draw, Match
from tournaments.states import EntryState, RoleKind, TeamState, TournamentState

pytestmark = pytest.mark.django_db
BEFORE = FIRST_START - timedelta(days=2)
CLOSED = FIRST_START - timedelta(minutes=5)


def test_branches_come_first_and_while_registration_is_open_the_missing_teams_are_counted():
    assert next_step(a_tournament(), BEFORE).code == "add_branches"
    tournament = a_tournament(branches=2, teams=2)
    a_branch(tournament, name="文管分会")
    a_team(a_branch(tournament, name="机关分会"))
    a_team(a_branch(tournament, name="机电分会", quota=1), players=("队员甲",), state=TeamState.DRAFT)
    step = next_step(tournament, BEFORE)
    assert (step.code, len(step.entries.unfinished), step.entries.missing_teams) == ("collect", 3, 4)
    assert [(row.name, row.status, row.missing, len(row.problems)) for row in step.entries.unfinished] == [
        ("文管分会", "none", (1, 2), 0), ("机关分会", "team_missing", (2,), 0), ("机电分会", "to_mend", (1,), 1),
    ]  # fmt: skip
    assert next_step(tournament, CLOSED).code == "mend_drafts"


def test_full_entries_can_be_drawn_at_once_and_partial_ones_after_the_deadline():
    full = a_tournament(branches=2, teams=2)
    assert next_step(full, BEFORE).code == "make_draw"
    Draw.objects.create(stage=full.stages.get(), number=1, method="program", made_at=BEFORE)
    assert next_step(full, BEFORE).code == "confirm_draw"
    partial = a_tournament(branches=2, teams=1)
    assert [next_step(partial, now).code for now in (BEFORE, CLOSED)] == ["collect", "make_draw"]
    assert next_step(a_tournament(branches=1, teams=1), CLOSED).code == "too_few"


def test_branch_that_has_handed_in_fewer_teams_than_it_may_is_waited_for_no_more():
    tournament = a_tournament(branches=2, teams=1)
    for branch, code in zip(tournament.branches.all(), ("collect", "make_draw"), strict=True):
        Branch.objects.filter(pk=branch.pk).update(state=EntryState.HANDED_IN, handed_in_at=BEFORE)
        step = next_step(tournament, BEFORE)
        assert (step.code, event_path(tournament, BEFORE).here) == (code, step.step)
    assert {row.status for row in step.entries.branches} == {EntryStatus.DONE}


def test_after_the_draw_the_next_round_is_the_next_thing_once_its_matches_have_tables():
    tournament = a_drawn_tournament(branches=2, teams=2)
    matches = Match.objects.filter(stage__tournament=tournament)
    today = FIRST_START - timedelta(hours=1)
    codes = [next_step(tournament, now).code for now in (BEFORE, today, FIRST_START)]
    assert codes == ["round_ahead", "round_today", "round_overdue"]
    assert next_step(tournament, FIRST_START).open_matches == 2
    matches.filter(round__number=1, place=2).update(table=None)
    step = next_step(tournament, today)
    assert (step.code, step.round.number, step.without_table, step.is_crowded) == ("arrange_tables", 1, 1, False)
    matches.update(table=None)
    tournament.tables.exclude(number=1).delete()
    assert next_step(tournament, today).is_crowded
    running = next_step(a_drawn_tournament(branches=2, teams=2, started=True), FIRST_START)
    assert (running.code, running.open_matches) == ("round_running", 2)


def test_today_is_the_day_of_the_events_own_zone():
    """12:30 in Kiritimati is the evening before in London."""
    zone = ZoneInfo("Pacific/Kiritimati")
    tournament = a_drawn_tournament(zone=str(zone), starts_at=datetime(2123, 11, 29, 12, 30, tzinfo=zone))
    assert next_step(tournament, datetime(2123, 11, 29, 0, 30, tzinfo=zone)).code == "round_today"
    assert next_step(tournament, datetime(2123, 11, 28, 23, 30, tzinfo=zone)).code == "round_ahead"


def test_the_path_stands_where_the_event_stands():
    entry = a_tournament(branches=1)
    assert event_path(entry, BEFORE).here == "entries"
    full = event_path(a_tournament(branches=2, teams=2), BEFORE)
    assert (full.here, full.past) == ("draw", {"entries"})
    assert (full.rounds, full.tables, full.minutes, full.daily) == (5, 10, 60, FIRST_START)
    drawn = a_tournament(state=TournamentState.DRAWN)
    assert event_path(drawn, BEFORE).here == "plan"
    assert event_path(drawn, FIRST_START).here == "day"
    assert event_path(a_tournament(state=TournamentState.FINISHED), BEFORE).here == "awards"


def test_path_says_when_registration_and_draw_were_over():
    tournament = a_drawn_tournament(branches=2, teams=2)
    drawn_at = Draw.objects.get(stage__tournament=tournament).confirmed_at
    tournament.closes_at = drawn_at + timedelta(days=1)
    path = event_path(tournament, BEFORE)
    assert (path.drawn_at, path.entered_at) == (drawn_at, drawn_at)
    tournament.closes_at = drawn_at - timedelta(minutes=1)
    assert event_path(tournament, BEFORE).entered_at == tournament.closes_at


def test_lists_cost_the_same_number_of_queries_for_any_number_of_branches(django_assert_num_queries):
    for branches in (1, 8):
        tournament = a_tournament(branches=branches, teams=2)
        for cost, reading in ((3, entry_list), (3, all_entries)):
            with django_assert_num_queries(cost):
                reading(tournament)
        for cost, reading in ((4, next_step), (5, event_path)):
            with django_assert_num_queries(cost):
                reading(tournament, BEFORE)


def test_all_entries_stand_in_the_order_of_the_forms_and_by_pinyin():
    tournament = a_tournament()
    a_team(a_branch(tournament, name="甲分会", leader_name="张三"), players=("张三", "阿木"))
    a_team(a_branch(tournament, name="乙分会"), players=("李四", "曾一"))
    blocks = all_entries(tournament)
    assert [[row.player.name for row in block.rows] for block in blocks] == [["张三", "阿木"], ["李四", "曾一"]]
    assert [row.player.name for row in by_name(blocks)] == ["阿木", "李四", "曾一", "张三"]
    assert [row.player.name for row in by_name(blocks) if row.leads] == ["张三"]


def test_everybody_sees_the_events_of_his_roles():
    mine, other = a_tournament(), a_tournament()
    a_tournament(archived_at=BEFORE)
    referee = a_role(mine, RoleKind.REFEREE)
    rows = event_rows(events_of(referee), referee)
    assert [(row.tournament, row.roles) for row in rows] == [(mine, {"referee"})]
    office = a_user(is_staff=True)
    assert {*events_of(office)} == {mine, other}
    assert len(every_event()) == 3


def test_free_slug_takes_the_next_number():
    assert free_slug("s000") == "s000"
    a_tournament(slug="s000")
    a_tournament(slug="s000-2")
    assert free_slug("s000") == "s000-3"
