"""The printing page: what it offers to whom, previews, sizes and rounds, and what everybody may read."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.factories import a_role, a_tournament, a_user
from tests.thorough import in_ci_only
from tests.web.documents.events import UNSEALED, an_event_of
from tests.web.pages import markup, queries, signed_in, text
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
PRIVATE = [d.key for d in UNSEALED if d.permission == Permission.ENTRY_EDIT]
PNG = b"\x89PNG\r\n"


@pytest.fixture(scope="module")
def event(module_db: None) -> Tournament:
    return an_event_of("knockout", played=True)


def at(tournament: Tournament, name: str, **more: str) -> str:
    return reverse(name, kwargs={"slug": tournament.slug, **more})


@in_ci_only
def test_office_is_offered_every_document_with_its_first_page(event):
    office = signed_in(a_role(event, RoleKind.OFFICE))
    page = markup(office.get(at(event, "printing")))
    for document in UNSEALED:
        assert f'href="{at(event, "document", key=document.key)}' in page
        preview = at(event, "document_preview", key=document.key)
        assert f'src="{preview}"' in page
        assert office.get(preview).content.startswith(PNG)
    assert page.count('loading="lazy"') == len(UNSEALED)
    assert page.count("size=a3") == sum("a3" in document.sizes for document in UNSEALED)


@in_ci_only
def test_every_page_is_shown_as_a_picture_up_to_a_limit(event, monkeypatch):
    office = signed_in(a_role(event, RoleKind.OFFICE))
    overview = markup(office.get(at(event, "printing")))
    for key in ("programme", "bracket", "table-cards"):
        looked = at(event, "document_pages", key=key)
        assert f'href="{looked}"' in overview
        pdf = office.get(at(event, "document", key=key)).content
        page = markup(office.get(looked))
        assert page.count('src="data:image/png;base64,') == len(PdfReader(io.BytesIO(pdf)).pages)
        assert "the first" not in page
    monkeypatch.setattr("web.documents.page.MOST_SHOWN", 3)
    page = office.get(at(event, "document_pages", key="sign-in"))
    assert markup(page).count('src="data:image/png;base64,') == 3
    assert "These are the first 3 pages" in text(page)


def test_chief_referee_gets_nothing_with_gender_or_contact(event):
    assert PRIVATE == ["entry-forms", "summary"]
    chief = signed_in(a_role(event, RoleKind.CHIEF_REFEREE))
    page = markup(chief.get(at(event, "printing")))
    for key in PRIVATE:
        assert at(event, "document", key=key) not in page
        assert chief.get(at(event, "document", key=key)).status_code == 403
        assert chief.get(at(event, "document_preview", key=key)).status_code == 403
        assert chief.get(at(event, "document_pages", key=key)).status_code == 403
    assert chief.get(at(event, "document", key="sign-in")).status_code == 200
    # the booklet is everybody's, but in Word it has the leaders
    word = at(event, "document_word", key="programme")
    assert word not in page
    assert chief.get(word).status_code == 403
    office = signed_in(a_role(event, RoleKind.OFFICE))
    assert office.get(word).content.startswith(b"PK")


def test_everybody_reads_what_is_public_and_nothing_else(event):
    for document in UNSEALED:
        answer = Client().get(at(event, "public_document", key=document.key))
        assert (answer.status_code == 200) == (document.permission == Permission.PUBLIC), document.key
    for name in ("document", "document_preview", "document_pages"):
        assert signed_in(a_user()).get(at(event, name, key="bracket")).status_code == 403


@in_ci_only
def test_size_and_round_are_those_of_the_query_and_anything_else_is_the_usual(event):
    office = signed_in(a_role(event, RoleKind.OFFICE))

    def pages(key: str, query: str) -> list[object]:
        answer = office.get(at(event, "document", key=key) + query)
        assert answer.headers["Content-Type"] == "application/pdf"
        assert {"private", "no-store"} <= {*answer.headers["Cache-Control"].split(", ")}
        return list(PdfReader(io.BytesIO(answer.content)).pages)

    widths = [round(pages("bracket", f"?size={size}")[0].mediabox.width) for size in ("a4", "a3", "b5", "")]
    assert widths == [842, 1191, 842, 842]
    all_pages, first = pages("sign-in", ""), pages("sign-in", "?round=1")
    assert len(all_pages) > len(first) == 1
    assert len(pages("sign-in", "?round=x")) == len(all_pages)


def test_what_cannot_be_made_yet_says_when_and_has_no_address():
    tournament = a_tournament(branches=2)
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    words = text(office.get(at(tournament, "printing")))
    assert "Once lots are drawn." in words
    assert "Once a match is over." in words
    for key in ("bracket", "results", "no-such-document"):
        assert office.get(at(tournament, "document", key=key)).status_code == 404
        assert Client().get(at(tournament, "public_document", key=key)).status_code == 404


def test_page_costs_the_same_queries_at_any_size():
    costs = []
    for branches in (3, 9):
        event = an_event_of("knockout", branches=branches)
        office = signed_in(a_role(event, RoleKind.OFFICE))
        office.get(at(event, "printing"))
        costs.append(queries(office, at(event, "printing")))
    assert costs[0] == costs[1] <= 40
