"""Two people mend one bracket at the same moment, each with a connection of his own: one remedy is signed."""

import pytest

from journal.models import Event
from journal.queries import last_event_number
from tests.thorough import some, tries
from tests.tournaments.bracket.test_fold import holds
from tests.tournaments.bracket.test_remedies import ALL_AWAY, AWAY_WON, a_played_day, rule
from tests.tournaments.day.test_simultaneous import a_pair, journal_is_whole, names
from tests.tournaments.round_day import a_day, tick
from tournaments.bracket.actions.remedies import sign_remedy
from tournaments.bracket.queries.remedies import Corrected, plan
from tournaments.day.actions.matches import call_match, enter_deal
from tournaments.day.actions.rounds import start_round
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = tries(3)
BY_ITS_SHEET = Corrected(orders=ALL_AWAY)


def signing(day, kind, *, number=1, corrected=AWAY_WON, reason="记分员记反了"):
    """What the page shows now, to be signed later."""
    match, seen = day.match(number), plan(day.match(number), corrected).seen
    return lambda: sign_remedy(match, kind, by=day.chief, reason=reason, corrected=corrected, seen=seen)


def signed(day):
    events = Event.objects.filter(journal=day.tournament.journal_id, kind="remedy.signed")
    return [(event.data["number"], event.data["remedy"], event.data["reason"]) for event in events]


@pytest.mark.parametrize(
    ("first", "second"),
    some(
        [
            ({"kind": "replay"}, {"kind": "replay"}),
            ({"kind": "replay", "corrected": BY_ITS_SHEET}, {"kind": "replay", "corrected": BY_ITS_SHEET}),
            ({"kind": "replay", "corrected": BY_ITS_SHEET}, {"kind": "rematch", "corrected": BY_ITS_SHEET}),
            ({"kind": "keep"}, {"kind": "rematch"}),
            ({"kind": "replay"}, {"kind": "replay", "number": 2}),
            ({"kind": "rematch"}, {"kind": "replay", "number": 2}),
        ]
    ),
)
def test_one_of_two_remedies_is_signed(first, second):
    with a_pair() as pair:
        for _ in range(TRIES):
            day = a_played_day()
            met = pair.both(signing(day, reason="一", **first), signing(day, reason="二", **second))
            assert names(met) == ["Match", "WrongState"], met
            accepted, reason = ((first, "一"), (second, "二"))[names(met[:1]) == ["WrongState"]]
            assert signed(day) == [(accepted.get("number", 1), accepted["kind"], reason)]
            holds(day)
            assert journal_is_whole(day.tournament)


def a_called_final(**more):
    """Both semi-finals won by home; both teams of the final are at its table, its round has not begun."""
    day = a_day(**more)
    rule(day, 1, 2)
    day.number = 2
    day.at(0)
    call_match(day.match(3), by=day.chief)
    tick(day.match(3), "home", "away", by=day.chief)
    return day


def test_later_match_starts_while_a_remedy_is_signed():
    """It starts with the pair that stood there, and the remedies are shown anew; or the right pair is awaited."""
    with a_pair() as pair:
        for _ in range(TRIES):
            day = a_called_final()
            met = pair.both(signing(day, "replay"), lambda day=day: start_round(day.round, by=day.chief))
            final = day.match(3)
            outcome = (names(met), final.state, final.home_team_id == day.match(1).away_team_id, bool(signed(day)))
            assert outcome in (
                (["Clock", "WrongState"], MatchState.PLAYING, False, False),
                (["Clock", "Match"], MatchState.READY, True, True),
            ), met
            holds(day)
            assert journal_is_whole(day.tournament)


def test_deal_of_the_later_match_is_entered_while_a_remedy_is_signed():
    """It is set aside with the pair that played it, or comes first of all to the sheet of the right pair: each deal
    counts on the sheet on which it was entered."""
    with a_pair() as pair:
        for _ in range(TRIES):
            day = a_played_day()
            final, old = day.match(3), day.match(3).games.get().sheet
            seen = last_event_number(day.tournament.journal, old.subject)
            met = pair.both(
                signing(day, "replay"), lambda day=day, m=final, seen=seen: enter_deal(m, "WE", by=day.chief, seen=seen)
            )
            assert names(met) in (["Deal", "Match"], ["Match", "WrongState"]), met
            assert signed(day)
            assert old.deals.count() == (3 if "Deal" in names(met) else 2)
            assert not day.match(3).games.get().sheet.deals.exists()
            holds(day)
