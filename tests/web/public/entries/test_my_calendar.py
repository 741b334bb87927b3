"""The calendar of a team, read again by the library that calendars use."""

from datetime import timedelta

import pytest
from django.urls import reverse
from icalendar import Calendar

from tests.factories import FIRST_START, SHANGHAI, a_user
from tests.notices.factories import a_drawn_event, an_event, the_match, the_round, the_team
from tournaments.day.actions.rulings import correct_result, decide
from tournaments.day.actions.timetable import move_round, set_table
from tournaments.entries.actions.teams import withdraw_team
from tournaments.entries.queries.links import my_token

pytestmark = pytest.mark.django_db
BEFORE = FIRST_START - timedelta(days=2)


def feed(client, tournament, **owner):
    path = reverse("my_calendar", args=[tournament.slug, my_token(tournament, **owner)])
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar"
    return Calendar.from_ical(answer.content)


def entries(client, tournament, **owner):
    """By the number of the match."""
    return {int(str(e["URL"]).split("/")[-2]): e for e in feed(client, tournament, **owner).walk("VEVENT")}


def facts(entry):
    """What somebody who looks at the calendar must not be told wrong."""
    texts = (str(entry.get(name)) for name in ("LOCATION", "SUMMARY", "DESCRIPTION", "STATUS"))
    return entry["DTSTART"].dt, entry["DTEND"].dt, *texts


def test_entry_says_where_when_and_against_whom(client):
    tournament = a_drawn_event(now=BEFORE)
    team = the_team(tournament, "甲分会", 1)
    set_table(the_match(tournament, 1), tournament.tables.get(number=3), by=a_user(is_staff=True))
    calendar = feed(client, tournament, team=team.pk)
    entry = calendar.walk("VEVENT")[0]
    assert (calendar["VERSION"], calendar["METHOD"]) == ("2.0", "PUBLISH")
    assert calendar["REFRESH-INTERVAL"].dt == timedelta(minutes=15)
    assert str(entry["SUMMARY"]) == "甲分会一队 对 乙分会一队"
    assert str(entry["LOCATION"]) == "职工之家（知行楼），3号桌"
    assert "12:20" in str(entry["DESCRIPTION"])
    assert entry["DTSTART"].dt == FIRST_START
    assert entry["DTSTART"].params["TZID"] == "Asia/Shanghai"
    assert entry["DTEND"].dt - entry["DTSTART"].dt == timedelta(hours=1)
    zone = calendar.walk("VTIMEZONE")[0]
    assert zone["TZID"] == "Asia/Shanghai"
    assert zone.to_tz().utcoffset(FIRST_START.replace(tzinfo=None)) == SHANGHAI.utcoffset(FIRST_START)


def test_lines_are_folded_and_a_feed_without_matches_is_one(client):
    tournament = an_event(name="很长的比赛名称" * 8, now=BEFORE)
    branch = tournament.branches.first()
    path = reverse("my_calendar", args=[tournament.slug, my_token(tournament, branch=branch.pk)])
    lines = client.get(path).content.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert feed(client, tournament, branch=branch.pk).walk("VEVENT") == []


def test_sequence_rises_whenever_an_entry_says_something_else(client):
    """Whatever is done to the event: no entry changes unseen, none is numbered down."""
    tournament, by = a_drawn_event(now=BEFORE, branches=4), a_user(is_staff=True)
    rival = the_team(tournament, "乙分会", 1)
    owners = [{"branch": branch.pk} for branch in tournament.branches.filter(number__lte=2)]
    steps = [
        lambda: set_table(the_match(tournament, 1), tournament.tables.get(number=9), by=by),
        lambda: move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=by),
        lambda: withdraw_team(rival, by=by, reason="有事"),
        lambda: decide(the_match(tournament, 2), "away", by=by, reason="裁定"),
        lambda: correct_result(the_match(tournament, 2), by=by, reason="记错了"),
    ]
    seen = [entries(client, tournament, **owner) for owner in owners]
    changed = 0
    for step in steps:
        step()
        now = [entries(client, tournament, **owner) for owner in owners]
        for former, present in zip(seen, now, strict=True):
            for number in former.keys() & present.keys():
                assert present[number]["UID"] == former[number]["UID"]
                assert present[number]["SEQUENCE"] >= former[number]["SEQUENCE"]
                if facts(present[number]) != facts(former[number]):
                    changed += 1
                    assert present[number]["SEQUENCE"] > former[number]["SEQUENCE"]
        seen = now
    assert changed >= 8


def test_match_that_falls_away_or_needs_no_play_is_cancelled(client):
    tournament, by = a_drawn_event(now=BEFORE, branches=4), a_user(is_staff=True)
    team = the_team(tournament, "甲分会", 2)
    decide(the_match(tournament, 2), "home", by=by, reason="裁定")
    following = max(entries(client, tournament, team=team.pk))
    correct_result(the_match(tournament, 2), by=by, reason="记错了")
    by_number = entries(client, tournament, team=team.pk)
    assert (str(by_number[2]["STATUS"]), str(by_number[following]["STATUS"])) == ("CONFIRMED", "CANCELLED")
    withdraw_team(the_team(tournament, "乙分会", 1), by=by, reason="有事")
    by_number = entries(client, tournament, team=the_team(tournament, "甲分会", 1).pk)
    assert [str(by_number[number]["STATUS"]) for number in sorted(by_number)] == ["CANCELLED", "CONFIRMED"]


def test_calendar_that_is_known_already_is_not_sent_again(client):
    tournament = a_drawn_event(now=BEFORE)
    token = my_token(tournament, branch=tournament.branches.first().pk)
    path = reverse("my_calendar", args=[tournament.slug, token])
    first = client.get(path)
    assert client.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    move_round(the_round(tournament, 1), FIRST_START + timedelta(hours=1), by=a_user(is_staff=True))
    assert client.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
