"""抽签仪式: lots shown one after the other, by the operator, the clock or the leaders, or typed as they are drawn."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journal import clock
from journal.refusals import Doubtful, Refused, WrongState
from tests.factories import a_branch, a_team, a_tournament, a_user
from tests.tournaments.recorded import kinds, last_data
from tournaments.codes import Code
from tournaments.draw.actions.ceremony import (
    end_ceremony,
    open_ceremony,
    pause_ceremony,
    repeat_lot,
    run_ceremony,
    set_pace,
    show_lot,
    take_back_lot,
    type_lot,
)
from tournaments.draw.actions.draws import confirm_draw, discard_draw, keep_lots, preview_draw
from tournaments.draw.method import showing
from tournaments.draw.queries.ceremony import CeremonyView, branch_of_token, ceremony_view, present_ceremony, turn_token
from tournaments.draw.queries.draws import entered_teams
from tournaments.models import Ceremony, Draw, Tournament
from tournaments.states import CeremonyState, DrawMethod, DrawState, TournamentState
from web.tasks import note_lots

MORNING = datetime(2123, 11, 29, 9, tzinfo=UTC)


@st.composite
def drawn(draw: st.DrawFn) -> tuple[list[int], list[int | None]]:
    """A list of teams and a sheet of them in which no two byes meet."""
    teams = list(range(1, draw(st.integers(2, 20)) + 1))
    matches = (1 << (len(teams) - 1).bit_length()) // 2
    pairs = [[None, None] for _ in range(matches)]
    order = draw(st.permutations(teams))
    for number, team in enumerate(order):
        pairs[number % matches][number // matches] = team
    return teams, [side for pair in pairs for side in pair]


@given(drawn(), st.data())
def test_what_is_shown_of_a_sheet_grows_to_the_sheet_and_never_tells_more_than_its_lots(sheet, data):
    teams, positions = sheet
    lots = showing.in_turn(teams, positions, is_sheet=True)
    number = data.draw(st.integers(0, len(teams)))
    known = showing.filled(lots[:number], len(positions), len(teams))
    assert [lot.team for lot in lots] == teams
    assert all(positions[position - 1] == team for position, team in known.items())
    assert {team for team in known.values() if team} == set(teams[:number])
    if number < len(teams):
        opponents = {position + 1 if position % 2 else position - 1 for position, team in known.items() if team}
        assert {position for position, team in known.items() if team is None} <= opponents
    else:
        assert [known[position] for position in range(1, len(positions) + 1)] == positions


@given(st.integers(0, 30), st.integers(0, 30), st.integers(3, 120), st.integers(-50, 4000))
def test_clock_has_shown_as_many_lots_as_its_moments_have_passed(shown, left, seconds, later):
    now = MORNING + timedelta(seconds=later)
    moments = showing.moments(shown, shown + left, MORNING, seconds)
    passed, unnoted = sum(moment <= now for moment in moments), max(1, 12 // seconds)
    assert len(moments) == left
    assert showing.turned(shown, shown + left, MORNING, now, seconds) == shown + min(passed, unnoted)
    assert showing.stood_still(MORNING, now, seconds) == (later >= (unnoted + 1) * seconds)


def a_preview(**more) -> tuple[Tournament, Draw]:
    tournament = a_tournament(branches=3, teams=2, rounds=3, **more)
    return tournament, preview_draw(tournament, by=None, seed="一")


def opened(**more) -> tuple[Tournament, Ceremony]:
    tournament, _ = a_preview(**more)
    return tournament, open_ceremony(tournament, by=None)


def seen(tournament: Tournament) -> CeremonyView:
    view = ceremony_view(tournament)
    assert view is not None
    return view


pytestmark = pytest.mark.django_db


def test_lots_come_branch_by_branch_and_byes_are_named_with_the_team_that_has_them():
    tournament, draw = a_preview()
    office = a_user()
    ceremony = open_ceremony(tournament, by=office)
    assert seen(tournament).lots == ()
    assert seen(tournament).places == {}
    for number in range(1, 7):
        ceremony = show_lot(ceremony, number, by=office)
        view = seen(tournament)
        assert [lot.team.id for lot in view.lots] == draw.teams[:number]
        assert draw.positions[view.last.position - 1] == view.last.team.id
        assert view.last.bye == 0 or draw.positions[view.last.bye - 1] is None
    assert view.is_complete
    assert sum(lot.bye > 0 for lot in view.lots) == 2
    assert {position: label and label.id for position, label in view.places.items()} == dict(
        enumerate(draw.positions, start=1)
    )
    assert kinds(tournament)[1:] == ["ceremony.opened", *["lot.shown"] * 6]
    last = view.last
    assert last_data(tournament) == {
        "team": {"id": last.team.id, "branch": last.team.branch, "ordinal": 2},
        "position": last.position,
    }


def test_second_press_for_the_same_lot_changes_nothing_and_none_can_be_jumped():
    tournament, ceremony = opened()
    show_lot(ceremony, 1, by=None)
    show_lot(ceremony, 1, by=None)
    assert len(seen(tournament).lots) == 1
    for number in (3, 99):
        with pytest.raises(WrongState):
            show_lot(ceremony, number, by=None)
    assert kinds(tournament).count("lot.shown") == 1


def test_clock_shows_a_lot_every_few_seconds_whoever_looks(monkeypatch):
    tournament, ceremony = opened()
    now = MORNING
    monkeypatch.setattr(clock, "now", lambda _journal: now)
    set_pace(ceremony, "auto", by=None, seconds=10)
    assert len(seen(tournament).lots) == 0  # it is not begun
    run_ceremony(ceremony, by=None)
    counts = []
    for later in (0, 9, 10, 25, 31):
        now = MORNING + timedelta(seconds=later)
        counts.append(len(seen(tournament).lots))
        note_lots()
        assert len(seen(tournament).lots) == counts[-1]
    assert counts == [0, 0, 1, 2, 3]
    pause_ceremony(ceremony, by=None)
    now += timedelta(hours=1)
    assert len(seen(tournament).lots) == 3
    run_ceremony(ceremony, by=None)
    now += timedelta(seconds=9)
    assert len(seen(tournament).lots) == 3
    show_lot(ceremony, 4, by=None)  # by hand in between: the clock begins anew
    now += timedelta(seconds=9)
    assert len(seen(tournament).lots) == 4
    for _ in range(3):
        now += timedelta(seconds=10)
        note_lots()
    assert seen(tournament).is_complete
    repeat_lot(ceremony, by=None)
    assert Ceremony.objects.get().shown == 6


def test_clock_stands_still_with_the_site_and_goes_on_from_the_same_lot(monkeypatch):
    tournament, ceremony = opened()
    now = MORNING
    monkeypatch.setattr(clock, "now", lambda _journal: now)
    set_pace(ceremony, "auto", by=None, seconds=10)
    run_ceremony(ceremony, by=None)
    now += timedelta(seconds=11)
    note_lots()
    before = kinds(tournament)
    now += timedelta(minutes=5)  # the site was down; the first to look is a browser
    assert len(seen(tournament).lots) == 2
    note_lots()
    assert len(seen(tournament).lots) == 2
    assert kinds(tournament)[len(before) :] == ["ceremony.changed"]  # the screens are told of other moments
    now += timedelta(seconds=9)
    assert len(seen(tournament).lots) == 2
    now += timedelta(seconds=1)
    assert len(seen(tournament).lots) == 3


def test_leader_shows_the_lots_of_the_own_branch_when_it_is_its_turn_and_only_then():
    tournament, ceremony = opened()
    first, second, _ = tournament.branches.order_by("number")
    with pytest.raises(WrongState):
        show_lot(ceremony, 1, by=None, branch=first)  # the operator presses so far
    set_pace(ceremony, "leaders", by=None)
    run_ceremony(ceremony, by=None)
    with pytest.raises(Refused) as refused:
        show_lot(ceremony, 1, by=None, branch=second)
    assert [problem.code for problem in refused.value.problems] == [Code.TURN_OF_ANOTHER]
    show_lot(ceremony, 1, by=None, branch=first)
    show_lot(ceremony, 1, by=None, branch=first)  # pressed twice
    pause_ceremony(ceremony, by=None)
    with pytest.raises(WrongState):
        show_lot(ceremony, 2, by=None, branch=first)
    end_ceremony(ceremony, by=None)
    assert len(seen(tournament).lots) == 1


@pytest.mark.parametrize(("pace", "seconds", "field"), [("fast", 10, "pace"), ("auto", 2, "seconds")])
def test_pace_that_is_none_is_refused_at_its_field(pace, seconds, field):
    _, ceremony = opened()
    with pytest.raises(Refused) as refused:
        set_pace(ceremony, pace, by=None, seconds=seconds)
    assert [problem.field for problem in refused.value.problems] == [field]


def test_draw_is_confirmed_when_all_lots_are_shown_or_the_ceremony_is_ended():
    tournament, ceremony = opened()
    draw = ceremony.draw
    show_lot(ceremony, 1, by=None)
    with pytest.raises(Refused) as refused:
        confirm_draw(draw, by=None)
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.CEREMONY_UNFINISHED, {"left": 5})]
    end_ceremony(ceremony, by=None)
    assert (len(seen(tournament).lots), seen(tournament).is_over) == (1, True)
    confirm_draw(draw, by=None)
    assert (seen(tournament).is_complete, seen(tournament).is_published) == (True, True)


def test_confirming_a_draw_whose_lots_are_all_shown_ends_its_ceremony():
    _, ceremony = opened()
    for number in range(1, 7):
        show_lot(ceremony, number, by=None)
    confirm_draw(ceremony.draw, by=None)
    ceremony.refresh_from_db()
    assert ceremony.state == CeremonyState.OVER
    with pytest.raises(WrongState):
        repeat_lot(ceremony, by=None)


def test_draw_that_is_thrown_away_takes_its_ceremony_with_it():
    tournament, ceremony = opened()
    show_lot(ceremony, 1, by=None)
    discard_draw(ceremony.draw, by=None)
    assert ceremony_view(tournament) is None
    with pytest.raises(Refused) as refused:
        open_ceremony(tournament, by=None)
    assert [problem.code for problem in refused.value.problems] == [Code.NO_PREVIEW]


def test_one_ceremony_at_a_time_and_none_of_an_old_list():
    tournament, ceremony = opened()
    with pytest.raises(WrongState):
        open_ceremony(tournament, by=None)
    end_ceremony(ceremony, by=None)
    a_team(tournament.branches.first())
    with pytest.raises(Refused) as refused:
        open_ceremony(tournament, by=None)
    assert [problem.code for problem in refused.value.problems] == [Code.TEAMS_CHANGED]


def by_hand() -> tuple[Tournament, Ceremony, list[int]]:
    tournament = a_tournament(branches=2, teams=2, rounds=2)
    ceremony = open_ceremony(tournament, by=None, by_hand=True)
    return tournament, ceremony, [team.pk for team in entered_teams(tournament)]


def test_lots_drawn_by_hand_are_shown_as_they_are_typed_and_become_a_preview():
    tournament, ceremony, (first, second, third, fourth) = by_hand()
    for team, position in ((first, 1), (third, 2), (second, 3), (fourth, 4)):
        type_lot(ceremony, team, position, by=None)
    view = seen(tournament)
    assert [(lot.team.id, lot.position) for lot in view.lots] == [(first, 1), (third, 2), (second, 3), (fourth, 4)]
    draw = end_ceremony(ceremony, by=None)
    assert (draw.method, draw.state, draw.positions) == (
        DrawMethod.LOTS,
        DrawState.PREVIEW,
        [first, third, second, fourth],
    )
    assert seen(tournament).is_complete


def test_lot_that_cannot_be_is_told_at_its_field_and_one_that_spoils_the_draw_is_asked_about():
    tournament, ceremony, (first, second, *_) = by_hand()
    type_lot(ceremony, first, 1, by=None)
    for team, position, field, code in (
        (second, 1, "position", Code.POSITION_TAKEN),
        (second, 5, "position", Code.POSITION_OUT_OF_RANGE),
        (second, 0, "position", Code.POSITION_OUT_OF_RANGE),
        (first, 2, "team", Code.LOT_DRAWN_ALREADY),
        (0, 2, "team", Code.VALUE_INVALID),
    ):
        with pytest.raises(Refused) as refused:
            type_lot(ceremony, team, position, by=None, sure=())
        assert [(p.field, p.code) for p in refused.value.problems] == [(field, code)]
    with pytest.raises(Doubtful) as raised:
        type_lot(ceremony, second, 2, by=None, sure=())
    assert [p.code for p in raised.value.problems] == [Code.LOT_MEETS_BRANCH, Code.LOT_IN_SAME_HALF]
    type_lot(ceremony, second, 2, by=None, sure=[problem.signature for problem in raised.value.problems])
    assert [lot.position for lot in seen(tournament).lots] == [1, 2]


def test_last_lot_typed_is_taken_back_once():
    tournament, ceremony, (first, _, third, _) = by_hand()
    type_lot(ceremony, first, 1, by=None)
    type_lot(ceremony, third, 2, by=None)
    with pytest.raises(WrongState):
        take_back_lot(ceremony, 1, by=None)
    take_back_lot(ceremony, 2, by=None)
    take_back_lot(ceremony, 2, by=None)
    assert [lot.position for lot in seen(tournament).lots] == [1]
    assert kinds(tournament)[-1] == "lot.taken_back"


def test_half_filled_sheet_is_kept_and_gone_on_with():
    tournament, ceremony, (first, second, *_) = by_hand()
    type_lot(ceremony, first, 1, by=None)
    assert end_ceremony(ceremony, by=None) is None
    assert present_ceremony(tournament) is None
    keep_lots(tournament, {first: 1, second: 4}, by=None)
    open_ceremony(tournament, by=None, by_hand=True)
    assert [lot.position for lot in seen(tournament).lots] == [1, 4]


def test_lots_by_hand_are_typed_and_lots_of_a_draw_are_not():
    tournament, ceremony, (first, *_) = by_hand()
    with pytest.raises(WrongState):
        show_lot(ceremony, 1, by=None)
    a_branch(tournament, teams=1)
    with pytest.raises(Refused) as refused:
        type_lot(ceremony, first, 1, by=None)
    assert [problem.code for problem in refused.value.problems] == [Code.TEAMS_CHANGED]
    _, other = opened()
    with pytest.raises(WrongState):
        type_lot(other, first, 1, by=None)
    with pytest.raises(WrongState):
        take_back_lot(other, 1, by=None)


def test_team_that_leaves_meanwhile_stops_the_lots_and_ending_the_ceremony_keeps_those_of_the_others():
    tournament, ceremony, (first, second, *_) = by_hand()
    type_lot(ceremony, second, 3, by=None)
    type_lot(ceremony, first, 1, by=None)
    entered_teams(tournament)[0].delete()
    for change in (lambda: type_lot(ceremony, second, 2, by=None), lambda: take_back_lot(ceremony, 2, by=None)):
        with pytest.raises(Refused) as refused:
            change()
        assert [problem.code for problem in refused.value.problems] == [Code.TEAMS_CHANGED]
    end_ceremony(ceremony, by=None)
    open_ceremony(tournament, by=None, by_hand=True)
    assert [(lot.team.id, lot.position) for lot in seen(tournament).lots] == [(second, 3)]


def test_lots_of_a_draw_whose_teams_changed_are_not_shown_any_more():
    tournament, ceremony = opened()
    show_lot(ceremony, 1, by=None)
    entered_teams(tournament)[-1].delete()
    with pytest.raises(Refused) as refused:
        show_lot(ceremony, 2, by=None)
    assert [problem.code for problem in refused.value.problems] == [Code.TEAMS_CHANGED]
    end_ceremony(ceremony, by=None)


def test_groups_and_numbers_are_shown_too_and_empty_numbers_only_at_the_end():
    tournament = a_tournament(branches=7, teams=1, rounds=9, format_="round_robin")
    stage = tournament.stages.get()
    stage.settings = {"groups": 2}
    stage.save()
    preview_draw(tournament, by=None)
    ceremony = open_ceremony(tournament, by=None)
    for number in range(1, 8):
        assert None not in seen(tournament).places.values()
        show_lot(ceremony, number, by=None)
    view = seen(tournament)
    assert (view.groups, view.size, list(view.places.values()).count(None)) == (2, 8, 1)
    assert {lot.group for lot in view.lots} == {1, 2}


def test_address_of_a_leader_is_signed_for_one_branch_of_one_event():
    tournament, other = a_tournament(branches=1), a_tournament(branches=1)
    branch, stranger = tournament.branches.get(), other.branches.get()
    assert branch_of_token(tournament, turn_token(branch)) == branch
    for token in (turn_token(stranger), f"{branch.pk}.x", "x", turn_token(branch) + "x"):
        assert branch_of_token(tournament, token) is None


def test_nothing_begins_once_the_draw_is_confirmed():
    tournament, draw = a_preview()
    confirm_draw(draw, by=None)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.DRAWN
    with pytest.raises(WrongState):
        open_ceremony(tournament, by=None)
