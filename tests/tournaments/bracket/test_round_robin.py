"""A round robin in the database: drawn, played, corrected and awarded through the same actions as a knockout."""

from collections import Counter

import pytest

from tests.factories import a_drawn_tournament, a_role, a_tournament, a_user
from tests.refusals import refused_codes
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tests.tournaments.recorded import kinds
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import award_list, podium
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.codes import Code
from tournaments.day.actions.rulings import correct_result, disqualify
from tournaments.day.actions.rulings import decide as rule
from tournaments.draw.actions.draws import confirm_draw, preview_draw, preview_lots
from tournaments.draw.queries.draws import draw_view, entered_teams, prospect
from tournaments.draw.queries.records import draw_again
from tournaments.entries.actions.teams import withdraw_team
from tournaments.formats import RoundRobin
from tournaments.models import Match
from tournaments.states import MatchState, RoleKind, TournamentState

pytestmark = pytest.mark.django_db
NAME = RoundRobin.name


def drawn(teams=4, **more):
    return a_drawn_tournament(branches=teams, teams=1, format_=NAME, rehearsal=True, **more)


def rows(tournament):
    return standing(stages_of(rounds(tournament))[0])


@pytest.mark.parametrize(("teams", "size", "played"), [(3, 4, 3), (6, 6, 15)])
def test_lots_are_numbers_and_make_all_matches(teams, size, played):
    tournament, office = a_tournament(branches=teams, teams=1, format_=NAME), a_user()
    assert (prospect(tournament).size, prospect(tournament).rounds_needed) == (size, size - 1)
    draw = confirm_draw(preview_draw(tournament, by=office, seed="三月"), by=office)
    assert (draw.breaches, draw.sampling, draw.uniform) == ([], "shuffled", True)
    assert draw_again(draw) == tuple(draw.positions)
    states = Counter(Match.objects.values_list("state", flat=True))
    assert states == Counter({MatchState.READY: played, MatchState.BYE: size - 1 if teams < size else 0})
    assert [round_.entrants for round_ in rounds(tournament)] == [0] * (size - 1)


def test_numbers_drawn_by_hand_are_taken_as_they_are():
    tournament, office = a_tournament(branches=3, teams=1, format_=NAME), a_user()
    first, second, third = entered_teams(tournament)
    draw = preview_lots(tournament, {first.pk: 4, second.pk: 1, third.pk: 3}, by=office)
    assert draw.positions == [second.pk, None, third.pk, first.pk]
    view = draw_view(tournament, draw)
    assert (view.is_sheet, view.size, view.byes) == (False, 4, 1)
    (first_round,) = view.halves
    assert [(pair.home.position, pair.away.position) for pair in first_round.pairings] == [(1, 4), (2, 3)]
    wrong = {first.pk: 5, second.pk: 1, third.pk: 1}
    codes = refused_codes(lambda: preview_lots(tournament, wrong, by=office))
    assert codes == {Code.POSITION_OUT_OF_RANGE, Code.POSITION_TAKEN}


def test_numbers_of_teams_that_make_no_round_robin_or_more_rounds_than_are_planned_are_refused():
    for teams, planned, code in ((2, 5, Code.TOO_FEW_TEAMS), (25, 5, Code.TOO_MANY_TEAMS), (6, 4, Code.TOO_FEW_ROUNDS)):
        tournament = a_tournament(branches=teams, teams=1, rounds=planned, format_=NAME)
        assert refused_codes(lambda one=tournament: preview_draw(one, by=None)) == {code}


def test_podium_and_awards_follow_the_table_once_it_is_complete_and_a_result_is_taken_back_at_any_time():
    tournament = drawn(4, awards=S000_AWARDS)
    decide(1)
    assert (podium(tournament).champion, podium(tournament).decided) == (None, False)
    play_all(tournament)
    table = rows(tournament)
    winners = podium(tournament)
    assert (winners.champion, winners.runner_up, winners.thirds) == (table[0].team, table[1].team, (table[2].team,))
    placed = award_list(tournament)
    assert [[w.team for w in award.winners] for award in placed.placed] == [[row.team] for row in table[:3]]
    assert [w.team for w in placed.souvenir.winners] == [table[3].team]
    match = Match.objects.get(number=1)  # nothing is built upon it
    correct_result(match, by=a_role(tournament, RoleKind.CHIEF_REFEREE), reason="记反了")
    match.refresh_from_db()
    assert match.state in (MatchState.READY, MatchState.PLAYING)
    assert Match.objects.filter(state=MatchState.OVER).count() == 5
    rule(match, "away", by=a_user(), reason="录像为证")
    assert {row.team for row in rows(tournament)} == {row.team for row in table}
    assert Match.objects.get(number=1).result.winner == "away"
    confirm_awards(tournament, by=a_user())
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED


@pytest.mark.parametrize("why", ["withdrawal", "disqualification"])
def test_team_that_leaves_gives_all_its_open_matches_away_and_has_no_place(why):
    tournament = drawn(4)
    match = Match.objects.get(number=1)
    team = match.home_team
    if why == "withdrawal":
        decide(1)
        withdraw_team(team, by=a_user(), reason="生病")
    else:
        disqualify(match, "home", by=a_user(), reason="冒名")
    own = [m for m in Match.objects.order_by("number") if team.pk in (m.home_team_id, m.away_team_id)]
    played = ["level_at_time"] if why == "withdrawal" else []
    assert [m.result.reason for m in own] == [*played, *[why] * (3 - len(played))]
    assert kinds(tournament).count("result.confirmed") == 3
    assert (rows(tournament)[-1].team.id, rows(tournament)[-1].place) == (team.pk, 0)
