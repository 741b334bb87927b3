"""逐轮抽签淘汰赛: how many play in each round, who rests, who has which place; of every size."""

import pytest

from tests.thorough import THOROUGH
from tournaments.formats import made
from tournaments.formats.format import Meeting
from tournaments.formats.knockout import Redraw
from tournaments.formats.matches import BYE, LoserOf, Lot, Outcome, Position, Reason, WinnerOf
from tournaments.formats.settings import SettingsError


@pytest.mark.parametrize("survivors", [1, 2, 4, 8])
def test_each_round_rests_nobody_or_one_until_the_survivors_are_near(survivors):
    format_ = Redraw(survivors=survivors)
    for entries in range(2, survivors + 1):
        with pytest.raises(ValueError, match="takes"):
            format_.size(entries)
    for entries in range(survivors + 1, 65 if THOROUGH else 34):
        plan, left = format_.plan(format_.size(entries)), entries
        for round_ in range(1, plan[-1].round + 1):
            of_round = [match for match in plan if match.round == round_]
            byes = 2 * len(of_round) - left
            assert byes == left % 2 if left >= 2 * survivors else 0 < byes < left, entries
            left = len(of_round)
        # as few rounds as any knockout needs
        assert (left, plan[-1].round) == (survivors, (-(-entries // survivors) - 1).bit_length()), entries


def test_nine_come_down_to_four_with_as_few_byes_as_can_be_and_the_best_have_them():
    format_ = Redraw(survivors=4)
    assert format_.rounds(format_.size(9)) == (10, 8)
    assert [type(match.home) for match in format_.plan(10)] == [Position] * 5 + [Lot] * 4
    assert Redraw().placed([1, 2, 3, 4, 5]) == (1, BYE, 2, 5, 3, 4)


def test_final_and_third_place_follow_from_the_semi_finals():
    plan = Redraw(third_place=True).plan(8)
    assert [(m.round, m.place_for) for m in plan] == [(1, None)] * 4 + [(2, None)] * 2 + [(3, None), (3, 3)]
    assert {type(m.home) for m in plan if m.round == 2} == {Lot}
    final, third = plan[-2:]
    assert (final.home, final.away) == (WinnerOf(5), WinnerOf(6))
    assert (third.home, third.away) == (LoserOf(5), LoserOf(6))


def test_who_loses_shares_the_place_behind_those_who_go_on():
    def met(home, away, entrants, place_for=None):
        reason = Reason.BYE if away is BYE else Reason.PLAYED
        return Meeting(home, away, Outcome(home, away, reason), entrants=entrants, place_for=place_for)

    played = [met(1, 2, 6), met(3, 4, 6), met(5, BYE, 6), met(1, 3, 4), met(5, BYE, 4), met(5, 1, 2)]
    assert {row.entry: row.place for row in Redraw().standing(played)} == {5: 1, 1: 2, 3: 3, 2: 4, 4: 4}


def test_settings_of_a_knockout_that_it_does_not_know_are_refused():
    assert made("redraw", {"survivors": 4}) == Redraw(survivors=4)
    with pytest.raises(SettingsError):
        made("redraw", {"consolation": True})
