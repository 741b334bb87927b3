"""排阵: a branch hands in by its link who plays at which board, and the office may do it for the branch."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from journal import clock
from tests.factories import a_role
from tests.made_once import once_a_module
from tests.tournaments.preset_events import PresetEvent
from tests.web.pages import markup, signed_in, text
from tournaments.bracket.rules.boards import board_number
from tournaments.day.actions.links import issue_branch_links
from tournaments.entries.queries.links import token_of
from tournaments.models import AccessLink, BoardPlayer, Branch, Match, Player, Team, Tournament
from tournaments.states import MatchState, RoleKind, TournamentState

pytestmark = pytest.mark.django_db


def drawn_in_groups() -> PresetEvent:
    """Six teams of three pairs, drawn into two groups; their links were issued before."""
    made = PresetEvent("plain_team", 6, Random(1))
    clock.set_rehearsal_time(made.tournament.journal, made.tournament.closes_at - timedelta(hours=2))
    issue_branch_links(made.tournament, by=made.chief)
    made.draw()
    return made


made_once, event = once_a_module(drawn_in_groups)


@pytest.fixture
def office(event: PresetEvent) -> Client:
    return signed_in(a_role(event.tournament, RoleKind.OFFICE))


def first(event: PresetEvent) -> Match:
    rows = Match.objects.filter(stage__tournament=event.tournament, state=MatchState.READY).order_by("number")
    return rows.select_related("home_team__branch", "away_team__branch").first()


def by_link(branch: Branch) -> Client:
    client = Client()
    client.cookies["django_language"] = "en"
    link = AccessLink.objects.select_related("account", "branch__tournament").get(branch=branch)
    opened = client.post(reverse("link", args=[token_of(link)]))
    assert opened["Location"] == page_of(branch)
    return client


def page_of(branch: Branch) -> str:
    return reverse("branch_entry_line_up", args=[branch.tournament.slug, branch.number])


def filled(team: Team, match: Match, *numbers: int) -> dict[str, str]:
    ids = dict(Player.objects.filter(team=team, left_at=None).values_list("number", "pk"))
    places = [f"board{board}_{place}" for board in (1, 2, 3) for place in (1, 2)]
    chosen = {place: str(ids.get(number, "")) for place, number in zip(places, numbers, strict=True)}
    return chosen | {"team": str(team.ordinal), "match": str(match.number)}


def test_branch_hands_in_by_its_link_days_after_registration(event):
    match = first(event)
    clock.set_rehearsal_time(event.tournament.journal, event.tournament.closes_at + timedelta(days=3))
    branch = match.home_team.branch
    client = by_link(branch)
    entry = client.get(reverse("branch_entry", args=[event.tournament.slug, branch.number]))
    assert "Line-up: who plays at which board" in text(entry)
    page = client.get(page_of(branch))
    assert "Not handed in yet." in text(page)
    sent = client.post(page_of(branch), filled(match.home_team, match, 6, 5, 4, 3, 2, 1))
    assert (sent.status_code, sent["Location"]) == (302, page_of(branch))
    assert BoardPlayer.objects.filter(player__team=match.home_team).count() == 6
    assert "Handed in." in text(client.get(page_of(branch)))
    other = by_link(match.away_team.branch)
    secret = text(other.get(page_of(match.away_team.branch)))
    assert "The other side has handed in" in secret
    assert "once you do, both line-ups are shown" in secret


def test_what_is_wrong_stands_at_its_field_and_what_was_chosen_stays(event, office):
    match = first(event)
    team, page = match.home_team, page_of(match.home_team.branch)
    answer = office.post(page, filled(team, match, 6, 6, 4, 3, 2, 0))
    assert answer.status_code == 422
    assert "stands at two places; a player plays at one board of a match." in text(answer)
    assert 'href="#f-board1_2"' in markup(answer)
    assert 'href="#f-board3_2"' in markup(answer)
    sixth = Player.objects.get(team=team, number=6)
    assert markup(answer).count(f'<option value="{sixth.pk}" selected') == 2
    old = filled(team, match, 1, 2, 3, 4, 5, 6) | {"match": "99"}
    assert "That match is no longer the next one" in text(office.post(page, old, follow=True))
    assert not BoardPlayer.objects.exists()


def test_everybody_sees_the_line_ups_once_both_are_in_and_nobody_before(event, office, client):
    match = first(event)
    public, of_board = (
        reverse("match", args=[event.tournament.slug, number])
        for number in (match.number, board_number(match.number, 1))
    )
    page, player = page_of(match.home_team.branch), Player.objects.get(team=match.home_team, number=6).name
    entry = reverse("entry", args=[event.tournament.slug, match.home_team.branch.number])
    assert page in markup(office.get(entry))
    office.post(page, filled(match.home_team, match, 6, 1, 4, 3, 2, 5))
    assert 'class="line-ups"' not in markup(client.get(public))
    assert player not in text(client.get(of_board))
    office.post(page_of(match.away_team.branch), filled(match.away_team, match, 2, 1, 4, 3, 6, 5))
    assert 'class="line-ups"' in markup(client.get(public))
    assert player in text(client.get(of_board))
    shown = text(office.get(page))
    assert all(name in shown for name in Player.objects.filter(team=match.away_team).values_list("name", flat=True))
    late = office.post(page, filled(match.home_team, match, 1, 2, 3, 4, 5, 6))
    assert late.status_code == 422
    assert "can no longer change" in text(late)


def test_there_is_nothing_to_line_up_without_boards_and_no_link_after_the_end(event, office):
    branch = first(event).home_team.branch
    client, page = by_link(branch), page_of(branch)
    clock.set_rehearsal_time(event.tournament.journal, event.tournament.closes_at + timedelta(days=3))
    assert client.get(page).status_code == 200
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert client.get(page).status_code == 403
    Tournament.objects.update(boards=1)
    assert "nobody is lined up" in text(office.get(page))
