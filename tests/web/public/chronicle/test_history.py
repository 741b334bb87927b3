"""日志: what happened, in words."""

import pytest
from django.utils import translation

from journal.models import Event
from scoring.states import ScoringEvent
from tests.factories import a_drawn_tournament
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.pages import markup
from tests.web.public_pages import address
from tournaments.chronicle.queries.history import PER_PAGE, Group, HistoryItem, history
from tournaments.chronicle.words.history import history_words
from tournaments.codes import TournamentEvent
from tournaments.day.actions.matches import call_match, check_in, check_out, undo_deal
from tournaments.words import EVENTS

MATCH = {
    "match": 3, "number": 3, "entrants": 8, "place": 3, "place_for": None, "table": 2,
    "home": {"id": 1, "branch": "机电分会", "ordinal": 1}, "away": {"id": 2, "branch": "体育分会", "ordinal": 2},
}  # fmt: skip
PAIRING = "Quarter-final, match 3, 机电分会 Team 1 – 体育分会 Team 2"


def words(kind: str, **data: object) -> str:
    return history_words(HistoryItem(1, None, "", kind, data, 0))


def test_every_kind_of_event_has_words():
    for kind in (*TournamentEvent, *ScoringEvent):
        assert kind in EVENTS
        with translation.override("en"):
            assert words(kind, **MATCH), kind
            assert words(kind), kind


CONFIRMED, ENTERED = TournamentEvent.RESULT_CONFIRMED, ScoringEvent.DEAL_ENTERED
SENTENCES = (
    (CONFIRMED, {"winner": "home", "reason": "level_at_time", "levels": [12, 9]},
     "机电分会 Team 1 wins at Q : 9 (Ahead when time ran out)."),
    (CONFIRMED, {"winner": "away", "reason": "level_at_time", "levels": [6, 8]},
     "体育分会 Team 2 wins at 8 : 6 (Ahead when time ran out)."),
    (CONFIRMED, {"winner": "", "reason": "both_absent", "levels": [2, 2]}, "nobody wins (Nobody came)."),
    (ENTERED, {"deal": 4, "order": "WE", "standing": {"home": 7, "away": 11}},
     "deal 4 goes to 体育分会 Team 2, levels 7 : J."),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "data", "sentence"), SENTENCES)
def test_sentence_names_who_and_what(kind, data, sentence):
    with translation.override("en"):
        assert words(kind, **MATCH, **data) == f"{PAIRING}: {sentence}"


def test_moved_round_names_both_moments_and_another_year():
    with translation.override("en"):
        sentence, into_next = (
            words(TournamentEvent.ROUND_MOVED, entrants=8, round=1, before=before, after=after)
            for before, after in (
                ("2123-11-29T04:30:00+00:00", "2123-11-30T05:00:00+00:00"),
                ("2126-12-04T04:30:00+00:00", "2127-12-04T04:30:00+00:00"),
            )
        )
    assert "04:30" in sentence
    assert "05:00" in sentence
    assert "2123" not in sentence
    assert "Wed 4 Dec 2126" in into_next
    assert "Thu 4 Dec 2127" in into_next


def test_journal_tells_the_newest_first_with_its_person(client, db):
    tournament, matches, referee = a_started_tournament()
    call_match(matches[0], by=referee)
    check_in(matches[0], matches[0].home_team.players.first(), by=referee)
    win(matches[0], "home", 1, by=referee)
    undo_deal(matches[0], by=referee)
    items = history(tournament).items
    assert [item.kind for item in items[:4]] == [
        ScoringEvent.DEAL_UNDONE, ScoringEvent.DEAL_ENTERED, TournamentEvent.PLAYER_CHECKED_IN,
        TournamentEvent.MATCH_CALLED,
    ]  # fmt: skip
    body = markup(client.get(address("history", tournament)))
    assert body.count("裁判甲") == len(items)
    assert address("match", tournament, number=matches[0].number) in body


def test_check_ins_of_a_match_are_one_line_without_names(client, db):
    tournament, matches, referee = a_started_tournament()
    for player in matches[0].home_team.players.all():
        check_in(matches[0], player, by=referee)
    check_out(matches[0], player, by=referee)
    body = markup(client.get(address("history", tournament)))
    assert body.count("已签到1人") == 1
    assert body.count("签到") == 1
    assert "队员" not in body


def test_journal_is_narrowed_to_a_kind(client, db):
    tournament, matches, referee = a_started_tournament()
    pass_a(matches[0], by=referee)
    page = address("history", tournament)
    assert {item.kind for item in history(tournament, group=Group.RESULTS).items} == {TournamentEvent.RESULT_CONFIRMED}
    body = markup(client.get(f"{page}?kind=1"))
    assert '<a href="?kind=1" aria-current="page">' in body
    assert body.count("第1场") == 1
    assert "还没有这一类记录" in markup(client.get(f"{page}?kind=2"))
    assert client.get(f"{page}?kind=9").status_code == 404


def test_journal_is_read_by_pages(client, db):
    tournament = a_drawn_tournament()
    of_all = {"journal": tournament.journal, "at": tournament.closes_at, "kind": ScoringEvent.DEAL_UNDONE}
    Event.objects.bulk_create(
        Event(number=number, subject="match:1", public=bool(number % 3), **of_all)
        for number in range(1, 6 * PER_PAGE + 10)
    )
    pages = [history(tournament)]
    while pages[-1].older:
        pages.append(history(tournament, pages[-1].older))
    numbers = [item.number for page in pages for item in page.items]
    assert numbers == sorted(numbers, reverse=True)
    assert (len(numbers), {page.total for page in pages}) == (len({*numbers}), {len(numbers)})
    assert [len(page.items) for page in pages[:-1]] == [PER_PAGE] * (len(pages) - 1)
    newest, second, last = pages[0], pages[1], pages[-1]
    assert (newest.newer, second.newer, last.newer) == (None, 0, pages[-3].older)
    assert {page.oldest for page in pages[:-1]} == {pages[-2].older}
    body = markup(client.get(address("history", tournament)))
    assert f'href="?before={newest.older}" rel="next"' in body
    assert 'rel="prev"' not in body
    older = markup(client.get(address("history", tournament) + f"?before={last.newer}"))
    assert f'href="?before={pages[-4].older}" rel="prev"' in older
    assert client.get(address("history", tournament) + "?before=1").status_code == 404
