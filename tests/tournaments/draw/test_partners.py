"""抽签配对: people who entered alone, paired by lot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import a_role, a_tournament, a_user
from tests.refusals import refused_codes
from tests.tournaments.recorded import kinds
from tournaments.codes import Code
from tournaments.draw.actions.partners import pair_singles
from tournaments.draw.method.partners import Single, draw_partners
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.queries.entries import singles
from tournaments.models import Player, Team
from tournaments.states import RoleKind, TeamState

PEOPLE = st.lists(st.sampled_from("mf ")).map(
    lambda genders: [Single(n, gender.strip()) for n, gender in enumerate(genders, start=1)]
)


@given(PEOPLE, st.text(max_size=5), st.booleans())
def test_everybody_is_paired_once_or_left(people, seed, mixed):
    drawn = draw_partners(people, seed, mixed=mixed)
    placed = [one for pair in drawn.pairs for one in pair]
    assert sorted([*placed, *drawn.left]) == [single.id for single in people]
    assert draw_partners(people, seed, mixed=mixed) == drawn
    genders = {single.id: single.gender for single in people}
    if mixed:
        assert all((genders[a], genders[b]) == ("m", "f") for a, b in drawn.pairs)
        assert not {genders[one] for one in drawn.left} >= {"m", "f"}
    else:
        assert len(drawn.left) == len(people) % 2


def test_each_pairing_of_four_is_equally_likely():
    people = [Single(n) for n in (1, 2, 3, 4)]
    counts: dict[frozenset[frozenset[int]], int] = {}
    for seed in range(3000):
        pairing = frozenset(map(frozenset, draw_partners(people, str(seed)).pairs))
        counts[pairing] = counts.get(pairing, 0) + 1
    assert len(counts) == 3
    assert all(900 < count < 1100 for count in counts.values())


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


def test_second_joins_the_team_of_the_first(event):
    people = singles(event)
    assert [(one.team.branch, one.gender) for one in people] == [
        (team.branch.name, gender)
        for team, gender in zip(Team.objects.order_by("branch__number"), "mfmmf", strict=True)
    ]
    drawn = pair_singles(event, [one.id for one in people], by=a_user(), seed="一")
    assert len(drawn.pairs) == 2
    for first, second in drawn.pairs:
        team = Team.objects.get(pk=first)
        assert team.state == TeamState.ENTERED
        names = {one.id: one.name for one in people}
        assert list(team.players.order_by("number").values_list("name", flat=True)) == [names[first], names[second]]
        assert not Team.objects.filter(pk=second).exists()
    (left,) = singles(event)
    assert (left.id,) == drawn.left
    assert Player.objects.count() == 5
    assert "partners.drawn" in kinds(event)


def test_mixed_pairs_are_a_man_and_a_woman(event):
    pair_singles(event, [one.id for one in singles(event)], by=a_user(), mixed=True, seed="一")
    for team in Team.objects.filter(state=TeamState.ENTERED):
        assert set(team.players.values_list("gender", flat=True)) == {"m", "f"}
    assert [one.gender for one in singles(event)] == ["m"]


def test_who_is_no_longer_alone_or_has_nobody_is_refused(event):
    people, office = singles(event), a_user()
    men = [one.id for one in people if one.gender == "m"]
    assert refused_codes(lambda: pair_singles(event, men, by=office, mixed=True)) == {Code.NOBODY_TO_PAIR}
    assert refused_codes(lambda: pair_singles(event, men[:1], by=office)) == {Code.NOBODY_TO_PAIR}
    pair_singles(event, men[:2], by=office)
    assert refused_codes(lambda: pair_singles(event, men, by=office)) == {Code.SINGLES_CHANGED}


def test_draw_page_lists_them_and_draws(event, client):
    client.force_login(a_role(event, RoleKind.OFFICE))
    body = client.get("/e/s000/office/draw/").content.decode()
    assert "5 人单人报名" in body
    chosen = [one.id for one in singles(event)][:4]
    answer = client.post("/e/s000/office/draw/partners/", {"singles": chosen, "seed": "九"}, follow=True)
    assert "已抽签配成 2 对并报名。" in answer.content.decode()
    assert Team.objects.filter(state=TeamState.ENTERED).count() == 2
    assert client.post("/e/s000/office/draw/partners/", {"singles": chosen}).status_code == 422
    assert client.post("/e/s000/office/draw/partners/", {}).status_code == 422
