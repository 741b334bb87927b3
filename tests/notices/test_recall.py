"""更正通知: it goes to exactly those who were told what is wrong now."""

from datetime import timedelta

import pytest
from django.core import mail

from notices import mail_servers
from notices.delivery import claim, deliver, deliver_due, issue
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


made_once, tournament = once_a_module(an_event_with_a_final)


def deliver_all():
    while deliver_due():
        pass


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


def test_two_sent_one_unsent_one_unrelated_are_two_recalls(tournament):
    Delivery.objects.exclude(notice__kind=NoticeKind.RESULT).delete()
    first = result_notice(tournament, 1)
    keep_sent(first, "a@branch.example", "b@branch.example")
    first.deliveries.exclude(address__in=["a@branch.example", "b@branch.example", "a1@player.example"]).delete()
    sign(tournament)
    assert recalled(tournament) == [["a@branch.example", "b@branch.example"]]
    assert first.deliveries.get(address="a1@player.example").state == DeliveryState.CANCELLED
    assert result_notice(tournament, 2).deliveries.exclude(state=DeliveryState.SENT).count() == 0


def test_recall_made_twice_is_made_once(tournament):
    sign(tournament)
    before = recalled(tournament)
    old = the_match(tournament, 1).results.get(version=1)
    announce_correction(the_match(tournament, 1), 1, Wrongs([old.pk]))
    assert recalled(tournament) == before


def test_nobody_told_is_recalled_nothing():
    tournament = an_event_with_a_final(sent=False)
    sign(tournament)
    assert recalled(tournament) == [[]]
    assert Delivery.objects.filter(state=DeliveryState.PENDING, notice__kind=NoticeKind.RECALL).count() == 0


def test_who_was_never_told_gets_the_new_result_alone(tournament):
    keep_sent(result_notice(tournament, 1), "a@branch.example")
    Delivery.objects.exclude(notice__kind=NoticeKind.RESULT).delete()
    sign(tournament)
    mail.outbox.clear()
    deliver_all()
    subjects = {}
    for message in mail.outbox:
        subjects.setdefault(message.to[0], []).append("更正" in message.subject or "Correction" in message.subject)
    assert sorted(subjects["a@branch.example"]) == [False, True]
    assert not any(subjects["b1@player.example"])


def test_reminder_of_the_next_match_is_recalled_as_it_was_sent():
    """甲二 was told to meet 甲一; that is wrong since 甲一 advanced, not before, when it named both candidates."""
    tournament = a_drawn_event(now=FIRST_START + timedelta(minutes=1))
    decide(the_match(tournament, 2), "home", by=a_user(), reason="裁定")
    at(tournament, FIRST_START + timedelta(hours=5))
    deliver_all()  # both candidates
    at(tournament, FIRST_START + timedelta(hours=5, minutes=30))
    decide(the_match(tournament, 1), "home", by=a_user(), reason="裁定")
    final = the_match(tournament, 3)
    told_early = Delivery.objects.filter(notice__match=final, notice__team=final.away_team_id)
    assert set(told_early.values_list("state", flat=True)) == {DeliveryState.SENT}
    at(tournament, FIRST_START + timedelta(hours=6))
    deliver_all()  # 甲一 is told now
    call_match(the_match(tournament, 3), by=a_user())
    Delivery.objects.exclude(notice__match=final).delete()
    sign(tournament)
    assert recalled(tournament) == [["a1@player.example", "a2@player.example", "a@branch.example"]]


def test_opponent_that_was_told_the_wrong_name_is_recalled(tournament):
    final = the_match(tournament, 3)
    assert Delivery.objects.filter(notice__match=final, state=DeliveryState.SENT).exists()
    Delivery.objects.exclude(notice__match=final, notice__team=final.away_team_id).delete()
    sign(tournament)
    assert recalled(tournament) == [["a3@player.example", "a4@player.example", "a@branch.example"]]


def test_awards_are_recalled_once_they_are_open_again(tournament):
    decide(the_match(tournament, 3), "home", by=a_user(), reason="裁定")
    confirm_awards(tournament, by=a_user())
    deliver_all()
    Delivery.objects.exclude(notice__kind=NoticeKind.AWARDS).delete()
    (keep, replay, *_) = remedy_views(plan(the_match(tournament, 1), AWAY))
    counted = affected_recipients(
        the_match(tournament, 1), Wrongs(replay.withdrawn, replay.moved, awards=replay.reopens_awards)
    )
    assert affected_recipients(the_match(tournament, 1), Wrongs(keep.withdrawn, keep.moved)).addresses == 0
    sign(tournament)
    assert recalled(tournament) == [["a@branch.example", "b@branch.example", "office@example.org"]]
    assert (counted.awards, counted.addresses) == (3, 3)
    assert [n.state for n in notices(tournament, NoticeKind.AWARDS)] == [NoticeState.CANCELLED]


def test_what_is_counted_before_is_what_is_recalled(tournament):
    views = {(r.kind, r.side): r for r in remedy_views(plan(the_match(tournament, 1), AWAY))}
    view = views["walkover", "home"]
    counted = affected_recipients(
        the_match(tournament, 1), Wrongs(view.withdrawn, view.moved, awards=view.reopens_awards)
    )
    sign(tournament, "walkover", side="home")
    assert [len(addresses) for addresses in recalled(tournament)] == [counted.addresses]
    assert counted.results == 7  # 甲 and 乙, their four players, the office
    assert counted.reminders > 0


def test_kept_result_recalls_the_old_levels_alone(tournament):
    Delivery.objects.filter(notice__kind=NoticeKind.RESULT).delete()
    sign(tournament, "keep")
    assert recalled(tournament) == [[]]


def test_second_correction_recalls_the_first(tournament):
    sign(tournament)
    deliver_all()
    call_match(the_match(tournament, 3), by=a_user())
    sign(tournament, corrected=Corrected(winner="home"))
    first, second = recalled(tournament)
    assert set(first) <= set(second)


def test_result_simply_taken_back_is_recalled_too():
    tournament = a_drawn_event(now=FIRST_START + timedelta(minutes=1))
    decide(the_match(tournament, 1), "home", by=a_user(), reason="裁定")
    deliver_all()
    correct_result(the_match(tournament, 1), by=a_user(), reason="记错")
    (addresses,) = recalled(tournament)
    assert {"a@branch.example", "b@branch.example", "office@example.org", "a1@player.example"} <= set(addresses)


def test_mail_on_its_way_is_recalled_once_it_is_sent(monkeypatch):
    tournament = an_event_with_a_final(sent=False)
    issue(tournament)
    Delivery.objects.exclude(notice=result_notice(tournament, 1), address="a@branch.example").delete()
    on_its_way = claim()
    server = mail_servers.way_out()

    class Slow(type(server)):
        def send_messages(self, messages):
            sign(tournament)  # meanwhile
            return super().send_messages(messages)

    assert deliver(on_its_way, Slow())
    assert recalled(tournament) == [["a@branch.example"]]


def test_recall_says_what_holds_now(tournament):
    sign(tournament)
    letter = written(notices(tournament, NoticeKind.RECALL)[0], FIRST_START)
    assert "甲分会一队 – 乙分会一队" in letter.subject
    assert "记反了" in letter.body
    assert letter.body.count("乙分会一队") == 3  # in the title, as the winner, in the final
    assert "乙分会一队 – 甲分会二队" in letter.body


def test_board_and_outbox_show_the_newest_recall(tournament):
    sign(tournament)
    call_match(the_match(tournament, 3), by=a_user())
    sign(tournament, corrected=Corrected(winner="home"))
    shown = [item for item in board(tournament) if item.kind == NoticeKind.RECALL]
    assert [item.match for item in shown] == [1]
    assert NoticeKind.RECALL in {group.kind for group in outbox(tournament, Shelf.WAITING).groups}


def test_call_taken_back_is_cancelled_where_it_waits_and_recalled_where_it_was_sent():
    tournament = a_drawn_event(now=FIRST_START - timedelta(minutes=10))
    deliver_all()
    for number in (1, 2):
        call_match(the_match(tournament, number), by=a_user())
    called = {n.team.pk: n for n in notices(tournament, NoticeKind.MATCH_CALLED, match__number=1)}
    match = the_match(tournament, 1)
    assert set(called) == {match.home_team_id, match.away_team_id}
    issue(tournament)
    Delivery.objects.exclude(notice=called[match.home_team_id]).filter(notice__match=match).delete()
    deliver_all()
    letter = written(called[match.home_team_id], FIRST_START)
    assert "请到1号桌" in letter.subject
    assert "乙分会" in letter.body
    for number in (1, 2):
        undo_call(the_match(tournament, number), by=a_user())
    undone = notices(tournament, NoticeKind.CALL_UNDONE, match=match)
    assert [sorted(d.address for d in n.deliveries.all()) for n in undone] == [
        ["a1@player.example", "a2@player.example", "a@branch.example"]
    ]
    assert "请等候再次点名" in written(undone[0], FIRST_START).body
    assert {n.state for n in notices(tournament, NoticeKind.MATCH_CALLED)} == {NoticeState.CANCELLED}
    call_match(the_match(tournament, 1), by=a_user())
    assert len(notices(tournament, NoticeKind.MATCH_CALLED, state=NoticeState.PENDING)) == 2
    assert not [item for item in board(tournament) if item.kind in (NoticeKind.MATCH_CALLED, NoticeKind.CALL_UNDONE)]


def test_call_that_waited_until_the_match_began_is_not_sent():
    tournament = a_drawn_event(now=FIRST_START)
    call_match(the_match(tournament, 1), by=a_user())
    start_round(the_round(tournament, 1), by=a_user())
    check_in_all(the_match(tournament, 1), by=a_user())
    issue(tournament)
    assert {n.state for n in notices(tournament, NoticeKind.MATCH_CALLED)} == {NoticeState.CANCELLED}


def test_start_taken_back_reminds_again():
    tournament = a_drawn_event(now=FIRST_START - timedelta(days=7))
    check_in_all(the_match(tournament, 1), by=a_user())
    start_round(the_round(tournament, 1), by=a_user())
    plan_reminders(tournament)
    reminders = {"match__number": 1, "state": NoticeState.PENDING}
    assert not notices(tournament, *MATCH_REMINDERS, **reminders)
    undo_start(the_round(tournament, 1), by=a_user())
    assert len(notices(tournament, *MATCH_REMINDERS, **reminders)) == 4
