"""A name is a name: whatever stands in the texts of an event, each of its papers and lists is made, in every format."""

import re
from html import unescape
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse

from tests.factories import a_role, a_user
from tests.thorough import in_ci_only, some
from tests.tournaments.event.papers.samples import text_of
from tests.web.documents.events import an_entered_event, an_event_of
from tests.web.pages import markup, signed_in
from tournaments.models import Tournament
from tournaments.states import RoleKind
from web.documents.catalogue import DOCUMENTS
from web.documents.circular import circular_word
from web.documents.document import EventReading

pytestmark = pytest.mark.django_db
ODD = (
    "{{7*7}}{% now %}", "{#甲#}{_{a}_}", "#let x=1;#x", "$a^2$ \\alpha", "@ref <label> ]]", "_a_ *b* `c` ```d",
    "// 甲 /* 乙 */", "= 一\\n- 二", "https://example.org/?a=1&b=2", "\"甲\" '乙' &amp; &#0;", "]]><w:t/>",
    "😀👨‍👩‍👧🇨🇳", "…", "..",
    "M" * 400, "长" * 400, "%s %(name)s {0} {name}", "\u202eabc\u0301\u200d", "..\\/../a:b*?", "=1+1", "مرحبا שלום",
)  # fmt: skip
NOT_WORDS = {
    "slug", "key", "mark", "device", "pinyin", "format", "game", "rule_set", "preset", "zone", "sampling", "seed",
    "basis", "entry", "message_id", "secret", "password", "username", "home_slot",
    "away_slot", "offence", "winner", "language", "together", "host", "sender", "subject", "kind",
}  # fmt: skip
"""Texts that the program itself writes."""


DAYS = {"agreed_place": "agreed_at", "proposed_place": "proposed_at"}
"""A place is agreed with its day alone."""


def make_odd(begin: int) -> None:
    """Every text that people write, in every row there is, becomes one of ``ODD``, by turns."""
    turns = count(begin)
    for model in apps.get_models():
        if model._meta.app_label not in {"tournaments", "notices", "scoring", "accounts"}:
            continue
        names = [field.name for field in model._meta.concrete_fields if is_of_people(field)]
        for row in model._default_manager.all() if names else ():
            for name in names:
                is_without_day = name in DAYS and getattr(row, DAYS[name]) is None
                if getattr(row, name) or (model._meta.get_field(name).blank and not is_without_day):
                    setattr(row, name, ODD[next(turns) % len(ODD)][: model._meta.get_field(name).max_length])
            row.save(update_fields=names)
    for event in Tournament.objects.all():
        event.awards = [award | {"name": ODD[next(turns) % len(ODD)][:20]} for award in event.awards]
        event.save(update_fields=["awards"])


def is_of_people(field: Any) -> bool:
    is_text = isinstance(field, models.CharField | models.TextField)
    return is_text and not field.choices and not field.unique and field.name not in NOT_WORDS


def addresses(browser: Client, event: Tournament) -> set[str]:
    """Every paper, list and picture that the pages of the event offer, each document of the catalogue, and these pages
    themselves."""
    about = {"slug": event.slug}
    pages = {reverse(name, kwargs=about) for name in OFFERING} | {"/", "/champions/", "/medals/"}
    links = {link for page in pages for link in re.findall(r'(?:href|src)="(/[^"#]+)', markup(browser.get(page)))}
    keys = [
        document.key
        for document in DOCUMENTS
        if document.is_offered(EventReading(event, "https://guandan.example.org"))
    ]
    made = {reverse("document", kwargs=about | {"key": key}) for key in keys}
    return pages | made | {unescape(link) for link in links if FILE.search(link)}


OFFERING = (
    "printing", "circular", "award_certificates", "exports", "entry_links", "entry_link_cards",
    "ceremony_cards", "check_in_codes", "event", "results", "report", "statistics", "draw", "teams", "hall",
)  # fmt: skip
FILE = re.compile(r"\.(pdf|png|docx|ics|zip)$|/(xlsx|csv|picture|text)/")


@in_ci_only
@pytest.mark.parametrize(("is_over", "begin"), [(False, 0), (True, 7)])
def test_every_paper_is_made_of_odd_names(is_over, begin):
    event = an_event_of("knockout", played=True) if is_over else an_entered_event()
    make_odd(begin)
    browser = signed_in(a_role(event, RoleKind.OFFICE, user=a_user(is_staff=True)))
    offered = sorted(addresses(browser, event))
    assert len(offered) > 60
    opened = some(offered)
    assert {address: status for address in opened if (status := browser.get(address).status_code) != 200} == {}


def test_notice_says_a_name_that_looks_like_a_blank():
    event = an_entered_event(name="{{7*7}}杯")
    event.branches.filter(number=1).update(name="{% now %}")
    word = circular_word(EventReading(event, "https://guandan.example.org"))
    words = "".join(text_of(word))
    assert "{{7*7}}杯" in words
    assert "{% now %}" in words
