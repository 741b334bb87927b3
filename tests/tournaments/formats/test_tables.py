"""积分表 of groups, movement and Swiss as values: who meets whom, points, criteria, draws."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.played_bracket import Bracket, Status
from tournaments.draw.method.chance import Chance
from tournaments.draw.method.sampling import NO_WISHES, dealt
from tournaments.draw.method.sheets import Entrant
from tournaments.formats import FORMATS, Movement, RoundRobin, Swiss, made
from tournaments.formats.format import Meeting, group_at
from tournaments.formats.matches import BYE, NOBODY, Lot, Outcome, Reason, seated
from tournaments.formats.settings import SettingsError
from tournaments.formats.tie_breaks import TieBreak

BY_POINTS = (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.BUCHHOLZ)


def met(home, away, winner, *, points=None, reason=Reason.PLAYED):
    loser = away if winner == home else home
    outcome = Outcome(winner, loser, reason) if winner else Outcome(home, away, Reason.DRAWN)
    return Meeting(home, away, outcome, positions=(home, away), points=points)


def standing(meetings, criteria):
    return RoundRobin(criteria=criteria).standing(meetings)


def test_before_the_draw_nobody_has_a_place():
    assert [name for name, format_ in FORMATS.items() if format_.standing([])] == []


def test_a_draw_gives_both_their_share_and_is_no_win_and_nobody_wins_where_both_are_absent():
    rows = standing([met(1, 2, 0), met(2, 3, 2), met(1, 3, 3)], BY_POINTS)
    assert [(row.entry, row.points, row.won, row.drawn, row.lost) for row in rows] == [
        (2, Fraction(3, 2), 1, 1, 0), (3, Fraction(1), 1, 0, 1), (1, Fraction(1, 2), 0, 1, 1),
    ]  # fmt: skip
    absent = Meeting(1, 2, Outcome(NOBODY, NOBODY, Reason.BOTH_ABSENT), positions=(1, 2))
    rows = standing([absent, met(1, 3, 1), met(2, 3, 3)], BY_POINTS)
    assert [(row.entry, row.won, row.lost) for row in rows] == [(1, 1, 1), (3, 1, 1), (2, 0, 2)]


def test_points_of_a_scale_count_before_those_of_the_result():
    given_ = [met(1, 2, 1, points=(Fraction(15), Fraction(13))), met(2, 3, 2, points=(Fraction(28), Fraction(0)))]
    rows = standing([*given_, met(3, 1, 1, points=(Fraction(2), Fraction(26)))], BY_POINTS)
    assert [(row.entry, row.points) for row in rows] == [(1, 41), (2, 41), (3, 2)]
    assert rows[0].decided_by is TieBreak.HEAD_TO_HEAD


def test_opponents_points_tell_equals_apart():
    rows = standing([met(1, 2, 1), met(3, 4, 3), met(2, 4, 2)], (TieBreak.POINTS, TieBreak.BUCHHOLZ))
    assert [(row.entry, row.decided_by) for row in rows] == [
        (1, TieBreak.EQUAL), (2, TieBreak.EQUAL), (3, TieBreak.BUCHHOLZ), (4, TieBreak.POINTS),
    ]  # fmt: skip


def test_points_of_those_beaten_count_whole_and_of_those_drawn_with_half():
    played = [met(1, 2, 1), met(1, 3, 0), met(2, 3, 2), met(4, 5, 4), met(4, 6, 0), met(5, 6, 6)]
    rows = {row.entry: row for row in standing(played, (TieBreak.POINTS, TieBreak.SONNEBORN_BERGER))}
    beaten = {entry: row.tie_breaks[TieBreak.SONNEBORN_BERGER] for entry, row in rows.items()}
    assert beaten == {
        1: 1 + Fraction(1, 4), 2: Fraction(1, 2), 3: Fraction(3, 4),
        4: 0 + Fraction(3, 4), 5: 0, 6: Fraction(3, 4),
    }  # fmt: skip
    by = [TieBreak.SONNEBORN_BERGER, TieBreak.EQUAL, TieBreak.EQUAL, *[TieBreak.POINTS] * 3]
    assert [(entry, row.decided_by) for entry, row in rows.items()] == list(zip((1, 4, 6, 2, 3, 5), by, strict=True))


# groups


@given(st.integers(1, 8), st.data())
def test_everybody_of_a_group_meets_everybody_of_it_and_nobody_else(groups, data):
    format_ = RoundRobin(groups=groups)
    entries = data.draw(st.integers(format_.fewest, min(format_.most, 60)))
    size = format_.size(entries)
    positions = format_.placed(range(1, entries + 1))
    pairs = [meeting.pair for meeting in seated(format_.plan(size), positions) if meeting.outcome is None]
    where = {entry: group_at(p, format_.groups) or 1 for p, entry in enumerate(positions, start=1) if entry is not BYE}
    wanted = [pair for pair in combinations(range(1, entries + 1), 2) if where[pair[0]] == where[pair[1]]]
    assert sorted(tuple(sorted(pair)) for pair in pairs) == sorted(wanted)
    counts = [list(where.values()).count(group) for group in range(1, groups + 1)]
    assert max(counts) - min(counts) <= 1


def test_those_who_lead_their_groups_come_before_all_second_ones():
    format_ = RoundRobin(groups=2)
    meetings = []
    for meeting in seated(format_.plan(8), format_.placed(range(1, 9))):
        home, away = meeting.pair
        source = (meeting.match.home.number, meeting.match.away.number)
        outcome = Outcome(min(home, away), max(home, away), Reason.PLAYED)
        meetings.append(Meeting(home, away, outcome, positions=source))
    rows = format_.standing(meetings)
    assert [row.place for row in rows] == [1, 1, 3, 3, 5, 5, 7, 7]  # nothing tells the two groups apart
    assert {(row.entry, row.group) for row in rows[:2]} == {(1, 1), (2, 2)}


@given(st.lists(st.integers(1, 9), min_size=6, max_size=60), st.integers(2, 4), st.text(max_size=5))
def test_draw_into_groups_keeps_branches_apart(branches, groups, seed):
    format_ = RoundRobin(groups=groups)
    if not max(3 * groups, format_.fewest) <= len(branches) <= format_.most:
        return
    teams = [Entrant(number, branch) for number, branch in enumerate(branches, start=1)]
    positions = dealt(teams, format_.size(len(teams)), groups, Chance(seed), NO_WISHES)
    assert sorted(filter(None, positions)) == [team.id for team in teams]
    branch = {team.id: team.branch for team in teams}
    for one in set(branches):
        counts = [sum(branch.get(t) == one for t in positions[g::groups]) for g in range(groups)]
        assert max(counts) - min(counts) <= 1


# movement


def test_winners_go_on_to_the_next_table_and_losers_stay():
    format_ = Movement()
    bracket = Bracket(format_.placed(range(1, 9)), format_.plan(8))
    for number in range(1, 5):
        bracket = bracket.record(number, bracket.slots(number)[1])
    assert [bracket.slots(number) for number in range(5, 9)] == [(1, 8), (3, 2), (5, 4), (7, 6)]


@given(st.integers(4, 30), st.integers(2, 4))
def test_nobody_is_out_and_nobody_sits_twice(entries, halves):
    format_ = Movement(halves=halves)
    bracket = Bracket(format_.placed(range(1, entries + 1)), format_.plan(format_.size(entries)))
    for match in bracket.matches:
        if bracket.status(match.number) is Status.READY:
            bracket = bracket.record(match.number, max(bracket.slots(match.number)))
    for half in range(1, halves + 1):
        seated_ = [slot for m in bracket.matches if m.round == half for slot in bracket.slots(m.number)]
        assert sorted(slot for slot in seated_ if slot is not BYE) == list(range(1, entries + 1))


@given(st.integers(4, 64), st.integers(1, 4), st.randoms(use_true_random=False))
def test_whoever_wins_goes_to_the_next_table_and_the_last_table_rests(entries, halves, chance):
    """Whatever happens at the tables: forfeits, withdrawals, nobody there."""
    format_ = Movement(halves=halves)
    tables = (entries + 1) // 2
    bracket = Bracket(format_.placed(range(1, entries + 1)), format_.plan(format_.size(entries)))
    for match in bracket.matches:
        if bracket.status(match.number) is Status.READY:
            ends = [None, Reason.FORFEIT, Reason.DISQUALIFICATION, Reason.PLAYED, Reason.PLAYED]
            reason = chance.choice(ends)
            winner = chance.choice(bracket.slots(match.number)) if reason else None
            bracket = bracket.record(match.number, winner, reason)
    for match in bracket.matches:
        pair, outcome = bracket.slots(match.number), bracket.outcome(match.number)
        assert (BYE in pair) == (entries % 2 == 1 and match.place == tables)
        if match.round == halves:
            continue
        here, there = (match.round * tables + place for place in (match.place, match.place % tables + 1))
        assert bracket.slots(there)[1] == outcome.winner
        assert bracket.slots(here)[0] == outcome.handed_down


# Swiss


def test_later_rounds_wait_for_the_standing_and_there_are_no_more_than_asked():
    planned = Swiss(rounds_played=3).plan(6)
    assert len(planned) == 9
    assert all(isinstance(match.home, Lot) for match in planned if match.round > 1)
    assert Swiss().rounds(26) == (0,) * 5
    assert RoundRobin(rounds_played=2).rounds(4) == (0, 0)
    assert {match.round for match in RoundRobin(rounds_played=2).plan(4)} == {1, 2}


def test_contenders_know_whom_they_met_and_who_rested():
    meetings = [met(1, 2, 1), met(3, 4, 0), Meeting(5, BYE, Outcome(5, BYE, Reason.BYE), positions=(5, 6))]
    by_entry = {c.entry: c for c in Swiss().contenders(meetings, dict.fromkeys(range(1, 5), 7) | {5: 8})}
    assert by_entry[1].met == {2: 1}
    assert [by_entry[n].points for n in range(1, 6)] == [2, 0, 1, 1, 2]
    assert [by_entry[n].byes for n in (1, 5)] == [0, 1]
    assert 4 not in {c.entry for c in Swiss().contenders(meetings, {1: 1, 2: 1, 3: 1})}


@pytest.mark.parametrize("reason", [Reason.FORFEIT, Reason.WITHDRAWAL, Reason.WALKOVER])
def test_a_match_without_play_is_no_meeting_and_its_winner_does_not_rest_next(reason):
    forfeited = Meeting(3, 2, Outcome(3, 2, reason), positions=(3, 2))
    by_entry = {c.entry: c for c in Swiss().contenders([met(1, 4, 1), forfeited], dict.fromkeys(range(1, 5), 7))}
    assert (by_entry[3].met, by_entry[3].byes, by_entry[3].home) == ({}, 1, 0)
    assert (by_entry[1].met, by_entry[1].byes, by_entry[1].home) == ({4: 1}, 0, 1)


BYE_FORFEIT_ABSENT = [
    # 1 rests, 2 wins without play against 3; then 4 is away and 5 has come late
    *[Meeting(1, BYE, Outcome(1, BYE, Reason.BYE), round=1), met(4, 6, 4), met(2, 3, 2, reason=Reason.FORFEIT)],
    *[met(1, 2, 1), met(3, 6, 3), met(5, 7, 5)],
]


@pytest.mark.parametrize(
    ("virtual", "opponents"),
    [
        # 1 has two points, 2 and 3 and 4 and 5 one; a draw in each of four rounds would be two
        (False, {1: 1, 2: 1 + 2, 3: 1 + 0, 4: 0, 5: 0}),
        (True, {1: 1 + 2, 2: 1 + 2, 3: 1 + 0, 4: 0 + 1, 5: 0 + 1}),
    ],
)
def test_a_round_not_played_counts_in_the_opponents_points_as_against_ones_own_points(virtual, opponents):
    meetings = [replace(meeting, round=1 + number // 3) for number, meeting in enumerate(BYE_FORFEIT_ABSENT)]
    standing = Swiss(rounds_played=4, virtual_opponents=virtual).standing(meetings)
    by_entry = {row.entry: row.tie_breaks[TieBreak.BUCHHOLZ] for row in standing}
    assert {entry: by_entry[entry] for entry in opponents} == opponents


def test_a_virtual_opponent_has_no_more_points_than_the_absent_one_or_without_one_than_draws_alone():
    def opponents_of_the_first(rounds, *meetings):
        in_rounds = [replace(meeting, round=1 + nth // 2) for nth, meeting in enumerate(meetings)]
        rows = Swiss(rounds_played=rounds, virtual_opponents=True).standing(in_rounds)
        return next(row.tie_breaks[TieBreak.BUCHHOLZ] for row in rows if row.entry == 1)

    rests = Meeting(1, BYE, Outcome(1, BYE, Reason.BYE))
    absent = met(1, 3, 1, reason=Reason.FORFEIT)
    # two points; a draw in both rounds would be one, and 3, who did not come, has none
    assert opponents_of_the_first(2, rests, met(2, 3, 2), absent, met(2, 4, 2)) == 1 + 0
    # 3 has two points; a draw in each of three rounds would be one and a half
    played = [met(1, 4, 1), met(3, 2, 3), met(1, 2, 1), met(3, 4, 3)]
    assert opponents_of_the_first(3, *played, absent, met(2, 4, 2)) == 0 + 1 + 2


# settings


def test_settings_are_read_and_those_that_do_not_fit_are_named():
    for name, settings in (
        ("knockout", {"third_place": True, "survivors": 4}),
        ("round_robin", {"groups": 4, "points": {"win": "3", "draw": "1.5", "loss": 1}}),
        ("round_robin", {"criteria": ["points", "mutual"]}),
        ("double_elimination", {"finals": 1}),
        ("movement", {"halves": 3}),
        ("swiss", {"rounds_played": 7}),
    ):
        format_ = made(name, settings)
        assert (format_.name, format_ != FORMATS[name]) == (name, True)
    several = {"groups": 0, "points": {"win": "x"}, "criteria": ["luck"]}
    for name, wrong in (
        ("knockout", {"survivors": 3}), ("knockout", {"groups": 2}), ("round_robin", several),
        ("movement", {"halves": True}),
    ):  # fmt: skip
        with pytest.raises(SettingsError) as refused:
            made(name, wrong)
        assert refused.value.names == tuple(wrong)
