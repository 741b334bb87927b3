"""颁奖: the podium as far as it is decided, souvenirs for those who were there, and the confirmation."""

from datetime import timedelta

import pytest

from guandan_rules import Reason
from journal import clock
from scoring.games.guandan import raw_deal
from scoring.models import Deal
from tests.factories import FIRST_START, a_drawn_tournament, a_user
from tests.refusals import refused_codes, too_late
from tests.tournaments.played import S000_AWARDS, check_in, decide, play_all
from tests.tournaments.recorded import kinds, last_data, last_number
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import award_list, podium
from tournaments.bracket.queries.prizes import present_teams
from tournaments.codes import Code
from tournaments.day.actions.rulings import correct_result
from tournaments.models import Match, Team, Tournament
from tournaments.states import WALKOVER, MatchState, TournamentState

pytestmark = pytest.mark.django_db


def an_event(**more) -> Tournament:
    return a_drawn_tournament(branches=4, teams=2, awards=S000_AWARDS, **more)


def name(team) -> str:
    return f"{team.branch} {team.ordinal}" if team else "-"


def test_podium_of_eight_teams_has_two_thirds_and_four_souvenirs():
    tournament = an_event()
    winners = podium(tournament)
    assert (winners.champion, winners.runner_up, winners.thirds, winners.souvenirs) == (None, None, (), ())
    for number in range(1, 7):
        decide(number)
    winners = podium(tournament)
    assert (winners.champion, len(winners.thirds), winners.souvenirs) == (None, 2, ())
    assert refused_codes(lambda: confirm_awards(tournament, by=None)) == {Code.NOT_DECIDED_YET}
    decide(7)
    winners = podium(tournament)
    assert (name(winners.champion), name(winners.runner_up)) == ("第1分会 1", "第3分会 1")
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


def test_third_place_match_leaves_one_third_and_a_correction_opens_the_awards_again():
    tournament, chief = an_event(third_place_match=True), a_user()
    for number in range(1, 8):
        decide(number)
    assert podium(tournament).thirds == ()
    decide(8, "away")
    assert [name(t) for t in podium(tournament).thirds] == ["第4分会 1"]
    confirm_awards(tournament, by=chief)
    correct_result(Match.objects.get(number=7), by=chief, reason="记错")
    tournament.refresh_from_db()
    assert (tournament.state, tournament.awards_confirmed_at) == (TournamentState.RUNNING, None)
    decide(7, "away", ticked=False)
    assert name(confirm_awards(tournament, by=chief).champion) == "第3分会 1"
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED


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
    deal = Deal.objects.create(
        sheet=Match.objects.get(number=1).games.get().sheet, number=1, entry=raw_deal("NS"), entered_at=FIRST_START
    )
    one = Match.objects.get(number=1)
    assert present_teams(tournament) == {one.home_team_id, one.away_team_id}  # who played, if nobody ticked it
    deal.struck_at = FIRST_START
    deal.save()
    assert present_teams(tournament) == set()
    absent = decide(1, reason=Reason.FORFEIT, ticked=False).away_team_id
    one_player = Match.objects.get(number=2)
    check_in(one_player, sides=("home",))
    check_in(one_player, sides=("away",), players=1)
    decide(2, reason=Reason.FORFEIT, ticked=False)
    play_all(tournament)
    souvenirs = {team.id for team in podium(tournament).souvenirs}
    assert not souvenirs & {absent, one_player.away_team_id}
    assert len(souvenirs) == 2


def test_disqualified_team_has_no_place_and_nobody_in_the_final_leaves_the_first_two_empty():
    tournament = an_event()
    for number in range(1, 5):
        decide(number, ticked=False)
    out = decide(5, reason=Reason.DISQUALIFICATION, ticked=False).away_team_id
    third = decide(6, ticked=False).away_team_id
    decide(7, "", Reason.BOTH_ABSENT, ticked=False)
    winners = podium(tournament)
    assert (winners.champion, winners.runner_up) == (None, None)
    assert [team.id for team in winners.thirds] == [third] != [out]


def test_walkover_in_the_final_makes_a_champion_without_runner_up():
    tournament = a_drawn_tournament(branches=4, teams=1, awards=S000_AWARDS)
    decide(1)
    decide(2, "", Reason.BOTH_ABSENT, ticked=False)
    final = Match.objects.get(number=3)
    assert (final.state, final.result.reason) == (MatchState.OVER, WALKOVER)
    winners = podium(tournament)
    assert (name(winners.champion), winners.runner_up) == ("第1分会 1", None)


def test_award_list_names_the_players_in_the_order_of_the_notice_and_its_confirmation_finishes_the_event():
    tournament, office = an_event(), a_user()
    play_all(tournament)
    list_of_awards = award_list(tournament)
    awards = [(award.name, award.planned, len(award.winners)) for award in list_of_awards.awards]
    assert awards == [("冠军", 1, 1), ("亚军", 1, 1), ("季军", 2, 2), ("纪念奖", 0, 4)]
    assert list_of_awards.awards[0].winners[0].players == ("队员甲", "队员乙")
    assert (list_of_awards.decided, list_of_awards.open_matches, list_of_awards.confirmed_at) == (True, 0, None)
    before = last_number(tournament)
    confirm_awards(tournament, by=office)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert clock.now(tournament.journal) - tournament.awards_confirmed_at < timedelta(minutes=1)
    assert kinds(tournament, before) == ["awards.confirmed"]
    data = last_data(tournament)
    assert (data["champion"]["branch"], data["champion"]["ordinal"]) == ("第1分会", 1)
    assert (len(data["thirds"]), len(data["souvenirs"])) == (2, 4)
    assert too_late(lambda: confirm_awards(tournament, by=None)) == TournamentState.FINISHED


def test_confirmation_where_nobody_came_to_the_end():
    tournament = a_drawn_tournament(awards=S000_AWARDS)
    for number in (1, 2):
        decide(number, "", Reason.BOTH_ABSENT, ticked=False)
    winners = confirm_awards(tournament, by=None)
    assert (winners.champion, winners.runner_up, winners.thirds, winners.souvenirs) == (None, None, (), ())
    assert last_data(tournament)["champion"] is None


@pytest.mark.parametrize("branches", [3, 8])
def test_award_list_costs_the_same_queries_at_any_size(branches, django_assert_num_queries):
    tournament = a_drawn_tournament(branches=branches, teams=2, awards=S000_AWARDS)
    play_all(tournament)
    with django_assert_num_queries(7):
        list_of_awards = award_list(tournament)
    assert sum(len(a.winners) for a in list_of_awards.awards) == Team.objects.count()
    with django_assert_num_queries(5):
        podium(tournament)
