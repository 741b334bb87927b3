"""逐轮抽签: S001-2's winners draw anew each round, its last four, too; what becomes of corrections."""

import json
from collections import Counter

import pytest

from journal.models import Event
from journal.refusals import Refused, WrongState
from tests.factories import a_tournament
from tests.refusals import refused_codes
from tests.thorough import in_ci_only, some
from tests.tournaments.draw import second_draw
from tests.tournaments.draw.draw_shapes import is_even
from tests.tournaments.played import decide
from tests.tournaments.round_day import a_day
from tournaments.bracket.actions.pairing import unpair_round
from tournaments.bracket.actions.remedies import sign_remedy
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.remedies import Corrected, plan
from tournaments.bracket.queries.standings import final_places, stages_of
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.rulings import correct_result
from tournaments.day.actions.rulings import decide as decide_by_chief
from tournaments.draw.actions.draws import preview_draw
from tournaments.draw.actions.round_draws import draw_round
from tournaments.draw.method import records
from tournaments.draw.queries.draws import draw_view
from tournaments.draw.queries.records import record_of
from tournaments.draw.queries.round_draws import round_records
from tournaments.entries.actions.withdrawal import withdraw_team
from tournaments.models import Match, Round, Team, Tournament
from tournaments.states import MatchState, RemedyKind

pytestmark = pytest.mark.django_db


def a_knockout(*, branches=6, teams=1, **more):
    return a_day(branches=branches, teams=teams, format_="redraw", started=False, **more)


def of_round(number):
    return Match.objects.filter(round__number=number).order_by("place")


def the_round(number):
    return Round.objects.select_related("stage__tournament__journal").get(number=number)


def play(number, day=None):
    for match in of_round(number).filter(state=MatchState.READY):
        decide(match.number)


def pairs(number):
    return [{match.home_team_id, match.away_team_id} for match in of_round(number)]


@pytest.mark.parametrize("teams", [5, 6, 7, 8, 12])
def test_winners_draw_until_one_is_left_and_nobody_rests_twice_where_others_have_not(teams):
    day = a_knockout(branches=teams, rounds=4)
    last = Round.objects.order_by("number").last().number
    play(1)
    rested = Counter(m.home_team_id or m.away_team_id for m in of_round(1).filter(state=MatchState.BYE))
    for number in range(2, last + 1):
        before = {team for match in of_round(number - 1) for team in [_won(match)] if team}
        if of_round(number)[0].home_source_kind == "lot":
            draw_round(the_round(number), by=day.chief, seed=f"{teams} {number}")
        together = [team for pair in pairs(number) for team in pair if team]
        assert sorted(together) == sorted(before)
        byes = of_round(number).filter(state=MatchState.BYE)
        assert byes.count() == len(before) % 2
        fresh = [team for team in before if not rested[team]]
        for match in byes:
            assert not rested[match.home_team_id or match.away_team_id] or not fresh
            rested[match.home_team_id or match.away_team_id] += 1
        play(number)
    places = final_places(stages_of(rounds(day.tournament)))
    assert len(places[1]) == len(places[2]) == 1
    assert sum(map(len, places.values())) == teams


def _won(match):
    if match.state == MatchState.BYE:
        return match.home_team_id or match.away_team_id
    return getattr(match, f"{match.result.winner}_team_id")


@in_ci_only
def test_every_pairing_of_the_winners_is_as_likely():
    day = a_knockout(branches=8, rounds=3)
    play(1)
    drawn = []
    for i in range(60):
        draw_round(the_round(2), by=day.chief, seed=f"{i}")
        drawn.append(frozenset(map(frozenset, pairs(2))))
        unpair_round(the_round(2), by=day.chief)
    assert len(set(drawn)) == 3
    assert is_even(set(drawn), drawn)


def test_round_is_drawn_once_the_one_before_is_over_and_drawn_once():
    day = a_knockout(branches=8, rounds=3)
    assert refused_codes(lambda: draw_round(the_round(2), by=day.chief)) == {Code.PREVIOUS_ROUND_OPEN}
    play(1)
    draw_round(the_round(2), by=day.chief)
    before = pairs(2)
    with pytest.raises(WrongState):
        draw_round(the_round(2), by=day.chief)
    with pytest.raises(WrongState):
        draw_round(the_round(3), by=day.chief)  # the final follows from the semi-finals
    assert pairs(2) == before


def test_what_was_drawn_is_a_record_that_two_programs_check():
    day = a_knockout(branches=4, teams=3, rounds=4)
    play(1)
    draw_round(the_round(2), by=day.chief, seed="七 21")
    record = round_records(day.tournament)[2]
    assert (record.seed, record.by_hand, record.method) == ("七 21", False, "uniform")
    file = json.loads(json.dumps(record.file))
    assert records.differences(file) == []
    assert second_draw.drawn(file["basis"], "七 21") == (file["positions"], "uniform", file["missed"])
    assert [{one and one.id, other and other.id} for one, other in zip(
        record.positions[::2], record.positions[1::2], strict=True
    )] == pairs(2)  # fmt: skip
    file["positions"][:2] = reversed(file["positions"][:2])
    assert records.differences(file)
    event = Event.objects.get(kind=TournamentEvent.ROUND_DRAWN)
    assert event.public
    unpair_round(the_round(2), by=day.chief)
    assert round_records(day.tournament) == {}


def test_lots_drawn_in_the_hall_are_typed_and_recorded():
    day = a_knockout(branches=6, rounds=3)
    play(1)
    winners = sorted(_won(match) for match in of_round(1))
    wrong = {winners[0]: 1, winners[1]: 1, winners[2]: 9}
    with pytest.raises(Refused) as refused:
        draw_round(the_round(2), by=day.chief, lots=wrong)
    assert {problem.code for problem in refused.value.problems} == {Code.POSITION_TAKEN, Code.POSITION_OUT_OF_RANGE}
    assert {match.state for match in of_round(2)} == {MatchState.WAITING}
    draw_round(the_round(2), by=day.chief, lots={winners[0]: 4, winners[1]: 1, winners[2]: 2})
    assert pairs(2) == [{winners[1], winners[2]}, {winners[0], None}]
    record = round_records(day.tournament)[2]
    assert (record.by_hand, record.seed) == (True, "")
    assert records.differences(json.loads(json.dumps(record.file))) == []


def test_result_that_was_wrong_is_taken_back_and_the_right_winner_takes_the_lot():
    day = a_knockout(branches=8, rounds=3)
    play(1)
    draw_round(the_round(2), by=day.chief)
    wrong = of_round(1)[0]
    before = pairs(2)
    correct_result(wrong, by=day.chief, reason="记分员记反了")
    assert {match.state for match in of_round(2)} == {MatchState.WAITING, MatchState.READY}
    decide_by_chief(day.match(wrong.number), "away", by=day.chief, reason="记分员记反了")
    assert pairs(2) == [{wrong.away_team_id if t == wrong.home_team_id else t for t in pair} for pair in before]
    assert {match.state for match in of_round(2)} == {MatchState.READY}


def test_result_that_was_wrong_has_the_usual_remedies_once_the_drawn_match_has_begun():
    day = a_knockout(branches=8, rounds=3)
    play(1)
    draw_round(the_round(2), by=day.chief)
    play(2)
    wrong, corrected = of_round(1)[0], Corrected(winner="away")
    planned = plan(day.match(wrong.number), corrected)
    assert {remedy.kind.value for remedy in planned.remedies} >= {"keep", "replay", "rematch"}
    (next_,) = [m for m in of_round(2) if wrong.home_team_id in (m.home_team_id, m.away_team_id)]
    sign_remedy(
        day.match(wrong.number), RemedyKind.REPLAY, by=day.chief, reason="记分员记反了", corrected=corrected, side="",
        seen=planned.seen,
    )  # fmt: skip
    next_.refresh_from_db()
    assert wrong.away_team_id in (next_.home_team_id, next_.away_team_id)
    assert next_.state == MatchState.READY


def test_draw_of_a_round_is_taken_back_while_nothing_of_it_has_begun():
    day = a_knockout(branches=8, rounds=3)
    columns = ("home_source_kind", "home_source_match", "away_source_position", "home_slot")
    rows = list(of_round(2).values(*columns))
    play(1)
    draw_round(the_round(2), by=day.chief)
    unpair_round(the_round(2), by=day.chief)
    assert (
        list(of_round(2).values("home_source_kind", "home_source_match", "away_source_position", "home_slot")) == rows
    )
    assert not of_round(1).exclude(winner_to=None).exists()
    with pytest.raises(WrongState):
        unpair_round(the_round(2), by=day.chief)
    draw_round(the_round(2), by=day.chief)
    decide(of_round(2)[0].number)
    with pytest.raises(Refused) as refused:
        unpair_round(the_round(2), by=day.chief)
    assert [problem.code for problem in refused.value.problems] == [Code.MATCH_BEGUN]
    assert of_round(2)[0].state == MatchState.OVER


def test_winner_who_has_left_draws_no_lot_and_who_has_lost_cannot_leave():
    day = a_knockout(branches=8, rounds=3)
    play(1)
    first = of_round(1)[0]
    withdraw_team(Team.objects.get(pk=first.home_team_id), by=day.chief, reason="有事")
    with pytest.raises((Refused, WrongState)):
        withdraw_team(Team.objects.get(pk=first.away_team_id), by=day.chief, reason="有事")
    draw_round(the_round(2), by=day.chief)
    seated = [team for pair in pairs(2) for team in pair if team]
    assert first.home_team_id not in seated
    assert len(seated) == 3
    assert of_round(2).filter(state=MatchState.BYE).count() == 1


@pytest.mark.parametrize(("apart", "is_apart"), [("two_rounds", True), ("halves", False), ("none", False)])
def test_branches_are_apart_in_the_rounds_that_the_event_says(apart, is_apart):
    day = a_knockout(branches=2, teams=8, rounds=4)
    Tournament.objects.update(branches_apart=apart)
    play(1)
    branch, within = dict(Team.objects.values_list("pk", "branch_id")), 0
    for seed in range(12):
        draw_round(the_round(2), by=day.chief, seed=f"{seed}")
        within += sum(branch[one] == branch[other] for one, other in map(tuple, pairs(2)))
        unpair_round(the_round(2), by=day.chief)
    # by lot alone 3 of 7 pairs of four winners a branch are within one
    assert within == 0 if is_apart else within > 10


def test_first_round_is_drawn_into_pairs_that_keep_branches_apart_and_a_bye_at_most():
    tournament = a_tournament(branches=3, teams=3, rounds=4, format_="redraw")
    draw = preview_draw(tournament, by=None, seed="7")
    view = draw_view(tournament, draw)
    (all_of_it,) = view.halves
    assert (all_of_it.number, all_of_it.byes, len(all_of_it.pairings)) == (0, 1, 5)
    assert (view.within_branch, view.breaches) == ((), ())
    assert records.differences(record_of(draw)) == []
    assert json.loads(draw.basis)["way"] == "pairs"


@pytest.mark.parametrize("seed", some(["1", "2", "3"]))
def test_last_four_by_lot_meet_two_others_each_whatever_the_standing(seed):
    day = a_day(
        branches=4, teams=1, format_="swiss", settings={"rounds_played": 2, "lots_each_round": True}, started=False
    )
    play(1)
    met = set()
    for more in range(8):
        draw_round(the_round(2), by=day.chief, seed=f"{seed} {more}")
        first, second = (set(map(frozenset, pairs(number))) for number in (1, 2))
        assert not first & second
        assert round_records(day.tournament)[2].file["missed"]["met"] == []
        met.add(frozenset(m.result.home_team_id for m in of_round(1)) in second)
        unpair_round(the_round(2), by=day.chief)
    # lots, not the standing: sometimes the winners meet, sometimes not
    assert met == {True, False}
