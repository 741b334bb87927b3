"""Swiss tournaments that others published, round by round: our pairing of the standing that theirs had, and Buchholz
and Sonneborn-Berger beside what a program of FIDE reckons. `tests/cases/swiss/README.md` names the sources.

Ours is no engine of FIDE's Dutch system and pairs otherwise; held is what both promise."""

import csv
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tests.thorough import some
from tournaments.bracket.queries.pairing import cheapest
from tournaments.formats import Swiss
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, NOBODY, Outcome, Reason
from tournaments.formats.swiss_pairing import pair, times_met
from tournaments.formats.tie_breaks import TieBreak

CASES = Path(__file__).parents[2] / "cases" / "swiss"
PLAYED = {"issue_7": 14, "issue_15": 11, "odd31": 9, "dutch_2025_C5": 2, "dutch_2025_C9": 1}
PAIRED = PLAYED | {"issue_7": 15, "dutch_2025_C5": 3, "dutch_2025_C9": 2}
"""Rounds of which theirs is known: the pairs of one more than was played stand in a file of their own."""
ROUNDS = [(name, number) for name, rounds in PAIRED.items() for number in range(1, rounds + 1)]
LESS_THAN_THEIRS = {("issue_7", 14): (38, 42), ("issue_15", 2): (0, 96)}
"""Our sum of the squared differences of points, in half points, and theirs, where they are not the same. Theirs of
`issue_15` are pairs of the Burstein system, which does not mind them in round 2."""
FIRST, WIDTH = 91, 10  # columns of a Tournament Report File: where the first round stands, and how wide each is


@cache
def games(name):
    """By entry, of each round (opponent, result); the opponent is 0 where there was none."""
    found = {}
    for line in (CASES / f"{name}.trf").read_text().splitlines():
        if line.startswith("001"):
            rounds = [line[at : at + 8].split() for at in range(FIRST, len(line), WIDTH)]
            found[int(line[4:8])] = [(int(opponent), result) for opponent, _colour, result in rounds]
    return found


def their_pairs(name, number):
    """Who met whom in that round; whoever met 0 had the bye. The others were absent."""
    if number <= PLAYED[name]:
        of_round = {entry: rounds[number - 1] for entry, rounds in games(name).items()}
        return {(entry, other) for entry, (other, result) in of_round.items() if other > entry or result == "U"}
    rows = [tuple(map(int, row.split())) for row in (CASES / f"{name}.pairs").read_text().splitlines()[1:]]
    return {(one, other) if 0 < one < other or not other else (other, one) for one, other in rows}


def meetings(name, rounds):
    found = []
    for number in range(1, rounds + 1):
        for entry, other in sorted(their_pairs(name, number)):
            if not other:
                found.append(Meeting(entry, BYE, Outcome(entry, BYE, Reason.BYE), round=number))
                continue
            results = "".join(games(name)[one][number - 1][1] for one in (entry, other))
            found.append(Meeting(entry, other, outcome(entry, other, results), round=number))
    return found


def outcome(one, other, results):
    if results == "--":
        return Outcome(NOBODY, NOBODY, Reason.BOTH_ABSENT)
    winner, loser = (other, one) if results[0] in "0-" else (one, other)
    reasons = {"=": Reason.DRAWN, "+": Reason.FORFEIT, "-": Reason.FORFEIT}
    return Outcome(winner, loser, reasons.get(results[0], Reason.PLAYED))


@pytest.mark.parametrize(("name", "number"), some(ROUNDS))
def test_the_standing_before_a_round_is_paired_as_well_as_theirs(name, number):
    theirs, swiss = their_pairs(name, number), Swiss(rounds_played=PAIRED[name], virtual_opponents=True)
    here = {entry for pair_ in theirs for entry in pair_ if entry}
    everybody = dict.fromkeys(games(name), 0)
    contenders = swiss.contenders(meetings(name, number - 1), everybody)
    of = {one.entry: one for one in contenders}
    ours = pair(
        [one for one in contenders if one.entry in here],
        away=[one for one in contenders if one.entry not in here],
        later=PAIRED[name] - number,
        matching=cheapest,
    )
    pairs = [(of[one.home], of[one.away]) for one in ours.pairs]
    rests = [ours.bye.entry] if ours.bye else []
    assert sorted([one.entry for two in pairs for one in two] + rests) == sorted(here)
    assert not any(times_met(*two) for two in pairs)
    assert not any(of[entry].byes for entry in rests)

    met = [(of[one], of[other]) for one, other in theirs if other]
    assert (floats(pairs), floats(met)) == LESS_THAN_THEIRS.get((name, number), (floats(met), floats(met)))


def floats(pairs):
    return sum((one.points - other.points) ** 2 for one, other in pairs)


@pytest.mark.parametrize("name", ["issue_7", "issue_15", "odd31"])
def test_points_and_opponents_scores_are_those_of_an_independent_program(name):
    """A round not played counts as FIDE's Tie-Break Regulations of March 2026 have it, 16.4: a virtual opponent."""
    swiss = Swiss(rounds_played=PLAYED[name], virtual_opponents=True)
    placed = {row.entry: row for row in swiss.standing(meetings(name, PLAYED[name]))}
    with (CASES / "tie_breaks.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["case"] == name]
    assert len(rows) == len(placed) == len(games(name))
    for row in rows:
        mine = placed[int(row["entry"])]
        assert mine.points == Fraction(row["points"])
        assert mine.tie_breaks[TieBreak.BUCHHOLZ] == Fraction(row["buchholz"]), row
        assert mine.tie_breaks[TieBreak.SONNEBORN_BERGER] == Fraction(row["sonneborn_berger"]), row
