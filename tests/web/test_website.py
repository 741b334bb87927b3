"""The public pages as files: nothing but the files beside them is needed, no network and no script in a browser."""

import re
from functools import partial
from posixpath import dirname, join, normpath

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from lxml import html

from tests.architecture.source import ROOT
from tests.browser import DESK, LEFT, PHONE, becomes, overflow
from tests.e2e.busy import a_busy_event
from tests.factories import a_drawn_tournament
from tests.thorough import THOROUGH, in_ci_only
from tests.tournaments.series.seasons import a_played_event, a_series
from tests.web.test_formats import a_half_played
from web.archiving.website import FOR_STYLES, website


@pytest.fixture(scope="module")
def made(module_db) -> tuple[dict[str, bytes], list[str]]:
    """The files, and the queries that they cost."""
    tournament = (a_busy_event().day if THOROUGH else a_half_played("knockout")).tournament
    with CaptureQueriesContext(connection) as queries:
        content = dict(website(tournament))
    return content, [query["sql"] for query in queries]


@pytest.fixture
def files(made) -> dict[str, bytes]:
    return made[0]


@in_ci_only
def test_every_link_leads_to_a_file_beside_it(files):
    lost = []
    for name, content in files.items():
        if not name.endswith(".html"):
            continue
        page = html.document_fromstring(content.decode())
        for href in page.xpath("//@href | //@src"):
            path = normpath(join(dirname(name), re.sub(r"#.*", "", href))) if not href.startswith("#") else name
            lost += [f"{name}: {href}"] if path not in files else []
        ids = set(page.xpath("//@id"))
        lost += [f"{name}: {href}" for href in page.xpath("//a/@href[starts-with(., '#')]") if href[1:] not in ids]
    assert not lost
    assert len([name for name in files if name.startswith("zh/")]) > 35
    assert {name[3:] for name in files if name.startswith("zh/")} == {
        name[3:] for name in files if name.startswith("en/")
    }


def test_page_needs_no_script_and_no_server(files):
    for name, content in files.items():
        if name.endswith(".html") and name != "index.html":
            page = html.document_fromstring(content.decode())
            assert not page.xpath("//script | //form | //noscript | //meta[@http-equiv] | //iframe | //object"), name
            attributes = set(page.xpath("//@*[starts-with(name(), 'data-')]/.."))
            assert all(set(e.attrib) & set(FOR_STYLES) for e in attributes), name
            assert not [a for e in page.iter() for a in e.attrib if a.startswith(("hx-", "on"))], name
            assert b"/static/" not in content
    styles = b"".join(content for name, content in files.items() if name.endswith(".css"))
    assert styles
    assert b"url(" not in styles
    assert b"@import" not in styles


def test_styles_read_no_attribute_that_is_taken_away():
    public = ("look", "site", "public", "stages", "season", "ruling")
    read = {
        name
        for style in public
        for name in re.findall(r"\[(data-[a-z-]+)", (ROOT / f"static/css/{style}.css").read_text(encoding="utf-8"))
    }
    assert read <= {*FOR_STYLES, "data-screen"}  # the projector's own page stays out


def test_languages_lead_to_each_other_the_start_to_both_and_nothing_to_the_site(files):
    zh, en = (html.document_fromstring(files[f"{folder}/bracket.html"].decode()) for folder in ("zh", "en"))
    assert zh.xpath("//span[@class='langs']/a/@href") == ["bracket.html", "../en/bracket.html"]
    assert en.xpath("//span[@class='langs']/a/@href") == ["../zh/bracket.html", "bracket.html"]
    start = html.document_fromstring(files["index.html"].decode())
    assert start.xpath("//a/@href") == ["zh/index.html", "en/index.html"]
    assert "掼蛋" in start.findtext(".//title")

    page = files["en/index.html"].decode()
    for words in ("Ruling desk", "Help", "For the staff", "All events", "Hall screen", "My branch", "Search"):
        assert words not in page, words


def test_event_is_read_once_for_all_its_pages(made):
    files, queries = made
    assert len([name for name in files if name.endswith(".html")]) > 50
    assert len([sql for sql in queries if '"tournaments_match"."home_slot" AS "home_slot"' in sql]) == 1


@in_ci_only
def test_series_comes_along(db):
    series = a_series()
    by_path = dict(website(a_played_event(series)))
    assert series.name in by_path["zh/series.html"].decode()
    assert 'href="index.html"' in by_path["zh/series.html"].decode()
    assert 'href="series.html"' in by_path["zh/index.html"].decode()


@in_ci_only
def test_website_opens_from_a_folder(db, chromium, tmp_path):
    for name, content in website(a_drawn_tournament(started=True)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    urls: list[str] = []
    failures: list[tuple[str, str | None]] = []
    for width, height in (PHONE, DESK):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, java_script_enabled=False, offline=True
        )
        page = context.new_page()
        page.on("request", lambda request: urls.append(request.url))
        page.on("requestfailed", lambda request: failures.append((request.url, request.failure)))
        page.goto(f"file://{tmp_path}/index.html")
        page.wait_for_url("**/zh/index.html")
        assert overflow(page) <= 0
        page.get_by_role("link", name="对阵表").first.click()
        page.wait_for_url("**/zh/bracket.html")
        page.get_by_role("link", name="English").click()
        page.wait_for_url("**/en/bracket.html")
        becomes(partial(page.evaluate, "document.styleSheets.length >= 3"), True)
        page.goto(f"file://{tmp_path}/en/matches-1.html")
        assert overflow(page) <= 0
        context.close()
    assert urls
    assert not [url for url in urls if not url.startswith(f"file://{tmp_path}/")]
    assert not [failure for failure in failures if failure[1] != LEFT]  # as the icon of the first page, which leads on
