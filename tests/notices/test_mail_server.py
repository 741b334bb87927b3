"""Without a mail server nothing counts as sent; the office sets one up, tries it, and sends again by hand."""

import pytest
from django.test import Client
from django.utils import translation

from notices.delivery import deliver_due, issue
from notices.mail_servers import try_out, way_out
from notices.models import Delivery, MailServer, Notice
from notices.queries.sendings import Shelf, outbox
from notices.states import DeliveryState, NoticeKind, NoticeState
from tests.factories import FIRST_START, a_role, a_tournament, a_user
from tests.notices.factories import SOON, WEEK_BEFORE, an_event, at, draw, notices, the_round
from tests.notices.robots import a_certificate
from tests.notices.servers import a_mail_server
from tests.web.pages import markup
from tournaments.codes import TournamentEvent
from tournaments.day.actions.timetable import move_round
from tournaments.models import Branch
from tournaments.states import RoleKind
from web.site.forms import SERVICES

pytestmark = pytest.mark.django_db

SECRET = "kouling 2026"


@pytest.fixture(autouse=True)
def no_server(settings):
    """As after `make run`: the environment names none."""
    settings.MAIL_IS_FIXED = False


@pytest.fixture
def office(client: Client) -> Client:
    client.force_login(a_user(is_staff=True))
    client.cookies["django_language"] = "en"
    return client


def typed(port: int, **more: object) -> dict[str, object]:
    about = {"host": "127.0.0.1", "port": port, "security": "none", "sender": "site@example.org"}
    return {**about, "username": "", "password": "", **more}


def states() -> set[str]:
    return set(Delivery.objects.values_list("state", flat=True))


def send_again(office: Client, *again: Notice):
    slug = again[0].tournament.slug
    return office.post(f"/e/{slug}/office/outbox/sending/", {"notice": [notice.pk for notice in again]})


def test_without_a_server_nothing_is_sent_and_the_outbox_says_so(office, tournament):
    assert deliver_due() == 0
    assert states() == {DeliveryState.UNSENT}
    counts = dict(outbox(tournament).counts)
    assert (counts[Shelf.UNSENT], counts[Shelf.SENT]) == (1, 0)
    html = markup(office.get(f"/e/{tournament.slug}/office/outbox/?shelf=unsent"))
    assert "No mail server is set up: no e-mail is sent." in html
    assert "3 not sent (no mail server is set up)" in html


def test_office_sets_a_server_up_and_sends_again_what_was_not_sent(office, tournament):
    deliver_due()
    notice = Notice.objects.get(kind=NoticeKind.DRAW_PUBLISHED)
    with a_mail_server() as mails:
        saved = office.post("/mail/", typed(mails.port))
        assert saved.status_code == 302
        assert deliver_due() == 0  # what is late goes out by hand only
        office.cookies["django_language"] = "zh-hans"
        assert send_again(office, notice).status_code == 302
        assert "将补发3条。" in markup(office.get(f"/e/{tournament.slug}/office/outbox/"))  # groups, too: not 封
        assert deliver_due() == 3
        assert {mail.message["From"] for mail in mails.received} == {"site@example.org"}
    assert states() == {DeliveryState.SENT}
    event = tournament.journal.events.get(kind=TournamentEvent.NOTICE_SENT_AGAIN)
    assert event.data["n"] == 3
    assert (send_again(office, notice).status_code, event.journal.events.filter(kind=event.kind).count()) == (422, 1)


def test_failed_mail_is_sent_again_by_hand_and_who_had_it_gets_no_second_one(office, tournament):
    with a_mail_server() as mails:
        office.post("/mail/", typed(mails.port))
        mails.refuse["b@branch.example"] = "550 no such user"
        assert deliver_due() == 2
        assert Delivery.objects.get(state=DeliveryState.FAILED).last_error == "550 no such user"
        mails.refuse.clear()
        mails.received.clear()
        send_again(office, *notices(tournament))
        assert "1 message goes out again." in markup(office.get(f"/e/{tournament.slug}/office/outbox/"))
        assert deliver_due() == 1
        assert mails.addresses == ["b@branch.example"]


def test_notice_that_nobody_has_an_address_for_waits_for_one_or_is_cancelled_with_its_start(office):
    tournament = an_event(now=WEEK_BEFORE)
    Branch.objects.update(contact_mail="")
    tournament.roles.all().delete()
    draw(tournament)
    assert deliver_due() == 0
    (notice,) = notices(tournament, NoticeKind.DRAW_PUBLISHED)
    assert (notice.state, dict(outbox(tournament).counts)[Shelf.NO_ADDRESS]) == (NoticeState.NO_ADDRESS, 1)
    Branch.objects.filter(tournament=tournament, number=1).update(contact_mail="late@branch.example")
    send_again(office, notice)
    notice.refresh_from_db()
    assert notice.state == NoticeState.ISSUED
    assert [d.address for d in notice.deliveries.all()] == ["late@branch.example"]
    tournament.roles.all().delete()
    issue(at(tournament, SOON))
    reminder = notices(tournament, NoticeKind.ROUND_SOON)[0]
    assert reminder.state == NoticeState.NO_ADDRESS
    move_round(the_round(tournament, 1), FIRST_START.replace(hour=14), by=None)
    reminder.refresh_from_db()
    assert reminder.state == NoticeState.CANCELLED


def test_password_is_kept_under_the_sites_key_and_never_shown(office, settings):
    office.post("/mail/", typed(465, host="smtp.example.org", username="site", password=SECRET, security="tls"))
    row = MailServer.objects.get()
    assert row.secret
    assert SECRET not in row.secret
    assert SECRET not in markup(office.get("/mail/"))
    assert way_out().password == SECRET
    office.post("/mail/", typed(465, host="smtp.example.org", username="site", security="tls"))
    assert way_out().password == SECRET
    key, settings.SECRET_KEY = settings.SECRET_KEY, "x" * 50
    assert way_out().password == ""
    settings.SECRET_KEY = key
    office.post("/mail/", typed(465, host="elsewhere.example.org", username="site", security="tls"))
    assert way_out().password == ""
    office.post("/mail/removal/")
    assert not MailServer.objects.exists()


def test_test_mail_goes_by_what_is_typed_and_shows_what_the_server_says(office):
    with a_mail_server() as mails:
        sent = typed(mails.port, username="", password=SECRET)
        mails.refuse["nobody@example.org"] = "550 no such user"
        refused = office.post("/mail/test/", {**sent, "to": "nobody@example.org"})
        assert refused.status_code == 422
        assert "550 no such user" in markup(refused)
        assert 'href="#f-to"' in markup(office.post("/mail/test/", sent))
        taken = office.post("/mail/test/", {**sent, "to": "office@example.org"})
        assert taken.status_code == 200
        assert "accepted the test for office@example.org" in markup(taken)
        assert f'value="{SECRET}"' in markup(taken)  # to be saved with the next press
        assert mails.addresses == ["office@example.org"]
    gone = office.post("/mail/test/", {**sent, "to": "office@example.org"})
    assert (gone.status_code, "refused" in markup(gone)) == (422, True)
    assert not MailServer.objects.exists()


def test_a_press_fills_in_a_common_service_and_says_what_its_password_is(office):
    html = markup(office.get("/mail/"))
    assert all(f'href="?service={key}"' in html for key in SERVICES)
    html = markup(office.get("/mail/?service=163"))
    assert 'value="smtp.163.com"' in html
    assert "授权码" in html
    html = markup(office.get("/mail/?service=outlook"))
    assert ('value="587"' in html, "SMTP AUTH" in html) == (True, True)
    office.post("/mail/", typed(465, host="smtp.qq.com", username="union@qq.com", sender="", password="x" * 16))
    assert MailServer.objects.get().sender == "union@qq.com"


@pytest.mark.parametrize(
    ("field", "wrong"), [("port", "99999"), ("port", "x"), ("host", "a b"), ("host", ""), ("sender", "nobody")]
)
def test_what_is_wrong_stands_at_its_field_and_nothing_is_kept(office, field, wrong):
    answer = office.post("/mail/", typed(465, username="site") | {field: wrong})
    assert answer.status_code == 422
    assert f'id="f-{field}"' in markup(answer)
    assert 'value="site"' in markup(answer)
    assert not MailServer.objects.exists()


def test_server_of_the_environment_is_shown_not_changed_and_tried_where_its_password_is_known(office, settings):
    settings.MAIL_IS_FIXED, settings.EMAIL_HOST, settings.EMAIL_HOST_USER = True, "mail.example.org", "union"
    settings.EMAIL_HOST_PASSWORD = ""
    office.post("/mail/", typed(465))
    html = markup(office.get("/mail/"))
    assert not MailServer.objects.exists()
    assert "mail.example.org" in html
    assert 'name="host"' not in html
    assert "sendtestemail" in html
    assert 'name="to"' not in html
    settings.EMAIL_HOST_PASSWORD = "secret"
    assert 'name="to"' in markup(office.get("/mail/"))


def test_server_is_the_sites_matter_alone(client):
    client.force_login(a_role(a_tournament(), RoleKind.OFFICE))
    assert {client.get("/mail/").status_code, client.post("/mail/test/").status_code} == {403}


def test_office_reads_a_mail_before_it_goes_out(office, tournament):
    notice = notices(tournament, NoticeKind.MATCH_SOON)[0]
    html = markup(office.get(f"/e/{tournament.slug}/office/outbox/{notice.pk}/"))
    assert "职工之家（知行楼）" in html
    assert office.get(f"/e/{a_tournament().slug}/office/outbox/{notice.pk}/").status_code == 404


def test_server_in_a_network_of_ones_own_is_taken_only_where_the_machine_is_the_offices(office, tournament, settings):
    settings.MAIL_MAY_BE_PRIVATE = False
    with a_mail_server() as mails:
        refused = office.post("/mail/", typed(mails.port))
        assert (refused.status_code, "private network" in markup(refused)) == (422, True)
        assert not MailServer.objects.exists()
        # a name is looked at whenever something is sent
        assert office.post("/mail/", typed(mails.port, host="localhost.localdomain")).status_code == 302
        MailServer.objects.update(host="localhost")
        refused = office.post("/mail/test/", typed(mails.port, to="a@example.org"))
        assert (refused.status_code, 'href="#f-host"' in markup(refused)) == (422, True)
        for by in (None, MailServer.objects.get()):
            with translation.override("en"):
                assert "leads into a private network" in try_out("a@example.org", by)
        assert deliver_due() == 0
        settings.MAIL_MAY_BE_PRIVATE = True
        assert office.post("/mail/test/", typed(mails.port, to="a@example.org")).status_code == 200
        assert mails.addresses == ["a@example.org"]


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_server_that_the_office_set_up_is_spoken_to_by_its_verified_name(office, tmp_path, monkeypatch, security):
    certificate = a_certificate(tmp_path)
    with a_mail_server(certificate, starttls=security == "starttls") as mails:
        sent = typed(mails.port, security=security, to="a@example.org")
        refused = office.post("/mail/test/", sent)
        assert (refused.status_code, "CERTIFICATE_VERIFY_FAILED" in markup(refused)) == (422, True)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert office.post("/mail/test/", sent).status_code == 200
    assert mails.addresses == ["a@example.org"]
