"""A log is folded from its text, and only by what it has grown: the state is that of the whole, in every game."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import standings
from scoring.actions.submissions import MOST_DEALS
from scoring.games import GAMES
from tests.scoring.test_games.factories import played, raw_entries


def text_of_options(name: str) -> str:
    return json.dumps(GAMES[name].plain_options(GAMES[name].options_of({})))


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_state_is_that_of_the_whole_log(name, data):
    played_game, text = GAMES[name], text_of_options(name)
    raw = data.draw(st.lists(raw_entries[name], max_size=12))
    log = tuple(json.dumps(entry) for entry in raw)
    for count in range(len(raw) + 1):
        expected = played_game.fold(played_game.options_of(json.loads(text)), map(played_game.entry_of, raw[:count]))
        assert standings.state_after(name, text, log[:count]) == expected


def test_grown_log_is_folded_by_what_it_has_grown():
    text, log = text_of_options("guandan"), tuple(json.dumps(played("NS", "regular")) for _ in range(4))
    standings._state.cache_clear()
    standings.state_after("guandan", text, log[:3])
    missed = standings._state.cache_info().misses
    standings.state_after("guandan", text, log)
    assert standings._state.cache_info().misses == missed + 1


def test_longest_log_is_folded_at_once():
    text, log = text_of_options("guandan"), (json.dumps(played("NWSE", "regular")),) * MOST_DEALS
    standings._state.cache_clear()
    assert len(standings.state_after("guandan", text, log).steps) == MOST_DEALS
