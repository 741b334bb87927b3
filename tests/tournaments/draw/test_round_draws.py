"""逐轮抽签: S001-2's winners draw anew each round, its last four, too; what becomes of corrections."""

import json
from collections import Counter

import pytest

from journal.models import Event
from journal.refusals import WrongState
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
from tournaments.draw.actions.lots import draw_round
from tournaments.draw.method import records
from tournaments.draw.queries.draws import draw_view
from tournaments.draw.queries.records import record_of
from tournaments.draw.queries.round_draws import round_records
from tournaments.entries.actions.teams import withdraw_team
from tournaments.models import Match, Round, Team, Tournament
from tournaments.states import MatchState, RemedyKind

pytestmark = pytest.mark.django_db


def a_knockout(*, branches=6, teams=1, **more):
    return a_day(branches=branches, teams=teams, format_="redraw", started=False, **more)


def of_round(number):
    return Match.objects.filter(round__number=number).order_by("place")


def the_round(number):
    return Round.objects.select_related("stage__tournament__journal").get(number=number)


def play(number):
    for match in of_round(number).filter(state=MatchState.READY):
        decide(match.number)


def pairs(number):
    return [{match.home_team_id, match.away_team_id} for match in of_round(number)]


@pytest.mark.parametrize("teams", [5, *some([7, 6, 8, 12])])
def test_winners_draw_until_one_is_left_and_nobody_rests_twice_where_others_have_not(teams):
    day = a_knockout(branches=teams, rounds=4)
    play(1)
    rested = Counter(m.home_team_id or m.away_team_id for m in of_round(1).filter(state=MatchState.BYE))
    for number in range(2, Round.objects.order_by("number").last().number + 1):
        before = {team for match in of_round(number - 1) for team in [_won(match)] if team}
        if of_round(number)[0].home_source_kind == "lot":
            draw_round(the_round(number), by=day.chief, seed=f"{teams} {number}")
        assert sorted(team for pair in pairs(number) for team in pair if team) == sorted(before)
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


def test_round_is_drawn_once_the_one_before_is_over_and_two_programs_check_its_record():
    day = a_knockout(branches=4, teams=3, rounds=4)
    assert refused_codes(lambda: draw_round(the_round(2), by=day.chief)) == {Code.PREVIOUS_ROUND_OPEN}
    play(1)
    draw_round(the_round(2), by=day.chief, seed="七 21")
    for number in (2, 4):  # the final follows from the semi-finals
        with pytest.raises(WrongState):
            draw_round(the_round(number), by=day.chief)
    record = round_records(day.tournament)[2]
    assert (record.seed, record.by_hand, record.method) == ("七 21", False, "uniform")
    file = json.loads(json.dumps(record.file))
    assert records.differences(file) == []
    assert second_draw.drawn(file["basis"], "七 21") == (file["positions"], "uniform", file["missed"])
    in_pairs = zip(record.positions[::2], record.positions[1::2], strict=True)
    assert [{one and one.id, other and other.id} for one, other in in_pairs] == pairs(2)
    file["positions"][:2] = reversed(file["positions"][:2])
    assert records.differences(file)
    assert Event.objects.get(kind=TournamentEvent.ROUND_DRAWN).public


def test_lots_drawn_in_the_hall_are_typed_and_recorded():
    day = a_knockout(branches=6, rounds=3)
    play(1)
    first, second, third = sorted(_won(match) for match in of_round(1))
    wrong = {first: 1, second: 1, third: 9}
    codes = refused_codes(lambda: draw_round(the_round(2), by=day.chief, lots=wrong))
    assert codes == {Code.POSITION_TAKEN, Code.POSITION_OUT_OF_RANGE}
    draw_round(the_round(2), by=day.chief, lots={first: 4, second: 1, third: 2})
    assert pairs(2) == [{second, third}, {first, None}]
    record = round_records(day.tournament)[2]
    assert (record.by_hand, record.seed) == (True, "")
    assert records.differences(json.loads(json.dumps(record.file))) == []


def test_wrong_result_is_taken_back_until_the_drawn_match_has_begun_and_has_the_usual_remedies_then():
    day = a_knockout(branches=8, rounds=3)
    play(1)
    draw_round(the_round(2), by=day.chief)
    wrong, before = of_round(1)[0], pairs(2)
    correct_result(wrong, by=day.chief, reason="记分员记反了")
    assert {match.state for match in of_round(2)} == {MatchState.WAITING, MatchState.READY}
    decide_by_chief(day.match(wrong.number), "away", by=day.chief, reason="记分员记反了")
    right = {wrong.home_team_id: wrong.away_team_id}
    assert pairs(2) == [{right.get(team, team) for team in pair} for pair in before]
    play(2)
    corrected = Corrected(winner="home")
    planned = plan(day.match(wrong.number), corrected)
    assert {remedy.kind.value for remedy in planned.remedies} >= {"keep", "replay", "rematch"}
    signature = {"reason": "记分员记反了", "corrected": corrected, "side": "", "seen": planned.seen}
    sign_remedy(day.match(wrong.number), RemedyKind.REPLAY, by=day.chief, **signature)
    assert pairs(2) == before
    assert {match.state for match in of_round(2)} == {MatchState.READY, MatchState.OVER}


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


def test_draw_of_a_round_is_taken_back_while_nothing_of_it_has_begun_and_who_left_draws_no_more():
    day = a_knockout(branches=8, rounds=3)
    columns = ("home_source_kind", "home_source_match", "away_source_position", "home_slot")
    rows = list(of_round(2).values(*columns))
    play(1)
    draw_round(the_round(2), by=day.chief)
    unpair_round(the_round(2), by=day.chief)
    assert list(of_round(2).values(*columns)) == rows
    assert not of_round(1).exclude(winner_to=None).exists()
    assert round_records(day.tournament) == {}
    with pytest.raises(WrongState):
        unpair_round(the_round(2), by=day.chief)
    won, lost = of_round(1)[0].home_team, of_round(1)[0].away_team
    withdraw_team(won, by=day.chief, reason="有事")
    assert refused_codes(lambda: withdraw_team(lost, by=day.chief, reason="有事")) == {Code.TEAM_OUT}
    draw_round(the_round(2), by=day.chief)
    seated = [team for pair in pairs(2) for team in pair if team]
    assert (len(seated), won.pk in seated) == (3, False)
    assert of_round(2).filter(state=MatchState.BYE).count() == 1
    decide(of_round(2).get(state=MatchState.READY).number)
    assert refused_codes(lambda: unpair_round(the_round(2), by=day.chief)) == {Code.MATCH_BEGUN}


def test_branches_are_apart_in_the_rounds_that_the_event_says():
    day = a_knockout(branches=2, teams=8, rounds=4)
    play(1)
    branch, within = dict(Team.objects.values_list("pk", "branch_id")), Counter()
    for apart in ("two_rounds", "halves", "none"):
        Tournament.objects.update(branches_apart=apart)
        for seed in range(4):
            draw_round(the_round(2), by=day.chief, seed=f"{seed}")
            within[apart] += sum(branch[one] == branch[other] for one, other in map(tuple, pairs(2)))
            unpair_round(the_round(2), by=day.chief)
    # by lot alone 3 of 7 pairs of four winners a branch are within one
    assert within["two_rounds"] == 0
    assert within["halves"] == within["none"] > 4


def test_first_round_is_drawn_into_pairs_that_keep_branches_apart_and_a_bye_at_most():
    tournament = a_tournament(branches=3, teams=3, rounds=4, format_="redraw")
    draw = preview_draw(tournament, by=None, seed="7")
    view = draw_view(tournament, draw)
    (all_of_it,) = view.halves
    assert (all_of_it.number, all_of_it.byes, len(all_of_it.pairings)) == (0, 1, 5)
    assert (view.within_branch, view.breaches) == ((), ())
    assert records.differences(record_of(draw)) == []
    assert json.loads(draw.basis)["way"] == "pairs"


def test_last_four_by_lot_meet_two_others_each_whatever_the_standing():
    settings = {"rounds_played": 2, "lots_each_round": True}
    day = a_day(branches=4, teams=1, format_="swiss", settings=settings, started=False)
    play(1)
    met = set()
    for seed in some(range(24), of=3):
        draw_round(the_round(2), by=day.chief, seed=f"{seed}")
        first, second = (set(map(frozenset, pairs(number))) for number in (1, 2))
        assert not first & second
        assert round_records(day.tournament)[2].file["missed"]["met"] == []
        met.add(frozenset(m.result.home_team_id for m in of_round(1)) in second)
        unpair_round(the_round(2), by=day.chief)
    # lots, not the standing: sometimes the winners meet, sometimes not
    assert met == {True, False}
