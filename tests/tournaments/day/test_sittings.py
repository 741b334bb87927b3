"""分批: sittings of a round are planned, moved, called and started on their own."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.utils import translation

from notices.models import Notice
from notices.states import NoticeKind, NoticeState
from scoring.clocks import sheet_reading
from scoring.states import ClockState
from tests.factories import FIRST_START, a_role, a_tournament, a_user
from tests.made_once import once_a_module
from tests.refusals import refused_codes
from tests.thorough import some
from tests.tournaments.event.papers.samples import text_of
from tests.tournaments.played import decide
from tests.tournaments.recorded import kinds
from tests.tournaments.round_day import Day, a_day, tick
from tests.web.pages import text
from tournaments.bracket.actions.pairing import pair_round
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import is_decided, stages_of
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.bracket.rules.rounds import add_sittings
from tournaments.codes import Code
from tournaments.day.actions.matches import call_match
from tournaments.day.actions.rounds import call_round, start_round
from tournaments.day.actions.rulings import decide as decide_by_hand
from tournaments.day.actions.timetable import move_round, move_sitting, move_to_sitting, plan_sittings
from tournaments.draw.actions.draws import confirm_draw, discard_draw, preview_draw
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Booking, Draw, Match, Round
from tournaments.presets.preset import BranchPlan, read_preset
from tournaments.states import MatchState, RoleKind
from web.documents.circular import circular_word
from web.documents.document import EventReading

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
LATER = 75 * MINUTE


def two_sittings() -> Day:
    """Matches 1 to 3 at three tables, match 4 in a second sitting 75 minutes later."""
    day = a_day(branches=4, tables=3, started=False, minute=-20)
    plan_sittings(day.round, [FIRST_START + LATER], by=day.chief)
    return day


made_once, day = once_a_module(two_sittings)


def second(day: Day) -> Round:
    return Day(day.tournament, day.chief, sitting=2).round


def seats(day: Day) -> list[tuple[int, int]]:
    """Sitting and table of each match of the first round."""
    rows = Match.objects.filter(stage__tournament=day.tournament, round__number=1).order_by("number")
    return [(match.round.sitting, match.table.number if match.table else 0) for match in rows]


def test_matches_are_given_out_from_the_top_until_all_are_played_at_once_again(day):
    assert seats(day) == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert {b.during.lower for b in Booking.objects.filter(match=day.match(4))} == {FIRST_START + LATER}
    assert kinds(day.tournament) == ["round.moved", "tables.assigned", "tables.assigned"]
    assert current_sheet(day.match(4)).clock == second(day).clock
    plan_sittings(day.round, [], by=day.chief)
    assert seats(day) == [(1, 1), (1, 2), (1, 3), (1, 0)]
    assert Round.objects.filter(stage__tournament=day.tournament, number=1).count() == 1
    assert current_sheet(day.match(4)).clock == day.round.clock


def test_sitting_must_fit_between_its_neighbours_and_a_round_that_is_called_or_has_begun_is_not_divided():
    day = a_day(branches=4, tables=3, started=False)
    plan = lambda start=LATER: plan_sittings(day.round, [FIRST_START + start], by=day.chief)  # noqa: E731
    assert refused_codes(lambda: plan(59 * MINUTE)) == {Code.SITTING_TOO_EARLY}
    assert refused_codes(lambda: plan((23 * 60 + 1) * MINUTE)) == {Code.ROUNDS_OUT_OF_ORDER}
    call_match(day.match(1), by=day.chief)
    assert refused_codes(plan) == {Code.MATCH_UNDER_WAY}
    day.start()
    assert refused_codes(plan) == {Code.ROUND_BEGUN}


def test_later_sitting_moves_along_with_its_round_and_alone_while_the_first_is_played(day):
    move_round(day.round, FIRST_START + 30 * MINUTE, by=day.chief)
    assert second(day).starts_at == FIRST_START + 30 * MINUTE + LATER
    day.start()
    assert move_sitting(second(day), FIRST_START + 120 * MINUTE, by=day.chief).starts_at == FIRST_START + 120 * MINUTE


def test_match_moves_to_another_sitting_and_keeps_its_table_if_it_is_free_there(day):
    move_to_sitting(day.match(2), 2, by=day.chief)
    move_to_sitting(day.match(1), 2, by=day.chief)
    assert seats(day) == [(2, 0), (2, 2), (1, 3), (2, 1)]
    assert current_sheet(day.match(2)).clock == second(day).clock
    (whole_round, *_) = rounds(day.tournament)
    assert [match.number for match in whole_round.matches] == [1, 2, 3, 4]
    parts = [(part.sitting, [m.number for m in part.matches]) for part in whole_round.parts]
    assert parts == [(1, [3]), (2, [1, 2, 4])]
    assert refused_codes(lambda: move_to_sitting(day.match(3), 3, by=day.chief)) == {Code.SITTING_UNKNOWN}
    call_match(day.match(3), by=day.chief)
    assert refused_codes(lambda: move_to_sitting(day.match(3), 2, by=day.chief)) == {Code.MATCH_UNDER_WAY}


def test_teams_are_reminded_of_the_start_of_their_own_sitting_also_once_it_is_another(day):
    notices = Notice.objects.filter(kind=NoticeKind.MATCH_SOON, match=day.match(4))
    reminders = Notice.objects.filter(kind=NoticeKind.MATCH_SOON, state=NoticeState.PENDING)
    assert set(reminders.filter(match=day.match(4)).values_list("starts_at", flat=True)) == {FIRST_START + LATER}
    assert set(reminders.filter(match=day.match(1)).values_list("starts_at", flat=True)) <= {FIRST_START}
    moved = Notice.objects.get(kind=NoticeKind.ROUND_MOVED, round=second(day))
    assert (moved.moved_from, moved.starts_at) == (FIRST_START, FIRST_START + LATER)
    move_to_sitting(day.match(4), 1, by=day.chief)
    assert set(notices.values_list("state", "starts_at")) == {
        (NoticeState.PENDING, FIRST_START),
        (NoticeState.CANCELLED, FIRST_START + LATER),
    }
    waiting = notices.filter(state=NoticeState.PENDING)
    assert set(waiting.values_list("due_at", flat=True)) == {FIRST_START - 20 * MINUTE}


def test_each_sitting_is_called_and_started_on_its_own(day):
    assert [match.number for match in call_round(day.round, by=day.chief)] == [1, 2, 3]
    tick(day.match(1), "home", "away", by=day.chief)
    tick(day.match(4), "home", "away", by=day.chief)
    day.start()
    assert [day.match(number).state for number in (1, 4)] == [MatchState.PLAYING, MatchState.READY]
    assert rounds(day.tournament)[0].on.sitting == 1
    day.at(50)
    for number in (1, 2, 3):
        decide_by_hand(day.match(number), "home", by=day.chief, reason="无人到场")
    (whole_round, *_) = rounds(day.tournament)
    assert (whole_round.on.sitting, whole_round.starts_at, whole_round.is_over) == (2, FIRST_START + LATER, False)
    day.at(70)
    start_round(second(day), by=day.chief)
    assert day.match(4).state == MatchState.PLAYING
    sheet = current_sheet(day.match(4))
    assert sheet.clock.state == ClockState.RUNNING
    assert sheet_reading(sheet, FIRST_START + 80 * MINUTE).remaining == 50 * MINUTE


def test_sittings_outlast_a_discarded_draw_and_the_next_one_gives_its_matches_out(day):
    planned = Round.objects.filter(stage__tournament=day.tournament).values_list("number", "sitting", "entrants")
    discard_draw(Draw.objects.get(stage__tournament=day.tournament), by=day.chief, reason="重抽")
    assert list(planned.all()) == [(1, 1, 0), (1, 2, 0), (2, 1, 0), (3, 1, 0)]
    confirm_draw(preview_draw(day.tournament, by=day.chief), by=day.chief)
    assert seats(day) == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert list(planned.all()) == [(1, 1, 8), (1, 2, 8), (2, 1, 4), (3, 1, 2)]
    assert {b.during.lower for b in Booking.objects.filter(match=day.match(4))} == {FIRST_START + LATER}
    assert current_sheet(day.match(4)).clock == second(day).clock


def test_both_heat_days_of_s001_3_stand_before_the_draw_and_share_its_matches(client):
    plan = replace(read_preset("s001_3"), tables=2, branches=(BranchPlan("甲单位", 4), BranchPlan("乙单位", 4)))
    event = create_tournament(plan, by=None, slug="two-days", first_day=date(2123, 8, 28), with_sample_teams=True)
    client.cookies["django_language"] = "zh-hans"
    with translation.override("zh-hans"):
        notice = "".join(text_of(circular_word(EventReading(event, site="https://desk.example.org"))))
    for words in (notice, text(client.get("/e/two-days/timetable/"))):
        assert all(day in words for day in ("8月28日", "8月29日", "9月4日", "9月5日"))
    chief = a_role(event, RoleKind.CHIEF_REFEREE)
    confirm_draw(preview_draw(event, by=chief), by=chief)
    assert seats(Day(event, chief)) == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_a_round_that_the_draw_does_not_need_goes_with_its_sittings():
    event = a_tournament(branches=2, teams=2, rounds=3)
    add_sittings(event.stages.get().rounds.get(number=3), [FIRST_START + timedelta(days=9)])
    confirm_draw(preview_draw(event, by=a_user()), by=None)
    assert list(event.stages.get().rounds.values_list("number", "sitting")) == [(1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("format_", "settings"),
    some(
        [("swiss", {"rounds_played": 2}), ("round_robin", {"groups": 2}), ("double_elimination", {}), ("movement", {})]
    ),
)
def test_rounds_of_every_format_are_divided_and_played_to_the_end(format_, settings):
    day = a_day(branches=4, tables=3, started=False, minute=-20, format_=format_, settings=settings)
    matches = Match.objects.filter(stage__tournament=day.tournament)
    for day.number in (1, 2):
        plan_sittings(day.round, [day.round.starts_at + LATER], by=day.chief)
        rows = day.tournament.stages.get().rounds.filter(number=day.number)
        assert [r.matches.count() for r in rows] == [3, 1]
    assert seats(day) == [(1, 1), (1, 2), (1, 3), (2, 1)]
    for round_ in rounds(day.tournament):
        day.number = round_.number
        if round_.number == 2 and format_ == "swiss":
            pair_round(day.round, by=day.chief)
        for match in matches.filter(round__number=round_.number, state=MatchState.READY):
            decide(match.number, of=day.tournament)
    assert set(matches.values_list("state", flat=True)) <= {MatchState.OVER, MatchState.BYE}
    assert is_decided(stages_of(rounds(day.tournament)))
