"""Visitors on another machine, a proxy in front of the door, a further machine of the site."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.trying.engine import RUN, sh
from deploy.trying.first_day import EVENT, stream_of
from deploy.trying.site import COMPOSE_FILE, ROOT, Site, expect, step
from deploy.trying.visitor import Stream

HERE = {4: "198.51.100.1", 6: "fd00:99::1"}
THERE = {4: "198.51.100.7", 6: "fd00:99::7"}
VISIT = """
import sys
sys.path.insert(0, sys.argv[1])
from deploy.trying.visitor import Visitor
Visitor(sys.argv[2], sys.argv[3]).refused_by_the_door(sys.argv[4])
"""
PROXIES = "echo 'set_real_ip_from 198.51.100.7;'"


@step("Visitors by IPv4 and by IPv6 keep their own addresses, and nobody may claim another one")
def addresses(site: Site) -> None:
    with another_machine() as visit:
        for kind, address in THERE.items():
            expect(logged_address(site, visit, HERE[kind], "") == address, f"a visitor by IPv{kind} is not {address}")
        claimed = logged_address(site, visit, HERE[4], "203.0.113.9")
        expect(claimed == THERE[4], f"a visitor passed for {claimed}")


@step("The worker reaches out, no other container of the site does")
def reach(site: Site) -> None:
    ask = f"python -c 'import socket; socket.create_connection((\"{THERE[4]}\", 8000), 3)'"
    with another_machine() as visit:
        outside = subprocess.Popen(
            [*visit, sys.executable, "-m", "http.server", "8000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        site.until(lambda: site.inside("worker", ask).returncode == 0, "the worker reaches nobody", 15)
        who = [name for name in site.staying() if site.services[name]["image"] == "guandan/site"]
        expect([name for name in who if site.inside(name, ask).returncode == 0] == ["worker"], "others reach out")
        outside.kill()
        outside.wait()


@step("A proxy of one's own is believed once it is named", PROXIES, "docker compose kill --signal HUP door")
def proxies(site: Site) -> None:
    site.run(PROXIES)
    site.run("docker compose kill --signal HUP door")
    with another_machine() as visit:
        site.until(
            lambda: logged_address(site, visit, HERE[4], "203.0.113.9") == "203.0.113.9",
            "the proxy is not believed",
            15,
        )
    expect(site.git("status", "--porcelain") == "", "git sees proxies.conf")
    (site.folder / "deploy/nginx/proxies.conf").unlink()


@step(
    "A second web group and live process are found by the door",
    "docker compose up --detach --scale web=2 --scale live=2",
)
def second_group(site: Site) -> None:
    site.run("docker compose up --detach --scale web=2 --scale live=2")
    site.until(lambda: len(site.compose("ps --quiet web").split()) == 2, "there is no second web")
    site.well()
    site.compose("up --detach")


@step(
    "A further machine answers while web and live of the first one are stopped",
    "GUANDAN_INNER=10.0.0.11", "sed --in-place", "docker compose build files", "GUANDAN_INNER=10.0.0.12",
)  # fmt: skip
def further_machine(site: Site) -> None:
    for address in ("10.0.0.11", "10.0.0.12"):
        sh("ip", "address", "add", f"{address}/32", "dev", "lo")
    sh("iptables", "-I", "DOCKER-USER", "-j", "ACCEPT")  # an engine keeps its networks apart, two machines do not
    first, further = site.folder, RUN / "further"
    shutil.copytree(first, further)
    site.run("GUANDAN_INNER=10.0.0.11")
    site.folder = further
    del site.environment["COMPOSE_FILE"]
    for command in ("sed --in-place", "docker compose build files", "GUANDAN_INNER=10.0.0.12"):
        site.run(command)
    site.folder = first
    conf = first / "deploy/nginx/door.conf"
    before = conf.read_text()
    line = r"\g<0>\n        server 10.0.0.12:\2 max_fails=1 fail_timeout=2s;"
    conf.write_text(re.sub(r"server (web|live):(\d+) resolve[^;]*;", line, before))
    site.run("docker compose kill --signal HUP door")
    site.compose("stop web live")
    site.until(lambda: site.status(f"{EVENT}rounds/?further") == 200, "the further machine does not answer")
    stream = Stream(site.visitor(), stream_of(site, EVENT))
    expect(stream.answer.status == 200, f"its live process answers {stream.answer.status}")
    conf.write_text(before)
    site.folder = further
    site.type("GUANDAN_INNER=10.0.0.12 docker compose --env-file .env --file deploy/compose.group.yml down")
    site.folder = first
    site.environment["COMPOSE_FILE"] = COMPOSE_FILE
    site.run("docker compose kill --signal HUP door")
    site.run("docker compose up --detach")
    site.opens()


@contextmanager
def another_machine() -> Iterator[list[str]]:
    """How a program is run on it."""
    machine = subprocess.Popen(["unshare", "--net", "sleep", "600"])
    visit = ["nsenter", f"--net=/proc/{machine.pid}/ns/net"]
    try:
        site_ = Path(f"/proc/{machine.pid}/ns/net")
        while site_.readlink() == Path("/proc/self/ns/net").readlink():
            pass
        sh("ip", "link", "add", "cable", "type", "veth", "peer", "name", "cable0", "netns", str(machine.pid))
        Path("/proc/sys/net/ipv6/conf/all/forwarding").write_text("1")
        for prefix, own, link in (([], HERE, "cable"), (visit, THERE, "cable0")):
            sh(*prefix, "ip", "link", "set", link, "up")
            sh(*prefix, "ip", "address", "add", f"{own[4]}/24", "dev", link)
            sh(*prefix, "ip", "address", "add", f"{own[6]}/64", "dev", link, "nodad")
        yield visit
    finally:
        machine.kill()
        machine.wait()


def logged_address(site: Site, visit: list[str], host: str, claimed: str) -> str:
    """The address under which the door notes a visitor who sends too much; the site is told the same one."""
    before = site.compose("logs --no-log-prefix door").count("too large body")
    sh(*visit, sys.executable, "-c", VISIT, str(ROOT), str(RUN / "authority.pem"), host, claimed)
    lines: list[str] = []

    def noted() -> bool:
        lines[:] = [line for line in site.compose("logs --no-log-prefix door").splitlines() if "too large body" in line]
        return len(lines) > before

    site.until(noted, "the door notes nothing", 10)
    return lines[-1].partition("client: ")[2].partition(",")[0]
