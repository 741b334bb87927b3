"""Every preset but the first customer's, played by its own game and format from the sample entries to the podium.

In .ci/run by a dozen teams, and once more by few; otherwise by half a dozen, and one side wins all deals of a match.
"""

from random import Random

import pytest
from django.utils import translation

from guandan_rules import Reason
from tests.thorough import THOROUGH, in_ci_only
from tests.tournaments.preset_events import PLANS, PresetEvent, odd_number
from tournaments.bracket.queries.awards import award_list
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.chronicle.queries.statistics import statistics
from tournaments.models import Match, Result, Round, Team, Tournament
from tournaments.presets.named_games import named_game
from tournaments.states import MatchState, TeamState, TournamentState
from web.lists.of_event import event_lines

LOOKING_IN = ("levels_28", "levels_26", "deal_421", "deal_321")
"""Scales that make points of what was played."""
KEYS = [plan.key for plan in PLANS.values() if not plan.branches]
OF_EVERY_KIND = (
    "s001_4", "s001_5", "s002", "s003", "plain_double", "plain_groups", "plain_individual", "plain_ladder",
    "plain_league", "plain_swiss",
)  # fmt: skip
"""Every format and game, stages, best of three."""
TEAMS = {
    "s001_3": 18,
    "s001_5": 10,
    "s001_7": 6,
    "s002": 6,
    "s003": 8,
    "plain_double": 5,
    "plain_robin": 6,
    "plain_team": 8,
    "plain_pingpang_team": 8,
    "plain_league": 6,
    "plain_individual": 11,
}
"""So many in .ci/run; 12 where nothing is said."""
FEWER = {"s001_3": 10, "s001_4": 4, "s001_7": 4, "s002": 4, "plain_groups": 12, "plain_swiss": 4}
"""Otherwise; 6 where nothing is said."""


def pages(client, slug: str) -> None:
    for address in ("", "bracket/", "rounds/", "results/", "hall/", "teams/", "timetable/", "journal/"):
        answer = client.get(f"/e/{slug}/{address}", follow=True)
        assert answer.status_code == 200, address


@pytest.mark.parametrize("key", KEYS if THOROUGH else OF_EVERY_KIND[::3])
def test_preset_is_played_to_its_podium(db, client, key):
    teams = TEAMS.get(key, 12) if THOROUGH else FEWER.get(key, 6)
    event = PresetEvent(key, teams, Random(key), long=THOROUGH and key in OF_EVERY_KIND)
    event.draw()
    tournament = event.tournament
    pages(client, tournament.slug)
    for stage in event.stages():
        event.play(stage)
        pages(client, tournament.slug)
    matches = Match.objects.filter(stage__tournament=tournament)
    assert set(matches.values_list("state", flat=True)) <= {MatchState.OVER, MatchState.BYE}
    places_are_complete(tournament)
    a_winner_that_was_written_down_has_no_points(tournament)
    the_api_shows_all_of_it(client, tournament)
    winners = event.award()
    assert winners.champion
    assert winners.runner_up
    awarded = [(award.name, len(award.winners)) for award in award_list(tournament).placed]
    assert awarded == [(award["name"], award["count"]) for award in tournament.awards if award["rank"]]
    assert Tournament.objects.get(pk=tournament.pk).state == TournamentState.FINISHED


@in_ci_only
@pytest.mark.parametrize(
    ("key", "seed"), [(key, seed) for key in KEYS for seed in range(1, 4 if key in OF_EVERY_KIND else 2)]
)
def test_odd_number_with_one_who_stays_away_and_one_who_leaves_comes_to_a_podium(db, key, seed):
    """Byes, a forfeit, a withdrawal before the second round: everybody still has one place in each of his stages."""
    dice = Random(f"{key} {seed}")
    event = PresetEvent(key, odd_number(PLANS[key], dice), dice)
    event.draw()
    happens = iter((event.stay_away, event.withdraw))

    def before(round_: Round) -> None:
        next(happens, nothing)(round_)

    for stage in event.stages():
        event.play(stage, before=before)
    tournament = event.tournament
    matches = Match.objects.filter(stage__tournament=tournament)
    assert set(matches.values_list("state", flat=True)) <= {MatchState.OVER, MatchState.BYE}
    assert Result.objects.filter(match__in=matches, reason=Reason.FORFEIT).count() == 1
    assert Team.objects.filter(branch__tournament=tournament, state=TeamState.WITHDRAWN).count() == 1
    places_are_complete(tournament)
    assert event.award().champion


def nothing(_round: Round) -> None:
    """A round like any other."""


def places_are_complete(tournament: Tournament) -> None:
    """Everybody who stood in a stage has a place in it, and only one."""
    for stage in stages_of(rounds(tournament)):
        placed = [row.team.id for row in standing(stage)]
        stood = {one.id for match in stage.matches for line in match.lines for one in line.each}
        assert sorted(placed) == sorted(stood)


def a_winner_that_was_written_down_has_no_points(tournament: Tournament) -> None:
    counted = statistics(tournament)
    with translation.override("en"):
        lines = [name for name, _number in event_lines(counted)]
    if set(tournament.stages.values_list("game", flat=True)) == {"win_loss"}:
        assert counted.written == dict(counted.reasons)["points"]
        assert "Ended this way: More points" not in lines
    else:
        assert ("Ended this way: More points" in lines) is ("points" in dict(counted.reasons))


def the_api_shows_all_of_it(client, tournament: Tournament) -> None:
    """Stages with their games, formats and standings; matches with sides, byes and scores; sheets with entries."""
    address = f"/api/v1/tournaments/{tournament.slug}/"
    payload = client.get(f"{address}bracket/").json()
    rows = tournament.stages.order_by("number")
    shown = [(stage["number"], stage["format"], stage["size"]) for stage in payload["stages"]]
    assert shown == [*rows.values_list("number", "format", "size")]
    assert {stage["game"] for stage in payload["stages"]} == {named_game(rows[0].game, rows[0].rule_set)}
    matches = [match for round_ in payload["rounds"] for match in round_["matches"]]
    assert len(matches) == Match.objects.filter(stage__tournament=tournament).count()
    by_number = {stage["number"]: stage for stage in payload["stages"]}
    for round_ in payload["rounds"]:
        stage = by_number[round_["stage"]]
        placed = {row["team"]["id"] for row in stage["standing"]}
        for match in round_["matches"]:
            assert {side["team"]["id"] for side in (match["home"], match["away"]) if side["team"]} <= placed
            assert match["state"] in ("over", "bye")
            is_beside = match["part"] == "place"  # the match for third place
            assert bool(match["part"]) is (is_beside or stage["format"] in ("double_elimination", "movement", "ladder"))
            assert is_beside is match["third_place"] is (match["place_for"] == 3)
            assert (match["points"] is not None) is (stage["scale"] in LOOKING_IN and match["state"] == "over")
            assert match["home"]["score"] is None or stage["board"] in ("points", "score")
    tables = [table for match in matches for table in match["boards"] or [match]]
    last = next(match for match in reversed(tables) if match["home"]["games"] + match["away"]["games"])
    record = client.get(f"{address}matches/{last['number']}/").json()
    assert len(record["games"]) == last["home"]["games"] + last["away"]["games"]
    assert all(game["deals"] and game["standing"]["deals"] for game in record["games"])
