"""名次相同 on the pages of the office, and everywhere the places are read until it is decided."""

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from journal.models import Event
from journal.refusals import Refused, WrongState
from scoring.models import Penalty
from tests.factories import a_role
from tests.made_once import once_a_module
from tests.tournaments.equals import a_circle
from tests.tournaments.round_day import win
from tests.web.form_fields import press
from tests.web.pages import markup, signed_in, text
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import award_list, podium
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.matches import undo_deal
from tournaments.day.actions.rulings import correct_result
from tournaments.draw.actions.places import decide_places, reopen_places
from tournaments.models import PlaceDecision, Team, Tournament
from tournaments.states import EqualsDecided, RoleKind, TournamentState

pytestmark = pytest.mark.django_db


AWARDS, EQUALS = "/e/s000/office/awards/", "/e/s000/office/awards/equals/"
made_once, day = once_a_module(a_circle)


def places(tournament):
    (stage,) = stages_of(rounds(tournament))
    return [(row.team.branch, row.place, str(row.decided_by)) for row in standing(stage)]


def ids():
    return list(Team.objects.order_by("branch__number").values_list("pk", flat=True))


def decided(day, how, *, order=(), by=None):
    return decide_places(day.tournament.stages.get(), ids(), how, by=by or day.chief, order=order)


def kinds(tournament):
    return list(Event.objects.filter(journal=tournament.journal).values_list("kind", flat=True))


def test_everybody_reads_who_is_equal_and_the_awards_wait_until_it_is_decided(day):
    assert places(day.tournament) == [(f"第{n}分会", 1, "equal") for n in (1, 2, 3)]
    assert markup(Client().get("/e/s000/bracket/")).count('<td class="num place">1</td>') == 3
    (stage,) = Client().get("/api/v1/tournaments/s000/bracket/").json()["stages"]
    assert [(row["place"], row["because"]) for row in stage["standing"]] == [(1, "equal")] * 3
    shown = text(signed_in(a_role(day.tournament, RoleKind.OFFICE)).get(AWARDS))
    assert "Teams are equal in everything" in shown
    assert "Places 1 to 3: equal in everything" in shown
    assert shown.count("to be determined") >= 3
    assert "Confirm the awards" not in shown
    before = kinds(day.tournament)
    with pytest.raises(Refused) as refused:
        confirm_awards(day.tournament, by=day.chief)
    assert [(p.code, p.data) for p in refused.value.problems] == [(Code.PLACES_EQUAL, {"teams": 3})]
    assert kinds(day.tournament) == before
    assert Tournament.objects.get().state == TournamentState.RUNNING
    assert not podium(day.tournament).champions


def test_the_chief_referee_enters_the_play_off_and_the_awards_follow(day):
    chief = signed_in(day.chief)
    one, two, three = ids()
    typed = {f"place_{two}": "1", f"place_{three}": "2", f"place_{one}": "3"}
    answer = press(chief, EQUALS, f"{EQUALS}1/", how="play_off", note="三队加赛一副", **typed)
    assert answer.status_code == 302
    assert places(day.tournament) == [(f"第{n}分会", place, "play_off") for place, n in enumerate((2, 3, 1), start=1)]
    event = Event.objects.filter(kind=TournamentEvent.PLACES_DECIDED).get()
    assert [team["id"] for team in event.data["equals"]] == [two, three, one]
    shown = text(chief.get(EQUALS))
    assert "No place waits for a decision" in shown
    assert "三队加赛一副" in shown
    assert "第2分会" in text(Client().get("/e/s000/journal/"))
    confirm_awards(day.tournament, by=day.chief, sure=None)
    assert [p.branch for p in podium(day.tournament).champions] == ["第2分会"]


def test_a_play_off_needs_a_place_for_each(day):
    chief = signed_in(day.chief)
    for typed in ((), ("1", "1", "2"), ("1", "2")):
        numbers = {f"place_{team}": place for team, place in zip(ids(), typed, strict=False)}
        answer = press(chief, EQUALS, f"{EQUALS}1/", how="play_off", **numbers)
        assert answer.status_code == 422
        assert "give each of these teams a place of its own" in text(answer)
    assert not PlaceDecision.objects.exists()
    assert TournamentEvent.PLACES_DECIDED not in kinds(day.tournament)


def test_the_program_draws_lots_which_fall_away_when_a_correction_makes_them_unequal(day):
    decision = decided(day, EqualsDecided.DRAWN)
    assert sorted(decision.teams) == ids()
    assert len(decision.seed) == 32
    assert [row[1:] for row in places(day.tournament)] == [(1, "drawn"), (2, "drawn"), (3, "drawn")]
    assert decision.seed in text(signed_in(day.chief).get(EQUALS))
    correct_result(day.match(6), by=day.chief, reason="抄错")
    for _ in range(5):
        undo_deal(day.match(6), by=day.chief)
    win(day, 6, "away")
    assert {row[2] for row in places(day.tournament)} == {"points"}
    assert not award_list(day.tournament).equals


def test_the_office_alone_lets_them_share_the_place_and_nothing_else(day):
    office = a_role(day.tournament, RoleKind.OFFICE)
    assert "for the chief referee to enter" in text(signed_in(office).get(EQUALS))
    with pytest.raises(Refused) as refused:
        decided(day, EqualsDecided.DRAWN, by=office)
    assert [problem.code for problem in refused.value.problems] == [Code.DECISION_NEEDS_CHIEF]
    assert not PlaceDecision.objects.exists()
    decided(day, EqualsDecided.SHARED, by=office)
    assert [row[1:] for row in places(day.tournament)] == [(1, "shared")] * 3
    confirm_awards(day.tournament, by=office)
    listed = {award.rank: len(award.winners) for award in award_list(day.tournament).placed}
    assert (listed[1], listed[2]) == (3, 0)
    assert text(Client().get("/e/s000/results/")).count("第") >= 3


def test_a_decision_is_taken_back_until_the_awards_are_confirmed(day):
    decision = decided(day, EqualsDecided.SHARED)
    assert press(signed_in(day.chief), EQUALS, f"{EQUALS}{decision.pk}/reopening/").status_code == 302
    assert not PlaceDecision.objects.exists()
    assert kinds(day.tournament)[-2:] == [TournamentEvent.PLACES_DECIDED, TournamentEvent.PLACES_REOPENED]
    again = decided(day, EqualsDecided.SHARED)
    confirm_awards(day.tournament, by=day.chief)
    with pytest.raises(WrongState):
        reopen_places(again, by=day.chief)
    assert PlaceDecision.objects.get() == again


def test_nothing_is_decided_about_teams_that_are_not_equal_or_between_whom_no_prize_ends(day):
    for teams in (ids()[:2], []):
        with pytest.raises(WrongState):
            decide_places(day.tournament.stages.get(), teams, EqualsDecided.SHARED, by=day.chief)
    assert not PlaceDecision.objects.exists()
    Tournament.objects.update(awards=[{"rank": 4, "name": "优胜奖", "count": 3}])
    shown = award_list(Tournament.objects.get())
    assert (shown.equals, shown.decided) == ((), True)


def test_fewer_penalties_tell_them_apart_where_the_office_wants_it(day, django_assert_num_queries):
    with CaptureQueriesContext(connection) as without:
        rounds(day.tournament)
    day.tournament.stages.update(settings={"criteria": ["wins", "penalties"]})
    for number, side in ((1, "home"), (1, "home"), (3, "away")):  # two for the first, one for the second
        penalty(day.match(number), side)
    with django_assert_num_queries(len(without) + 1):
        rounds(day.tournament)
    assert places(day.tournament) == [(f"第{n}分会", place, "penalties") for place, n in enumerate((3, 2, 1), start=1)]
    (stage,) = Client().get("/api/v1/tournaments/s000/bracket/").json()["stages"]
    assert [row["tie_breaks"]["penalties"] for row in stage["standing"]] == [0, 1, 2]
    assert markup(Client().get("/e/s000/bracket/")).count("判罚少者列前") >= 3
    Penalty.objects.filter(side="away").update(struck_at=F("entered_at"))
    assert [row[1] for row in places(day.tournament)] == [1, 1, 3]


def penalty(match, side):
    """One that stands on the sheet of the match."""
    sheet = match.games.get().sheet
    now = match.result.at
    Penalty.objects.create(sheet=sheet, after_deal=1, side=side, offence="other", entered_at=now)
