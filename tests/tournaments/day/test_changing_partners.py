"""每轮换搭档: four people of four entries sit at a table, from the draw to the standing."""

import pytest
from django.utils import translation

from scoring.games import GAMES
from scoring.models import Sheet
from tests.made_once import once_a_module
from tests.tournaments.day.individuals import a_day_of_individuals
from tests.tournaments.round_day import cards_of, win
from tournaments.bracket.actions.pairing import pair_round, unpair_round
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.pairing import next_sitting
from tournaments.bracket.queries.prizes import present_teams, team_facts
from tournaments.bracket.queries.standings import stage_view, stages_of, standing
from tournaments.bracket.rules.sides import seated_ids, side_ids
from tournaments.bracket.words.names import team_name
from tournaments.bracket.words.results import verdict_word
from tournaments.chronicle.queries.history import full_history
from tournaments.chronicle.words.history import history_words
from tournaments.codes import TournamentEvent
from tournaments.day.actions.matches import check_in, confirm_result, enter
from tournaments.day.actions.rulings import correct_result, disqualify, forfeit
from tournaments.day.queries.sheet_reading import play_at
from tournaments.entries.actions.teams import restore_team, substitute_player, withdraw_team
from tournaments.entries.fields import PlayerEntry
from tournaments.models import Booking, Match, Player, Stage, Team
from tournaments.presets.named_games import NAMED_GAMES
from tournaments.prizes import PrizeRule
from tournaments.states import BookingKind, MatchState

pytestmark = pytest.mark.django_db


made_once, day = once_a_module(a_day_of_individuals)


def come(day, number):
    """All four are there."""
    match = day.match(number)
    for player in Player.objects.filter(team__in=seated_ids(match), left_at=None):
        check_in(match, player, by=day.chief)


def play_round(day, *winners):
    """The tables of the round at which the day is, those sides winning."""
    tables = Match.objects.filter(round=day.round, home_partner__isnull=False).order_by("number")
    for match, side in zip(tables, winners, strict=True):
        win(day, match.number, side)


def table_of(day):
    return standing(stage_view(day.round.stage))


def by_team(day):
    return {row.entry: row for row in table_of(day)}


def test_four_of_four_entries_sit_at_a_table_and_each_has_what_the_side_won(day):
    match = day.match(1)
    assert len({*seated_ids(match)}) == 4
    booked = Booking.objects.filter(match=match, kind=BookingKind.TEAM).values_list("resource", flat=True)
    assert {*booked} == {*seated_ids(match)}
    home = rounds(day.tournament)[0].matches[0].home.team
    assert team_name(home) == " · ".join(one.person for one in home.each)
    assert [one.person[:2] for one in home.each] == ["队员", "队员"]
    assert [len(side) for side in play_at(day.tournament, 1).people] == [2, 2]
    come(day, 1)
    assert {card.match.number for card in cards_of(day) if card.both_present} == {1}
    win(day, 1)
    rows = by_team(day)
    assert [rows[team].won for team in side_ids(match, "home")] == [1, 1]
    assert [rows[team].lost for team in side_ids(match, "away")] == [1, 1]
    assert {*seated_ids(match)} == present_teams(day.tournament)
    correct_result(day.match(1), by=day.chief, reason="记错了")
    assert all(row.played == 0 for row in table_of(day))


@pytest.mark.parametrize(
    ("named", "entries"),
    [
        ("shuangsheng", [{"type": "deal", "defenders": "home", "points": 0}] * 4),
        ("shengji", [{"type": "result", "winner": "home", "points": 80}]),
    ],
)
def test_games_of_two_a_side_count_for_each_of_the_four(named, entries):
    game = NAMED_GAMES[named]
    day = a_day_of_individuals(game=game.game)
    rules = GAMES[game.game].plain_options(GAMES[game.game].options_of(game.options))
    Stage.objects.update(rule_set=rules)
    Sheet.objects.update(rule_set=rules)
    match = day.match(1)
    come(day, 1)
    for entry in entries:
        enter(match, entry, by=day.chief)
    confirm_result(match, by=day.chief)
    rows = by_team(day)
    assert [rows[team].won for team in side_ids(match, "home")] == [1, 1]
    assert [rows[team].points for team in side_ids(match, "home")] == [rows[match.home_team_id].points] * 2
    assert rows[match.home_team_id].points > rows[match.away_team_id].points


def test_whoever_rests_meets_nobody():
    day = a_day_of_individuals(people=10)
    byes = Match.objects.filter(round=day.round, state=MatchState.BYE)
    assert [seated_ids(match) for match in byes] == [(match.home_team_id,) for match in byes]
    assert byes.count() == 2
    # a result is worth one, and a rest the middle
    assert {by_team(day)[match.home_team_id].points * 2 for match in byes} == {1}


def test_by_the_standing_the_first_sits_with_the_last_and_nobody_who_has_left():
    day = a_day_of_individuals(people=9, partners="standing")
    matches = Match.objects.filter(stage__tournament=day.tournament)
    assert not matches.filter(round__number=2, home_partner__isnull=False).exists()
    play_round(day, "home", "away")
    day.number = 2
    before = [row.entry for row in table_of(day)]
    rested = matches.get(round__number=1, state=MatchState.BYE).home_team_id
    pair_round(day.round, by=day.chief)
    resting = matches.get(round=day.round, state=MatchState.BYE).home_team_id
    assert resting == [entry for entry in before if entry != rested][-1]
    playing = [entry for entry in before if entry != resting]
    first = matches.filter(round=day.round).earliest("number")
    assert side_ids(first, "home") == (playing[0], playing[-1])
    assert side_ids(first, "away") == (playing[1], playing[-2])
    assert first.state == MatchState.READY
    unpair_round(day.round, by=day.chief)
    first.refresh_from_db()
    assert seated_ids(first) == ()
    withdraw_team(Team.objects.get(pk=playing[1]), by=day.chief, reason="生病")
    pair_round(day.round, by=day.chief, absent=[playing[0]])
    seated = [team for match in matches.filter(round=day.round) for team in seated_ids(match)]
    assert sorted(seated) == sorted({*before} - {*playing[:2]})


def test_by_lot_the_seed_stands_in_the_journal_and_gives_the_same_tables():
    day = a_day_of_individuals(people=9, partners="lot")
    play_round(day, "home", "away")
    day.number = 2
    pair_round(day.round, by=day.chief)
    tables = Match.objects.filter(round=day.round, home_partner__isnull=False).order_by("number")
    seated = [seated_ids(match) for match in tables]
    paired = day.tournament.journal.events.get(kind=TournamentEvent.ROUND_PAIRED)
    with translation.override("zh-hans"):
        assert "抽签" in history_words(full_history(day.tournament)[0])
    again = next_sitting(day.round, seed=paired.data["seed"]).sitting
    assert seated == list(again.tables)


def test_a_table_that_is_short_of_one_is_not_played_and_the_others_rest(day):
    match = day.match(1)
    gone = Team.objects.get(pk=match.home_partner_id)
    withdraw_team(gone, by=day.chief, reason="生病")
    for row in Match.objects.filter(stage=match.stage).select_related("result"):
        is_short = gone.pk in seated_ids(row)
        assert (row.state == MatchState.OVER) == is_short
        assert row.result is None or row.result.winner == ""
    rows = by_team(day)
    others = [rows[team] for team in seated_ids(match) if team != gone.pk]
    assert all(row.played == 0 and row.points > 0 and row.place for row in others)
    assert rows[gone.pk].place == 0
    view = rounds(day.tournament)[0].matches[0]
    assert [(line.outcome, verdict_word(view, line)) for line in view.lines] == [("", "")] * 2
    facts = team_facts(day.tournament, stages_of(rounds(day.tournament)), [PrizeRule.FAIR_PLAY])
    assert not any(one.missed for one in facts)
    restore_team(Team.objects.get(pk=gone.pk), by=day.chief, reason="又来了")
    assert day.match(1).state == MatchState.READY
    assert by_team(day)[gone.pk].place


def test_two_who_left_are_both_to_come_back_before_their_table_is_played(day):
    both = side_ids(day.match(1), "home")
    for team in both:
        withdraw_team(Team.objects.get(pk=team), by=day.chief, reason="生病")
    for team, state in zip(both, (MatchState.OVER, MatchState.READY), strict=True):
        restore_team(Team.objects.get(pk=team), by=day.chief, reason="又来了")
        assert day.match(1).state == state


def test_a_substitute_sits_where_the_person_would_have_sat_and_a_side_that_did_not_come_loses_for_both(day):
    match = day.match(1)
    player = Player.objects.get(team=match.away_partner_id)
    substitute_player(player, PlayerEntry("替补甲"), by=day.chief, reason="生病")
    assert [person.name for person in play_at(day.tournament, 1).people[1]][1] == "替补甲"
    day.at(21)
    forfeit(match, "away", by=day.chief)
    rows = by_team(day)
    assert [rows[team].won for team in seated_ids(match)] == [1, 1, 0, 0]


def test_a_side_that_is_sent_away_leaves_its_later_tables_unplayed(day):
    match = day.match(1)
    disqualify(match, "home", by=day.chief, reason="辱骂裁判")
    rows = by_team(day)
    assert [bool(rows[team].place) for team in seated_ids(match)] == [False, False, True, True]
    later = Match.objects.filter(stage=match.stage, round__number__gt=1)
    out = {*side_ids(match, "home")}
    assert all((row.state == MatchState.OVER) == bool(out & {*seated_ids(row)}) for row in later)
    correct_result(day.match(1), by=day.chief, reason="不成立")
    assert not later.filter(state=MatchState.OVER).exists()
    assert all(row.place for row in table_of(day))
