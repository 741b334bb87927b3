"""名次赛 beside a bracket on its pages: the places behind the semi-finals, and a consolation."""

import re

import pytest
from django.test import Client
from django.utils import translation

from tests.factories import a_drawn_tournament
from tests.tournaments.played import decide
from tests.web.documents.events import a_reading
from tests.web.pages import queries, text
from tests.web.public_pages import address
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.words.names import round_name
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Match, Tournament
from web.displays.present import present
from web.documents.document import Options
from web.documents.stage_papers import drawn_stage
from web.hall.boards import hall_boards
from web.public.entries.teams import TeamPath, team_paths

pytestmark = pytest.mark.django_db
NAMES = {
    "zh-hans": ["5–8名赛", "第五名决赛", "第七名决赛"],
    "en": ["Places 5–8", "Match for place 5", "Match for place 7"],
}


THIRD = ("三四名决赛", "Match for third place")


def an_event(*, teams: int = 8, **settings: object) -> Tournament:
    more = {"settings": settings or {"places_to": 8}, "third_place_match": True}
    return a_drawn_tournament(branches=teams, teams=1, started=True, rehearsal=True, **more)


def names(tournament: Tournament) -> list[str]:
    shown = (match for round_ in rounds(tournament) for match in round_.matches if match.place_for)
    named = (round_name(m.entrants, number=m.round_number, where=m.where) for m in shown)
    return list(dict.fromkeys(named))


def test_matches_are_named_by_the_places_that_they_decide(client):
    tournament, large = an_event(), an_event(teams=16, places_to=16)
    for language, of_places in (("zh-hans", "{}–{}名赛"), ("en", "Places {}–{}")):
        client.cookies["django_language"] = language
        for page in ("bracket", "rounds", "timetable"):
            shown = text(client.get(address(page, tournament)))
            assert all(name in shown for name in NAMES[language]), page
        with translation.override(language):
            assert [name for name in names(tournament) if name not in THIRD] == NAMES[language]
            assert names(large)[:4] == [of_places.format(*span) for span in ((9, 16), (5, 8), (9, 12), (13, 16))]


def test_third_place_stays_in_the_drawing_and_the_other_places_stand_below(client):
    client.cookies["django_language"] = "en"
    drawing, below = text(client.get(address("bracket", an_event()))).split("Matches for places")
    assert "Match for third place" in drawing
    assert "Match for third place" not in below
    assert "Match for place 5" not in drawing
    plain = text(client.get(address("bracket", a_drawn_tournament(branches=8, teams=1, third_place_match=True))))
    assert "Matches for places" not in plain


def test_queries_do_not_grow_with_the_places():
    counted = [queries(Client(), address("bracket", an_event(teams=n, places_to=n))) for n in (8, 16)]
    assert counted[0] == counted[1]


def test_hall_shows_them_on_boards_of_their_own():
    tournament = an_event(teams=16, places_to=16)
    snapshot = present(tournament)
    boards = [board for board in hall_boards(snapshot, [snapshot.live]) if board.kind == "bracket"]
    tree, *places = ([[m.place_for for m in column.matches] for column, _ in board.rounds] for board in boards)
    assert tree == [[None] * 8, [None] * 4, [None] * 2, [None, 3]]
    assert places == [[[5] * 2, [5], [7]], [[9] * 4, [9] * 2, [9], [11]], [[13] * 2, [13], [15]]]
    assert [[way for _, way in board.rounds] for board in boards[1:3]] == [
        ["pairs", "", ""],
        ["pairs", "pairs", "", ""],
    ]


def test_paper_has_them_behind_the_drawing():
    reading = a_reading(an_event())
    with translation.override("zh-hans"):
        drawn, title, *tables = drawn_stage(reading, reading.stages[0], Options("a4", 0, 0))
    assert drawn.tree.third.title == "三四名决赛"
    assert title.text == "对阵表 · 名次赛"
    assert [re.sub("　.*", "", block.text) for block in tables[::2]] == NAMES["zh-hans"]
    assert [len(table.rows) for table in tables[1::2]] == [2, 1, 1]


def test_team_is_told_what_follows_and_which_place_it_came_to():
    tournament = an_event(places_to=6)
    for number in range(1, 8):
        decide(number)
    line_ups = {line_up.label.id: line_up for branch in branch_line_ups(tournament) for line_up in branch.teams}

    def path(team: int) -> TeamPath:
        return team_paths(present(tournament), (line_ups[team],))[0]

    def ahead(team: int) -> list[tuple[bool, int, str, int]]:
        return [(way.won, way.match.number if way.match else 0, way.end, way.place) for way in path(team).onward]

    first, second = Match.objects.get(number=7), Match.objects.get(number=8)
    assert ahead(second.home_team_id) == [(True, 11, "", 0), (False, 0, "place", 7)]
    assert ahead(first.home_team_id) == [(True, 0, "place", 5), (False, 0, "place", 6)]
    assert ahead(first.away_team_id) == []
    come = path(first.away_team_id).progress
    assert come
    assert (come.stand, come.place) == ("out", 7)
