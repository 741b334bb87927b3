"""The office's page 存档: the file of an event, made by the worker, and its people forgotten; an event from a file."""

import html
import io
import json
import re
import zipfile
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from archives.queries.event_files import event_file
from archives.tables import VERSION
from launch.servers import free_port
from tests.e2e.busy import a_busy_event
from tests.factories import a_drawn_tournament, a_user
from tests.thorough import in_ci_only
from tests.web.pages import markup, queries, signed_in, text
from tournaments.models import Player, Tournament
from web.archiving import jobs, parcel
from web.tasks import make_archive

ARCHIVE = "/e/busy/office/archive/"


@pytest.fixture(scope="module")
def made(module_db):
    """A busy event whose file the worker has made."""
    cache.clear()
    busy = a_busy_event()
    office = signed_in(busy.office)
    before = text(office.get(ARCHIVE))
    assert office.post(f"{ARCHIVE}making/", {"personal": "on"}).status_code == 302
    job = jobs.job_of(busy.tournament)
    waiting = text(office.get(ARCHIVE))
    office.post(f"{ARCHIVE}making/")  # pressed twice
    assert jobs.job_of(busy.tournament) == job
    make_archive(busy.tournament.pk, job.token)
    make_archive(busy.tournament.pk, job.token)  # and delivered twice
    return busy, office, before, waiting, jobs.job_of(busy.tournament), job.kept()


@pytest.fixture(autouse=True)
def _keep_it(made):
    """Valkey is emptied before each test."""
    busy, *_, job, data = made
    job.said(jobs.key_of(busy.tournament.pk))
    job.keep(data)


@in_ci_only
def test_file_is_made_while_nobody_waits(made):
    _busy, office, before, waiting, *_ = made
    assert "Make the file" in before
    assert "You may leave this page" in waiting
    page = text(office.get(ARCHIVE))
    assert "Download the file" in page
    assert "With personal data." in page
    answer = office.get(f"{ARCHIVE}file/")
    assert answer["Content-Type"] == "application/zip"
    assert {"private", "no-store"} <= {*answer["Cache-Control"].split(", ")}
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert names[0] == "event.json"
    assert {"website/index.html", "website/zh/bracket.html", "website/en/matches-1.html"} <= set(names)


def test_documents_come_along(made, monkeypatch, caplog):
    busy, *_ = made
    more = [*parcel.DOCUMENTS, lambda event, personal: [(f"{personal}.pdf", b"%PDF-")]]
    monkeypatch.setattr(parcel, "DOCUMENTS", more)
    monkeypatch.setattr(parcel, "website", lambda event, progress: [])
    out = io.BytesIO()
    parcel.write_parcel(busy.tournament, out, personal=False, progress=lambda count, of: None)
    packed = zipfile.ZipFile(out)
    assert packed.read("documents/False.pdf") == b"%PDF-"
    papers = {name for name in packed.namelist() if name.startswith("documents/")}
    assert "documents/秩序册.pdf" in papers
    assert not any("签到表" in name for name in papers)  # only the office may read these
    assert not caplog.records  # nothing is tried that the event cannot have


def test_failure_is_said_and_can_be_repeated(made, monkeypatch):
    busy, office, *_ = made
    known = jobs.job_of(busy.tournament)
    monkeypatch.setattr(jobs, "job_of", lambda tournament: jobs.Job(error=jobs.FAILED))
    page = text(office.get(ARCHIVE))
    assert "Please try again" in page
    assert "Make the file" in page
    lost = jobs.Job(at=timezone.now().timestamp() - 3600, done=3, of=90)
    monkeypatch.setattr(jobs, "job_of", lambda tournament: lost)
    assert "The process that made the file has ended" in text(office.get(ARCHIVE))
    assert office.get(f"{ARCHIVE}file/").status_code == 302
    monkeypatch.undo()
    assert jobs.job_of(busy.tournament) == known


def test_broken_making_is_kept_as_such(made, monkeypatch):
    busy, *_ = made
    job = jobs.Job(token="broken")
    job.said(jobs.key_of(busy.tournament.pk))

    def fails(*_args, **_more):
        raise OSError("disk full")

    monkeypatch.setattr(jobs, "write_parcel", fails)
    with pytest.raises(OSError, match="disk full"):
        make_archive(busy.tournament.pk, "broken")
    assert jobs.job_of(busy.tournament).error == jobs.FAILED


def test_making_that_takes_too_long_is_given_up(made, monkeypatch):
    busy, *_ = made
    jobs.Job(token="slow").said(jobs.key_of(busy.tournament.pk))
    monkeypatch.setattr(jobs, "LONGEST", 0)
    with pytest.raises(jobs.TooLong):
        make_archive(busy.tournament.pk, "slow")
    assert jobs.job_of(busy.tournament).error == jobs.TOO_LONG


@in_ci_only
@pytest.mark.django_db
def test_page_costs_the_same_queries_at_any_size():
    def cost(branches: int) -> int:
        address = f"/e/{a_drawn_tournament(branches=branches).slug}/office/archive/"
        browser = signed_in(a_user(is_staff=True))
        browser.get(address)
        return queries(browser, address)

    assert cost(4) == cost(16)


@pytest.fixture
def no_valkey(settings):
    """Nothing answers where Valkey should."""
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}


def test_without_valkey_the_page_says_so_and_looks_again(made, no_valkey):
    _busy, office, *_ = made
    page = office.get(ARCHIVE)
    assert (page.status_code, "How far it is cannot be seen now" in text(page)) == (200, True)
    assert 'hx-trigger="every 5s"' in markup(page)
    pressed = office.post(f"{ARCHIVE}making/", follow=True)
    assert "It could not be started" in text(pressed)


def test_without_valkey_a_file_is_asked_for_again_and_nobody_is_half_forgotten(made, no_valkey, caplog):
    busy, office, *_ = made
    sent = office.post(
        "/events/import/", {"file": SimpleUploadedFile("a.json", json.dumps(event_file(busy.tournament)).encode())}
    )
    assert (sent.status_code, sent["Retry-After"]) == (503, "10")
    assert "Nothing was changed" in text(sent)
    player = Player.objects.filter(team__branch__tournament=busy.tournament).first()
    chosen = {"person": f"{player.team.branch_id}:{player.name}"}
    question = office.post(f"{ARCHIVE}person/", chosen)
    sure = [html.unescape(one) for one in re.findall(r'name="sure" value="([^"]*)"', question.content.decode())]
    assert office.post(f"{ARCHIVE}person/", chosen | {"sure": sure}).status_code == 503
    assert Player.objects.get(pk=player.pk).name == player.name
    assert "Valkey: " in caplog.text


def test_without_a_broker_what_was_made_stays(made, no_broker):
    busy, office, _before, _waiting, job, data = made
    pressed = office.post(f"{ARCHIVE}making/", follow=True)
    assert "It could not be started" in text(pressed)
    assert "Download the file" in text(pressed)
    assert jobs.job_of(busy.tournament).token == job.token
    assert job.kept() == data


def test_file_is_not_kept_when_somebody_was_forgotten_while_it_was_made(made, monkeypatch):
    busy, *_ = made
    job = jobs.Job().said(jobs.key_of(busy.tournament.pk))

    def forgotten(tournament, out, *, personal, progress):
        out.write(b"with a name")
        jobs.forget(tournament)
        progress(jobs.EVERY, 100)

    monkeypatch.setattr(jobs, "write_parcel", forgotten)
    make_archive(busy.tournament.pk, job.token)
    assert jobs.job_of(busy.tournament) is job.kept() is None


def test_event_comes_from_a_file_after_a_look_at_it(made):
    busy, office, *_ = made
    data = office.get(f"{ARCHIVE}file/").content
    sent = office.post("/events/import/", {"file": SimpleUploadedFile("a.zip", data)})
    assert sent.status_code == 302
    looked = office.get(sent["Location"])
    assert f"Players {Player.objects.filter(team__branch__tournament=busy.tournament).count()}" in text(looked)
    assert "This event is on this site already" in text(looked)
    assert Tournament.objects.count() == 1
    question = office.post(sent["Location"], {"slug": "copy"})
    assert question.status_code == 422
    sure = [html.unescape(one) for one in re.findall(r'name="sure" value="([^"]*)"', question.content.decode())]
    made = office.post(sent["Location"], {"slug": "copy", "sure": sure})
    assert made["Location"] == "/e/copy/office/"
    assert Tournament.objects.get(slug="copy").name == busy.tournament.name
    assert office.get("/e/copy/").status_code == 200
    assert office.get(sent["Location"]).status_code == 302  # it is kept no longer than it is needed
    taken = office.post("/events/import/", {"file": SimpleUploadedFile("a.zip", data)})
    refused = office.post(taken["Location"], {"slug": "copy", "sure": sure})
    assert refused.status_code == 422
    assert "please choose another" in text(refused)
    other = signed_in(a_user(is_staff=True))
    assert other.get(taken["Location"]).status_code == 302  # what somebody else has sent


def test_event_whose_pages_cannot_be_shown_is_not_kept(made):
    office = made[1]
    file = json.loads(zipfile.ZipFile(io.BytesIO(office.get(f"{ARCHIVE}file/").content)).read("event.json"))
    for event in file["journal"]["events"]:
        if event["kind"] == "deal.entered":
            event["data"]["home"] = 5
    file["origin"] = "0" * 32
    sent = office.post("/events/import/", {"file": SimpleUploadedFile("event.json", json.dumps(file).encode())})
    refused = office.post(sent["Location"], {"slug": "broken"})
    assert refused.status_code == 422
    assert "Nothing was made" in text(refused)
    assert not Tournament.objects.filter(slug="broken").exists()


def test_nonsense_is_refused_with_its_place(made):
    office = made[1]
    for data, problem in (
        (b"", "not the file of an event"),
        (b'{"format": "guandan-event", "version": 1}', "not the file of an event"),
        (f'{{"format": "guandan-event", "version": {VERSION}}}'.encode(), "at origin"),
    ):
        refused = office.post("/events/import/", {"file": SimpleUploadedFile("a.zip", data)})
        assert refused.status_code == 422
        assert problem in text(refused)


def test_person_and_everybody_are_forgotten_by_the_office(made, django_capture_on_commit_callbacks):
    busy, office, *_ = made
    player = Player.objects.filter(team__branch__tournament=busy.tournament).first()
    chosen = {"person": f"{player.team.branch_id}:{player.name}"}
    question = office.post(f"{ARCHIVE}person/", chosen)
    assert question.status_code == 422
    assert "cannot be taken back" in text(question)
    sure = [html.unescape(one) for one in re.findall(r'name="sure" value="([^"]*)"', question.content.decode())]
    with django_capture_on_commit_callbacks(execute=True):
        assert office.post(f"{ARCHIVE}person/", chosen | {"sure": sure}).status_code == 302
    assert jobs.job_of(busy.tournament) is None  # the file holds the name
    after = Player.objects.get(pk=player.pk)
    assert (after.name != player.name, after.mail) == (True, "")
    assert f"The person is called {after.name} now." in text(office.get(ARCHIVE))
    assert "Please choose a person" in text(office.post(f"{ARCHIVE}person/", {"person": "0:nobody"}))
    assert office.post(f"{ARCHIVE}months/", {"months": "24"}).status_code == 302
    assert office.post(f"{ARCHIVE}months/", {"months": "0"}).status_code == 422
    assert Tournament.objects.get(pk=busy.tournament.pk).personal_months == 24
    question = office.post(f"{ARCHIVE}people/", {})
    sure = [html.unescape(one) for one in re.findall(r'name="sure" value="([^"]*)"', question.content.decode())]
    assert office.post(f"{ARCHIVE}people/", {"sure": sure}).status_code == 302
    assert "was forgotten on" in text(office.get(ARCHIVE))


def test_home_reminds_of_personal_data_whose_time_is_over(made):
    busy, office, *_ = made
    Tournament.objects.update(awards_confirmed_at=busy.tournament.closes_at - timedelta(days=4000), forgotten_at=None)
    assert "The time is over" in text(office.get("/e/busy/office/"))
