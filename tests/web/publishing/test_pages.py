"""The cache of public pages: what is kept, for whom, until when, and that nobody sees an old page for long."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.caching import MicroCacheMiddleware
from journal.clock import set_rehearsal_time
from journal.models import Journal
from journal.recording import action
from tests.factories import a_drawn_tournament, a_tournament, a_user
from tests.thorough import in_ci_only
from tests.web.cached import a_process, ask, rename, teams_of
from tests.web.processes import another_process
from tournaments.entries.queries.links import my_token
from tournaments.models import Team
from web.publishing import pages, versions
from web.publishing.door import Door
from web.publishing.pages import PAGES, PageRequest, public_page
from web.publishing.store import Memory, Page
from web.publishing.versions import WROTE, Versions, WroteMiddleware

DOOR = Door(lambda _: HttpResponse(status=404))
NOBODY_LISTENS = "redis://127.0.0.1:1/0"


@pytest.fixture
def believed(monkeypatch) -> None:
    """A version is believed for as long as a busy machine needs."""
    monkeypatch.setattr(versions, "READ_AGAIN_AFTER", 600.0)


def test_page_is_answered_from_memory_without_a_query_and_known_again_by_its_etag(
    client, transactional_db, believed, django_assert_num_queries
):
    tournament = a_drawn_tournament()
    address, journal = teams_of(tournament), tournament.journal
    first = client.get(address)
    with django_assert_num_queries(0):
        second = client.get(address)
        known = client.get(address, headers={"If-None-Match": f'{first["ETag"]}, "other"'})
    assert (first.status_code, second.status_code, second.content) == (200, 200, first.content)
    assert (known.status_code, known.content) == (304, b"")
    assert second["ETag"] == known["ETag"] == first["ETag"]
    mark, moment, *language, build = first["ETag"][2:].strip('"').split("-")
    assert (mark, "-".join(language), build) == (f"{journal.pk}.{journal.version}", "zh-hans", settings.BUILD_ID)
    assert int(moment) > 0
    assert not first.cookies
    assert "Cookie" not in first.get("Vary", "")
    assert first["Cache-Control"] == "no-cache"


def test_page_is_the_same_for_everybody(client, transactional_db):
    address = teams_of(a_drawn_tournament())
    person = a_user(username="somebody", name="某某某", is_staff=True)
    client.force_login(person)
    signed_in = client.get(address, headers={"User-Agent": "planted-agent"})
    stranger = Client().get(address)
    assert signed_in.content == stranger.content
    for private in ("somebody", "某某某", "planted-agent", "csrfmiddlewaretoken"):
        assert private not in signed_in.content.decode()


def test_languages_do_not_mix_and_that_of_the_browser_changes_nothing(client, transactional_db, believed):
    address = teams_of(a_drawn_tournament())
    chinese = client.get(address, headers={"Accept-Language": "en"})
    for _turn in ("all the way", "at the door"):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        english = client.get(address)
        assert english["ETag"] != chinese["ETag"]
        assert client.get(address, headers={"If-None-Match": chinese["ETag"]}).status_code == 200
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "zh-hans"
        for answer, language, lang in ((chinese, "zh-hans", "zh-CN"), (english, "en", "en")):
            assert answer["Content-Language"] == language
            assert f'lang="{lang}"' in answer.content.decode()
        chinese = client.get(address)


def test_unknown_query_makes_no_other_page(client, transactional_db):
    address = teams_of(a_drawn_tournament())
    client.get(address)
    before = PAGES.rendered
    client.get(address + "?utm_source=x&branch=nonsense&page=-1")
    assert PAGES.rendered == before
    assert client.post(address).status_code == 405
    assert [client.get(path).status_code for path in ("/e/nothing/", "/e/nothing/teams/")] == [404, 404]


def test_view_of_a_public_page_gets_no_visitor_and_may_set_no_cookie(rf, db):
    tournament, seen = a_tournament(), []

    @public_page("branch")
    def curious_and_careless(request, slug):
        seen.append(request)
        response = HttpResponse("x")
        response.set_cookie("a", "b")
        return response

    request = rf.get("/x/?branch=7&secret=1", headers={"Cookie": "sessionid=abc", "Host": "elsewhere.example"})
    with pytest.raises(RuntimeError, match="no cookie"):
        DOOR.process_view(request, curious_and_careless, (), {"slug": tournament.slug})
    assert seen[0].GET.dict() == {"branch": "7"}
    assert not seen[0].COOKIES
    assert not seen[0].META
    assert not hasattr(seen[0], "session")
    assert not seen[0].user.is_authenticated


def test_change_is_seen_at_once_in_the_process_that_made_it(client, transactional_db):
    tournament = a_drawn_tournament()
    address = teams_of(tournament)
    before = [client.get(address) for _turn in ("all the way", "at the door")][1]
    rename(tournament.branches.first(), "改名分会", by=None)
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert "改名分会" in after.content.decode()


def test_page_asked_for_by_its_version_may_be_kept_by_others_and_by_no_other_name(client, transactional_db):
    tournament = a_drawn_tournament()
    version = client.get(f"/e/{tournament.slug}/pulse/").json()["edition"]

    def kept(named: str) -> tuple[str, str]:
        answer = client.get(teams_of(tournament), {"edition": named})
        assert answer.status_code == 200
        response = MicroCacheMiddleware(lambda _: answer)(RequestFactory().get("/"))
        return answer["Cache-Control"], response["X-Accel-Expires"]

    for named in (version, version.partition("-")[0]):
        for _turn in ("all the way", "at the door"):
            assert kept(named) == ("public, max-age=0, s-maxage=60", "60")
    early = version + "0"  # whoever asks a little early leaves nothing that those after him would get
    for named in (early, "", "1", "1.2", "999999.1-2", "*", "1.1.1.1.1-2", "a.b-c", "1.²-3", "9" * 500):
        assert kept(named)[0].startswith("no-cache"), named
    assert kept(early)[1] == "0"


def test_page_is_kept_for_this_second_and_handed_out_while_it_is_renewed(client, transactional_db):
    for path, stale in (("/", True), ("/api/v1/series/", False)):
        answer = client.get(path)
        response = MicroCacheMiddleware(lambda _, answer=answer: answer)(RequestFactory().get(path))
        assert 0 <= time.time() - int(response["X-Accel-Expires"].removeprefix("@")) < 60
        assert [*response.headers][-2:] == ["X-Accel-Expires", "Cache-Control"]  # nginx reads the one that comes after
        assert response["Cache-Control"] == "no-cache" + ", stale-while-revalidate=10" * stale


def test_second_process_takes_the_page_from_the_shelf_and_alone_comes_to_the_same_etag(transactional_db):
    tournament = a_drawn_tournament()
    one, other, alone = a_process(), a_process(), a_process(NOBODY_LISTENS)
    first, second, third = (ask(process, tournament) for process in (one, other, alone))
    assert (one.rendered, other.rendered, alone.rendered) == (1, 0, 1)
    assert second.content == first.content
    assert third["ETag"] == second["ETag"] == first["ETag"]


def test_pages_work_without_valkey(transactional_db, believed, django_assert_num_queries):
    tournament = a_drawn_tournament()
    alone = a_process(NOBODY_LISTENS)
    etag = ask(alone, tournament)["ETag"]
    with django_assert_num_queries(0):
        assert ask(alone, tournament, known=etag).status_code == 304
    rename(tournament.branches.first(), "改名分会", by=None)
    alone.versions.outdate(tournament.journal_id)
    assert "改名分会" in ask(alone, tournament).content.decode()
    assert alone.rendered == 2


def test_writer_and_whoever_names_the_version_see_the_write_in_every_process(transactional_db, believed):
    tournament, processes = a_drawn_tournament(), (a_process(), a_process())
    for process in processes:
        ask(process, tournament)
    rename(tournament.branches.first(), "改名分会", by=None)
    tournament.journal.refresh_from_db()
    mark = f"{tournament.journal_id}.{tournament.journal.version}"
    for process, wrote in zip(processes, (mark, f"{mark}-0"), strict=True):
        assert "改名分会" not in ask(process, tournament).content.decode()
        assert "改名分会" in ask(process, tournament, wrote=wrote).content.decode()


def test_version_is_believed_for_half_a_second_and_no_cookie_that_says_nothing_is(db):
    version = Versions().read(a_tournament().slug)
    assert version.believed_until <= version.read_at + 0.5
    assert not [cookie for cookie in ("", ".", "x.y", "1", "1.x", "²³.1", "999999.1") if version.lacks(cookie)]


def test_write_hands_out_its_version(rf, transactional_db):
    tournament = a_drawn_tournament()
    branch = tournament.branches.first()

    def view(request):
        rename(branch, "改名分会", by=None)
        return HttpResponse()

    answer = WroteMiddleware(view)(rf.post("/"))
    tournament.journal.refresh_from_db()
    assert answer.cookies[WROTE].value == f"{tournament.journal_id}.{tournament.journal.version}"
    assert answer.cookies[WROTE]["httponly"]
    assert not WroteMiddleware(lambda _: HttpResponse())(rf.post("/")).cookies


@in_ci_only
@in_ci_only
def test_real_processes_show_a_write_at_once_to_the_writer(transactional_db, client):
    tournament = a_drawn_tournament()
    address = teams_of(tournament)
    with another_process() as other:
        assert other.get(address)["status"] == 200
        rename(tournament.branches.first(), "改名分会", by=None)
        tournament.journal.refresh_from_db()
        here = client.get(address)
        there = other.get(address, wrote=f"{tournament.journal_id}.{tournament.journal.version}")
        assert there["etag"] == here["ETag"]
        assert "改名分会" in there["body"]
        assert there["rendered"] == 1  # the first page; the second came from the store


def test_fifty_at_once_after_a_change_cause_one_render_a_process(transactional_db):
    tournament = a_drawn_tournament()
    processes = [a_process(), a_process()]
    for process in processes:
        ask(process, tournament)
    before = [process.rendered for process in processes]
    rename(tournament.branches.first(), "改名分会", by=None)
    for process in processes:
        process.versions.outdate(tournament.journal_id)
    gate = Barrier(50)

    def visit(number: int) -> str:
        gate.wait()
        try:
            return ask(processes[number % 2], tournament).content.decode()
        finally:
            connection.close()

    with ThreadPoolExecutor(50) as crowd:
        answers = list(crowd.map(visit, range(50)))
    assert all(process.rendered - n <= 1 for process, n in zip(processes, before, strict=True))
    assert all("改名分会" in answer for answer in answers)


def test_page_that_takes_long_keeps_no_other_waiting(transactional_db):
    tournament, process = a_drawn_tournament(), a_process()
    begun, may_end = Event(), Event()

    def takes_long(_request: HttpRequest) -> HttpResponse:
        begun.set()
        assert may_end.wait(60)
        return HttpResponse("slow")

    def visit() -> HttpResponse:
        slow = PageRequest(tournament.slug, "/slow/", "", "en", "", takes_long)
        try:
            return process.answer(RequestFactory().get("/slow/"), slow)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        answer = other.submit(visit)
        assert begun.wait(60)
        assert ask(process, tournament).status_code == 200
        may_end.set()
        assert answer.result(60).content == b"slow"


@in_ci_only
def test_many_pages_at_once_after_a_change_are_all_answered(transactional_db):
    """As by people who each follow a team of theirs: nobody is sent away."""
    tournament = a_drawn_tournament(branches=10)
    addresses = [
        reverse("my_matches", args=[tournament.slug, my_token(tournament, team=team.pk)])
        for team in Team.objects.filter(branch__tournament=tournament)
    ]
    rename(tournament.branches.first(), "改名分会", by=None)

    def visit(address: str) -> int:
        try:
            return Client().get(address).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(addresses)) as crowd:
        assert set(crowd.map(visit, addresses)) == {200}


def test_no_page_lacks_a_committed_change_when_the_first_writer_commits_second(transactional_db):
    tournament = a_drawn_tournament()
    first, second = tournament.branches.all()[:2]
    slow_wrote, quick_committed = Event(), Event()

    @action
    def slow(*, by):
        rename(first, "慢分会", by=by)
        slow_wrote.set()
        quick_committed.wait(60)

    def run_slow() -> None:
        try:
            slow(by=None)
        finally:
            connection.close()

    reader = a_process()
    with ThreadPoolExecutor(1) as other_connection:
        running = other_connection.submit(run_slow)
        slow_wrote.wait(60)
        rename(second, "快分会", by=None)
        reader.versions.outdate(tournament.journal_id)
        between = ask(reader, tournament)
        quick_committed.set()
        running.result(60)
    reader.versions.outdate(tournament.journal_id)
    after = ask(reader, tournament)
    assert "快分会" in between.content.decode()
    assert "慢分会" not in between.content.decode()
    assert {"快分会", "慢分会"} <= set(after.content.decode().split(", "))
    assert after["ETag"] != between["ETag"]


def test_page_expires_when_the_time_of_the_event_passes_a_moment(client, transactional_db):
    tournament = a_drawn_tournament(rehearsal=True)
    start = tournament.stages.get().rounds.get(number=1).starts_at

    def ask_at(seconds: int, etag: str = "") -> HttpResponse:
        set_rehearsal_time(tournament.journal, start + timedelta(seconds=seconds))
        PAGES.versions.outdate(tournament.journal_id)
        return client.get(reverse("event", args=[tournament.slug]), headers={"If-None-Match": etag})

    etag = ask_at(-60)["ETag"]
    assert ask_at(-30, etag).status_code == 304
    after = ask_at(1, etag)
    assert (after.status_code, after["ETag"] != etag) == (200, True)


def test_rehearsal_says_so_on_every_public_page(client, db):
    tournament, real = a_drawn_tournament(rehearsal=True), a_drawn_tournament()
    for name in ("event", "bracket", "rounds", "timetable", "teams", "results", "notices", "history", "hall"):
        assert 'class="rehearsal"' in client.get(reverse(name, kwargs={"slug": tournament.slug})).content.decode()
    assert 'class="rehearsal"' not in client.get(teams_of(real)).content.decode()


def test_memory_is_bounded_and_a_page_survives_the_shelf():
    memory = Memory(most_pages=3, most_bytes=100)
    for number in range(5):
        memory.put(str(number), Page("1", '"e"', "text/plain", b"x" * 10))
    assert [memory.get(str(n), "1") is not None for n in range(5)] == [False, False, True, True, True]
    memory.put("large", Page("1", '"e"', "text/plain", b"x" * 95))
    assert memory.get("4", "1") is None
    assert memory.get("large", "1") is not None
    assert memory.get("large", "2") is None
    bodies = {"br": b"\n\x00", "gzip": b"\x1f\n"}
    page = Page("12", 'W/"12-0-en-x"', "text/html; charset=utf-8", "一\n二".encode(), bodies)
    assert Page.from_bytes(page.to_bytes()) == page


def test_what_is_no_page_in_the_store_counts_as_none(transactional_db):
    tournament = a_drawn_tournament()
    no_pages = (b"", b"{}\n", b"\xff", b"[1]\nx", b'{"body": 3, "packed": {}}\nab', b'{"body": 2, "packed": {}}\nab')
    for kept in no_pages:
        process = a_process()
        process.store._server.set(f"{process.store._prefix}en:/names/?", kept, ex=60)
        assert "分会" in ask(process, tournament).content.decode()
        assert process.rendered == 1, kept


def test_page_of_this_second_is_for_who_knows_of_nothing_newer(client, transactional_db, monkeypatch):
    tournament = a_drawn_tournament()
    branch, address = tournament.branches.order_by("number")[0], teams_of(tournament)
    of_programs = f"/api/v1/tournaments/{tournament.slug}/events/"
    before, read = client.get(address), client.get(of_programs)
    monkeypatch.setattr("web.publishing.pages.A_SECOND", 600.0)
    rename(branch, "Anders", by=None)
    assert client.get(address).content == before.content
    assert client.get(of_programs).content != read.content, "a program is never handed out what is older"
    journal = Journal.objects.get(tournament=tournament)
    newer = client.get(address, {"edition": f"{journal.pk}.{journal.version}"})
    assert "Anders" in newer.content.decode()
    assert client.get(address).content == newer.content, "the newest that this process has"
    rename(branch, "Besonders", by=None)
    client.cookies[WROTE] = f"{journal.pk}.{journal.version + 1}"
    assert "Besonders" in client.get(address).content.decode(), "who wrote sees it at once"


def test_pages_of_one_moment_read_the_matches_once(client, transactional_db, monkeypatch):
    monkeypatch.setattr(pages, "A_SECOND", 600.0)
    tournament = a_drawn_tournament()

    def readings(wrote: str = "") -> int:
        client.cookies[WROTE] = wrote
        with CaptureQueriesContext(connection) as queries:
            for name in ("event", "bracket", "rounds", "hall"):
                assert client.get(reverse(name, args=[tournament.slug])).status_code == 200
        return sum('"tournaments_match"."home_slot" AS "home_slot"' in query["sql"] for query in queries)

    assert readings() == 1
    rename(tournament.branches.first(), "改名分会", by=None)
    tournament.journal.refresh_from_db()
    assert readings(f"{tournament.journal_id}.{tournament.journal.version}") == 1
    assert "改名分会" in client.get(teams_of(tournament)).content.decode()
