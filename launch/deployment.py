"""The secrets of a deployment with compose: made once, kept in files, never overwritten."""

import secrets
from pathlib import Path

from launch import places

FOLDER = places.ROOT / "deploy" / "secrets"
TYPED = {
    "email_password": "the password of the account at the mail server",
    "certificate": "the certificate of the site with its chain, in PEM form",
    "certificate_key": "the key of the certificate, in PEM form",
}


def make_secrets(folder: Path = FOLDER) -> list[str]:
    """Write the secrets that can be drawn by lot, and return what has still to be written by hand.

    The folder is closed to others; the files in it are not, since the containers read them as another user.
    """
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    _write(folder / "secret_key", secrets.token_urlsafe(64))
    password = _write(folder / "database_password", secrets.token_urlsafe(32))
    _write(folder / "database_url", f"postgres://guandan:{password}@database:5432/guandan")
    password = _write(folder / "site_password", secrets.token_urlsafe(32))
    _write(folder / "site_database_url", f"postgres://guandan_site:{password}@database:5432/guandan")
    password = _write(folder / "broker_password", secrets.token_urlsafe(32))
    _write(folder / "redis_url", f"redis://:{password}@broker:6379/0")
    return [f"{folder / name}: {what}" for name, what in TYPED.items() if not (folder / name).exists()]


def _write(path: Path, value: str) -> str:
    if not path.exists():
        path.write_text(value)
        path.chmod(0o444)
    return path.read_text()
