"""What holds for every public page in every state of an event: languages, 304, queries, nothing private or inline."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import a_drawn_tournament, a_role, a_tournament, a_user
from tests.thorough import in_ci_only, some
from tests.web.pages import markup
from tests.web.public_pages import PAGES_OF_AN_EVENT, address, addresses
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.models import Branch, Player
from tournaments.states import MatchState, RoleKind
from web.publishing import versions
from web.publishing.pages import PAGES

PLANTED = ("种下的备注", "种下的领队备注", "种下的联系人", "13800138000", "planted@example.org", "player@example.org")


@pytest.mark.parametrize("drawn", [False, True], ids=["registration", "drawn"])
def test_every_page_opens_in_both_languages(client, db, drawn):
    tournament = a_drawn_tournament() if drawn else a_tournament(branches=2, teams=1)
    for name in PAGES_OF_AN_EVENT:
        client.cookies["django_language"] = "zh-hans"
        chinese = client.get(address(name, tournament))
        client.cookies["django_language"] = "en"
        english = client.get(address(name, tournament))
        assert (chinese.status_code, english.status_code) == (200, 200), name
        assert tournament.name in markup(chinese)
        assert tournament.name in markup(english)
        assert chinese.content != english.content


def test_every_page_opens_for_an_event_with_nothing_in_it(client, db):
    tournament = a_tournament(rounds=0, tables=0)
    assert {client.get(address(name, tournament)).status_code for name in PAGES_OF_AN_EVENT} == {200}


def test_page_is_304_for_whoever_has_it(client, transactional_db, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr(versions, "READ_AGAIN_AFTER", 600.0)
    tournament = a_drawn_tournament()
    for name in some(PAGES_OF_AN_EVENT):
        etag = client.get(address(name, tournament))["ETag"]
        with django_assert_num_queries(0):
            assert client.get(address(name, tournament), headers={"If-None-Match": etag}).status_code == 304


def test_pages_hold_no_inline_code_refresh_without_script_and_link_to_pages_that_open(client, db):
    tournament, seen = a_drawn_tournament(), set()
    for page in addresses(tournament):
        body = markup(client.get(page))
        seen |= set(re.findall(r'href="(/[^"#]*)"', body))
        if not page.endswith("/pulse/"):
            assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=|<style", body), page
            assert '<noscript><meta http-equiv="refresh"' in body, page
    for link in sorted(link for link in seen if not link.startswith("/static/")):
        assert client.get(link).status_code < 400, link


def queries_of(client, page: str) -> int:
    PAGES.forget()
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200
    return len(queries)


@in_ci_only
def test_number_of_queries_does_not_depend_on_the_number_of_teams(client, db):
    small = a_drawn_tournament(branches=4, teams=2)
    usual = a_drawn_tournament(branches=13, teams=2)
    large = a_drawn_tournament(branches=16, teams=8, tables=2)
    for name in (*PAGES_OF_AN_EVENT, "match"):
        counts = []
        for event in (small, usual, large):
            played = event.stages.get().matches.exclude(state=MatchState.BYE)[0]
            more = {"number": played.number} if name == "match" else {}
            counts.append(queries_of(client, address(name, event, **more)))
        assert len(set(counts)) == 1, f"{name}: {counts}"
        assert counts[0] <= 20, f"{name}: {counts}"


def test_bracket_of_every_drawn_size_has_all_matches(client, db):
    for teams in (2, 8, 32):
        tournament = a_drawn_tournament(branches=teams // 2, teams=2)
        body = markup(client.get(address("bracket", tournament)))
        assert f'class="bracket of-{teams}"' in body
        assert len(re.findall(r'href="../matches/(\d+)/"', body)) == teams - 1


def test_nothing_private_is_on_any_public_page(client, db):
    tournament = a_drawn_tournament()
    Branch.objects.filter(tournament=tournament).update(
        leader_gender="f", leader_remark=PLANTED[1], contact_name=PLANTED[2], contact_phone=PLANTED[3],
        contact_mail=PLANTED[4],
    )  # fmt: skip
    players = Player.objects.filter(team__branch__tournament=tournament)
    players.update(gender="f", remark=PLANTED[0], mail=PLANTED[5])
    a_role(tournament, RoleKind.REFEREE, user=a_user(username="hidden-account-name", name="裁判一"))
    gendered = re.compile(r"\bfemale\b|\bwoman\b|>女<|（女）|gender", re.IGNORECASE)
    for language in ("zh-hans", "en"):
        client.cookies["django_language"] = language
        for page in addresses(tournament):
            body = markup(client.get(page))
            for planted in (*PLANTED, "hidden-account-name"):
                assert planted not in body, page
            assert not gendered.search(body), page


def test_journal_of_an_entry_says_nothing_private(client, db):
    tournament = a_tournament(branches=1)
    one, two = (PlayerEntry(name=f"队员{n}", gender="f", remark=PLANTED[0], mail=PLANTED[5]) for n in "甲乙")
    entry = BranchEntry(
        leader="队员甲", leader_gender="f", leader_remark=PLANTED[1], contact_name=PLANTED[2],
        contact_phone=PLANTED[3], contact_mail=PLANTED[4], teams=(TeamEntry(1, (one, two)),),
    )  # fmt: skip
    save_entry(tournament.branches.get(), entry, by=a_user(name="干事"))
    body = markup(client.get(address("history", tournament)))
    assert "干事" in body
    for planted in PLANTED:
        assert planted not in body
