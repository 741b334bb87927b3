"""请裁判长: a call stands on the desk until it is answered."""

import pytest

from journal.models import Event
from tests.refusals import refused_codes, too_late
from tests.tournaments.round_day import Day, a_day
from tournaments.day.actions.matches import answer_call, call_referee
from tournaments.day.queries.calls import open_call, open_calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return a_day(branches=4)


def waiting(day: Day) -> list[tuple[int, str]]:
    return [(call.match, call.note) for call in open_calls(day.tournament)]


def test_call_waits_until_it_is_answered(day):
    version = day.round.stage.tournament.journal.version
    for number, note in ((2, ""), (1, "抽牌有争议")):
        call_referee(day.match(number), by=day.chief, note=note)
    assert waiting(day) == [(2, ""), (1, "抽牌有争议")]
    answer_call(day.match(2), by=day.chief)
    assert waiting(day) == [(1, "抽牌有争议")]
    assert open_call(day.match(2)) is None
    assert not Event.objects.filter(kind__startswith="referee.", public=True).exists()
    assert day.round.stage.tournament.journal.version == version


def test_calling_again_keeps_the_place_and_brings_the_new_note(day):
    call_referee(day.match(1), by=day.chief)
    call_referee(day.match(2), by=day.chief)
    call_referee(day.match(1), by=day.chief, note="请快来")
    assert waiting(day) == [(1, "请快来"), (2, "")]
    assert len(open_calls(a_day().tournament)) == 0


def test_refused_calls_change_nothing(day):
    assert refused_codes(lambda: call_referee(day.match(1), by=day.chief, note="长" * 201)) == {"reason_too_long"}
    assert too_late(lambda: answer_call(day.match(1), by=day.chief)) == "ready"
    assert too_late(lambda: call_referee(day.match(5), by=day.chief)) == "waiting"
