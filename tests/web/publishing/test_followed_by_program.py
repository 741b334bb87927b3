"""The example of a program that follows an event sees all that happens."""

import threading

import pytest

from api.pages import FOLLOWING
from tests.thorough import in_ci_only
from tests.tournaments.played import S000_AWARDS
from tests.web.games import a_started_tournament, pass_a
from tests.web.publishing.streams import PATIENCE, wait_for
from tournaments.bracket.actions.awards import confirm_awards

pytestmark = pytest.mark.django_db(transaction=True)


def follow_to_the_end(address: str) -> None:
    """Play an event while the example follows it; what it prints is the journal, each event once and in order."""
    event, (match,), referee = a_started_tournament(branches=2, teams=1, slug="cup", awards=S000_AWARDS)
    events: list[tuple[int, str, int]] = []
    words = {"print": lambda *printed: events.append(printed)}
    program = threading.Thread(target=exec, args=(FOLLOWING.replace("{site}", address), words), daemon=True)
    program.start()
    pass_a(match, by=referee)
    wait_for(lambda: events)
    confirm_awards(event, by=None)
    program.join(PATIENCE)
    assert not program.is_alive()
    happened = event.journal.events.filter(public=True).order_by("number")
    assert [(number, kind) for number, kind, _match in events] == [*happened.values_list("number", "kind")]


@in_ci_only
def test_program_follows_an_event_to_its_end(live_server):
    follow_to_the_end(live_server.url)
