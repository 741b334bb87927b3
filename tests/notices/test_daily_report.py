"""每日战报 goes out once after the last result of a day, on the calendar of the event's zone."""

from datetime import timedelta

import pytest

from notices.delivery import issue
from notices.due import REPORTED_AFTER
from notices.models import Notice
from notices.states import NoticeKind, NoticeState
from notices.wording import chat, mail, with_subjects
from tests.tournaments.round_day import Day, a_day, win
from tournaments.day.actions.matches import confirm_result
from tournaments.day.actions.rulings import correct_result
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def reports(day: Day) -> list[Notice]:
    rows = Notice.objects.filter(tournament=day.tournament, kind=NoticeKind.DAILY_REPORT)
    return list(with_subjects(rows).order_by("pk"))


def take_back(day: Day, number: int) -> None:
    correct_result(day.match(number), by=day.chief, reason="记错了")


def test_report_is_planned_with_the_last_result_of_the_day_waits_while_one_is_open_and_is_made_once():
    day = a_day(branches=2, teams=2, minute=0)
    win(day, 1)
    assert reports(day) == []
    win(day, 2)
    (notice,) = reports(day)
    assert (notice.state, notice.due_at) == (NoticeState.PENDING, day.round.starts_at + REPORTED_AFTER)
    take_back(day, 2)
    assert [notice.state for notice in reports(day)] == [NoticeState.CANCELLED]
    day.at(30)
    confirm_result(day.match(2), by=day.chief)
    (again,) = reports(day)
    assert (again.state, again.due_at) == (NoticeState.PENDING, notice.due_at + timedelta(minutes=30))
    day.at(41)
    issue(day.tournament)
    (sent,) = reports(day)
    assert sent.state != NoticeState.PENDING
    take_back(day, 2)
    confirm_result(day.match(2), by=day.chief)
    day.at(60)
    issue(day.tournament)
    assert [(notice.pk, notice.state) for notice in reports(day)] == [(sent.pk, sent.state)]


def test_day_is_that_of_the_events_zone_east_of_greenwich():
    """Rounds at 20:00 and at 10:00 of the next morning in Shanghai: one day in UTC, two for whoever plays."""
    day = a_day(branches=2, teams=2, started=False)
    first, second = Round.objects.filter(stage__tournament=day.tournament).order_by("number")
    evening = first.starts_at.astimezone(day.tournament.tzinfo).replace(hour=20, minute=0)
    Round.objects.filter(pk=first.pk).update(starts_at=evening)
    Round.objects.filter(pk=second.pk).update(starts_at=evening + timedelta(hours=14))
    assert str(day.tournament.tzinfo) == "Asia/Shanghai"
    day.start()
    day.at(20)
    win(day, 1)
    win(day, 2)
    (notice,) = reports(day)
    assert notice.key.endswith(f":{evening:%Y%m%d}")
    day.start(2)
    day.at(20)
    win(day, 3)
    assert [report.key[-8:] for report in reports(day)] == [
        f"{evening:%Y%m%d}", f"{evening + timedelta(hours=14):%Y%m%d}"
    ]  # fmt: skip


def test_report_says_who_is_through_what_stood_out_and_what_comes_next(settings):
    settings.LANGUAGE_CODE = "en"
    day = a_day(branches=2, teams=2, place="礼堂")
    win(day, 1)
    win(day, 2, "away")
    (notice,) = reports(day)
    now = notice.due_at
    message, letter = chat(notice, now), mail(notice, now)
    assert "Report of" in message.title
    assert "2 matches decided." in message.text
    assert "Through to the next round: " in message.text
    assert "Out of the event: " in message.text
    assert "Fewest deals to pass A: 5 deals, " in message.text
    assert "Play goes on tomorrow at 12:30 at 礼堂." in message.text
    assert message.url.endswith("/report/?day=1")
    assert "Match 1: " in letter.body
    assert "A : 2" in letter.body
