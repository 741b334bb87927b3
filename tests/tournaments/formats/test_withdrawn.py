"""中途退赛 in a round robin: results stay, are struck, or are struck if less than half of the matches was played."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import RoundRobin
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, Outcome, Reason, seated
from tournaments.formats.tie_breaks import SELECTABLE, TieBreak
from tournaments.formats.unplayed import Withdrawn

A, B, C, E = 1, 2, 3, 4


def met(home, away, winner, difference=0, reason=Reason.PLAYED):
    """``difference``: levels of the winner above the loser."""
    outcome = Outcome(winner, away if winner == home else home, reason) if winner else None
    ahead = difference if winner == home else -difference
    return Meeting(home, away, outcome, difference=ahead, positions=(home, away))


E_LEFT = [
    met(A, E, E, 6),
    met(B, C, B, 1),
    met(B, E, B, reason=Reason.WITHDRAWAL),
    met(C, E, C, reason=Reason.WITHDRAWAL),
    met(A, B, A, 2),
    met(A, C, A, 1),
]


def test_whoever_beat_all_that_stayed_is_first_unless_results_of_who_left_stay():
    for rule, order, why in (
        (Withdrawn.STAY, [B, A, C, E], TieBreak.LEFT),
        (Withdrawn.STRUCK, [A, B, C, E], TieBreak.STRUCK),
        (Withdrawn.STRUCK_UNDER_HALF, [A, B, C, E], TieBreak.STRUCK),
    ):
        rows = RoundRobin(withdrawn=rule, criteria=(TieBreak.WINS, TieBreak.DIFFERENCE)).standing(E_LEFT)
        assert [(row.entry, row.place) for row in rows] == list(zip(order, (1, 2, 3, 0), strict=True))
        assert rows[-1].decided_by is why
        if rule is not Withdrawn.STAY:
            assert [(row.won, row.lost) for row in rows] == [(2, 0), (1, 1), (0, 2), (0, 0)]


def test_half_of_the_matches_is_enough_to_stay():
    for played, is_struck in ((1, True), (2, False), (3, False)):
        own = [met(1, other, 1) for other in range(2, played + 2)]
        own += [met(1, other, other, 0, Reason.WITHDRAWAL) for other in range(played + 2, 6)]
        rests = [Meeting(1, BYE, Outcome(1, BYE, Reason.BYE), positions=(1, 6))]
        others = [met(home, away, home) for home, away in combinations((2, 3, 4, 5), 2)]
        format_ = RoundRobin(withdrawn=Withdrawn.STRUCK_UNDER_HALF)
        assert format_.struck([*own, *rests, *others]) == ({1} if is_struck else set())


def test_forfeits_are_not_played_and_who_was_sent_away_has_left_too():
    own = [met(1, 2, 2, reason=Reason.FORFEIT), met(1, 3, 3, reason=Reason.DISQUALIFICATION), met(1, 4, None)]
    assert RoundRobin(withdrawn=Withdrawn.STRUCK_UNDER_HALF).struck(own) == {1}
    assert RoundRobin(withdrawn=Withdrawn.STRUCK).struck([met(1, 2, 1), met(1, 3, 3, reason=Reason.FORFEIT)]) == set()


@given(st.data(), st.integers(1, 3), st.sampled_from([Withdrawn.STRUCK, Withdrawn.STRUCK_UNDER_HALF]))
def test_without_the_struck_the_standing_is_that_of_the_others_alone(data, groups, rule):
    criteria = tuple(data.draw(st.permutations(SELECTABLE)))
    format_ = RoundRobin(groups=groups, withdrawn=rule, criteria=criteria)
    entries = data.draw(st.integers(3 * groups, 6 * groups))
    leaves = dict.fromkeys(data.draw(st.sets(st.integers(1, entries), max_size=2)), 0)
    for entry in leaves:
        leaves[entry] = data.draw(st.integers(1, 6))  # from that round on
    meetings = []
    for seat in seated(format_.plan(format_.size(entries)), format_.placed(range(1, entries + 1))):
        home, away = seat.pair
        outcome, difference = seat.outcome, 0
        if outcome is None:
            gone = [slot for slot in seat.pair if leaves.get(slot, 99) <= seat.match.round]
            reason = Reason.WITHDRAWAL if gone else Reason.PLAYED
            loser = gone[0] if gone else data.draw(st.sampled_from(seat.pair))
            outcome = Outcome(away if loser == home else home, loser, reason)
            difference = 0 if gone else data.draw(st.integers(-3, 3))
        positions = (seat.match.home.number, seat.match.away.number)
        levels = (5 + difference, 5)
        facts = {"difference": difference, "positions": positions, "levels": levels, "round": seat.match.round}
        meetings.append(Meeting(home, away, outcome, **facts))
    struck = format_.struck(meetings)
    alone = [meeting for meeting in meetings if not struck & {meeting.home, meeting.away}]
    rows = format_.standing(meetings)
    assert [row for row in rows if row.entry not in struck] == list(format_.standing(alone))
    assert {row.entry for row in rows if row.decided_by is TieBreak.STRUCK} == struck
    assert all((row.place, row.played, row.points) == (0, 0, 0) for row in rows if row.entry in struck)
