"""Sentences that follow one another: with a space in English, without one in Chinese, where a mark has its room."""

import re
from datetime import date

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from tests.factories import a_role
from tests.web.games import a_started_tournament
from tests.web.pages import signed_in
from tests.web.public_pages import address
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Tournament
from tournaments.presets.preset import read_preset
from tournaments.states import RoleKind

PAGES = ("office", "entries", "all_entries", "entry_links", "settings", "draw", "plan", "outbox", "people", "desk")
TORN = re.compile(
    r"[^<>]*[。：！？；，、](?:</(?:a|b|span|strong)>)*\s+(?:<(?:a(?! class)|b|strong)\b[^>]*>)?[^\s<·][^<>]*"
)
SAID = Template("{% load site %}{% sentences %}<b>{{ a }}</b>\n  {{ a }} <a>{{ a }}</a>{% endsentences %}")


@pytest.mark.parametrize(
    ("language", "a", "shown"),
    [("en", "Done.", "<b>Done.</b>\n  Done. <a>Done.</a>"), ("zh-hans", "完成。", "<b>完成。</b>完成。<a>完成。</a>")],
)
def test_chinese_sentences_stand_close_and_english_ones_apart(language, a, shown):
    with translation.override(language):
        assert SAID.render(Context({"a": a})) == shown


def torn(client: Client, tournament: Tournament) -> dict[str, list[str]]:
    """What the office's pages say with a space after a full-width mark."""
    client.cookies["django_language"] = "zh-hans"
    by_name = {}
    for name in PAGES:
        page = client.get(address(name, tournament), follow=True).content.decode()
        parts = re.findall(r"<(?:p|dd|h2)\b[^>]*>(.*?)</(?:p|dd|h2)>", page, flags=re.DOTALL)
        by_name[name] = [words[0].strip() for part in parts if (words := TORN.search(part))]
    return {name: words for name, words in by_name.items() if words}


@pytest.mark.django_db
def test_no_page_of_the_office_has_a_space_after_a_chinese_mark():
    first_day = date(2123, 11, 29)
    fresh = create_tournament(read_preset("s000"), by=None, slug="new", first_day=first_day, with_sample_teams=True)
    started, _, _ = a_started_tournament(slug="cup")
    for tournament in (fresh, started):
        assert torn(signed_in(a_role(tournament, RoleKind.OFFICE)), tournament) == {}
