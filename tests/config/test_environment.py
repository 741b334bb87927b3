"""The environment: refused as a whole, with everything that is wrong in one list."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment, stored_secret

PRODUCTION = {"GUANDAN_ENV": "production"}


def problems(environment: Environment) -> str:
    with pytest.raises(ImproperlyConfigured) as caught:
        environment.refuse()
    return str(caught.value)


def test_development_needs_nothing_and_production_lists_all_missing_values_at_once() -> None:
    development = Environment({})
    assert development.text("GUANDAN_HOSTS", "*", required=True) == "*"
    development.refuse()
    environment = Environment(PRODUCTION)
    for name in ("DATABASE_URL", "GUANDAN_HOSTS", "GUANDAN_EMAIL_FROM"):
        environment.text(name, "a default for development", required=True)
    message = problems(environment)
    assert message.count("is missing") == 3
    assert "GUANDAN_EMAIL_FROM is missing: the sender of notices." in message


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("GUANDAN_HOST", "GUANDAN_HOSTS"), ("GUANDAN_SECRETKEY", "GUANDAN_SECRET_KEY"), ("GUANDAN_VARS", "GUANDAN_VAR")],
)
def test_production_refuses_an_unknown_name_and_says_what_was_meant(typed: str, meant: str) -> None:
    told = problems(Environment({**PRODUCTION, typed: "x"}))
    assert f"{typed} is not a setting of this site. Did you mean {meant}?" in told


def test_value_may_stand_in_a_file_and_one_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("from the file\n")
    files = {"GUANDAN_SECRET_KEY_FILE": str(secret), "DATABASE_URL_FILE": str(tmp_path / "absent")}
    environment = Environment(PRODUCTION | files)
    assert environment.text("GUANDAN_SECRET_KEY", required=True) == "from the file"
    environment.refuse()
    environment.text("DATABASE_URL")
    assert "DATABASE_URL_FILE cannot be read: No such file or directory." in problems(environment)


def test_what_cannot_be_understood_is_told() -> None:
    assert "GUANDAN_ENV must be development or production." in problems(Environment({"GUANDAN_ENV": "prod"}))
    for url in ("sqlite:///db.sqlite3", "mysql://host/name", "guandan"):
        environment = Environment({"DATABASE_URL": url})
        environment.database("DATABASE_URL", "")
        assert "DATABASE_URL must begin with postgres://." in problems(environment)
    environment = Environment({"GUANDAN_EMAIL_URL": "carrier-pigeon://loft"})
    environment.mail("GUANDAN_EMAIL_URL", "consolemail://")
    assert "GUANDAN_EMAIL_URL cannot be understood" in problems(environment)


def test_secret_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret-key"
    first = stored_secret(path)
    assert len(first) >= 50
    assert stored_secret(path) == first
    assert path.stat().st_mode & 0o777 == 0o600


IDENTITY = {
    "GUANDAN_IDENTITY_ISSUER": "https://sso.example.edu.cn/realms/staff/",
    "GUANDAN_IDENTITY_CLIENT": "guandan",
    "GUANDAN_IDENTITY_NAME": "校园统一身份认证",
}


def test_identity_provider_is_off_until_it_is_named() -> None:
    assert Environment({"GUANDAN_IDENTITY_ISSUER": "", "GUANDAN_IDENTITY_CLIENT": " "}).identity() == {}
    environment = Environment(PRODUCTION | IDENTITY)
    assert environment.identity() == {
        "issuer": "https://sso.example.edu.cn/realms/staff",
        "client": "guandan",
        "secret": "",
        "names": {"zh-hans": "校园统一身份认证", "en": "校园统一身份认证"},
        "claim": "name",
    }
    environment.refuse()


@pytest.mark.parametrize("lacking", IDENTITY)
def test_what_an_identity_provider_lacks_is_named(lacking: str) -> None:
    environment = Environment({name: value for name, value in IDENTITY.items() if name != lacking})
    environment.identity()
    assert f"{lacking} is missing: " in problems(environment)


def test_identity_provider_is_reached_by_https_in_production() -> None:
    plain = IDENTITY | {"GUANDAN_IDENTITY_ISSUER": "http://sso.example.edu.cn"}
    environment = Environment(PRODUCTION | plain)
    environment.identity()
    assert "GUANDAN_IDENTITY_ISSUER must begin with https://." in problems(environment)
    Environment(plain).identity()
