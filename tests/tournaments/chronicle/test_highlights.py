"""看点: what stands out among the finished matches, who shares it, and what is not told."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.round_day import Day, a_day, at_the_bell, win
from tests.web.documents.events import a_reading, said
from tournaments.bracket.queries.matches import rounds
from tournaments.chronicle.queries.highlights import Feat, Highlights, highlights
from tournaments.chronicle.queries.stories import match_stories
from tournaments.day.actions.matches import confirm_result, enter_deal
from tournaments.day.actions.rulings import correct_result, decide

pytestmark = pytest.mark.django_db


def highlights_of(day: Day, at_once: int = 200) -> Highlights:
    return highlights((m for r in rounds(day.tournament) for m in r.matches), at_once)


def by_feat(day: Day) -> dict[Feat, tuple[float, list[tuple[int, int]]]]:
    """Value, and number of the match (0: none) and ordinal of the team (0: none) of each holder."""
    return {
        feat.feat: (
            feat.value,
            [(h.match.number if h.match else 0, h.team.ordinal if h.team else 0) for h in feat.holders],
        )
        for feat in highlights_of(day).feats
    }


def test_only_what_is_finished_and_stands_is_told_and_not_as_another_release_kept_it():
    day = a_day(branches=2, teams=2)
    enter_deal(day.match(2), "NS", by=day.chief)
    assert highlights_of(day) == Highlights(0, 0, ())
    win(day, 1)
    before = highlights_of(day)
    assert before.played == 1
    (key,) = cache._cache.get_client().keys("*told:*")
    cache._cache.set(key, {"doubles": [1, 0], "luck": 3}, 60)
    assert highlights_of(day) == before
    correct_result(day.match(1), by=day.chief, reason="记错了")
    assert highlights_of(day).feats == ()


def test_match_that_was_decided_against_its_sheet_stands_out_nowhere_and_its_story_names_no_winner():
    day = a_day(branches=2, teams=2)
    win(day, 1)
    correct_result(day.match(1), by=day.chief, reason="换错人")
    decide(day.match(1), "away", by=day.chief, reason="换错人")
    assert highlights_of(day) == Highlights(0, 0, ())
    (story,) = match_stories(day.tournament, 1).values()
    assert (story.winner, story.passed) == ("", "home")
    summary = said(a_reading(day.tournament), "summary")
    assert "有1场成绩由裁判长更正" in summary


def test_feats_of_a_day():
    day = a_day(branches=4, teams=2)
    day.at(30)
    win(day, 1)  # four double wins and one that is none
    win(day, 2, "away")
    day.at(40)
    at_the_bell(day, 3, "NS", "WE", "WE", "NWSE")
    confirm_result(day.match(3), by=day.chief)
    feats = by_feat(day)
    assert feats[Feat.CLOSEST] == (1, [(3, 0)])
    assert feats[Feat.STREAK] == (5, [(1, 1), (2, 2)])
    assert feats[Feat.DOUBLES] == (4, [(1, 1), (2, 2)])
    assert feats[Feat.TEAM_DOUBLES] == (4, [(0, 1), (0, 2)])
    assert feats[Feat.FASTEST_DEALS] == (5, [(1, 1), (2, 2)])
    assert feats[Feat.FASTEST_MINUTES] == (30, [(1, 1), (2, 2)])
    assert Feat.LEADS not in feats
    assert feats[Feat.COMEBACK][1] == [(3, 2)]


def test_who_was_behind_and_won_came_back():
    day = a_day(branches=2, teams=2)
    match = day.match(1)
    for order in ("NS", "NS", "NS", "WE", "WE", "WE", "WE", "WNSE"):
        enter_deal(match, order, by=day.chief)
    confirm_result(match, by=day.chief)
    value, holders = by_feat(day)[Feat.COMEBACK]
    assert 0 < value < 0.3
    assert holders == [(1, day.match(1).away_team.ordinal)]


def test_many_matches_are_worked_out_in_turn_and_once():
    day = a_day(branches=4, teams=2)
    for number in (1, 2, 3):
        win(day, number)
    first = highlights_of(day, at_once=2)
    assert (first.played, first.counted, first.is_complete) == (3, 2, False)
    assert highlights_of(day, at_once=2).is_complete
    matches = [m for r in rounds(day.tournament) for m in r.matches]
    with CaptureQueriesContext(connection) as queries:
        assert highlights(matches).is_complete
    assert len(queries) == 1
