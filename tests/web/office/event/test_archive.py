"""The office's page 存档: the file of an event, made by the worker, and its people forgotten; an event from a file."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from archives.queries import event_file
from archives.tables import VERSION
from launch.servers import free_port
from tests.factories import a_user
from tests.tournaments.played import S000_AWARDS
from tests.tournaments.round_day import a_day
from tests.web.form_fields import sure_of
from tests.web.pages import markup, signed_in, text
from tournaments.day.actions.matches import enter_deal
from tournaments.models import Player, Tournament
from web.archiving import jobs
from web.tasks import make_archive

pytestmark = pytest.mark.django_db
ARCHIVE = "/e/busy/office/archive/"


@pytest.fixture(scope="module")
def made(module_db):
    """An event in play whose file the worker has made."""
    cache.clear()
    event = a_day(slug="busy", awards=S000_AWARDS)
    enter_deal(event.match(1), "NS", by=event.chief)
    Player.objects.update(mail="player@branch.example")
    office = signed_in(a_user(is_staff=True))
    before = text(office.get(ARCHIVE))
    assert office.post(f"{ARCHIVE}making/", {"personal": "on"}).status_code == 302
    job = jobs.job_of(event.tournament)
    waiting = text(office.get(ARCHIVE))
    office.post(f"{ARCHIVE}making/")  # pressed twice
    assert jobs.job_of(event.tournament) == job
    make_archive(event.tournament.pk, job.token)
    make_archive(event.tournament.pk, job.token)  # and delivered twice
    return event.tournament, office, before, waiting, jobs.job_of(event.tournament), job.kept()


@pytest.fixture
def event(made):
    return made[0]


@pytest.fixture
def office(made):
    return made[1]


def send(office, data, name="a.zip"):
    return office.post("/events/import/", {"file": SimpleUploadedFile(name, data)})


@pytest.fixture(autouse=True)
def _keep_it(made):
    """Valkey is emptied before each test."""
    event, *_, job, data = made
    job.said(jobs.key_of(event.pk))
    job.keep(data)


def test_file_is_made_while_nobody_waits(made):
    _event, office, before, waiting, *_ = made
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


def test_documents_come_along(event, monkeypatch, caplog):
    more = [*jobs.DOCUMENTS, lambda event, personal: [(f"{personal}.pdf", b"%PDF-")]]
    monkeypatch.setattr(jobs, "DOCUMENTS", more)
    monkeypatch.setattr(jobs, "website", lambda event, progress: [])
    out = io.BytesIO()
    jobs.write_parcel(event, out, personal=False, progress=lambda count, of: None)
    packed = zipfile.ZipFile(out)
    assert packed.read("documents/False.pdf") == b"%PDF-"
    papers = {name for name in packed.namelist() if name.startswith("documents/")}
    assert "documents/秩序册.pdf" in papers
    assert not any("签到表" in name for name in papers)  # only the office may read these
    assert not caplog.records  # nothing is tried that the event cannot have


def test_failure_is_said_and_can_be_repeated(event, office, monkeypatch):
    known = jobs.job_of(event)
    lost = jobs.Job(at=timezone.now().timestamp() - 3600, done=3, of=90)
    for job, *said in (
        (jobs.Job(error=jobs.FAILED), "Please try again", "Make the file"),
        (lost, "The process that made the file has ended"),
    ):
        monkeypatch.setattr(jobs, "job_of", lambda tournament, job=job: job)
        page = text(office.get(ARCHIVE))
        assert [words for words in said if words not in page] == []
    assert office.get(f"{ARCHIVE}file/").status_code == 302
    monkeypatch.undo()
    assert jobs.job_of(event) == known


def test_making_that_breaks_or_takes_too_long_is_kept_as_such(event, monkeypatch):
    def fails(*_args, **_more):
        raise OSError("disk full")

    def is_slow(*_args, progress, **_more):
        progress(jobs.EVERY, 100)

    monkeypatch.setattr(jobs, "LONGEST", 0)
    for making, error, kept in ((fails, OSError, jobs.FAILED), (is_slow, jobs.TooLong, jobs.TOO_LONG)):
        job = jobs.Job().said(jobs.key_of(event.pk))
        monkeypatch.setattr(jobs, "write_parcel", making)
        with pytest.raises(error):
            make_archive(event.pk, job.token)
        assert jobs.job_of(event).error == kept


@pytest.fixture
def no_valkey(settings):
    """Nothing answers where Valkey should."""
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}}


def test_without_valkey_the_page_says_so_and_nobody_is_half_forgotten(event, office, no_valkey, caplog):
    page = office.get(ARCHIVE)
    assert (page.status_code, "How far it is cannot be seen now" in text(page)) == (200, True)
    assert 'hx-trigger="every 5s"' in markup(page)
    assert "It could not be started" in text(office.post(f"{ARCHIVE}making/", follow=True))
    sent = send(office, json.dumps(event_file(event)).encode(), "a.json")
    assert (sent.status_code, sent["Retry-After"]) == (503, "10")
    assert "Nothing was changed" in text(sent)
    player, chosen = a_player(event)
    sure = sure_of(office.post(f"{ARCHIVE}person/", chosen))
    assert office.post(f"{ARCHIVE}person/", chosen | {"sure": sure}).status_code == 503
    assert Player.objects.get(pk=player.pk).name == player.name
    assert "Valkey: " in caplog.text


def test_without_a_broker_what_was_made_stays(made, no_broker):
    event, office, _before, _waiting, job, data = made
    pressed = text(office.post(f"{ARCHIVE}making/", follow=True))
    assert "It could not be started" in pressed
    assert "Download the file" in pressed
    assert jobs.job_of(event).token == job.token
    assert job.kept() == data


def test_file_is_not_kept_when_somebody_was_forgotten_while_it_was_made(event, monkeypatch):
    job = jobs.Job().said(jobs.key_of(event.pk))

    def forgotten(tournament, out, *, personal, progress):
        out.write(b"with a name")
        jobs.forget(tournament)
        progress(jobs.EVERY, 100)

    monkeypatch.setattr(jobs, "write_parcel", forgotten)
    make_archive(event.pk, job.token)
    assert jobs.job_of(event) is job.kept() is None


def test_event_comes_from_a_file_after_a_look_at_it(made, event, office):
    data = made[-1]
    place = send(office, data)["Location"]
    looked = text(office.get(place))
    assert f"Players {Player.objects.count()}" in looked
    assert "This event is on this site already" in looked
    assert Tournament.objects.count() == 1
    question = office.post(place, {"slug": "copy"})
    assert question.status_code == 422
    copied = {"slug": "copy", "sure": sure_of(question)}
    assert office.post(place, copied)["Location"] == "/e/copy/office/"
    assert Tournament.objects.get(slug="copy").name == event.name
    assert office.get("/e/copy/").status_code == 200
    assert office.get(place).status_code == 302  # it is kept no longer than it is needed
    taken = send(office, data)["Location"]
    refused = office.post(taken, copied)
    assert refused.status_code == 422
    assert "please choose another" in text(refused)
    other = signed_in(a_user(is_staff=True))
    assert other.get(taken).status_code == 302  # what somebody else has sent


def test_event_whose_pages_cannot_be_shown_is_not_kept(event, office):
    file = event_file(event)
    for entered in file["journal"]["events"]:
        if entered["kind"] == "deal.entered":
            entered["data"]["home"] = 5
    sent = send(office, json.dumps(file | {"origin": "0" * 32}).encode(), "event.json")
    refused = office.post(sent["Location"], {"slug": "broken"})
    assert refused.status_code == 422
    assert "Nothing was made" in text(refused)
    assert not Tournament.objects.filter(slug="broken").exists()


def test_nonsense_is_refused_with_its_place(office):
    for data, problem in (
        (b"", "not the file of an event"),
        (b'{"format": "guandan-event", "version": 1}', "not the file of an event"),
        (f'{{"format": "guandan-event", "version": {VERSION}}}'.encode(), "at origin"),
    ):
        refused = send(office, data)
        assert refused.status_code == 422
        assert problem in text(refused)


def a_player(event):
    """A player, and what the page sends who chooses him."""
    player = Player.objects.first()
    return player, {"person": f"{player.team.branch_id}:{player.name}"}


def test_person_and_everybody_are_forgotten_by_the_office(event, office, django_capture_on_commit_callbacks):
    player, chosen = a_player(event)
    question = office.post(f"{ARCHIVE}person/", chosen)
    assert question.status_code == 422
    assert "cannot be taken back" in text(question)
    with django_capture_on_commit_callbacks(execute=True):
        assert office.post(f"{ARCHIVE}person/", chosen | {"sure": sure_of(question)}).status_code == 302
    assert jobs.job_of(event) is None  # the file holds the name
    after = Player.objects.get(pk=player.pk)
    assert (after.name != player.name, after.mail) == (True, "")
    assert f"The person is called {after.name} now." in text(office.get(ARCHIVE))
    assert "Please choose a person" in text(office.post(f"{ARCHIVE}person/", {"person": "0:nobody"}))
    assert [office.post(f"{ARCHIVE}months/", {"months": months}).status_code for months in ("24", "0")] == [302, 422]
    assert Tournament.objects.get().personal_months == 24
    sure = sure_of(office.post(f"{ARCHIVE}people/", {}))
    assert office.post(f"{ARCHIVE}people/", {"sure": sure}).status_code == 302
    assert "was forgotten on" in text(office.get(ARCHIVE))


def test_home_reminds_of_personal_data_whose_time_is_over(event, office):
    Tournament.objects.update(awards_confirmed_at=event.closes_at - timedelta(days=4000), forgotten_at=None)
    assert "The time is over" in text(office.get("/e/busy/office/"))
