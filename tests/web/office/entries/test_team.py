"""One team: substitutes and withdrawal, for the office and the chief referee."""

import re

import pytest
from django.urls import reverse

from tests.factories import a_branch, a_drawn_tournament, a_role, a_team, a_tournament, a_user
from tests.rows import all_rows
from tests.tournaments.played import decide
from tests.web.form_fields import form_fields, press_again
from tests.web.pages import markup
from tournaments.bracket.actions.undoing import undo_call
from tournaments.day.actions.matches import call_match
from tournaments.models import Match, Player, Substitution, Team
from tournaments.states import MatchState, RoleKind, TeamState, TournamentState

pytestmark = pytest.mark.django_db
LATE = "2020-01-01T00:00+08:00"


def address(team: Team, name: str = "team") -> str:
    return reverse(name, args=[team.branch.tournament.slug, team.pk])


def test_a_substitute_is_named_and_the_record_stays_on_the_page(office):
    team = a_team(a_branch(a_tournament()))
    url, before = address(team, "team_substitution"), all_rows()
    typed = {"player": "2", "name": "队员甲", "remark": "左手", "mail": "x", "reason": "出差"}
    refused = office.post(url, typed)
    page = markup(refused)
    assert refused.status_code == 422
    for kept in ('value="队员甲"', 'value="左手"', 'value="x"', 'value="出差"', 'href="#f-name"', 'href="#f-mail"'):
        assert kept in page
    assert re.search(r'name="player" value="2"[^>]* checked', page)
    for nobody in ("", "3", "x", "9" * 30):
        assert office.post(url, {"player": nobody, "name": "队员戊"}).status_code == 404
    assert all_rows() == before
    assert office.post(url, {"player": "2", "name": "队员戊"}).status_code == 302
    assert "队员戊 for 队员乙" in markup(office.get(address(team)))
    names = Player.objects.filter(left_at=None).order_by("number").values_list("name", flat=True)
    assert list(names) == ["队员甲", "队员戊"]


def test_once_play_has_begun_the_office_is_told_and_the_chief_referee_may(client):
    tournament = a_tournament(closes_at=LATE, state=TournamentState.RUNNING)
    team = a_team(a_branch(tournament))
    typed = {"player": "1", "name": "队员戊", "reason": "出差"}
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    assert 'name="player"' not in markup(client.get(address(team)))
    assert client.post(address(team, "team_substitution"), typed).status_code == 422
    client.force_login(a_role(tournament, RoleKind.CHIEF_REFEREE))
    assert 'name="player"' in markup(client.get(address(team)))
    assert client.post(address(team, "team_substitution"), {**typed, "reason": ""}).status_code == 422
    assert client.post(address(team, "team_substitution"), typed).status_code == 302
    assert Substitution.objects.get().reason == "出差"


def test_the_page_reads_out_nothing_private(client):
    tournament = a_tournament()
    team = a_team(a_branch(tournament, contact_mail="ji@example.com"))
    Player.objects.update(remark="用左手", mail="jia@example.com")
    client.force_login(a_role(tournament, RoleKind.CHIEF_REFEREE))
    page = markup(client.get(address(team)))
    for private in ("用左手", "jia@example.com", "ji@example.com"):
        assert private not in page


def test_a_team_is_withdrawn_with_a_reason_and_entered_again(office):
    team = a_team(a_branch(a_tournament()))
    before = all_rows()
    refused = office.post(address(team, "team_withdrawal"), {"reason": " "})
    assert refused.status_code == 422
    assert 'href="#f-reason"' in markup(refused)
    assert all_rows() == before
    assert office.post(address(team, "team_withdrawal"), {"reason": "出差"}).status_code == 302
    assert Team.objects.get().state == TeamState.WITHDRAWN
    assert "出差" in markup(office.get(address(team)))
    assert office.post(address(team, "team_withdrawal"), {"reason": "出差"}).status_code == 409
    assert office.post(address(team, "team_restoration")).status_code == 302
    assert Team.objects.get().state == TeamState.ENTERED


def test_a_withdrawal_after_the_draw_is_asked_about_and_taken_back_until_a_match_that_follows_has_begun(office):
    a_drawn_tournament(branches=4, teams=1)
    match, final = Match.objects.get(number=2), Match.objects.get(number=3)
    page, away, back = (address(match.home_team, name) for name in ("team", "team_withdrawal", "team_restoration"))
    before = all_rows()
    question = office.post(away, {"reason": "点错了行"})
    assert question.status_code == 422
    assert "(matches: 2)" in markup(question)
    assert all_rows() == before
    assert press_again(office, question, away).status_code == 302
    match.refresh_from_db()
    assert match.result.winner == "away"
    decide(1)
    call_match(final, by=a_user())
    before = all_rows()
    assert "These matches went to the opponents: 2." in markup(office.get(page))
    refused = markup(office.post(back, {"reason": ""}))
    assert 'href="#f-reason"' in refused
    assert "match 3, which follows from a match of this team" in refused
    assert all_rows() == before
    undo_call(final, by=a_user())
    typed = form_fields(markup(office.get(page)), back) | {"reason": "点错了行"}
    assert office.post(back, typed).status_code == 302
    assert Match.objects.get(number=2).state == MatchState.READY
    assert office.post(back, typed | {"key": ""}).status_code == 409


def test_a_misspelt_name_is_corrected_on_the_team_page_one_press_from_the_entry_form(office):
    a_drawn_tournament(branches=4, teams=1)
    team = Match.objects.get(number=2).home_team
    tournament = team.branch.tournament
    assert address(team) in markup(office.get(reverse("entry", args=[tournament.slug, team.branch.number])))
    url, name = address(team, "team_correction"), team.players.get(number=1).name
    typed = form_fields(markup(office.get(address(team))), url)
    refused = office.post(url, typed | {"name-1": "", "reason": "错字"})
    assert (refused.status_code, 'href="#f-name-1"' in markup(refused)) == (422, True)
    assert office.post(url, typed | {"name-1": f"{name}明", "name": "雄鹰队", "reason": "错字"}).status_code == 302
    assert (team.players.get(number=1).name, Team.objects.get(pk=team.pk).name) == (f"{name}明", "雄鹰队")
    assert f"{name}明" in markup(office.get(reverse("history", args=[tournament.slug])))


def test_a_draft_has_no_page_and_neither_has_a_team_of_another_event(office):
    draft = a_team(a_branch(a_tournament()), state=TeamState.DRAFT)
    assert office.get(address(draft)).status_code == 404
    other = a_team(a_branch(a_tournament()))
    assert office.get(reverse("team", args=[draft.branch.tournament.slug, other.pk])).status_code == 404


def test_a_stranger_or_a_referee_changes_no_team(client):
    tournament = a_tournament()
    team = a_team(a_branch(tournament))
    typed = {"player": "1", "name": "队员戊", "reason": "出差"}
    for user in (a_user(), a_role(tournament, RoleKind.REFEREE)):
        client.force_login(user)
        assert client.get(address(team)).status_code == 403
        for name in ("team_substitution", "team_correction", "team_withdrawal", "team_restoration"):
            assert client.post(address(team, name), typed).status_code == 403
    assert not Substitution.objects.exists()
    assert Team.objects.get().state == TeamState.ENTERED
