"""撤回退赛: a withdrawal after the draw is taken back, and everything is as it was before."""

from datetime import timedelta
from random import Random

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from guandan_rules import Reason
from scoring.models import Sheet
from tests.factories import a_drawn_tournament, a_tournament, a_user
from tests.refusals import refused_codes, too_late
from tests.thorough import some
from tests.tournaments.bracket.test_fold import FORMATS, STEPS, Walk, by_chance, refused_for, seeds
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tests.tournaments.recorded import kinds, last_data
from tests.tournaments.round_day import a_day, tick
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.actions.pairing import pair_round, unpair_round
from tournaments.bracket.actions.undoing import undo_call
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.bracket.rules.tables import book_all, open_matches
from tournaments.codes import Code
from tournaments.day.actions.matches import call_match, enter_deal
from tournaments.day.actions.rulings import both_absent
from tournaments.draw.actions.draws import confirm_draw, discard_draw, preview_draw
from tournaments.draw.actions.places import place_stage
from tournaments.entries.actions.teams import restore_team, withdraw_team
from tournaments.entries.queries.withdrawals import matches_given_away, restoration_problems
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.models import Booking, Draw, Match, Round, Team, Tournament
from tournaments.states import (
    WALKOVER,
    BookingKind,
    DrawState,
    MatchState,
    SlotKind,
    SourceKind,
    TeamState,
    TournamentState,
)

pytestmark = pytest.mark.django_db


def as_it_stands(tournament: Tournament) -> tuple[object, ...]:
    """Who meets whom where and when, with what result, what is booked, and who has which place."""
    of_match = (
        "number", "state", "home_slot", "home_team", "away_slot", "away_team", "table", "called_at",
        "result__winner", "result__reason",
    )  # fmt: skip
    matches = Match.objects.filter(stage__tournament=tournament).order_by("number")
    # a match that waits for one of its teams may have booked the other, or not
    to_play = matches.exclude(home_slot=SlotKind.BYE).exclude(away_slot=SlotKind.BYE)
    tables = Booking.objects.filter(match__in=to_play, kind=BookingKind.TABLE)
    teams = Booking.objects.filter(match__in=matches.exclude(state=MatchState.WAITING), kind=BookingKind.TEAM)
    sheets = Sheet.objects.filter(match_game__match__in=matches.exclude(state=MatchState.WAITING)).order_by("pk")
    return (
        list(matches.values_list(*of_match)),
        *(list(of.order_by("match", "resource").values_list("match", "resource", "during")) for of in (tables, teams)),
        list(sheets.values_list("pk", "state", "winner", "reason", "waits", "extra")),
        [standing(stage) for stage in stages_of(rounds(tournament)) if stage.matches],
        Tournament.objects.get(pk=tournament.pk).state,
    )


WHY, CORRECTED = "点错了行，并未退赛", "result.corrected"


def withdraw(team: Team) -> Team:
    return withdraw_team(team, by=a_user(), reason="点错了行")


def restore(team: Team, by: User | None = None) -> Team:
    return restore_team(team, by=by or a_user(), reason=WHY)


def book_tables() -> None:
    """The factory gives tables out without booking them."""
    for round_ in Round.objects.all():
        book_all(open_matches(round_))


def refusals(team: Team) -> list[tuple[str, dict[str, object]]]:
    """Why the team stays out, after which everything is as before."""
    clerk = a_user()
    assert refused_codes(lambda: restore(team, clerk))
    return [(problem.code, dict(problem.data)) for problem in restoration_problems(team)]


def there_and_back(seed: int, steps: int, **event: object) -> None:
    """Some steps by chance, then each team leaves and comes back; after that, in an order by chance, some of them."""
    with transaction.atomic():
        later = event.pop("later", None)
        day = a_day(started=False, minute=-30, **event)
        book_tables()
        if later:
            entrance, more = later
            last = day.tournament.stages.get().rounds.last().starts_at
            starts = [last + timedelta(days=number) for number in range(1, 4)]
            add_stage(day.tournament, by=day.chief, entrance=entrance, starts=starts, **more)
        walked = Walk(day, Random(seed))
        for _ in range(steps):
            walked.step()
        before, left = as_it_stands(day.tournament), list[Team]()
        for team in Team.objects.filter(state=TeamState.ENTERED).order_by("pk"):
            if not refused_for(lambda team=team: withdraw(team)):
                assert set(matches_given_away(team)) <= set(Match.objects.filter(state=MatchState.OVER))
                restore(team)
                assert as_it_stands(day.tournament) == before
                left.append(team)
        walked.chance.shuffle(left)
        left = [team for team in left[:3] if not refused_for(lambda team=team: withdraw(team))]
        for team in reversed(left):
            restore(team)
        assert as_it_stands(day.tournament) == before
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", some(FORMATS, of=8))
def test_withdrawal_taken_back_leaves_everything_as_it_was(name):
    event = {key: value for key, value in FORMATS[name].items() if key != "branches"}

    @by_chance
    @given(seeds, st.integers(0, STEPS), st.integers(*FORMATS[name].get("branches", (3, 8))))
    def law(seed: int, steps: int, branches: int) -> None:
        there_and_back(seed, steps, branches=branches, teams=1, **event)

    law()


@pytest.mark.parametrize(("format_", "count"), [("round_robin", 3), ("double_elimination", 1)])
def test_each_match_that_was_given_away_is_open_again_for_a_reason_and_once(format_, count):
    tournament, clerk = a_drawn_tournament(branches=4, teams=1, format_=format_), a_user()
    leaves = withdraw(Match.objects.get(number=1).home_team)
    given = matches_given_away(leaves)
    assert [match.result.reason for match in given] == [Reason.WITHDRAWAL] * count
    assert refused_codes(lambda: restore_team(leaves, by=clerk, reason=" ")) == {"reason_missing"}
    restore(leaves)
    assert matches_given_away(leaves) == []
    assert {m.state for m in Match.objects.filter(pk__in=[m.pk for m in given])} == {MatchState.READY}
    assert kinds(tournament)[-2 * count - 1 :] == ["team.restored", *["sheet.reopened", CORRECTED] * count]
    assert last_data(tournament)["reason"] == WHY
    assert too_late(lambda: restore(leaves, clerk)) == TeamState.ENTERED


def test_match_that_was_being_played_goes_on_with_its_deals():
    day = a_day(branches=4, teams=1)
    match = day.match(1)
    tick(match, "home", "away", by=day.chief)
    enter_deal(match, "NS", by=day.chief)
    book_tables()
    before = as_it_stands(day.tournament)
    withdraw(match.away_team)
    restore(match.away_team)
    assert as_it_stands(day.tournament) == before
    enter_deal(day.match(1), "NS", by=day.chief)
    assert day.match(1).state == MatchState.PLAYING


def test_table_where_nobody_sat_at_the_start_has_its_whole_time():
    day = a_day(branches=4, teams=1, started=False, minute=-5)
    leaves = withdraw(day.match(1).home_team)
    day.start()
    day.at(20)
    restore(leaves)
    match = day.match(1)
    assert (match.state, match.games.get().sheet.waits) == (MatchState.READY, True)
    tick(match, "home", "away", by=day.chief)
    sheet = match.games.get().sheet
    assert (day.match(1).state, sheet.waits, sheet.extra) == (MatchState.PLAYING, False, timedelta(minutes=20))


def test_a_match_that_follows_and_has_begun_keeps_the_withdrawal():
    tournament = a_drawn_tournament(branches=4, teams=1)
    leaves = withdraw(Match.objects.get(number=1).home_team)
    decide(2)
    final = Match.objects.get(number=3)
    call_match(final, by=a_user())
    assert refusals(leaves) == [(Code.FOLLOWING_BEGUN, {"number": 3})]
    undo_call(final, by=a_user())
    restore(leaves)
    assert Match.objects.get(number=3).home_team is None
    assert Tournament.objects.get(pk=tournament.pk).state == TournamentState.DRAWN


def test_a_round_that_was_paired_without_the_team_is_taken_back_and_one_paired_with_it_loses_nothing():
    day = a_day(branches=4, teams=1, format_="swiss", settings={"rounds_played": 2}, started=False, minute=-30)
    leaves = withdraw(day.match(1).home_team)
    decide(2)
    second = Round.objects.get(number=2)
    pair_round(second, by=day.chief)
    assert refusals(leaves) == [(Code.PAIRED_WITHOUT, {"round": 2})]
    unpair_round(second, by=day.chief)
    restore(leaves)
    assert day.match(1).state == MatchState.READY
    decide(1)
    pair_round(second, by=day.chief)
    assert Match.objects.filter(round=second, home_source_kind=SourceKind.LOT).exclude(home_team=None).count() == 2
    before = as_it_stands(day.tournament)
    restore(withdraw(day.match(3).home_team))
    assert as_it_stands(day.tournament) == before


def test_a_stage_that_was_drawn_without_the_team_is_discarded_first():
    day = a_day(branches=4, teams=1, format_="round_robin", started=False, minute=-30)
    starts = [day.round.starts_at + timedelta(days=9)]
    stage = add_stage(day.tournament, by=day.chief, entrance=Entrance(2), format_="knockout", starts=starts)
    leaves = withdraw(day.match(1).home_team)
    play_all(day.tournament)
    place_stage(stage, by=day.chief)
    assert refusals(leaves) == [(Code.DRAWN_WITHOUT, {"stage": 2})]
    discard_draw(Draw.objects.get(stage=stage, state=DrawState.CONFIRMED), by=day.chief, reason="有队要回来")
    restore(leaves)
    assert Match.objects.filter(state=MatchState.READY).count() == 3


def test_a_team_that_was_not_drawn_stays_out():
    tournament = a_tournament(branches=3, teams=1, rounds=2)
    leaves = withdraw(tournament.branches.last().teams.get())
    confirm_draw(preview_draw(tournament, by=a_user()), by=a_user())
    assert refusals(leaves) == [(Code.DRAWN_WITHOUT, {"stage": 1})]


def test_where_nobody_came_the_one_who_comes_back_gets_the_match():
    day = a_day(branches=4, teams=1, minute=30)
    decide(1)
    waits = withdraw(day.match(3).home_team)
    both_absent(day.match(2), by=day.chief)
    assert day.match(3).result.reason == Reason.BOTH_ABSENT
    restore(waits)
    assert (day.match(3).result.reason, day.match(3).result.winner) == (WALKOVER, "home")


def test_where_both_had_left_the_one_who_comes_back_gets_the_match_unless_neither_had_come():
    day = a_day(branches=4, teams=1, format_="round_robin", minute=30)
    both_absent(day.match(1), by=day.chief)
    leaves = withdraw(day.match(1).home_team)
    assert 1 not in [match.number for match in matches_given_away(leaves)]
    restore(leaves)
    assert day.match(1).result.reason == Reason.BOTH_ABSENT
    first = withdraw(day.match(2).home_team)
    withdraw(day.match(2).away_team)
    assert day.match(2).result.winner == "away"
    restore(first)
    result, sheet = day.match(2).result, day.match(2).games.get().sheet
    assert (result.reason, result.winner) == (Reason.WITHDRAWAL, "home")
    assert (sheet.state, sheet.winner) == ("closed", "home")


def test_awards_that_were_confirmed_upon_it_are_open_again():
    tournament = a_drawn_tournament(branches=4, teams=1, format_="round_robin", awards=S000_AWARDS, rehearsal=True)
    leaves = withdraw(Match.objects.get(number=1).home_team)
    play_all(tournament)
    confirm_awards(tournament, by=a_user())
    restore(leaves)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.awards_confirmed_at) == (TournamentState.RUNNING, None)
