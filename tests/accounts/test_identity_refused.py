"""Answers of a provider that prove nothing let nobody in, and a provider that is away shuts nobody out."""

import json
import secrets
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from accounts import identity
from accounts.identities import HOUSE_MARK, new_account_of
from accounts.identity import Identified
from accounts.models import User
from launch.servers import free_port
from tests.accounts.conftest import BACK, set_up
from tests.accounts.crooked import EC, NEXT, OTHER, RSA, SHARED, Crooked, a_crooked_provider
from tests.identity_provider import CLIENT
from tests.web.pages import markup
from tests.web.test_garbage import GARBAGE

pytestmark = pytest.mark.django_db


@pytest.fixture
def crooked(settings: Any) -> Iterator[Crooked]:
    with a_crooked_provider() as provider:
        set_up(settings, provider.issuer)
        yield provider


def come_back(crooked: Crooked, **changed: str):
    browser = Client()
    browser.cookies["django_language"] = "en"
    sent = browser.get("/sign-in/identity/")
    assert sent.status_code == 302, markup(sent)
    return browser.get(BACK, crooked.way_back(sent.headers["Location"]) | changed)


def is_known(answer: Any) -> bool:
    """Was he let in as far as one comes without an account?"""
    return answer.status_code == 200 and 'name="identity"' in markup(answer)


def test_answer_that_is_as_it_should_be_is_believed(crooked: Crooked) -> None:
    assert is_known(come_back(crooked))


@pytest.mark.parametrize(
    ("key", "published", "algorithm"), [(EC, [EC], "ES256"), (RSA, [RSA], "PS256"), (NEXT, [RSA, NEXT], "RS256")]
)
def test_every_signature_by_a_key_of_the_provider_alone_is_believed(crooked: Crooked, key, published, algorithm):
    crooked.key, crooked.published, crooked.algorithm = key, published, algorithm
    assert is_known(come_back(crooked))


HOUR = 3600
SPOILT = {
    "another issuer": lambda claims: claims.update(iss="https://example.org"),
    "another audience": lambda claims: claims.update(aud="another site"),
    "no audience": lambda claims: claims.pop("aud"),
    "several audiences, not for us": lambda claims: claims.update(aud=[CLIENT, "another"], azp="another"),
    "several audiences, for nobody": lambda claims: claims.update(aud=[CLIENT, "another"]),
    "asked for by another": lambda claims: claims.update(azp="another"),
    "expired": lambda claims: claims.update(exp=time.time() - HOUR),
    "no end": lambda claims: claims.pop("exp"),
    "from the future": lambda claims: claims.update(iat=time.time() + HOUR),
    "of another sign-in": lambda claims: claims.update(nonce="another"),
    "of no sign-in": lambda claims: claims.pop("nonce"),
    "nobody": lambda claims: claims.pop("sub"),
    "no name": lambda claims: claims.update(sub=""),
    "a number": lambda claims: claims.update(sub=1),
    "unprintable": lambda claims: claims.update(sub="1\0"),
    "very long": lambda claims: claims.update(sub="9" * 256),
}


@pytest.mark.parametrize("how", SPOILT)
def test_claims_that_are_not_for_this_sign_in_let_nobody_in(crooked: Crooked, how: str) -> None:
    crooked.change = SPOILT[how]
    refused = come_back(crooked)
    assert refused.status_code == 422
    assert "cannot be trusted" in markup(refused)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("key", "published", "algorithm"),
    [(OTHER, [RSA], "RS256"), (NEXT, [RSA], "RS256"), (SHARED, [RSA], "HS256"), (SHARED, [RSA, SHARED], "HS256")],
)
def test_signature_of_another_key_lets_nobody_in(crooked: Crooked, key, published, algorithm) -> None:
    crooked.key, crooked.published, crooked.algorithm = key, published, algorithm
    assert come_back(crooked).status_code == 422


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."])
def test_what_is_no_signed_token_lets_nobody_in(crooked: Crooked, token: str) -> None:
    crooked.answer = 200, json.dumps({"id_token": token, "access_token": "x"}).encode()
    assert come_back(crooked).status_code == 422


def test_new_key_is_fetched_once_a_minute(crooked: Crooked) -> None:
    assert is_known(come_back(crooked))
    crooked.key, crooked.published = NEXT, [NEXT]
    assert come_back(crooked).status_code == 422
    address = f"{crooked.issuer}/keys"
    at, keys = identity._documents[address]
    identity._documents[address] = at - identity.NEW_KEY_AFTER, keys
    assert is_known(come_back(crooked))


def test_name_of_somebody_else_is_not_taken(crooked: Crooked) -> None:
    crooked.change = lambda claims: claims.pop("name")
    assert "队员甲" in markup(come_back(crooked))
    crooked.userinfo = {"sub": "2", "name": "队员乙"}
    assert come_back(crooked).status_code == 422


@pytest.mark.parametrize(
    "answer",
    [(500, b"{}"), (200, b"<html>"), (200, b"[]"), (401, b'{"error": "invalid_client"}'), (302, b"{}"), (200, b"\xff")],
)
def test_provider_that_answers_something_else_is_said_to_be_away(crooked: Crooked, answer) -> None:
    crooked.answer = answer
    refused = come_back(crooked)
    assert refused.status_code == 503
    assert "does not answer as it should" in markup(refused)
    assert 'name="password"' in markup(refused)


def test_refusal_of_the_provider_is_told_in_words(crooked: Crooked) -> None:
    assert "You were not let in there" in markup(come_back(crooked, error="access_denied"))
    assert come_back(crooked, error="server_error").status_code == 503
    assert come_back(crooked, state="another").status_code == 422


@pytest.mark.parametrize("garbage", GARBAGE)
def test_nonsense_is_refused_in_the_manner_of_the_site(crooked: Crooked, garbage: str) -> None:
    for name in ("state", "code", "error", "iss"):
        assert come_back(crooked, **{name: garbage}).status_code in (200, 422, 503)
    browser = Client()
    browser.cookies["identity"] = garbage.encode("ascii", "ignore").decode().replace("\0", "")
    assert browser.get(BACK, {"state": "x", "code": "x"}).status_code == 422
    assert browser.post("/sign-in/identity/account/", {"identity": garbage}).status_code == 422
    assert browser.post("/sign-in/", {"username": "x", "password": "x", "identity": garbage}).status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document.update(issuer="https://example.org"),
        lambda document: document.pop("token_endpoint"),
        lambda document: document.pop("jwks_uri"),
        lambda document: document.update(token_endpoint="ftp://127.0.0.1/token"),
        lambda document: document.clear(),
    ],
)
def test_provider_that_describes_itself_wrongly_is_not_gone_to(crooked: Crooked, spoil) -> None:
    right = dict(crooked.document)
    spoil(crooked.document)
    assert Client().get("/sign-in/identity/").status_code == 503
    with pytest.raises(CommandError, match=crooked.issuer):
        call_command("try_identity")
    crooked.document.update(right)
    assert Client().get("/sign-in/identity/").status_code == 302


def test_provider_that_is_away_is_not_asked_again_at_once(settings: Any) -> None:
    set_up(settings, f"http://127.0.0.1:{free_port()}")
    assert [Client().get("/sign-in/identity/").status_code for _ in range(2)] == [503, 503]
    with a_crooked_provider() as provider:
        settings.IDENTITY = settings.IDENTITY | {"issuer": provider.issuer}
        assert Client().get("/sign-in/identity/").status_code == 302


def test_who_sets_it_up_is_told_how_and_what_is_right(crooked: Crooked, settings: Any, capsys) -> None:
    call_command("try_identity")
    assert "http://testserver/sign-in/identity/back/" in capsys.readouterr().out
    settings.IDENTITY = {}
    with pytest.raises(CommandError, match="GUANDAN_IDENTITY_ISSUER"):
        call_command("try_identity")


@given(name=st.text(), login=st.text())
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_somebody_is_called_there_he_has_a_plain_name_here(db: None, name: str, login: str) -> None:
    plain = identity._plain(name, identity.LONGEST_NAME), identity._plain(login, identity.LONGEST_LOGIN)
    user = new_account_of(Identified("https://sso.example.edu.cn", secrets.token_hex(), *plain))
    User.username_validator(user.username)
    assert user.username.endswith(HOUSE_MARK)
    assert not user.is_of_link
    assert all(letter.isprintable() for letter in user.name + user.username)
