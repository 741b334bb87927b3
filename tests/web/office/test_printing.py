"""From the draw on: who is missing, and everything for the day on paper from one page, for the office too."""

import pytest
from django.urls import reverse

from accounts.passwords import choose_password
from tests.factories import a_drawn_tournament, a_role, a_tournament
from tests.web.pages import markup, signed_in, text
from tournaments.event.actions.people import add_people, confirm_account
from tournaments.models import AccessLink
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
MISSING = "There is no chief referee yet."


def page(browser, name, tournament, **more):
    return browser.get(reverse(name, kwargs={"slug": tournament.slug, **more}))


def test_event_without_a_chief_referee_says_so_in_the_office_and_at_the_desk():
    tournament = a_drawn_tournament()
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    assert all(MISSING in text(page(office, name, tournament)) for name in ("office", "desk"))
    clerk = a_role(tournament, RoleKind.OFFICE)
    (chief,), _ = add_people(tournament, "陈长青", RoleKind.CHIEF_REFEREE, by=clerk)
    assert "account is not confirmed yet" in text(page(office, "office", tournament))
    choose_password(chief, "a-long-password-of-ones-own")
    confirm_account(tournament, chief, by=a_role(tournament, RoleKind.OFFICE))
    shown = [text(page(office, name, tournament)) for name in ("office", "desk")]
    assert not any(MISSING in words or "not confirmed yet" in words for words in shown)


def test_new_event_leads_to_its_people_and_offers_the_chief_referee_first():
    tournament = a_tournament(branches=2)
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    home = page(office, "office", tournament)
    assert MISSING in text(home)
    assert f'href="{reverse("people", args=[tournament.slug])}">To the people' in markup(home)
    chosen = '<option value="{}" selected>'.format
    assert markup(page(office, "people", tournament)).count(chosen("chief_referee")) == 1
    a_role(tournament, RoleKind.CHIEF_REFEREE)
    assert MISSING not in text(page(office, "office", tournament))
    assert markup(page(office, "people", tournament)).count(chosen("referee")) == 2


def test_office_makes_and_prints_slips_and_codes_and_plays_by_none():
    tournament = a_drawn_tournament()
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    assert "Table slips, Semi-final" in text(page(office, "printing", tournament))
    made = office.post(reverse("slips_issue", kwargs={"slug": tournament.slug, "number": 1}))
    assert made.status_code == 302
    assert AccessLink.objects.count() == 2
    assert page(office, "slips_a4", tournament, number=1).headers["Content-Type"] == "application/pdf"
    assert page(office, "check_in_codes", tournament).status_code == 200
    slips = reverse("slips", kwargs={"slug": tournament.slug, "number": 1})
    in_the_hall = office.get(slips, headers={"host": "192.0.2.7:8000"}).content.decode()
    assert ('id="plain"' in in_the_hall, 'id="local"' in in_the_hall) == (True, False)
    revoked = office.post(reverse("match_slip_revocation", kwargs={"slug": tournament.slug, "number": 1}))
    assert revoked.status_code == 403
    assert AccessLink.objects.filter(revoked_at=None).count() == 2
