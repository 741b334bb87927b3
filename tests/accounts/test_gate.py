"""The gate before sign-in: one address, one password on many names, an attack from everywhere, Valkey away."""

import logging

import pytest
from django.conf import settings
from django.contrib.auth import hashers
from django.core.cache import cache
from django.test import Client, RequestFactory

from launch.servers import free_port
from tests.factories import a_user
from web.site import gate

pytestmark = pytest.mark.django_db
OWN = "zhixinglou 1230"


def sign_in(username: str = "gonghui", password: str = OWN, *, address: str = "192.0.2.1") -> int:
    fields = {"username": username, "password": password}
    return Client(REMOTE_ADDR=address).post("/sign-in/", fields).status_code


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gate that is soon shut, and as soon open again."""
    for name, number in (("TRIES", 6), ("FAILURES", 3), ("TRIES_AFTER", 4), ("SHUT_SECONDS", 0.0)):
        monkeypatch.setattr(gate, name, number)


def test_hall_behind_one_address_signs_in(db):
    for number in range(40):
        a_user(username=f"caipan{number}", password=OWN)
    assert {sign_in(f"caipan{number}") for number in range(40)} == {302}


def test_address_that_tries_too_often_waits_and_others_do_not(narrow, django_assert_num_queries):
    a_user(username="gonghui", password=OWN)
    assert [sign_in() for _ in range(gate.TRIES)] == [302] * gate.TRIES
    with django_assert_num_queries(0):
        answer = Client(REMOTE_ADDR="192.0.2.1").post("/sign-in/", {"username": "gonghui", "password": OWN})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "请稍候" in answer.content.decode()
    assert sign_in(address="192.0.2.2") == 302
    cache.delete("sign-in:tries:192.0.2.1")
    assert sign_in() == 302


def test_one_password_on_many_names_is_seen_and_slowed_down(narrow, caplog):
    a_user(username="gonghui", password=OWN)
    with caplog.at_level(logging.WARNING, logger="web.site.gate"):
        tried = [sign_in(f"name{number}", "password1") for number in range(5)]
    assert tried == [422, 422, 422, 422, 429]
    assert [record.getMessage() for record in caplog.records if record.name == "web.site.gate"] == [
        "3 wrong passwords from 192.0.2.1 within 15 minutes: it is slowed down."
    ]


def test_present_password_is_not_guessed_at_a_device_that_was_left_signed_in(narrow):
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.force_login(a_user(username="gonghui", password=OWN))
    typed = {"new": "mingzhu 4711 lou", "again": "mingzhu 4711 lou"}
    tried = [client.post("/password/", typed | {"present": f"guess {number}"}).status_code for number in range(5)]
    assert tried == [422, 422, 422, 422, 429]
    assert client.post("/password/", typed | {"present": OWN}).status_code == 429


def test_one_household_of_ipv6_is_one_address(narrow):
    tried = [sign_in("nobody", address=f"2001:db8::{number}") for number in range(1, 6)]
    assert tried[-1] == 429
    assert sign_in("nobody", address="2001:db8:0:1::1") == 422


def test_process_spends_only_a_share_of_its_time_on_passwords(rf: RequestFactory, monkeypatch):
    monkeypatch.setattr(settings, "SIGN_IN_SHARE", 0.0)
    done = []
    shut = gate.SignInGate(lambda request: done.append(request) or gate.HttpResponse())  # type: ignore[func-returns-value]
    shut.allowance.spend(1.0)
    assert shut(rf.post("/sign-in/")).status_code == 503
    assert not done
    assert shut(rf.get("/sign-in/")).status_code == shut(rf.post("/e/s000/")).status_code == 200


def test_without_valkey_people_sign_in(settings):
    a_user(username="gonghui", password=OWN)
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}
    assert (sign_in(), sign_in(password="wrong")) == (302, 422)


def test_old_password_is_kept_anew_at_the_next_sign_in(settings):
    settings.PASSWORD_HASHERS = ["accounts.hashers.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    user = a_user(username="gonghui")
    user.password = hashers.make_password(OWN, hasher="pbkdf2_sha256")
    user.save()
    assert sign_in() == 302
    user.refresh_from_db()
    assert user.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert sign_in() == 302
