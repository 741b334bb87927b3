"""The nginx of the compose file on this machine: `deploy/nginx/door.conf` with other ports and folders."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.site import Server, running
from launch.door import programs
from launch.places import static_folder
from launch.servers import free_ports

CONF = Path(__file__).resolve().parent.parent / "deploy" / "nginx" / "door.conf"
NGINX = next(programs(), None)


def configured(folder: Path, *, plain: int, tls: int, web: str, live: str, sign_in: str = "", static: str = "") -> Path:
    """The file in that folder, with what it includes and a certificate; ``http2 on`` is newer than Debian's nginx, and
    the wheel's knows no ``gzip_static``. ``web``, ``live`` and ``sign_in`` (the same as ``web`` if it is not said) are
    where these listen: host and port, of several processes with blanks between. ``static``: the collected files, else
    ``folder``.
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
        ("/srv/static", static or str(folder)), ("/dev/stderr", str(folder / "log")),
        ("http2 on;", ""), ("gzip_static on;", ""),
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


def _servers(addresses: str, options: str = "") -> str:
    return " ".join(f"server {address} max_fails=1 fail_timeout=2s {options};" for address in addresses.split())


def command(path: Path) -> list[str]:
    """How nginx is started with that file."""
    return [str(NGINX), "-c", str(path), "-g", "daemon off;" + (" user root;" if os.geteuid() == 0 else "")]


@contextmanager
def in_front(site: Server) -> Iterator[int]:
    """The port of an nginx before the site; without one on this machine, of the site itself."""
    port = urlsplit(site.address).port or 0
    if NGINX is None:
        yield port
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        plain, tls = free_ports(2)
        web, live, static = f"127.0.0.1:{port}", f"127.0.0.1:{port + 1}", str(static_folder())
        path = configured(Path(folder), plain=plain, tls=tls, web=web, live=live, static=static)
        unsealed(path, tls)
        with running(command(path)):
            time.sleep(0.5)
            yield tls


def unsealed(path: Path, tls: int) -> None:
    """The same without TLS, and without the limits of one address, from which all watchers come."""
    files = [*path.parent.glob("*.conf")]
    texts = {file: file.read_text() for file in files}
    for old, new in (
        (f"listen 127.0.0.1:{tls} ssl", f"listen 127.0.0.1:{tls}"), ("limit_conn streams 3000;", ""),
        ("limit_conn connections 500;", ""), ("rate=1000r/s", "rate=100000r/s"),
        ("burst=2000 nodelay", "burst=20000 nodelay"),
    ):  # fmt: skip
        if not any(old in text for text in texts.values()):
            raise RuntimeError(old)
        texts = {file: text.replace(old, new) for file, text in texts.items()}
    for file, text in texts.items():
        file.write_text(text)
