"""The help: a page a role, in both languages, a link away from every page."""

import pytest
from django.urls import reverse

from tests.factories import a_drawn_tournament, a_role
from tests.web.pages import markup, signed_in, text
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["help", "help_referee", "help_chief", "help_office", "help_accessibility"])
def test_help_says_in_both_languages_what_a_role_does(client, name):
    chinese = client.get(reverse(name))
    assert "使用说明" in text(chinese)
    assert markup(chinese).count("<li>") >= 6
    client.cookies["django_language"] = "en"
    english = text(client.get(reverse(name)))
    assert "Help" in english
    assert "。" not in english


def test_help_is_linked_from_public_pages_those_of_the_staff_and_those_at_the_table(client):
    tournament = a_drawn_tournament(branches=4, teams=1)
    links = {f'href="{reverse(name)}"' for name in ("help", "help_accessibility")}
    for path in ("/", f"/e/{tournament.slug}/", "/sign-in/"):
        assert all(link in markup(client.get(path)) for link in links), path
    for path in ("/ruling-desk/", f"/e/{tournament.slug}/regulation/", "/no/such/page/"):
        assert f'href="{reverse("help")}"' in markup(client.get(path)), path
    chief = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))
    for path in ("sheets/", "sheets/1/", "check-in/"):
        assert reverse("help_referee") in markup(chief.get(f"/e/{tournament.slug}/{path}")), path
