"""抽签仪式: lots shown one after the other, by the operator, the clock or the leaders, or typed as they are drawn."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from journal import clock
from journal.refusals import Doubtful, Refused
from tests.factories import a_branch, a_role, a_team, a_tournament, a_user
from tests.refusals import refused_codes, too_late
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
from tournaments.models import Ceremony, Team, Tournament
from tournaments.states import CeremonyState, DrawMethod, DrawState, RoleKind, TournamentState
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


def opened(**more) -> tuple[Tournament, Ceremony]:
    tournament = a_tournament(branches=3, teams=2, rounds=3, **more)
    preview_draw(tournament, by=None, seed="一")
    return tournament, open_ceremony(tournament, by=None)


def seen(tournament: Tournament) -> CeremonyView:
    view = ceremony_view(tournament)
    assert view is not None
    return view


pytestmark = pytest.mark.django_db


def test_lots_come_branch_by_branch_with_their_byes_and_the_confirmation_ends_the_ceremony():
    (tournament, ceremony), office = opened(), a_user()
    draw = ceremony.draw
    assert (seen(tournament).lots, seen(tournament).places) == ((), {})
    assert too_late(lambda: show_lot(ceremony, 3, by=office))  # none can be jumped
    for number in range(1, 7):
        show_lot(ceremony, number, by=office)
        show_lot(ceremony, number, by=office)  # pressed twice
        view = seen(tournament)
        assert [lot.team.id for lot in view.lots] == draw.teams[:number]
        assert draw.positions[view.last.position - 1] == view.last.team.id
        assert view.last.bye == 0 or draw.positions[view.last.bye - 1] is None
    assert view.is_complete
    assert sum(lot.bye > 0 for lot in view.lots) == 2
    shown = {position: label and label.id for position, label in view.places.items()}
    assert shown == dict(enumerate(draw.positions, start=1))
    assert kinds(tournament)[1:] == ["ceremony.opened", *["lot.shown"] * 6]
    team = {"id": view.last.team.id, "branch": view.last.team.branch, "ordinal": 2}
    assert last_data(tournament) == {"team": team, "position": view.last.position}
    confirm_draw(draw, by=None)
    ceremony.refresh_from_db()
    tournament.refresh_from_db()
    assert (ceremony.state, tournament.state) == (CeremonyState.OVER, TournamentState.DRAWN)
    assert too_late(lambda: repeat_lot(ceremony, by=None))
    assert too_late(lambda: open_ceremony(tournament, by=None))


def test_clock_shows_a_lot_every_few_seconds_whoever_looks(monkeypatch):
    tournament, ceremony = opened()
    now = MORNING
    monkeypatch.setattr(clock, "now", lambda _journal: now)

    def shown(later: int) -> int:
        nonlocal now
        now += timedelta(seconds=later)
        count = len(seen(tournament).lots)
        note_lots()
        assert len(seen(tournament).lots) == count
        return count

    set_pace(ceremony, "auto", by=None, seconds=10)
    assert shown(0) == 0  # it is not begun
    run_ceremony(ceremony, by=None)
    assert [shown(later) for later in (0, 9, 1, 15, 6)] == [0, 0, 1, 2, 3]
    pause_ceremony(ceremony, by=None)
    assert shown(3600) == 3
    run_ceremony(ceremony, by=None)
    assert shown(9) == 3
    show_lot(ceremony, 4, by=None)  # by hand in between: the clock begins anew
    assert [shown(later) for later in (9, 10, 10)] == [4, 5, 6]
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
    for later, lots in ((9, 2), (1, 3)):
        now += timedelta(seconds=later)
        assert len(seen(tournament).lots) == lots


def test_leader_shows_the_lots_of_the_own_branch_when_it_is_its_turn_and_only_then():
    tournament, ceremony = opened()
    first, second, _ = tournament.branches.order_by("number")
    assert too_late(lambda: show_lot(ceremony, 1, by=None, branch=first))  # the operator presses so far
    set_pace(ceremony, "leaders", by=None)
    run_ceremony(ceremony, by=None)
    assert refused_codes(lambda: show_lot(ceremony, 1, by=None, branch=second)) == {Code.TURN_OF_ANOTHER}
    show_lot(ceremony, 1, by=None, branch=first)
    show_lot(ceremony, 1, by=None, branch=first)  # pressed twice
    pause_ceremony(ceremony, by=None)
    assert too_late(lambda: show_lot(ceremony, 2, by=None, branch=first))
    end_ceremony(ceremony, by=None)
    assert len(seen(tournament).lots) == 1


def test_pace_that_is_none_is_refused_and_a_draw_that_is_thrown_away_takes_its_ceremony_with_it():
    tournament, ceremony = opened()
    for pace, seconds, field in (("fast", 10, "pace"), ("auto", 2, "seconds")):
        with pytest.raises(Refused) as refused:
            set_pace(ceremony, pace, by=None, seconds=seconds)
        assert [problem.field for problem in refused.value.problems] == [field]
    discard_draw(ceremony.draw, by=None)
    assert ceremony_view(tournament) is None
    assert refused_codes(lambda: open_ceremony(tournament, by=None)) == {Code.NO_PREVIEW}


def test_draw_is_confirmed_when_all_lots_are_shown_or_the_ceremony_is_ended():
    tournament, ceremony = opened()
    draw = ceremony.draw
    show_lot(ceremony, 1, by=None)
    for by_hand in (lambda: type_lot(ceremony, draw.teams[0], 1, by=None), lambda: take_back_lot(ceremony, 1, by=None)):
        assert too_late(by_hand)
    with pytest.raises(Refused) as refused:
        confirm_draw(draw, by=None)
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.CEREMONY_UNFINISHED, {"left": 5})]
    end_ceremony(ceremony, by=None)
    assert (len(seen(tournament).lots), seen(tournament).is_over) == (1, True)
    confirm_draw(draw, by=None)
    assert (seen(tournament).is_complete, seen(tournament).is_published) == (True, True)


def test_one_ceremony_at_a_time_and_none_of_an_old_list():
    tournament, ceremony = opened()
    show_lot(ceremony, 1, by=None)
    assert too_late(lambda: open_ceremony(tournament, by=None))
    a_team(tournament.branches.first())
    assert refused_codes(lambda: show_lot(ceremony, 2, by=None)) == {Code.TEAMS_CHANGED}
    end_ceremony(ceremony, by=None)
    assert refused_codes(lambda: open_ceremony(tournament, by=None)) == {Code.TEAMS_CHANGED}


def by_hand() -> tuple[Tournament, Ceremony, list[int]]:
    tournament = a_tournament(branches=2, teams=2, rounds=2)
    ceremony = open_ceremony(tournament, by=None, by_hand=True)
    return tournament, ceremony, [team.pk for team in entered_teams(tournament)]


def test_lots_drawn_by_hand_are_shown_as_they_are_typed_the_last_is_taken_back_and_all_become_a_preview():
    tournament, ceremony, (first, second, third, fourth) = by_hand()
    assert too_late(lambda: show_lot(ceremony, 1, by=None))
    type_lot(ceremony, first, 1, by=None)
    type_lot(ceremony, third, 4, by=None)
    assert too_late(lambda: take_back_lot(ceremony, 1, by=None))
    for _pressed_twice in range(2):
        take_back_lot(ceremony, 2, by=None)
    assert kinds(tournament)[-1] == "lot.taken_back"
    for team, position in ((third, 2), (second, 3), (fourth, 4)):
        type_lot(ceremony, team, position, by=None)
    view = seen(tournament)
    assert [(lot.team.id, lot.position) for lot in view.lots] == [(first, 1), (third, 2), (second, 3), (fourth, 4)]
    draw = end_ceremony(ceremony, by=None)
    assert (draw.method, draw.state) == (DrawMethod.LOTS, DrawState.PREVIEW)
    assert draw.positions == [first, third, second, fourth]
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


def test_half_filled_sheet_is_kept_and_gone_on_with(client):
    tournament, ceremony, (first, second, *_) = by_hand()
    type_lot(ceremony, first, 1, by=None)
    assert end_ceremony(ceremony, by=None) is None
    assert present_ceremony(tournament) is None
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    assert "已录入1签" in client.get(reverse("draw", args=[tournament.slug])).content.decode()
    keep_lots(tournament, {first: 1, second: 4}, by=None)
    open_ceremony(tournament, by=None, by_hand=True)
    assert [lot.position for lot in seen(tournament).lots] == [1, 4]


def test_team_that_comes_or_leaves_stops_the_lots_and_ending_the_ceremony_keeps_those_of_the_others():
    tournament, ceremony, (first, second, *_) = by_hand()
    type_lot(ceremony, second, 3, by=None)
    type_lot(ceremony, first, 1, by=None)
    for changed in (lambda: Team.objects.get(pk=first).delete(), lambda: a_branch(tournament, teams=1)):
        changed()
        for act in (lambda: type_lot(ceremony, second, 2, by=None), lambda: take_back_lot(ceremony, 2, by=None)):
            assert refused_codes(act) == {Code.TEAMS_CHANGED}
    end_ceremony(ceremony, by=None)
    open_ceremony(tournament, by=None, by_hand=True)
    assert [(lot.team.id, lot.position) for lot in seen(tournament).lots] == [(second, 3)]


def test_groups_and_numbers_are_shown_too_and_empty_numbers_only_at_the_end():
    tournament = a_tournament(branches=7, teams=1, rounds=9, format_="round_robin")
    tournament.stages.update(settings={"groups": 2})
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
