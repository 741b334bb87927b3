"""The moments at which a page changes by itself."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from journal.models import Event, Journal
from journal.refusals import Refused, WrongState
from notices.actions.announcements import Plan, announce, withdraw_announcement
from notices.models import Notice
from tests.factories import FIRST_START, a_branch, a_tournament, a_user
from tests.thorough import tries
from tests.tournaments.day.test_submissions import a_deal
from tests.tournaments.entries.test_entries_actions import FULL
from tests.tournaments.round_day import Day, a_day, players, tick, win
from tournaments.bracket.actions.undoing import undo_extension, undo_pause, undo_start
from tournaments.bracket.queries.settings import settings_of
from tournaments.day.actions.matches import (
    check_out,
    enter_deal,
    enter_penalty,
    extend_match,
    strike_penalty,
    submit,
    undo_deal,
    undo_match_extension,
)
from tournaments.day.actions.rounds import extend_round, pause_round, resume_round, start_round
from tournaments.day.actions.timetable import move_round
from tournaments.draw.actions.ceremony import open_ceremony, pause_ceremony, run_ceremony, set_pace, show_lot
from tournaments.draw.actions.draws import preview_draw
from tournaments.entries.actions.entries import save_entry
from tournaments.event.actions.tournaments import edit_tournament
from tournaments.models import Ceremony, Round, Tournament
from tournaments.states import CeremonyPace
from web.publishing.versions import MOVE_NOTHING, Moments, Versions
from web.publishing.versions import read_moments as read

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOON = datetime(2123, 11, 29, 12, 0, tzinfo=SHANGHAI)


def moments_at(*hours: int) -> Moments:
    return Moments(SHANGHAI, tuple(NOON + timedelta(hours=h) for h in hours), {})


def test_moment_passed_and_moment_ahead_midnight_of_the_zone_among_them():
    moments = moments_at(0, 2)
    assert moments.last(NOON) == NOON
    assert moments.last(NOON - timedelta(seconds=1)) == NOON.replace(hour=0)
    assert moments.next(NOON) == NOON + timedelta(hours=2)
    late = datetime(2123, 11, 29, 15, 59, tzinfo=UTC)  # 23:59 in Shanghai
    assert moments_at().next(late) == datetime(2123, 11, 30, tzinfo=SHANGHAI)
    assert moments_at().last(late + timedelta(minutes=1)) == datetime(2123, 11, 30, tzinfo=SHANGHAI)


def test_moments_are_deadline_calls_starts_bells_and_announcements_for_everybody(db):
    tournament = a_tournament(rounds=1, slug="a")
    clock = tournament.stages.get().rounds.get().clock
    clock.state, clock.started_at = "running", FIRST_START + timedelta(minutes=2)
    clock.extra = timedelta(minutes=5)
    clock.save()
    for minute, public in ((7, True), (11, False)):
        hour = FIRST_START + timedelta(days=9, minutes=minute)
        announce(tournament, Plan("通知", "全文", public=public, at=hour), by=a_user())
    moments = read(Journal.objects.get(tournament=tournament))
    assert moments is not None
    assert moments.moments == (
        tournament.closes_at,
        FIRST_START - timedelta(minutes=10),
        FIRST_START,
        FIRST_START + timedelta(minutes=67),
        FIRST_START + timedelta(days=9, minutes=7),
    )


# ── moments that a process knows are as good as those that are read again ──
def facts(moments: Moments | None) -> tuple[object, ...] | None:
    """All that a page sees of it."""
    if moments is None:
        return None
    clocks = [(number, c.state, c.minutes, c.started_at, c.paused_at, c.held, c.extra)
              for number, c in moments.clocks.items()]  # fmt: skip
    return moments.zone, moments.moments, tuple(clocks)


def holds(known: Versions, pk: int) -> bool:
    journal = Journal.objects.get(pk=pk)
    return facts(known.moments_of(journal)) == facts(read(journal))


def edited(day: Day, **changes: object) -> None:
    event = Tournament.objects.get(pk=day.tournament.pk)
    edit_tournament(event, replace(settings_of(event), **changes), by=day.chief)


def struck(day: Day) -> None:
    strike_penalty(
        day.match(1), enter_penalty(day.match(1), "home", "other", by=day.chief).pk, by=day.chief, reason="误"
    )


def conflicting(day: Day) -> None:
    for device, order in (("one", "NS"), ("two", "WE")):
        submit(day.match(2), a_deal(f"{device}-{Event.objects.count()}", 1, order, device=device), by=day.chief)


def checked_out(day: Day) -> None:
    match = day.match(2)
    tick(match, "home", by=day.chief)
    check_out(match, players(match, "home")[0], by=day.chief)


def announced(day: Day, *, again: bool = False) -> None:
    ahead = Tournament.objects.get(pk=day.tournament.pk).closes_at + timedelta(days=400, minutes=Event.objects.count())
    announcement = announce(day.tournament, Plan("通知", "全文", public=True, at=ahead), by=day.chief, sure=None)
    if again:
        withdraw_announcement(Notice.objects.get(announcement=announcement), by=day.chief)


ON_THE_DAY: dict[str, Callable[[Day], object]] = {
    "deal": lambda day: enter_deal(day.match(1), "NS", by=day.chief),
    "undo": lambda day: undo_deal(day.match(1), by=day.chief),
    "penalty": struck,
    "phones": conflicting,
    "out": checked_out,
    "table's own time": lambda day: extend_match(day.match(1), 5, by=day.chief, reason="换桌"),
    "not": lambda day: undo_match_extension(day.match(1), by=day.chief),
    "pause": lambda day: pause_round(day.round, by=day.chief),
    "resume": lambda day: resume_round(day.round, by=day.chief),
    "undo pause": lambda day: undo_pause(day.round, by=day.chief),
    "longer": lambda day: extend_round(day.round, 5, by=day.chief, reason="停电"),
    "no longer": lambda day: undo_extension(day.round, by=day.chief),
    "undo start": lambda day: undo_start(day.round, by=day.chief),
    "start": lambda day: start_round(day.round, by=day.chief),
    "move": lambda day: move_round(
        Round.objects.get(stage__tournament=day.tournament, number=2), FIRST_START + timedelta(hours=9), by=day.chief,
        sure=None,
    ),
    "win": lambda day: win(day, 1),
    "announce": announced,
    "withdraw": lambda day: announced(day, again=True),
    "last bell": lambda day: edited(day, last_bell_minutes=7),
    "check-in": lambda day: edited(day, check_in_minutes=25),
    "time passes": lambda day: day.at(10 + Event.objects.count() % 40),
}  # fmt: skip


def test_no_moment_is_missed_whatever_happens_on_the_day(db):
    day = a_day()

    @settings(max_examples=tries(24))
    @given(st.lists(st.sampled_from(sorted(ON_THE_DAY)), min_size=3, max_size=6))
    def example(names: list[str]) -> None:
        known = Versions()
        with transaction.atomic():
            for name in names:
                assert holds(known, day.tournament.journal_id)
                with suppress(Refused, WrongState):
                    ON_THE_DAY[name](day)
            assert holds(known, day.tournament.journal_id)
            transaction.set_rollback(True)

    example()


def test_every_kind_that_is_said_to_move_nothing_is_recorded_and_moves_nothing(db):
    day, known = a_day(), Versions()
    facts_before = facts(read(day.tournament.journal))
    for name in ("deal", "undo", "penalty", "out", "phones"):
        ON_THE_DAY[name](day)
        assert facts(read(day.tournament.journal)) == facts_before, name
    before = a_tournament()
    save_entry(a_branch(before), FULL, by=day.chief)
    save_entry(before.branches.get(), FULL, by=day.chief)
    assert holds(known, before.journal_id)
    recorded = set(Event.objects.values_list("kind", flat=True))
    assert recorded >= {str(kind) for kind in MOVE_NOTHING}


def test_no_moment_is_missed_while_teams_enter_and_lots_are_drawn(db):
    event, known = a_tournament(branches=4, teams=2), Versions()
    old = settings_of(event)
    assert holds(known, event.journal_id)
    edit_tournament(event, replace(old, closes=old.closes - timedelta(hours=1)), by=None)
    assert holds(known, event.journal_id)
    preview_draw(event, by=None, seed="七")
    ceremony = open_ceremony(event, by=None)
    for step in (
        lambda row: set_pace(row, CeremonyPace.AUTO, by=None, seconds=5), lambda row: run_ceremony(row, by=None),
        lambda row: pause_ceremony(row, by=None), lambda row: set_pace(row, CeremonyPace.HAND, by=None),
        lambda row: show_lot(row, 1, by=None),
    ):  # fmt: skip
        step(Ceremony.objects.get(pk=ceremony.pk))
        assert holds(known, event.journal_id)


def test_deal_asks_one_question_and_reads_no_moment_again(db):
    day, known = a_day(), Versions()
    known.moments_of(Journal.objects.get(pk=day.tournament.journal_id))
    enter_deal(day.match(1), "NS", by=day.chief)
    journal = Journal.objects.get(pk=day.tournament.journal_id)
    with CaptureQueriesContext(connection) as queries:
        known.moments_of(journal)
        known.moments_of(journal)
    assert len(queries) == 1
