"""关注: a cookie of the event, and the style sheet of a visitor's own by which pages for everybody light the way."""

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from tests.factories import a_drawn_tournament, a_tournament
from tests.made_once import once_a_module
from tests.web.pages import markup, queries
from tests.web.public_pages import address
from tournaments.entries.queries.links import my_token
from tournaments.models import Match

pytestmark = pytest.mark.django_db


made_once, tournament = once_a_module(lambda: a_drawn_tournament(branches=2, teams=2))


def press(client, tournament, own, how="on", back=""):
    """The press for a branch (b3) or a team (t7-3) on a page of the event."""
    back = back or address("teams", tournament)
    answer = client.post(address("follow", tournament), {how: own}, headers={"Referer": f"http://testserver{back}"})
    assert answer.headers["Location"] == f"{back}#b{own.rpartition('-')[2].lstrip('b')}"
    return answer


def styles(client, tournament):
    answer = client.get(address("followed_styles", tournament))
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/css")
    return answer.content.decode()


def test_followed_team_and_branch_are_lit_until_they_are_not_followed(client, tournament):
    assert styles(client, tournament) == ""
    one, other = tournament.branches.all()
    team, path = one.teams.first(), address("followed_styles", tournament)
    press(client, tournament, f"t{team.pk}-{one.pk}")
    assert f',:is([data-team="{team.pk}"]){{background' in styles(client, tournament)
    cookie = press(client, tournament, f"b{other.pk}").cookies["followed"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (address("event", tournament), True, "Lax")
    lit = styles(client, tournament)
    for mark in (f'[data-team="{team.pk}"]', f'[data-branch="{other.pk}"]', f'[data-of="{one.pk}"]'):
        assert mark in lit
    assert f'[data-branch="{one.pk}"]' not in lit
    known = client.get(path).headers["ETag"]
    assert queries(client, path) == 0
    assert client.get(path, headers={"If-None-Match": known}).status_code == 304
    assert client.get(path).headers["Cache-Control"] == "private, no-cache"
    press(client, tournament, f"t{team.pk}-{one.pk}", "off")
    assert f'[data-team="{team.pk}"]' not in styles(client, tournament)
    press(client, tournament, f"b{other.pk}", "off")
    assert styles(client, tournament) == ""


def test_cookie_that_was_not_written_here_says_nothing_and_no_more_are_kept_than_fit(client, tournament):
    for cookie in ("b1{}", "t1", "b0", "x", "b1]", "<b>", "b" + "1" * 30, "_" * 9000):
        client.cookies["followed"] = cookie
        assert styles(client, tournament) == "", cookie
    client.cookies["followed"] = "_".join(f"b{number}" for number in range(1, 200))
    branch = tournament.branches.first()
    press(client, tournament, f"b{branch.pk}")
    assert len(client.cookies["followed"].value) < 200
    assert f'[data-branch="{branch.pk}"]' in styles(client, tournament)


def test_pages_name_the_styles_and_are_the_same_for_everybody(client, tournament):
    press(client, tournament, f"b{tournament.branches.first().pk}")
    for name in ("event", "bracket", "teams", "rounds"):
        mine, theirs = client.get(address(name, tournament)), Client().get(address(name, tournament))
        assert mine.content == theirs.content
        assert f'<link rel="stylesheet" href="{address("followed_styles", tournament)}">' in markup(mine)


def test_stranger_to_the_event_is_not_followed(client, tournament):
    other = a_tournament(branches=1, teams=1)
    stranger, branch = other.branches.get(), tournament.branches.first()
    for own in (f"b{stranger.pk}", f"t{stranger.teams.get().pk}-{branch.pk}", "b0", "x", ""):
        assert client.post(address("follow", tournament), {"on": own}).status_code == 404


def test_press_leads_back_to_a_page_of_the_event_and_nowhere_else(client, tournament):
    own = f"b{tournament.branches.first().pk}"
    here = address("event", tournament)
    for back in (f"https://example.org{here}", f"//example.org{here}", "http://testserver/accounts/", "http://[", ""):
        answer = client.post(address("follow", tournament), {"on": own}, headers={"Referer": back})
        assert answer.headers["Location"] == f"{address('event', tournament)}#{own}"


def test_pages_that_name_teams_in_full_have_the_press_of_each(client, tournament):
    team = tournament.branches.first().teams.first()
    mine = reverse("my_matches", args=[tournament.slug, my_token(tournament, team=team.pk)])
    number = Match.objects.get(Q(home_team=team) | Q(away_team=team), round__number=1).number
    for path in (mine, address("teams", tournament), reverse("match", args=[tournament.slug, number])):
        page = markup(client.get(path))
        assert f'form="following" name="on" value="t{team.pk}-{team.branch_id}"' in page
        press(client, tournament, f"t{team.pk}-{team.branch_id}", back=path)
    page = markup(client.get(address("teams", tournament)))
    assert page.count('name="on" value="b') == 2
    assert page.count('name="on" value="t') == 4


def test_any_branch_or_team_is_followed_on_any_page_with_matches(client, tournament):
    branch = tournament.branches.first()
    choices = [f'<option value="b{branch.pk}">', f'<option value="t{branch.teams.first().pk}-{branch.pk}">']
    for name in ("event", "bracket", "rounds", "timetable", "results", "teams", "statistics", "report", "notices"):
        path = address(name, tournament)
        page = markup(client.get(path))
        assert [choice in page for choice in choices] == [True, True], name
        press(client, tournament, f"b{branch.pk}", back=f"{path}?stage=1")
    assert "follow-any" not in markup(client.get(address("event", a_tournament(branches=1, teams=1))))


@pytest.mark.parametrize("format_", ["knockout", "round_robin", "swiss", "movement", "double_elimination"])
def test_branch_is_chosen_on_a_drawing_and_one_that_is_marked_can_be_followed_there(client, format_):
    tournament = a_drawn_tournament(branches=2, teams=2, format_=format_)
    branch, path = tournament.branches.first(), address("bracket", tournament)
    page = markup(client.get(path))
    assert f'<option value="b{branch.pk}">' in page
    assert 'form="following"' not in page
    if format_ in ("knockout", "round_robin"):
        marked = markup(client.get(f"{path}?branch={branch.pk}"))
        assert marked.count('form="following" name="on"') == 1
        assert f'name="on" value="b{branch.pk}"' in marked


def test_among_too_many_the_list_of_teams_is_where_to_choose(client, monkeypatch):
    monkeypatch.setattr("web.public.tags.CHOICE", 5)
    tournament = a_drawn_tournament(branches=2, teams=2)
    page = markup(client.get(address("rounds", tournament)))
    assert "follow-any" not in page
    assert f'<a href="{address("teams", tournament)}" aria-label="关注分会或队伍">关注</a>' in page
