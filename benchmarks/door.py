"""The nginx of the compose file on this machine: `deploy/nginx/door.conf` with other ports and folders."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from launch.door import programs

CONF = Path(__file__).resolve().parent.parent / "deploy" / "nginx" / "door.conf"
NGINX = next(programs(), None)


def configured(folder: Path, *, plain: int, tls: int, web: str, live: str, sign_in: str = "") -> Path:
    """The file in that folder, with what it includes and a certificate; ``http2 on`` is newer than Debian's nginx, and
    the wheel's knows no ``gzip_static``. ``web``, ``live`` and ``sign_in`` (the same as ``web`` if it is not said) are
    where these listen: host and port, of several processes with blanks between.
    """
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=guandan.example.org", "-days", "1",
         "-keyout", folder / "certificate_key", "-out", folder / "certificate"],
        check=True, capture_output=True,
    )  # fmt: skip
    text = CONF.read_text("utf-8")
    for old, new in (
        ("/tmp/", f"{folder}/"),  # noqa: S108 - of the container
        ("server web:8000 resolve max_conns=32;", _servers(web, "max_conns=32")),
        ("server web:8000 resolve;", _servers(web)), ("server live:8001 resolve;", _servers(live)),
        ("server sign-in:8000 resolve;", _servers(sign_in or web)), ("/run/secrets", str(folder)),
        ("/srv/static", str(folder)), ("/dev/stderr", str(folder / "log")), ("http2 on;", ""), ("gzip_static on;", ""),
        ("listen 8080", f"listen 127.0.0.1:{plain}"), ("listen 8443", f"listen 127.0.0.1:{tls}"),
        ("resolver 127.0.0.11 valid=2s ipv6=off;", ""),
    ):  # fmt: skip
        if old not in text:
            raise RuntimeError(f"{CONF} does not say {old}")
        text = text.replace(old, new)
    shutil.copytree(CONF.parent, folder / "nginx")
    path = folder / "nginx" / CONF.name
    path.write_text(re.sub(r"listen \[::\].*;", "", text))
    return path


def _servers(addresses: str, more: str = "") -> str:
    return " ".join(f"server {address} max_fails=1 fail_timeout=2s {more};" for address in addresses.split())


def command(path: Path) -> list[str]:
    """How nginx is started with that file."""
    return [str(NGINX), "-c", str(path), "-g", "daemon off;" + (" user root;" if os.geteuid() == 0 else "")]
