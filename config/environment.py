"""What the environment may say about this site: the names, their values, and the list of everything wrong with them.

Every name may be given as NAME_FILE instead, the path of a file that holds the value (a Docker secret). And which
release runs, and which build of it: part of every ETag, so that a new one never answers with an old page.
"""

import difflib
import hashlib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from environ import FileAwareEnv
from environ.fileaware_mapping import FileAwareMapping

PREFIX = "GUANDAN_"
KINDS = ("development", "production", "test")
NAMES = {
    "DATABASE_URL": "the PostgreSQL database, postgres://user:password@host:5432/name",
    "REDIS_URL": "the Valkey or Redis server, redis://host:6379/0",
    "PORT": "the port of the web server",
    "GUANDAN_ENV": "development when absent, or production",
    "GUANDAN_SECRET_KEY": "50 random characters or more, with which sessions and links are signed",
    "GUANDAN_SECRET_KEY_BEFORE": "the key before the present one, until `manage.py reseal` was run",
    "GUANDAN_PRIVATE_CHANNELS": "1 if chat channels may lead into the site's own network",
    "GUANDAN_HOSTS": "the names under which the site is reached, separated by commas",
    "GUANDAN_SITE_URL": "the address written into notices, https://guandan.example.org",
    "GUANDAN_EMAIL_URL": "the mail server, smtp+tls://user:password@host:587; without it the office sets one up",
    "GUANDAN_EMAIL_PASSWORD": "the password of the mail account, if its address above does not hold it",
    "GUANDAN_EMAIL_FROM": "the sender of notices",
    "GUANDAN_IDENTITY_ISSUER": "the house's identity provider (OpenID Connect), as it names itself; off when absent",
    "GUANDAN_IDENTITY_CLIENT": "the name under which the identity provider knows this site (client_id)",
    "GUANDAN_IDENTITY_SECRET": "the secret that goes with it; without it the site is a public client",
    "GUANDAN_IDENTITY_NAME": "how the house calls these accounts, written on the button, 校园统一身份认证",
    "GUANDAN_IDENTITY_NAME_EN": "the same in English",
    "GUANDAN_IDENTITY_CLAIM": "the claim that holds a person's name, name when absent",
    "GUANDAN_VAR": "the data folder",
    "GUANDAN_STATIC": "the folder of the collected static files",
    "GUANDAN_BUILD": "the name of this build",
    "GUANDAN_LISTEN": "the address on which the web server listens",
    "GUANDAN_SOCKETS": "the folder of the sockets on which web and live processes listen, for an nginx of this machine",
    "GUANDAN_LIVE_PORT": "the port of the live process, where no nginx stands before it; else the one after the site's",
    "GUANDAN_SIGNS": "the open file into which processes show that they live; the launcher sets it",
    "GUANDAN_WORKERS": "the number of web processes",
    "GUANDAN_SIGN_IN_ONLY": "1 if the door sends these web processes sign-ins and nothing else",
    "GUANDAN_METRICS_TOKEN": "what Prometheus sends to read /metrics from another machine",
    "GUANDAN_DAYS_RECEIPTS": "days for which a request that is sent again is known, 7 when absent",
    "GUANDAN_DAYS_SIGN_INS": "days for which sign-ins and wrong passwords stand in the log, 180 when absent",
    "GUANDAN_DAYS_SUBMISSIONS": "days for which a phone's entry that became no deal is kept, 90 when absent",
    "GUANDAN_DAYS_ATTEMPTS": "days for which each attempt at a delivered notice is kept, 180 when absent",
    "GUANDAN_DAYS_CALLS": "days for which delivered calls of webhooks are kept, 30 when absent",
    "GUANDAN_NO_USERNS": "1 if PostgreSQL shall not be started in a user namespace",
}
KNOWN = {*NAMES, *(f"{name}_FILE" for name in NAMES)}


@dataclass
class Environment:
    """Reads variables and collects everything wrong with them, so that all can be mended at once."""

    variables: Mapping[str, str]
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._env = FileAwareEnv()
        self._env.ENVIRON = FileAwareMapping(self.variables, cache=False)
        self.production = False
        self.kind = self.text("GUANDAN_ENV", "development")
        self.production = self.kind == "production"
        if self.kind not in KINDS:
            self.problems.append("GUANDAN_ENV must be development or production.")
        if self.production:
            for name in sorted(self.variables):
                if name.startswith(PREFIX) and name not in KNOWN:
                    near = difflib.get_close_matches(name, sorted(KNOWN), n=1)
                    suggestion = f" Did you mean {near[0]}?" if near else ""
                    self.problems.append(f"{name} is not a setting of this site.{suggestion}")

    def text(self, name: str, default: str = "", *, required: bool = False) -> str:
        """The value without surrounding blanks; production must give the ``required`` ones itself."""
        try:
            value: str = self._env.str(name, default="").strip()
        except OSError as error:
            self.problems.append(f"{name}_FILE cannot be read: {error.strerror}.")
            return default
        self.require(bool(value) or not required, f"{name} is missing: {NAMES[name]}.")
        return value or default

    def words(self, name: str, default: str = "", *, required: bool = False) -> list[str]:
        """A list written with commas."""
        return [word.strip() for word in self.text(name, default, required=required).split(",") if word.strip()]

    def days(self, name: str, default: int) -> int:
        """A whole number of days, one at least."""
        value = self.text(name, str(default))
        if not value.isdecimal() or not 0 < int(value) < 10_000:
            self.problems.append(f"{name} must be a whole number of days, 1 or more.")
            return default
        return int(value)

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Django's description of the PostgreSQL database at the address; no other kind is known here.

        What is asked a third time in a connection is planned once (docs/decisions/0025-written-statements.md).
        """
        url = self.text(name, default, required=True)
        if not url.startswith(("postgres://", "postgresql://")):
            self.problems.append(f"{name} must begin with postgres://.")
            return {}
        described = dict(FileAwareEnv.db_url_config(url))
        planned_once = {"server_side_binding": True, "prepare_threshold": 3}
        return {**described, "OPTIONS": {**described.get("OPTIONS", {}), **planned_once}}

    def mail(self, name: str, default: str) -> dict[str, Any]:
        """Django's EMAIL_* settings for the mail server at the address."""
        try:
            return dict(FileAwareEnv.email_url_config(self.text(name, default)))
        except (KeyError, ValueError, ImproperlyConfigured):
            self.problems.append(f"{name} cannot be understood; it must be {NAMES[name]}.")
            return dict(FileAwareEnv.email_url_config(default))

    def identity(self) -> dict[str, Any]:
        """How people sign in with the house's accounts (accounts/identity.py); nothing if they do not."""
        words = ("ISSUER", "CLIENT", "SECRET", "NAME", "NAME_EN", "CLAIM")
        issuer, client, secret, called, called_en, claim = (self.text(f"GUANDAN_IDENTITY_{word}") for word in words)
        if not (issuer or client or secret or called or called_en or claim):
            return {}
        for word, value in (("ISSUER", issuer), ("CLIENT", client), ("NAME", called)):
            if not value:
                name = f"GUANDAN_IDENTITY_{word}"
                self.problems.append(f"{name} is missing: {NAMES[name]}.")
        if issuer and not issuer.startswith("https://" if self.production else ("https://", "http://")):
            self.problems.append("GUANDAN_IDENTITY_ISSUER must begin with https://.")
        return {
            "issuer": issuer.rstrip("/"),
            "client": client,
            "secret": secret,
            "names": {"zh-hans": called, "en": called_en or called},
            "claim": claim or "name",
        }

    def require(self, holds: bool, problem: str) -> None:
        """Note ``problem`` unless the condition holds; only production is held to it."""
        if self.production and not holds:
            self.problems.append(problem)

    def refuse(self) -> None:
        """Raise ImproperlyConfigured that lists every problem found."""
        if self.problems:
            raise ImproperlyConfigured("The environment cannot be used:\n" + "\n".join(f"- {p}" for p in self.problems))


def stored_secret(path: Path) -> str:
    """The secret in the file at ``path``, made on first use and readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    secret = get_random_secret_key()
    with os.fdopen(handle, "w") as file:
        file.write(secret)
    return secret


WHOLE = {"templates": "**/*", "static": "**/*", "locale": "**/*.po"}
"""Folders of which more counts than the modules in them."""

APART = {"tests", "var", "static-collected", "node_modules"}
"""Nothing of these counts, nor of a hidden folder as .venv: they are not even walked through, at every start."""


def build_id(root: Path) -> str:
    """Twelve hex digits over the names, sizes and times of the sources under ``root``."""
    digest = hashlib.sha256()
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        if folder.name in APART or folder.name.startswith("."):
            continue
        for path in sorted(folder.glob(WHOLE.get(folder.name, "**/*.py"))):
            if path.is_file():
                stat = path.stat()
                digest.update(f"{path.relative_to(root)}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:12]


def release(root: Path) -> str:
    """The version of the project, as pyproject.toml says it."""
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])
