"""An event held again: the pattern of one, its days a year on, and the event that is made of it."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from journal.models import Event
from journal.refusals import Doubtful, Refused
from notices.actions.outbox import choose_mails, word_kind
from notices.queries.sendings import mailed_kinds
from notices.states import NoticeKind
from tests.factories import FIRST_START, a_role, a_tournament, a_user
from tests.rows import all_rows
from tests.thorough import some
from tournaments.bracket.queries.settings import settings_of
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.day.actions.games import choose_game
from tournaments.event.actions.again import hold_again
from tournaments.event.actions.stages import Entrance, add_stage, choose_format
from tournaments.event.actions.tournaments import create_tournament, edit_tournament
from tournaments.event.queries.open_points import answered_points
from tournaments.event.queries.patterns import again, pattern_of
from tournaments.models import Branch, Tournament
from tournaments.presets.again import next_name, next_slug, same_weekday
from tournaments.presets.preset import presets
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
NAMES = [
    ("2023 年工会会员“掼蛋”扑克牌比赛", 2024, "2024 年工会会员“掼蛋”扑克牌比赛"),
    ("第三届掼蛋赛", 2024, "第四届掼蛋赛"),
    ("2023年第九届比赛", 2024, "2024年第十届比赛"),
    ("第十届比赛", 2024, "第十一届比赛"),
    ("第十九次比赛", 2024, "第二十次比赛"),
    ("第二十九届比赛", 2024, "第三十届比赛"),
    ("第九十九届比赛", 2024, "第100届比赛"),
    ("第 12 届比赛", 2024, "第13届比赛"),
    ("第十十届比赛", 2024, "第十十届比赛"),
    ("第二三届比赛", 2024, "第二三届比赛"),
    ("掼蛋比赛", 2024, "掼蛋比赛"),
]


def test_name_and_address_have_the_next_year_and_the_next_number():
    for name, year, said in NAMES:
        assert next_name(name, date(year, 1, 1)) == said
    for slug in ("cup-2023", "cup"):
        assert next_slug(slug, date(2024, 1, 1)) == "cup-2024"


DAYS = [
    (date(2023, 11, 27), date(2024, 3, 1), date(2024, 11, 25)),
    (date(2023, 11, 27), date(2023, 12, 1), date(2024, 11, 25)),
    (date(2023, 11, 27), date(2024, 11, 24), date(2025, 11, 24)),
    (date(2020, 1, 1), date(2026, 5, 1), date(2026, 12, 30)),
    (date(2024, 2, 29), date(2024, 6, 1), date(2025, 2, 27)),
    (date(2123, 11, 29), date(2026, 6, 1), date(2124, 11, 27)),
]


def test_day_is_the_same_weekday_nearest_to_the_date_a_year_later():
    for before, today, day in DAYS:
        assert same_weekday(before, today) == day
        assert day.weekday() == before.weekday()


@pytest.mark.parametrize("preset", some(presets()), ids=lambda preset: preset.key)
def test_event_of_every_preset_is_a_pattern_of_itself(preset):
    made = create_tournament(preset, by=None, slug="first", first_day=FIRST_START.date())
    pattern = pattern_of(made)
    assert pattern.first_day == FIRST_START.date()
    of_the_file = replace(preset, slug="", first_day=pattern.first_day, game_options=pattern.game_options)
    assert pattern == replace(of_the_file, later=_named_sources(preset.later))
    again_made = hold_again(made, again(made, date(2054, 11, 30)), by=None)
    assert replace(pattern_of(again_made), name=pattern.name, document=pattern.document) == replace(
        pattern, first_day=date(2054, 11, 30)
    )
    frozen = [list(event.stages.values_list("format", "rule_set", "game")) for event in (made, again_made)]
    assert frozen[0] == frozen[1]


def _named_sources(later):
    """A stage whose source is the last one says so by 0 in a file, by its number in an event."""
    return tuple(replace(stage, source=stage.source or number) for number, stage in enumerate(later, start=1))


@pytest.fixture(scope="module")
def last_year(module_db):
    """An event as an office leaves it: other rules, another game's options, three stages, contacts, people."""
    event = a_tournament(slug="cup-2023", name="2023 年第三届掼蛋赛", branches=3, teams=1, awards=AWARDS, tables=7)
    Branch.objects.filter(tournament=event, number=2).update(
        name="机电分会", quota=5, contact_name="联络人", contact_phone="010-1", contact_mail="c@example.org",
        leader_name="领队",
    )  # fmt: skip
    choose_format(event, "round_robin", {"groups": 2}, by=None)
    add_stage(
        event, by=None, format_="knockout", entrance=Entrance(2), starts=[FIRST_START + timedelta(days=6)],
        rule_options={"on_time": "stop_now"}, minutes=40,
    )  # fmt: skip
    settings = settings_of(event)
    edit_tournament(
        event, replace(settings, rule_options={"minutes": 45}, document="甲工字[2123]3 号", place="礼堂", draw=None),
        by=None, answers=("minutes",),
    )  # fmt: skip
    for kind in (RoleKind.REFEREE, RoleKind.CHIEF_REFEREE):
        a_role(event, kind)
    return Tournament.objects.get(pk=event.pk)


AWARDS = [{"rank": 1, "name": "冠军", "count": 1}, {"rank": 0, "name": "纪念奖"}]


def test_plan_moves_every_time_on_and_names_what_is_new(last_year):
    plan = again(last_year, date(2054, 11, 30))
    assert (plan.name, plan.slug, plan.document) == ("2054 年第四届掼蛋赛", "cup-2054", "")
    assert (plan.closes, plan.draw) == (datetime(2054, 11, 30, 12), None)
    assert plan.starts[0] == datetime(2054, 11, 30, 12, 30)
    assert plan.starts[-1] == datetime(2054, 12, 6, 12, 30)
    assert sorted(kind for _user, kind in plan.roles) == ["chief_referee", "referee"]


def test_event_is_held_again_with_what_the_office_chooses(last_year):
    office = a_user(is_staff=True)
    word_kind(last_year, NoticeKind.AWARDS, "冠军：{champion}", "{usual}", by=None)
    choose_mails(last_year, [NoticeKind.RESULT], by=None)
    made = hold_again(last_year, again(last_year, date(2054, 11, 30)), by=office)
    assert (made.place, made.tables.count(), made.awards, made.draw_at) == ("礼堂", 7, AWARDS, None)
    assert rule_set(made).minutes == 45
    first, final = made.stages.order_by("number")
    assert (first.format, first.settings, final.source, final.minutes) == ("round_robin", {"groups": 2}, first, 40)
    assert final.rule_set["on_time"] == "stop_now"
    assert list(made.branches.values_list("name", "quota", "contact_name", "contact_mail", "leader_name"))[1] == (
        "机电分会", 5, "联络人", "c@example.org", "",
    )  # fmt: skip
    assert not any(branch.teams.exists() for branch in made.branches.all())
    assert set(made.roles.values_list("kind", flat=True)) == {"office", "chief_referee", "referee"}
    assert answered_points(made) == {"minutes"}
    assert (made.wordings.get().title, mailed_kinds(made)) == ("冠军：{champion}", [NoticeKind.RESULT])
    kinds = list(Event.objects.filter(journal=made.journal).order_by("number").values_list("kind", flat=True))
    assert (kinds[0], kinds[-1]) == ("tournament.created", "tournament.copied")


def test_branches_roles_and_contacts_are_left_out_where_the_office_says_so(last_year):
    bare = replace(again(last_year, date(2055, 11, 29)), with_branches=False, roles=())
    without = hold_again(last_year, bare, by=a_user(is_staff=True))
    assert (without.branches.count(), without.roles.count()) == (0, 1)
    quotas = replace(again(last_year, date(2056, 11, 27)), with_contacts=False)
    assert not hold_again(last_year, quotas, by=None).branches.exclude(contact_name="").exists()


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_made(last_year):
    plan, before = again(last_year, date(2054, 11, 30)), all_rows()
    at = plan.starts
    wrong = replace(
        plan, name="", slug="A B", closes=at[0] + timedelta(hours=1), draw=at[0] - timedelta(days=1),
        starts=(at[0], at[0], *at[2:]),
    )  # fmt: skip
    with pytest.raises(Refused) as refused:
        hold_again(last_year, wrong, by=None)
    assert {problem.field for problem in refused.value.problems} == {"name", "slug", "closes", "draw", "round-2"}
    strange = replace(plan, closes=datetime(9999, 12, 31), starts=(datetime(9999, 12, 31), *at[1:]))
    with pytest.raises(Refused) as refused:
        hold_again(last_year, strange, by=None)
    assert {problem.field for problem in refused.value.problems} >= {"closes", "round-1"}
    with pytest.raises(Doubtful):
        hold_again(last_year, replace(plan, name=last_year.name), by=None, sure=())
    assert all_rows() == before


def test_another_game_is_held_by_the_options_that_were_chosen(module_db):
    event = choose_game(a_tournament(rounds=3), "pingpang", {"target": 21}, by=None)
    made = hold_again(event, again(event, date(2054, 11, 30)), by=None)
    assert (made.seats, made.best_of) == (1, 5)
    assert made.stages.get().rule_set == event.stages.get().rule_set
    assert made.stages.get().rule_set["target"] == 21
