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
from tests.notices.factories import a_drawn_event, at
from tests.web.form_fields import form_fields, press
from tests.web.pages import markup, signed_in
from tournaments.codes import TournamentEvent
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)


@pytest.fixture
def tournament():
    event = a_drawn_event(now=WEEK_BEFORE)
    issue(event)
    failed = Delivery.objects.filter(address="a@branch.example")
    failed.update(state=DeliveryState.FAILED, attempts=2, last_error="550 <b>no such user</b>")
    return event


def page(client, tournament, user, **query):
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return client.get(reverse("outbox", kwargs={"slug": tournament.slug}), query)


def test_office_reads_what_waits(client, tournament):
    html = markup(page(client, tournament, a_role(tournament, RoleKind.OFFICE)))
    assert "The draw is published" in html
    assert "plays on Mon 29 Nov at 12:30" in html
    assert "b@branch.example" in html


def test_office_reads_who_was_not_reached_and_why(client, tournament):
    html = markup(page(client, tournament, a_role(tournament, RoleKind.OFFICE), shelf="failed"))
    assert "a@branch.example" in html
    assert "2 attempts. The mail server said: 550 &lt;b&gt;no such user&lt;/b&gt;" in html
    assert "plays" not in html


def test_chief_referee_reads_no_address(client, tournament):
    response = page(client, tournament, a_role(tournament, RoleKind.CHIEF_REFEREE), shelf="failed")
    html = markup(response)
    assert "The draw is published" in html
    assert "@" not in html
    assert "550 " not in html


@pytest.mark.parametrize("kind", [RoleKind.REFEREE, None])
def test_outbox_is_closed_to_others(client, tournament, kind):
    user = a_role(tournament, kind) if kind else a_user()
    assert page(client, tournament, user).status_code == 403


def test_outbox_sends_a_stranger_to_the_sign_in(client, tournament):
    response = client.get(reverse("outbox", kwargs={"slug": tournament.slug}))
    assert response.status_code == 302
    assert response.url.startswith(reverse("sign_in"))


@pytest.mark.parametrize("query", ["shelf=nonsense", "page=-1", "page=x", "page=999", "page=²", "page=" + "9" * 5000])
def test_outbox_understands_any_address(client, tournament, query):
    name, _, value = query.partition("=")
    assert page(client, tournament, a_role(tournament, RoleKind.OFFICE), **{name: value}).status_code == 200


def test_empty_shelves_say_so(client, tournament):
    html = markup(page(client, tournament, a_role(tournament, RoleKind.OFFICE), shelf="cancelled"))
    assert "There is nothing here." in html
    assert "<table" not in html


def test_office_words_a_waiting_notice_anew_and_the_outbox_shows_it(tournament):
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    reminder = tournament.notices.filter(kind=NoticeKind.MATCH_SOON).first()
    page, words = (reverse(name, args=[tournament.slug, reminder.pk]) for name in ("outbox_notice", "outbox_words"))
    usual = form_fields(markup(office.get(page)), words)["seen"]
    assert press(office, page, words, words="请带身份证。\n<b>提前</b>到场。").status_code == 302
    shown = markup(office.get(page))
    assert "请带身份证。\n&lt;b&gt;提前&lt;/b&gt;到场。" in office.get(page).content.decode()
    assert "Opponent" not in shown
    assert reverse("match", args=[tournament.slug, reminder.match.number]) in shown
    assert markup(office.get(reverse("outbox", args=[tournament.slug]))).count("own words") == 1
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


def test_usual_words_sent_back_stay_the_usual_ones_and_what_is_out_is_not_reworded(tournament):
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    reminder = with_subjects(tournament.notices.filter(kind=NoticeKind.MATCH_SOON)).first()
    page, words = (reverse(name, args=[tournament.slug, reminder.pk]) for name in ("outbox_notice", "outbox_words"))
    assert office.post(words, {"words": usual_words(reminder, WEEK_BEFORE), "seen": "0"}).status_code == 302
    reminder.refresh_from_db()
    assert reminder.own_words == ""
    at(tournament, FIRST_START - timedelta(minutes=30))
    issue(tournament)
    assert words not in markup(office.get(page))
    assert office.post(words, {"words": "太晚了", "seen": "0"}).status_code == 409


@pytest.mark.parametrize("kind", [RoleKind.CHIEF_REFEREE, RoleKind.REFEREE])
def test_only_the_office_words_a_notice(tournament, kind):
    reminder = tournament.notices.filter(kind=NoticeKind.MATCH_SOON).first()
    words = reverse("outbox_words", args=[tournament.slug, reminder.pk])
    assert signed_in(a_role(tournament, kind)).post(words, {"words": "x", "seen": "0"}).status_code == 403


def test_board_says_it_in_the_offices_words(tournament):
    soon = tournament.notices.filter(kind=NoticeKind.ROUND_SOON).first()
    reword(soon, "请走东门。", by=None)
    at(tournament, FIRST_START - timedelta(minutes=20))
    assert "请走东门。" in [item.text for item in board(tournament)]
