"""The deployment that is tried: its folder, the commands of the page, its containers, what was seen of it; and how a
step is written: a function with a sentence, and the commands of the page that it types."""

import http.client
import json
import os
import re
import shlex
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.trying.engine import CACHE, ENVIRONMENT, RUN, sh
from deploy.trying.stand_ins import without_digests
from deploy.trying.visitor import NAME, Answer, Visitor

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "docs" / name for name in ("operations.md", "scale.md")]
HOME = CACHE / "home"
PATIENCE = 180.0
MAIL = "mail.example.org"
OVERRIDE = f"""
services:
  worker:
    extra_hosts: ["{MAIL}:host-gateway"]
    environment: {{SSL_CERT_FILE: /authority.pem}}
    volumes: ["{RUN}/authority.pem:/authority.pem:ro"]
"""
"""What no file of the deployment can say: where the mail server of this try is, and who vouches for it."""
COMPOSE_FILE = f"docker-compose.yml:{RUN}/try.yml"

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r" {2,}# .*")
IN_A_SENTENCE = re.compile(r"`(docker compose \S[^`]*)`")


def commands_of(page: Path) -> list[str]:
    """The commands of a page, as somebody types them who follows it.

    Each command after a ``$``, with the lines that belong to it, and each ``docker compose …`` in a sentence.
    """
    text = page.read_text("utf-8")
    blocks = BLOCK.findall(text)
    typed = [REMARK.sub("", part).strip() for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)]
    every = (*typed, *(" ".join(each.split()) for each in IN_A_SENTENCE.findall(BLOCK.sub("", text))))
    return [command for command in dict.fromkeys(every) if command]


def meant(commands: list[str], beginning: str) -> list[str]:
    """The command itself, else those that begin so."""
    return [beginning] if beginning in commands else [each for each in commands if each.startswith(beginning)]


def expect(holds: object, words: str) -> None:
    """Raise AssertionError with those words unless it holds."""
    if not holds:
        raise AssertionError(words)


class Site:
    """A clone of the project in which its files are as they stand in git, but for the digests of stand-ins."""

    def __init__(self, *, stand_ins: bool) -> None:
        self.folder, self.releases = RUN / "site", RUN / "releases"
        self.stand_ins = stand_ins
        self.commands = [command for path in PAGES for command in commands_of(path)]
        self.before = ""
        self.notes: dict[str, Any] = {}
        (RUN / "try.yml").write_text(OVERRIDE)
        (HOME / ".gitconfig").write_text("[safe]\ndirectory = *\n[user]\nname = try\nemail = try@localhost\n")
        self.environment = {
            **os.environ, **ENVIRONMENT, "HOME": str(HOME), "COMPOSE_FILE": COMPOSE_FILE,
            "COMPOSE_ANSI": "never", "COMPOSE_PROGRESS": "plain", "BUILDKIT_PROGRESS": "plain",
        }  # fmt: skip

        # two releases: the commit before, if git has it and it can be tried, and the present one
        self.git("init", "--quiet", "--initial-branch=main", self.releases, folder=RUN)
        self.git("fetch", "--quiet", "--depth=2", f"file://{ROOT}", "HEAD", folder=self.releases)
        head, *earlier = self.git(
            "rev-list", "--first-parent", "--max-count=2", "FETCH_HEAD", folder=self.releases
        ).split()
        if earlier and self.git("ls-tree", earlier[0], "deploy/try", folder=self.releases):
            self.before = self._stripped(earlier[0])
        self._stripped(head)
        self.git("clone", "--quiet", self.releases, self.folder, folder=RUN)
        with (self.folder / ".git/info/exclude").open("a") as file:
            file.write("/chain.pem\n/key.pem\n")

    # ---- the releases

    def _stripped(self, commit: str) -> str:
        """That commit's files as the next commit of main; its name."""
        self.git("read-tree", "-u", "--reset", commit, folder=self.releases)
        if self.stand_ins:
            without_digests(self.releases)
        return self.commit()

    def commit(self) -> str:
        """One more release, of what lies in the folder of releases."""
        self.git("commit", "--quiet", "--all", "--allow-empty", "--message=A release", folder=self.releases)
        return self.git("rev-parse", "HEAD", folder=self.releases)

    def git(self, *words: str | Path, folder: Path | None = None) -> str:
        return sh("git", "-C", folder or self.folder, *words, env=self.environment).strip()

    # ---- commands

    def typed(self, beginning: str) -> str:
        """The one command of the page that begins so."""
        commands = meant(self.commands, beginning)
        expect(len(commands) == 1, f"{len(commands)} commands of the pages begin with {beginning}")
        return commands[0]

    def run(self, beginning: str, *, fails: bool = False) -> str:
        """Type the command of the page that begins so, and see that it succeeds (or ``fails``); what it said."""
        result = self.type(self.typed(beginning))
        status, said = result.returncode, result.stdout
        expect((status != 0) == fails, f"status {status} of: {beginning}\n{said[-3000:]}")
        return said

    def type(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip

    def compose(self, words: str) -> str:
        """A command that the page does not have."""
        result = self.type(f"docker compose {words}")
        expect(result.returncode == 0, f"docker compose {words}: {result.stdout[-3000:]}")
        return result.stdout

    def inside(self, service: str, script: str) -> subprocess.CompletedProcess[str]:
        """A shell's script in the container of that service."""
        return self.type(f"docker compose exec -T {service} sh -c {shlex.quote(script)}")

    # ---- containers

    @property
    def services(self) -> dict[str, dict[str, Any]]:
        """Those of the compose file."""
        return dict(json.loads(self.compose("config --format json"))["services"])

    def staying(self) -> list[str]:
        """The services that do not end by themselves."""
        return sorted(name for name, service in self.services.items() if service.get("restart") != "no")

    def container(self, service: str) -> dict[str, Any]:
        name = self.compose(f"ps --all --quiet {service}").split()[0]
        return dict(json.loads(sh("docker", "inspect", name))[0])

    def is_healthy(self, service: str) -> bool:
        state = self.container(service)["State"]
        return bool(state["Running"] and state.get("Health", {"Status": "healthy"})["Status"] == "healthy")

    # ---- what is seen from outside

    def plain(self, path: str) -> dict[str, str]:
        """The headers of what is answered without TLS."""
        link = http.client.HTTPConnection("127.0.0.1", timeout=30)
        link.request("GET", path, headers={"Host": NAME})
        with link.getresponse() as answer:
            return dict(answer.headers.items())

    def visitor(self) -> Visitor:
        return Visitor(str(RUN / "authority.pem"))

    def ask(self, path: str) -> Answer:
        """A page, for somebody who has never been here."""
        return self.visitor().ask(path)

    def status(self, path: str, fields: dict[str, str] | None = None) -> int:
        """Of a page, or of what a form is answered with; 0 where nothing answers."""
        try:
            return self.visitor().ask(path, fields).status
        except OSError:
            return 0

    def until(self, holds: Callable[[], bool], words: str, patience: float = PATIENCE) -> float:
        """Wait for that; the seconds it took."""
        began = time.monotonic()
        while not holds():
            expect(time.monotonic() - began < patience, f"after {patience:.0f} s: {words}")
            time.sleep(0.3)
        return time.monotonic() - began

    def opens(self) -> float:
        """Wait until pages open, not only kept ones."""
        return self.until(lambda: self.status("/readyz") == 200, "no page opens")

    def signs_in(self) -> float:
        """Wait until passwords are looked at, which another container does; nobody's is refused."""
        return self.until(lambda: self.status("/sign-in/?", {}) == 403, "nobody can sign in")

    def well(self) -> float:
        """Wait until everything is well: database, broker, worker."""
        return self.until(lambda: self.status("/healthz") == 200, "the site is not well")


def make_certificates() -> None:
    """An authority, and what it vouches for: the site's chain and key, and the mail server's."""
    sh("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Authority of the try",
       "-addext", "keyUsage=keyCertSign,cRLSign", "-keyout", "authority.key", "-out", "authority.pem",
       cwd=RUN)  # fmt: skip
    for name, host in (("site", NAME), ("mail", MAIL)):
        make_certificate(name, host)


def make_certificate(name: str, host: str) -> None:
    """``name``.pem and ``name``.key, for that host."""
    (RUN / "names").write_text(f"subjectAltName=DNS:{host}\n")
    sh("openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={host}", "-keyout", f"{name}.key",
       "-out", f"{name}.csr", cwd=RUN)  # fmt: skip
    sh("openssl", "x509", "-req", "-in", f"{name}.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-days", "1",
       "-CAcreateserial", "-extfile", "names", "-out", f"{name}.pem", cwd=RUN)  # fmt: skip


Take = Callable[[Site], str | None]


@dataclass
class Step:
    """``take`` says what was measured, or raises AssertionError."""

    sentence: str
    types: tuple[str, ...]
    take: Take


STEPS: list[Step] = []


def step(sentence: str, *types: str) -> Callable[[Take], Take]:
    """A step with its sentence, and the beginnings of the commands that it types; steps are taken as they stand."""

    def noted(take: Take) -> Take:
        STEPS.append(Step(sentence, types, take))
        return take

    return noted


def left_out(commands: list[str]) -> tuple[list[str], list[str]]:
    """The page's commands that no step types, and what steps type that does not stand on the page."""
    types = [each for one in STEPS for each in one.types]
    known = {command for each in types for command in meant(commands, each)}
    return [each for each in commands if each not in known], [each for each in types if not meant(commands, each)]
