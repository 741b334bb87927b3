"""The draw while it is shown is what the pages of an event speak of first."""

from django.urls import reverse

from tests.factories import a_tournament
from tests.web.pages import text
from tests.web.public_pages import address
from tournaments.bracket.words.names import team_name
from tournaments.draw.actions.ceremony import open_ceremony, show_lot
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.queries.ceremony import ceremony_view
from tournaments.entries.queries.links import my_token


def test_every_page_says_how_many_lots_are_drawn_and_whose_comes_next(client, db):
    tournament = a_tournament(branches=5, teams=2)
    draw = preview_draw(tournament, by=None, seed="七")
    ceremony = open_ceremony(tournament, by=None)
    for number in range(1, 8):
        show_lot(ceremony, number, by=None)
    view = ceremony_view(tournament)
    drawn = view.lots[0].team
    mine = reverse("my_matches", args=[tournament.slug, my_token(tournament, branch=drawn.branch_id)])
    for path in (address("event", tournament), "/", address("timetable", tournament), mine):
        shown = " ".join(text(client.get(path)).split())
        assert "正在抽签" in shown, path
        assert team_name(view.turn) in shown, path
        assert "7/10" in shown.replace(" ", ""), path
    assert f"{draw.positions.index(drawn.id) + 1}号签位" in text(client.get(mine))

    for number in range(8, 11):
        show_lot(ceremony, number, by=None)
    assert "全部抽签完毕" in text(client.get(address("event", tournament)))
    confirm_draw(draw, by=None)
    assert "正在抽签" not in text(client.get("/"))
