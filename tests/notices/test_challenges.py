"""挑战: who hears of it, and who is reminded of its last day."""

from datetime import timedelta

import pytest

from journal import clock
from notices.delivery import deliver_due, issue
from notices.models import Delivery, Notice
from notices.occasions import is_moot
from notices.states import NoticeKind, NoticeState
from notices.wording import chat, mail, with_subjects
from tests.made_once import once_a_module
from tests.notices.test_own_days import pending, recipients
from tests.tournaments.day.ladders import DAY, a_ladder, challenged, decided
from tests.tournaments.day.leagues import link_of
from tournaments.day.actions.own_days import set_day, withdraw_challenge
from tournaments.entries.queries.links import token_of

pytestmark = pytest.mark.django_db


def a_ladder_with_contacts():
    ladder = a_ladder()
    for branch in ladder.tournament.branches.all():
        branch.contact_mail = f"contact{branch.number}@branch.example"
        branch.save()
    return ladder


made_once, day = once_a_module(a_ladder_with_contacts)


def notices(**wanted):
    return list(with_subjects(Notice.objects.filter(**wanted).order_by("pk")))


def test_challenged_team_hears_of_it_with_its_link(day):
    match = challenged(day, 3, 1)
    (told,) = notices(kind=NoticeKind.CHALLENGED)
    assert (told.team, told.starts_at, told.state) == (match.home_team, match.until, NoticeState.PENDING)
    assert recipients(told) == ["contact1@branch.example"]
    assert not is_moot(told)
    letter = mail(told, clock.now(day.tournament.journal), opens=True)
    assert "第3分会一队向第1分会一队发起挑战" in letter.subject
    assert "12月5日" in letter.body
    assert token_of(link_of(match.home_team.branch)) in letter.body
    assert "第1场" in chat(told, clock.now(day.tournament.journal)).text
    decided_one = challenged(day, 6, 4)
    set_day(decided_one, decided_one.challenged_at + timedelta(days=1), by=day.chief)
    assert len(notices(kind=NoticeKind.CHALLENGED)) == 2


def test_both_are_reminded_within_the_days_of_the_challenge(day):
    day.at(30 * DAY)
    match = challenged(day, 3, 1)
    assert [n.starts_at for n in pending(kind=NoticeKind.DAY_AWAITED)] == [match.until] * 2
    assert [n.starts_at for n in pending(kind=NoticeKind.RESULT_AWAITED)] == [match.until] * 2
    assert [n.starts_at for n in pending(kind=NoticeKind.ROUND_CLOSES)] == [match.until]


def test_office_hears_of_the_challenges_that_end_that_day_alone(day):
    first = challenged(day, 3, 1)
    day.at(2 * DAY)
    challenged(day, 4, 2)
    told = notices(kind=NoticeKind.ROUND_CLOSES, starts_at=first.until)
    assert len(told) == 1
    letter = mail(told[0], clock.now(day.tournament.journal))
    assert "今天是1场挑战的最后一天" in letter.subject
    assert "第3分会" in letter.body
    assert "第4分会" not in letter.body


def test_who_was_told_of_a_challenge_is_told_that_it_was_taken_back(day):
    first, second = challenged(day, 3, 1), challenged(day, 6, 4)
    told = Notice.objects.get(kind=NoticeKind.CHALLENGED, match=first)
    issue(day.tournament)
    Delivery.objects.exclude(notice=told).delete()  # of the other one nobody hears
    assert deliver_due()
    for match in (first, second):
        withdraw_challenge(match, by=day.chief)
    (undone,) = notices(kind=NoticeKind.CHALLENGE_UNDONE)
    assert [d.address for d in undone.deliveries.all()] == ["contact1@branch.example"]
    letter = mail(undone, clock.now(day.tournament.journal), opens=True)
    assert "向第1分会一队发起的挑战已收回" in letter.subject
    assert "名次不变" in letter.body
    assert set(Notice.objects.filter(kind=NoticeKind.CHALLENGED).values_list("state", flat=True)) == {
        NoticeState.CANCELLED
    }


def test_nothing_is_told_of_a_challenge_that_was_taken_back_or_decided(day):
    withdraw_challenge(challenged(day, 3, 1), by=day.chief)
    (told,) = notices(kind=NoticeKind.CHALLENGED)
    assert is_moot(told)
    assert pending(kind=NoticeKind.DAY_AWAITED) == []
    assert pending(kind=NoticeKind.ROUND_CLOSES) == []
    decided(day, 4, 2)
    assert pending(kind__in=(NoticeKind.DAY_AWAITED, NoticeKind.RESULT_AWAITED)) == []
    assert is_moot(notices(kind=NoticeKind.CHALLENGED)[1])
