"""The pulse of an event: what open pages ask."""

from datetime import timedelta

from journal.clock import set_rehearsal_time
from scoring import clocks
from tests.factories import a_drawn_tournament
from tests.tournaments.played import decide
from tests.web.games import a_started_tournament
from tests.web.public_pages import address
from tournaments.day.actions.matches import enter_deal
from tournaments.day.actions.rounds import pause_round


def test_pulse_carries_the_mark_of_the_page(client, transactional_db):
    tournament, matches, referee = a_started_tournament()
    page = client.get(address("bracket", tournament)).content.decode()
    assert f'data-edition="{client.get(address("pulse", tournament)).json()["edition"]}"' in page
    enter_deal(matches[0], "NS", by=referee)
    assert f'data-edition="{client.get(address("pulse", tournament)).json()["edition"]}"' not in page


def test_pulse_is_answered_from_memory(client, transactional_db, django_assert_num_queries):
    pulse = address("pulse", a_drawn_tournament())
    client.get(pulse)
    with django_assert_num_queries(0):
        assert client.get(pulse).status_code == 200
    assert client.get("/e/nothing/pulse/").status_code == 404


def test_pulse_gives_time_and_clocks_of_the_event_until_they_rang_long_ago(client, db):
    tournament = a_drawn_tournament(rehearsal=True)
    round_ = tournament.stages.get().rounds.get(number=1)
    round_.clock.state, round_.clock.started_at = "running", round_.starts_at
    round_.clock.save()

    def pulse_at(minute: int) -> dict[str, object]:
        set_rehearsal_time(tournament.journal, round_.starts_at + timedelta(minutes=minute))
        return client.get(address("pulse", tournament)).json()

    now = round_.starts_at + timedelta(minutes=20)
    bell = int(clocks.bell_at(round_.clock, now).timestamp() * 1000)
    pulse = pulse_at(20)
    assert (pulse["now"], pulse["pace"], pulse["bells"]) == (int(now.timestamp() * 1000), 0, {"1": bell})
    assert [pulse_at(minute)["bells"] for minute in (119, 121)] == [{"1": bell}, {}]


def test_clock_that_is_held_is_told_without_a_bell_and_of_a_round_that_is_over_not_at_all(client, transactional_db):
    tournament, matches, referee = a_started_tournament()
    assert [*client.get(address("pulse", tournament)).json()["bells"]] == ["1"]
    pause_round(tournament.stages.get().rounds.get(number=1), by=referee)
    assert client.get(address("pulse", tournament)).json()["bells"] == {"1": None}
    for match in matches:
        decide(match.number)
    assert client.get(address("pulse", tournament)).json()["bells"] == {}


def test_pulse_is_small_and_carries_the_headers_of_no_page(client, db):
    tournament, _, _ = a_started_tournament()
    for _ in ("all the way", "at the door"):
        answer = client.get(address("pulse", tournament))
        assert {*answer.headers} == {"Content-Type", "Content-Length", "Cache-Control"}
        assert sum(len(f"{name}: {value}\r\n") for name, value in answer.headers.items()) + len(answer.content) <= 200
