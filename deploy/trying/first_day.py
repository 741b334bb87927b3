"""From the clone to the first mail."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.trying.engine import RUN
from deploy.trying.site import Site, expect, make_certificate, make_certificates, step
from deploy.trying.visitor import NAME, MailServer, Stream

PASSWORD = "a password of 25 letters"
EVENT = "/e/s000/"
FORM = f"{EVENT}office/entries/1/"


@step(
    "Secrets are made and the others written by hand; git sees none of them",
    "make secrets", "echo -n 'the password",
    "cp chain.pem deploy/secrets/certificate && cp key.pem deploy/secrets/certificate_key",
    "chmod 644", "cat > .env",
)  # fmt: skip
def secrets(site: Site) -> None:
    make_certificates()
    place_certificate(site)
    output = site.run("make secrets")
    expect(output.count("Still to be written by hand") == 3, output)
    site.run("echo -n 'the password")
    site.run("cp chain.pem deploy/secrets/certificate && cp key.pem deploy/secrets/certificate_key")
    site.run("chmod 644")
    site.run("cat > .env")
    (site.folder / "guandan-today.dump").touch()
    expect(site.git("status", "--porcelain") == "", "git would take a secret, a backup or .env into a commit")
    (site.folder / "guandan-today.dump").write_text("a backup in the wrong place")


@step("The image is built, and everything starts", "docker compose up --build --detach")
def up(site: Site) -> str:
    began = time.monotonic()
    site.run("docker compose up --build --detach")
    started = time.monotonic() - began
    site.opens()
    return f"compose came back after {started:.0f} s, pages opened after {time.monotonic() - began:.0f} s"


@step(
    "The office's account and an event are made",
    "docker compose exec web python manage.py first_run",
    "docker compose exec web python manage.py load_preset",
)  # fmt: skip
def event(site: Site) -> None:
    output = site.run("docker compose exec web python manage.py first_run")
    site.notes["office"] = password_of("office", output)
    output = site.run("docker compose exec web python manage.py load_preset")
    site.notes["chief"] = password_of("chief", output)


@step("No container has more than it needs: user, file system, capabilities, secrets, other people's data")
def containers(site: Site) -> str:
    looked_at = site.staying()
    for name in looked_at:
        lines = site.inside(name, "id -u; grep CapEff /proc/self/status; touch /x 2>&1; ls /run/secrets").stdout.split(
            "\n"
        )
        expect(lines[0] != "0", f"{name} runs as root")
        expect(lines[1].split()[-1].strip("0") == "", f"{name} has capabilities: {lines[1]}")
        expect("Read-only" in lines[2], f"{name} can write into its file system: {lines[2]}")
        allowed = {secret["source"] for secret in site.services[name].get("secrets", [])}
        expect({*lines[3:]} - {""} <= allowed, f"{name} has secrets that it does not use: {lines[3:]}")
        data = site.inside(
            name, "find / -xdev \\( -name '*.dump' -o -name .env -o -name .git \\) 2>/dev/null"
        ).stdout.strip()
        expect(not data, f"in {name} lie {data}")
        host = site.container(name)["HostConfig"]
        expect(
            host["Memory"] and host["PidsLimit"] and host["LogConfig"]["Config"].get("max-size"),
            f"{name} is not limited",
        )
    return f"{len(looked_at)} containers"


@step("Over TLS the office signs in with the one-time password and chooses its own; plain http is led there")
def sign_in(site: Site) -> None:
    expect(f"https://{NAME}/" in site.plain("/").get("location", ""), "http is not led to https")
    office = site.visitor()
    site.signs_in()
    page = office.sign_in("office", site.notes["office"])
    expect(page.path.startswith("/password/"), f"a one-time password leads to {page.path} ({page.status})")
    page = office.fill(page, new=PASSWORD, again=PASSWORD)
    expect((page.path, page.status) == ("/desks/", 200), f"the new password leads to {page.path} ({page.status})")
    site.notes["visitor"] = office


@step("An entry is saved, the public page shows it, and an open page is told of it at once")
def entry(site: Site) -> str:
    address = stream_of(site, f"{EVENT}teams/")
    stream = Stream(site.visitor(), address)
    site.until(lambda: stream.answer.status == 200, "there is no stream", 10)
    time.sleep(3)  # the address is looked up every two seconds
    enter(site, "王一一", "王一二")
    seconds = site.until(lambda: bool(stream.news), f"nothing is told at {address}", 20)
    site.until(lambda: is_shown(site, "王一一"), "the public page does not show the entry", 10)
    return f"told {seconds:.1f} s after the answer"


@step(
    "A mail goes out by TLS, with the password that the worker alone has",
    "docker compose exec worker python manage.py sendtestemail",
)
def mail(site: Site) -> None:
    with mail_server() as server:
        site.run("docker compose exec worker python manage.py sendtestemail")
    expect(len(server.letters) == 1, f"{len(server.letters)} mails came")
    expect("From: union@example.org" in server.letters[0], server.letters[0])


@step(
    "Everything is well, and says so",
    "docker compose exec web python -m launch.health site", "docker compose ps", "docker compose logs --since 1h",
    "docker compose logs worker",
)  # fmt: skip
def health(site: Site) -> str:
    seconds = site.well()
    output = site.run("docker compose exec web python -m launch.health site")
    expect(json.loads(output[output.index("{") :])["well"] is True, output)
    site.until(lambda: all(site.is_healthy(name) for name in site.staying()), site.run("docker compose ps"))
    log = site.run("docker compose logs --since 1h")
    expect("Traceback" not in log, log[-5000:])
    expect("operation not permitted" not in log.lower(), "\n".join(re.findall(".*ot permitted.*", log)))
    site.run("docker compose logs worker")
    return f"worker and beat after {seconds:.0f} s"


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """mail.example.org, with the account of the page."""
    server = MailServer(RUN / "mail.pem", RUN / "mail.key", ("union", "the password of the mail account"))
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def place_certificate(site: Site) -> None:
    """The operator's files, a new pair each time."""
    make_certificate("site", NAME)
    for ours, theirs in (("site.pem", "chain.pem"), ("site.key", "key.pem")):
        Path(site.folder / theirs).write_bytes((RUN / ours).read_bytes())


def password_of(name: str, output: str) -> str:
    match = re.search(rf"username: {name}\s+password: (\S+)", output)
    expect(match, f"no password of {name} in: {output}")
    return match[1] if match else ""


def stream_of(site: Site, page: str) -> str:
    """Where that page listens for news, as its script reads it."""
    text = site.ask(page).text
    pulse = re.search(r'data-pulse="([^"]+)pulse/"', text)
    own = re.search(r'data-page="([^"]*)"', text)
    expect(pulse, f"{page} has no pulse")
    return f"{pulse[1]}live/{own[1].replace('&amp;', '&') if own else ''}" if pulse else ""


def enter(site: Site, *names: str) -> None:
    """The first team of the first branch."""
    office = site.notes["visitor"]
    values = {f"team1_player{n}_name": name for n, name in enumerate(names, 1)}
    values |= {f"team1_player{n}_gender": "f" for n in range(1, len(names) + 1)}
    answer = office.fill(office.ask(FORM), "/1/", **values)
    expect(answer.status == 200 and names[0] in office.ask(FORM).text, f"the entry was answered with {answer.status}")


def is_shown(site: Site, name: str) -> bool:
    """Whether the public page of teams says that name."""
    return name in site.ask(f"{EVENT}teams/").text
