"""A bracket that is passed on: the preview of its link, its picture, the frame on another site, the first visit."""

import re
import struct

import brotli
import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from tests.architecture.source import ROOT
from tests.factories import a_drawn_tournament, a_tournament
from tests.thorough import some
from tests.tournaments.played import play_all
from tests.tournaments.series.seasons import a_played_event, a_series
from tests.web.pages import markup
from tests.web.public_pages import address
from tests.web.test_formats import SETTINGS, a_half_played
from web.publishing.pages import PAGES

MOST_BYTES = 40_000
HEADERS = 450
"""Bytes of the head of an answer: between 424 and 574 were measured."""


def preview_of(body: str) -> dict[str, str]:
    """What a page tells a chat about itself."""
    return dict(re.findall(r'<meta property="(og:[^"]+)"(?: itemprop="\w+")? content="([^"]*)"', body))


def test_preview_of_a_link_has_the_title_of_the_page_whole_addresses_and_who_has_won(client, db):
    tournament = a_drawn_tournament(started=True)
    picture, titles = settings.SITE_URL + address("bracket_picture", tournament), {}
    for name, more in (("event", {}), ("bracket", {}), ("match", {"number": 1})):
        body = markup(client.get(address(name, tournament, **more)))
        preview = preview_of(body)
        assert preview["og:url"] == settings.SITE_URL + address(name, tournament, **more)
        assert preview["og:image"] == picture
        assert f'<meta itemprop="image" content="{picture}?square=1">' in body
        assert f"<title>{preview['og:title']}</title>" in body
        assert 'property="og:description" itemprop="description" content="4进2进行中"' in body
        titles[name] = preview["og:title"]
    assert titles["event"] == tournament.name
    assert len(set(titles.values())) == 3
    play_all(tournament)
    body = markup(client.get(address("bracket", tournament)))
    assert 'itemprop="description" content="冠军：第1分会一队"' in body


def test_every_page_about_several_events_has_a_preview_with_its_own_picture(client, db):
    series = a_series()
    for picture in ("/events.png", "/champions.png", "/medals.png", "/series/monthly/table.png"):
        assert size(client.get(picture).content) == (1200, 630), "before there is an event"
    assert client.get("/series/none/table.png").status_code == 404
    event = a_played_event(series)
    PAGES.forget()
    cache.clear()
    team = event.branches.first().teams.first()
    of_all = {
        "/": "/events.png",
        "/series/monthly/": "/series/monthly/table.png",
        "/champions/": "/champions.png",
        "/medals/": "/medals.png",
        f"/branch/{team.branch_id}/": "/champions.png",
        f"/team/{team.pk}/": "/champions.png",
        f"/player/{team.players.first().pk}/": "/champions.png",
    }
    for page, picture in of_all.items():
        body = markup(client.get(page))
        preview = preview_of(body)
        assert (preview["og:url"], preview["og:image"]) == (settings.SITE_URL + page, settings.SITE_URL + picture)
        assert f'<meta itemprop="image" content="{settings.SITE_URL}{picture}?square=1">' in body
        assert preview["og:title"]
        assert 'itemprop="description" content=""' not in body
    for picture in sorted(set(of_all.values())):
        answer = client.get(picture)
        assert (answer["Content-Type"], size(answer.content)) == ("image/png", (1200, 630))
    assert size(client.get("/medals.png?square=1").content) == (800, 800)
    assert client.get(picture, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert "第1分会" in markup(client.get("/series/monthly/")).partition('property="og:image"')[0]


def size(png: bytes) -> tuple[int, int]:
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("format_", some([*SETTINGS, ""]))
def test_picture_is_wide_or_square_in_every_format_and_before_the_draw(client, db, format_):
    tournament = a_half_played(format_).tournament if format_ else a_tournament(branches=2)
    picture = address("bracket_picture", tournament)
    answer = client.get(picture)
    assert answer["Content-Type"] == "image/png"
    assert size(answer.content) == (1200, 630)
    assert size(client.get(picture + "?square=1").content) == (800, 800)
    assert client.get(picture, headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_embedded_bracket_may_stand_in_any_frame_and_nothing_else(transactional_db):
    tournament = a_drawn_tournament()
    for _turn in ("the whole way", "at the door"):
        framed, other = (Client().get(address(name, tournament)) for name in ("embedded_bracket", "bracket"))
        assert "frame-ancestors *;" in framed["Content-Security-Policy"] + ";"
        assert "X-Frame-Options" not in framed
        assert not framed.cookies
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"
        strict = {part.strip() for part in other["Content-Security-Policy"].split(";")} - {"frame-ancestors 'none'"}
        assert strict < {part.strip() for part in framed["Content-Security-Policy"].split(";")}
        english = Client().get(address("embedded_bracket_english", tournament))
        assert (english["Content-Language"], "frame-ancestors *" in english["Content-Security-Policy"]) == ("en", True)
        assert '<html lang="en"' in markup(english)


def test_embedded_bracket_leads_out_of_its_frame_but_for_its_rounds(client, db):
    body = markup(client.get(address("embedded_bracket", a_drawn_tournament())))
    assert '<base target="_top">' in body
    assert re.findall(r'<a href="(#r\d)" target="_self"', body) == ["#r1", "#r2"]
    assert '<a class="to" href="../matches/1/"' in body
    assert 'class="menu"' not in body
    for tournament in (a_tournament(branches=2), a_drawn_tournament(format_="round_robin")):
        body = markup(client.get(address("embedded_bracket", tournament)))
        assert tournament.name in body
        assert 'class="bracket' not in body


def test_code_for_another_website_names_the_whole_address_of_its_language(client, db):
    tournament = a_drawn_tournament()
    for language, name in (("zh-hans", "embedded_bracket"), ("en", "embedded_bracket_english")):
        client.cookies["django_language"] = language
        frame = f"&lt;iframe src=&quot;{settings.SITE_URL}{address(name, tournament)}&quot;"
        assert frame in markup(client.get(address("bracket", tournament)))


def test_first_visit_of_a_bracket_of_32_stays_light(client, db):
    answer = client.get(address("bracket", a_drawn_tournament(branches=16)), headers={"accept-encoding": "br"})
    page = brotli.decompress(answer.content).decode()
    links = set(re.findall(r'(?:href|src)="/static/([^"#]+)', page))
    assert {link.rpartition(".")[2] for link in links} == {"css", "js", "svg"}
    weights = {link: len(brotli.compress((ROOT / "static" / link).read_bytes())) + HEADERS for link in links}
    assert sum(weights.values()) + len(answer.content) + HEADERS <= MOST_BYTES, weights
