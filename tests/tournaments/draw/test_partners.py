"""抽签配对: people who entered alone, paired by lot."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import a_role, a_tournament, a_user
from tests.refusals import refused_codes
from tests.thorough import tries
from tests.tournaments.draw.draw_shapes import is_even
from tests.tournaments.recorded import kinds
from tournaments.codes import Code
from tournaments.draw.actions.draws import confirm_draw, preview_lots
from tournaments.draw.actions.lots import draw_teams
from tournaments.draw.method.sampling import Single, draw_partners
from tournaments.draw.method.sheets import Constraints, Entrant, breaches
from tournaments.draw.queries.lots import lot_rows
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.queries.entries import singles
from tournaments.event.actions.tournaments import create_tournament
from tournaments.formats import FORMATS
from tournaments.models import Branch, Draw, Match, Player, Team, Tournament
from tournaments.presets.preset import read_preset
from tournaments.states import RoleKind, TeamState

PEOPLE = st.lists(st.sampled_from("mf ")).map(
    lambda genders: [Single(n, gender.strip()) for n, gender in enumerate(genders, start=1)]
)


@given(PEOPLE, st.integers(2, 4))
def test_teams_are_as_large_as_they_are_to_be(people, seats):
    drawn = draw_partners(people, "三", seats=seats)
    assert {len(team) for team in drawn.teams} <= {seats}
    assert sorted([*(one for team in drawn.teams for one in team), *drawn.left]) == [single.id for single in people]
    assert len(drawn.left) == len(people) % seats


@given(PEOPLE, st.text(max_size=5), st.booleans())
def test_everybody_is_paired_once_or_left(people, seed, mixed):
    drawn = draw_partners(people, seed, mixed=mixed)
    placed = [one for pair in drawn.teams for one in pair]
    assert sorted([*placed, *drawn.left]) == [single.id for single in people]
    assert draw_partners(people, seed, mixed=mixed) == drawn
    genders = {single.id: single.gender for single in people}
    if mixed:
        assert all((genders[a], genders[b]) == ("m", "f") for a, b in drawn.teams)
        assert not {genders[one] for one in drawn.left} >= {"m", "f"}
    else:
        assert len(drawn.left) == len(people) % 2


def test_each_pairing_of_four_is_equally_likely():
    people = [Single(n) for n in (1, 2, 3, 4)]
    drawn = [frozenset(map(frozenset, draw_partners(people, str(seed)).teams)) for seed in range(tries(3000))]
    assert len(set(drawn)) == 3
    assert is_even(set(drawn), drawn)


def alone(tournament, *genders):
    """A branch for each, with one player as a draft."""
    for branch, gender in zip(tournament.branches.order_by("number"), genders, strict=False):
        player = PlayerEntry(f"{branch.name}队员甲", gender)
        save_entry(branch, BranchEntry(teams=(TeamEntry(1, (player,)),)), by=None, draft=True)


@pytest.fixture
def event(db):
    tournament = a_tournament(slug="s000", branches=5)
    alone(tournament, "m", "f", "m", "m", "f")
    return tournament


def test_second_joins_the_team_of_the_first_and_mixed_pairs_are_a_man_and_a_woman(event):
    people = singles(event)
    branches = [team.branch.name for team in Team.objects.order_by("branch__number")]
    assert [(one.team.branch, one.gender) for one in people] == list(zip(branches, "mfmmf", strict=True))
    drawn = draw_teams(event, [one.id for one in people], by=a_user(), mixed=True, seed="一")
    assert len(drawn.teams) == 2
    names = {one.id: one.name for one in people}
    for first, second in drawn.teams:
        team = Team.objects.get(pk=first)
        assert team.state == TeamState.ENTERED
        assert list(team.players.order_by("number").values_list("name", flat=True)) == [names[first], names[second]]
        assert set(team.players.values_list("gender", flat=True)) == {"m", "f"}
        assert not Team.objects.filter(pk=second).exists()
    (left,) = singles(event)
    assert ((left.id,), left.gender, Player.objects.count()) == (drawn.left, "m", 5)
    assert "partners.drawn" in kinds(event)


def test_draw_page_lists_them_and_draws(event, client):
    client.force_login(a_role(event, RoleKind.OFFICE))
    assert "5人单人报名" in client.get("/e/s000/office/draw/").content.decode()
    chosen = [one.id for one in singles(event)][:4]
    page = "/e/s000/office/draw/partners/"
    answer = client.post(page, {"singles": chosen, "seed": "九"}, follow=True)
    assert "已抽签组成2支队伍并报名。" in answer.content.decode()
    assert Team.objects.filter(state=TeamState.ENTERED).count() == 2
    assert [client.post(page, refused).status_code for refused in ({"singles": chosen}, {})] == [422, 422]


@pytest.mark.parametrize("format_", FORMATS.values(), ids=list(FORMATS))
def test_tables_in_order_are_the_matches_of_the_first_round(format_):
    for teams in range(max(2, format_.fewest), min(40, format_.most) + 1):
        positions, size = format_.at_tables(teams), format_.size(teams)
        assert len(set(positions)) == teams
        assert set(positions) <= set(range(1, size + 1))
        of_first = [match for match in format_.plan(size) if match.round == 1]
        first = [{side.number for side in (match.home, match.away, *(match.partners or ()))} for match in of_first]
        tables = [sorted(pair & set(positions), key=positions.index) for pair in first]
        in_order = [position for table in tables for position in table]
        assert list(positions[: len(in_order)]) == in_order, teams
        assert len(positions) - len(in_order) <= 1 or format_.season_days  # who rests; on a ladder nobody sits yet
        if format_.is_sheet or format_.is_pairs:
            entered = [Entrant(n, n) for n in range(1, teams + 1)]
            sheet = [positions.index(place) + 1 if place in positions else None for place in range(1, size + 1)]
            assert breaches(sheet, entered, Constraints(pairs=size if format_.is_pairs else 0)) == ()


def test_who_is_no_longer_alone_or_has_nobody_is_refused_and_tables_are_drawn_for_all_teams_at_once(event, of_threes):
    office = a_user()

    def refused(tournament: Tournament, people: list[int], **how: bool) -> set[str]:
        return refused_codes(lambda: draw_teams(tournament, people, by=office, **how))

    men = [one.id for one in singles(event) if one.gender == "m"]
    assert refused(event, men, mixed=True) == refused(event, men[:1]) == {Code.NOBODY_TO_PAIR}
    draw_teams(event, men[:2], by=office)
    assert refused(event, men) == {Code.SINGLES_CHANGED}
    people = [one.id for one in singles(of_threes)]
    assert refused(of_threes, people[:3], tables=True) == {Code.TOO_FEW_TEAMS}
    assert refused(of_threes, people[:2]) == {Code.NOBODY_TO_PAIR}
    draw_teams(of_threes, people[:3], by=office)
    assert refused(of_threes, people[3:], tables=True) == {Code.TABLES_FOR_ALL}


@pytest.fixture
def of_threes(db):
    """够级 (S003): 25 people of one union entered alone, for eight teams of three at four tables of six."""
    tournament = create_tournament(read_preset("s003"), by=None, slug="s003", first_day=date(2099, 9, 1))
    branch = Branch.objects.create(tournament=tournament, number=1, name="机关工会", quota=25)
    people = tuple(TeamEntry(n, (PlayerEntry(f"机关队员{n}"),)) for n in range(1, 26))
    save_entry(branch, BranchEntry(teams=people), by=None, draft=True)
    return tournament


def test_two_teams_of_a_table_meet_in_the_first_round(of_threes, client):
    client.force_login(a_role(of_threes, RoleKind.OFFICE))
    body = client.get("/e/s003/office/draw/").content.decode()
    assert "25人单人报名" in body
    assert "先抓桌" in body
    assert "还是草稿" not in body  # each is named once
    assert "mixed" not in body
    chosen = [one.id for one in singles(of_threes)]
    answer = client.post(
        "/e/s003/office/draw/partners/", {"singles": chosen, "tables": "on", "seed": "九"}, follow=True
    )
    assert "已抽签组成8支队伍并报名。" in answer.content.decode()
    drawn = draw_partners([Single(one) for one in chosen], "九", seats=3)
    teams = Team.objects.filter(state=TeamState.ENTERED)
    assert {team.players.count() for team in teams} == {3}
    lots = {row.team.id: row.position for row in lot_rows(of_threes, None)}
    assert lots == {ids[0]: position for position, ids in enumerate(drawn.teams, start=1)}
    page = " ".join(client.get("/e/s003/office/draw/lots/").content.decode().split())
    assert all(f'name="position-{team}" value="{position}"' in page for team, position in lots.items())
    preview_lots(of_threes, lots, by=None, without_drafts=True)
    confirm_draw(Draw.objects.get(), by=None)
    for match in Match.objects.filter(round__number=1).order_by("number"):
        table = drawn.teams[2 * match.number - 2 : 2 * match.number]
        assert [match.home_team_id, match.away_team_id] == [ids[0] for ids in table]
        assert match.table.number == match.number
