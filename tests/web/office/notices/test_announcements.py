"""公告 through the page: to whom it goes, when, with what; and on the board if it is for everybody."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail.backends.locmem import EmailBackend
from django.urls import reverse
from django.utils import translation

from notices.actions.announcements import withdraw_announcement
from notices.actions.channels import ChannelPlan, add_channel
from notices.chats import deliver_to_channels
from notices.delivery import claim, deliver, deliver_due, issue
from notices.models import Announcement, Delivery, Notice
from notices.queries.announced import board
from notices.states import DeliveryState, NoticeKind, NoticeState, Service
from tests.factories import FIRST_START, a_role
from tests.made_once import once_a_module
from tests.notices.factories import a_drawn_event, at, the_match, the_round, the_team
from tests.notices.robots import a_robot
from tests.notices.servers import a_mail_server
from tests.rows import all_rows
from tests.web.form_fields import press_again
from tests.web.pages import markup, signed_in, text
from tournaments.codes import TournamentEvent
from tournaments.day.actions.matches import check_in
from tournaments.models import Player
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)
OFFICE = "office@example.org"


made_once, tournament = once_a_module(lambda: a_drawn_event(now=WEEK_BEFORE))


@pytest.fixture
def office(tournament):
    return signed_in(tournament.roles.get(kind=RoleKind.OFFICE).user)


def address(tournament):
    return reverse("announcements", args=[tournament.slug])


def write(office, tournament, **more):
    form = {"title": "停车", "text": "请走东门。\n单行道。", "concerned": "all"}
    return office.post(address(tournament), form | dict.fromkeys(("branch", "team", "round", "at"), "") | more)


def addresses_once_issued(tournament, title="停车"):
    """The addresses of the announcement, once it is issued."""
    issue(tournament)
    deliveries = Delivery.objects.filter(notice__announcement__title=title)
    return set(deliveries.values_list("address", flat=True))


def mates(tournament, *names):
    """Contacts and players of the teams."""
    addresses = set()
    for name, ordinal in names:
        team = the_team(tournament, name, ordinal)
        addresses |= {team.branch.contact_mail, *team.players.values_list("mail", flat=True)}
    return addresses


def test_everybody_hears_it_and_the_board_if_it_is_public(office, tournament):
    page = text(office.get(write(office, tournament, public="on").url))
    assert "is on its way" in page
    assert "waiting to be sent" in page  # for nothing but the worker
    everybody = mates(tournament, ("甲分会", 1), ("甲分会", 2), ("乙分会", 1), ("乙分会", 2))
    assert addresses_once_issued(tournament) == everybody | {OFFICE}
    assert ("停车", "请走东门。\n单行道。") in [(item.title, item.text) for item in board(tournament)]
    assert "请走东门。<br>单行道。" in markup(office.get(reverse("notices", args=[tournament.slug])))
    event = tournament.journal.events.get(kind=TournamentEvent.ANNOUNCEMENT_MADE)
    assert (event.data, event.public) == ({}, True)


def test_some_hear_it_and_nobody_else(office, tournament):
    team, match = the_team(tournament, "甲分会", 1), the_match(tournament, 1)
    for player in Player.objects.filter(team__in=(match.home_team, match.away_team)):
        check_in(match, player, by=None)
    here, all_teams = ("甲分会", 1), (("甲分会", 1), ("甲分会", 2), ("乙分会", 1), ("乙分会", 2))
    # what stands in the other fields was chosen before and is not meant
    chosen = {"branch": team.branch_id, "team": team.pk, "round": the_round(tournament, 1).pk}
    for whom, meant in (
        ("branch", (here, ("甲分会", 2))),
        ("team", (here,)),
        ("round", all_teams),
        ("absent", (("甲分会", 2), ("乙分会", 2))),
    ):
        assert write(office, tournament, title=whom, concerned=whom, **chosen).status_code == 302
        assert addresses_once_issued(tournament, whom) == mates(tournament, *meant) | {OFFICE}, whom
        assert whom not in [item.title for item in board(tournament)]


def test_groups_hear_what_is_meant_for_them(office, tournament, settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    team, other = the_team(tournament, "甲分会", 1), the_team(tournament, "乙分会", 1)
    owners = {
        "event": {}, "mine": {"branch": team.branch_id}, "my-team": {"team": team.pk},
        "other": {"branch": other.branch_id},
    }  # fmt: skip
    with a_robot() as robot:
        for name, owner in owners.items():
            url = robot.address(f"group-of-{name}")
            add_channel(tournament, ChannelPlan(name, Service.WECOM, url, heard=["announcement"], **owner), by=None)
        write(office, tournament, title="分会会议", concerned="branch", branch=team.branch_id)
        write(office, tournament, title="谁还没到", concerned="absent", round=the_round(tournament, 1).pk)
        issue(tournament)
        while deliver_to_channels():
            pass
    groups_by_title = {}
    for message in robot.heard:
        title, group = message.text.splitlines()[0].partition("】")[2], message.path.partition("group-of-")[2]
        groups_by_title.setdefault(title, set()).add(group)
    assert groups_by_title == {"分会会议": {"mine", "my-team"}, "谁还没到": set(owners)}
    assert "尚未签到：甲分会一队、甲分会二队、乙分会一队、乙分会二队" in robot.heard[-1].text


def test_list_and_board_say_for_whom_each_is_and_the_list_how_many_it_reached(office, tournament):
    team = the_team(tournament, "乙分会", 1)
    first = the_round(tournament, 1).pk
    write(office, tournament, title="给一轮", concerned="round", round=first)
    write(office, tournament, title="谁还没到", concerned="absent", round=first)
    write(office, tournament, title="给分会", concerned="branch", branch=team.branch_id)
    write(office, tournament, title="给队伍", concerned="team", team=team.pk, public="on")
    write(office, tournament, title="给全体", at="2123-11-25T12:00")
    issue(tournament)
    Delivery.objects.filter(notice__announcement__title="给分会", address=OFFICE).update(state=DeliveryState.SENT)
    shown = text(office.get(address(tournament)))
    for sentence in (
        "给全体 Thu 25 Nov 12:00 · everybody · waiting to be sent",
        "给队伍 public Mon 22 Nov 12:30 · 乙分会 Team 1 4 to be sent",
        "给分会 Mon 22 Nov 12:30 · 乙分会 5 to be sent 1 sent",
        "谁还没到 Mon 22 Nov 12:30 · the teams that have not checked in (Semi-final) 11 to be sent",
        "给一轮 Mon 22 Nov 12:30 · the teams (Semi-final) 11 to be sent",
    ):
        assert sentence in shown
    with translation.override("zh-hans"):
        (item,) = [item for item in board(tournament) if item.kind == NoticeKind.ANNOUNCEMENT]
        assert (item.title, item.text.splitlines()) == ("给队伍", ["发给：乙分会一队", "请走东门。", "单行道。"])


def test_channel_and_outbox_say_until_when_a_notice_is_held_back(office, tournament, settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    url = "http://127.0.0.1:9/cgi-bin/webhook/send?key=0a1b2c3d"
    plan = ChannelPlan("群", Service.WECOM, url, heard=["announcement"], collecting=1440)
    channel = add_channel(tournament, plan, by=None)
    write(office, tournament)
    issue(tournament)
    waiting = "waiting to be sent from Mon 22 Nov 18:00 on, as the channel is set"
    log, outbox = reverse("channel", args=[tournament.slug, channel.pk]), reverse("outbox", args=[tournament.slug])
    assert text(office.get(log)).count(waiting) == text(office.get(outbox)).count(waiting) == 1
    assert "every 2s" not in markup(office.get(log))
    assert "announcements and corrections each as one of their own" in text(office.get(log))
    at(tournament, WEEK_BEFORE + timedelta(hours=6))
    assert waiting not in text(office.get(log))
    assert "every 2s" in markup(office.get(log))


def test_teams_of_a_round_that_is_gone_are_nobody(office, tournament):
    branch = the_team(tournament, "甲分会", 1).branch_id
    plan = ChannelPlan("分会群", Service.MAIL, "group@branch.example", heard=["announcement"], branch=branch)
    add_channel(tournament, plan, by=None)
    write(office, tournament, concerned="round", round=the_round(tournament, 1).pk)
    Announcement.objects.update(round=None)
    assert addresses_once_issued(tournament) == {OFFICE}


def test_it_waits_for_its_time_and_is_withdrawn_until_then(office, tournament):
    at_noon = WEEK_BEFORE + timedelta(days=2)
    local = at_noon.astimezone(tournament.tzinfo).strftime("%Y-%m-%dT%H:%M")
    later = text(office.get(write(office, tournament, at=local).url))
    assert "The announcement goes out on Wed 24 Nov at 12:30; until then it can be withdrawn." in later
    assert "is on its way" not in later
    assert write(office, tournament, at=local, title="另一条").status_code == 302
    assert addresses_once_issued(tournament) == set()
    first, second = Notice.objects.filter(kind=NoticeKind.ANNOUNCEMENT).order_by("pk")
    assert first.due_at == at_noon.replace(second=0, microsecond=0)
    withdrawal = reverse("announcement_withdrawal", args=[tournament.slug, first.pk])
    assert withdrawal in markup(office.get(address(tournament)))
    assert [office.post(withdrawal).status_code for _ in range(2)] == [302, 409]
    at(tournament, at_noon)
    assert OFFICE in addresses_once_issued(tournament, "另一条")
    states = dict(Notice.objects.filter(kind=NoticeKind.ANNOUNCEMENT).values_list("pk", "state"))
    assert states == {first.pk: NoticeState.CANCELLED, second.pk: NoticeState.ISSUED}


def gone_out(office, tournament, mailoutbox, *, waiting="a1@player.example", **more):
    """An announcement that everybody has but one, for whom it still waits; the notice, and who has it."""
    issue(tournament)
    Delivery.objects.all().delete()  # of what else is due
    assert write(office, tournament, **more).status_code == 302
    issue(tournament)
    Delivery.objects.filter(address=waiting).update(retry_at=WEEK_BEFORE + timedelta(days=1))
    deliver_due()
    had_it = {mail.to[0] for mail in mailoutbox}
    assert (len(had_it), waiting in had_it) == (10, False)
    mailoutbox.clear()
    Delivery.objects.update(retry_at=None)
    return Notice.objects.get(kind=NoticeKind.ANNOUNCEMENT), had_it


def withdrawn(office, tournament, notice, **ticked):
    return office.post(reverse("announcement_withdrawal", args=[tournament.slug, notice.pk]), ticked)


def test_what_went_out_is_withdrawn_and_nothing_more_is_said(office, tournament, mailoutbox):
    notice, had_it = gone_out(office, tournament, mailoutbox, public="on")
    public, version = reverse("notices", args=[tournament.slug]), tournament.journal.events.count()
    assert "请走东门。" in markup(office.get(public))
    assert "Tell whoever got it that it is withdrawn" in text(office.get(address(tournament)))
    at(tournament, WEEK_BEFORE + timedelta(minutes=45))
    page = office.get(withdrawn(office, tournament, notice).url)
    for sentence in (
        "The announcement is withdrawn; it had gone to 10 addresses and nothing more is said there.",
        "停车 public Mon 22 Nov 12:30 · everybody · withdrawn Mon 22 Nov 13:15 10 sent",
    ):
        assert sentence in text(page)
    assert "<s>" in markup(page)
    assert "请走东门。" not in markup(office.get(public))
    assert sorted(notice.deliveries.values_list("state", flat=True)) == [
        DeliveryState.CANCELLED, *[DeliveryState.SENT] * len(had_it),
    ]  # fmt: skip
    deliver_due()
    assert mailoutbox == []
    page = office.get(reverse("outbox_notice", args=[tournament.slug, notice.pk]))
    assert "It is cancelled: nobody else is told." in text(page)
    event = tournament.journal.events.get(kind=TournamentEvent.ANNOUNCEMENT_WITHDRAWN)
    assert (event.data, event.public, event.number) == ({}, True, version + 1)
    assert withdrawn(office, tournament, notice, tell="on").status_code == 409
    assert not Notice.objects.filter(kind=NoticeKind.WITHDRAWN).exists()


def test_whoever_got_it_is_told_if_the_office_says_so_and_nobody_else(office, tournament, mailoutbox):
    notice, had_it = gone_out(office, tournament, mailoutbox)
    answer = withdrawn(office, tournament, notice, tell="on")
    assert "whoever got it is told so" in text(office.get(answer.url))
    deliver_due()
    assert {mail.to[0] for mail in mailoutbox} == had_it
    assert "公告已撤回：停车" in mailoutbox[0].subject
    assert "公告“停车”已撤回，不再有效。" in mailoutbox[0].body
    assert "公告已撤回" not in [item.title for item in board(tournament)]
    outbox = text(office.get(reverse("outbox", args=[tournament.slug]), {"shelf": "sent"}))
    assert "公告已撤回：停车" in outbox or "Withdrawn: 停车" in outbox


def test_group_that_read_it_reads_that_it_is_withdrawn_and_one_that_still_collects_never_reads_it(
    office, tournament, settings
):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    with a_robot() as robot:
        for name, minutes in (("at-once", 0), ("by-the-day", 1440)):
            plan = ChannelPlan(
                name, Service.WECOM, robot.address(f"group-{name}"), heard=["announcement"], collecting=minutes
            )
            add_channel(tournament, plan, by=None)
        write(office, tournament)
        issue(tournament)
        deliver_to_channels()
        withdrawn(office, tournament, Notice.objects.get(kind=NoticeKind.ANNOUNCEMENT), tell="on")
        at(tournament, WEEK_BEFORE + timedelta(days=2))
        while deliver_to_channels():
            pass
    first_lines = [message.text.splitlines()[0].partition("】")[2] for message in robot.heard]
    messages = list(zip((message.path.partition("key=group-")[2] for message in robot.heard), first_lines, strict=True))
    assert messages == [("at-once", "停车"), ("at-once", "公告已撤回：停车")]


class ServerThatAsksFirst(EmailBackend):
    """A mail server in whose conversation something else happens."""

    def __init__(self, first):
        super().__init__()
        self.first = first

    def send_messages(self, messages):
        self.first()
        return super().send_messages(messages)


def test_mail_on_its_way_while_it_is_withdrawn_is_followed_by_the_withdrawal(office, tournament):
    issue(tournament)
    Delivery.objects.all().delete()
    write(office, tournament, concerned="team", team=the_team(tournament, "甲分会", 1).pk)
    issue(tournament)
    notice = Notice.objects.get(kind=NoticeKind.ANNOUNCEMENT)
    sending = claim()
    server = ServerThatAsksFirst(lambda: withdraw_announcement(notice, by=None, tell=True))
    assert deliver(sending, server)
    deliveries = Delivery.objects.filter(notice__kind=NoticeKind.WITHDRAWN)
    assert list(deliveries.values_list("address", flat=True)) == [sending.address]


def test_moment_in_the_past_is_asked_about_once(office, tournament):
    question = write(office, tournament, at="2100-01-01T12:00")
    assert question.status_code == 422
    assert not Announcement.objects.exists()
    answer = press_again(office, question, address(tournament), text="请走东门。")
    assert answer.status_code == 302
    assert OFFICE in addresses_once_issued(tournament)


def test_file_goes_with_the_mails_and_its_name_to_the_groups(office, tournament, settings):
    settings.CHANNELS_MAY_BE_PRIVATE = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    sent = SimpleUploadedFile("停车 图.pdf", b"%PDF-1.7 \x00\xff")
    with a_robot() as robot, a_mail_server() as mails:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mails.port
        plan = ChannelPlan("群", Service.WECOM, robot.address(), heard=["announcement"])
        add_channel(tournament, plan, by=None)
        assert write(office, tournament, file=sent).status_code == 302
        deliver_due()
        deliver_to_channels()
    carried = [mail.message for mail in mails.received if "停车" in mail.message["Subject"]]
    assert len(carried) == 11
    (file,) = carried[0].iter_attachments()
    assert (file.get_filename(), file.get_content()) == ("停车 图.pdf", b"%PDF-1.7 \x00\xff")
    assert "附件见邮件：停车 图.pdf" in robot.heard[0].text


WRONG = [
    ("title", {"title": ""}), ("title", {"title": "题" * 41}), ("text", {"text": " "}), ("text", {"text": "字" * 501}),
    ("concerned", {"concerned": "nonsense"}), ("branch", {"concerned": "branch"}),
    ("team", {"concerned": "team", "team": "999999"}), ("round", {"concerned": "round", "round": "x"}),
    ("round", {"concerned": "absent"}), ("at", {"at": "9999-12-31T00:00"}), ("at", {"at": "soon"}),
    ("file", {"file": SimpleUploadedFile("a.exe", b"MZ")}), ("file", {"file": SimpleUploadedFile("a.pdf", b"")}),
]  # fmt: skip


def test_what_is_wrong_stands_at_its_field_and_nothing_goes_out(office, tournament):
    before = all_rows()
    for field, wrong in WRONG:
        answer = write(office, tournament, **wrong)
        assert (answer.status_code, f'href="#f-{field}"' in markup(answer)) == (422, True), wrong
    assert all_rows() == before
    chief = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))  # it is the office's alone
    assert [chief.get(address(tournament)).status_code, write(chief, tournament).status_code] == [403, 403]
