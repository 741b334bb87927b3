from datetime import timedelta

import pytest
from django.urls import reverse

from notices.actions.outbox import reword
from notices.delivery import issue
from notices.models import Delivery
from notices.queries.announced import board
from notices.states import DeliveryState, NoticeKind
from notices.wording import usual_words, with_subjects
from tests.factories import FIRST_START, a_role, a_user
from tests.made_once import once_a_module
from tests.notices.factories import a_drawn_event, at
from tests.web.form_fields import form_fields, press
from tests.web.pages import markup, signed_in
from tournaments.codes import TournamentEvent
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)


def sent_in_part():
    event = a_drawn_event(now=WEEK_BEFORE)
    issue(event)
    failed = Delivery.objects.filter(address="a@branch.example")
    failed.update(state=DeliveryState.FAILED, attempts=2, last_error="550 <b>no such user</b>")
    return event


made_once, tournament = once_a_module(sent_in_part)


@pytest.fixture
def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def address(tournament):
    return reverse("outbox", args=[tournament.slug])


def test_office_reads_what_waits_and_who_was_not_reached_and_why(office, tournament):
    waiting, failed, cancelled = (
        markup(office.get(address(tournament), {"shelf": shelf} if shelf else {}))
        for shelf in ("", "failed", "cancelled")
    )
    for words in ("The draw is published", "plays on Mon 29 Nov at 12:30", "b@branch.example"):
        assert words in waiting
    assert "a@branch.example" in failed
    assert "2 attempts. The mail server said: 550 &lt;b&gt;no such user&lt;/b&gt;" in failed
    assert "plays" not in failed
    assert "There is nothing here." in cancelled
    assert "<table" not in cancelled


def test_chief_referee_reads_no_address(tournament):
    chief = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))
    html = markup(chief.get(address(tournament), {"shelf": "failed"}))
    assert "The draw is published" in html
    assert "@" not in html
    assert "550 " not in html


def test_outbox_is_closed_to_others(client, tournament):
    for user in (a_role(tournament, RoleKind.REFEREE), a_user()):
        assert signed_in(user).get(address(tournament)).status_code == 403
    response = client.get(address(tournament))
    assert response.status_code == 302
    assert response.url.startswith(reverse("sign_in"))


def test_outbox_understands_any_address(office, tournament):
    for query in ("shelf=nonsense", "page=-1", "page=x", "page=999", "page=²", "page=" + "9" * 5000):
        name, _, value = query.partition("=")
        assert office.get(address(tournament), {name: value}).status_code == 200, query[:20]


def test_office_words_a_waiting_notice_anew_and_the_outbox_shows_it(office, tournament):
    reminder = tournament.notices.filter(kind=NoticeKind.MATCH_SOON).first()
    page, words = (reverse(name, args=[tournament.slug, reminder.pk]) for name in ("outbox_notice", "outbox_words"))
    usual = form_fields(markup(office.get(page)), words)["seen"]
    assert press(office, page, words, words="请带身份证。\n<b>提前</b>到场。").status_code == 302
    shown = office.get(page)
    assert "请带身份证。\n&lt;b&gt;提前&lt;/b&gt;到场。" in shown.content.decode()
    assert "Opponent" not in markup(shown)
    assert reverse("match", args=[tournament.slug, reminder.match.number]) in markup(shown)
    assert markup(office.get(address(tournament))).count("own words") == 1
    late = office.post(words, {"words": "旧页", "seen": usual})
    assert late.status_code == 409
    assert "请带身份证" in markup(late)
    assert press(office, page, words, words="字" * 1001).status_code == 422
    reminder.refresh_from_db()
    assert reminder.own_words == "请带身份证。\n<b>提前</b>到场。"
    assert press(office, page, words, words="").status_code == 302
    reminder.refresh_from_db()
    assert reminder.own_words == ""
    assert tournament.journal.events.filter(kind=TournamentEvent.NOTICE_REWORDED, public=False).count() == 2


def test_usual_words_sent_back_stay_the_usual_ones_and_what_is_out_is_not_reworded(office, tournament):
    reminder = with_subjects(tournament.notices.filter(kind=NoticeKind.MATCH_SOON)).first()
    page, words = (reverse(name, args=[tournament.slug, reminder.pk]) for name in ("outbox_notice", "outbox_words"))
    assert office.post(words, {"words": usual_words(reminder, WEEK_BEFORE), "seen": "0"}).status_code == 302
    reminder.refresh_from_db()
    assert reminder.own_words == ""
    at(tournament, FIRST_START - timedelta(minutes=30))
    issue(tournament)
    assert words not in markup(office.get(page))
    assert office.post(words, {"words": "太晚了", "seen": "0"}).status_code == 409


def test_only_the_office_words_a_notice(tournament):
    reminder = tournament.notices.filter(kind=NoticeKind.MATCH_SOON).first()
    words = reverse("outbox_words", args=[tournament.slug, reminder.pk])
    for kind in (RoleKind.CHIEF_REFEREE, RoleKind.REFEREE):
        assert signed_in(a_role(tournament, kind)).post(words, {"words": "x", "seen": "0"}).status_code == 403


def test_board_says_it_in_the_offices_words(tournament):
    soon = tournament.notices.filter(kind=NoticeKind.ROUND_SOON).first()
    reword(soon, "请走东门。", by=None)
    at(tournament, FIRST_START - timedelta(minutes=20))
    assert "请走东门。" in [item.text for item in board(tournament)]
