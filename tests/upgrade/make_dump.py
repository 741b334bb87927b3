"""Plays a site into the state that a kept database has (README.md beside this) and writes it down as SQL, gzipped.

Run with the code and the packages of the commit whose database it shall be, at the root of that checkout.
"""

# ruff: noqa: E402, F401, T201 - Django is set up before anything of it is imported
import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from io import StringIO
from pathlib import Path
from secrets import token_urlsafe

import tests.servers  # starts PostgreSQL and Valkey
from tests.notices.servers import a_mail_server

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.test import override_settings

from accounts.models import User
from accounts.passwords import choose_password
from integrations.actions import add_webhook, make_token
from integrations.states import Lifetime, Scope
from launch.servers import postgres_binaries
from notices.actions.announcements import Plan, announce
from notices.actions.channels import ChannelPlan, add_channel
from notices.actions.outbox import word_kind
from notices.delivery import deliver_due
from notices.states import NoticeKind, Service
from rehearsal.browser import Browser, Phone
from rehearsal.director import Director
from rehearsal.officials import Cast, Chief, assemble
from rehearsal.script import Script
from rehearsal.sizes import COMPACT, sized
from rehearsal.stage import own_site
from tests.tournaments.event.papers.samples import a_png
from tournaments.day.actions.links import issue_branch_links
from tournaments.draw.actions.ceremony import open_ceremony, type_lot
from tournaments.event.actions.papers import keep_own_file, word_certificates
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.queries.own_files import CertificateWords
from tournaments.models import Match, Team, Tournament
from tournaments.presets.preset import read_preset
from tournaments.series.actions import create_series, join_series
from tournaments.series.queries import SeriesSettings
from tournaments.states import MatchState, OwnFileKind

SEED = "kept"
DAY = date(2023, 11, 27)
NEXT_DAY = date(2123, 11, 29)
REFUSED = {"player3.1.1@rehearsal.example": "550 unknown", "branch4@rehearsal.example": "450 full"}
ROBOT = "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0a1b2c3d"
EMPTIED = ("accounts_session", "axes_", "django_session")


class FarEnough(Exception):
    """The second round has come to what the database shall hold."""


@contextmanager
def mail_server() -> Iterator[None]:
    """One that takes all mails but those of ``REFUSED``."""
    with a_mail_server() as mails:
        mails.refuse |= REFUSED
        smtp = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_PORT": mails.port}
        with override_settings(EMAIL_HOST="127.0.0.1", **smtp):
            yield


def send_mails() -> None:
    while deliver_due():
        pass


def play(tournament: Tournament, cast: Cast) -> None:
    """From the entries to a dispute after the bell of the second round, in which three remedies have been signed."""

    def look(count: int) -> None:
        rows = Match.objects.filter(stage__tournament=tournament, round__number=2)
        if rows.filter(state=MatchState.DISPUTED).exists() and rows.filter(state=MatchState.OVER).exists():
            raise FarEnough

    try:
        Director(tournament, cast, Script(SEED, calm=False), on_result=look, on_due=send_mails).run()
    except FarEnough:
        send_mails()


def add_what_the_script_lacks(tournament: Tournament, cast: Cast) -> None:
    """Two phones of one table that differ, a substitute, a moved round, whose notices wait to be sent."""
    chief = Chief(cast.chief, tournament.slug)
    of_event = Match.objects.filter(stage__tournament=tournament)
    with_slip = of_event.filter(state=MatchState.PLAYING, links__isnull=False).order_by("-number")
    number = with_slip.values_list("number", flat=True)[0]
    phones = [Phone(Browser(cast.site), tournament.slug, number) for _ in range(2)]
    for phone in phones:
        phone.open(chief.slip(number))
        phone.sheet()
    for phone, order in zip(phones, ("NS", "WE"), strict=True):
        phone.enter_as_shown(order)
    team = of_event.filter(round__number=3).exclude(home_team=None)[0].home_team_id
    _send(cast.chief, f"/e/{tournament.slug}/office/teams/{team}/", "substitution/", name="队员己", reason="出差")
    _send(cast.chief, f"/e/{tournament.slug}/office/timetable/", "timetable/rounds/", **{"time-3": "12:45"})


def add_an_event_before_its_draw(site: str) -> None:
    """Another event, on real time, from which the office of the site has withdrawn a team."""
    call_command("load_preset", "s000", slug="next", first_day=NEXT_DAY, stdout=StringIO())
    choose_password(User.objects.get(username="office"), password := token_urlsafe())
    office = Browser(site)
    office.sign_in("office", password)
    team = Team.objects.get(branch__tournament__slug="next", branch__number=2, ordinal=2)
    _send(office, f"/e/next/office/teams/{team.pk}/", "withdrawal/", reason="出差")
    office.close()


def add_a_finished_event(site: str) -> None:
    """Groups and a knockout of few teams, with awards, own papers, channels, a webhook and a token."""
    plan = sized(read_preset("plain_groups"), COMPACT)
    tournament = create_tournament(plan, by=None, slug="groups", first_day=DAY, rehearsal=True)
    tournament = Tournament.objects.select_related("journal").get(pk=tournament.pk)
    cast = assemble(site, tournament)
    by = User.objects.get(username="rehearsal-office")
    add_webhook(tournament, "排行榜", "https://board.example/calls", by=by)
    make_token(tournament, "成绩大屏", [Scope.READ, Scope.ENTRIES], Lifetime.YEAR, by=by)
    add_channel(tournament, ChannelPlan("工作群", Service.WECOM, ROBOT, heard=[NoticeKind.MATCH_SOON]), by=by)
    word_kind(tournament, NoticeKind.MATCH_SOON, "请准备", "即将开赛，请到场。", by=by)
    keep_own_file(tournament, OwnFileKind.SEAL, "章.png", a_png(), by=by)
    word_certificates(tournament, CertificateWords(title="奖状", signed_by="校工会"), by=by)
    Director(tournament, cast, Script(SEED, quick=True), on_due=send_mails).run()
    announce(tournament, Plan("合影", "颁奖后在门口合影。", public=True, file=("位置.png", a_png())), by=by)
    cast.leave()


def add_a_draw_that_is_shown(site: str) -> None:
    """Two lots of a ceremony by hand, of an event with links of its branches, which counts for a series."""
    tournament = Tournament.objects.select_related("journal").get(slug="next")
    settings = SeriesSettings("月赛", "校工会", "2123", (32, 24, 18, 18), 0, ("points",), 16)
    join_series(tournament, create_series(settings, by=None, slug="monthly"), by=None)
    issue_branch_links(tournament, by=None)
    plan = sized(read_preset("plain_swiss"), COMPACT)
    shown = create_tournament(plan, by=None, slug="shown", first_day=DAY, rehearsal=True)
    cast = assemble(site, shown)
    shown = Tournament.objects.select_related("journal").get(pk=shown.pk)
    Director(shown, cast, Script(SEED, quick=True), on_due=send_mails).take_entries()
    ceremony = open_ceremony(shown, by=None, by_hand=True, without_drafts=True)
    for position, team in enumerate(Team.objects.filter(branch__tournament=shown)[:2], start=1):
        type_lot(ceremony, team.pk, position, by=None)
    cast.leave()


def _send(browser: Browser, address: str, form: str, **values: str) -> None:
    page = browser.get(address)
    response = browser.submit(page, page.form(form), values)
    assert response.status == 200, (response.url, response.status, response.problems)


def forget_secrets() -> None:
    """Nobody can sign in to what is kept."""
    for user in User.objects.all():
        user.set_unusable_password()
        user.one_time_password = False  # who has none is asked for no other
        user.save()
    emptied = [name for name in connection.introspection.table_names() if name.startswith(EMPTIED)]
    with connection.cursor() as cursor:
        cursor.execute(f"truncate {', '.join(emptied)}")


def dump() -> str:
    """SQL that any client can send as it is: no COPY, nothing of psql's own, no owner."""
    options = ["--inserts", "--rows-per-insert=500", "--no-owner", "--no-privileges", "--no-comments"]
    program = postgres_binaries() / "pg_dump"
    process = subprocess.run(
        [program, *options, "-d", os.environ["DATABASE_URL"]], capture_output=True, text=True, check=True
    )
    lines = process.stdout.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(("\\", "SET transaction_timeout")))


def main(path: Path) -> None:
    call_command("migrate", verbosity=0)
    call_command("first_run", stdout=StringIO())
    tournament = create_tournament(read_preset("s000"), by=None, slug="s000", first_day=DAY, rehearsal=True)
    tournament = Tournament.objects.select_related("journal").get(pk=tournament.pk)
    with mail_server(), own_site() as address:
        cast = assemble(address, tournament)
        User.objects.filter(username="rehearsal-office").update(email="office@rehearsal.example")
        play(tournament, cast)
        add_what_the_script_lacks(tournament, cast)
        add_an_event_before_its_draw(address)
        cast.leave()
        add_a_finished_event(address)
        add_a_draw_that_is_shown(address)
    forget_secrets()
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write(dump().encode())
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
