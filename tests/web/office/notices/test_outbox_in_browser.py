"""The page of one notice on a phone."""

from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from notices.delivery import issue
from notices.states import NoticeKind, NoticeState
from tests.browser import PHONE, overflow
from tests.factories import FIRST_START
from tests.notices.factories import a_drawn_event
from tests.thorough import LANGUAGES
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", LANGUAGES)
def test_notice_is_no_wider_than_a_phone(visitor, language):
    tournament = a_drawn_event(now=FIRST_START - timedelta(days=7))
    issue(tournament)
    notice = tournament.notices.get(kind=NoticeKind.DRAW_PUBLISHED, state=NoticeState.ISSUED)
    office = tournament.roles.get(kind=RoleKind.OFFICE).user
    page = visitor(office, size=PHONE, language=language).open(
        reverse("outbox_notice", args=[tournament.slug, notice.pk])
    )
    expect(page.locator("form.acts .btn")).to_be_visible()
    assert not overflow(page)
