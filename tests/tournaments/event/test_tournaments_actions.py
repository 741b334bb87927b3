"""Settings and archive of an event."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from journal.models import Event
from journal.queries import last_event_number
from journal.refusals import WrongState
from tests.factories import a_tournament, a_user
from tests.refusals import refused_at, too_late
from tournaments.bracket.queries.settings import settings_of
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.event.actions.tournaments import archive_tournament, edit_tournament, restore_tournament
from tournaments.models import Round, Stage
from tournaments.presets.preset import AWARDS, Award
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db


def an_event(**more):
    return a_tournament(awards=[award.to_dict() for award in AWARDS], **more)


def refusal_of(tournament, **changes) -> list[tuple[str, str]]:
    settings = replace(settings_of(tournament), **changes)
    return refused_at(lambda: edit_tournament(tournament, settings, by=None))


def walls(tournament) -> list[datetime]:
    zone = ZoneInfo(tournament.zone)
    return [
        r.starts_at.astimezone(zone).replace(tzinfo=None) for r in Round.objects.filter(stage__tournament=tournament)
    ]


def test_edit_tournament_changes_and_names_the_fields_that_changed_unless_the_page_is_old():
    tournament, office = an_event(), a_user()
    settings = replace(settings_of(tournament), name=" 新名 ", place="礼堂", branches_apart="none")
    edited = edit_tournament(tournament, settings, by=office, seen=0)
    assert (edited.name, edited.place, edited.branches_apart) == ("新名", "礼堂", "none")
    event = Event.objects.get()
    said = (event.kind, event.subject, event.by, event.public)
    assert said == ("tournament.edited", tournament.subject, office, True)
    assert event.data == {"name": "新名", "fields": ["branches_apart", "name", "place"]}
    old = replace(settings, place="球场")
    assert too_late(lambda: edit_tournament(tournament, old, by=None, seen=0)) == "changed"
    edit_tournament(tournament, settings, by=None, seen=last_event_number(tournament.journal, tournament.subject))


def test_rule_options_reach_the_stage_and_the_clocks_that_have_not_started():
    tournament = an_event()
    options = {"minutes": 40, "on_time": "stop_now"}
    edited = edit_tournament(tournament, replace(settings_of(tournament), rule_options=options), by=None)
    assert (rule_set(edited).minutes, rule_set(edited).on_time) == (40, "stop_now")
    assert Stage.objects.get().rule_set == rule_set(edited).to_dict()
    assert {r.clock.minutes for r in Round.objects.all()} == {40}


def test_another_zone_keeps_every_time_on_the_wall():
    tournament = an_event()
    before, settings = walls(tournament), settings_of(tournament)
    for zone in ("Asia/Urumqi", "America/Los_Angeles", "Pacific/Kiritimati"):
        tournament = edit_tournament(tournament, replace(settings, zone=zone), by=None)
        assert walls(tournament) == before
        assert settings_of(tournament) == replace(settings, zone=zone)


REFUSED = [
    ({"name": " "}, [("name", "name_empty")]),
    ({"name": "长" * 81, "place": "长" * 81}, [("name", "text_too_long"), ("place", "text_too_long")]),
    ({"zone": "Mars/Base"}, [("zone", "zone_unknown")]),
    (
        {"best_of": 2, "check_in_minutes": 999},
        [("check_in_minutes", "number_out_of_range"), ("best_of", "number_out_of_range")],
    ),
    ({"rule_options": {"minutes": 0, "on_tme": 1}}, [("on_tme", "rule_option_invalid")]),
    ({"awards": (Award(1, " ", 1), Award(2, "亚" * 21, 1))}, [("award_1", "name_empty"), ("award_2", "text_too_long")]),
]  # fmt: skip


def test_edit_tournament_refuses_with_all_problems():
    tournament = an_event()
    for changes, problems in REFUSED:
        assert refusal_of(tournament, **changes) == problems
    start = walls(tournament)[0]
    assert refusal_of(tournament, closes=start + timedelta(minutes=1), draw=start) == [
        ("closes", "closes_after_first_round"),
        ("draw", "draw_before_close"),
    ]


def test_after_the_draw_only_names_place_and_what_is_called_out_may_change():
    tournament = an_event(state=TournamentState.DRAWN)
    assert refusal_of(tournament, best_of=3, rule_options={"minutes": 40}) == [
        ("best_of", "after_draw"),
        ("rule_options", "after_draw"),
    ]
    settings = replace(settings_of(tournament), place="礼堂", check_in_minutes=20, last_bell_minutes=8)
    edited = edit_tournament(tournament, settings, by=None)
    assert (edited.place, edited.check_in_minutes, edited.last_bell_minutes) == ("礼堂", 20, 8)
    assert refusal_of(edited, last_bell_minutes=61) == [("last_bell_minutes", "number_out_of_range")]


def test_an_event_is_put_away_and_brought_back():
    tournament, office = an_event(), a_user()
    assert archive_tournament(tournament, by=office).archived_at is not None
    with pytest.raises(WrongState):
        archive_tournament(tournament, by=office)
    assert restore_tournament(tournament, by=office).archived_at is None
    with pytest.raises(WrongState):
        restore_tournament(tournament, by=office)
    events = Event.objects.order_by("number").values_list("kind", "subject", "by")
    assert list(events) == [(f"tournament.{what}", tournament.subject, office.pk) for what in ("archived", "restored")]
