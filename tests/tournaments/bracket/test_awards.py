"""颁奖: the podium as far as it is decided, souvenirs for those who were there, and the confirmation."""

from datetime import timedelta

import pytest

from guandan_rules import Reason
from journal import clock
from journal.refusals import Refused, WrongState
from scoring.games.guandan import raw_deal
from scoring.models import Deal
from tests.factories import FIRST_START, a_drawn_tournament, a_user
from tests.tournaments.played import S000_AWARDS, check_in, decide, play_all
from tests.tournaments.recorded import kinds, last_data, last_number
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import award_list, podium
from tournaments.bracket.queries.presence import present_teams
from tournaments.codes import Code
from tournaments.day.actions.rulings import correct_result
from tournaments.models import Match, Team, Tournament
from tournaments.states import WALKOVER, MatchState, TournamentState

pytestmark = pytest.mark.django_db


def an_event(**more) -> Tournament:
    return a_drawn_tournament(branches=4, teams=2, awards=S000_AWARDS, **more)


def name(team) -> str:
    return f"{team.branch} {team.ordinal}" if team else "-"


def test_podium_is_open_before_anything_is_played():
    winners = podium(an_event())
    assert (winners.champion, winners.runner_up, winners.thirds, winners.souvenirs) == (None, None, (), ())


def test_podium_of_eight_teams_has_two_thirds_and_four_souvenirs():
    tournament = an_event()
    play_all(tournament)
    winners = podium(tournament)
    assert name(winners.champion) == "第1分会 1"
    assert name(winners.runner_up) == "第3分会 1"
    assert [name(t) for t in winners.thirds] == ["第2分会 1", "第4分会 1"]
    assert [name(t) for t in winners.souvenirs] == ["第1分会 2", "第2分会 2", "第3分会 2", "第4分会 2"]


def test_a_prize_for_five_places_goes_to_five_teams_and_nobody_gets_a_souvenir_that_the_notice_does_not_name():
    tournament = an_event(third_place_match=True)
    tournament.awards = [{"rank": 1, "name": "冠军", "count": 1}, {"rank": 4, "name": "优胜奖", "count": 5}]
    tournament.save()
    play_all(tournament)
    champion, further = award_list(tournament).awards
    assert [name(winner.team) for winner in champion.winners] == [name(podium(tournament).champion)]
    fourth, *quarter_finalists = [name(winner.team) for winner in further.winners]
    assert fourth in ("第2分会 1", "第4分会 1")
    assert sorted(quarter_finalists) == ["第1分会 2", "第2分会 2", "第3分会 2", "第4分会 2"]
    assert podium(tournament).souvenirs == ()


def test_places_that_were_played_out_have_each_their_prize():
    tournament = an_event(third_place_match=True, settings={"places_to": 6})
    tournament.awards = [{"rank": 1, "name": "冠军", "count": 1}] + [
        {"rank": rank, "name": f"第{rank}名", "count": 1} for rank in range(4, 9)
    ]
    tournament.save()
    play_all(tournament)
    won = [[name(winner.team) for winner in award.winners] for award in award_list(tournament).awards]
    # the losers of 5 to 8 share the 7th place
    assert won == [["第1分会 1"], ["第4分会 1"], ["第1分会 2"], ["第3分会 2"], ["第2分会 2", "第4分会 2"], []]


def test_thirds_are_known_before_the_final():
    tournament = an_event()
    for number in range(1, 7):
        decide(number)
    winners = podium(tournament)
    assert winners.champion is None
    assert len(winners.thirds) == 2
    assert winners.souvenirs == ()


def test_third_place_match_leaves_one_third():
    tournament = an_event(third_place_match=True)
    for number in range(1, 8):
        decide(number)
    assert podium(tournament).thirds == ()
    decide(8, "away")
    assert [name(t) for t in podium(tournament).thirds] == ["第4分会 1"]


def test_loser_of_the_only_semi_final_is_third_without_a_match():
    tournament = a_drawn_tournament(branches=3, teams=1, third_place_match=True, awards=S000_AWARDS)
    decide(2)
    assert Match.objects.get(place_for=3).state == MatchState.BYE
    decide(3)
    winners = podium(tournament)
    placed = [name(team) for team in (winners.champion, winners.runner_up, *winners.thirds)]
    assert placed == ["第1分会 1", "第2分会 1", "第3分会 1"]
    assert (winners.decided, winners.souvenirs) == (True, ())


def test_souvenir_needs_presence():
    tournament = an_event()
    absent = decide(1, reason=Reason.FORFEIT, ticked=False).away_team_id
    one_player = Match.objects.get(number=2)
    check_in(one_player, sides=("home",))
    check_in(one_player, sides=("away",), players=1)
    decide(2, reason=Reason.FORFEIT, ticked=False)
    play_all(tournament)
    souvenirs = {team.id for team in podium(tournament).souvenirs}
    assert absent not in souvenirs
    assert one_player.away_team_id not in souvenirs
    assert len(souvenirs) == 2


def test_team_that_played_was_present_even_if_nobody_ticked_it():
    tournament = an_event()
    match = Match.objects.get(number=1)
    sheet = match.games.get().sheet
    deal = Deal.objects.create(sheet=sheet, number=1, entry=raw_deal("NS"), entered_at=FIRST_START)
    assert present_teams(tournament) == {match.home_team_id, match.away_team_id}
    deal.struck_at = FIRST_START
    deal.save()
    assert present_teams(tournament) == set()


def test_disqualified_team_has_no_place():
    tournament = an_event()
    for number in range(1, 5):
        decide(number)
    out = decide(5, reason=Reason.DISQUALIFICATION).away_team_id
    decide(6)
    decide(7)
    assert out not in {team.id for team in podium(tournament).thirds}


def test_nobody_in_the_final_leaves_the_first_two_places_empty():
    tournament = an_event()
    for number in range(1, 7):
        decide(number)
    decide(7, "", Reason.BOTH_ABSENT, ticked=False)
    winners = podium(tournament)
    assert (winners.champion, winners.runner_up, len(winners.thirds)) == (None, None, 2)


def test_walkover_in_the_final_makes_a_champion_without_runner_up():
    tournament = an_event()
    for number in range(1, 6):
        decide(number)
    decide(6, "", Reason.BOTH_ABSENT, ticked=False)
    final = Match.objects.get(number=7)
    assert (final.state, final.result.reason) == (MatchState.OVER, WALKOVER)
    winners = podium(tournament)
    assert (name(winners.champion), winners.runner_up) == ("第1分会 1", None)


def test_award_list_names_the_players_in_the_order_of_the_notice():
    tournament = an_event()
    play_all(tournament)
    list_of_awards = award_list(tournament)
    assert [(a.name, a.planned, len(a.winners)) for a in list_of_awards.awards] == [
        ("冠军", 1, 1),
        ("亚军", 1, 1),
        ("季军", 2, 2),
        ("纪念奖", 0, 4),
    ]
    assert list_of_awards.awards[0].winners[0].players == ("队员甲", "队员乙")
    assert (list_of_awards.decided, list_of_awards.open_matches, list_of_awards.confirmed_at) == (True, 0, None)


def test_confirmation_finishes_the_event():
    tournament, office = an_event(), a_user()
    play_all(tournament)
    before = last_number(tournament)
    confirm_awards(tournament, by=office)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert clock.now(tournament.journal) - tournament.awards_confirmed_at < timedelta(minutes=1)
    assert kinds(tournament, before) == ["awards.confirmed"]
    data = last_data(tournament)
    assert (data["champion"]["branch"], data["champion"]["ordinal"]) == ("第1分会", 1)
    assert (len(data["thirds"]), len(data["souvenirs"])) == (2, 4)


def test_confirmation_before_the_final_is_over_is_refused():
    tournament = an_event()
    for number in range(1, 7):
        decide(number)
    before = last_number(tournament)
    with pytest.raises(Refused) as refused:
        confirm_awards(tournament, by=None)
    assert [p.code for p in refused.value.problems] == [Code.NOT_DECIDED_YET]
    tournament.refresh_from_db()
    assert (tournament.state, tournament.awards_confirmed_at) == (TournamentState.DRAWN, None)
    assert kinds(tournament, before) == []


def test_correction_opens_the_awards_again():
    tournament, chief = an_event(third_place_match=True), a_user()
    play_all(tournament)
    confirm_awards(tournament, by=chief)
    correct_result(Match.objects.get(number=7), by=chief, reason="记错")
    tournament.refresh_from_db()
    assert (tournament.state, tournament.awards_confirmed_at) == (TournamentState.RUNNING, None)
    decide(7, "away", ticked=False)
    assert name(confirm_awards(tournament, by=chief).champion) == "第3分会 1"
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED


def test_confirmation_where_nobody_came_to_the_end():
    tournament = a_drawn_tournament(awards=S000_AWARDS)
    for number in (1, 2):
        decide(number, "", Reason.BOTH_ABSENT, ticked=False)
    winners = confirm_awards(tournament, by=None)
    assert (winners.champion, winners.runner_up, winners.thirds, winners.souvenirs) == (None, None, (), ())
    assert last_data(tournament)["champion"] is None


def test_second_confirmation_is_too_late():
    tournament = an_event()
    play_all(tournament)
    confirm_awards(tournament, by=None)
    before = last_number(tournament)
    with pytest.raises(WrongState):
        confirm_awards(tournament, by=None)
    assert kinds(tournament, before) == []


@pytest.mark.parametrize("branches", [4, 16])
def test_award_list_costs_the_same_queries_at_any_size(branches, django_assert_num_queries):
    tournament = a_drawn_tournament(branches=branches, teams=2, awards=S000_AWARDS)
    play_all(tournament)
    with django_assert_num_queries(7):
        list_of_awards = award_list(tournament)
    assert sum(len(a.winners) for a in list_of_awards.awards) == Team.objects.count()
    with django_assert_num_queries(5):
        podium(tournament)
