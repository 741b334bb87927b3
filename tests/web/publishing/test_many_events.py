"""Pages that tell of many events: whatever changes one changes its version, and what happens at a table does not."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from guandan_rules import Offence
from journal.models import Event
from journal.queries import shared_version
from scoring.games.guandan import raw_deal
from scoring.states import ScoringEvent
from tests.factories import a_drawn_tournament, a_user
from tests.tournaments.series.seasons import a_series
from tests.web.games import pass_a, win
from tests.web.pages import text
from tournaments.bracket.actions.awards import confirm_awards, reopen_awards
from tournaments.bracket.queries.settings import settings_of
from tournaments.codes import TournamentEvent
from tournaments.day.actions.matches import (
    call_match,
    check_in,
    check_out,
    confirm_result,
    correct_deal,
    enter_penalty,
    extend_match,
    strike_penalty,
    undo_deal,
)
from tournaments.day.actions.rounds import extend_round, pause_round, resume_round, start_round
from tournaments.entries.actions.branches import edit_branch
from tournaments.event.actions.again import hold_again
from tournaments.event.actions.people import add_people
from tournaments.event.actions.removal import delete_tournament
from tournaments.event.actions.tournaments import archive_tournament, edit_tournament, restore_tournament
from tournaments.event.queries.patterns import again
from tournaments.models import Match, Round, Tournament
from tournaments.series.actions import join_series
from tournaments.shared_versions import FINISHED, OF_ALL_YEARS, SITE, UNLISTED
from tournaments.states import RoleKind
from web.publishing.pages import PAGES, page_request
from web.publishing.versions import VERSIONS

pytestmark = pytest.mark.django_db
OF_SITE, OF_FINISHED = ("/", "/series/monthly/"), ("/champions/",)


def shown(pages: tuple[str, ...]) -> list[bytes | None]:
    """What the pages say now, at whatever version."""
    snapshots = []
    for page in pages:
        wanted = page_request(page, "", "zh-hans")
        version = replace(VERSIONS.read(wanted.slug), name="0.0.0-0")
        snapshots.append(PAGES.snapshot(wanted, version))
    return snapshots


def test_kinds_are_known_and_told_apart():
    assert {*UNLISTED, *OF_ALL_YEARS} < {*TournamentEvent, *ScoringEvent}
    assert not UNLISTED & OF_ALL_YEARS


def steps() -> list[Callable[[], object]]:
    """A small event from its entry to its end and beyond, a step at a time."""
    by, series = a_user(is_staff=True), a_series()
    event = a_drawn_tournament(branches=2, teams=2, name="分会赛")
    branch, settings = event.branches.first(), settings_of(event)

    def match(number: int) -> Match:
        return Match.objects.get(stage__tournament=event, number=number)

    def round_(number: int) -> Round:
        return Round.objects.get(stage__tournament=event, number=number)

    def player() -> object:
        return match(1).home_team.players.first()

    def fresh() -> Tournament:
        return Tournament.objects.get(pk=event.pk)

    return [
        lambda: edit_branch(branch, "改名分会", branch.quota, by=by),
        lambda: add_people(event, "裁判甲", RoleKind.REFEREE, by=by),
        lambda: call_match(match(1), by=by),
        lambda: check_in(match(1), player(), by=by),
        lambda: check_out(match(1), player(), by=by),
        lambda: start_round(round_(1), by=by),
        lambda: win(match(1), "home", 2, by=by),
        lambda: undo_deal(match(1), by=by),
        lambda: enter_penalty(match(1), "away", Offence.OTHER, by=by, note="说话"),
        lambda: strike_penalty(match(1), match(1).games.get().sheet.penalties.get().pk, by=by, reason="误判"),
        lambda: extend_match(match(1), 5, by=by, reason="断网"),
        lambda: pause_round(round_(1), by=by),
        lambda: resume_round(round_(1), by=by),
        lambda: extend_round(round_(1), 5, by=by, reason="断电"),
        lambda: correct_deal(match(1), 1, raw_deal("WNES"), by=by, reason="误记"),
        lambda: win(match(1), "home", 5, by=by),
        lambda: confirm_result(match(1), by=by),
        lambda: pass_a(match(2), by=by),
        lambda: start_round(round_(2), by=by),
        lambda: win(match(3), "home", 5, by=by),
        lambda: confirm_result(match(3), by=by),
        lambda: confirm_awards(fresh(), by=by),
        lambda: join_series(fresh(), series, by=by),
        lambda: edit_tournament(fresh(), replace(settings, name="新名", names_public=False), by=by),
        lambda: archive_tournament(fresh(), by=by),
        lambda: restore_tournament(fresh(), by=by),
        lambda: reopen_awards(fresh(), by=by, reason="误点"),
    ]


def test_what_changes_a_page_changes_its_version_and_what_happens_at_a_table_does_not():
    all_steps, seen = steps(), set[str]()
    before = {SITE: shown(OF_SITE), FINISHED: shown(OF_FINISHED)}
    for step in all_steps:
        versions = {name: shared_version(name) for name in before}
        last = Event.objects.order_by("pk").values_list("pk", flat=True).last() or 0
        step()
        kinds = {*Event.objects.filter(pk__gt=last).values_list("kind", flat=True)}
        seen |= kinds
        after = {SITE: shown(OF_SITE), FINISHED: shown(OF_FINISHED)}
        for name, pages in before.items():
            risen = shared_version(name) > versions[name]
            assert risen or pages == after[name], (name, kinds)
            quiet = UNLISTED if name == SITE else {*TournamentEvent, *ScoringEvent} - OF_ALL_YEARS
            assert risen == bool(kinds - quiet), (name, kinds)
        before = after
    assert {
        ScoringEvent.DEAL_ENTERED, ScoringEvent.DEAL_CORRECTED, ScoringEvent.PENALTY_ENTERED,
        ScoringEvent.CLOCK_EXTENDED, ScoringEvent.SHEET_EXTENDED, TournamentEvent.MATCH_CALLED,
        TournamentEvent.RESULT_CONFIRMED, TournamentEvent.AWARDS_CONFIRMED, TournamentEvent.AWARDS_REOPENED,
        TournamentEvent.TOURNAMENT_EDITED, TournamentEvent.TOURNAMENT_ARCHIVED, TournamentEvent.SERIES_JOINED,
    } <= seen  # fmt: skip


def test_event_that_is_made_or_deleted_is_on_the_list_at_once(client, transactional_db):
    by, before = a_user(is_staff=True), a_drawn_tournament(name="老赛事")
    assert "老赛事" in text(client.get("/"))
    made = hold_again(before, replace(again(before, before.draw_at.date()), name="新赛事"), by=by, sure=None)
    assert "新赛事" in text(client.get("/"))
    delete_tournament(made, by=by, sure=None)
    assert "新赛事" not in text(client.get("/"))
