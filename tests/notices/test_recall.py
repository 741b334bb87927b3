"""更正通知: it goes to exactly those who were told what is wrong now."""

from datetime import timedelta

import pytest
from django.core import mail

from notices.delivery import deliver_due, issue
from notices.models import Delivery, Notice
from notices.plan import announce_correction, plan_reminders
from notices.queries.announced import board
from notices.queries.sendings import Shelf, outbox
from notices.recalls import Wrongs, affected_recipients
from notices.states import MATCH_REMINDERS, DeliveryState, NoticeKind, NoticeState
from notices.wording import mail as written
from tests.factories import FIRST_START, a_user
from tests.made_once import once_a_module
from tests.notices.factories import a_drawn_event, at, notices, the_match, the_round
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.actions.remedies import sign_remedy
from tournaments.bracket.actions.undoing import undo_call, undo_start
from tournaments.bracket.queries.remedies import Corrected, plan, remedy_views
from tournaments.day.actions.matches import call_match, check_in_all
from tournaments.day.actions.rounds import start_round
from tournaments.day.actions.rulings import correct_result, decide

pytestmark = pytest.mark.django_db
AWAY = Corrected(winner="away")


def an_event_with_a_final(*, sent=True):
    """甲一 beat 乙一, 甲二 beat 乙二, the final is called; the mails of all that are sent, or still wait."""
    tournament = a_drawn_event(now=FIRST_START + timedelta(minutes=1))
    for number in (1, 2):
        decide(the_match(tournament, number), "home", by=a_user(), reason="裁定")
    at(tournament, FIRST_START + timedelta(hours=5))  # 17:00 has passed: the final is tomorrow
    if sent:
        deliver_all()
    call_match(the_match(tournament, 3), by=a_user())
    return tournament


made_once, told = once_a_module(an_event_with_a_final)


def deliver_all():
    while deliver_due():
        pass


def deliver(tournament, **which):
    """What is due of the notices asked for; of the others nobody hears."""
    issue(tournament)
    Delivery.objects.filter(sent_at=None).exclude(
        notice__in=Notice.objects.filter(tournament=tournament, **which)
    ).delete()
    deliver_all()


def sign(tournament, kind="replay", *, number=1, side="", corrected=AWAY):
    match = the_match(tournament, number)
    seen = plan(match, corrected).seen
    sign_remedy(match, kind, by=a_user(), reason="记反了", corrected=corrected, side=side, seen=seen)


def recalled(tournament):
    """Addresses of the recalls, by notice."""
    recalls = notices(tournament, NoticeKind.RECALL)
    return [sorted(d.address for d in notice.deliveries.all()) for notice in recalls]


def keep_sent(notice, *addresses):
    """Of that notice only these are sent; the others wait."""
    others = notice.deliveries.exclude(address__in=addresses)
    others.update(state=DeliveryState.PENDING, sent_at=None)


def result_notice(tournament, number):
    return Notice.objects.get(kind=NoticeKind.RESULT, match=the_match(tournament, number), result__version=1)


def test_two_sent_one_unsent_one_unrelated_are_two_recalls(told):
    Delivery.objects.exclude(notice__kind=NoticeKind.RESULT).delete()
    first = result_notice(told, 1)
    keep_sent(first, "a@branch.example", "b@branch.example")
    first.deliveries.exclude(address__in=["a@branch.example", "b@branch.example", "a1@player.example"]).delete()
    sign(told)
    assert recalled(told) == [["a@branch.example", "b@branch.example"]]
    assert first.deliveries.get(address="a1@player.example").state == DeliveryState.CANCELLED
    assert result_notice(told, 2).deliveries.exclude(state=DeliveryState.SENT).count() == 0


def test_nobody_told_is_recalled_nothing(told):
    Delivery.objects.update(state=DeliveryState.PENDING, sent_at=None)
    sign(told)
    assert recalled(told) == [[]]


def test_who_was_never_told_gets_the_new_result_alone(told):
    keep_sent(result_notice(told, 1), "a@branch.example")
    Delivery.objects.exclude(notice__kind=NoticeKind.RESULT).delete()
    sign(told)
    mail.outbox.clear()
    deliver(told, kind__in=(NoticeKind.RESULT, NoticeKind.RECALL))
    subjects = {}
    for message in mail.outbox:
        subjects.setdefault(message.to[0], []).append("更正" in message.subject or "Correction" in message.subject)
    assert sorted(subjects["a@branch.example"]) == [False, True]
    assert not any(subjects["b1@player.example"])


def test_reminder_of_the_next_match_is_recalled_as_it_was_sent(tournament):
    """甲二 was told to meet 甲一; that is wrong since 甲一 advanced, not before, when it named both candidates."""
    at(tournament, FIRST_START + timedelta(minutes=1))
    final = {"match": the_match(tournament, 3)}
    decide(the_match(tournament, 2), "home", by=a_user(), reason="裁定")
    at(tournament, FIRST_START + timedelta(hours=5))
    deliver(tournament, **final)  # both candidates
    told_early = Delivery.objects.filter(notice__match=final["match"], state=DeliveryState.SENT)
    assert {d.notice.team for d in told_early} == {the_match(tournament, 3).away_team}
    at(tournament, FIRST_START + timedelta(hours=5, minutes=30))
    decide(the_match(tournament, 1), "home", by=a_user(), reason="裁定")
    at(tournament, FIRST_START + timedelta(hours=6))
    deliver(tournament, **final)  # 甲一 is told now
    call_match(the_match(tournament, 3), by=a_user())
    sign(tournament)
    assert recalled(tournament) == [["a1@player.example", "a2@player.example", "a@branch.example"]]


def test_opponent_that_was_told_the_wrong_name_is_recalled(told):
    final = the_match(told, 3)
    assert Delivery.objects.filter(notice__match=final, state=DeliveryState.SENT).exists()
    Delivery.objects.exclude(notice__match=final, notice__team=final.away_team_id).delete()
    sign(told)
    assert recalled(told) == [["a3@player.example", "a4@player.example", "a@branch.example"]]


def test_awards_are_recalled_once_they_are_open_again(told):
    decide(the_match(told, 3), "home", by=a_user(), reason="裁定")
    confirm_awards(told, by=a_user())
    deliver(told, kind=NoticeKind.AWARDS)
    Delivery.objects.exclude(notice__kind=NoticeKind.AWARDS).delete()
    match = the_match(told, 1)
    (keep, replay, *_) = remedy_views(plan(match, AWAY))
    counted = affected_recipients(match, Wrongs(replay.withdrawn, replay.moved, awards=replay.reopens_awards))
    assert affected_recipients(match, Wrongs(keep.withdrawn, keep.moved)).addresses == 0
    sign(told)
    assert recalled(told) == [["a@branch.example", "b@branch.example", "office@example.org"]]
    assert (counted.awards, counted.addresses) == (3, 3)
    assert [n.state for n in notices(told, NoticeKind.AWARDS)] == [NoticeState.CANCELLED]


def test_what_is_counted_before_is_what_is_recalled(told):
    match = the_match(told, 1)
    view = {(r.kind, r.side): r for r in remedy_views(plan(match, AWAY))}["walkover", "home"]
    counted = affected_recipients(match, Wrongs(view.withdrawn, view.moved, awards=view.reopens_awards))
    sign(told, "walkover", side="home")
    assert [len(addresses) for addresses in recalled(told)] == [counted.addresses]
    assert counted.results == 7  # 甲 and 乙, their four players, the office
    assert counted.reminders > 0


def test_kept_result_recalls_the_old_levels_alone(told):
    Delivery.objects.filter(notice__kind=NoticeKind.RESULT).delete()
    sign(told, "keep")
    assert recalled(told) == [[]]


def test_recall_is_made_once_and_says_what_holds_until_a_second_correction_recalls_it(told):
    sign(told)
    (first,) = notices(told, NoticeKind.RECALL)
    letter = written(first, FIRST_START)
    assert "甲分会一队 – 乙分会一队" in letter.subject
    assert "记反了" in letter.body
    assert letter.body.count("乙分会一队") == 3  # in the title, as the winner, in the final
    assert "乙分会一队 – 甲分会二队" in letter.body
    announce_correction(the_match(told, 1), 1, Wrongs([the_match(told, 1).results.get(version=1).pk]))
    assert len(recalled(told)) == 1
    deliver(told, kind=NoticeKind.RECALL)
    call_match(the_match(told, 3), by=a_user())
    sign(told, corrected=Corrected(winner="home"))
    before, after = recalled(told)
    assert set(before) <= set(after)
    assert [item.match for item in board(told) if item.kind == NoticeKind.RECALL] == [1]
    assert NoticeKind.RECALL in {group.kind for group in outbox(told, Shelf.WAITING).groups}


def test_result_simply_taken_back_is_recalled_too(tournament):
    at(tournament, FIRST_START + timedelta(minutes=1))
    decide(the_match(tournament, 1), "home", by=a_user(), reason="裁定")
    deliver(tournament, kind=NoticeKind.RESULT)
    correct_result(the_match(tournament, 1), by=a_user(), reason="记错")
    (addresses,) = recalled(tournament)
    assert {"a@branch.example", "b@branch.example", "office@example.org", "a1@player.example"} <= set(addresses)


def test_call_taken_back_is_cancelled_where_it_waits_and_recalled_where_it_was_sent(tournament):
    at(tournament, FIRST_START - timedelta(minutes=10))
    for number in (1, 2):
        call_match(the_match(tournament, number), by=a_user())
    match = the_match(tournament, 1)
    called = {n.team.pk: n for n in notices(tournament, NoticeKind.MATCH_CALLED, match=match)}
    assert set(called) == {match.home_team_id, match.away_team_id}
    deliver(tournament, pk=called[match.home_team_id].pk)
    letter = written(called[match.home_team_id], FIRST_START)
    assert "请到1号桌" in letter.subject
    assert "乙分会" in letter.body
    for number in (1, 2):
        undo_call(the_match(tournament, number), by=a_user())
    (undone,) = notices(tournament, NoticeKind.CALL_UNDONE, match=match)
    players = ["a1@player.example", "a2@player.example", "a@branch.example"]
    assert sorted(d.address for d in undone.deliveries.all()) == players
    assert "请等候再次点名" in written(undone, FIRST_START).body
    assert {n.state for n in notices(tournament, NoticeKind.MATCH_CALLED)} == {NoticeState.CANCELLED}
    call_match(match, by=a_user())
    assert len(notices(tournament, NoticeKind.MATCH_CALLED, state=NoticeState.PENDING)) == 2
    assert not [item for item in board(tournament) if item.kind in (NoticeKind.MATCH_CALLED, NoticeKind.CALL_UNDONE)]


def test_call_that_waited_until_the_match_began_is_not_sent(tournament):
    at(tournament, FIRST_START)
    call_match(the_match(tournament, 1), by=a_user())
    start_round(the_round(tournament, 1), by=a_user())
    check_in_all(the_match(tournament, 1), by=a_user())
    issue(tournament)
    assert {n.state for n in notices(tournament, NoticeKind.MATCH_CALLED)} == {NoticeState.CANCELLED}


def test_start_taken_back_reminds_again(tournament):
    check_in_all(the_match(tournament, 1), by=a_user())
    start_round(the_round(tournament, 1), by=a_user())
    plan_reminders(tournament)
    reminders = {"match__number": 1, "state": NoticeState.PENDING}
    assert not notices(tournament, *MATCH_REMINDERS, **reminders)
    undo_start(the_round(tournament, 1), by=a_user())
    assert len(notices(tournament, *MATCH_REMINDERS, **reminders)) == 4
