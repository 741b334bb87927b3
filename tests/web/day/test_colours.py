"""红黑, 黑白: in games whose board has colours home moves first, and every page and paper of a match says so."""

import re

import pytest

from scoring.games import GAMES
from tests.factories import a_drawn_tournament, a_role
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tests.web.documents.events import a_reading
from tests.web.documents.test_catalogue import words_of
from tests.web.pages import signed_in, text
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.actions.pairing import pair_round
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.words.results import side_words
from tournaments.models import Match, Player, Round, Stage, Tournament
from tournaments.presets.named_games import NAMED_GAMES
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def an_event(game="xiangqi", format_="swiss", **more):
    event = a_drawn_tournament(format_=format_, teams=1, game="win_loss", seats=1, **{"branches": 4, **more})
    win_loss = GAMES["win_loss"]
    Stage.objects.update(rule_set=win_loss.plain_options(win_loss.options_of(dict(NAMED_GAMES[game].options))))
    return event


def test_every_page_of_a_match_and_the_reasons_of_a_pairing_name_the_colours():
    event = an_event(slug="board")
    chief = a_role(event, RoleKind.CHIEF_REFEREE)
    browser, first, second = signed_in(chief), "red (moves first)", "black"
    listed = text(browser.get("/e/board/bracket/"))  # home on the left
    assert listed.index("分会 red ") < listed.index("分会 black ")
    for page in ("matches/1/", "sheets/1/", "desk/1/", "desk/matches/1/", "desk/matches/1/slip/"):
        words = text(browser.get(f"/e/board/{page}"))
        assert first in words, page
        assert second in words, page
    for number in Match.objects.filter(round__number=1).values_list("number", flat=True):
        decide(number)
    pair_round(Round.objects.get(number=2), by=chief)
    why = text(browser.get("/e/board/bracket/")).split("Why these pairs")[1]
    assert re.search("分会 red – .* 第.分会 black the same points", why)


def test_a_game_without_colours_and_a_bye_name_none():
    event = a_drawn_tournament(branches=4, teams=1)
    assert {line.colour for r in rounds(event) for match in r.matches for line in match.lines} == {""}
    odd = an_event(branches=5)
    (bye,) = [match for match in rounds(odd)[0].matches if match.is_bye]
    assert {line.colour for line in bye.lines} == {""}


def test_score_sheet_slip_and_lists_name_the_colours():
    event = an_event(format_="round_robin")
    match = rounds(event)[0].matches[0]
    assert [side_words(line).split("，")[1] for line in match.lines] == ["红方（先走）", "黑方"]
    sheet = words_of(a_reading(event), "score-sheets")[0]
    assert all(word in sheet for word in ("红方（先走）", "黑方"))


def test_a_table_card_names_the_colour_of_each_side_where_the_game_has_some():
    event = an_event("weiqi", tables=2)
    assert all("黑棋（先走）" in page and "白棋" in page for page in words_of(a_reading(event), "table-cards"))
    without = words_of(a_reading(a_drawn_tournament(branches=4, teams=1, tables=2)), "table-cards")
    assert without
    assert not any("棋" in page for page in without)


def test_whoever_plays_alone_is_named_in_journal_and_draw_where_names_are_shown_and_elsewhere_by_branch():
    event = an_event(slug="board", names_public=True)
    Player.objects.filter(team__branch__tournament=event).update(name="队员甲")
    decide(1)
    browser = signed_in(a_role(event, RoleKind.OFFICE))
    browser.cookies["django_language"] = "zh-hans"
    for page in ("journal/", "office/draw/", "teams/"):
        words = text(browser.get(f"/e/board/{page}"))
        assert "队员甲" in words, page
        assert "一队" not in words, page
    Tournament.objects.update(names_public=False)
    decide(2)
    for page in ("journal/", "results/", "teams/"):
        assert "队员甲" not in text(browser.get(f"/e/board/{page}")), page


def test_whoever_plays_alone_stands_once_on_each_paper_of_the_awards():
    event = an_event(format_="knockout", branches=4, rounds=2, slug="board", names_public=True, awards=S000_AWARDS)
    Player.objects.filter(team__branch__tournament=event).update(name="队员甲")
    play_all(event)
    confirm_awards(event, by=a_role(event, RoleKind.OFFICE))
    reading = a_reading(event)
    (champion,) = reading.awards.placed[0].winners
    named = f"队员甲（{champion.team.branch}）"
    for paper in ("certificates", "award-list", "host-words", "summary"):
        pages = "".join(words_of(reading, paper))
        assert named in pages, paper
        assert f"{named}（" not in pages, paper
        assert f"{named}队员甲" not in pages, paper
        assert f"队员甲（{named}" not in pages, paper
