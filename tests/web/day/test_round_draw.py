"""逐轮抽签 at the desk and for everybody: the page of the lots, what it refuses, what is published."""

import json

import pytest

from tests.made_once import once_a_module
from tests.thorough import in_ci_only
from tests.tournaments.played import decide
from tests.tournaments.round_day import a_day
from tests.web.pages import markup, queries, text
from tournaments.draw.method import records
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Match
from tournaments.states import MatchState
from web.displays.present import present
from web.public.entries.teams import team_paths

pytestmark = pytest.mark.django_db
PAGE = "/e/s000/desk/2/draw/"


def a_round_played():
    """Six winners of a first round of twelve wait for their lots, in English."""
    day = a_day(branches=6, teams=2, format_="redraw", rounds=4, started=False, slug="s000")
    for match in Match.objects.filter(round__number=1):
        decide(match.number)
    day.at(60)
    return day


made_once, day = once_a_module(a_round_played)


def seated():
    rows = Match.objects.filter(round__number=2).order_by("place")
    return [(match.home_team_id, match.away_team_id) for match in rows]


def test_desk_leads_to_the_lots_and_the_program_draws_them(chief, day):
    desk = markup(chief.get("/e/s000/desk/2/"))
    assert PAGE in desk
    assert 'id="pair"' not in desk
    assert "Drawn by lot once the round before is over" in desk
    page = text(chief.get(PAGE))
    assert "6 teams draw the positions 1 to 6." in page
    done = chief.post(PAGE, {"seed": "7 21"})
    assert done.headers["Location"] == "/e/s000/desk/2/"
    assert len({team for pair in seated() for team in pair}) == 6
    assert 'id="undo-pairing"' in markup(chief.get("/e/s000/desk/2/"))
    chief.post("/e/s000/desk/2/pairing/undo/")
    assert seated() == [(None, None)] * 3
    assert 'id="undo-pairing"' not in markup(chief.get("/e/s000/desk/3/"))
    assert [chief.get(f"/e/s000/desk/{number}/draw/").status_code for number in (1, 9)] == [404, 404]


def test_lots_of_the_hall_are_typed_and_a_wrong_one_is_named_at_its_field(chief):
    winners = list(Match.objects.filter(round__number=1).values_list("result__home_team", flat=True))
    typed = {f"position-{team}": str(place) for place, team in enumerate(winners, start=1)} | {"by_hand": "yes"}
    refused = chief.post(PAGE, typed | {f"position-{winners[0]}": "9"})
    assert refused.status_code == 422
    assert f'href="#f-position-{winners[0]}"' in markup(refused)
    assert seated() == [(None, None)] * 3
    assert chief.post(PAGE, typed).status_code == 302
    assert seated() == [tuple(winners[:2]), tuple(winners[2:4]), tuple(winners[4:])]
    assert "were drawn in the hall" in text(chief.get("/e/s000/bracket/"))


def test_everybody_reads_who_meets_whom_and_can_check_the_lots(chief):
    waiting = text(chief.get("/e/s000/bracket/"))
    assert waiting.count("Drawn by lot once the round before is over") == 2  # the final follows from the semi-finals
    for unsaid in ("Paired by the standing", "Order:"):
        assert unsaid not in waiting
    early = markup(chief.get("/e/s000/desk/3/draw/"))  # whose teams are not known yet
    assert "Drawn by lot once the round before is over" in early
    for unsaid in ("draws the positions", 'id="draw-round"'):
        assert unsaid not in early
    chief.post(PAGE, {"seed": "7 21"})
    page = text(chief.get("/e/s000/bracket/"))
    assert "from the seed “7 21”" in page
    assert page.count("Drawn by lot once the round before is over") == 1
    file = json.loads(chief.get("/e/s000/draw/rounds/2/").content)
    assert records.differences(file) == []
    assert chief.get("/e/s000/draw/rounds/3/").status_code == 404


@in_ci_only
def test_page_costs_the_same_queries_whatever_the_number_of_teams(chief):
    few = queries(chief, PAGE)
    for match in Match.objects.filter(round__number=1, place__gt=2):
        Match.objects.filter(pk=match.pk).update(state=MatchState.WAITING, result=None)
    assert queries(chief, PAGE) == few


def test_only_who_has_won_waits_for_lots(chief, day):
    match = Match.objects.filter(round__number=1).first()
    line_ups = {line_up.label.id: line_up for branch in branch_line_ups(day.tournament) for line_up in branch.teams}
    sides = (line_ups[match.home_team_id], line_ups[match.away_team_id])
    won, lost = (team_paths(present(day.tournament), (side,))[0] for side in sides)
    assert (won.waiting, won.pending.number) == ("pairing", 2)
    assert (lost.waiting, lost.pending) == ("", None)
