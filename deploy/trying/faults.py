"""One container after the other killed and stopped; settings and a certificate that change."""

import os
import signal
import time

from deploy.trying.first_day import EVENT, PASSWORD, place_certificate
from deploy.trying.site import Site, expect, step
from deploy.trying.visitor import Crowd

PAGES = ["/", EVENT, f"{EVENT}teams/", f"{EVENT}notices/"]
CROWD = 50
"""Requests a second."""
TOKEN = "0123456789abcdef0123456789abcdef"


@step("Each container is killed, comes back by itself, and everything is well again")
def kills(site: Site) -> str:
    took = {}
    for name in site.staying():
        before = site.container(name)
        os.kill(before["State"]["Pid"], signal.SIGKILL)
        old = (0, before["State"]["Pid"])
        site.until(lambda: site.container(name)["State"]["Pid"] not in old, f"{name} stays away")  # noqa: B023
        took[name] = site.opens()
    site.well()
    return ", ".join(f"{name} {seconds:.0f} s" for name, seconds in took.items())


@step("Each container is stopped, and no more fails than the page says")
def stops(site: Site) -> None:
    for name in (name for name in site.staying() if name != "door"):
        visit(site)
        site.compose(f"stop {name}")
        expect(site.status(EVENT) == 200, f"without {name} not even a kept page opens")
        time.sleep(1.2)  # for a second a page is handed out by the process that made it
        fresh = site.status(f"{EVENT}rounds/?without={name}")
        expect(fresh in ((503, 504) if name in ("web", "database") else (200,)), f"without {name}: {fresh}")
        if name == "sign-in":
            refused = site.visitor().sign_in("office", PASSWORD)
            expect(refused.status in (503, 504), f"without sign-in, signing in answers {refused.status}")
            expect(
                site.notes["visitor"].ask("/desks/").status == 200,
                "without sign-in, who is signed in gets no page",
            )
        site.compose(f"start {name}")
        site.opens()
    site.well()


@step("What the page says to start anew starts anew", "docker compose restart")
def restarts(site: Site) -> None:
    for command in (each for each in site.commands if each.startswith("docker compose restart")):
        site.run(command)
    site.well()


@step(
    "A change of .env makes anew what it concerns; of 50 requests a second for public pages each is answered",
    "docker compose up --detach",
)
def settings(site: Site) -> str:
    with (site.folder / ".env").open("a") as file:
        file.write(f"GUANDAN_METRICS_TOKEN={TOKEN}\n")
    report = beside_a_crowd(site, "docker compose up --detach")
    counts = site.visitor().ask("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    expect(counts.status == 200 and "guandan_open_connections" in counts.text, f"/metrics answers {counts.status}")
    expect(site.ask("/metrics").status in (401, 403, 404), "/metrics answers everybody")
    return report


@step(
    "A new certificate is taken without a request refused",
    "cp chain.pem deploy/secrets/certificate && cp key.pem deploy/secrets/certificate_key && docker compose kill",
)
def certificate(site: Site) -> str:
    shown = fingerprint(site)
    place_certificate(site)
    report = beside_a_crowd(
        site,
        "cp chain.pem deploy/secrets/certificate && cp key.pem deploy/secrets/certificate_key && docker compose kill",
    )
    site.until(lambda: fingerprint(site) != shown, "the old certificate is still shown", 10)
    return report


def beside_a_crowd(site: Site, command: str) -> str:
    """Run it while others ask for public pages, none of whom may be refused; what they met."""
    visit(site)
    with Crowd(site.visitor(), PAGES, CROWD) as crowd:
        site.run(command)
        site.opens()
    expect(set(crowd.answers) == {200}, f"the crowd met {dict(crowd.answers)}")
    return f"{crowd.answers[200]} requests, all answered, the longest after {crowd.longest:.1f} s"


def visit(site: Site) -> None:
    """Somebody sees the public pages, so that the door keeps them."""
    for path in PAGES:
        site.until(lambda: site.status(path) == 200, f"{path} does not open")  # noqa: B023


def fingerprint(site: Site) -> bytes:
    link = site.visitor().link()
    link.connect()
    shown = link.sock.getpeercert(binary_form=True)
    link.close()
    return bytes(shown or b"")
