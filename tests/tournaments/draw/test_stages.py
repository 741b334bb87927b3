"""阶段: an event with two stages, from the entries to the podium."""

from datetime import timedelta
from random import Random

import pytest

from tests.factories import FIRST_START, a_role, a_tournament, a_user
from tests.refusals import refused_codes, too_late
from tests.thorough import some
from tests.tournaments.played import S000_AWARDS, decide, draw_lots_for_equals, play_all
from tests.tournaments.recorded import kinds
from tests.web.pages import signed_in, text
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.advancement import advancement
from tournaments.bracket.queries.awards import podium
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import final_places, going_on, groups_of, stages_of, standing
from tournaments.codes import Code
from tournaments.day.actions.rounds import start_round
from tournaments.day.actions.rulings import correct_result
from tournaments.day.actions.timetable import plan_rounds
from tournaments.draw.actions.draws import confirm_draw, discard_draw, preview_draw
from tournaments.draw.actions.places import place_stage
from tournaments.draw.queries.records import draw_again
from tournaments.entries.actions.teams import withdraw_team
from tournaments.event.actions.stages import Entrance, add_stage, remove_stage
from tournaments.event.queries.office import NextThing, next_step
from tournaments.formats import KNOCKOUT, RoundRobin
from tournaments.models import Match, Round, Team
from tournaments.states import DrawMethod, MatchState, TournamentState

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def starts(first, count):
    return [FIRST_START + (first + day) * DAY for day in range(count)]


def two_stages(*, teams=4, planned=3, places=2, settings=None, **more):
    """A round robin, then a knockout of its first ``places``."""
    tournament = a_tournament(
        branches=teams, teams=1, rounds=planned, format_=RoundRobin.name, awards=S000_AWARDS, **more
    )
    tournament.stages.update(settings=settings or {})
    add_stage(
        tournament, by=a_user(), format_=KNOCKOUT, entrance=Entrance(places),
        starts=starts(planned, places.bit_length() - 1), minutes=45, rule_options={"grace_minutes": 5},
    )  # fmt: skip
    return tournament


def first_drawn(**more):
    tournament, office = two_stages(**more), a_user()
    confirm_draw(preview_draw(tournament, by=office, seed="1"), by=office)
    tournament.refresh_from_db()
    return tournament


def second(tournament):
    return tournament.stages.get(number=2)


def test_two_stages_from_entries_to_the_podium():
    tournament, office = first_drawn(), a_user()
    assert refused_codes(lambda: place_stage(second(tournament), by=office)) == {Code.STAGE_OPEN}
    round_ = Round.objects.select_related("clock", "stage__tournament__journal").get(number=4)
    assert too_late(lambda: start_round(round_, by=office))
    play_all(tournament)
    table = standing(stages_of(rounds(tournament))[0])
    assert next_step(tournament, FIRST_START).code == NextThing.PLACE_STAGE
    assert (podium(tournament).decided, podium(tournament).champion) == (False, None)
    draw = place_stage(second(tournament), by=office)
    assert (draw.method, draw.number, draw.positions) == (DrawMethod.PLACES, 2, [row.team.id for row in table[:2]])
    final = Match.objects.get(number=7)
    assert (final.round.number, final.round.entrants, final.state) == (4, 2, MatchState.READY)
    decide(7, "away")
    winners = podium(tournament)
    assert (winners.decided, winners.champion, winners.runner_up) == (True, table[1].team, table[0].team)
    assert winners.thirds == (table[2].team,)
    assert final_places(stages_of(rounds(tournament)))[4] == (table[3].team,)
    champion = Team.objects.get(pk=table[1].team.id)
    assert refused_codes(lambda: withdraw_team(champion, by=office, reason="出差")) == {Code.TEAM_OUT}
    confirm_awards(tournament, by=office)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert kinds(tournament).count("draw.confirmed") == 2
    further = {"format_": KNOCKOUT, "entrance": Entrance(2), "starts": starts(5, 1)}
    assert too_late(lambda: add_stage(tournament, by=office, **further)) == TournamentState.FINISHED


def test_table_says_who_would_go_on_as_things_stand(client):
    tournament = first_drawn()
    groups, final = stages_of(rounds(tournament))
    assert going_on(groups, (groups, final)) == frozenset()
    decide(1)
    groups, final = stages_of(rounds(tournament))
    through = going_on(groups, (groups, final))
    assert through == {row.team.id for row in standing(groups)[:2]}
    assert going_on(groups, (groups,)) == going_on(final, (groups, final)) == frozenset()
    body = client.get(f"/e/{tournament.slug}/bracket/?stage=1").content.decode()
    assert (body.count(" goes-on"), body.count("goes-on-key")) == (3, 1)  # two rows and the key


def test_same_seed_gives_the_same_lots_to_those_who_share_a_place():
    tournament, office = a_tournament(branches=4, teams=1, rounds=1), a_user()
    tournament.stages.update(settings={"survivors": 2})
    add_stage(tournament, by=office, format_=KNOCKOUT, entrance=Entrance(2), starts=starts(1, 1))
    confirm_draw(preview_draw(tournament, by=office, seed="1"), by=office)
    play_all(tournament)

    def drawn(seed):
        draw = place_stage(second(tournament), by=office, seed=seed)
        discard_draw(draw, by=office, reason="再抽")
        assert draw.seed == seed
        return draw.positions

    first, other = drawn("0"), drawn("1")
    assert drawn("0") == first != other
    assert refused_codes(lambda: place_stage(second(tournament), by=office, seed="x" * 65)) == {Code.TEXT_TOO_LONG}


def test_rounds_of_all_stages_are_planned_together_and_those_that_the_draw_drops_leave_no_gap():
    tournament, office = two_stages(teams=3, planned=5), a_user()
    plan_rounds(tournament, starts(1, 6), by=office)
    assert [r.starts_at for r in rounds(tournament)] == starts(1, 6)
    assert refused_codes(lambda: plan_rounds(tournament, starts(1, 5), by=office)) == {Code.TOO_FEW_ROUNDS}
    confirm_draw(preview_draw(tournament, by=office, seed="1"), by=office)
    assert [(r.stage.number, r.number) for r in rounds(tournament)] == [(1, 1), (1, 2), (1, 3), (2, 4)]


def test_stage_is_placed_once_with_its_own_rules_and_what_it_is_built_upon_stands_until_its_draw_is_discarded():
    tournament, office = first_drawn(), a_user()
    play_all(tournament)
    draw = place_stage(second(tournament), by=office)
    stage = second(tournament)
    assert (stage.rule_set["minutes"], stage.rule_set["grace_minutes"]) == (45, 5)
    assert [r.clock.minutes for r in Round.objects.select_related("clock").order_by("number")] == [60, 60, 60, 45]
    assert Match.objects.get(number=7).games.get().sheet.rule_set["minutes"] == 45
    assert tournament.stages.get(number=1).rule_set["minutes"] == 60
    for each in tournament.stages.all():
        assert too_late(lambda each=each: place_stage(each, by=office)) == "drawn"
        assert too_late(lambda each=each: remove_stage(each, by=office)) == "drawn"
    match = Match.objects.get(number=1)
    assert refused_codes(lambda: correct_result(match, by=office, reason="更正")) == {Code.LATER_STAGE_DRAWN}
    discard_draw(draw, by=office, reason="第一场记错")
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.DRAWN
    assert Match.objects.filter(stage__number=2).count() == 0
    correct_result(match, by=office, reason="更正")


def test_stage_that_cannot_be_is_refused():
    tournament, office = a_tournament(branches=4, teams=1, rounds=3, format_=RoundRobin.name), a_user()
    for more, code in (
        ({"format_": "nothing"}, Code.VALUE_INVALID),
        ({"format_": RoundRobin.name, "entrance": Entrance(2)}, Code.NUMBER_OUT_OF_RANGE),
        ({"entrance": Entrance(4)}, Code.TOO_FEW_ROUNDS),
        ({"starts": starts(0, 1)}, Code.ROUNDS_OUT_OF_ORDER),
        ({"rule_options": {"minutes": -1}}, Code.RULE_OPTION_INVALID),
    ):
        wanted = {"format_": KNOCKOUT, "entrance": Entrance(2), "starts": starts(3, 1), **more}
        assert code in refused_codes(lambda wanted=wanted: add_stage(tournament, by=office, **wanted))


def test_consolation_and_the_places_behind_the_final_go_to_a_stage_of_their_own_whose_numbers_go_on():
    tournament, office = a_tournament(branches=8, teams=1, rounds=3, awards=S000_AWARDS), a_user()
    confirm_draw(preview_draw(tournament, by=office, seed="1"), by=office)
    add_stage(
        tournament, by=office, format_=KNOCKOUT, entrance=Entrance(4, first_place=5, by_lot=True),
        starts=starts(3, 2), settings={"third_place": True},
    )  # fmt: skip
    play_all(tournament)
    (first, _) = stages_of(rounds(tournament))
    lost = {row.team.id for row in standing(first) if row.place == 5}
    draw = place_stage(second(tournament), by=office, seed="一二三")
    assert (draw.method, set(draw.positions), draw.seed) == (DrawMethod.PROGRAM, lost, "一二三")
    assert draw_again(draw) == tuple(draw.positions)
    assert [match.number for match in Match.objects.order_by("number")] == list(range(1, 12))
    final = Match.objects.get(number=10)
    assert (final.home_source_kind, final.home_source_match.number) == ("winner", 8)
    play_all(tournament)
    places = final_places(stages_of(rounds(tournament)))
    assert {place: len(teams) for place, teams in places.items()} == {1: 1, 2: 1, 3: 2, 5: 1, 6: 1, 7: 1, 8: 1}
    assert {places[place][0].id for place in (5, 6, 7, 8)} == lost
    assert podium(tournament).decided


def test_next_in_line_come_for_who_is_absent_or_has_left():
    tournament, office = first_drawn(teams=6, planned=5, places=2), a_user()
    play_all(tournament)
    table = [row.team.id for row in standing(stages_of(rounds(tournament))[0])]
    with_alternates = advancement(stages_of(rounds(tournament)))
    assert [row.team.id for row in (*with_alternates.coming, *with_alternates.alternates)] == table
    withdraw_team(Team.objects.get(pk=table[1]), by=office, reason="出差")
    draw = place_stage(second(tournament), by=office, absent=[table[0]])
    assert draw.positions == [table[2], table[3]]
    play_all(tournament)
    places = final_places(stages_of(rounds(tournament)))
    assert {places[1][0].id, places[2][0].id} == {table[2], table[3]}
    assert set(places) == {1, 2, 5, 6}


def test_two_stages_do_not_take_the_same_places_and_the_last_of_them_is_removed_with_its_rounds():
    tournament, office = a_tournament(branches=8, teams=1, rounds=3), a_user()
    add_stage(tournament, by=office, format_=KNOCKOUT, entrance=Entrance(4, 1, 5), starts=starts(3, 2))
    for entrance, code in ((Entrance(2, 1, 8), Code.PLACES_TAKEN), (Entrance(2, 7, 8), Code.VALUE_INVALID)):
        again = {"format_": KNOCKOUT, "entrance": entrance, "starts": starts(5, 1)}
        assert refused_codes(lambda again=again: add_stage(tournament, by=office, **again)) == {code}
    add_stage(tournament, by=office, format_=KNOCKOUT, entrance=Entrance(2, 1, 9), starts=starts(5, 1))
    assert too_late(lambda: remove_stage(second(tournament), by=office)) == "followed"
    remove_stage(tournament.stages.get(number=3), by=office)
    assert [r.number for r in rounds(tournament)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seed", some(range(3)))
def test_two_of_one_group_meet_in_the_final_alone_and_the_record_says_so(seed):
    tournament = first_drawn(teams=12, places=8, settings={"groups": 4})
    chance = Random(seed)
    for number in Match.objects.filter(state=MatchState.READY).order_by("number").values_list("number", flat=True):
        decide(number, chance.choice(["home", "away"]), ticked=False)
    draw_lots_for_equals(tournament)
    draw = place_stage(second(tournament), by=a_user())
    of = groups_of(stages_of(rounds(tournament))[0])
    assert [sorted(of[team] for team in half) for half in (draw.positions[:4], draw.positions[4:])] == [
        [1, 2, 3, 4]
    ] * 2
    assert list(draw_again(draw)) == draw.positions
    record = signed_in(a_role(tournament, "office")).get(f"/e/{tournament.slug}/office/draw/{draw.number}/record/")
    assert "Two of one group can meet in the final alone" in text(record)
