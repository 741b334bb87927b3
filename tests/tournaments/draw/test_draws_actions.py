"""抽签: previews, lots, confirmation, redraw, and the record that can be run again."""

from datetime import timedelta
from io import StringIO
from threading import Barrier, Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from guandan_rules import named
from journal.queries import last_event_number
from journal.reasons import ReasonCode
from journal.refusals import Refused, WrongState
from scoring.games import GAMES
from scoring.models import Clock, Sheet
from scoring.states import ClockState
from tests.factories import FIRST_START, a_branch, a_role, a_team, a_tournament, a_user
from tests.tournaments.recorded import kinds, last_data, last_number
from tournaments.codes import Code
from tournaments.draw.actions.draws import confirm_draw, discard_draw, preview_draw, preview_lots
from tournaments.draw.method import Constraints, breaches
from tournaments.draw.queries.draws import entered_teams, entries
from tournaments.draw.queries.records import draw_again
from tournaments.models import Booking, Draw, Match, Round, Team
from tournaments.states import BookingKind, DrawMethod, DrawState, MatchState, RoleKind, TeamState, TournamentState

pytestmark = pytest.mark.django_db


def codes(refused: pytest.ExceptionInfo) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def in_order(tournament) -> dict[int, int]:
    """Legal lots for four teams of two branches: each branch in both halves."""
    first, second, third, fourth = entered_teams(tournament)
    return {first.pk: 1, third.pk: 2, second.pk: 3, fourth.pk: 4}


def side_by_side(tournament) -> dict[int, int]:
    """The same four teams, each branch meeting itself."""
    return {team.pk: position for position, team in enumerate(entered_teams(tournament), start=1)}


def test_preview_is_a_legal_sheet_of_26_teams():
    tournament, office = a_tournament(branches=13, teams=2), a_user()
    draw = preview_draw(tournament, by=office)
    teams = entered_teams(tournament)
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    positions = [numbers[team] if team else None for team in draw.positions]
    assert (draw.state, draw.method, draw.number, draw.made_by) == (DrawState.PREVIEW, DrawMethod.PROGRAM, 1, office)
    assert len(draw.positions) == 32
    assert breaches(positions, entries(teams), Constraints()) == ()
    assert kinds(tournament) == ["draw.previewed"]
    assert not Match.objects.exists()


def test_preview_takes_a_fresh_seed_each_time_and_keeps_the_one_given():
    tournament = a_tournament(branches=13, teams=2)
    first, second = preview_draw(tournament, by=None), preview_draw(tournament, by=None)
    assert len(first.seed) == 32
    assert first.seed != second.seed
    assert preview_draw(tournament, by=None, seed=" 7 21 3 ").seed == "7 21 3"


def test_preview_discards_the_one_before_it():
    tournament = a_tournament(branches=2, teams=2)
    first = preview_draw(tournament, by=None)
    second = preview_draw(tournament, by=None)
    first.refresh_from_db()
    assert (first.state, second.state, second.number) == (DrawState.DISCARDED, DrawState.PREVIEW, 2)
    assert kinds(tournament) == ["draw.previewed", "draw.discarded", "draw.previewed"]


def test_draw_runs_again_identically_by_the_command():
    tournament = a_tournament(branches=13, teams=2)
    draw = preview_draw(tournament, by=None, seed="十三个分会")
    output = StringIO()
    call_command("redraw", tournament.slug, str(draw.number), stdout=output)
    assert "IDENTICAL" in output.getvalue()
    assert list(draw_again(draw)) == draw.positions


def test_redraw_command_tells_a_sheet_that_was_changed():
    tournament = a_tournament(branches=13, teams=2)
    draw = preview_draw(tournament, by=None)
    draw.positions = draw.positions[::-1]
    Draw.objects.filter(pk=draw.pk).update(positions=draw.positions)
    with pytest.raises(CommandError, match="DIFFERENT"):
        call_command("redraw", tournament.slug, "1", stdout=StringIO())
    with pytest.raises(CommandError, match="no draw 9"):
        call_command("redraw", tournament.slug, "9", stdout=StringIO())


@pytest.mark.parametrize("teams", [0, 1])
def test_preview_of_fewer_than_two_teams_is_refused(teams):
    tournament = a_tournament(branches=1, teams=teams)
    with pytest.raises(Refused) as refused:
        preview_draw(tournament, by=None)
    assert codes(refused) == [Code.TOO_FEW_TEAMS]
    assert not Draw.objects.exists()
    assert kinds(tournament) == []


def test_preview_says_everything_that_is_wrong_at_once():
    tournament = a_tournament(branches=5, teams=2, rounds=2, rule_options={"minutes": -1})
    draft = a_team(tournament.branches.last(), players=("队员戊",), state=TeamState.DRAFT)
    with pytest.raises(Refused) as refused:
        preview_draw(tournament, by=None, seed="一" * 65)
    assert codes(refused) == [Code.TOO_FEW_ROUNDS, Code.DRAFTS_LEFT, Code.RULE_OPTION_INVALID, Code.TEXT_TOO_LONG]
    problems = refused.value.problems
    assert problems[0].data == {"teams": 10, "needed": 4, "planned": 2, "missing": 2}
    assert problems[1].data == {"branch": draft.branch.name, "ordinal": 3}
    assert not Draw.objects.exists()


def test_preview_leaves_drafts_out_when_told_to():
    tournament = a_tournament(branches=2, teams=2)
    draft = a_team(tournament.branches.last(), state=TeamState.DRAFT)
    draw = preview_draw(tournament, by=None, without_drafts=True)
    assert draft.pk not in draw.teams
    assert len(draw.teams) == 4


def test_preview_names_pairs_that_cannot_be_avoided():
    tournament = a_tournament(branches=1, teams=5, rounds=3)
    a_branch(tournament, teams=1)
    draw = preview_draw(tournament, by=None)
    branch = tournament.branches.first()
    assert draw.unavoidable == [{"branch": branch.pk, "teams": 5, "matches": 4, "pairs": 1}]
    assert draw.breaches == []
    assert not draw.uniform


def test_lots_become_the_sheet_and_free_positions_byes():
    tournament = a_tournament(branches=3, teams=2, rounds=3)
    teams = entered_teams(tournament)
    lots = dict(zip([t.pk for t in teams], [1, 5, 3, 7, 4, 8], strict=True))
    draw = preview_lots(tournament, lots, by=None)
    assert draw.method == DrawMethod.LOTS
    assert draw.positions == [teams[0].pk, None, teams[2].pk, teams[4].pk, teams[1].pk, None, teams[3].pk, teams[5].pk]
    assert draw.breaches == []
    assert draw.seed == ""
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
    assert kinds(tournament) == []


def test_lots_of_a_team_that_has_left_are_refused():
    tournament = a_tournament(branches=2, teams=2)
    lots = in_order(tournament)
    Team.objects.filter(pk=next(iter(lots))).update(state=TeamState.WITHDRAWN)
    with pytest.raises(Refused) as refused:
        preview_lots(tournament, lots, by=None)
    assert codes(refused) == [Code.TEAMS_CHANGED]
    assert not Draw.objects.exists()


def test_confirmation_freezes_rules_names_rounds_and_makes_the_matches():
    tournament = a_tournament(branches=13, teams=2, rule_options={"minutes": 45})
    office = a_user()
    draw = preview_draw(tournament, by=office)
    before = last_number(tournament)
    draw = confirm_draw(draw, by=office, seen=last_event_number(tournament.journal, draw.subject))
    tournament.refresh_from_db()
    stage = tournament.stages.get()
    assert (tournament.state, draw.state, draw.confirmed_by) == (TournamentState.DRAWN, DrawState.CONFIRMED, office)
    assert stage.size == 32
    assert stage.rule_set == {**named("s000").to_dict(), "minutes": 45}
    assert list(stage.rounds.values_list("entrants", "clock__minutes")) == [(e, 45) for e in (32, 16, 8, 4, 2)]
    assert stage.matches.count() == 31
    assert stage.matches.filter(state=MatchState.BYE).count() == 6
    assert stage.matches.filter(state=MatchState.READY, round__number=1).count() == 10
    assert kinds(tournament, before) == ["draw.confirmed"]
    data = last_data(tournament)
    assert (data["teams"], data["size"], data["byes"], data["rounds_dropped"]) == (26, 32, 6, 0)
    assert [p["id"] if p else None for p in data["positions"]] == draw.positions


@pytest.mark.parametrize("game", ["shuangsheng", "win_loss"])
def test_confirmation_freezes_the_options_of_the_game_that_is_played(game):
    tournament = a_tournament(game=game, branches=2, teams=1, rounds=1)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    own = GAMES[game]
    frozen = own.plain_options(own.options_of({}))
    assert Match.objects.get().stage.rule_set == frozen
    assert Sheet.objects.get().rule_set == frozen


def test_confirmation_gives_every_match_but_byes_a_table_and_books_it():
    tournament = a_tournament(branches=13, teams=2)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    stage = tournament.stages.get()
    for round_ in stage.rounds.all():
        played = round_.matches.exclude(state=MatchState.BYE).order_by("table__number")
        assert [m.table.number for m in played] == list(range(1, len(played) + 1))
    assert not stage.matches.filter(state=MatchState.BYE, table__isnull=False).exists()
    assert Booking.objects.filter(kind=BookingKind.TABLE).count() == 25
    first = stage.rounds.first()
    during = Booking.objects.filter(match__round=first).values_list("during", flat=True)
    assert {(d.lower, (d.upper - d.lower).total_seconds()) for d in during} == {(first.starts_at, 3600.0)}


def test_confirmation_with_too_few_tables_leaves_the_rest_without():
    tournament = a_tournament(branches=4, teams=2, rounds=3, tables=3)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    first = Match.objects.filter(round__number=1).order_by("place")
    assert [m.table.number if m.table else 0 for m in first] == [1, 2, 3, 0]


def test_confirmation_drops_spare_rounds_and_says_so():
    tournament = a_tournament(branches=2, teams=2, rounds=5)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    assert list(tournament.stages.get().rounds.values_list("number", "entrants")) == [(1, 4), (2, 2)]
    assert Clock.objects.count() == 2
    assert last_data(tournament)["rounds_dropped"] == 3


def test_confirmation_after_the_list_changed_is_refused():
    tournament = a_tournament(branches=2, teams=2)
    draw = preview_draw(tournament, by=None)
    a_branch(tournament, teams=1)
    before = last_number(tournament)
    with pytest.raises(Refused) as refused:
        confirm_draw(draw, by=None)
    assert codes(refused) == [Code.TEAMS_CHANGED]
    draw.refresh_from_db()
    tournament.refresh_from_db()
    assert (draw.state, tournament.state) == (DrawState.PREVIEW, TournamentState.ENTRY)
    assert kinds(tournament, before) == []
    assert not Match.objects.exists()


def test_confirmation_of_what_was_not_seen_is_too_late():
    tournament = a_tournament(branches=2, teams=2)
    draw = preview_draw(tournament, by=None)
    with pytest.raises(WrongState):
        confirm_draw(draw, by=None, seen=last_event_number(tournament.journal, draw.subject) + 1)
    preview_draw(tournament, by=None)
    with pytest.raises(WrongState) as wrong:
        confirm_draw(draw, by=None)
    assert wrong.value.present == DrawState.DISCARDED
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("role", "accept", "reason", "expected"),
    [
        (RoleKind.OFFICE, False, "", [Code.DRAW_BREACH]),
        (RoleKind.OFFICE, True, "现场公证", [Code.ACCEPT_NEEDS_CHIEF]),
        (RoleKind.CHIEF_REFEREE, False, "现场公证", [Code.DRAW_BREACH]),
        (RoleKind.CHIEF_REFEREE, True, "  ", [ReasonCode.REASON_MISSING]),
        (RoleKind.CHIEF_REFEREE, True, "由" * 201, [ReasonCode.REASON_TOO_LONG]),
    ],
)
def test_breaches_are_not_confirmed(role, accept, reason, expected):
    tournament = a_tournament(branches=2, teams=2)
    draw = preview_lots(tournament, side_by_side(tournament), by=None)
    with pytest.raises(Refused) as refused:
        confirm_draw(draw, by=a_role(tournament, role), accept=accept, reason=reason)
    assert codes(refused) == expected
    draw.refresh_from_db()
    assert draw.state == DrawState.PREVIEW
    assert not Match.objects.exists()


def test_breaches_are_accepted_by_the_chief_referee_with_a_reason():
    tournament = a_tournament(branches=2, teams=2)
    draw = preview_lots(tournament, side_by_side(tournament), by=None)
    assert {breach["code"] for breach in draw.breaches} == {"same_branch", "branch_not_split"}
    draw = confirm_draw(draw, by=a_role(tournament, RoleKind.CHIEF_REFEREE), accept=True, reason="各领队一致同意")
    assert (draw.state, draw.reason) == (DrawState.CONFIRMED, "各领队一致同意")
    assert last_data(tournament)["reason"] == "各领队一致同意"
    assert last_data(tournament)["breaches"] == len(draw.breaches)


def test_confirmed_draw_is_frozen():
    tournament = a_tournament(branches=2, teams=2)
    draw = confirm_draw(preview_draw(tournament, by=None), by=None)
    for change in (
        lambda: confirm_draw(draw, by=None),
        lambda: preview_draw(tournament, by=None),
        lambda: preview_lots(tournament, in_order(tournament), by=None),
    ):
        with pytest.raises(WrongState):
            change()
    positions = draw.positions
    draw.refresh_from_db()
    assert (draw.state, draw.positions, Draw.objects.count()) == (DrawState.CONFIRMED, positions, 1)


@pytest.mark.parametrize("change", [{"positions": []}, {"seed": "another"}, {"teams": [1]}, {"state": "preview"}])
def test_database_keeps_a_confirmed_draw_as_it_is(change):
    draw = confirm_draw(preview_draw(a_tournament(branches=2, teams=2), by=None), by=None)
    with pytest.raises(IntegrityError, match="frozen"), transaction.atomic():
        Draw.objects.filter(pk=draw.pk).update(**change)
    assert Draw.objects.filter(pk=draw.pk, state=DrawState.CONFIRMED, seed=draw.seed).exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"branches_apart": "none"}, Code.CONSTRAINT_CHANGED),
        ({"rule_options": {"minutes": 1439}}, Code.ROUNDS_OUT_OF_ORDER),
    ],
)
def test_confirmation_after_the_settings_changed_is_refused(change, code):
    tournament = a_tournament(branches=2, teams=2, starts_at=FIRST_START)
    draw = preview_draw(tournament, by=None)
    Round.objects.filter(number=2).update(starts_at=FIRST_START + timedelta(hours=23))
    type(tournament).objects.filter(pk=tournament.pk).update(**change)
    with pytest.raises(Refused) as refused:
        confirm_draw(draw, by=None)
    assert codes(refused) == [code]
    assert not Match.objects.exists()


def test_confirmation_after_rounds_were_dropped_is_refused():
    tournament = a_tournament(branches=4, teams=2, rounds=3)
    draw = preview_draw(tournament, by=None)
    Round.objects.filter(number=3).delete()
    with pytest.raises(Refused) as refused:
        confirm_draw(draw, by=None)
    assert codes(refused) == [Code.TOO_FEW_ROUNDS]
    assert not Match.objects.exists()


def test_preview_is_thrown_away_without_a_reason():
    tournament = a_tournament(branches=2, teams=2)
    draw = discard_draw(preview_draw(tournament, by=None), by=None)
    assert draw.state == DrawState.DISCARDED
    assert kinds(tournament) == ["draw.previewed", "draw.discarded"]
    with pytest.raises(WrongState):
        discard_draw(draw, by=None)


def test_redraw_takes_the_matches_back_and_opens_registration():
    tournament = a_tournament(branches=13, teams=2)
    draw = confirm_draw(preview_draw(tournament, by=None), by=None)
    before = last_number(tournament)
    discard_draw(draw, by=None, reason="漏报一队")
    tournament.refresh_from_db()
    draw.refresh_from_db()
    stage = tournament.stages.get()
    assert (tournament.state, draw.state, draw.reason) == (TournamentState.ENTRY, DrawState.DISCARDED, "漏报一队")
    assert (stage.size, set(stage.rounds.values_list("entrants", flat=True))) == (0, {0})
    assert not Match.objects.exists()
    assert not Sheet.objects.exists()
    assert not Booking.objects.exists()
    assert kinds(tournament, before) == ["draw.discarded"]
    assert confirm_draw(preview_draw(tournament, by=None), by=None).number == 2


def test_redraw_without_a_reason_is_refused():
    tournament = a_tournament(branches=2, teams=2)
    draw = confirm_draw(preview_draw(tournament, by=None), by=None)
    with pytest.raises(Refused) as refused:
        discard_draw(draw, by=None)
    assert codes(refused) == [ReasonCode.REASON_MISSING]
    assert Match.objects.count() == 3
    draw.refresh_from_db()
    assert draw.state == DrawState.CONFIRMED


def test_redraw_after_a_match_was_called_is_refused():
    tournament = a_tournament(branches=2, teams=2)
    draw = confirm_draw(preview_draw(tournament, by=None), by=None)
    Match.objects.filter(number=2).update(state=MatchState.CALLED)
    with pytest.raises(Refused) as refused:
        discard_draw(draw, by=None, reason="重抽")
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.MATCH_BEGUN, {"numbers": "2"})]
    assert Match.objects.count() == 3


def test_redraw_while_the_event_runs_is_too_late():
    tournament = a_tournament(branches=2, teams=2)
    draw = confirm_draw(preview_draw(tournament, by=None), by=None)
    Clock.objects.filter(round__number=1).update(state=ClockState.RUNNING, started_at=tournament.draw_at)
    tournament.refresh_from_db()
    tournament.state = TournamentState.RUNNING
    tournament.save()
    with pytest.raises(WrongState):
        discard_draw(draw, by=None, reason="重抽")
    assert Match.objects.count() == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_try", range(5))
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
