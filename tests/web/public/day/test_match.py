"""The page of a match: its deals with the levels before and after each."""

from tests.factories import a_drawn_tournament
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.pages import markup
from tests.web.public_pages import address
from tournaments.day.actions.matches import enter_deal, undo_deal
from tournaments.entries.names import masked
from tournaments.models import Tournament
from web.public.day.match import deal_rows


def test_match_lists_its_deals_with_levels(client, db):
    tournament, matches, referee = a_started_tournament()
    enter_deal(matches[0], "NS", by=referee)
    enter_deal(matches[0], "WNES", by=referee)
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


def test_two_teams_of_one_branch_are_told_apart_by_their_numbers(client, db):
    tournament, matches, referee = a_started_tournament()
    enter_deal(matches[0], "NS", by=referee)
    enter_deal(matches[0], "WNES", by=referee)
    home, away = matches[0].home_team, matches[0].away_team
    body = markup(client.get(address("match", tournament, number=matches[0].number)))
    assert f"<b>{home.branch.name}一队</b>" in body
    assert f"{home.branch.name}一队台上" in body
    assert f"<b>{away.branch.name}二队</b>" in body


def test_match_leaves_out_a_deal_that_was_taken_back(client, db):
    _, matches, referee = a_started_tournament()
    win(matches[0], "home", 2, by=referee)
    undo_deal(matches[0], by=referee)
    assert len(deal_rows(matches[0].games.get().sheet)) == 1


def test_match_marks_passed_a_and_names_the_next_match(client, db):
    tournament, matches, referee = a_started_tournament()
    pass_a(matches[0], by=referee)
    body = markup(client.get(address("match", tournament, number=matches[0].number)))
    final = tournament.stages.get().matches.get(round__number=2)
    assert 'class="tag red"' in body
    assert address("match", tournament, number=final.number) in body


def test_match_names_the_players_at_their_seats(client, db):
    tournament, matches, _ = a_started_tournament()
    body = markup(client.get(address("match", tournament, number=matches[0].number)))
    for player in matches[0].home_team.players.all():
        assert player.name in body


def test_match_masks_names_that_are_not_public(client, db):
    tournament, matches, _ = a_started_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(names_public=False)
    body = markup(client.get(address("match", tournament, number=matches[0].number)))
    for player in matches[0].home_team.players.all():
        assert player.name not in body
        assert masked(player.name) in body


def test_match_that_is_open_or_a_bye_opens(client, db):
    tournament = a_drawn_tournament(branches=3)
    for number in tournament.stages.get().matches.values_list("number", flat=True):
        assert client.get(address("match", tournament, number=number)).status_code == 200


def test_match_that_is_not_there_is_404(client, db):
    tournament = a_drawn_tournament()
    assert client.get(address("match", tournament, number=99)).status_code == 404
