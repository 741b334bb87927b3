"""The settings of production: clean, or refused before anything starts."""

import os
import runpy
import subprocess
import sys
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured

from launch.places import ROOT
from tests.thorough import in_ci_only

GOOD = {
    "GUANDAN_ENV": "production",
    "GUANDAN_SECRET_KEY": "kz3-aP9xQ_w7LmB2vT8yRfU5cNdE1gHj4sKo6iZtXbVnMqWe0A-pLr",
    "GUANDAN_HOSTS": "guandan.example.org",
    "GUANDAN_SITE_URL": "https://guandan.example.org",
    "GUANDAN_EMAIL_URL": "smtp+tls://office:secret@mail.example.org:587",
    "GUANDAN_EMAIL_FROM": "office@example.org",
    "DATABASE_URL": "postgres://guandan:secret@database:5432/guandan",
    "REDIS_URL": "redis://broker:6379/0",
}
# nothing of the tests' own environment but where programs lie, and where bytecode does: not all is compiled again
BARE = {name: os.environ[name] for name in ("PATH", "PYTHONPYCACHEPREFIX") if name in os.environ}


def changed(**changes: str | None) -> dict[str, str]:
    environment = {**BARE, **GOOD, **changes}
    return {name: value for name, value in environment.items() if value is not None}


def check(**changes: str | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"],
        cwd=ROOT, env=changed(**changes), capture_output=True, text=True, check=False,
    )  # fmt: skip


def settings(**changes: str | None) -> dict[str, Any]:
    """What the settings say in that environment, without a process of their own."""
    with patch.dict(os.environ, changed(**changes), clear=True):
        return runpy.run_path(str(ROOT / "config" / "settings.py"))


@in_ci_only
def test_deployment_check_is_clean() -> None:
    process = check()
    assert process.returncode == 0, process.stderr
    assert "no issues" in process.stdout


@pytest.mark.parametrize(("told", "share"), [("", 0.1), ("1", 0.5)])
def test_process_that_only_signs_in_may_spend_its_time_on_passwords(told: str, share: float) -> None:
    assert settings(GUANDAN_SIGN_IN_ONLY=told)["SIGN_IN_SHARE"] == share


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"GUANDAN_SECRET_KEY": "short"}, "GUANDAN_SECRET_KEY must be 50 random characters."),
        ({"GUANDAN_SECRET_KEY": "a" * 60}, "GUANDAN_SECRET_KEY must be 50 random characters."),
        ({"GUANDAN_HOSTS": "*"}, "GUANDAN_HOSTS must name the hosts"),
        ({"GUANDAN_SITE_URL": "http://guandan.example.org"}, "GUANDAN_SITE_URL must begin with https://."),
        ({"GUANDAN_HOST": "typo"}, "Did you mean GUANDAN_HOSTS?"),
        ({"GUANDAN_DAYS_CALLS": "0"}, "GUANDAN_DAYS_CALLS must be a whole number of days"),
        ({"GUANDAN_DAYS_RECEIPTS": "a week"}, "GUANDAN_DAYS_RECEIPTS must be a whole number of days"),
        ({"GUANDAN_EMAIL_URL": "consolemail://"}, "GUANDAN_EMAIL_URL must be a mail server"),
    ],
)
def test_insecure_value_is_refused(changes: dict[str, str | None], told: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        settings(**changes)
    assert told in str(refused.value)


@in_ci_only
def test_mail_server_may_be_left_to_the_office() -> None:
    process = check(GUANDAN_EMAIL_URL=None, GUANDAN_EMAIL_FROM=None)
    assert process.returncode == 0, process.stderr


def test_everything_missing_is_told_at_once() -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        settings(**{name: None for name in GOOD if name != "GUANDAN_ENV"})
    left_to_the_office = {"GUANDAN_EMAIL_URL", "GUANDAN_EMAIL_FROM"}
    needed = GOOD.keys() - {"GUANDAN_ENV"} - left_to_the_office
    assert not [name for name in needed if f"- {name} is missing" not in str(refused.value)]
