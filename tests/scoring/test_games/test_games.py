"""One shape for three games: whatever is written against `Game` holds any of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_rules import Awaited, Pending, Reason, RuleSetError, Side, Sides, Verdict
from scoring.games import GAMES, EntryError, Game, Score, Scoreboard
from tests.scoring.test_games.factories import (
    AWAY,
    HOME,
    SIX,
    damaged_entries,
    defended,
    json_values,
    penalised,
    played,
    raw_deals,
    raw_entries,
    raw_options,
    won,
)

NAMES = ["guandan", "shuangsheng", "win_loss"]
names = pytest.mark.parametrize("name", NAMES)


@dataclass
class Log:
    """What a sheet would keep: the game's name, its options and its entries, all of them JSON values."""

    name: str
    options: dict[str, Any]
    rows: list[dict[str, Any]]

    @property
    def game(self) -> Game[Any, Any, Any]:
        return GAMES[self.name]

    @property
    def state(self) -> Any:
        return self.game.fold(self.game.options_of(self.options), self.entries)

    @property
    def entries(self) -> list[Any]:
        return [self.game.entry_of(row) for row in self.rows]

    def write(self, raw: object, **bell: Any) -> list[str]:
        """Write one entry, or say why not."""
        problems = self.game.entry_problems(self.game.options_of(self.options), self.state, raw, **bell)
        if not problems:
            self.rows.append(self.game.plain_entry(self.game.entry_of(raw)))
        return [problem.code for problem in problems]

    def scoreboard(self) -> Scoreboard:
        return self.game.scoreboard(self.state)

    def verdict(self, *, time_up: bool = False, in_hand: bool | None = None) -> Verdict | Pending:
        return self.game.verdict(self.game.options_of(self.options), self.state, time_up=time_up, in_hand=in_hand)


def a_log(name: str) -> Log:
    played_game = GAMES[name]
    return Log(name, played_game.plain_options(played_game.options_of({})), [])


def test_games_are_known_by_name():
    assert list(GAMES) == NAMES
    assert [GAMES[name].name for name in NAMES] == NAMES
    with pytest.raises(KeyError):
        GAMES["mahjong"]


@pytest.mark.parametrize(
    ("name", "raws", "scoreboard", "reason"),
    [
        (
            "guandan",
            [*[played("NS")] * 4, played("NWES")],
            Scoreboard(Sides(Score(14, passed=True), Score(2)), HOME, 14, 5),
            Reason.PASSED_A,
        ),
        (
            "shuangsheng",
            [*[defended("home", 0)] * 4],
            Scoreboard(Sides(Score(14, passed=True), Score(2)), HOME, 14, 4),
            Reason.PASSED_A,
        ),
        (
            "win_loss",
            [won("home", order=list(SIX))],
            Scoreboard(Sides(Score(None, points=1), Score(None)), None, None, 1),
            Reason.POINTS,
        ),
    ],
)
def test_log_records_any_game_through_the_same_lines(name, raws, scoreboard, reason):
    log = a_log(name)
    assert log.verdict() == Pending(Awaited.PLAY_ON)
    for raw in raws:
        assert log.write(raw) == []
    assert log.scoreboard() == scoreboard
    verdict = log.verdict()
    assert (verdict.winner, verdict.reason, verdict.facts.entry) == (HOME, reason, len(raws) - 1)
    before = list(log.rows)
    assert log.write(raws[-1]) == ["game_decided"]
    assert log.write(penalised("away", ("note", 0))) == ["game_decided"]
    assert log.rows == before


@names
def test_log_refuses_what_is_no_entry_and_stays_as_it_was(name):
    log = a_log(name)
    codes = log.write({"type": "penalty", "side": "north", "offense": "late"})
    assert (codes, log.rows) == (["field_unknown", "value_wrong", "field_missing"], [])


@names
def test_match_is_lost_by_penalty_or_disqualification_in_any_game_as_the_last_effect_says(name):
    lost, out = ("match_lost", Reason.PENALTY), ("disqualified", Reason.DISQUALIFICATION)
    for effects in ((lost,), (out,), (lost, out)):
        log = a_log(name)
        assert log.write(penalised("home", ("warning", 0), *((effect, 0) for effect, _ in effects))) == []
        verdict = log.verdict()
        assert (verdict.winner, verdict.reason, verdict.facts.entry) == (AWAY, effects[-1][1], 0)


@names
def test_default_options_round_trip(name):
    played_game = GAMES[name]
    default = played_game.options_of({})
    assert played_game.options_of(played_game.plain_options(default)) == default
    assert played_game.options_problems(played_game.plain_options(default)) == ()


@names
@given(data=st.data())
def test_options_round_trip(name, data):
    played_game = GAMES[name]
    raw = data.draw(raw_options[name])
    assert played_game.options_problems(raw) == ()
    options = played_game.options_of(raw)
    assert played_game.options_of(played_game.plain_options(options)) == options


@names
@given(data=st.data())
def test_options_problems_are_empty_exactly_when_options_are_read(name, data):
    played_game = GAMES[name]
    raw = dict(data.draw(raw_options[name]))
    raw[data.draw(st.sampled_from([*played_game.plain_options(played_game.options_of({})), "nonsense"]))] = data.draw(
        json_values
    )
    problems = played_game.options_problems(raw)
    assert _refused(lambda: played_game.options_of(raw)) == problems


@names
@given(data=st.data())
def test_entry_round_trips(name, data):
    played_game = GAMES[name]
    entry = played_game.entry_of(data.draw(raw_entries[name]))
    plain = played_game.plain_entry(entry)
    assert played_game.entry_of(plain) == entry
    assert played_game.plain_entry(played_game.entry_of(plain)) == plain


@names
@given(data=st.data())
def test_first_entry_is_refused_exactly_when_it_cannot_be_read(name, data):
    """Before the bell, and with nothing written yet, only the entry itself can be at fault."""
    played_game = GAMES[name]
    raw = data.draw(json_values | damaged_entries(name))
    options = played_game.options_of({})
    problems = played_game.entry_problems(options, played_game.start(options), raw)
    wrong = _refused(lambda: played_game.entry_of(raw))
    out_of_time = isinstance(raw, dict) and raw.get("kind", "regular") in ("late", "in_hand", "extra")
    assert problems[: len(wrong)] == wrong
    assert problems == wrong or out_of_time
    assert bool(problems) or not (wrong or (out_of_time and raw["type"] == "deal"))


def _refused(read: Callable[[], object]) -> tuple[object, ...]:
    """The problems with which `read` refuses; empty when it reads."""
    try:
        read()
    except (EntryError, RuleSetError) as wrong:
        return wrong.problems
    return ()


@names
@given(data=st.data())
def test_fold_counts_what_is_written_one_by_one(name, data):
    """The state after a log does not depend on what `entry_problems` would have refused after its end."""
    played_game = GAMES[name]
    options = played_game.options_of(data.draw(raw_options[name]))
    log = [played_game.entry_of(raw) for raw in data.draw(st.lists(raw_entries[name], max_size=30))]
    ends = [n for n in range(len(log) + 1) if _is_over(played_game, played_game.fold(options, log[:n]))]
    if ends:
        assert played_game.scoreboard(played_game.fold(options, log)) == played_game.scoreboard(
            played_game.fold(options, log[: ends[0]])
        )


def _is_over(played_game, state) -> bool:
    return state.winner is not None


@names
@given(data=st.data())
def test_verdict_names_a_side_or_what_is_awaited(name, data):
    played_game = GAMES[name]
    options = played_game.options_of(data.draw(raw_options[name]))
    log = [played_game.entry_of(raw) for raw in data.draw(st.lists(raw_deals[name], max_size=20))]
    state = played_game.fold(options, log)
    for time_up in (False, True):
        for in_hand in (None, False, True):
            verdict = played_game.verdict(options, state, time_up=time_up, in_hand=in_hand)
            if isinstance(verdict, Verdict):
                assert verdict.winner in (*Side, None)
                assert (verdict.winner is None) is (verdict.reason is Reason.DRAW)
            else:
                at_the_bell = (Awaited.DEAL_IN_HAND_QUESTION, Awaited.LAST_DEAL)
                assert verdict.awaits not in ((Awaited.PLAY_ON,) if time_up else at_the_bell)
