"""Tokens and webhooks on the pages of an event: made, shown once, tried, switched, and taken back."""

import pytest
from django.urls import reverse

from integrations.models import Call, Token, Webhook
from integrations.states import CallState
from tests.api.programs import a_program
from tests.factories import a_drawn_tournament, a_role
from tests.made_once import once_a_module
from tests.web.pages import markup, signed_in, text
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
HOOK = {"name": "排行榜", "address": "https://scores.example.org/hook", "kinds": "result"}


made_once, event = once_a_module(lambda: a_drawn_tournament(branches=2, teams=1, started=True))


@pytest.fixture
def office(event):
    return signed_in(a_role(event, RoleKind.OFFICE))


def at(event, name, *arguments):
    return reverse(name, args=[event.slug, *arguments])


def shown_secret(answer):
    return markup(answer).partition('<code class="secret">')[2].partition("<")[0]


def test_referee_makes_a_token_that_writes_and_takes_it_back(event):
    referee = signed_in(a_role(event, RoleKind.REFEREE))
    made = referee.post(at(event, "programs"), {"name": "平板", "scopes": "referee", "days": "1"})
    secret = shown_secret(made)
    deals = f"/api/v1/tournaments/{event.slug}/matches/1/deals/"
    assert a_program(secret).post(deals, {"order": "NS"}).status_code == 201
    page = referee.get(at(event, "programs"))
    assert secret not in markup(page)
    assert f"…{secret[-4:]}" in text(page)
    token = Token.objects.get()
    assert referee.post(at(event, "program_revocation", token.pk)).url == at(event, "programs")
    assert "taken back" in text(referee.get(at(event, "programs")))
    assert a_program(secret).post(deals, {"order": "NS"}).status_code == 401


def test_form_offers_what_the_role_holds_and_refuses_the_rest(event, office):
    page = markup(office.get(at(event, "programs")))
    assert ('value="entries"' in page, 'value="referee"' in page) == (True, False)
    refused = office.post(at(event, "programs"), {"name": "", "scopes": [], "days": "30"})
    assert refused.status_code == 422
    assert "problems" in markup(refused)
    refused = office.post(at(event, "webhooks"), HOOK | {"address": "http://127.0.0.1/"})
    assert refused.status_code == 422
    assert 'href="#f-address"' in markup(refused)
    assert not Token.objects.exists()
    assert not Webhook.objects.exists()


def test_office_takes_back_everybodys_token_and_a_referee_his_own_only(event, office):
    referee, other = (signed_in(a_role(event, RoleKind.REFEREE)) for _ in range(2))
    referee.post(at(event, "programs"), {"name": "平板", "scopes": "referee", "days": "1"})
    address = at(event, "program_revocation", Token.objects.get().pk)
    assert "平板" not in text(other.get(at(event, "programs")))
    assert other.post(address).status_code == 404
    assert "平板" in text(office.get(at(event, "programs")))
    assert office.post(address).status_code == 302
    assert office.post(address).status_code == 409


def test_webhook_is_added_tried_switched_and_removed(event, office):
    key = shown_secret(office.post(at(event, "webhooks"), HOOK))
    assert key.startswith("whsec_")
    hook = Webhook.objects.get()
    page = at(event, "webhook", hook.pk)
    assert office.post(at(event, "webhook_test", hook.pk)).url == page
    html = markup(office.get(page))
    assert ("webhook.tested" in html, key in html, "/hook" in html) == (True, False, False)
    Call.objects.update(state=CallState.SENT)
    assert office.post(at(event, "webhook_repetition", hook.pk), {"call": Call.objects.get().pk}).url == page
    assert Call.objects.get().state == CallState.PENDING
    for is_off in (True, False):
        office.post(at(event, "webhook_switch", hook.pk))
        assert ("Switched off" in text(office.get(page))) is is_off
    assert office.post(at(event, "webhook_removal", hook.pk)).url == at(event, "webhooks")
    assert office.get(page).status_code == 404


@pytest.mark.parametrize(("game", "said"), [("guandan", "deals at the tables"), ("win_loss", "results as they are")])
def test_webhook_is_told_of_what_the_game_has(game, said):
    event = a_drawn_tournament(branches=2, teams=1, game=game)
    office = signed_in(a_role(event, RoleKind.OFFICE))
    office.post(at(event, "webhooks"), HOOK | {"kinds": "deal"})
    page = text(office.get(at(event, "webhooks")))
    assert page.count(said) == 2
    assert ("deal" in page) == (game == "guandan")
