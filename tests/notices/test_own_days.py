"""自己约日子: who hears of a proposed day, of one that is agreed, and of what is missing as the last day comes near."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from journal import clock
from notices.audience import People, addresses
from notices.models import Notice
from notices.occasions import is_moot
from notices.plan import plan_reminders
from notices.states import AWAITED, MATCH_REMINDERS, ROUND_REMINDERS, NoticeKind, NoticeState
from notices.wording import chat, mail, with_subjects
from tests.factories import SHANGHAI, a_user
from tests.made_once import once_a_module
from tests.tournaments.day.leagues import a_league, accounts
from tests.tournaments.round_day import win
from tournaments.bracket.queries.settings import settings_of
from tournaments.day.actions.matches import check_in_all
from tournaments.day.actions.own_days import accept_day, propose_day, set_day
from tournaments.event.actions.tournaments import edit_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NINE_ON_THURSDAY, NINE_ON_SUNDAY = (datetime(2123, 12, day, 9, tzinfo=SHANGHAI) for day in (2, 5))


def a_league_with_contacts():
    day = a_league()
    for branch in day.tournament.branches.all():
        branch.contact_mail = f"contact{branch.number}@branch.example"
        branch.save()
    plan_reminders(day.tournament)
    return day


made_once, league = once_a_module(a_league_with_contacts)


def notices(**wanted):
    return list(with_subjects(Notice.objects.filter(**wanted).order_by("pk")))


def pending(**wanted):
    return notices(state=NoticeState.PENDING, **wanted)


def recipients(notice):
    return addresses(notice, People([notice]))


def test_what_is_missing_is_asked_for_before_the_last_day_and_on_it(league):
    asked = pending(kind=NoticeKind.DAY_AWAITED, match__number=1)
    assert [notice.due_at for notice in asked] == [NINE_ON_THURSDAY] * 2
    assert sorted(mail for notice in asked for mail in recipients(notice)) == [
        f"contact{number}@branch.example"
        for number in sorted(t.branch.number for t in (league.match(1).home_team, league.match(1).away_team))
    ]
    assert [n.due_at for n in pending(kind=NoticeKind.RESULT_AWAITED, match__number=1)] == [NINE_ON_SUNDAY] * 2
    assert [n.due_at for n in pending(kind=NoticeKind.ROUND_CLOSES, round__number=1)] == [NINE_ON_SUNDAY]
    assert notices(kind__in=(*ROUND_REMINDERS, *MATCH_REMINDERS)) == []


def test_other_side_hears_what_is_proposed_and_both_what_is_agreed(league):
    match = league.match(1)
    home, away = accounts(match)
    first, second = (match.round.starts_at + timedelta(days=days) for days in (2, 3))
    propose_day(match, "home", first, "工会活动室", by=home)
    propose_day(match, "home", second, "工会活动室", by=home)
    told = notices(kind=NoticeKind.DAY_PROPOSED)
    assert [(n.team, n.starts_at, n.state) for n in told] == [
        (match.away_team, first, NoticeState.CANCELLED),
        (match.away_team, second, NoticeState.PENDING),
    ]
    assert is_moot(told[0])
    assert not is_moot(told[1])
    accept_day(match, "away", second, by=away)
    assert pending(kind=NoticeKind.DAY_PROPOSED) == []
    agreed = pending(kind=NoticeKind.DAY_AGREED)
    assert {n.team for n in agreed} == {match.home_team, match.away_team}
    assert pending(kind=NoticeKind.DAY_AWAITED, match=match) == []
    assert {n.starts_at for n in pending(kind__in=MATCH_REMINDERS)} == {second}
    assert len(pending(kind=NoticeKind.RESULT_AWAITED, match=match)) == 2


def test_another_day_takes_the_reminders_along(league):
    match = league.match(1)
    first, second = (match.round.starts_at + timedelta(days=days) for days in (2, 3))
    set_day(match, first, by=a_user())
    set_day(match, second, by=a_user())
    assert {n.starts_at for n in pending(kind__in=MATCH_REMINDERS)} == {second}
    assert {n.starts_at for n in pending(kind=NoticeKind.DAY_AGREED)} == {second}


def test_nobody_is_asked_for_a_result_that_is_in(league):
    match = league.match(1)
    asked = pending(kind=NoticeKind.RESULT_AWAITED, match=match)
    check_in_all(match, by=league.chief)
    win(league, 1)
    assert pending(kind__in=AWAITED, match=match) == []
    assert all(is_moot(notice) for notice in notices(pk__in=[n.pk for n in asked]))
    # the other match of the round is open still: the office hears of it alone
    (closes,) = pending(kind=NoticeKind.ROUND_CLOSES, round__number=1)
    assert not is_moot(closes)
    words = mail(closes, clock.now(league.tournament.journal)).body
    assert "第2场" in words
    assert "第1场" not in words


def test_longer_rounds_move_what_is_asked(league):
    settings = settings_of(Tournament.objects.get(pk=league.tournament.pk))
    edit_tournament(league.tournament, replace(settings, own_days=10), by=a_user())
    assert [n.due_at for n in pending(kind=NoticeKind.RESULT_AWAITED, match__number=1)] == [
        NINE_ON_SUNDAY + timedelta(days=3)
    ] * 2
    assert league.round.until.astimezone(SHANGHAI).date() == NINE_ON_SUNDAY.date() + timedelta(days=3)


def test_mail_of_the_contact_holds_the_link_of_the_branch_and_nothing_else_does(league):
    match = league.match(1)
    propose_day(match, "home", match.round.starts_at + timedelta(days=2), "工会活动室", by=accounts(match)[0])
    (notice,) = pending(kind=NoticeKind.DAY_PROPOSED)
    now = clock.now(league.tournament.journal)
    sent, seen, group = mail(notice, now, opens=True), mail(notice, now), chat(notice, now)
    assert "提议" in sent.subject
    assert "工会活动室" in sent.body
    assert "/t/" in sent.body
    assert "/t/" not in seen.body + group.text + group.url


def test_every_notice_has_its_words(league):
    match, now = league.match(1), clock.now(league.tournament.journal)
    set_day(match, match.round.starts_at + timedelta(days=2), "三楼", by=a_user())
    for kind in (*AWAITED, NoticeKind.DAY_AGREED, NoticeKind.ROUND_CLOSES, *MATCH_REMINDERS):
        notice = pending(kind=kind)[0]
        words = mail(notice, now, opens=True)
        assert "%(" not in words.subject + words.body
        assert "签到" not in words.body
        assert chat(notice, now).title
