"""From release to release, and back."""

from deploy.trying.data import BACKUPS
from deploy.trying.faults import beside_a_crowd
from deploy.trying.first_day import enter, event, is_shown, sign_in
from deploy.trying.site import Site, expect, step

UPGRADE = "git pull && make secrets &&"
BACK = "git checkout ORIG_HEAD && docker compose stop"
RESTORE_AND_BUILD = "docker compose exec -T database sh /restore.sh < ~/guandan-backups/guandan-$(date +%F).dump"


@step(
    "An upgrade makes everything of the site anew; of 50 requests a second for public pages each is answered", UPGRADE
)
def upgrade(site: Site) -> str:
    before = {name: site.container(name)["Id"] for name in site.staying()}
    style = next(
        word for word in site.ask("/").text.split('"') if word.startswith("/static/") and word.endswith(".css")
    )
    site.commit()
    report = beside_a_crowd(site, UPGRADE)
    same = {name for name, identity in before.items() if site.container(name)["Id"] == identity}
    expect(same == {"door", "database", "broker"}, f"not made anew: {sorted(same)}")
    expect(build_of(site) == site.git("rev-parse", "--short", "HEAD"), f"the build is {build_of(site)}")
    expect(site.ask(style).status == 200, "a page of before finds its style no more")
    return report


@step("Going back restores the release and the data of then", BACK, RESTORE_AND_BUILD)
def back(site: Site) -> None:
    there = site.git("rev-parse", "--short", "HEAD")
    site.run(BACK)
    site.run(RESTORE_AND_BUILD)
    site.until(lambda: is_shown(site, "王一一"), "the entry of the backup is not shown")
    expect(build_of(site) == site.git("rev-parse", "--short", "HEAD") != there, f"the build is {build_of(site)}")
    site.git("checkout", "--quiet", "main")
    site.well()


@step("The commit before is started, filled, and upgraded to this one with its data")
def commit_before(site: Site) -> str:
    if not site.before:
        return "left out: git has no commit before, or it is from before deploy/try"
    site.compose("down --volumes")
    site.git("checkout", "--quiet", "-B", "main", site.before)
    site.compose("up --build --detach")
    site.opens()
    event(site)
    sign_in(site)
    enter(site, "王一一", "王一二")
    for made in BACKUPS.glob("*.dump"):
        made.unlink()
    site.git("fetch", "--quiet")
    if site.git("diff", "--name-only", site.before, "origin/main", "--", "docker-compose.yml"):
        site.run(UPGRADE)  # the door may be another one
        report = "with another compose file"
    else:
        report = beside_a_crowd(site, UPGRADE)
    site.until(lambda: is_shown(site, "王一一"), "the entry of before is not shown")
    site.well()
    return report


def build_of(site: Site) -> str:
    return site.compose("exec -T web printenv GUANDAN_BUILD").strip()
