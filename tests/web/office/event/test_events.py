"""Lists of events, a new event, settings, archive, the office's home."""

import re
from datetime import date, datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from guandan_rules import named
from journal.models import Event
from tests.factories import FIRST_START, a_drawn_tournament, a_role, a_tournament, a_user
from tests.rows import all_rows
from tests.tournaments.played import decide
from tests.web.form_fields import form_fields, press, press_again, sure_of
from tests.web.pages import markup, queries, text
from tournaments.bracket.queries.versions import settings_version
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Match, Round, Tournament
from tournaments.presets.preset import AWARDS, read_preset
from tournaments.states import RoleKind, TournamentState
from web.office.event.events import DESKS_A_PAGE, EVENTS_A_PAGE

pytestmark = pytest.mark.django_db
SOON = (timezone.now() + timedelta(days=10)).date().isoformat()
NEW = {"preset": "s000", "with_branches": "on", "first_day": SOON, "slug": "", "name": "", "rounds": "5", "at": "12:30"}


def an_event(**more: object) -> Tournament:
    return a_tournament(awards=[award.to_dict() for award in AWARDS], **more)


def test_an_event_is_made_from_the_preset_and_opens_in_the_office(office):
    """The preset lends its branches and its hour, and neither its year nor its college."""
    answer = office.post("/events/new/", NEW)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/e/s000/office/")
    made = Tournament.objects.get()
    assert made.branches.count() == 13
    start = Round.objects.first().starts_at.astimezone(made.tzinfo)
    assert (start.date().isoformat(), start.hour, start.minute) == (SOON, 12, 30)
    assert made.name == f"{SOON[:4]} 年工会会员“掼蛋”扑克牌比赛"
    assert (made.organiser, made.document, made.place) == ("", "", "")


def test_nothing_is_chosen_beforehand_and_another_unions_branches_come_only_if_ticked(office):
    page = markup(office.get("/events/new/"))
    assert not re.search(r'name="preset"[^>]*checked', page)
    assert not re.search(r"<details[^>]* open", page.split('id="own"')[1])
    refused = office.post("/events/new/", {name: value for name, value in NEW.items() if name != "preset"})
    assert (refused.status_code, Tournament.objects.count()) == (422, 0)
    assert 'href="#f-preset"' in markup(refused)
    office.post("/events/new/", {name: value for name, value in NEW.items() if name != "with_branches"})
    made = Tournament.objects.get()
    assert (made.branches.count(), made.rule_set) == (0, "s000")


def test_an_empty_event_takes_its_name_rounds_and_hour_from_the_form(office):
    typed = {**NEW, "preset": "empty", "name": "新年赛", "rounds": "3", "at": "18:00", "slug": "new-year"}
    assert office.post("/events/new/", typed).headers["Location"] == "/e/new-year/office/"
    tournament = Tournament.objects.get()
    hours = {r.starts_at.astimezone(tournament.tzinfo).hour for r in Round.objects.all()}
    assert (tournament.name, Round.objects.count(), hours, tournament.branches.count()) == ("新年赛", 3, {18}, 0)
    assert Round.objects.first().starts_at - tournament.closes_at == timedelta(days=6, hours=1)


REFUSED = [
    ({"preset": "nothing"}, "f-preset"),
    ({"first_day": "tomorrow"}, "f-first_day"),
    ({"slug": "A B"}, "f-slug"),
    ({"slug": "taken"}, "f-slug"),
    ({"preset": "empty", "name": ""}, "f-name"),
    ({"preset": "empty", "name": "长" * 81}, "f-name"),
    ({"preset": "empty", "name": "新年赛", "rounds": "0"}, "f-rounds"),
]


def test_a_refused_new_event_says_where_and_keeps_what_was_typed(office):
    a_tournament(slug="taken")
    before = all_rows()
    for change, field in REFUSED:
        answer = office.post("/events/new/", {**NEW, **change})
        page = markup(answer)
        assert (answer.status_code, f'href="#{field}' in page) == (422, True), change
        assert f'value="{SOON}"' in page or "first_day" in change
    assert all_rows() == before


def test_an_event_from_the_preset_may_be_given_its_own_name(office):
    about = {"organiser": "甲学院工会", "document": "甲工字 1 号", "place": "礼堂"}
    office.post(reverse("event_new"), {**NEW, "name": "2030 年工会掼蛋赛", **about})
    made = Tournament.objects.get()
    assert made.name == "2030 年工会掼蛋赛"
    assert {name: getattr(made, name) for name in about} == about


def test_odd_first_day_of_an_event_is_asked_once(office):
    for number, (day, said) in enumerate((("2025-02-28", "is in the past"), ("2130-01-02", "look at the year"))):
        typed = {**NEW, "name": f"第{number}届", "slug": f"odd-{number}"}
        question = office.post("/events/new/", {**typed, "first_day": day})
        assert (question.status_code, Tournament.objects.count()) == (422, number)
        assert said in markup(question)
        sure = sure_of(question)
        assert office.post("/events/new/", {**typed, "first_day": "2024-01-01", "sure": sure}).status_code == 422
        assert office.post("/events/new/", {**typed, "first_day": day, "sure": sure}).status_code == 302


def test_two_events_from_one_preset_have_two_addresses(office):
    office.post("/events/new/", NEW)
    question = office.post("/events/new/", NEW)
    assert "There is an event of this name already" in markup(question)
    assert office.post("/events/new/", NEW | {"sure": sure_of(question)}).status_code == 302
    assert set(Tournament.objects.values_list("slug", flat=True)) == {"s000", "s000-2"}


def test_people_of_the_last_event_are_offered_and_taken_over_if_ticked(office):
    last, rehearsed = a_tournament(), a_tournament(rehearsal=True)
    chief, referee, left = (a_role(last, kind) for kind in ("chief_referee", "referee", "referee"))
    a_role(rehearsed)
    User.objects.filter(pk=left.pk).update(is_active=False)
    page = markup(office.get("/events/new/"))
    assert page.count('name="roles"') == 2
    assert not re.search(r'name="roles"[^>]*checked', page)
    strange = office.post("/events/new/", {**NEW, "roles": [f"{left.pk}-referee"]})
    assert (strange.status_code, Tournament.objects.count()) == (422, 2)
    assert office.post("/events/new/", {**NEW, "roles": [f"{chief.pk}-chief_referee"]}).status_code == 302
    made = Tournament.objects.get(slug="s000")
    assert set(made.roles.values_list("user", "kind")) >= {(chief.pk, "chief_referee")}
    assert referee.pk not in made.roles.values_list("user", flat=True)
    assert made.journal.events.filter(kind="role.granted").count() == 1


def test_desks_show_the_events_of_ones_own_roles_and_only_the_unions_office_sees_and_makes_all(client):
    mine, other = a_tournament(name="我的赛事"), a_tournament(name="别人的赛事")
    for kind in (RoleKind.CHIEF_REFEREE, RoleKind.OFFICE):
        client.force_login(a_role(mine, kind))
        page = markup(client.get("/desks/"))
        assert (mine.name in page, other.name in page) == (True, False)
        assert (reverse("desk", args=[mine.slug]) in page) is (kind == RoleKind.CHIEF_REFEREE)
        assert [client.get(url).status_code for url in ("/events/", "/events/new/")] == [403, 403]


def test_lists_show_each_event_on_its_own_day(office):
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        a_tournament(zone=zone, starts_at=datetime(2123, 11, 29, 0, 30, tzinfo=ZoneInfo(zone)))
    assert [markup(office.get(url)).count("Mon 29 Nov") for url in ("/desks/", "/events/")] == [2, 2]


SETTINGS = "/e/cup/office/settings/"


@pytest.fixture
def event(db):
    return an_event(slug="cup")


def fields_of(office: Client, page: str = SETTINGS) -> dict[str, str]:
    """What the settings page's form would send unchanged, under a key of its own each time."""
    return form_fields(markup(office.get(page)), page) | {"key": ""}


def saved(office: Client, **typed: str) -> Tournament:
    """The event after its settings are sent with this typed over what stands there."""
    assert office.post(SETTINGS, fields_of(office) | typed).status_code == 302
    return Tournament.objects.get(slug="cup")


def test_saving_the_settings_unchanged_changes_nothing_but_the_journal(office):
    """No award is invented, whichever an event has: both thirds, no third, one without a match for it, others."""
    for key in ("s001_2", "s001_3", "s001_5", "plain_groups"):
        slug = key.replace("_", "-")
        event = create_tournament(by=None, blueprint=read_preset(key), slug=slug, first_day=date(2123, 11, 29))
        page, before = f"/e/{slug}/office/settings/", Tournament.objects.values().get(pk=event.pk)
        assert office.post(page, fields_of(office, page)).status_code == 302
        assert Tournament.objects.values().get(pk=event.pk) == before
        assert event.journal.events.latest("number").data["fields"] == []


def test_the_settings_change_rules_times_and_awards(office, event):
    (left_open,) = [shown for shown in office.get(SETTINGS).context["parts"] if shown.part.key == "left-open"]
    assert [bound.name for bound in left_open.fields] == [
        "on_time", "tie", "pass_scope", "a_fail", "fail_consecutive", "fail_scope", "grace_minutes",
        "branches_apart", "third_place_match",
    ]  # fmt: skip
    typed = {
        "minutes": "40", "on_time": "stop_now", "a_fail": "3:J", "tie": "first_to_reach:referee", "report_at": "10",
        "closes": "2123-11-28T17:00", "draw": "2123-11-29T09:00", "third_place_match": "on", "award_3": "第三名",
    }  # fmt: skip
    changed = saved(office, **typed)
    rules = rule_set(changed).to_dict()
    assert {name: rules[name] for name in ("minutes", "on_time", "a_fail_limit", "a_fail_to", "report_at")} == {
        "minutes": 40, "on_time": "stop_now", "a_fail_limit": 3, "a_fail_to": "J", "report_at": 10,
    }  # fmt: skip
    assert rules["tie_rules"] == ["first_to_reach", "referee"]
    assert changed.closes_at.astimezone(changed.tzinfo).isoformat() == "2123-11-28T17:00:00+08:00"
    assert changed.awards[2] == {"rank": 3, "name": "第三名", "count": 1}


def test_further_awards_follow_the_third_and_those_that_the_settings_do_not_offer_are_kept(office, event):
    sent = fields_of(office) | {"award_more": "优胜奖", "award_0": ""}
    refused = office.post(SETTINGS, sent)
    assert (refused.status_code, "more_teams" in refused.context["form"].errors) == (422, True)
    further = saved(office, award_more="优胜奖", award_0="", more_teams="4").awards[2:]
    assert further == [{"rank": 3, "name": "季军", "count": 2}, {"rank": 5, "name": "优胜奖", "count": 4}]
    second, third = {"rank": 5, "name": "二等奖", "count": 4}, {"rank": 9, "name": "三等奖", "count": 8}
    awards = [*event.awards[:3], second, third, event.awards[3]]
    Tournament.objects.update(awards=awards)
    assert "三等奖 (8)" in markup(office.get(SETTINGS))
    assert saved(office).awards == awards
    wider = saved(office, more_teams="6", third_place_match="on").awards
    assert wider[3:5] == [second | {"rank": 4, "count": 6}, third | {"rank": 10}]


UNUSUAL = {
    "tie_rules": ["on_stage", "leads_next_deal", "draw"], "a_fail_limit": 2, "a_fail_to": "5", "report_at": 8,
    "minutes": None,
}  # fmt: skip
WORDS_OF_UNUSUAL = [
    "the side on stage, which won the last deal, wins; if that does not decide, the side that would lead in the next "
    "deal wins; if that does not decide, the match is a draw",
    "After 2 failures back to 5",
    "At 8 cards",
    "Best of 7",
]


def test_rules_that_the_settings_do_not_offer_are_named_in_words_and_kept(office):
    for name, options in (("s000", UNUSUAL), ("s001_1", {}), ("s001_5", {}), ("s001_7", {})):
        event = an_event(rule_set=name, rule_options=options, best_of=7)
        page, before = reverse("settings", args=[event.slug]), rule_set(event)
        shown = markup(office.get(page))
        if options:
            chosen = [part.split("</option>")[0].split(">")[1] for part in shown.split(" selected")[1:]]
            assert [words for words in chosen if words in WORDS_OF_UNUSUAL] == WORDS_OF_UNUSUAL
        assert office.post(page, form_fields(shown, page) | {"key": "", "place": "礼堂"}).status_code == 302
        event.refresh_from_db()
        assert (rule_set(event), event.best_of, event.place) == (before, 7, "礼堂")
        assert event.journal.events.get().data["fields"] == ["place"]


def test_refused_settings_say_where_in_words_of_the_site_and_change_nothing(office, event):
    sent, before = fields_of(office), all_rows()
    for field, typed, said in (
        ("closes", "2124-01-01T00:00", ""),
        ("closes", "morgen", "Please give a date and a time"),
        ("grace_minutes", "five", "Please give a whole number"),
    ):
        answer = office.post(SETTINGS, sent | {field: typed})
        assert (answer.status_code, f'href="#f-{field}"' in markup(answer)) == (422, True), typed
        assert said in str(answer.context["form"].errors[field])
    assert all_rows() == before


def test_settings_of_an_old_page_are_not_saved_over_others_and_leave_alone_what_stands_elsewhere(office, event):
    older = fields_of(office)
    ends = f"{FIRST_START - timedelta(days=2):%Y-%m-%dT%H:%M}"
    saved(office, place="礼堂", names_public="on", closes=ends, deal_limit="9", own_rules="## 甲\n- 乙")
    assert office.post(SETTINGS, older | {"document": "甲工字 1 号", "grace_minutes": "5"}).status_code == 302
    made = Tournament.objects.get()
    assert (made.place, made.document, made.own_rules) == ("礼堂", "甲工字 1 号", "## 甲\n- 乙")
    assert made.names_public
    assert f"{made.closes_at.astimezone(made.tzinfo):%Y-%m-%dT%H:%M}" == ends
    assert (rule_set(made).deal_limit, rule_set(made).grace_minutes) == (9, 5)
    late = office.post(SETTINGS, older | {"place": "球场"})
    assert (late.status_code, Tournament.objects.get().place) == (409, "礼堂")
    assert 'value="球场"' in markup(late)
    assert "<dt>Place</dt><dd>礼堂</dd>" in markup(late)
    assert press_again(office, late, SETTINGS, key="").status_code == 302
    assert Tournament.objects.get().place == "球场"


def test_a_part_of_the_settings_is_saved_alone(office, event):
    """What another part would have sent stays as it is, ticks that are off as well."""
    Tournament.objects.update(third_place_match=True)
    sent = fields_of(office)
    part = {name: sent[name] for name in ("key", "seen", "account", "place", "initial-place")}
    assert office.post(SETTINGS, part | {"place": "职工之家"}).status_code == 302
    changed = Tournament.objects.get()
    assert (changed.place, changed.third_place_match) == ("职工之家", True)


def test_rule_set_is_switched_before_the_draw_with_all_its_rules(office, event):
    """Those of associations stand before those of single unions; which own rules they replace is said first."""
    office.cookies["django_language"] = "zh-hans"
    page, url = text(office.get(SETTINGS)), f"{SETTINGS}rule-set/"
    names = ("江苏省简易规则2017", "竞技掼蛋竞赛规则", "职业技术学院2023", "售楼处")
    assert sorted(names, key=page.index) == [*names]
    assert "也会被替换" not in page
    saved(office, grace_minutes="12")
    assert "您改过的这些规则也会被替换：迟到宽限（分钟）" in text(office.get(SETTINGS))
    assert press(office, SETTINGS, url, rule_set="no_such").status_code == 422
    assert press(office, SETTINGS, url, rule_set="official_2022").status_code == 302
    changed = Tournament.objects.get()
    assert rule_set(changed) == named("official_2022")
    assert changed.stages.get().rule_set == named("official_2022").to_dict()
    Tournament.objects.update(state=TournamentState.DRAWN)
    assert office.post(url, {"rule_set": "s000", "seen": settings_version(changed)}).status_code == 422


def test_after_the_draw_the_place_can_still_be_changed_and_the_rules_cannot(office, event):
    Tournament.objects.update(state=TournamentState.DRAWN)
    changed = saved(office, place="礼堂", minutes="40")
    assert (changed.place, rule_set(changed).minutes) == ("礼堂", 60)


def test_running_event_is_archived_when_it_is_meant_so_and_is_locked_until_taken_back(office, event):
    """Meanwhile it is on no desk, and in the list of the office."""
    Tournament.objects.update(name="旧赛事", state=TournamentState.RUNNING)
    archival, restoration = (f"/e/cup/office/{page}/" for page in ("archival", "restoration"))
    question = press(office, SETTINGS, archival)
    assert question.status_code == 422
    assert "The event is being played" in markup(question)
    assert press_again(office, question, archival).headers["Location"] == SETTINGS
    assert Tournament.objects.get().archived_at
    assert ["旧赛事</a>" in markup(office.get(url)) for url in ("/desks/", "/events/")] == [False, True]
    refused = office.post(SETTINGS, fields_of(office) | {"place": "礼堂"})
    assert refused.status_code == 422
    assert "The event is in the archive, so nothing can be changed" in markup(refused)
    assert restoration in markup(office.get(SETTINGS))
    office.post(restoration)
    assert "旧赛事</a>" in markup(office.get("/desks/"))
    assert saved(office, place="礼堂").place == "礼堂"


def test_event_is_deleted_when_it_is_meant_so_unless_it_has_a_result(office):
    for slug, has_result in (("played", True), ("drawn", False)):
        event = a_drawn_tournament(slug=slug)
        page, url = (reverse(name, args=[slug]) for name in ("settings", "deletion"))
        if has_result:
            decide(1)
            assert url not in markup(office.get(page))
            assert office.post(url).status_code == 422
            continue
        question = press(office, page, url)
        assert "with its 4 teams will be deleted for good" in markup(question)
        assert Tournament.objects.filter(pk=event.pk).exists()
        assert press_again(office, question, url).headers["Location"] == "/events/"
    assert list(Tournament.objects.values_list("slug", flat=True)) == ["played"]
    assert Event.objects.get(kind="tournament.deleted").data["slug"] == "drawn"


def test_office_is_not_for_strangers_and_referees_and_shows_the_chief_referee_no_entries(client):
    tournament = a_tournament(branches=1, teams=1)
    for user in (a_user(), a_role(tournament, RoleKind.REFEREE)):
        client.force_login(user)
        for name in ("office", "settings"):
            assert client.get(reverse(name, args=[tournament.slug])).status_code == 403
    client.force_login(a_role(tournament, RoleKind.CHIEF_REFEREE))
    page = markup(client.get(reverse("office", args=[tournament.slug])))
    for name in ("entries", "settings", "people", "branches"):
        assert f'href="{reverse(name, args=[tournament.slug])}"' not in page
    assert f'href="{reverse("draw", args=[tournament.slug])}"' in page


def test_the_office_shows_the_next_thing_to_do(office):
    def heading(tournament: Tournament) -> str:
        page = markup(office.get(reverse("office", args=[tournament.slug])))
        return page.split('<h2 id="todo-h">')[1].split("</h2>")[0]

    assert heading(a_tournament()) == "Enter the branches first"
    assert heading(a_tournament(branches=3, teams=1)) == "3 branches and 3 teams are missing"
    assert heading(a_tournament(branches=2, teams=2)) == "Lots can be drawn"
    drawn = a_drawn_tournament()
    assert heading(drawn).startswith("Next: Semi-final, Mon 29 Nov 2123 12:30")
    crowded = a_drawn_tournament()
    Match.objects.filter(stage__tournament=crowded).update(table=None)
    crowded.tables.exclude(number=1).delete()
    assert heading(crowded) == "3 matches have no table yet"
    page = markup(office.get(reverse("office", args=[crowded.slug])))
    assert f'href="{reverse("plan", args=[crowded.slug])}?round=1#sittings-1"' in page
    assert 'id="sittings-1"' in markup(office.get(reverse("plan", args=[crowded.slug])))
    Round.objects.filter(stage__tournament=drawn, number=1).update(starts_at=timezone.now() - timedelta(minutes=1))
    assert heading(drawn) == "Semi-final should have started"
    assert heading(a_drawn_tournament(started=True)) == "Semi-final is being played"


def test_lists_of_events_are_read_by_pages_and_found_by_name_and_year(office):
    lists = (("/desks/", DESKS_A_PAGE, '<article class="event">'), ("/events/", EVENTS_A_PAGE, 'class="name wrap"'))
    a_tournament(name="新年的比赛", place="职工之家")
    assert not any('id="find-q"' in markup(office.get(page)) for page, _, _ in lists)
    one = [queries(office, page) for page, _, _ in lists]
    made = max(DESKS_A_PAGE, EVENTS_A_PAGE) + 1
    for number in range(made):
        a_tournament(name=f"第{number}届", starts_at=FIRST_START.replace(year=2120))
    assert [queries(office, page) for page, _, _ in lists] == one
    for page, fit, rows in lists:
        first, second = markup(office.get(page)), markup(office.get(f"{page}?page=2"))
        assert (first.count(rows), second.count(rows)) == (fit, made + 1 - fit)
        assert 'href="?page=2" rel="next"' in first
        old = markup(office.get(f"{page}?year=2120&q=届"))
        assert (old.count(rows), '<option value="2120" selected>' in old) == (fit, True)
        assert f'href="?q={quote("届")}&amp;year=2120&amp;page=2" rel="next"' in old
        listed = markup(office.get(f"{page}?q=职工之家"))
        assert (listed.count(rows), "新年的比赛" in listed) == (1, True)
        assert "There is no event of that name." in markup(office.get(f"{page}?q=没有"))
        assert office.get(f"{page}?page=9").status_code == 404
