"""站点状况: what is not well is said in words, with what to do; what is well is said too."""

import asyncio
import os
import re
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from launch.servers import free_port
from notices.models import Delivery, MailServer, Notice
from notices.queries.sendings import overdue
from notices.states import DeliveryState, NoticeKind, NoticeState, Security
from notices.tasks import beat
from scoring.models import Clock, Sheet, Submission
from scoring.states import ClockState, Operation, SubmissionState
from tests.factories import a_drawn_tournament, a_tournament, a_user
from tests.web.pages import signed_in, text
from tests.web.publishing.streams import run
from web.publishing.live import Live
from web.site.wellbeing import wellbeing

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    return signed_in(a_user(is_staff=True))


def a_sheet() -> Sheet:
    a_drawn_tournament(branches=2)
    return Sheet.objects.all()[0]


def sent(sheet: Sheet, **more: Any) -> None:
    """An entry of a deal by a phone."""
    values = {"device": "phone", "key": "1", "state": SubmissionState.ACCEPTED, "received_at": timezone.now()} | more
    Submission.objects.create(sheet=sheet, operation=Operation.DEAL, number=1, **values)


@pytest.fixture
def data(settings: Any, tmp_path: Path) -> Path:
    """An empty data folder, and no mail server in the environment."""
    settings.VAR, settings.MAIL_IS_FIXED = tmp_path, False
    (tmp_path / "backups").mkdir()
    return tmp_path


def a_notice(**more: Any) -> Notice:
    tournament, now = a_tournament(), timezone.now()
    values = {"kind": NoticeKind.ANNOUNCEMENT, "key": f"key {tournament.pk}", "due_at": now - timedelta(hours=1)} | more
    return Notice.objects.create(tournament=tournament, made_at=now, **values)


def test_site_with_everything_is_well(data: Path, settings: Any, staff: Client) -> None:
    beat()
    with suppress(TimeoutError):
        run(asyncio.wait_for(Live(settings.REDIS_URL)._note(), 0.5))
    MailServer.objects.create(
        host="mail.example.org", port=465, security=Security.TLS, username="union", sender="union@example.org"
    )
    (data / "backups" / "guandan-2023-11-20T000000Z.dump").touch()
    state = wellbeing()
    assert state.is_well, state
    page = text(staff.get("/state/"))
    assert "All is well" in page
    assert f"Version {settings.RELEASE}, build {settings.BUILD_ID}." in page
    assert "see to it" not in page


def test_site_with_nothing_says_what_to_do_without_valkey_too(data: Path, settings: Any, staff: Client) -> None:
    page = text(staff.get("/state/"))
    for sentence in ("starts the worker again", "no e-mail is sent", "None is known", "live process"):
        assert sentence in page
    assert page.count("see to it") == 4
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert "Valkey does not answer" in text(staff.get("/state/"))


def test_what_is_due_and_waits_is_late_after_five_minutes(data: Path) -> None:
    now = timezone.now()
    a_notice(due_at=now + timedelta(minutes=1))
    assert overdue(now).waiting == 0
    a_notice(due_at=now - timedelta(minutes=4))
    assert wellbeing().sends
    issued = a_notice(due_at=now - timedelta(minutes=9), state=NoticeState.ISSUED)
    assert overdue(now).waiting == 1
    Delivery.objects.create(notice=issued, address="a@branch.example", message_id="<1@example.org>")
    late = overdue(now)
    assert (late.waiting, late.oldest) == (2, issued.due_at)
    assert not wellbeing().sends


def test_backup_is_known_by_its_file_or_by_word_until_it_is_old(data: Path) -> None:
    file = data / "backups" / "guandan-2023-11-20T000000Z.dump"
    file.touch()
    assert wellbeing().is_backed_up
    old = time.time() - timedelta(hours=37).total_seconds()
    os.utime(file, (old, old))
    assert not wellbeing().is_backed_up
    call_command("backup_made")
    assert wellbeing().is_backed_up


def test_sheets_with_entries_that_nobody_settled_are_counted(data: Path, staff: Client) -> None:
    sheet = a_sheet()
    for key, state in (("1", SubmissionState.CONFLICTING), ("2", SubmissionState.WAITING), ("3", "accepted")):
        sent(sheet, key=key, state=state)
    assert wellbeing().sheets == 1
    assert "At one table" in text(staff.get("/state/"))


def test_phone_that_held_more_when_it_was_last_heard_is_counted(data: Path, staff: Client) -> None:
    sheet, moment = a_sheet(), timezone.now() - timedelta(minutes=2)
    for key, behind, phones in (("1", 2, 1), ("2", 1, 1), ("3", 0, 0)):
        sent(sheet, key=key, behind=behind, received_at=moment)
        assert wellbeing().phones == phones
        assert ("One phone held further entries" in text(staff.get("/state/"))) == bool(phones)


def test_table_from_which_nothing_comes_is_told_until_something_does(data: Path, staff: Client) -> None:
    a_drawn_tournament(branches=2, teams=2)
    assert wellbeing().silent == 0
    Clock.objects.filter(round__number=1).update(
        state=ClockState.RUNNING, started_at=timezone.now() - timedelta(minutes=11)
    )
    playing = wellbeing().silent
    running = Sheet.objects.filter(clock__state=ClockState.RUNNING)
    assert playing == running.count() > 0
    assert "nothing has come for ten minutes" in text(staff.get("/state/"))
    sent(running[0])
    assert wellbeing().silent == playing - 1


def test_sending_that_was_given_up_is_seen_to(data: Path, staff: Client) -> None:
    issued = a_notice(state=NoticeState.ISSUED)
    Delivery.objects.create(
        notice=issued, address="a@branch.example", message_id="<1@example.org>", state=DeliveryState.FAILED
    )
    assert not wellbeing().sends
    assert "One delivery was given up" in text(staff.get("/state/"))
    Notice.objects.update(due_at=timezone.now() - timedelta(days=2))
    assert wellbeing().sends


def test_only_the_office_of_the_site_reads_it() -> None:
    assert signed_in(a_user()).get("/state/").status_code == 403


def test_only_a_site_that_make_started_is_told_of_make(data: Path, settings: Any, staff: Client) -> None:
    for production in (True, False):
        settings.PRODUCTION = production
        words = text(staff.get("/state/")) + text(staff.get("/help/office/"))
        assert ("pg_dump" in words) == production
        assert bool(re.search(r"make (run|backup|reset|restore|demo)", words)) == (not production)
