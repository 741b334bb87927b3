"""Backups, restores, a release that is years old, a new key."""

import gzip
import json

from deploy.trying.first_day import EVENT, FORM, PASSWORD, enter, is_shown
from deploy.trying.site import HOME, ROOT, Site, expect, step

BACKUPS = HOME / "guandan-backups"
NAMED = BACKUPS / "guandan-2023-11-20.dump"
"""The backup that the page restores."""
STOP = "docker compose up --detach database && docker compose stop"
KEEP = "(umask 077 && docker compose exec -T database pg_dump"
RESTORE = "docker compose exec -T database sh /restore.sh < ~/guandan-backups/guandan-2023-11-20.dump"
KEPT, KEPT_VERSION = ROOT / "tests" / "upgrade" / "64e8792.sql.gz", 291


@step(
    "A backup is made outside the folder, closed to others, and the page of the site's state says so",
    "(umask 077 && mkdir",
)
def backup(site: Site) -> None:
    site.run("(umask 077 && mkdir")
    (made,) = BACKUPS.glob("guandan-*.dump")
    expect(made.read_bytes()[:5] == b"PGDMP", "this is no backup")
    expect((made.stat().st_mode & 0o077, BACKUPS.stat().st_mode & 0o077) == (0, 0), "others can read the backup")
    expect(site.git("status", "--porcelain") == "", "git sees the backup")
    site.notes["backup"] = made
    state = site.notes["visitor"].ask("/state/")
    expect(state.status == 200, f"/state/ answers {state.status}")
    expect("make backup" not in state.text, "/state/ speaks of a command that there is not here")


@step(
    "A broken backup changes nothing; kept pages are handed out meanwhile, and the door speaks for the others",
    STOP, KEEP, RESTORE, "docker compose up --detach",
)  # fmt: skip
def broken_restore(site: Site) -> None:
    site.ask(EVENT)
    NAMED.write_bytes(site.notes["backup"].read_bytes()[:-20_000])
    site.run(STOP)
    expect(site.status(EVENT) == 200, "the page of the event is not handed out")
    away = site.ask(f"{EVENT}statistics/")
    expect(
        away.status in (503, 504) and "<h1>" in away.text and away.headers["Retry-After"],
        f"the door says {away.status}",
    )
    site.run(KEEP)
    before = rows(site)
    output = site.run(RESTORE, fails=True)
    expect(rows(site) == before, f"something has changed although it failed: {output}")
    site.run("docker compose up --detach")
    site.opens()
    site.until(lambda: is_shown(site, "王一一"), "the entry is not shown any more", 10)


@step("A database of the kept release 64e8792 is brought up to date, and its event opens as it was", STOP, RESTORE)
def kept_release(site: Site) -> None:
    site.compose("exec -T database createdb --username=guandan kept")
    (site.folder.parent / "kept.sql").write_bytes(gzip.decompress(KEPT.read_bytes()))
    load = "psql --username=guandan --dbname=kept --quiet --set=ON_ERROR_STOP=1 --output=/dev/null"
    site.compose(f"exec -T database {load} < {site.folder.parent}/kept.sql")
    site.compose("exec -T database pg_dump --username=guandan --format=custom --no-owner --no-acl kept > ../kept.dump")
    restored(site, (site.folder.parent / "kept.dump").read_bytes())
    tournament = json.loads(site.ask("/api/v1/tournaments/s000/").text)
    expect(tournament["version"] == KEPT_VERSION, f"version {tournament['version']} of the event, not {KEPT_VERSION}")
    expect(site.ask(f"{EVENT}bracket/?kept").status == 200, "its bracket does not open")
    expect(site.status("/healthz") != 500, "/healthz fails at what another release left in the cache")
    site.compose("exec -T database dropdb --username=guandan kept")


@step(
    "The backup takes the place of everything that came after it, and brings the rights of the site along",
    STOP,
    KEEP,
    RESTORE,
)
def restore(site: Site) -> None:
    restored(site, site.notes["backup"].read_bytes())
    expect("王一一" in site.notes["visitor"].ask(FORM).text, "the entry of before is not there")
    enter(site, "孙再来", "李再来")


@step("Under a new key everything opens, and everybody signs in again", "OLD=$(cat deploy/secrets/secret_key)")
def new_key(site: Site) -> None:
    site.run("OLD=$(cat deploy/secrets/secret_key)")
    site.opens()
    expect(site.notes["visitor"].ask("/desks/").path.startswith("/sign-in/"), "a session of the old key is still open")
    site.notes["visitor"] = site.visitor()
    site.signs_in()
    page = site.notes["visitor"].sign_in("office", PASSWORD)
    expect((page.path, page.status) == ("/desks/", 200), f"signing in leads to {page.path} ({page.status})")


def restored(site: Site, backup: bytes) -> None:
    """By the page."""
    NAMED.write_bytes(backup)
    site.run(STOP)
    site.run(RESTORE)
    site.opens()


def rows(site: Site) -> str:
    """How many there are of what is entered, and the last thing that happened."""
    statement = "SELECT (SELECT count(*) FROM tournaments_player), (SELECT max(id) FROM journal_event)"
    return site.compose(f"exec -T database psql --username=guandan --dbname=guandan -qAt -c '{statement}'").strip()
