"""The list of events, and the home of one."""

from datetime import timedelta

from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from tests.factories import a_drawn_tournament, a_tournament
from tests.web.games import a_started_tournament, win
from tests.web.pages import markup, queries
from tests.web.public_pages import address
from tournaments.queries.my_links import my_token
from web.publishing.pages import PAGES


def test_empty_site_says_how_to_begin(client, db):
    body = markup(client.get("/"))
    assert "/sign-in/" in body
    assert 'class="btn go"' in body


def test_home_lists_events_and_keeps_archived_ones_apart(client, db):
    a_tournament(name="现在的比赛")
    old = a_tournament(name="往年的比赛")
    type(old).objects.filter(pk=old.pk).update(archived_at=timezone.now())
    body = markup(client.get("/"))
    assert body.index("现在的比赛") < body.index('class="archive"') < body.index("往年的比赛")


def test_home_of_an_event_in_registration_counts_entries(client, db):
    body = markup(client.get(address("event", a_tournament(branches=3, teams=1))))
    assert "3<small>/6" in body


def test_home_after_the_deadline_waits_for_the_draw(client, db):
    closed = a_tournament(closes_at=timezone.now() - timedelta(hours=1))
    client.cookies["django_language"] = "en"
    assert "Waiting for the draw" in markup(client.get(address("event", closed)))


def test_home_of_a_drawn_event_names_the_next_round(client, db):
    client.cookies["django_language"] = "en"
    body = markup(client.get(address("event", a_drawn_tournament())))
    assert "Semi-final" in body
    assert "12:30" in body
    assert body.count('<li class="meet') == 2


def test_home_of_a_live_round_carries_the_bell(client, db):
    tournament, matches, referee = a_started_tournament()
    win(matches[0], "home", 1, by=referee)
    body = markup(client.get(address("event", tournament)))
    clock = tournament.stages.get().rounds.get(number=1).clock
    bell = clock.started_at + timedelta(minutes=clock.minutes)
    assert f'data-bell="{int(bell.timestamp() * 1000)}"' in body
    assert 'class="nowcard"' in body


def test_home_leads_to_the_matches_of_every_branch(client, db):
    tournament = a_drawn_tournament(branches=2, teams=2)
    body = markup(client.get(address("event", tournament)))
    for branch in tournament.branches.all():
        mine = reverse("my_matches", args=[tournament.slug, my_token(tournament, branch=branch.pk)])
        assert f'<li data-of="{branch.pk}"><a class="btn ink" href="{mine}">{branch.name}</a>' in body


def test_list_of_events_costs_the_same_queries_for_one_event_and_for_many(client, db):
    a_drawn_tournament()
    client.get("/")  # the door learns the way, and from then on asks for the version itself
    PAGES.forget()
    cache.clear()
    one = queries(client, "/")
    for _ in range(29):
        a_drawn_tournament(branches=2, teams=1)
    PAGES.forget()
    cache.clear()
    assert queries(client, "/") == one
