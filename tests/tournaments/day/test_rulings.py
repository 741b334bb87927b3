"""裁定: forfeit, both absent, disqualification, decision, withdrawal, and the correction while nothing follows yet."""

from datetime import timedelta

import pytest
from django.db import transaction

from guandan_rules import Reason
from journal.refusals import Refused
from journal.texts import ReasonCode
from scoring.states import SheetState
from tests.factories import a_tournament, a_user
from tests.made_once import once_a_module
from tests.refusals import refused_codes, too_late
from tests.tournaments.recorded import kinds, last_data, last_number
from tests.tournaments.round_day import a_day, at_the_bell, players, tick, win
from tournaments.bracket.rules.bracket_moves import begun_after, has_begun
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.codes import Code
from tournaments.day.actions.matches import call_match, check_in, confirm_result, enter_deal, undo_deal
from tournaments.day.actions.rulings import both_absent, correct_result, decide, disqualify, forfeit
from tournaments.entries.actions.teams import restore_team, withdraw_team
from tournaments.models import Booking, Match, Player, Result
from tournaments.states import WALKOVER, BookingKind, MatchState, SlotKind, TeamState

pytestmark = pytest.mark.django_db
made_once, day = once_a_module(a_day)


# forfeit and absence


def test_forfeit_advances_the_team_that_is_here_with_a_tidy_remark():
    day = a_day(started=False, minute=1)
    tick(day.match(1), "home", by=day.chief)
    tick(day.match(1), "away", by=day.chief, missing=1)  # half a team is not present
    assert refused_codes(lambda: forfeit(day.match(1), "home", by=day.chief)) == {Code.TEAM_PRESENT}
    assert refused_codes(lambda: both_absent(day.match(1), by=day.chief)) == {Code.TEAM_PRESENT}
    assert refused_codes(lambda: forfeit(day.match(1), "north", by=day.chief)) == {Code.NOT_A_SIDE}
    too_long = {"by": day.chief, "note": "长" * 201}
    assert refused_codes(lambda: forfeit(day.match(1), "away", **too_long)) == {ReasonCode.REASON_TOO_LONG}
    after = last_number(day.tournament)
    result = forfeit(day.match(1), "away", by=day.chief, note=" 堵车\x00\u202e\r\n了 ")
    assert kinds(day.tournament, after) == ["sheet.closed", "result.confirmed"]
    assert (result.winner, result.reason, result.note) == ("home", Reason.FORFEIT, "堵车 了")
    assert day.match(3).home_team_id == day.match(1).home_team_id


def test_forfeit_waits_for_the_start_and_the_grace():
    day = a_day(started=False, minute=-1)
    assert refused_codes(lambda: forfeit(day.match(1), "away", by=day.chief)) == {Code.NOT_LATE_YET}
    assert refused_codes(lambda: both_absent(day.match(1), by=day.chief)) == {Code.NOT_LATE_YET}
    day.at(14)
    sheet = current_sheet(day.match(1))
    sheet.rule_set["grace_minutes"] = 15
    sheet.save()
    with pytest.raises(Refused) as refused:
        forfeit(day.match(1), "away", by=day.chief)
    assert refused.value.problems[0].data["due"] == day.round.starts_at + timedelta(minutes=15)
    day.at(15)
    assert forfeit(day.match(1), "away", by=day.chief).winner == "home"


def test_team_that_has_played_a_deal_was_here(day):
    enter_deal(day.match(1), "NS", by=day.chief)
    assert refused_codes(lambda: forfeit(day.match(1), "away", by=day.chief)) == {Code.TEAM_PRESENT}


@pytest.mark.parametrize(("ruling", "winner"), [(decide, "home"), (disqualify, "away")])
def test_ruling_needs_a_side_and_a_reason(day, ruling, winner):
    rule = lambda side="home", reason="多次暗示": ruling(day.match(1), side, by=day.chief, reason=reason)  # noqa: E731
    assert refused_codes(lambda: rule("", " ")) == {Code.NOT_A_SIDE, ReasonCode.REASON_MISSING}
    assert refused_codes(lambda: rule(reason="长" * 201)) == {ReasonCode.REASON_TOO_LONG}
    result = rule()
    assert (result.winner, result.note) == (winner, "多次暗示")
    assert current_sheet(day.match(1)).state == SheetState.CLOSED
    assert too_late(rule) == MatchState.OVER


def test_after_both_absent_the_next_opponent_gets_a_walkover():
    day = a_day(minute=1)
    too_long = {"by": day.chief, "note": "长" * 201}
    assert refused_codes(lambda: both_absent(day.match(1), **too_long)) == {ReasonCode.REASON_TOO_LONG}
    after = last_number(day.tournament)
    result = both_absent(day.match(1), by=day.chief, note=" 堵车\r\n了 ")
    assert kinds(day.tournament, after) == ["sheet.closed", "result.confirmed"]
    assert (result.winner, result.reason, result.note) == ("", Reason.BOTH_ABSENT, "堵车 了")
    assert day.match(3).home_slot == SlotKind.NOBODY
    win(day, 2)
    final = day.match(3)
    assert (final.state, final.result.winner, final.result.reason) == (MatchState.OVER, "away", WALKOVER)
    assert last_data(day.tournament)["automatic"] is True


# decision and disqualification


def test_disqualified_team_does_not_play_for_third_place():
    day = a_day(third_place_match=True)
    disqualify(day.match(1), "home", by=day.chief, reason="冒名顶替")
    third = Match.objects.get(place_for=3)
    assert third.home_slot == SlotKind.NOBODY
    win(day, 2)
    third.refresh_from_db()
    assert (third.state, third.result.reason, third.result.winner) == (MatchState.OVER, WALKOVER, "away")


# withdrawal


def test_withdrawal_gives_the_open_match_to_the_opponent(day):
    team = day.match(1).home_team
    assert refused_codes(lambda: withdraw_team(team, by=day.chief, reason="")) == {ReasonCode.REASON_MISSING}
    after = last_number(day.tournament)
    withdraw_team(team, by=day.chief, reason="受伤")
    team.refresh_from_db()
    assert (team.state, team.withdrawn_reason) == (TeamState.WITHDRAWN, "受伤")
    assert kinds(day.tournament, after) == ["team.withdrawn", "sheet.closed", "result.confirmed"]
    assert (day.match(1).result.winner, day.match(1).result.reason) == ("away", Reason.WITHDRAWAL)
    assert too_late(lambda: withdraw_team(team, by=day.chief, reason="出差")) == TeamState.WITHDRAWN


def test_withdrawal_before_the_opponent_is_known_decides_the_match_once_he_is(day):
    win(day, 1)
    loser = day.match(1).away_team  # has no match left
    assert refused_codes(lambda: withdraw_team(loser, by=day.chief, reason="出差")) == {Code.TEAM_OUT}
    withdraw_team(day.match(1).home_team, by=day.chief, reason="出差")
    assert day.match(3).state == MatchState.WAITING
    win(day, 2)
    final = day.match(3)
    assert (final.result.reason, final.result.winner, final.games.count()) == (Reason.WITHDRAWAL, "away", 0)


def test_team_comes_back_before_the_draw_but_not_with_a_player_of_another_team():
    tournament, office = a_tournament(branches=2, teams=2), a_user()
    team = tournament.branches.first().teams.get(ordinal=1)
    team.players.filter(number=1).update(mail="jia@example.org")
    withdraw_team(team, by=office, reason="出差")
    Player.objects.filter(team__branch=team.branch, team__ordinal=2, number=1).update(name="队员 甲")
    assert refused_codes(lambda: restore_team(team, by=office)) == {Code.LOOKS_ALIKE}
    Player.objects.filter(team__branch=team.branch, team__ordinal=2, number=1).update(name="队员丙")
    namesake = Player.objects.exclude(team__branch=team.branch).filter(name="队员甲")
    namesake.update(mail="JIA@example.org")
    assert refused_codes(lambda: restore_team(team, by=office)) == {Code.IN_ANOTHER_BRANCH}
    namesake.update(mail="another@example.org")
    assert restore_team(team, by=office).state == TeamState.ENTERED
    assert kinds(tournament)[-1] == "team.restored"


# correction


def test_correction_opens_the_sheet_again_and_takes_the_winner_back(day):
    win(day, 1)
    after = last_number(day.tournament)
    correct_result(day.match(1), by=day.chief, reason="记错一副")
    assert kinds(day.tournament, after) == ["sheet.reopened", "result.corrected"]
    match, final = day.match(1), day.match(3)
    assert (match.state, match.result) == (MatchState.PLAYING, None)
    assert (final.home_slot, final.state) == (SlotKind.OPEN, MatchState.WAITING)
    assert Booking.objects.filter(match=match).count() == 3
    undo_deal(match, by=day.chief)
    enter_deal(match, "WE", by=day.chief)
    day.at(61)
    decide(match, "away", by=day.chief, reason="改判")
    versions = [(r.version, r.winner, r.withdrawn_at is None) for r in Result.objects.filter(match=match)]
    assert versions == [(1, "home", False), (2, "away", True)]
    assert day.match(3).home_team_id == match.away_team_id


def test_correction_of_a_result_that_somebody_gave_takes_back_what_followed_without_play():
    day = a_day(branches=4)
    assert too_late(lambda: correct_result(day.match(1), by=day.chief, reason="记错")) == MatchState.READY
    both_absent(day.match(2), by=day.chief)
    win(day, 1)
    walkover = day.match(5)
    assert (walkover.result.reason, day.match(7).home_slot) == (WALKOVER, SlotKind.TEAM)
    assert refused_codes(lambda: correct_result(walkover, by=day.chief, reason="记错")) == {Code.NOT_DECIDED_HERE}
    assert refused_codes(lambda: correct_result(day.match(1), by=day.chief, reason="")) == {ReasonCode.REASON_MISSING}
    correct_result(day.match(1), by=day.chief, reason="记错")
    walkover.refresh_from_db()
    assert (walkover.state, walkover.result, walkover.home_slot) == (MatchState.WAITING, None, SlotKind.OPEN)
    assert walkover.away_slot == SlotKind.NOBODY
    assert day.match(7).home_slot == SlotKind.OPEN


def a_final(day):
    """Both semi-finals are won by home; the final is ready, in time before its clock."""
    win(day, 1)
    decide(day.match(2), "home", by=day.chief, reason="无人到场")
    day.number = 2
    day.at(-5)


def decided(day):
    day.at(1)
    forfeit(day.match(3), "home", by=day.chief)


BEGINNINGS = (
    lambda day: call_match(day.match(3), by=day.chief),
    lambda day: check_in(day.match(3), players(day.match(3), "home")[0], by=day.chief),
    lambda day: day.start(2),
    lambda day: (day.start(2), enter_deal(day.match(3), "NS", by=day.chief)),
    decided,
)


def test_correction_is_possible_until_the_next_match_has_begun(day):
    a_final(day)
    assert (has_begun(day.match(3)), begun_after(day.match(1))) == (False, None)
    for begin in BEGINNINGS:
        with transaction.atomic():
            begin(day)
            assert has_begun(day.match(3))
            assert begun_after(day.match(1)) == day.match(3)
            with pytest.raises(Refused) as refused:
                correct_result(day.match(1), by=day.chief, reason="记错")
            assert [(p.code, p.data) for p in refused.value.problems] == [(Code.NEXT_MATCH_BEGUN, {"number": 3})]
            transaction.set_rollback(True)
    table = day.match(3).table
    assert table is not None
    correct_result(day.match(1), by=day.chief, reason="记错")
    final = day.match(3)
    assert final.state == MatchState.WAITING
    bookings = [(b.kind, b.resource) for b in final.bookings.order_by("kind")]
    assert bookings == [(BookingKind.TABLE, table.pk), (BookingKind.TEAM, final.away_team_id)]


def test_corrected_forfeit_can_be_played():
    day = a_day(minute=1)
    tick(day.match(1), "home", by=day.chief)
    forfeit(day.match(1), "away", by=day.chief)
    correct_result(day.match(1), by=day.chief, reason="其实到了")
    assert day.match(1).state == MatchState.READY
    tick(day.match(1), "away", by=day.chief)
    assert day.match(1).state == MatchState.PLAYING
    win(day, 1, "away")
    assert day.match(3).home_team_id == day.match(1).away_team_id


def test_match_of_a_withdrawn_team_is_played_anew_by_another_after_a_correction(day):
    """The withdrawn team's closed sheet must not count for whoever comes in its place."""
    a_final(day)
    withdraw_team(day.match(3).home_team, by=day.chief, reason="出差")
    assert day.match(3).result.winner == "away"
    correct_result(day.match(1), by=day.chief, reason="记错")
    decide(day.match(1), "away", by=day.chief, reason="改判")
    final = day.match(3)
    assert (final.state, current_sheet(final).state, final.games.count()) == (MatchState.READY, SheetState.OPEN, 1)
    day.start(2)
    win(day, 3, "home")
    assert day.match(3).result.winner == "home"


def test_verdict_after_a_correction_counts_the_corrected_deals(day):
    match = at_the_bell(day, 1, "NS", "WE")
    assert confirm_result(match, by=day.chief).winner == "home"
    correct_result(match, by=day.chief, reason="第一副记反")
    undo_deal(match, by=day.chief)
    undo_deal(match, by=day.chief)
    for order in ("WE", "NS"):
        enter_deal(match, order, by=day.chief, kind="late")
    assert confirm_result(match, by=day.chief).winner == "away"
