"""抽签: previews, lots, confirmation, redraw, and the record that can be run again."""

from collections import Counter
from datetime import timedelta
from io import StringIO
from threading import Barrier, Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from guandan_rules import named
from journal.queries import last_event_number
from journal.refusals import Refused, WrongState
from journal.texts import ReasonCode
from scoring.games import GAMES
from scoring.models import Clock, Sheet
from scoring.states import ClockState
from tests.factories import FIRST_START, a_branch, a_role, a_team, a_tournament, a_user
from tests.refusals import refused_codes, too_late
from tests.thorough import tries
from tests.tournaments.recorded import kinds, last_data, last_number
from tournaments.codes import Code
from tournaments.draw.actions.draws import confirm_draw, discard_draw, preview_draw, preview_lots
from tournaments.draw.method import Constraints, breaches
from tournaments.draw.queries.draws import entered_teams, entries
from tournaments.draw.queries.records import draw_again
from tournaments.models import Booking, Draw, Match, Round, Team
from tournaments.states import BookingKind, DrawMethod, DrawState, MatchState, RoleKind, TeamState, TournamentState

pytestmark = pytest.mark.django_db


def in_order(tournament) -> dict[int, int]:
    """Legal lots for four teams of two branches: each branch in both halves."""
    first, second, third, fourth = entered_teams(tournament)
    return {first.pk: 1, third.pk: 2, second.pk: 3, fourth.pk: 4}


def side_by_side(tournament) -> dict[int, int]:
    """The same four teams, each branch meeting itself."""
    return {team.pk: position for position, team in enumerate(entered_teams(tournament), start=1)}


def confirmed(tournament, **more) -> Draw:
    return confirm_draw(preview_draw(tournament, by=None, **more), by=None)


def test_preview_is_a_legal_sheet_of_26_teams_with_a_seed_of_its_own_and_discards_the_one_before_it():
    tournament, office = a_tournament(branches=13, teams=2), a_user()
    draw = preview_draw(tournament, by=office)
    teams = entered_teams(tournament)
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    positions = [numbers[team] if team else None for team in draw.positions]
    assert (draw.state, draw.method, draw.number, draw.made_by) == (DrawState.PREVIEW, DrawMethod.PROGRAM, 1, office)
    assert (len(draw.positions), len(draw.seed)) == (32, 32)
    assert breaches(positions, entries(teams), Constraints()) == ()
    assert not Match.objects.exists()
    second = preview_draw(tournament, by=None)
    draw.refresh_from_db()
    assert (draw.state, second.state, second.number) == (DrawState.DISCARDED, DrawState.PREVIEW, 2)
    assert second.seed != draw.seed
    assert kinds(tournament) == ["draw.previewed", "draw.discarded", "draw.previewed"]
    assert preview_draw(tournament, by=None, seed=" 7 21 3 ").seed == "7 21 3"


def test_command_runs_a_draw_again_and_tells_a_sheet_that_was_changed():
    tournament, output = a_tournament(branches=3, teams=2), StringIO()
    draw = preview_draw(tournament, by=None, seed="三个分会")
    call_command("redraw", tournament.slug, str(draw.number), stdout=output)
    assert "IDENTICAL" in output.getvalue()
    assert list(draw_again(draw)) == draw.positions
    Draw.objects.filter(pk=draw.pk).update(positions=draw.positions[::-1])
    for number, words in (("1", "DIFFERENT"), ("9", "no draw 9")):
        with pytest.raises(CommandError, match=words):
            call_command("redraw", tournament.slug, number, stdout=output)


def test_preview_of_fewer_than_two_teams_is_refused():
    for teams in (0, 1):
        tournament = a_tournament(branches=1, teams=teams)
        assert refused_codes(lambda one=tournament: preview_draw(one, by=None)) == {Code.TOO_FEW_TEAMS}


def test_preview_says_everything_that_is_wrong_at_once():
    tournament = a_tournament(branches=5, teams=2, rounds=2, rule_options={"minutes": -1})
    draft = a_team(tournament.branches.last(), players=("队员戊",), state=TeamState.DRAFT)
    with pytest.raises(Refused) as refused:
        preview_draw(tournament, by=None, seed="一" * 65)
    problems = refused.value.problems
    assert [problem.code for problem in problems] == [
        Code.TOO_FEW_ROUNDS, Code.DRAFTS_LEFT, Code.RULE_OPTION_INVALID, Code.TEXT_TOO_LONG,
    ]  # fmt: skip
    assert problems[0].data == {"teams": 10, "needed": 4, "planned": 2, "missing": 2}
    assert problems[1].data == {"branch": draft.branch.name, "ordinal": 3}
    assert not Draw.objects.exists()


def test_preview_leaves_drafts_out_when_told_to_and_names_pairs_that_cannot_be_avoided():
    tournament = a_tournament(branches=1, teams=5, rounds=3)
    a_branch(tournament, teams=1)
    branch = tournament.branches.first()
    draft = a_team(branch, state=TeamState.DRAFT)
    draw = preview_draw(tournament, by=None, without_drafts=True)
    assert (draft.pk in draw.teams, len(draw.teams)) == (False, 6)
    assert draw.unavoidable == [{"branch": branch.pk, "teams": 5, "matches": 4, "pairs": 1}]
    assert (draw.breaches, draw.uniform) == ([], False)


def test_lots_become_the_sheet_and_free_positions_byes():
    tournament = a_tournament(branches=3, teams=2, rounds=3)
    one, two, three, four, five, six = (team.pk for team in entered_teams(tournament))
    draw = preview_lots(tournament, {one: 1, two: 5, three: 3, four: 7, five: 4, six: 8}, by=None)
    assert draw.positions == [one, None, three, five, two, None, four, six]
    assert (draw.method, draw.breaches, draw.seed) == (DrawMethod.LOTS, [], "")
    with pytest.raises(ValueError, match="lots"):
        draw_again(draw)


def test_lots_that_are_no_sheet_are_refused_each_at_its_field():
    tournament = a_tournament(branches=2, teams=2)
    first, second, third, fourth = entered_teams(tournament)
    with pytest.raises(Refused) as refused:
        preview_lots(tournament, {first.pk: 2, second.pk: 2, third.pk: 5, fourth.pk: None}, by=None)
    assert [(p.field, p.code) for p in refused.value.problems] == [
        (f"position-{first.pk}", Code.POSITION_TAKEN),
        (f"position-{second.pk}", Code.POSITION_TAKEN),
        (f"position-{third.pk}", Code.POSITION_OUT_OF_RANGE),
        (f"position-{fourth.pk}", Code.POSITION_MISSING),
    ]
    assert not Draw.objects.exists()
    lots = in_order(tournament)
    Team.objects.filter(pk=first.pk).update(state=TeamState.WITHDRAWN)
    assert refused_codes(lambda: preview_lots(tournament, lots, by=None)) == {Code.TEAMS_CHANGED}


def test_confirmation_freezes_rules_names_rounds_and_makes_the_matches_each_at_a_table_that_is_booked():
    tournament, office = a_tournament(branches=13, teams=2, rule_options={"minutes": 45}), a_user()
    draw = preview_draw(tournament, by=office)
    before = last_number(tournament)
    draw = confirm_draw(draw, by=office, seen=last_event_number(tournament.journal, draw.subject))
    tournament.refresh_from_db()
    stage = tournament.stages.get()
    assert (tournament.state, draw.state, draw.confirmed_by) == (TournamentState.DRAWN, DrawState.CONFIRMED, office)
    assert (stage.size, stage.rule_set) == (32, {**named("s000").to_dict(), "minutes": 45})
    assert list(stage.rounds.values_list("entrants", "clock__minutes")) == [(e, 45) for e in (32, 16, 8, 4, 2)]
    states = Counter(stage.matches.values_list("round__number", "state"))
    first = {(1, MatchState.BYE): 6, (1, MatchState.READY): 10}
    assert (first.items() <= states.items(), sum(states.values())) == (True, 31)
    for round_ in stage.rounds.all():
        played = round_.matches.exclude(state=MatchState.BYE).order_by("table__number")
        assert [m.table.number for m in played] == list(range(1, len(played) + 1))
    assert not stage.matches.filter(state=MatchState.BYE, table__isnull=False).exists()
    assert Booking.objects.filter(kind=BookingKind.TABLE).count() == 25
    start = stage.rounds.first().starts_at
    during = Booking.objects.filter(match__round__number=1).values_list("during", flat=True)
    assert {(d.lower, d.upper) for d in during} == {(start, start + timedelta(minutes=45))}
    assert kinds(tournament, before) == ["draw.confirmed"]
    data = last_data(tournament)
    assert (data["teams"], data["size"], data["byes"], data["rounds_dropped"]) == (26, 32, 6, 0)
    assert [p["id"] if p else None for p in data["positions"]] == draw.positions


@pytest.mark.parametrize("game", ["shuangsheng", "win_loss"])
def test_confirmation_freezes_the_options_of_the_game_that_is_played(game):
    confirmed(a_tournament(game=game, branches=2, teams=1, rounds=1))
    frozen = GAMES[game].plain_options(GAMES[game].options_of({}))
    assert Match.objects.get().stage.rule_set == Sheet.objects.get().rule_set == frozen


def test_confirmation_drops_spare_rounds_and_leaves_matches_without_a_table_where_tables_are_few():
    tournament = a_tournament(branches=4, teams=2, rounds=5, tables=3)
    confirmed(tournament)
    first = Match.objects.filter(round__number=1).order_by("place")
    assert [m.table.number if m.table else 0 for m in first] == [1, 2, 3, 0]
    assert list(tournament.stages.get().rounds.values_list("number", "entrants")) == [(1, 8), (2, 4), (3, 2)]
    assert (Clock.objects.count(), last_data(tournament)["rounds_dropped"]) == (3, 2)


def test_confirmation_after_list_rounds_or_settings_changed_is_refused():
    tournament = a_tournament(branches=3, teams=2, rounds=3)
    draw, events = preview_draw(tournament, by=None), type(tournament).objects
    Round.objects.filter(number=2).update(starts_at=FIRST_START + timedelta(hours=23))
    for change, code in (
        (lambda: a_branch(tournament, teams=1), Code.TEAMS_CHANGED),
        (lambda: Round.objects.filter(number=3).delete(), Code.TOO_FEW_ROUNDS),
        (lambda: events.update(branches_apart="none"), Code.CONSTRAINT_CHANGED),
        (lambda: events.update(branches_apart="two_rounds"), Code.CONSTRAINT_CHANGED),
        (lambda: events.update(rule_options={"minutes": 1439}), Code.ROUNDS_OUT_OF_ORDER),
    ):
        with transaction.atomic():
            change()
            assert refused_codes(lambda: confirm_draw(draw, by=None)) == {code}
            transaction.set_rollback(True)


def test_confirmation_of_what_was_not_seen_or_was_thrown_away_is_too_late():
    tournament = a_tournament(branches=2, teams=2)
    draw = preview_draw(tournament, by=None)
    seen = last_event_number(tournament.journal, draw.subject) + 1
    assert too_late(lambda: confirm_draw(draw, by=None, seen=seen))
    assert discard_draw(draw, by=None).state == DrawState.DISCARDED  # a preview, without a reason
    assert kinds(tournament) == ["draw.previewed", "draw.discarded"]
    assert too_late(lambda: discard_draw(draw, by=None)) == DrawState.DISCARDED
    assert too_late(lambda: confirm_draw(draw, by=None)) == DrawState.DISCARDED


def test_breaches_are_confirmed_by_the_chief_referee_alone_who_says_why():
    tournament = a_tournament(branches=2, teams=2)
    draw = preview_lots(tournament, side_by_side(tournament), by=None)
    assert {breach["code"] for breach in draw.breaches} == {"same_branch", "branch_not_split"}
    office, chief = (a_role(tournament, role) for role in (RoleKind.OFFICE, RoleKind.CHIEF_REFEREE))
    for by, accept, reason, code in (
        (office, False, "", Code.DRAW_BREACH),
        (office, True, "现场公证", Code.ACCEPT_NEEDS_CHIEF),
        (chief, False, "现场公证", Code.DRAW_BREACH),
        (chief, True, "  ", ReasonCode.REASON_MISSING),
        (chief, True, "由" * 201, ReasonCode.REASON_TOO_LONG),
    ):
        answer = {"by": by, "accept": accept, "reason": reason}
        assert refused_codes(lambda answer=answer: confirm_draw(draw, **answer)) == {code}
    draw = confirm_draw(draw, by=chief, accept=True, reason="各领队一致同意")
    assert (draw.state, draw.reason) == (DrawState.CONFIRMED, "各领队一致同意")
    data = last_data(tournament)
    assert (data["reason"], data["breaches"]) == ("各领队一致同意", len(draw.breaches))


def test_confirmed_draw_is_frozen_by_the_actions_and_by_the_database():
    tournament = a_tournament(branches=2, teams=2)
    draw = confirmed(tournament)
    for act in (
        lambda: confirm_draw(draw, by=None),
        lambda: preview_draw(tournament, by=None),
        lambda: preview_lots(tournament, in_order(tournament), by=None),
    ):
        assert too_late(act)
    for change in ({"positions": []}, {"seed": "another"}, {"teams": [1]}, {"state": "preview"}):
        with pytest.raises(IntegrityError, match="frozen"), transaction.atomic():
            Draw.objects.filter(pk=draw.pk).update(**change)


def test_redraw_takes_the_matches_back_and_opens_registration_for_a_reason_and_until_a_match_is_called():
    tournament = a_tournament(branches=3, teams=2, rounds=3)
    draw, before = confirmed(tournament), last_number(tournament)
    assert refused_codes(lambda: discard_draw(draw, by=None)) == {ReasonCode.REASON_MISSING}
    match = Match.objects.filter(state=MatchState.READY).first()
    Match.objects.filter(pk=match.pk).update(state=MatchState.CALLED)
    with pytest.raises(Refused) as refused:
        discard_draw(draw, by=None, reason="重抽")
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.MATCH_BEGUN, {"numbers": str(match.number)})]
    Match.objects.filter(pk=match.pk).update(state=MatchState.READY)
    discard_draw(draw, by=None, reason="漏报一队")
    tournament.refresh_from_db()
    draw.refresh_from_db()
    stage = tournament.stages.get()
    assert (tournament.state, draw.state, draw.reason) == (TournamentState.ENTRY, DrawState.DISCARDED, "漏报一队")
    assert (stage.size, set(stage.rounds.values_list("entrants", flat=True))) == (0, {0})
    assert not any(rows.objects.exists() for rows in (Match, Sheet, Booking))
    assert kinds(tournament, before) == ["draw.discarded"]
    draw = confirmed(tournament)
    assert draw.number == 2
    Clock.objects.filter(round__number=1).update(state=ClockState.RUNNING, started_at=tournament.draw_at)
    type(tournament).objects.update(state=TournamentState.RUNNING)
    assert too_late(lambda: discard_draw(draw, by=None, reason="重抽"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_try", range(tries(5)))
def test_two_confirmations_at_once_one_wins(_try):
    tournament = a_tournament(branches=4, teams=2, rounds=3)
    draw = preview_draw(tournament, by=None)
    seen = last_event_number(tournament.journal, draw.subject)
    start, outcomes = Barrier(2), []

    def confirm() -> None:
        try:
            start.wait()
            confirm_draw(Draw.objects.get(pk=draw.pk), by=None, seen=seen)
            outcomes.append("confirmed")
        except WrongState as wrong:
            outcomes.append(wrong.present)
        finally:
            connection.close()

    both = [Thread(target=confirm) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(outcomes) == ["confirmed", TournamentState.DRAWN]
    assert Match.objects.count() == 7
    assert kinds(tournament) == ["draw.previewed", "draw.confirmed"]
