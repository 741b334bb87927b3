"""编排 of a Swiss in the database: when a round may be paired, and until when that can be taken back."""

from datetime import timedelta

import pytest

from guandan_rules import Reason
from journal.models import Event
from tests.refusals import refused_codes, too_late
from tests.tournaments.played import decide
from tests.tournaments.round_day import a_day
from tournaments.bracket.actions.pairing import pair_round, unpair_round
from tournaments.bracket.actions.undoing import undo_round_call
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.pairing import PairedRound, paired_rounds
from tournaments.bracket.queries.standings import meetings, stage_view, stages_of, standing
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.matches import call_match
from tournaments.day.actions.rulings import correct_result
from tournaments.day.actions.timetable import plan_sittings
from tournaments.day.queries.desk import round_desk
from tournaments.entries.actions.teams import withdraw_team
from tournaments.formats import Swiss
from tournaments.models import Game, Match, Round, Team
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db


def a_swiss(branches=3, teams=2, **more):
    return a_day(branches=branches, teams=teams, format_="swiss", settings={"rounds_played": 3}, started=False, **more)


def play_first(day):
    for number in Match.objects.filter(round__number=1, state=MatchState.READY).values_list("number", flat=True):
        decide(number, ticked=False)


def second(day):
    return Round.objects.get(stage__tournament=day.tournament, number=2, sitting=1)


def pairs(number=2):
    rows = Match.objects.filter(round__number=number).order_by("place")
    return [(match.home_team_id, match.away_team_id) for match in rows]


def test_round_is_paired_once_the_one_before_it_is_over_and_never_one_that_is_drawn_by_lot():
    day = a_swiss()
    assert too_late(lambda: pair_round(Round.objects.get(number=1), by=day.chief))
    assert refused_codes(lambda: pair_round(second(day), by=day.chief)) == {Code.PREVIOUS_ROUND_OPEN}
    play_first(day)
    winners = {match.result.home_team_id for match in Match.objects.filter(round__number=1)}
    pair_round(second(day), by=day.chief, absent=[Team.objects.last().pk + 1])
    assert set(pairs()[0]) <= winners
    assert len({team for pair in pairs() for team in pair}) == 6
    assert {match.state for match in Match.objects.filter(round__number=2)} == {MatchState.READY}
    paired = paired_rounds(day.tournament)[second(day).pk]
    assert (len(paired.reasons), paired.absent) == (3, ())
    assert too_late(lambda: pair_round(second(day), by=day.chief))


def test_team_that_alone_is_left_rests_until_the_event_is_over():
    day = a_swiss()
    play_first(day)
    last = Match.objects.get(number=1).result.home_team
    for team in Team.objects.exclude(pk=last.pk):
        withdraw_team(team, by=day.chief, reason="出差")
    pair_round(second(day), by=day.chief)
    pair_round(Round.objects.get(stage__tournament=day.tournament, number=3), by=day.chief)
    assert [pairs(number)[0] for number in (2, 3)] == [(last.pk, None)] * 2
    assert standing(stage_view(day.tournament.stages.get()))[0].entry == last.pk


def test_pairing_is_taken_back_until_a_match_has_begun_and_comes_out_the_same_again():
    day = a_swiss()
    play_first(day)
    pair_round(second(day), by=day.chief)
    before = pairs()
    unpair_round(second(day), by=day.chief)
    assert pairs() == [(None, None)] * 3
    assert not Game.objects.filter(match__round=second(day)).exists()
    assert paired_rounds(day.tournament)[second(day).pk] == PairedRound()
    assert too_late(lambda: unpair_round(second(day), by=day.chief))
    pair_round(second(day), by=day.chief)
    assert pairs() == before
    call_match(Match.objects.filter(round__number=2).first(), by=day.chief)
    assert refused_codes(lambda: unpair_round(second(day), by=day.chief)) == {Code.MATCH_BEGUN}
    told = Event.objects.filter(kind__in=(TournamentEvent.ROUND_PAIRED, TournamentEvent.ROUND_UNPAIRED))
    assert told.count() == 3


def test_pairing_that_a_withdrawal_has_decided_is_taken_back_and_who_left_is_paired_no_more():
    day = a_swiss()
    play_first(day)
    pair_round(second(day), by=day.chief)
    match = Match.objects.filter(round__number=2).first()
    leaves = match.home_team
    withdraw_team(leaves, by=day.chief, reason="出差")
    unpair_round(second(day), by=day.chief)
    match.refresh_from_db()
    assert (match.state, match.result, match.results.get().withdrawn_at is None) == (MatchState.WAITING, None, False)
    pair_round(second(day), by=day.chief)
    paired = [team for pair in pairs() for team in pair if team]
    assert (len(paired), leaves.pk in paired) == (5, False)
    assert not Match.objects.filter(round__number=2, state=MatchState.WAITING).exists()


def test_desk_says_that_a_result_has_changed_since_the_round_was_paired(client):
    day = a_swiss()
    play_first(day)
    pair_round(second(day), by=day.chief)
    client.force_login(day.chief)
    desk, words = f"/e/{day.tournament.slug}/desk/2/", "编排之后有改动"
    assert words not in client.get(desk).content.decode()
    correct_result(day.match(1), by=day.chief, reason="记反了")
    call_match(Match.objects.filter(round__number=2).first(), by=day.chief)
    assert words in client.get(desk).content.decode()
    undo_round_call(second(day), by=day.chief)
    decide(1, "away", ticked=False)
    assert words in client.get(desk).content.decode()
    unpair_round(second(day), by=day.chief)
    pair_round(second(day), by=day.chief)
    assert words not in client.get(desk).content.decode()


def test_round_in_sittings_is_paired_as_a_whole():
    day = a_swiss(tables=2)
    play_first(day)
    plan_sittings(second(day), [second(day).starts_at + timedelta(hours=2)], by=day.chief)
    assert Round.objects.filter(number=2).count() == 2
    assert len(pair_round(second(day), by=day.chief)) == 3
    assert {match.state for match in Match.objects.filter(round__number=2)} == {MatchState.READY}
    assert len(unpair_round(second(day), by=day.chief)) == 3


def test_desk_offers_the_pairing_and_then_its_undoing(client):
    day = a_swiss()
    client.force_login(day.chief)
    desk = f"/e/{day.tournament.slug}/desk/2/"
    refused = client.post(f"{desk}pairing/")
    assert (refused.status_code, "第1场" in refused.content.decode()) == (422, True)
    of_lots = f"/e/{day.tournament.slug}/desk/1/"
    assert client.get(f"{of_lots}pairing/absent/").url == of_lots
    play_first(day)
    assert 'id="pair"' in client.get(desk).content.decode()
    assert client.post(f"{desk}pairing/").status_code == 302
    body = client.get(desk).content.decode()
    assert ('id="pair"' in body, 'id="undo-pairing"' in body) == (False, True)
    assert "为什么这样编排" in client.get(f"/e/{day.tournament.slug}/bracket/").content.decode()
    assert client.post(f"{desk}pairing/undo/").status_code == 302
    assert 'id="pair"' in client.get(desk).content.decode()


def test_team_that_is_absent_from_a_round_has_no_match_no_bye_and_no_points_and_is_paired_in_the_next(client):
    day = a_swiss()
    play_first(day)
    away = Match.objects.get(number=1).result.home_team
    client.force_login(day.chief)
    desk = f"/e/{day.tournament.slug}/desk/2/"
    assert f'name="absent" value="{away.pk}"' in client.get(f"{desk}pairing/absent/").content.decode()
    assert client.post(f"{desk}pairing/", {"absent": [away.pk]}).status_code == 302
    assert away.pk not in {team for pair in pairs() for team in pair}
    assert Match.objects.filter(round__number=2, state=MatchState.BYE).exclude(home_team=None).count() == 1
    paired = paired_rounds(day.tournament)[second(day).pk]
    assert [label.id for label in paired.absent] == [away.pk]
    page = client.get(f"/e/{day.tournament.slug}/bracket/").content.decode()
    assert page.count("缺席，本轮无比赛、不计分") == 2  # beside the standings, and in the round
    assert client.get(f"/e/{day.tournament.slug}/rounds/").content.decode().count("缺席，本轮无比赛、不计分") == 1
    for number in Match.objects.filter(round__number=2, state=MatchState.READY).values_list("number", flat=True):
        decide(number)
    (row,) = [row for row in standing(stages_of(rounds(day.tournament))[0]) if row.team.id == away.pk]
    assert (row.played, row.points) == (1, 1)
    pair_round(Round.objects.get(stage__tournament=day.tournament, number=3), by=day.chief)
    assert away.pk in {team for pair in pairs(3) for team in pair}


def test_a_bye_is_worth_its_point_from_the_start_of_its_round_and_whoever_won_without_play_does_not_rest_next():
    day = a_swiss(branches=5, teams=1)

    def worth():
        return sorted(row.points for row in standing(stage_view(day.tournament.stages.get())))

    assert worth() == [0, 0, 0, 0, 0]
    day.start()
    assert worth() == [0, 0, 0, 0, 1]
    (bye,) = Match.objects.filter(round__number=1, state=MatchState.BYE)
    rested = bye.home_team_id or bye.away_team_id
    (resting,) = round_desk(day.tournament, 1).resting
    assert resting.id == rested
    first, other = Match.objects.filter(round__number=1).exclude(pk=bye.pk)
    decide(first.number, "home", Reason.FORFEIT)
    decide(other.number)
    stage = second(day).stage
    earlier = meetings(stage_view(stage), stage_view(stage).rounds[:1])
    branches = dict(Team.objects.values_list("pk", "branch_id"))
    by_entry = {one.entry: one for one in Swiss().contenders(earlier, branches)}
    assert {entry for entry, one in by_entry.items() if one.byes} == {rested, first.home_team_id}
    assert by_entry[first.home_team_id].met == by_entry[first.away_team_id].met == {}
    pair_round(second(day), by=day.chief)
    (rests,) = Match.objects.filter(round__number=2, state=MatchState.BYE)
    assert rests.home_team_id not in (rested, first.home_team_id)
