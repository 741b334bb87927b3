"""What a notice says, in both languages, with the state of the moment when it is written."""

from datetime import timedelta

import pytest
from django.template.loader import get_template
from django.utils import timezone, translation

from journal.models import Journal
from notices.models import Notice
from notices.states import KINDS, NoticeKind
from notices.wording import mail, text, title, with_subjects
from tests.factories import FIRST_START, a_user
from tests.notices.factories import SOON, WEEK_BEFORE, a_drawn_event, at, the_match, the_round, the_team
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.day.actions.rulings import both_absent, disqualify
from tournaments.day.actions.timetable import announce_timetable, move_round, set_table
from tournaments.entries.actions.teams import withdraw_team
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db

EVENING = FIRST_START.replace(hour=17, minute=0) - timedelta(days=1)


@pytest.fixture
def english(settings):
    settings.LANGUAGE_CODE = "en"


def written(kind, now, **more):
    (notice,) = with_subjects(Notice.objects.filter(kind=kind, **more))
    return mail(notice, now)


def shown(kind, now, language="en", **more):
    (notice,) = with_subjects(Notice.objects.filter(kind=kind, **more))
    with translation.override(language), timezone.override(notice.tournament.tzinfo):
        return title(notice, now), text(notice, now)


def test_every_kind_has_its_words():
    assert set(KINDS) == set(NoticeKind)
    for template in {kind.template for kind in KINDS.values()}:
        for part in ("title", "text", "details"):
            assert get_template(f"notices/{template}.txt#{part}")


def lose(tournament, *numbers, side="away"):
    """That side of each match does."""
    for number in numbers:
        disqualify(the_match(tournament, number), side, by=a_user(), reason="late")


def test_match_names_round_time_place_table_and_opponent(tournament, english):
    letter = written(NoticeKind.MATCH_DAY_BEFORE, EVENING, team=the_team(tournament, "甲分会", 2))
    assert letter.subject == "[Rehearsal] 掼蛋比赛: 甲分会 Team 2 plays tomorrow at 12:30"
    for words in ("Semi-final, Mon 29 Nov, 12:30", "Opponent: 乙分会 Team 2.", "Table: 2", "职工之家", "12:20"):
        assert words in letter.body
    assert f"/e/{tournament.slug}/matches/2/" in letter.body
    assert "\n\n\n" not in letter.body
    set_table(the_match(tournament, 1), tournament.tables.get(number=7), by=a_user())
    team = the_team(tournament, "甲分会", 1)
    assert "Table: 7" in written(NoticeKind.MATCH_SOON, EVENING, team=team).body
    Match.objects.update(table=None)
    assert "Table: not assigned yet" in written(NoticeKind.MATCH_SOON, EVENING, team=team).body


def test_match_in_chinese_is_a_notice_a_union_would_post(tournament):
    letter = written(NoticeKind.MATCH_SOON, SOON, team=the_team(tournament, "甲分会", 1))
    assert letter.subject == "【演练】【掼蛋比赛】今天12:30 甲分会一队出场"
    assert "4进2，11月29日 周一 12:30。对手：乙分会一队。" in letter.body
    assert "请于12:20前到桌签到" in letter.body


def test_match_with_an_open_opponent_names_both_candidates_and_of_a_candidate_s_candidate_nobody(english):
    tournament = a_drawn_event(now=WEEK_BEFORE, branches=4)
    lose(tournament, 1)
    assert "Opponent: 甲分会 Team 2 or 乙分会 Team 2." in written(NoticeKind.MATCH_SOON, EVENING, match__number=5).body
    lose(tournament, 2)
    team = the_team(tournament, "甲分会", 1)
    assert "Opponent: 甲分会 Team 2." in written(NoticeKind.MATCH_SOON, EVENING, match__number=5, team=team).body
    lose(tournament, 5)
    assert "Opponent: to be determined." in written(NoticeKind.MATCH_SOON, EVENING, match__number=7).body
    lose(tournament, 3)
    body = written(NoticeKind.MATCH_SOON, EVENING, match__number=7).body
    assert "Opponent: 丙分会 Team 1 or to be determined." in body


def test_candidate_who_is_nobody_is_not_named(english):
    tournament = a_drawn_event(now=FIRST_START + timedelta(hours=1), branches=4)
    both_absent(the_match(tournament, 1), by=a_user())
    lose(tournament, 3, 4, 6)
    assert "Opponent: to be determined." in written(NoticeKind.MATCH_SOON, FIRST_START, match__number=7).body


@pytest.mark.parametrize(
    ("before", "english_title", "chinese_title"),
    [
        (timedelta(minutes=30), "Semi-final starts today at 12:30", "4进2 今天12:30开始"),
        (timedelta(hours=19), "Semi-final starts tomorrow at 12:30", "4进2 明天12:30开始"),
        (timedelta(days=2), "Semi-final starts on Mon 29 Nov at 12:30", "4进2 11月29日 周一 12:30开始"),
    ],
)
def test_round_starts_today_or_tomorrow(tournament, before, english_title, chinese_title):
    details = {"kind": NoticeKind.ROUND_SOON, "now": FIRST_START - before, "round__number": 1}
    assert shown(**details) == (english_title, "All teams check in by 12:20 at 职工之家（知行楼）.")
    assert shown(language="zh-hans", **details) == (chinese_title, "请各队12:20到职工之家（知行楼）签到。")


def test_round_lists_its_matches_for_the_office(tournament, english):
    body = written(NoticeKind.ROUND_SOON, EVENING, round__number=1).body
    assert "Match 1, table 1: 甲分会 Team 1 – 乙分会 Team 1\nMatch 2, table 2: 甲分会 Team 2 – 乙分会 Team 2" in body


@pytest.mark.parametrize(
    ("more", "heads"),
    [
        (
            {"format_": "double_elimination", "rounds": 5},
            ["Match 3, Winners' side, table 1", "Match 4, Losers' side, table 2"],
        ),
        ({"third_place_match": True}, ["Match 3, table 1", "Match 4, Match for third place, table 2"]),
    ],
    ids=["both sides", "third place"],
)
def test_list_of_a_round_names_the_side_or_the_place_that_each_match_is_for(english, more, heads):
    tournament = a_drawn_event(now=WEEK_BEFORE, **more)
    body = written(NoticeKind.ROUND_SOON, EVENING, tournament=tournament, round__number=2).body
    assert [line.partition(":")[0] for line in body.splitlines() if line.startswith("Match ")] == heads


def test_moved_round_names_both_starts(tournament):
    announce_timetable(tournament, by=None)
    move_round(the_round(tournament, 2), FIRST_START + timedelta(days=2), by=a_user())
    assert shown(NoticeKind.ROUND_MOVED, WEEK_BEFORE) == (
        "Final has been moved",
        "New start: Wed 1 Dec, 12:30. It was Tue 30 Nov 12:30.",
    )


def test_result_without_play_gives_the_reason(tournament):
    withdraw_team(the_team(tournament, "乙分会", 1), by=a_user(), reason="ill")
    assert shown(NoticeKind.RESULT, WEEK_BEFORE) == (
        "甲分会 Team 1 beats 乙分会 Team 1",
        "Semi-final, match 1. Opponents withdrew.",
    )


def test_result_of_both_absent_names_both_and_the_walkover_that_follows(tournament):
    at(tournament, FIRST_START + timedelta(hours=1))
    both_absent(the_match(tournament, 1), by=a_user())
    assert shown(NoticeKind.RESULT, FIRST_START)[0] == "No winner: 甲分会 Team 1, 乙分会 Team 1"
    lose(tournament, 2)
    assert shown(NoticeKind.RESULT, FIRST_START, match__number=3)[0] == "甲分会 Team 2 wins without play"


def test_result_of_a_played_match_gives_the_levels_of_the_winner_first(tournament):
    lose(tournament, 1, side="home")
    result = the_match(tournament, 1).result
    result.reason, result.home_standing, result.away_standing = "level_at_time", {"level": 10}, {"level": 14}
    result.save()
    assert shown(NoticeKind.RESULT, WEEK_BEFORE) == (
        "乙分会 Team 1 beats 甲分会 Team 1",
        "Semi-final, match 1, levels A to 10. Ahead when time ran out.",
    )


def test_awards_name_the_podium(tournament):
    lose(tournament, 1, 2)
    withdraw_team(the_team(tournament, "甲分会", 2), by=a_user(), reason="ill")
    confirm_awards(tournament, by=a_user())
    assert shown(NoticeKind.AWARDS, WEEK_BEFORE) == ("The champion is 甲分会 Team 1", "Runner-up: 甲分会 Team 2.")


def test_draw_names_teams_and_first_round_and_the_event_as_it_is_written(tournament, english):
    assert shown(NoticeKind.DRAW_PUBLISHED, WEEK_BEFORE) == (
        "The draw is published",
        "The bracket of 4 teams is fixed. Semi-final begins on Mon 29 Nov at 12:30.",
    )
    Tournament.objects.update(name="掼蛋 <A> & “B”")
    letter = written(NoticeKind.DRAW_PUBLISHED, WEEK_BEFORE)
    assert letter.subject == "[Rehearsal] 掼蛋 <A> & “B”: The draw is published"
    assert "掼蛋 <A> & “B”" in letter.body
    Journal.objects.update(rehearsal=False, shown_at=None, anchored_at=None, pace=1.0)
    letter = written(NoticeKind.DRAW_PUBLISHED, WEEK_BEFORE)
    assert letter.subject == "掼蛋 <A> & “B”: The draw is published"
    assert "rehearsal" not in letter.body
