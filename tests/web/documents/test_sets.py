"""全套文书: begun by a press, made by a worker, looked at while it goes on, taken home as one file, begun again."""

import io
import os
import signal
import subprocess
import time
import zipfile
from contextlib import suppress
from dataclasses import asdict, replace
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.urls import reverse
from pypdf import PdfReader

from archives.actions.forgetting import forget_everybody
from launch import commands
from launch.places import ROOT
from launch.servers import end_with_parent, free_port
from tests.factories import a_role
from tests.thorough import in_ci_only
from tests.web.documents.events import SITE, UNSEALED, an_entered_event, an_event_of
from tests.web.pages import markup, signed_in, text
from tournaments.models import Tournament
from tournaments.states import RoleKind
from web import background
from web.documents import sets
from web.documents.catalogue import BY_KEY
from web.documents.document import Document, Pages

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, name: str) -> str:
    return reverse(name, kwargs={"slug": tournament.slug})


def work(tournament, person):
    """What the worker does with what was asked last."""
    document_set = sets.set_of(tournament, person)
    sets.make_documents(tournament.pk, person.pk, document_set.token, "zh-hans", SITE)
    return sets.set_of(tournament, person)


def names(answer) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(answer.content)).namelist()


def a_set_of_the_budget(tournament, person):
    """Of one document, as the page has asked for it."""
    return sets.DocumentSet(files=(("budget", "a4"),)).said(sets.key_of(tournament.pk, person.pk))


def test_set_is_begun_shown_made_and_taken():
    tournament = an_event_of("knockout", played=True)
    clerk = a_role(tournament, RoleKind.OFFICE)
    office = signed_in(clerk)
    assert "Make all documents" in text(office.get(at(tournament, "printing")))
    assert office.get(at(tournament, "document_set_file")).url == at(tournament, "printing")
    assert office.post(at(tournament, "document_set")).url == at(tournament, "printing")
    waiting = office.get(at(tournament, "printing"))
    assert "Waiting for the worker" in text(waiting)
    assert 'hx-trigger="every 1s"' in markup(waiting)
    begun = sets.set_of(tournament, clerk)
    office.post(at(tournament, "document_set"))
    assert sets.set_of(tournament, clerk) == begun  # a second press begins nothing
    assert office.get(at(tournament, "document_set")).url == at(tournament, "printing")
    over = work(tournament, clerk)
    assert (over.is_over, over.failures) == (True, ())
    part = office.get(at(tournament, "document_set"), headers={"HX-Request": "true"})
    assert "Download the .zip" in text(part)
    assert "<html" not in markup(part)
    assert "hx-trigger" not in markup(part)
    made = office.get(at(tournament, "document_set_file"))
    assert made.headers["Content-Type"] == "application/zip"
    assert len(names(made)) == sum(len(document.sizes) for document in UNSEALED)
    assert "02 Entry form, blank.pdf" in names(made)
    packed = zipfile.ZipFile(io.BytesIO(made.content))
    assert all(PdfReader(io.BytesIO(packed.read(name))).pages for name in packed.namelist())


def test_everybody_is_made_what_he_may_have_and_gets_his_own():
    tournament = an_event_of("knockout", played=True)
    clerk, chief = a_role(tournament, RoleKind.OFFICE), a_role(tournament, RoleKind.CHIEF_REFEREE)
    asked = {}
    for person in (clerk, chief):
        signed_in(person).post(at(tournament, "document_set"))
        asked[person] = {key for key, _size in sets.set_of(tournament, person).files}
    assert asked[clerk] - asked[chief] == {"entry-forms", "summary"}
    begun = a_set_of_the_budget(tournament, clerk)
    sets.make_documents(tournament.pk, clerk.pk, begun.token, "zh-hans", SITE)
    assert len(names(signed_in(clerk).get(at(tournament, "document_set_file")))) == 1
    assert sets.archive(tournament, chief) is None
    assert sets.set_of(tournament, a_role(tournament, RoleKind.OFFICE)) is None
    cache.set(sets.key_of(tournament.pk, clerk.pk), {"token": "x", "papers": []})  # of a release that knew other things
    assert sets.set_of(tournament, clerk) is None
    assert signed_in(clerk).get(at(tournament, "printing")).status_code == 200


@in_ci_only
def test_failure_names_the_document_and_why_and_the_others_are_there(monkeypatch):
    tournament = an_entered_event()
    clerk = a_role(tournament, RoleKind.OFFICE)
    office = signed_in(clerk)
    broken = {"entry-form": lambda *_: Pages("paper.typ", {}), "budget": lambda *_: BY_KEY["no"]}
    for key, pages in broken.items():
        document: Document = BY_KEY[key]
        monkeypatch.setitem(BY_KEY, key, replace(document, pages=pages))
    office.post(at(tournament, "document_set"))
    failed = work(tournament, clerk)
    assert [name for name, _why in failed.failures] == ["空白报名表", "经费预算表"]
    words = text(office.get(at(tournament, "printing")))
    assert "排版失败" in words
    assert "系统出错（KeyError）" in words
    assert "Make them again" in words
    assert len(names(office.get(at(tournament, "document_set_file")))) == failed.made == len(failed.files) - 2
    monkeypatch.undo()
    office.post(at(tournament, "document_set"))
    assert work(tournament, clerk).failures == ()


def test_what_there_is_no_time_for_is_named(monkeypatch):
    tournament = an_entered_event()
    clerk = a_role(tournament, RoleKind.OFFICE)
    signed_in(clerk).post(at(tournament, "document_set"))
    monkeypatch.setattr(sets, "MOST_SECONDS", 0)
    late = work(tournament, clerk)
    assert (late.is_over, late.made, len(late.failures)) == (True, 0, len(late.files))
    assert {why for _name, why in late.failures} == {"生成超时，未能生成这一份。"}


def test_nothing_is_left_of_a_set_when_people_are_forgotten(django_capture_on_commit_callbacks):
    tournament = an_entered_event()
    clerk = a_role(tournament, RoleKind.OFFICE)
    token = a_set_of_the_budget(tournament, clerk).token
    sets.make_documents(tournament.pk, clerk.pk, token, "zh-hans", SITE)
    assert sets.archive(tournament, clerk)
    with django_capture_on_commit_callbacks(execute=True):
        forget_everybody(tournament, by=clerk)
    assert sets.archive(tournament, clerk) is sets.set_of(tournament, clerk) is None
    assert not [key for key in cache._cache.get_client().keys() if token in key.decode()]  # noqa: SIM118


def test_without_valkey_the_page_stays_each_document_opens_and_it_says_so(settings):
    tournament = an_entered_event()
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}
    page = office.get(at(tournament, "printing"))
    assert (page.status_code, "How far it is cannot be seen now" in text(page)) == (200, True)
    assert 'hx-trigger="every 5s"' in markup(page)
    assert "It could not be started" in text(office.post(at(tournament, "document_set"), follow=True))
    assert office.get(reverse("document", args=[tournament.slug, "budget"])).status_code == 200
    assert office.get(at(tournament, "document_set_file")).status_code == 503


def test_without_a_broker_it_is_said_and_nothing_waits_for_ever(no_broker):
    """That a set of before is still there: ``test_archive``, of which the same holds."""
    tournament = an_entered_event()
    clerk = a_role(tournament, RoleKind.OFFICE)
    page = signed_in(clerk).post(at(tournament, "document_set"), follow=True)
    assert "It could not be started" in text(page)
    assert sets.set_of(tournament, clerk) is None


def test_worker_waits_for_valkey_to_come_back(settings, monkeypatch):
    there = settings.CACHES
    tournament = an_entered_event()
    clerk = a_role(tournament, RoleKind.OFFICE)
    begun = a_set_of_the_budget(tournament, clerk)
    settings.CACHES = {"default": {**there["default"], "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}
    waits = []

    def back_after_two(seconds):
        waits.append(seconds)
        if len(waits) == 2:
            settings.CACHES = there

    monkeypatch.setattr(background.time, "sleep", back_after_two)
    sets.make_documents(tournament.pk, clerk.pk, begun.token, "zh-hans", SITE)
    assert (sets.set_of(tournament, clerk).made, len(waits)) == (1, 2)


def test_worker_that_says_nothing_is_given_up_and_a_set_begun_anew_is_the_one_that_counts():
    tournament = an_entered_event()
    clerk = a_role(tournament, RoleKind.OFFICE)
    office = signed_in(clerk)
    office.post(at(tournament, "document_set"))
    silent = sets.set_of(tournament, clerk)
    ago = {**asdict(silent), "done": 3, "has_begun": True, "at": silent.at - sets.DocumentSet.SILENCE - 1}
    cache.set(f"documents:{tournament.pk}:{clerk.pk}", ago, 60)
    page = office.get(at(tournament, "printing"))
    assert "It broke off after 3 of" in text(page)
    assert "hx-trigger" not in markup(page)
    office.post(at(tournament, "document_set"))
    anew = sets.set_of(tournament, clerk)
    assert anew.token != silent.token
    sets.make_documents(tournament.pk, clerk.pk, silent.token, "zh-hans", SITE)  # the first one wakes up
    assert sets.set_of(tournament, clerk) == anew


@pytest.fixture
def worker(transactional_db, tmp_path):
    """Starts Celery's worker, as `make run` does, on the database and the Valkey of the tests."""
    database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    environment = {**os.environ, "DATABASE_URL": database.geturl(), "GUANDAN_VAR": str(tmp_path)}
    started = []

    def start() -> None:
        with (tmp_path / "worker.log").open("ab") as log:
            how = {"cwd": ROOT, "env": environment, "stdout": log, "stderr": log, "start_new_session": True}
            started.append(subprocess.Popen(commands.UNITS["worker"], preexec_fn=end_with_parent(), **how))  # noqa: PLW1509

    yield start
    for process in started:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@in_ci_only
@pytest.mark.django_db(transaction=True)
def test_real_worker_makes_the_set(worker):
    tournament = an_entered_event()
    clerk = a_role(tournament, RoleKind.OFFICE)
    office = signed_in(clerk)
    office.post(at(tournament, "document_set"))
    worker()
    deadline = time.monotonic() + 60
    while not (document_set := sets.set_of(tournament, clerk)).is_over:
        assert time.monotonic() < deadline, document_set
        time.sleep(0.05)
    assert document_set.failures == ()
    assert len(names(office.get(at(tournament, "document_set_file")))) == len(document_set.files)
