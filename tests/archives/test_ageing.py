"""What is past its age goes by itself, and no screen says anything else because of it."""

import re
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.db.models import F, Model
from django.test import Client
from django.utils import timezone

from accounts.models import Session
from archives import ageing
from archives.tasks import take_away_what_is_past_its_age
from integrations.actions import try_webhook
from integrations.models import Call, CallAttempt, Webhook
from integrations.queries import LOGGED
from journal.models import Journal, Receipt
from notices.models import Attempt, Channel, Delivery, Notice
from notices.queries.sendings import Shelf
from notices.states import NoticeKind, NoticeState, Service
from scoring.models import Deal, Sheet, Submission
from scoring.states import SheetState, SubmissionState
from tests.e2e.busy import a_finished_event
from tests.factories import a_drawn_tournament, a_role, a_user
from tests.thorough import in_ci_only
from tests.tournaments.event.test_removal import a_full_rehearsal
from tests.web.pages import signed_in
from tournaments.models import Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=1000)
READERS = (
    "sheets", "desk", "notices", "history", "statistics", "report", "office", "office/outbox", "office/channels",
    "office/webhooks", "office/announcements", "office/archive",
)  # fmt: skip
"""Who may read what grows old."""


def entry(sheet: Sheet, key: str, state: SubmissionState, device: str = "phone", **more: Any) -> Submission:
    """What a phone sent."""
    body = {"order": "NS", "kind": "regular"}
    return Submission.objects.create(
        sheet=sheet, device=device, key=key, operation="deal", number=1, body=body, state=state, by=None,
        received_at=timezone.now(), **more,
    )  # fmt: skip


def notice(event: Tournament, number: int, state: str, *, channel: Channel | None = None) -> Delivery:
    """A notice on its way, after two attempts."""
    now = timezone.now()
    made = Notice.objects.create(
        tournament=event, kind=NoticeKind.DRAW_PUBLISHED, key=f"draw:{event.pk}:{number}", due_at=now, made_at=now,
        state=NoticeState.ISSUED, issued_at=now,
    )  # fmt: skip
    delivery = Delivery.objects.create(
        notice=made, address=f"a{number}@union.example", channel=channel, message_id=f"{event.pk}-{number}", attempts=2,
        state=state, last_error="busy" if state == "failed" else "", sent_at=now if state == "sent" else None,
    )  # fmt: skip
    for nth in (1, 2):
        Attempt.objects.create(delivery=delivery, number=nth, message_id=delivery.message_id, outcome="later")
    return delivery


def webhook(event: Tournament) -> Webhook:
    """A webhook whose log is longer than what its page lists."""
    made = Webhook.objects.create(tournament=event, name="排行榜", after=100)
    states = ["sent"] * (LOGGED + 5) + ["cancelled", "failed", "pending"]
    for number, state in enumerate(states, start=1):
        call = Call.objects.create(
            webhook=made, number=number, message_id=f"{made.pk}-{number}", kind="deal.entered", state=state
        )
        CallAttempt.objects.create(call=call, number=1, status=200)
    return made


def rows_of(event: Tournament) -> None:
    """Whatever an event may leave behind that is not kept for ever, and what must not go."""
    closed, still_open = (
        Sheet.objects.filter(journal=event.journal, state=state).first()
        for state in (SheetState.CLOSED, SheetState.OPEN)
    )
    states = SubmissionState
    for sheet in (sheet for sheet in (closed, still_open) if sheet):
        deal = Deal.objects.filter(sheet=sheet).first()
        entry(sheet, "put right", states.REFUSED)
        entry(sheet, "stands", states.ACCEPTED, deal=deal)
        entry(sheet, "the same", states.DUPLICATE, deal=deal)
        entry(sheet, "set aside", states.DROPPED)
        entry(sheet, "waits", states.CONFLICTING)
        entry(sheet, "open", states.REFUSED, device="another")
    group = Channel.objects.create(tournament=event, name="工作群", service=Service.WECOM, mark=str(event.pk))
    for number, state in enumerate(("sent", "pending", "failed", "unsent", "cancelled")):
        notice(event, number, state)
    notice(event, 9, "sent", channel=group)
    webhook(event)


def everything_grows_old() -> None:
    """By the clock of the database; a moment that another row needs is moved with it."""
    moments: dict[type[Model], str] = {
        Session: "expire_date", AccessLog: "attempt_time", AccessFailureLog: "attempt_time",
        AccessAttempt: "attempt_time", Receipt: "at", Submission: "received_at", Attempt: "at", Call: "made_at",
        CallAttempt: "at",
    }  # fmt: skip
    for model, moment in moments.items():
        model._default_manager.update(**{moment: timezone.now() - LONG_AGO})
    Journal.objects.update(anchored_at=F("anchored_at") - LONG_AGO)


@pytest.fixture
def events(db: None) -> list[Tournament]:
    tournaments = [a_finished_event(), a_full_rehearsal().tournament]
    for event in tournaments:
        rows_of(event)
    user = a_user(username="long-gone")
    Client().force_login(user)
    Receipt.objects.create(by=user, key="k", digest="d")
    for model in (AccessLog, AccessFailureLog):
        model.objects.create(username="x", ip_address="192.0.2.1", user_agent="", http_accept="", path_info="")
    AccessAttempt.objects.create(
        username="x", ip_address="192.0.2.1", user_agent="", http_accept="", path_info="", failures_since_start=1
    )
    return tournaments


def places(event: Tournament) -> list[str]:
    """The pages of ``READERS`` with each of what they list; of the sheets those that phones have sent to."""
    sent_to = Sheet.objects.filter(journal=event.journal, submissions__isnull=False)
    sheets = sent_to.values_list("match_game__match__number", flat=True)
    groups, hooks = (of.objects.filter(tournament=event).values_list("pk", flat=True) for of in (Channel, Webhook))
    paths = [
        *READERS, *(f"sheets/{number}" for number in sorted({number for number in sheets if number})),
        *(f"office/channels/{pk}" for pk in groups), *(f"office/webhooks/{pk}" for pk in hooks),
    ]  # fmt: skip
    shelves = [f"/e/{event.slug}/office/outbox/?shelf={shelf}" for shelf in Shelf]
    return [*(f"/e/{event.slug}/{path}/" for path in paths), *shelves]


def pages(paths: list[str], client: Client) -> dict[str, list[str]]:
    """What each says, in lines."""
    return {path: lines(client.get(path)) for path in paths}


def lines(answer: Any) -> list[str]:
    """Of the outbox, not the single attempts at what went out; nor what a page says once, nor when it was made."""
    if not answer.headers["Content-Type"].startswith(("text/", "application/json")):
        return [str(answer.status_code)]
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    passing = r'<ol class="tries">.*?</ol>|<div class="said".*?</div>|As of [^<"]*'
    text = re.sub(passing, "", body.decode(), flags=re.DOTALL)
    return [str(answer.status_code), *filter(None, map(str.strip, text.splitlines()))]


def differences(before: list[str], after: list[str], again: list[str]) -> list[tuple[str, str]]:
    """Lines that are not as they were, but for those that say something else each time (keys, tokens, the time)."""
    if len(before) != len(after):
        return [(f"{len(before)} lines", f"{len(after)} lines")]
    return [(old, new) for old, new, same in zip(before, after, again, strict=True) if old != new == same]


@in_ci_only
def test_no_screen_says_anything_else_afterwards(events: list[Tournament]):
    people = {event: a_role(event, RoleKind.CHIEF_REFEREE) for event in events}
    clients = {event: signed_in(a_role(event, RoleKind.OFFICE, user=person)) for event, person in people.items()}
    everything_grows_old()
    Session.objects.update(expire_date=timezone.now() + LONG_AGO)
    before = {event: pages(places(event), client) for event, client in clients.items()}
    assert all(sum(answer[0] == "200" for answer in answers.values()) > 15 for answers in before.values())
    assert sum(ageing.take_away().values()) > 20
    for event, client in clients.items():
        after = pages([*before[event]], client)
        changed = {path for path, answer in before[event].items() if answer != after[path]}
        changes = {path: differences(before[event][path], after[path], lines(client.get(path))) for path in changed}
        assert {path: pairs for path, pairs in changes.items() if pairs} == {}


def test_what_is_past_its_age_goes_and_what_is_young_or_needed_stays(events: list[Tournament]):
    models = {kind.model for kind in ageing.KINDS}
    before = {model: model._default_manager.count() for model in models}
    assert sum(count > 0 for count in before.values()) == len(models) - 1, "all but the sessions of an older release"
    take_away_what_is_past_its_age()
    assert {model: model._default_manager.count() for model in models} == before
    everything_grows_old()
    untouched = {model: set(model.objects.values_list("pk", flat=True)) for model in (Deal, Delivery, Notice, Webhook)}
    take_away_what_is_past_its_age()
    closed = Submission.objects.filter(sheet__state=SheetState.CLOSED)
    still_open = Submission.objects.filter(sheet__state=SheetState.OPEN)
    assert set(closed.values_list("key", flat=True)) == {"stands", "waits", "open"}
    left = set(still_open.values_list("key", flat=True))
    assert left >= {"put right", "stands", "the same", "set aside", "waits", "open"}
    assert set(Attempt.objects.values_list("delivery__state", flat=True)) == {"pending", "failed", "unsent", "sent"}
    assert set(Attempt.objects.filter(delivery__state="sent").values_list("delivery__channel__name")) == {("工作群",)}
    for hook in Webhook.objects.all():
        assert Counter(hook.calls.values_list("state", flat=True)) == {
            "sent": LOGGED, "cancelled": 1, "failed": 1, "pending": 1,
        }  # fmt: skip
        assert CallAttempt.objects.filter(call__webhook=hook).count() == LOGGED + 3
        try_webhook(hook, by=None)
    for gone in (Session, AccessLog, AccessFailureLog, AccessAttempt, Receipt):
        assert not gone.objects.exists()
    assert {model: set(model.objects.values_list("pk", flat=True)) for model in untouched} == untouched
    assert set(ageing.take_away().values()) == {0}


def test_age_is_as_the_environment_says(db: None):
    assert settings.DAYS_KEPT["receipts"] == 7
    for days, left in ((6.9, 1), (7.1, 0)):
        Receipt.objects.create(by=a_user(), key="k", digest="d")
        Receipt.objects.update(at=timezone.now() - timedelta(days=days))
        ageing.take_away()
        assert Receipt.objects.count() == left


def test_much_goes_in_small_batches_and_the_rest_the_next_night(db: None, monkeypatch, django_assert_num_queries):
    by, long_ago = a_user(), timezone.now() - LONG_AGO
    Receipt.objects.bulk_create(Receipt(by=by, key=str(number), digest="") for number in range(25))
    Receipt.objects.update(at=long_ago)
    monkeypatch.setattr(ageing, "BATCH", 10)
    others = len(ageing.KINDS) - 1
    with django_assert_num_queries(others + 3 * 2 + 1):
        assert ageing.take_away()["journal.Receipt"] == 25
    Receipt.objects.create(by=by, key="k", digest="")
    Receipt.objects.update(at=long_ago)
    monkeypatch.setattr(ageing, "SECONDS", 0.0)
    assert set(ageing.take_away().values()) == {0}
    assert Receipt.objects.count() == 1


def test_rehearsal_that_plays_an_old_event_keeps_what_its_phones_sent_today(db: None):
    event = a_drawn_tournament(rehearsal=True)
    sheet = Sheet.objects.filter(journal=event.journal).first()
    Sheet.objects.filter(pk=sheet.pk).update(state=SheetState.CLOSED)
    entry(sheet, "the same", SubmissionState.DUPLICATE)
    Submission.objects.update(received_at=datetime(2023, 11, 26, tzinfo=timezone.get_current_timezone()))
    Journal.objects.filter(pk=event.journal_id).update(anchored_at=timezone.now())
    ageing.take_away()
    assert Submission.objects.filter(key="the same").exists()
