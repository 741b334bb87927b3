"""更正 of a result that others were built upon: every remedy signed in the database, and its law there."""

import pytest

from guandan_rules import Reason
from journal.refusals import Refused
from journal.texts import ReasonCode
from scoring.models import Deal
from scoring.states import ScoringCode
from tests.made_once import once_a_module
from tests.refusals import refused_codes, too_late
from tests.tournaments.bracket.test_agreement import seen
from tests.tournaments.played import S000_AWARDS
from tests.tournaments.recorded import kinds, last_data, last_number
from tests.tournaments.round_day import PASSES_ACE, a_day, tick, win
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.actions.remedies import sign_remedy
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import present_teams
from tournaments.bracket.queries.remedies import Corrected, plan, remedy_views
from tournaments.bracket.rules.bracket_moves import follows_by_itself, has_begun
from tournaments.codes import Code
from tournaments.day.actions.matches import agree, call_match, confirm_result, enter_deal, undo_deal
from tournaments.day.actions.rulings import both_absent, correct_result, decide, forfeit
from tournaments.day.actions.timetable import set_table
from tournaments.day.queries.desk import round_desk
from tournaments.models import Booking, CheckIn, Game, Match, Tournament
from tournaments.states import WALKOVER, BookingKind, MatchState, RemedyKind, TournamentState

pytestmark = pytest.mark.django_db
AWAY_WON = Corrected(winner="away")
ALL_AWAY = {1: "WE", 2: "WE", 3: "WE", 4: "WE", 5: "WNES"}  # passes A for the away side


def a_played_day(**more):
    """Four teams, both semi-finals won by home, the first by its deals, the final under way since two deals."""
    day = a_day(awards=S000_AWARDS, **more)
    win(day, 1)
    rule(day, 2)
    day.start(2)
    for _ in range(2):
        enter_deal(day.match(3), "NS", by=day.chief)
    return day


def rule(day, *numbers):
    """The chief referee gives them to home."""
    for number in numbers:
        decide(day.match(number), "home", by=day.chief, reason="裁定")


made_once, day = once_a_module(a_played_day)


def sign(day, kind, *, number=1, corrected=AWAY_WON, side="", reason="记分员记反了"):
    planned = plan(day.match(number), corrected)
    return sign_remedy(
        day.match(number), kind, by=day.chief, reason=reason, corrected=corrected, side=side, seen=planned.seen
    )


def teams(match):
    return match.home_team_id, match.away_team_id


# what is right


def test_corrected_deals_are_folded_and_the_verdict_calculated_and_what_is_as_before_is_no_correction(day):
    verdict = plan(day.match(1), Corrected(orders=ALL_AWAY)).finding
    assert (verdict.winner, verdict.reason) == ("away", Reason.PASSED_A)
    assert (verdict.standing.home, verdict.standing.away, verdict.standing.away_passed) == (2, 14, True)
    assert verdict.orders == {**ALL_AWAY, 5: "WNES"}
    assert plan(day.match(1), Corrected(orders={1: "NS", 5: "NWS"})).finding.orders == {5: "NWSE"}


def test_correction_that_says_nothing_or_cannot_be_is_refused(day):
    for corrected, problems in (
        (Corrected(), {(Code.CORRECTION_MISSING, "")}),
        (Corrected(orders={1: "NS"}), {(Code.CORRECTION_MISSING, "")}),
        (Corrected(winner="north"), {(Code.NOT_A_SIDE, "winner")}),
        (Corrected(winner="away", orders={1: "WE"}), {(Code.CORRECTION_TWOFOLD, "winner")}),
        (Corrected(orders={1: "NN", 9: "WE"}), {("repeated_seat", "deal-1"), (ScoringCode.DEAL_UNKNOWN, "deal-9")}),
        (Corrected(orders={1: "WE"}, game=2), {(ScoringCode.DEAL_UNKNOWN, "deal-1")}),
        (Corrected(orders={1: "WE", 2: "WE"}), {(Code.CORRECTION_UNDECIDED, "winner")}),  # nobody had passed A yet
    ):
        with pytest.raises(Refused) as refused:
            plan(day.match(1), corrected)
        assert {(problem.code, problem.field) for problem in refused.value.problems} == problems


def test_result_that_nothing_was_built_upon_is_simply_taken_back_also_after_it_was_kept():
    day = a_day()
    win(day, 1)
    assert refused_codes(lambda: plan(day.match(1), AWAY_WON)) == {Code.NOTHING_BUILT_UPON}
    assert [r.kind for r in plan(day.match(1), Corrected(winner="home")).remedies] == [RemedyKind.KEEP]
    sign(day, "keep", corrected=Corrected(winner="home"))
    correct_result(day.match(1), by=day.chief, reason="记错")
    assert day.match(1).state == MatchState.PLAYING
    assert last_data(day.tournament)["withdrawn"] == [day.match(1).results.get(version=2).pk]


def test_result_that_followed_from_another_match_has_no_remedy():
    day = a_day(started=False, branches=4, minute=1)
    both_absent(day.match(1), by=day.chief)
    call_match(day.match(2), by=day.chief)
    rule(day, 2)
    assert day.match(5).result.reason == WALKOVER
    assert refused_codes(lambda: sign(day, "keep", number=5)) == {Code.NOT_DECIDED_HERE}


# the remedies


def test_keep_signs_a_new_version_and_nobody_moves(day):
    pair = teams(day.match(3))
    sign(day, "keep", corrected=Corrected(orders={5: "NS"}))  # the same winner, other levels
    assert (day.match(1).result.winner, day.match(1).result.version) == ("home", 2)
    sign(day, "keep", corrected=Corrected(orders=ALL_AWAY))
    first, _, new = day.match(1).results.all()
    assert (first.winner, first.reason, first.withdrawn_at is None) == ("home", Reason.PASSED_A, False)
    assert (new.winner, new.reason, new.remedy, new.note) == ("home", Reason.DECISION, "keep", "记分员记反了")
    assert (new.home_standing["level"], new.away_standing["level"]) == (2, 14)
    assert teams(day.match(3)) == pair
    assert day.match(3).games.get().sheet.deals.count() == 2
    assert day.match(3).state == MatchState.PLAYING


def test_replay_sets_the_later_match_aside_for_the_right_pair_and_the_corrected_deals_stay_readable(day):
    before, after = day.match(3), last_number(day.tournament)
    sign(day, "replay", corrected=Corrected(orders=ALL_AWAY))
    final = day.match(3)
    assert teams(final) == (day.match(1).away_team_id, before.away_team_id)
    assert (final.state, final.result, final.called_at) == (MatchState.READY, None, None)
    assert final.games.get().sheet.deals.count() == 0
    old = Game.every.exclude(replaced_at=None).get(match=final)
    assert (old.result.home_team_id, old.result.away_team_id) == teams(before)
    assert (old.result.winner, old.result.withdrawn_at is None, old.sheet.deals.count()) == ("", False, 2)
    told = [kind for kind in kinds(day.tournament, after) if kind != "deal.corrected"]
    assert told == ["remedy.signed", "match.reset", "result.confirmed"]
    booked = Booking.objects.filter(match=final, kind=BookingKind.TEAM).values_list("resource", flat=True)
    assert set(booked) == set(teams(final))
    sheet = day.match(1).games.get().sheet
    struck = Deal.objects.filter(sheet=sheet).exclude(struck_at=None)
    assert [(d.order, d.struck_reason) for d in struck.filter(number=1)] == [("NS", "记分员记反了")]
    assert (sheet.state, sheet.winner, sheet.reason) == ("closed", "away", Reason.PASSED_A)
    assert [d.order for d in Deal.objects.filter(sheet=sheet, struck_at=None)] == ["WE", "WE", "WE", "WE", "WNES"]


def test_later_match_whose_result_is_disputed_is_set_aside_too(day):
    for order in PASSES_ACE["home"][2:]:
        enter_deal(day.match(3), order, by=day.chief)
    agree(day.match(3), "away", by=day.chief, seen=seen(day, 3), agrees=False, note="第4副记反了")
    assert day.match(3).state == MatchState.DISPUTED
    sign(day, "replay")
    assert (day.match(3).state, day.match(3).result) == (MatchState.READY, None)


def test_game_that_was_set_aside_is_in_no_view_and_its_match_is_ticked_again_and_played_to_its_end(day):
    def shown():
        views = (match for round_ in rounds(day.tournament) for match in round_.matches)
        return next((view.home.level, view.away.level) for view in views if view.number == 3)

    wrong, right = teams(day.match(3))
    tick(day.match(3), "home", by=day.chief)
    assert shown() == (8, 2)
    sign(day, "replay")
    assert shown() == (None, None)
    assert not CheckIn.objects.filter(match=day.match(3)).exists()
    assert {wrong, right} <= present_teams(day.tournament)  # who played was present
    enter_deal(day.match(3), "WE", by=day.chief)
    assert shown() == (2, 5)
    undo_deal(day.match(3), by=day.chief)
    win(day, 3, "home")
    final = day.match(3)
    assert final.result.home_team_id == day.match(1).away_team_id
    assert [result.version for result in final.results.all()] == [1, 2]


def test_walkover_awards_the_later_match_to_either_team(day):
    win_final = teams(day.match(3))
    sign(day, "walkover", side="home")
    final = day.match(3)
    assert (final.result.winner, final.result.reason, final.result.remedy) == ("home", Reason.DECISION, "walkover")
    assert final.home_team_id == day.match(1).away_team_id != win_final[0]
    assert (follows_by_itself(final), has_begun(final)) == (False, True)
    assert not Booking.objects.filter(match=final).exists()


def test_rematch_plays_the_match_itself_again(day):
    sign(day, "rematch")
    first, final = day.match(1), day.match(3)
    assert (first.state, first.result, first.games.get().sheet.deals.count()) == (MatchState.READY, None, 0)
    assert (final.state, final.home_team_id) == (MatchState.WAITING, None)
    assert Game.every.filter(match=first).count() == 2
    # nobody knows of it before the call: until then nobody is late
    assert not [row for row in round_desk(day.tournament, 1).rows if row.absence]
    assert refused_codes(lambda: forfeit(day.match(1), "away", by=day.chief)) == {Code.NOT_EXPECTED_YET}
    call_match(day.match(1), by=day.chief)
    assert [row.match.number for row in round_desk(day.tournament, 1).rows if row.is_late] == [1]
    win(day, 1, "away")
    assert (day.match(3).state, day.match(3).home_team_id) == (MatchState.READY, day.match(1).away_team_id)


def test_match_for_third_place_gets_the_right_team_too_and_waits_again_if_it_was_a_bye():
    day = a_day(awards=S000_AWARDS, third_place_match=True)
    rule(day, 1, 2, 3, 4)
    sign(day, "walkover", side="away")
    assert day.match(4).home_team_id == day.match(1).home_team_id
    assert (day.match(4).state, day.match(4).result) == (MatchState.READY, None)
    of_three = a_day(branches=3, teams=1, awards=S000_AWARDS, third_place_match=True)
    played = next(number for number in (1, 2) if of_three.match(number).state != MatchState.BYE)
    rule(of_three, played)
    assert of_three.match(4).state == MatchState.BYE
    correct_result(of_three.match(played), by=of_three.chief, reason="点错了")
    assert of_three.match(4).state == MatchState.WAITING


def test_team_that_only_took_the_wrong_place_in_a_game_is_not_present_for_it(day):
    rule(day, 3)
    Deal.objects.filter(sheet__match_game__match__number__in=[1, 2]).delete()
    sign(day, "replay")
    assert day.match(1).away_team_id not in present_teams(day.tournament)


def test_table_taken_meanwhile_is_given_up():
    day = a_day(awards=S000_AWARDS, third_place_match=True)
    rule(day, 1, 2)
    day.number = 2
    table = day.tournament.tables.get(number=1)
    set_table(day.match(3), table, by=day.chief)
    rule(day, 3)
    Match.objects.filter(number=4).update(home_team=None, home_slot="open", state="waiting")
    Match.objects.filter(number=4).update(home_team=day.match(1).away_team_id, home_slot="team", state="ready")
    set_table(day.match(4), table, by=day.chief)
    sign(day, "replay")
    assert day.match(3).table_id != day.match(4).table_id


def test_confirmed_awards_are_opened_again_unless_nobody_moves(day):
    for _ in range(3):
        enter_deal(day.match(3), "NS", by=day.chief)
    confirm_result(day.match(3), by=day.chief)
    confirm_awards(day.tournament, by=day.chief)
    (keeping, *others) = remedy_views(plan(day.match(1), AWAY_WON))
    assert [r.reopens_awards for r in (keeping, *others)] == [False, True, True, True, True]
    sign(day, "keep")
    assert Tournament.objects.get().state == TournamentState.FINISHED
    sign(day, "replay")
    reopened = Tournament.objects.get()
    assert (reopened.state, reopened.awards_confirmed_at) == (TournamentState.RUNNING, None)


# who may not, and when


def test_signature_needs_a_reason_and_an_offered_remedy_of_the_correction_that_was_shown(day):
    assert refused_codes(lambda: sign(day, "replay", reason=" ")) == {ReasonCode.REASON_MISSING}
    assert refused_codes(lambda: sign(day, "walkover")) == {Code.REMEDY_NOT_OFFERED}
    assert refused_codes(lambda: sign(day, "nonsense", side="x")) == {Code.REMEDY_NOT_OFFERED}
    other = {"by": day.chief, "reason": "错", "corrected": Corrected(orders=ALL_AWAY)}
    seen = plan(day.match(1), AWAY_WON).seen
    assert too_late(lambda: sign_remedy(day.match(1), "replay", seen=seen, **other)) == "changed"


def test_bracket_that_moved_meanwhile_is_shown_again(day):
    seen = plan(day.match(1), AWAY_WON).seen
    rule(day, 3)
    again = {"by": day.chief, "reason": "错", "corrected": AWAY_WON}
    assert too_late(lambda: sign_remedy(day.match(1), "replay", seen=seen, **again)) == "changed"
    sign_remedy(day.match(1), "replay", seen=plan(day.match(1), AWAY_WON).seen, **again)
    assert too_late(lambda: sign_remedy(day.match(3), "replay", seen=seen, **again)) == MatchState.READY


def test_remedy_of_a_match_of_several_games():
    day = a_day(best_of=3)
    for _ in range(2):
        win(day, 1)
    rule(day, 2, 2)
    day.start(2)
    enter_deal(day.match(3), "NS", by=day.chief)
    of_one = Corrected(orders=ALL_AWAY, game=2)  # one game each
    assert refused_codes(lambda: plan(day.match(1), of_one)) == {Code.CORRECTION_UNDECIDED}
    sign(day, "replay")
    assert day.match(3).games.get().number == 1


def test_views_name_what_each_remedy_touches(day):
    views = {(r.kind, r.side): r for r in remedy_views(plan(day.match(1), AWAY_WON))}
    replay = views["replay", ""]
    assert [(m.number, m.fate, m.begun) for m in replay.matches] == [(1, "signed", True), (3, "set_aside", True)]
    assert replay.withdrawn == (day.match(1).result_id,)
    assert replay.moved == ((day.match(3).pk, "home"),)
    assert replay.tables == tuple(sorted({day.match(number).table.number for number in (1, 3)}))
    assert len(replay.teams) == 3
    assert views["walkover", "home"].awarded_to.id == day.match(1).away_team_id


def test_stage_is_corrected_by_the_plan_of_its_draw_whatever_its_format_would_plan_today():
    day = a_day(branches=8, teams=1, format_="double_elimination")
    # as if it had been drawn so: who loses in the winners' second round comes down straight, and does not cross over
    for upper, lower in ((5, 9), (6, 10)):
        Match.objects.filter(pk=day.match(upper).pk).update(loser_to=day.match(lower))
        Match.objects.filter(pk=day.match(lower).pk).update(home_source_match=day.match(upper))
    rule(day, *range(1, 10))
    assert day.match(9).home_team == day.match(5).away_team
    again = next(one for one in plan(day.match(5), AWAY_WON).remedies if one.kind.value == RemedyKind.REPLAY)
    assert 9 in {change.number for change in again.changes if change.moves}
    assert 10 not in {change.number for change in again.changes}
    sign(day, RemedyKind.REPLAY, number=5)
    assert day.match(9).home_team == day.match(5).home_team
    assert day.match(10).home_team == day.match(6).away_team


def test_places_that_follow_are_played_again_by_whom_they_concern():
    day = a_day(branches=8, teams=1, third_place_match=True, settings={"places_to": 8})
    rule(day, 1, 2, 3, 4, 7)
    right, wrong = day.match(1).away_team_id, day.match(1).home_team_id
    assert day.match(7).place_for == 5
    assert teams(day.match(7))[0] == right
    sign(day, RemedyKind.REPLAY)
    assert [teams(day.match(number))[0] for number in (5, 7)] == [right, wrong]
    assert day.match(7).state == MatchState.READY
    assert {day.match(11).home_slot, day.match(12).home_slot} == {"open"}
