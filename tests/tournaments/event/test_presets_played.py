"""Every preset but the first customer's, played by its own game and format from the sample entries to the podium.

In .ci/run by a dozen teams whose deals are won by chance; otherwise by half of them, and one side wins all deals of a
match.
"""

from datetime import date, timedelta
from random import Random

import pytest
from django.utils import translation

from accounts.models import User
from guandan_rules import Pending
from journal import clock
from scoring.queries import sheet_verdict
from tests.factories import a_role, a_user
from tests.thorough import THOROUGH
from tests.tournaments.played import draw_lots_for_equals
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import award_list
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.chronicle.queries.statistics import statistics
from tournaments.day.actions.matches import check_in_all, confirm_result, enter
from tournaments.day.actions.rounds import start_round
from tournaments.draw.actions.advancement import place_stage
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.actions.round_draws import pair_or_draw
from tournaments.entries.actions.entries import enter_samples
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Branch, Match, Round, Stage, Tournament
from tournaments.presets.named_games import named_game
from tournaments.presets.preset import presets
from tournaments.states import TO_BE_PLAYED, MatchState, RoleKind, TournamentState
from web.lists.of_event import event_lines

LOOKING_IN = ("levels_28", "levels_26", "deal_421", "deal_321")
"""Scales that make points of what was played."""
FIRST_DAY = date(2123, 11, 29)
KEYS = [plan.key for plan in presets() if not plan.branches]
OF_EVERY_KIND = ("s001_4", "s001_5", "s002", "s003", "plain_double", "plain_groups", "plain_swiss")
"""Every format and game, stages, best of three: outside .ci/run these alone."""
TEAMS = {
    "s001_3": (6, 3), "s001_5": (5, 2), "s001_6": (4, 3), "s001_7": (3, 2), "s002": (2, 3), "s003": (4, 2),
    "plain_double": (5, 1), "plain_robin": (3, 2),
}  # fmt: skip
"""Branches and their quota in .ci/run; (6, 2) where nothing is said."""
FEWER = {"s001_3": (5, 2), "s001_7": (2, 2), "s002": (2, 2), "plain_groups": (6, 2)}
"""Otherwise; (3, 2) where nothing is said."""


def made(key: str) -> Tournament:
    plan = next(plan for plan in presets() if plan.key == key)
    tournament = create_tournament(plan, by=a_user(), slug=key.replace("_", "-"), first_day=FIRST_DAY, rehearsal=True)
    branches, quota = TEAMS.get(key, (6, 2)) if THOROUGH else FEWER.get(key, (3, 2))
    Branch.objects.bulk_create(
        Branch(tournament=tournament, number=n, name=f"第{n}分会", quota=quota) for n in range(1, branches + 1)
    )
    return tournament


def entry(match: Match, dice: Random) -> dict[str, object]:
    """What somebody may write down at a table of that game."""
    match match.stage.game:
        case "guandan":
            orders = ["NS", "WE", "NS", "EW"] if THOROUGH else [("NS", "WE")[match.number % 2]]
            return {"type": "deal", "order": dice.choice(orders)}
        case "shuangsheng":
            sheet = current_sheet(match)
            return {"type": "deal", "defenders": sheet.standing["stage"] or "home", "points": dice.choice([0, 40, 120])}
    rules, winners = match.stage.rule_set, ["home", "away"]
    winner = dice.choice([*winners, "draw"] if rules["draws"] else winners)
    return {"type": "result", "winner": winner} | ({"points": 8} if rules["measure"] == "points" else {})


def play_match(number: int, tournament: Tournament, *, by: User, dice: Random) -> None:
    """Deal by deal until it is decided, a game after the other, and confirmed."""
    for _ in range(400):
        match = Match.objects.get(stage__tournament=tournament, number=number)
        if match.state not in TO_BE_PLAYED:
            return
        if isinstance(sheet_verdict(current_sheet(match), clock.now(match.stage.tournament.journal)), Pending):
            enter(match, entry(match, dice), by=by)
        else:
            confirm_result(match, by=by)
    pytest.fail(f"match {number} does not end")


def play_stage(stage: Stage, *, by: User, dice: Random) -> None:
    for pk in stage.rounds.order_by("number").values_list("pk", flat=True):
        round_ = Round.objects.get(pk=pk)
        clock.set_rehearsal_time(round_.stage.tournament.journal, round_.starts_at)
        if round_.matches.filter(home_source_kind="lot").exists():
            pair_or_draw(round_, by=by)
        ready = round_.matches.filter(state__in=TO_BE_PLAYED).order_by("number")
        if not ready.exists():
            continue
        for match in ready:
            check_in_all(match, by=by)
        start_round(Round.objects.get(pk=pk), by=by)
        for number in ready.values_list("number", flat=True):
            play_match(number, stage.tournament, by=by, dice=dice)


def pages(client, slug: str) -> None:
    for address in ("", "bracket/", "rounds/", "results/", "hall/", "teams/", "timetable/", "journal/"):
        answer = client.get(f"/e/{slug}/{address}", follow=True)
        assert answer.status_code == 200, address


@pytest.mark.parametrize("key", KEYS if THOROUGH else OF_EVERY_KIND)
def test_preset_is_played_to_its_podium(db, client, key):
    tournament, dice = made(key), Random(key)
    chief = a_role(tournament, RoleKind.CHIEF_REFEREE)
    clock.set_rehearsal_time(tournament.journal, tournament.closes_at - timedelta(hours=1))
    enter_samples(tournament, by=None)
    clock.set_rehearsal_time(tournament.journal, tournament.draw_at)
    confirm_draw(preview_draw(tournament, by=None, seed=key), by=chief)
    pages(client, tournament.slug)
    for stage in tournament.stages.order_by("number"):
        if stage.source_id:
            draw_lots_for_equals(tournament, by=chief)
            place_stage(stage, by=chief)
        play_stage(stage, by=chief, dice=dice)
        pages(client, tournament.slug)
    matches = Match.objects.filter(stage__tournament=tournament)
    assert set(matches.values_list("state", flat=True)) <= {MatchState.OVER, MatchState.BYE}
    places_are_complete(tournament)
    a_winner_that_was_written_down_has_no_points(tournament)
    the_api_shows_all_of_it(client, tournament)
    draw_lots_for_equals(tournament, by=chief)
    winners = confirm_awards(Tournament.objects.get(pk=tournament.pk), by=chief, sure=None)
    assert winners.champion
    assert winners.runner_up
    awarded = [(award.name, len(award.winners)) for award in award_list(tournament).placed]
    assert awarded == [(award["name"], award["count"]) for award in tournament.awards if award["rank"]]
    assert Tournament.objects.get(pk=tournament.pk).state == TournamentState.FINISHED


def places_are_complete(tournament: Tournament) -> None:
    """Everybody who stood in a stage has a place in it, and only one."""
    for stage in stages_of(rounds(tournament)):
        placed = [row.team.id for row in standing(stage)]
        stood = {line.team.id for match in stage.matches for line in match.lines if line.team}
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
            assert bool(match["part"]) is (is_beside or stage["format"] in ("double_elimination", "movement"))
            assert is_beside is match["third_place"] is (match["place_for"] == 3)
            assert (match["points"] is not None) is (stage["scale"] in LOOKING_IN and match["state"] == "over")
            assert match["home"]["score"] is None or stage["board"] in ("points", "score")
    last = next(match for match in reversed(matches) if match["home"]["games"] + match["away"]["games"])
    record = client.get(f"{address}matches/{last['number']}/").json()
    assert len(record["games"]) == last["home"]["games"] + last["away"]["games"]
    assert all(game["deals"] and game["standing"]["deals"] for game in record["games"])
