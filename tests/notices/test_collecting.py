"""汇总: a group and a mailbox that are told once a day, at six in the evening of the event's own zone."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from notices.actions.channels import ChannelPlan, add_channel
from notices.chats import deliver_to_channels
from notices.delivery import issue
from notices.states import Collecting, NoticeKind, Service
from tests.notices.factories import a_drawn_event, at, the_round
from tournaments.day.actions.timetable import announce_timetable, move_round

pytestmark = pytest.mark.django_db

MAILBOX = "group@branch.example"
HEARD = (NoticeKind.DRAW_PUBLISHED, NoticeKind.ROUND_MOVED)
ZONES = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]
"""Six in the evening is 04:00 of the same day by UTC, and 05:00 of the next day: the first zone and the last."""


@pytest.mark.parametrize("zone", ZONES)
def test_day_is_told_once_at_six_in_the_evening_of_the_events_zone(robot, mails, zone):
    own = ZoneInfo(zone)
    first_day = datetime(2123, 11, 22, tzinfo=own)  # a Monday; at 08:00 it is still Sunday by UTC in Kiritimati

    def at_the_clock(hour, minute=0, *, days=0):
        at(tournament, datetime.combine(first_day + timedelta(days=days), time(hour, minute), own))
        issue(tournament)
        while deliver_to_channels():
            pass
        return len(robot.heard), len(mails.received)

    tournament = a_drawn_event(now=first_day + timedelta(hours=8), zone=zone, starts_at=first_day + timedelta(days=7))
    for service, address in ((Service.WECOM, robot.address()), (Service.MAIL, MAILBOX)):
        plan = ChannelPlan("一天一次", service, address, heard=HEARD, collecting=Collecting.DAY)
        add_channel(tournament, plan, by=None)
    assert at_the_clock(8) == at_the_clock(17, 59) == (0, 0)
    assert at_the_clock(18) == (1, 1)
    assert "抽签结果公布" in robot.heard[0].text.splitlines()[0]
    announce_timetable(tournament, by=None)
    for number in (1, 2):  # after six: for the next day
        round_ = the_round(tournament, number)
        move_round(round_, round_.starts_at + timedelta(hours=1), by=None)
    assert at_the_clock(18, 1) == at_the_clock(23, 59) == at_the_clock(0, days=1) == at_the_clock(17, 59, days=1)
    assert (len(robot.heard), len(mails.received)) == (1, 1)
    assert at_the_clock(18, days=1) == (2, 2)
    lines = robot.heard[1].text.splitlines()
    assert lines[0] == "【演练·掼蛋比赛】2条消息"
    assert {"4进2改期", "决赛改期"} <= set(lines)
    assert mails.received[1].to == [MAILBOX]
    assert "2条消息" in mails.received[1].message["Subject"]
    assert "决赛改期" in mails.received[1].message.get_content()
    assert at_the_clock(18, days=2) == at_the_clock(18, days=3) == (2, 2)  # nothing came: nothing is said
