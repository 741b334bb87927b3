"""Presets: what a file says, and the event that is made from it."""

from datetime import date, datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from journal.models import Event
from tests.factories import a_tournament, a_user
from tests.refusals import refused_at
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Role, Round, Team, Tournament
from tournaments.presets.preset import (
    DayTime,
    PresetError,
    blueprint,
    empty_blueprint,
    next_first_day,
    read_preset,
    with_lead,
)
from tournaments.states import RoleKind, TeamState

ANNEX_1 = [
    "机关分会一组", "机关分会二组", "机关分会三组", "机关分会四组", "机关分会五组", "后勤基建分会", "机电分会",
    "信息分会", "建工分会", "文管分会", "基础分会", "体育分会", "马院分会",
]  # fmt: skip

SMALL = """
name = "小赛"
first_day = 2030-01-07
[entry]
closes = { day = 0, at = 08:00:00 }
draw = { day = 0, at = 08:30:00 }
[rules]
rule_set = "s000"
[[rounds]]
day = 0
at = 09:00:00
"""


def test_s000_says_what_the_notice_says():
    plan = read_preset("s000")
    assert [branch.name for branch in plan.branches] == ANNEX_1
    assert sum(branch.quota for branch in plan.branches) == 26
    assert plan.rounds == tuple(DayTime(day, time(12, 30)) for day in range(5))
    assert plan.closes == plan.draw == DayTime(0, time(12, 0))
    assert (plan.place, plan.document) == ("职工之家（知行楼）", "北工院工字[2023]13 号")
    assert [(award.rank, award.name, award.count) for award in plan.awards] == [
        (1, "冠军", 1), (2, "亚军", 1), (3, "季军", 2), (0, "纪念奖", 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("[rules]", "[rule"), "toml"),
        (('rule_set = "s000"', 'rule_set = "s999"'), "s999"),
        (('rule_set = "s000"', 'rule_set = "s000"\noptions = { minutes = 0 }'), "minutes"),
        (('rule_set = "s000"', 'rule_set = "s000"\noptions = { on_tme = 1 }'), "on_tme"),
        (('name = "小赛"', 'title = "小赛"'), "title"),
        (('name = "小赛"', 'name = "小赛"\nzone = "Mars/Base"'), "zone"),
        (("[[rounds]]\nday = 0", "[[rounds]]\nday = -1"), "closes"),
        (("at = 09:00:00", 'at = "nine"'), ""),
        (('name = "小赛"', 'name = "小赛"\nboards = 7'), "boards"),
        (('name = "小赛"', 'name = "小赛"\nboards = 3\nown_days = 7'), "boards"),
        (('name = "小赛"', 'name = "小赛"\nboards = 2\nboards_equal = "toss"'), "boards_equal"),
        (("[rules]", '[[branches]]\nname = "甲"\nquota = 0\n[rules]'), "quota"),
        (
            ("[rules]", '[[branches]]\nname = "甲"\nquota = 1\n[[branches]]\nname = "甲"\nquota = 1\n[rules]'),
            "branches",
        ),
    ],
)
def test_a_wrong_preset_is_refused_with_its_name_and_key(change, named):
    assert change[0] in SMALL
    with pytest.raises(PresetError) as refusal:
        blueprint(SMALL.replace(*change), key="small")
    assert "small.toml" in str(refusal.value)
    assert named in str(refusal.value)


@pytest.mark.django_db
def test_an_unknown_preset_and_an_address_with_an_underscore_are_refused_by_a_sentence():
    for key in ("", "nothing", "../s000", "s000.toml"):
        with pytest.raises(PresetError):
            read_preset(key)
    for key, slug, said in (("nothing", "a", "nothing"), ("s001_4", "a_b", "连字符")):
        with pytest.raises(CommandError, match=said):
            call_command("load_preset", key, slug=slug)


def test_first_day_is_the_next_monday_at_least_four_days_ahead():
    for today, monday in (
        (date(2026, 11, 19), date(2026, 11, 23)),  # Thursday: exactly four days
        (date(2026, 11, 20), date(2026, 11, 30)),  # Friday: three days are too few
        (date(2026, 11, 23), date(2026, 11, 30)),
        (date(2026, 12, 31), date(2027, 1, 4)),
    ):
        assert next_first_day(datetime.combine(today, time(9))) == monday


def test_deadlines_lie_a_week_ahead_or_within_what_is_left():
    for days, closes, draw in (
        (30, (-7, time(17)), (-3, time(15))),
        (7, (-4, time(17)), (-2, time(15))),
        (2, (-1, time(17)), (0, time(12))),
        (0, (0, time(12)), (0, time(12))),
        (-9, (0, time(12)), (0, time(12))),
    ):
        plan = with_lead(empty_blueprint("甲"), date(2030, 1, 7) + timedelta(days=days), date(2030, 1, 7))
        assert (plan.closes, plan.draw) == (DayTime(*closes), DayTime(*draw))
    # half an hour before the first round, and not the day before
    assert [empty_blueprint("小赛", at=at).closes.at for at in (time(0, 10), time(9, 15))] == [time(0, 0), time(8, 45)]


@pytest.mark.django_db
def test_create_tournament_makes_the_whole_event_and_its_sample_teams():
    office, monday, shanghai = a_user(is_staff=True), date(2130, 1, 2), ZoneInfo("Asia/Shanghai")
    plan = read_preset("s000")
    tournament = create_tournament(plan, by=office, slug="s000", first_day=monday, with_sample_teams=True)
    assert [branch.name for branch in tournament.branches.all()] == ANNEX_1
    rounds = Round.objects.filter(stage__tournament=tournament)
    assert [r.starts_at for r in rounds] == [datetime(2130, 1, 2 + day, 12, 30, tzinfo=shanghai) for day in range(5)]
    assert {r.clock.minutes for r in rounds} == {60}
    assert tournament.closes_at == tournament.draw_at == datetime(2130, 1, 2, 12, 0, tzinfo=shanghai)
    assert [table.number for table in tournament.tables.all()] == list(range(1, 11))
    assert tournament.stages.get().rule_set == rule_set(tournament).to_dict()
    assert list(Role.objects.values_list("user", "kind")) == [(office.pk, RoleKind.OFFICE)]
    created = Event.objects.get(kind="tournament.created", journal=tournament.journal)
    assert (created.subject, created.by) == (tournament.subject, office)
    teams = Team.objects.filter(branch__tournament=tournament)
    assert [team.state for team in teams] == [TeamState.ENTERED] * 26
    first = tournament.branches.first()
    names = [[player.name for player in team.players.all()] for team in first.teams.all()]
    assert (first.leader_name, names) == ("队员甲", [["队员甲", "队员乙"], ["队员丙", "队员丁"]])


@pytest.mark.django_db
def test_an_event_east_or_west_keeps_its_day_and_hour():
    """From UTC+14 to UTC-11: the wall of the hall decides, also over a change to summer time."""
    for slug, zone in enumerate(("Pacific/Kiritimati", "Asia/Shanghai", "Pacific/Pago_Pago", "America/New_York")):
        text = SMALL.replace("[entry]", f'zone = "{zone}"\n[entry]').replace("09:00:00", "23:30:00")
        plan = blueprint(text, key="small")
        tournament = create_tournament(plan, by=None, slug=f"small-{slug}", first_day=date(2030, 3, 10))
        start = Round.objects.get(stage__tournament=tournament).starts_at.astimezone(ZoneInfo(zone))
        assert (start.date(), start.time()) == (date(2030, 3, 10), time(23, 30))
        closes = tournament.closes_at.astimezone(ZoneInfo(zone))
        assert (closes.date(), closes.time()) == (date(2030, 3, 10), time(8, 0))


@pytest.mark.django_db
def test_create_tournament_refuses_a_wrong_slug_and_makes_nothing():
    a_tournament(slug="taken")
    for slug, code in (
        ("taken", "slug_taken"),
        ("", "slug_invalid"),
        ("A B", "slug_invalid"),
        ("a" * 41, "slug_invalid"),
    ):
        create = partial(create_tournament, read_preset("s000"), by=None, slug=slug, first_day=date(2030, 1, 7))
        assert refused_at(create) == [("slug", code)]


@pytest.mark.django_db
def test_load_preset_makes_event_teams_and_accounts(capsys):
    call_command("load_preset", "s000", "--if-empty")
    output = capsys.readouterr().out
    tournament = Tournament.objects.get()
    assert tournament.slug == "s000"
    assert Team.objects.count() == 26
    start = Round.objects.filter(stage__tournament=tournament).first().starts_at.astimezone(tournament.tzinfo)
    assert start.weekday() == 0
    assert start.date() - datetime.now(tournament.tzinfo).date() >= timedelta(days=4)
    assert list(Role.objects.order_by("user__username").values_list("user__username", "kind")) == [
        ("chief", RoleKind.CHIEF_REFEREE), ("referee1", RoleKind.REFEREE), ("referee2", RoleKind.REFEREE),
    ]  # fmt: skip
    password = output.split("username: chief\npassword: ")[1].split("\n")[0]
    assert User.objects.get(username="chief").check_password(password)
    assert User.objects.get(username="chief").one_time_password
    call_command("load_preset", "s000", "--if-empty")
    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def test_load_preset_again_takes_the_next_free_address_and_the_same_people():
    for _ in range(2):
        call_command("load_preset", "s000", "--without-teams", "--first-day", "2130-01-02")
    assert set(Tournament.objects.values_list("slug", flat=True)) == {"s000", "s000-2"}
    assert not Team.objects.exists()
    assert User.objects.count() == 3
    assert Role.objects.count() == 6
