"""How a match went: the race, the chance after each deal, where it turned, and the words for it."""

import pytest

from guandan_rules import Effect, EffectKind
from scoring.actions.entries import enter_penalty
from tests.factories import a_user
from tests.made_once import once_a_module
from tests.web.games import DOUBLE, a_started_tournament, pass_a, win
from tests.web.pages import markup, text
from tests.web.public.bracket.test_points import a_movement
from tests.web.public_pages import address
from tournaments.chronicle.queries.stories import Story, Turn, story_of
from tournaments.day.actions.matches import enter, enter_deal
from tournaments.models import Match, Tournament
from web.public.day.match import BOTTOM, TOP, drawing


def the_story(match: Match) -> Story:
    story = story_of(match.games.get().sheet)
    assert story
    return story


def a_turned_match() -> tuple[Tournament, Match]:
    """Home leads by one double win, away wins by five."""
    tournament, matches, referee = a_started_tournament()
    win(matches[0], "home", 1, by=referee)
    pass_a(matches[0], "away", by=referee)
    return tournament, matches[0]


made_once, turned = once_a_module(a_turned_match)


def test_story_follows_levels_and_chances_and_turns_where_the_lead_goes_over(turned):
    story = the_story(turned[1])
    assert [moment.stood for moment in story.moments] == [(2, 2), (5, 2), (5, 5), (5, 8), (5, 11), (5, 14), (5, 15)]
    chances = [moment.chance for moment in story.moments]
    assert chances[0] == pytest.approx(0.5)
    assert chances[1] > 0.5 > chances[3] > chances[4] > chances[5] > 0
    assert chances[6] == 0
    assert (story.winner, story.passed, story.leads) == ("away", "away", 1)
    assert story.lowest == story.moments[1]
    turns = {moment.number: moment.turns for moment, _ in story.turning}
    assert turns == {1: (Turn.SWING,), 3: (Turn.LEAD,), 6: (Turn.PASSED,)}


def test_page_tells_the_story_in_words_drawing_and_table(client, turned):
    tournament, match = turned
    client.cookies["django_language"] = "en"
    response = client.get(address("match", tournament, number=match.number))
    page, words = markup(response), text(response)
    chances = [round((moment.chance_of("away") or 0) * 100) for moment in the_story(match).moments]
    assert page.count("<polyline") == 1
    assert "wins double, takes the lead, 5 : 8" in words
    assert f"from {chances[2]}% to {chances[3]}%" in words
    assert "The lead changed once before" in words
    assert "equally strong" in words
    assert page.count('<th scope="row">') == 6
    assert page.count('<tr class="turn">') == len(the_story(match).turning)


def test_open_match_is_told_as_far_as_it_has_come(client, db):
    tournament, matches, referee = a_started_tournament()
    page = address("match", tournament, number=matches[0].number)
    assert story_of(matches[0].games.get().sheet) is None
    assert 'class="race"' not in markup(client.get(page))
    enter_deal(matches[0], DOUBLE["home"], by=referee)
    story = the_story(matches[0])
    assert (len(story.moments), story.winner, story.lowest) == (2, "", None)
    assert 'class="race"' in markup(client.get(page))


def test_points_are_told_without_a_chance(client, db):
    tournament, match = a_movement()
    referee = a_user(is_staff=True)
    for order in ("NS", "WNSE", "WE"):
        enter_deal(match, order, by=referee)
    story = the_story(match)
    assert [moment.stood for moment in story.moments] == [(0, 0), (4, 0), (4, 1), (4, 5)]
    assert (story.levels, story.has_chances) == (False, False)
    page = markup(client.get(address("match", tournament, number=1)))
    assert 'class="race"' in page
    assert "<polyline" not in page


def test_drawing_keeps_the_lines_apart_and_inside(turned):
    drawn = drawing(the_story(turned[1]))
    assert drawn.home.path.startswith("M30 172")
    assert drawn.away.path.startswith("M30 176")
    assert [len(track.wins) for track in (drawn.home, drawn.away)] == [1, 5]
    assert (drawn.home.end.words, drawn.away.end.words) == ("5", "A")
    assert [mark.words for mark in drawn.deals] == ["1", "2", "3", "4", "5", "6"]
    assert [mark.words for mark in drawn.scale] == ["2", "5", "8", "J", "A"]
    assert TOP <= min(mark.y for mark in drawn.away.wins) - 2 <= BOTTOM


def test_penalty_is_told_at_the_deal_before_it(db):
    _, matches, referee = a_started_tournament()
    win(matches[0], "home", 1, by=referee)
    sheet = matches[0].games.get().sheet
    enter_penalty(sheet, "home", "late", effects=[Effect(EffectKind.OPPONENTS_UP, 3)], by=referee)
    after = the_story(matches[0]).end
    assert (after.number, after.is_deal, after.side, after.stood) == (1, False, "home", (5, 5))
    assert after.chance == pytest.approx(0.5, abs=0.1)


def test_game_that_names_nobody_for_a_deal_says_who_leads_and_who_passes_a(client, db):
    tournament, matches, referee = a_started_tournament(game="shuangsheng")
    for defenders, points in (("home", 40), ("away", 0), *[("home", 0)] * 4):
        enter(matches[0], {"type": "deal", "defenders": defenders, "points": points}, by=referee)
    client.cookies["django_language"] = "en"
    page = text(client.get(address("match", tournament, number=matches[0].number)))
    turns = page.split("Turning points")[1].split("Deal by deal")[0].strip()
    assert turns == (
        "Deal 2: 第1分会 Team 2 takes the lead, 5 : 7. Deal 3: 第1分会 Team 1 takes the lead, 10 : 7. "
        "Deal 6: 第1分会 Team 1 passes A, A : 7."
    )
    assert "Won by" not in page


@pytest.mark.parametrize(
    ("game", "entry", "stood"),
    [
        ("shuangsheng", {"type": "deal", "defenders": "home", "points": 0}, [(2, 2), (7, 2)]),
        ("win_loss", {"type": "result", "winner": "home", "order": ["1", "3", "5", "2", "4", "6"]}, None),
    ],
)
def test_other_games_are_told_without_a_chance_or_not_at_all(client, db, game, entry, stood):
    tournament, matches, referee = a_started_tournament(game=game)
    enter(matches[0], entry, by=referee)
    story = story_of(matches[0].games.get().sheet)
    assert (story and [moment.stood for moment in story.moments]) == stood
    assert story is None or not story.has_chances
    assert client.get(address("match", tournament, number=matches[0].number)).status_code == 200
    assert client.get(address("statistics", tournament)).status_code == 200
