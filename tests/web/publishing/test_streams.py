"""The live process: what is told reaches every page that is open at that address, and nothing outlasts its page."""

import asyncio
import http.client
import random
import time

from django.conf import settings

from tests.thorough import in_ci_only
from tests.web.publishing.streams import Page, live_process, run, settle, wait_for
from web.publishing import live
from web.publishing.live import Live
from web.publishing.store import Store

BRACKET, HALL = "/e/s000/live/?page=/e/s000/bracket/", "/e/s000/live/?page=/e/s000/hall/"
OTHER = "/e/s001/live/?page=/e/s001/bracket/"


def test_stream_begins_with_a_word_and_with_when_to_come_back():
    async def story() -> None:
        pages = [Page(app := Live(""), BRACKET), Page(app, BRACKET)]
        await settle()
        start = dict(pages[0].sent[0]["headers"])
        assert (pages[0].sent[0]["status"], start[b"content-type"]) == (200, b"text/event-stream")
        assert start[b"x-accel-buffering"] == b"no"
        first = [page.sent[1]["body"].decode() for page in pages]
        assert all(words.endswith("\ndata: null\n\n") for words in first)
        pauses = {int(words.partition("\n")[0].removeprefix("retry: ")) for words in first}
        assert len(pauses) == 2  # not all come back at once
        assert min(pauses) >= live.COMING_BACK[0]

    random.seed(1)
    run(story())


def test_everybody_who_listens_to_an_event_is_told_and_nobody_else():
    async def story() -> None:
        app = Live("")
        readers, other = [Page(app, BRACKET), Page(app, BRACKET), Page(app, HALL)], Page(app, OTHER)
        await settle()
        app.tell("s000", b'{"version":2}')
        await settle()
        assert [page.heard for page in readers] == [['data: {"version":2}\n\n']] * 3
        assert other.heard == []

    run(story())


def test_slow_page_misses_nothing_but_what_was_overtaken():
    async def story() -> None:
        app = Live("")
        slow, quick = Page(app, BRACKET), Page(app, BRACKET)
        await settle()
        slow.blocked.clear()
        for number in (1, 2, 3):
            app.events["s000"][BRACKET].tell(f"{number}".encode(), 0.0)
            await settle()
        slow.blocked.set()
        await settle()
        assert (quick.heard, slow.heard) == (["1", "2", "3"], ["1", "3"])

    run(story())


def test_many_pages_are_told_no_faster_than_they_can_fetch(monkeypatch):
    monkeypatch.setattr(live, "FETCHES", 30)

    async def story() -> None:
        app = Live("")
        pages = [Page(app, BRACKET) for _ in range(3)]
        await settle()
        began = time.monotonic()
        for number in (1, 2, 3):
            app.tell("s000", b"{%d}" % number)
            await settle()
        assert pages[0].heard == ["data: {1}\n\n"]
        while len(pages[0].heard) < 2:
            await asyncio.sleep(0.01)
        assert time.monotonic() - began >= len(pages) / live.FETCHES
        assert pages[0].heard[1:] == ["data: {3}\n\n"]

    run(story())


def test_hall_screen_does_not_wait_for_the_crowd(monkeypatch):
    monkeypatch.setattr(live, "FETCHES", 10)
    monkeypatch.setattr(live, "PATIENCE", 0.0)

    async def story() -> None:
        app = Live("")
        crowd, hall = [Page(app, BRACKET) for _ in range(40)], Page(app, HALL)
        await settle()
        for number in (1, 2):
            app.tell("s000", b"{%d}" % number)
            while len(hall.heard) < number or not crowd[0].heard:
                await asyncio.sleep(0.01)
        assert hall.heard == ["data: {1}\n\n", "data: {2}\n\n"]
        assert crowd[0].heard == ["data: {1}\n\n"]

    run(story())


def test_of_a_crowd_one_is_told_first_and_the_others_when_their_page_lies_ready(monkeypatch):
    monkeypatch.setattr(live, "PATIENCE", 600.0)

    async def story() -> None:
        app = Live("")
        crowd, few, own = [Page(app, BRACKET) for _ in range(live.CROWD)], Page(app, HALL), Page(app, "/e/s000/live/")
        await settle()
        app.tell("s000", b'{"edition":"1.2-3"}')
        await settle()
        assert (sum(map(len, (page.heard for page in crowd))), len(few.heard), len(own.heard)) == (1, 1, 1)
        for made in (b"/e/s000/hall/ 1.2-3", b"/e/s000/bracket/ 1.1-3"):
            app.tell("s000", made)
        await asyncio.sleep(3 * live.ON_ITS_WAY)
        assert sum(map(len, (page.heard for page in crowd))) == 1
        app.tell("s000", b"/e/s000/bracket/ 1.2-3")
        while not all(page.heard for page in crowd):
            await asyncio.sleep(0.001)
        assert {page.heard[0] for page in crowd} == {'data: {"edition":"1.2-3"}\n\n'}

    run(story())


def test_crowd_does_not_wait_for_ever_for_whoever_was_told_first(monkeypatch):
    monkeypatch.setattr(live, "PATIENCE", 0.02)

    async def story() -> None:
        app = Live("")
        crowd = [Page(app, BRACKET) for _ in range(live.CROWD)]
        await settle()
        app.tell("s000", b"{}")
        while not all(page.heard for page in crowd):
            await asyncio.sleep(0.001)

    run(story())


def test_page_that_is_left_is_forgotten():
    async def story() -> None:
        app = Live("")
        pages = [Page(app, BRACKET), Page(app, BRACKET)]
        await settle()
        assert app.connections == 2
        for page in pages:
            page.left.set()
            await page.task
        assert (app.connections, app.events) == (0, {})

    run(story())


def test_address_that_is_no_stream_is_none_and_who_comes_beyond_the_limit_is_refused(monkeypatch):
    async def story(address: str, status: int) -> None:
        page = Page(app := Live(""), address)
        await page.task
        assert (page.sent[0]["status"], app.connections, app.events) == (status, 0, {})

    run(story("/e/s000/bracket/", 404))
    monkeypatch.setattr(live, "MOST", 1)
    run(story("/live/?page=" + "x" * 600, 503))
    monkeypatch.setattr(live, "MOST", 0)
    run(story(BRACKET, 503))


@in_ci_only
def test_running_process_hands_on_what_is_told_and_ends_with_streams_open(monkeypatch):
    with live_process(monkeypatch) as (child, port):
        store = Store(settings.REDIS_URL, settings.BUILD_ID)
        streams = [http.client.HTTPConnection("127.0.0.1", port, timeout=10) for _ in range(3)]
        answers = []
        for stream in streams:
            stream.request("GET", BRACKET)
            answers.append(stream.getresponse())
            assert answers[-1].readline().startswith(b"retry: ")
        wait_for(lambda: sum(store.listeners()) == 3 and store.listened(["s000", "s001", ""]) == ["s000"])
        store.tell("s000", '{"version":2}')
        for answer in answers:
            lines = [answer.readline().strip() for _ in range(3)]
            assert lines == [b"data: null", b"", b'data: {"version":2}']
        began = time.monotonic()
        child.terminate()
        assert child.wait(10) is not None
        assert time.monotonic() - began < 5
        for stream in streams:
            stream.close()


def test_event_that_nobody_listens_to_any_more_is_listened_to_by_nobody(monkeypatch):
    with live_process(monkeypatch) as (_, port):
        store = Store(settings.REDIS_URL, settings.BUILD_ID)
        for address, slug in (("/live/", ""), (BRACKET, "s000"), (OTHER, "s001")):
            stream = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            stream.request("GET", address)
            assert stream.getresponse().status == 200
            wait_for(lambda slug=slug: store.listened(["", "s000", "s001"]) == [slug])
            stream.close()
            wait_for(lambda: store.listened(["", "s000", "s001"]) == [])


def test_silent_stream_says_that_it_is_there(monkeypatch):
    monkeypatch.setattr(live, "SILENCE", 0.02)

    async def story() -> None:
        page = Page(Live(""), BRACKET)
        while len(page.heard) < 2:
            await asyncio.sleep(0.01)
        assert set(page.heard) == {"data: null\n\n"}

    run(story())
