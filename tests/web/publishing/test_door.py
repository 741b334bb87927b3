"""The door: what lies ready is handed out before any other work, compressed, and just as the whole way answers."""

import gzip

import brotli
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import a_drawn_tournament, a_user
from tests.web.cached import teams_of
from web.publishing import versions
from web.publishing.pages import PAGES
from web.publishing.store import WORTH_WHILE, accepted, packed

AGENTS = {"": "", "gzip": "gzip, deflate", "br": "gzip, deflate, br, zstd"}


@pytest.fixture
def believed(monkeypatch) -> None:
    """A version is believed for as long as a busy machine needs."""
    monkeypatch.setattr(versions, "READ_AGAIN_AFTER", 600.0)


def both(address: str, **headers: str) -> tuple:
    """The answer after the whole way, and the one at the door."""
    client = Client()
    return client.get(address, headers=headers), client.get(address, headers=headers)


def test_door_answers_as_the_whole_way_does(transactional_db, believed):
    tournament = a_drawn_tournament()
    for name in ("teams/", "hall/", "bracket/", ""):
        first, second = both(f"/e/{tournament.slug}/{name}")
        assert (second.headers, second.content) == (first.headers, first.content), name
        for header in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Content-Language"):
            assert header in second.headers
        unchanged, again = both(f"/e/{tournament.slug}/{name}", if_none_match=first["ETag"])
        assert (unchanged.status_code, again.status_code, again.content) == (304, 304, b"")
        assert again.headers == unchanged.headers


def test_page_is_compressed_once_and_travels_as_the_browser_takes_it(transactional_db, believed, monkeypatch):
    address = teams_of(a_drawn_tournament())
    plain = Client().get(address)
    monkeypatch.setattr("web.publishing.pages.packed", lambda body: pytest.fail("compressed again"))
    for encoding, header in AGENTS.items():
        unpack = {"": bytes, "gzip": gzip.decompress, "br": brotli.decompress}[encoding]
        for answer in both(address, accept_encoding=header):
            assert answer.get("Content-Encoding", "") == encoding
            assert unpack(answer.content) == plain.content
            assert int(answer["Content-Length"]) == len(answer.content)
            assert answer["Vary"] == "Accept-Encoding"
            assert answer["ETag"] == plain["ETag"]
            assert answer["ETag"].startswith("W/")
        known = Client().get(address, headers={"accept-encoding": header, "if-none-match": plain["ETag"]})
        assert (known.status_code, known.content) == (304, b"")
        assert "Content-Encoding" not in known


def test_public_page_asks_for_no_session_whoever_comes(transactional_db):
    address = teams_of(a_drawn_tournament())
    client = Client()
    client.force_login(a_user(username="somebody"), backend="django.contrib.auth.backends.ModelBackend")
    for _ in ("the whole way", "at the door"):
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        assert answer.status_code == 200
        assert not answer.cookies
        assert not any("session" in query["sql"] or "accounts_user" in query["sql"] for query in queries)


def test_host_that_is_not_ours_is_refused_at_the_door(transactional_db, believed, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    address = teams_of(a_drawn_tournament())
    client = Client()
    assert [client.get(address).status_code for _ in range(2)] == [200, 200]
    assert client.get(address, headers={"host": "elsewhere.example"}).status_code == 400


def test_private_page_is_never_published(transactional_db):
    tournament = a_drawn_tournament()
    client = Client()
    client.force_login(a_user(username="office", is_staff=True), backend="django.contrib.auth.backends.ModelBackend")
    for path in ("office/", "desk/", "sheets/"):
        before = PAGES.rendered
        for _ in range(2):
            answer = client.get(f"/e/{tournament.slug}/{path}", headers={"accept-encoding": "br, gzip"})
            assert answer.get("ETag") is None
        assert PAGES.rendered == before


def test_page_with_a_token_is_another_length_each_time(transactional_db, client):
    """Django's remedy against BREACH: the token is masked anew, and bytes by chance hide the length."""
    answers = [client.get("/sign-in/", headers={"accept-encoding": "gzip, br"}) for _ in range(12)]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    assert len({gzip.decompress(answer.content) for answer in answers}) == 12
    assert len({len(answer.content) for answer in answers}) > 3


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("", ""), ("identity", ""), ("gzip", "gzip"), ("GZIP;q=0.5", "gzip"), ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip;q=0.1", "gzip"), ("gzip;q=0, br;q=0.000", ""), ("*", "br"), ("*;q=0", ""),
        ("br;q=0, *", "gzip"), ("nonsense;;q,,", ""),
    ],
)  # fmt: skip
def test_encoding_is_the_best_that_the_browser_takes(header, encoding):
    assert accepted(header) == encoding


def test_what_is_short_is_not_compressed():
    assert packed(b"x" * (WORTH_WHILE - 1)) == {}
    assert set(packed(b"x" * WORTH_WHILE)) == {"br", "gzip"}
