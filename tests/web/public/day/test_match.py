"""The page of a match: its deals with the levels before and after each."""

from tests.factories import a_drawn_tournament
from tests.web.games import a_started_tournament, pass_a
from tests.web.pages import markup
from tests.web.public_pages import address
from tournaments.day.actions.matches import enter_deal, undo_deal
from tournaments.entries.names import masked
from web.public.day.match import deal_rows


def test_match_lists_its_deals_with_levels_and_without_one_that_was_taken_back(client, db):
    tournament, matches, referee = a_started_tournament()
    for order in ("NS", "WNES", "NS"):
        enter_deal(matches[0], order, by=referee)
    undo_deal(matches[0], by=referee)
    rows = deal_rows(matches[0].games.get().sheet)
    assert [(r.number, r.winner, r.gain, r.level, r.before, r.after) for r in rows] == [
        (1, "home", 3, 2, (2, 2), (5, 2)),
        (2, "away", 2, 5, (5, 2), (5, 4)),
    ]
    assert rows[1].finishes == (("W", 1), ("E", 3))
    body = markup(client.get(address("match", tournament, number=matches[0].number)))
    assert "5 : 2" in body
    assert "<b>5 : 4</b>" in body
    assert body.index("5 : 4") < body.index("2 : 2")
    home, away = matches[0].home_team, matches[0].away_team
    assert f"<b>{home.branch.name}一队</b>" in body  # both are of one branch
    assert f"{home.branch.name}一队台上" in body
    assert f"<b>{away.branch.name}二队</b>" in body


def test_match_marks_passed_a_and_names_the_next_match(client, db):
    tournament, matches, referee = a_started_tournament()
    pass_a(matches[0], by=referee)
    body = markup(client.get(address("match", tournament, number=matches[0].number)))
    final = tournament.stages.get().matches.get(round__number=2)
    assert 'class="tag red"' in body
    assert address("match", tournament, number=final.number) in body


def test_match_names_the_players_at_their_seats_and_masks_names_that_are_not_public(client, db):
    public, masks = a_drawn_tournament(), a_drawn_tournament(names_public=False)
    shown, hidden = (markup(client.get(address("match", event, number=1))) for event in (public, masks))
    for player in public.branches.first().teams.first().players.all():
        assert player.name in shown
        assert player.name not in hidden
        assert masked(player.name) in hidden


def test_match_that_is_open_or_a_bye_opens(client, db):
    tournament = a_drawn_tournament(branches=3)
    for number, status in ((1, 200), (5, 200), (7, 200), (99, 404)):
        assert client.get(address("match", tournament, number=number)).status_code == status
