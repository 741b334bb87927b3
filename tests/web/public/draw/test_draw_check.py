"""The draw for everybody: while lots are shown, its public record, and the check in the browser and from disk."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.factories import a_role, a_tournament
from tests.thorough import in_ci_only
from tests.tournaments.draw.draw_vectors import FILE
from tests.web.pages import signed_in, text
from tests.web.public_pages import address
from tournaments.bracket.words.names import team_name
from tournaments.draw.actions.ceremony import open_ceremony, show_lot
from tournaments.draw.actions.draws import confirm_draw, discard_draw, draw_sealed, preview_draw, seal_draw
from tournaments.draw.method import records
from tournaments.draw.queries.ceremony import ceremony_view
from tournaments.draw.queries.records import record_of
from tournaments.entries.queries.links import my_token
from tournaments.models import Draw, Team
from tournaments.states import DrawState, RoleKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    browser = Client()
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return browser


def an_event():
    return a_tournament(slug="s000", branches=13, teams=2)


def shown(client, path=""):
    return client.get(f"/e/s000/draw/{path}")


def test_before_the_draw_everybody_sees_the_fingerprint_and_nothing_else(client):
    draw = seal_draw(an_event(), by=None)
    secret, pages = (
        json.loads(draw.basis)["secret"],
        [f"/e/s000/{p}" for p in ("draw/", "draw/ceremony/", "hall/draw/")],
    )
    for answer in map(client.get, pages):
        assert draw.fingerprint in text(answer).replace(" ", "")
        assert "numbers that leaders call out from now on" in text(answer)
        assert secret not in answer.content.decode()
    assert shown(client, "files/1/").status_code == 404
    draw_sealed(draw, "7, 21", by=None)
    for answer in map(client.get, pages):
        assert "Numbers called out: 7 · 21" in text(answer)
        assert "call out from now on" not in text(answer)
        assert secret not in answer.content.decode()
    assert shown(client, "files/1/").status_code == 404


def test_afterwards_everything_is_there_and_the_file_holds(client):
    tournament = an_event()
    discard_draw(preview_draw(tournament, by=None), by=None)
    draw = confirm_draw(draw_sealed(seal_draw(tournament, by=None), "7, 21", by=None), by=None)
    words = text(shown(client))
    place, pk = next((place, pk) for place, pk in enumerate(draw.positions, start=1) if pk)
    first = Team.objects.select_related("branch").get(pk=pk)
    standing = f"{place} {first.branch.name} Team {first.ordinal}"
    for sentence in (
        json.loads(draw.basis)["secret"],
        draw.seed,
        "No. 1 discarded, does not count",
        "No. 2 counts",
        "What was drawn 1",
        standing,
    ):
        assert sentence in words
    assert shown(client, "files/1/").status_code == 404
    answer = shown(client, "files/2/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="s000-draw-2.json"'
    assert records.differences(answer.json(), draw.fingerprint) == []
    assert [(line["draw"], line["state"]) for line in answer.json()["before"]] == [(1, "discarded")]


def test_office_seals_and_draws_by_numbers():
    tournament = an_event()
    browser = signed_in(a_role(tournament, RoleKind.OFFICE))
    seal = "/e/s000/office/draw/seal/"
    refused = browser.post(seal, {"seeds": "无此队", "rounds": "1"})
    assert (refused.status_code, Draw.objects.count()) == (422, 0)
    assert browser.post(f"{seal}numbers/", {"called": "7"}).status_code == 404
    assert browser.post(seal, {"seeds": "第1分会 Team 1\n第2分会 Team 1", "rounds": "3"}).status_code == 302
    draw = Draw.objects.get()
    assert json.loads(draw.basis)["wishes"] == {"seeds": [1, 3], "rounds": 3, "rested": [], "met": []}
    words = text(browser.get(seal))
    assert "Sealed: now the numbers" in words
    assert draw.fingerprint in words.replace(" ", "")
    assert "On with the sealed draw" in text(browser.get("/e/s000/office/draw/"))
    assert browser.post(f"{seal}numbers/", {"called": "七"}).status_code == 422
    assert browser.post(f"{seal}numbers/", {"called": "第1分会 7\n21"}).status_code == 302
    draw.refresh_from_db()
    assert (draw.state, [n["number"] for n in draw.numbers]) == (DrawState.PREVIEW, ["7", "21"])
    assert "All of them were met" in text(browser.get("/e/s000/office/draw/"))
    assert "All of them were met" in text(browser.get("/e/s000/office/draw/1/record/"))
    paper = browser.get("/e/s000/office/printing/draw-seal.pdf")
    assert paper.headers["Content-Type"] == "application/pdf"


def test_office_keeps_seeds_apart_in_a_draw_into_groups():
    tournament = a_tournament(slug="s000", branches=4, teams=3, rounds=5, format_="round_robin")
    tournament.stages.update(settings={"groups": 3})
    browser = signed_in(a_role(tournament, RoleKind.OFFICE))
    seal = "/e/s000/office/draw/seal/"
    page = text(browser.get(seal))
    assert "are drawn into different ones" in page
    assert "Teams of a branch are kept apart" not in page
    assert browser.post(seal, {"rounds": "3"}).status_code == 422
    seeds = "\n".join(f"第{branch}分会 Team 1" for branch in (1, 2, 3))
    assert browser.post(seal, {"seeds": seeds}).status_code == 302
    assert browser.post(f"{seal}numbers/", {"called": "7"}).url == "/e/s000/office/draw/ceremony/"
    browser.post("/e/s000/office/draw/ceremony/step/", {"step": "end"})
    draw = Draw.objects.get()
    seeded = [draw.teams[number - 1] for number in json.loads(draw.basis)["wishes"]["seeds"]]
    assert len({draw.positions.index(team) % 3 for team in seeded}) == 3
    assert "Seeded teams kept apart: 3. All of them were met" in text(browser.get("/e/s000/office/draw/"))
    record = json.loads(json.dumps(record_of(confirm_draw(draw, by=None))))
    assert records.differences(record) == []


def test_broken_seal_and_a_draw_without_one_are_said_to_everybody(client):
    tournament = an_event()
    seal_draw(tournament, by=None)
    tournament.branches_apart = "first_round"
    tournament.save()
    assert "kept apart has changed" in text(shown(client))
    confirm_draw(preview_draw(tournament, by=None), by=None)
    assert "was not sealed beforehand" in text(shown(client))
    assert records.differences(shown(client, "files/2/").json()) == []


def test_every_page_says_how_many_lots_are_drawn_and_whose_comes_next():
    client = Client()
    tournament = a_tournament(branches=5, teams=2)
    draw = preview_draw(tournament, by=None, seed="七")
    ceremony = open_ceremony(tournament, by=None)
    for number in range(1, 8):
        show_lot(ceremony, number, by=None)
    view = ceremony_view(tournament)
    drawn = view.lots[0].team
    mine = reverse("my_matches", args=[tournament.slug, my_token(tournament, branch=drawn.branch_id)])
    for path in (address("event", tournament), "/", address("timetable", tournament), mine):
        words = " ".join(text(client.get(path)).split())
        assert "正在抽签" in words, path
        assert team_name(view.turn) in words, path
        assert "7/10" in words.replace(" ", ""), path
    assert f"{draw.positions.index(drawn.id) + 1}号签位" in text(client.get(mine))

    for number in range(8, 11):
        show_lot(ceremony, number, by=None)
    assert "全部抽签完毕" in text(client.get(address("event", tournament)))
    confirm_draw(draw, by=None)
    assert "正在抽签" not in text(client.get("/"))


def check(page: Page, record: str, published: str = "") -> None:
    page.locator("#published").fill(published)
    page.locator("#record").fill(record)
    page.locator("#check button").click()


def named(record: dict[str, Any], number: int) -> str:
    team = json.loads(record["basis"])["teams"][number - 1]
    return f"{team['name']} team {team['ordinal']} (no. {number})"


@in_ci_only
@pytest.mark.django_db(transaction=True)
def test_browser_agrees_with_every_published_record_on_the_site_and_from_disk(visitor, client, tmp_path):
    confirm_draw(draw_sealed(seal_draw(an_event(), by=None), "7, 21", by=None), by=None)
    file = tmp_path / "check.html"
    file.write_bytes(client.get("/e/s000/draw/check/file/").content)
    vectors = json.loads(FILE.read_text(encoding="utf-8"))
    page = visitor(language="en").open("/e/s000/draw/check/")
    verdict, lines = page.locator("#verdict"), page.locator("#differences")
    page.get_by_role("link", name="Check draw no. 1 (counts)").click()
    expect(verdict).to_contain_text("IDENTICAL")
    for some in (vectors[:2], vectors):
        for record in some:
            check(page, "nothing")
            expect(verdict).to_contain_text("DIFFERENT")
            check(page, json.dumps(record), record["fingerprint"])
            expect(verdict, record["name"]).to_contain_text("IDENTICAL")
        page.goto(file.as_uri())
    check(page, json.dumps(vectors[0]))
    expect(lines).to_contain_text("Compare it with the one that was shown before the draw")
    championship = vectors[3]
    first, second, *rest = championship["positions"]
    check(page, json.dumps({**championship, "positions": [second, first, *rest]}), "0" * 64)
    expect(verdict).to_contain_text("DIFFERENT")
    expect(lines.locator("li")).to_have_count(3)
    expect(lines).to_contain_text(f"Position 2: the record says {named(championship, first)}, drawn again it is")
    check(page, "nothing")
    expect(lines).to_contain_text("This is not the record of a draw")
