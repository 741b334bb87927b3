"""The awards page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from journal.models import Event
from journal.recording import action, record
from notices.models import Notice
from notices.states import NoticeKind, NoticeState
from tests.factories import a_drawn_tournament, a_role, a_tournament, a_user
from tests.made_once import once_a_module
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tests.web.form_fields import press, press_again
from tests.web.pages import signed_in, text
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import podium
from tournaments.bracket.queries.versions import awards_version
from tournaments.codes import TournamentEvent
from tournaments.models import Round, Team, Tournament
from tournaments.states import RoleKind, TeamState, TournamentState

pytestmark = pytest.mark.django_db


def before_the_final():
    """Four branches with two teams each, of whose seven matches the final alone is open."""
    tournament = a_drawn_tournament(slug="s000", branches=4, teams=2, awards=S000_AWARDS)
    for number in range(1, 7):
        decide(number)
    return tournament


made_once, tournament = once_a_module(before_the_final)


@pytest.fixture
def finished(tournament):
    play_all(tournament)
    return tournament


def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def address(page=""):
    return f"/e/s000/office/awards/{page}"


def test_page_before_the_draw_has_nothing_to_award():
    tournament = a_tournament(slug="early", awards=S000_AWARDS)
    browser = office(tournament)
    words = text(browser.get("/e/early/office/awards/"))
    assert "Nothing is played yet" in words
    assert "Confirm the awards" not in words
    Tournament.objects.filter(slug="early").update(awards=[])
    assert "name no awards" in text(browser.get("/e/early/office/awards/"))


def test_page_before_the_final_shows_the_thirds_only_and_nothing_is_confirmed(tournament):
    browser = office(tournament)
    words = text(browser.get(address()))
    assert "1 match is not over yet" in words
    assert words.count("to be determined") == 2
    assert "Confirm the awards" not in words
    refused = browser.post(address("confirmation/"), {"seen": awards_version(tournament)})
    assert refused.status_code == 422
    assert "The last match is not over yet" in text(refused)
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.DRAWN
    assert not Event.objects.filter(kind="awards.confirmed").exists()


def test_confirmation_finishes_the_event_once(finished):
    browser = office(finished)
    offered = text(browser.get(address()))
    for words in ("The podium is decided", "冠军", "季军", "4 teams that were present", "Confirm the awards", "队员甲"):
        assert words in offered
    question = press(browser, address(), address("confirmation/"))
    assert question.status_code == 422
    assert "The last round is planned for" in text(question)
    assert press_again(browser, question, address("confirmation/")).status_code == 302
    finished.refresh_from_db()
    assert finished.state == TournamentState.FINISHED
    words = text(browser.get(address()))
    assert "The list of awards is confirmed" in words
    assert "Confirm the awards" not in words
    assert browser.post(address("confirmation/")).status_code == 409
    assert Event.objects.filter(kind="awards.confirmed").count() == 1


def test_place_of_a_team_that_withdrew_is_asked_about_and_an_old_page_confirms_nothing(finished):
    Round.objects.update(starts_at=timezone.now() - timedelta(days=1))
    champion = podium(finished).champion
    Team.objects.filter(pk=champion.id).update(state=TeamState.WITHDRAWN)
    browser = office(finished)
    change_the_list(finished, by=None)
    assert browser.post(address("confirmation/"), {"seen": "0"}).status_code == 409
    question = press(browser, address(), address("confirmation/"))
    assert f"{champion.branch}, Team {champion.ordinal}, has withdrawn" in text(question)
    assert not Event.objects.filter(kind="awards.confirmed").exists()
    assert press_again(browser, question, address("confirmation/")).status_code == 302


def test_confirmation_is_taken_back_with_a_reason_and_made_again(finished):
    confirm_awards(finished, by=None)
    browser = office(finished)
    assert press(browser, address(), address("reopening/")).status_code == 422
    assert press(browser, address(), address("reopening/"), reason="名次抄错").status_code == 302
    finished.refresh_from_db()
    assert (finished.state, finished.awards_confirmed_at) == (TournamentState.RUNNING, None)
    assert not Notice.objects.filter(kind=NoticeKind.AWARDS).exclude(state=NoticeState.CANCELLED).exists()
    confirm_awards(finished, by=None)
    assert Notice.objects.filter(kind=NoticeKind.AWARDS, state=NoticeState.PENDING).count() == 1


@action
def change_the_list(tournament, *, by):
    record(tournament.journal, TournamentEvent.PLAYER_SUBSTITUTED, "team:0", by=by, public=False)


def test_stranger_sees_and_confirms_nothing(finished):
    for browser in (signed_in(a_user()), signed_in(a_role(finished, RoleKind.REFEREE))):
        for page in ("", "certificates/"):
            assert browser.get(address(page)).status_code == 403
        assert browser.post(address("confirmation/")).status_code == 403
    finished.refresh_from_db()
    assert finished.state == TournamentState.DRAWN
