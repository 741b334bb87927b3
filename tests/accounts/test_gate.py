"""The gate before passwords: who guesses is stopped, and nobody else is, on whatever address and device."""

import logging
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth import hashers
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from launch.servers import free_port
from tests.factories import a_user
from web.site import gate

pytestmark = pytest.mark.django_db
OWN = "zhixinglou 1230"
HALL, ELSEWHERE = "192.0.2.1", "192.0.2.7"
NOON = 1_795_665_600 + 4 * 60  # 12:04:00 in Beijing, so 12:15:00 is the end of a quarter


class Clock:
    def __init__(self) -> None:
        self.now = float(NOON)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    shown = Clock()
    monkeypatch.setattr(gate, "time", lambda: shown.now)
    return shown


@pytest.fixture(autouse=True)
def spare() -> Iterator[None]:
    """A process that has calculated for nobody yet, and knows nothing."""
    start_anew()
    yield
    start_anew()


def start_anew() -> None:
    gate.for_strangers.__init__()  # type: ignore[misc]
    gate.has_reached.known.clear()
    gate._names.cache_clear()


def post(username: str, password: str = OWN, *, client: Client | None = None, address: str = HALL) -> HttpResponse:
    fields = {"username": username, "password": password, "next": "/desks/?all=1", "kept": "sealed"}
    return (client or Client()).post("/sign-in/", fields, REMOTE_ADDR=address)


def statuses(username: str, times: int, *, client: Client | None = None, address: str = HALL) -> list[int]:
    return [post(username, f"wrong {number}", client=client, address=address).status_code for number in range(times)]


def own_device(username: str) -> Client:
    """A browser in which that account signed in before."""
    client = Client()
    assert post(username, client=client).status_code == 302
    client.post("/sign-out/")
    return client


def crowd(*, at: str = HALL) -> None:
    """Very much was guessed there."""
    for number in range(gate.CROWD):
        gate.at_sign_in(_request(at), f"name{number}").failed()


def _request(address: str) -> HttpRequest:
    return RequestFactory(REMOTE_ADDR=address).post("/sign-in/")


@pytest.fixture
def office(db: None) -> User:
    return a_user(username="office", password=OWN)


def test_hall_behind_one_address_signs_in(db):
    for number in range(40):
        a_user(username=f"caipan{number}", password=OWN)
    assert {post(f"caipan{number}").status_code for number in range(40)} == {302}


def test_who_guesses_is_refused_until_a_moment_that_trying_does_not_move(office, clock, django_assert_num_queries):
    assert statuses("office", gate.WRONG) == [422] * gate.WRONG
    for clock.now in (NOON, NOON + 60, NOON + 659):
        with django_assert_num_queries(0):
            answer = post("office")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(int(NOON + 660 - clock.now) + 1))
        assert "12:15:00" in answer.content.decode()
    clock.now = NOON + 660
    assert post("office").status_code == 302


@pytest.mark.parametrize("guesser", [HALL, ELSEWHERE])
def test_device_that_has_signed_in_before_keeps_its_way_in_while_strangers_guess(office, guesser):
    own = own_device("office")
    statuses("office", gate.WRONG + 1, address=guesser)
    crowd(at=guesser)
    gate.for_strangers.spend(10)
    assert post("office", address=guesser).status_code == 429
    assert post("office", client=own).status_code == 302


def test_device_that_has_signed_in_before_is_known_to_its_own_account_and_may_not_guess_either(office):
    a_user(username="caipan", password=OWN)
    own, insider = own_device("office"), own_device("caipan")
    assert statuses("office", gate.WRONG + 1, client=own) == [422] * gate.WRONG + [429]
    answer = post("office", client=own)
    assert answer.status_code == 429
    assert "登录过的设备" not in answer.content.decode()
    assert post("office").status_code == 302, "a stranger's count is another one"
    assert statuses("office", gate.WRONG + 1, client=insider)[-1] == 429
    assert post("office").status_code == 429, "an insider counts as his address does"


def test_new_referee_comes_in_while_his_neighbour_guesses_other_names(office, monkeypatch):
    a_user(username="caipan", password=OWN)
    crowd()
    assert statuses("office", gate.WRONG_IN_CROWD + 1) == [422] * gate.WRONG_IN_CROWD + [429]
    assert set(statuses("nobody", 30)) == {422}
    assert post("caipan", "his slip read wrongly").status_code == 422
    assert post("caipan").status_code == 302


def test_name_of_nobody_is_calculated_only_while_there_is_time(settings, monkeypatch):
    calculated = []
    plain = hashers.MD5PasswordHasher.encode
    monkeypatch.setattr(
        hashers.MD5PasswordHasher, "encode", lambda *args: calculated.append(args) or plain(*args)  # type: ignore[func-returns-value]
    )  # fmt: skip
    answers = [post("nobody").status_code]
    assert len(calculated) == 1
    gate.for_strangers.spend(gate.SAVED_UP * 0.75)
    settings.SIGN_IN_SHARE = 0.0
    answers += [post("nobody").status_code, post("").status_code]
    assert (answers, len(calculated)) == ([422, 422, 422], 1)


def test_process_spends_only_a_share_of_its_time_on_strangers(office, settings, django_assert_num_queries):
    own = own_device("office")
    settings.SIGN_IN_SHARE = 0.0
    gate.for_strangers.spend(gate.SAVED_UP)
    with django_assert_num_queries(1):  # who there is, for two seconds
        answers = [post("office") for _ in range(3)]
    answer = answers[-1]
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3")
    assert "12:04:02" in answer.content.decode()
    assert post("office", client=own).status_code == 302
    assert gate.for_strangers.left <= 0
    gate.for_strangers.spend(-gate.SAVED_UP)
    assert post("office").status_code == 302
    assert gate.for_strangers.left < gate.SAVED_UP


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Too many wrong passwords for this account. From 12:15:00 (Beijing time) on you can try again; "
               "trying earlier does not prolong it."),
        ("zh-hans", "该账号密码输错次数过多。北京时间12:15:00起可以再试；提前尝试不会延长等待。"),
    ],
)  # fmt: skip
def test_refusal_says_until_when_and_keeps_what_was_typed(office, language, sentence):
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    statuses("office", gate.WRONG)
    page = post("office", client=client).content.decode()
    assert re.findall(r"<span>\s*(.*?)\s*</span>", page, re.DOTALL)[0] == sentence
    for typed in ('value="office"', 'name="next" value="/desks/?all=1"', 'name="kept" value="sealed"'):
        assert typed in page
    assert OWN not in page


def test_present_password_is_not_guessed_at_a_device_that_was_left_signed_in(office):
    left, own = Client(), Client()
    for client in (left, own):
        client.force_login(office)
    typed = {"new": "mingzhu 4711 lou", "again": "mingzhu 4711 lou"}
    codes = [left.post("/password/", typed | {"present": f"guess {n}"}).status_code for n in range(gate.WRONG)]
    assert codes == [422] * gate.WRONG
    answer = left.post("/password/", typed | {"present": OWN})
    assert (answer.status_code, "12:15:00" in answer.content.decode()) == (429, True)
    office.refresh_from_db()
    assert office.check_password(OWN)
    assert own.post("/password/", typed | {"present": OWN}).status_code == 302


def test_form_that_forgot_the_present_password_is_no_guess(office):
    client = Client()
    client.force_login(office)
    for _ in range(gate.WRONG + 1):
        assert client.post("/password/", {"new": "short"}).status_code == 422
        assert post("office", "").status_code == 422
    assert post("office").status_code == 302


def test_one_household_of_ipv6_is_one_address(office):
    for number in range(gate.WRONG):
        statuses("office", 1, address=f"2001:db8::{number + 1}")
    assert post("office", address="2001:db8::ffff").status_code == 429
    assert post("office", address="2001:db8:0:1::1").status_code == 302


def test_guessing_is_a_line_of_the_log_and_not_a_line_for_each(office, caplog):
    with caplog.at_level(logging.WARNING):
        statuses("office", gate.WRONG + 5)
        crowd()
    messages = [record.getMessage() for record in caplog.records if record.name in ("web.site.gate", "django.request")]
    assert messages.count("8 wrong passwords for one name from 192.0.2.1.") == 1
    assert messages.count("30 wrong passwords from 192.0.2.1 in a quarter of an hour.") == 1
    assert not [line for line in messages if line.startswith("Too Many Requests")]


def test_without_valkey_people_sign_in(settings, office):
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}
    assert (post("office").status_code, post("office", "wrong").status_code) == (302, 422)


def test_old_password_is_kept_anew_at_the_next_sign_in(settings):
    settings.PASSWORD_HASHERS = ["accounts.passwords.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    user = a_user(username="gonghui")
    user.password = hashers.make_password(OWN, hasher="pbkdf2_sha256")
    user.save()
    assert post("gonghui").status_code == 302
    user.refresh_from_db()
    assert user.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert post("gonghui").status_code == 302
