"""The list of events, and the home of one."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from tests.factories import FIRST_START, a_drawn_tournament, a_tournament
from tests.tournaments.played import S000_AWARDS, play_all
from tests.web.pages import markup
from tests.web.public_pages import address
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.entries.queries.links import my_token
from web.publishing.pages import PAGES

LINE = '<li class="event-line">'


def test_home_tells_apart_what_is_on_what_comes_and_what_is_over(client, db):
    client.cookies["django_language"] = "en"
    empty = markup(client.get("/"))
    assert "/sign-in/" in empty
    assert 'class="btn go"' in empty
    old = a_tournament(name="往年的比赛", archived_at=timezone.now())
    over = a_drawn_tournament(awards=S000_AWARDS, name="结束的比赛")
    play_all(over)
    confirm_awards(over, by=None)
    a_tournament(name="以后的比赛", starts_at=FIRST_START + timedelta(days=9))
    a_drawn_tournament(name="下次的比赛")
    a_drawn_tournament(name="现在的比赛", started=True)
    a_tournament(name="彩排", rehearsal=True)
    PAGES.forget()
    body = markup(client.get("/"))
    order = ["On now", "现在的比赛", "下次的比赛", "以后的比赛", "Past events", old.name, over.name]
    places = [body.index(words) for words in order[:5]]
    assert places == sorted(places)
    assert body.index("Past events") < min(body.index(old.name), body.index(over.name))
    assert "彩排" not in body
    assert "data-bell=" in body
    assert "第1分会" in body[body.index(over.name) :]


def test_home_holds_what_fits_and_all_events_are_found_by_year_name_and_page(client, db, monkeypatch):
    for name, fits in (("MOST_OPEN", 2), ("MOST_PAST", 2), ("PER_PAGE", 4)):
        monkeypatch.setattr(f"web.public.event.{name}", fits)
    for number in range(4):
        a_tournament(name=f"报名{number}", rounds=1, tables=0)
        past = {"archived_at": timezone.now(), "starts_at": FIRST_START.replace(year=2120)}
        a_tournament(name=f"往届{number}", rounds=1, tables=0, **past)
    client.cookies["django_language"] = "en"
    body = markup(client.get("/"))
    assert (body.count('<li class="event">'), body.count(LINE)) == (2, 2)
    assert "2 more events" in body
    first, second = markup(client.get("/all/")), markup(client.get("/all/?page=2"))
    assert (first.count(LINE), second.count(LINE)) == (4, 4)
    assert 'href="?page=2" rel="next"' in first
    assert 'href="?page=1" rel="prev"' in second
    of_year = markup(client.get("/all/?year=2123"))
    assert (of_year.count(LINE), "往届" in of_year) == (4, False)
    listed = markup(client.get("/all/find/?q=往届3"))
    assert (listed.count(LINE), "往届3" in listed) == (1, True)
    assert markup(client.get("/all/find/?q=往")).count(LINE) == 4
    assert "There is no event of that name." in markup(client.get("/all/find/?q=没有"))
    for nowhere in ("/all/?page=9", "/all/?year=1999", "/all/find/?page=0", "/all/find/?page=x"):
        assert client.get(nowhere).status_code == 404


def test_home_of_an_event_counts_entries_waits_for_the_draw_names_the_next_round_and_carries_the_bell(client, db):
    client.cookies["django_language"] = "en"
    running = a_drawn_tournament(started=True)
    events = (
        a_tournament(branches=3, teams=1),
        a_tournament(closes_at=timezone.now() - timedelta(hours=1)),
        a_drawn_tournament(),
    )
    entered, closed, drawn, live = (markup(client.get(address("event", event))) for event in (*events, running))
    assert "3<small>/6" in entered
    assert "Waiting for the draw" in closed
    assert "Semi-final" in drawn
    assert "12:30" in drawn
    assert drawn.count('<li class="meet') == 2
    clock = running.stages.get().rounds.get(number=1).clock
    bell = clock.started_at + timedelta(minutes=clock.minutes)
    assert f'data-bell="{int(bell.timestamp() * 1000)}"' in live
    assert 'class="nowcard"' in live


def test_home_leads_to_the_matches_of_every_branch(client, db):
    tournament = a_drawn_tournament(branches=2, teams=2)
    body = markup(client.get(address("event", tournament)))
    for branch in tournament.branches.all():
        mine = reverse("my_matches", args=[tournament.slug, my_token(tournament, branch=branch.pk)])
        assert f'<li data-of="{branch.pk}"><a class="btn ink" href="{mine}">{branch.name}</a>' in body
