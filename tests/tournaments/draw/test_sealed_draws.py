"""封存抽签: sealed under a fingerprint, drawn by numbers called out, and recorded so that anybody can check it."""

import json
from hashlib import sha256

import pytest
from django.db import IntegrityError, transaction

from archives.queries import event_file
from journal.models import Event
from tests.factories import a_team, a_tournament, a_user
from tests.refusals import refused_codes, too_late
from tests.tournaments.recorded import kinds, last_data, last_number
from tournaments.codes import Code
from tournaments.draw.actions.draws import confirm_draw, discard_draw, draw_sealed, preview_draw, seal_draw
from tournaments.draw.method import records
from tournaments.draw.queries.draws import entered_teams
from tournaments.draw.queries.records import counted_draws, draw_again, latest_seal, record_of
from tournaments.draw.queries.wishes import WishRequest
from tournaments.entries.actions.teams import withdraw_team
from tournaments.models import Draw
from tournaments.states import DrawState

pytestmark = pytest.mark.django_db
CALLED = "第1分会 7\n第2分会：０21\n3"


def as_a_file(draw: Draw) -> dict:
    return json.loads(json.dumps(record_of(draw)))


def test_sealing_publishes_the_fingerprint_and_keeps_the_secret_which_no_other_seal_has():
    tournament, office = a_tournament(branches=2, teams=2), a_user()
    draw = seal_draw(tournament, by=office)
    assert (draw.state, draw.positions, draw.seed) == (DrawState.SEALED, [], "")
    assert draw.fingerprint == sha256(draw.basis.encode()).hexdigest()
    secret = json.loads(draw.basis)["secret"]
    assert len(bytes.fromhex(secret)) == 32
    event = Event.objects.get(journal=tournament.journal)
    assert (event.kind, event.data["fingerprint"], event.public) == ("draw.sealed", draw.fingerprint, True)
    assert secret not in json.dumps(event.data)
    assert not draw.is_open
    assert secret not in json.dumps(event_file(tournament), default=str)
    assert seal_draw(tournament, by=None).fingerprint != draw.fingerprint
    assert kinds(tournament) == ["draw.sealed", "draw.discarded", "draw.sealed"]


def test_numbers_make_the_seed_once_and_the_record_holds():
    tournament, office = a_tournament(branches=3, teams=2), a_user()
    sealed = seal_draw(tournament, by=office)
    before = last_number(tournament)
    draw = draw_sealed(sealed, CALLED, by=office)
    secret = json.loads(draw.basis)["secret"]
    assert draw.seed == sha256(f"{secret}\n7\n021\n3".encode()).hexdigest()
    called = (("第1分会", "7"), ("第2分会", "021"), ("", "3"))
    assert draw.numbers == [{"by": by, "number": number} for by, number in called]
    assert kinds(tournament, before) == ["draw.opened"]
    assert last_data(tournament)["numbers"] == "7, 021, 3"
    assert (draw.state, draw.breaches, draw.uniform) == (DrawState.PREVIEW, [], True)
    assert not draw.is_open
    assert too_late(lambda: draw_sealed(draw, "8", by=office))
    draw = confirm_draw(draw, by=office)
    assert draw.is_open
    assert draw_again(draw) == tuple(draw.positions)
    assert records.differences(as_a_file(draw), sealed.fingerprint) == []


def test_what_is_no_list_of_numbers_is_refused():
    sealed = seal_draw(a_tournament(branches=2, teams=2), by=None)
    for called, code in (
        ("", Code.NUMBERS_MISSING),
        ("七", Code.NUMBERS_UNREADABLE),
        ("7, 1234567890123", Code.NUMBERS_UNREADABLE),
        ("队员甲 7", Code.NUMBERS_UNREADABLE),
        ("1\n" * 201, Code.NUMBERS_TOO_MANY),
    ):
        assert refused_codes(lambda called=called: draw_sealed(sealed, called, by=None)) == {code}


@pytest.mark.parametrize("change", ["entered", "withdrawn", "constraint"])
def test_a_change_after_sealing_breaks_the_seal_and_sealing_again_is_counted(change):
    tournament = a_tournament(branches=3, teams=2, rounds=3)
    sealed = seal_draw(tournament, by=None)
    if change == "entered":
        a_team(tournament.branches.first())
    elif change == "withdrawn":
        withdraw_team(entered_teams(tournament)[0], by=None, reason="生病")
    else:
        tournament.branches_apart = "first_round"
        tournament.save()
    code = Code.CONSTRAINT_CHANGED if change == "constraint" else Code.TEAMS_CHANGED
    assert [problem.code for problem in latest_seal(tournament).broken] == [code]
    assert refused_codes(lambda: draw_sealed(sealed, "7", by=None)) == {code}
    draw = draw_sealed(seal_draw(tournament, by=None), "7", by=None)
    counted = [(c.number, c.state, bool(c.sealed_at)) for c in counted_draws(tournament)]
    assert counted == [(1, DrawState.DISCARDED, True), (2, DrawState.PREVIEW, True)]
    assert [before["state"] for before in as_a_file(draw)["before"]] == ["discarded"]


def test_what_was_sealed_and_what_came_of_it_is_frozen():
    draw = seal_draw(a_tournament(branches=2, teams=2), by=None)

    def is_frozen(*changes):
        for change in changes:
            with pytest.raises(IntegrityError, match="frozen once it is sealed"), transaction.atomic():
                Draw.objects.update(**change)

    is_frozen({"basis": "{}"}, {"seed": "7"}, {"teams": []}, {"sealed_at": None})
    draw_sealed(draw, "7", by=None)
    is_frozen({"positions": []}, {"numbers": []}, {"seed": "7"}, {"state": DrawState.SEALED})


def test_a_sealed_draw_that_was_thrown_away_stays_to_be_read():
    tournament = a_tournament(branches=2, teams=2)
    draw = discard_draw(draw_sealed(seal_draw(tournament, by=None), "7", by=None), by=None, reason="重抽")
    assert draw.is_open
    assert records.differences(as_a_file(draw)) == []
    never_drawn = discard_draw(seal_draw(tournament, by=None), by=None)
    assert not never_drawn.is_open


def test_a_quick_draw_says_that_it_was_not_sealed_and_one_without_its_basis_is_checked_all_the_same():
    tournament = a_tournament(branches=3, teams=2, rounds=3)
    draw = confirm_draw(preview_draw(tournament, by=None, seed="三月"), by=None)
    record = as_a_file(draw)
    assert (record["fingerprint"], record["sealed_at"], record["numbers"]) == ("", None, [])
    assert records.differences(record) == []
    assert [d.aspect for d in records.differences(record, "0" * 64)] == ["not_sealed"]
    draw.basis = ""  # as before the basis was kept
    assert draw_again(draw) == tuple(draw.positions)
    assert records.differences(as_a_file(draw)) == []


def test_wishes_are_sealed_with_the_list_and_the_record_says_how_far():
    tournament = a_tournament(branches=13, teams=2)
    teams = entered_teams(tournament)
    wanted = WishRequest(seeds=tuple(team.pk for team in teams[:16:2]), rounds=3)
    draw = draw_sealed(seal_draw(tournament, by=None, wishes=wanted), "7", by=None)
    assert json.loads(draw.basis)["wishes"] == {"seeds": [*range(1, 17, 2)], "rounds": 3, "rested": [], "met": []}
    views = latest_seal(tournament).asked
    assert [(view.kind, view.asked, view.missed) for view in views] == [("seeds", 8, ()), ("rounds", 3, ())]
    assert records.differences(as_a_file(draw)) == []


def test_wishes_that_cannot_be_are_refused():
    tournament = a_tournament(branches=2, teams=2)
    for wishes, code in (
        (WishRequest(seeds=(0,)), Code.SEEDS_UNKNOWN),
        (WishRequest(rest_others=True), Code.LAST_EVENT_MISSING),
    ):
        assert refused_codes(lambda wishes=wishes: seal_draw(tournament, by=None, wishes=wishes)) == {code}
